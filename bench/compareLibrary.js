/**
 * Tests between systems by our library, timed inside a fresh process once all segments are counted: `first` is the call of a program that has
 * just started, `warm` the best of two more.
 */
import { readFileSync } from 'node:fs';
import { measureAll } from 'assay';
import { compareSystems, createMetrics, parseMetric } from 'assay/engine';
import { comparisonDefaults } from 'assay/stats';

const [test, typed, samples, threads, pairs, reference, ...systems] = process.argv.slice(2);
const lines = (path) => readFileSync(path, 'utf8').replace(/\n$/, '').split('\n');
const metrics = await createMetrics(typed.split(' ').map(parseMetric));
const outputs = Object.fromEntries(systems.map((path) => [path, lines(path)]));
const measured = measureAll(metrics, { references: lines(reference) }, outputs);
const settings = {
  ...comparisonDefaults,
  test,
  samples: Number(samples),
  // sacreBLEU compares with the first system only.
  ...(pairs === 'baseline' && { baseline: 0 }),
};

const times = [];
for (let i = 0; i < 3; i++) {
  const started = performance.now();
  await compareSystems(measured, settings, { threads: Number(threads) });
  times.push((performance.now() - started) / 1000);
}
console.log(`first: ${times[0]}\nwarm: ${Math.min(...times.slice(1))}`);
