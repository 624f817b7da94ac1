/**
 * Minimum-Bayes-risk selection by our library, timed inside a fresh process once the lists are read: `first` is the call of a program that
 * has just started, `warm` the best of three more. Which candidates were chosen goes to a file, to be compared with the peer's.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createMetrics, parseMetric, selectMbr } from 'assay/engine';

const [lists, typed, form, threads, output] = process.argv.slice(2);
const [metric] = await createMetrics([parseMetric(typed)]);
const evidence = JSON.parse(readFileSync(lists, 'utf8')).map((texts) => ({
  texts,
  posteriors: new Float64Array(texts.length).fill(1 / texts.length),
}));

const times = [];
let choices;
for (let i = 0; i < 4; i++) {
  const started = performance.now();
  choices = await selectMbr(evidence, { form, metric }, { threads: threads === 'auto' ? threads : Number(threads) });
  times.push((performance.now() - started) / 1000);
}
writeFileSync(output, JSON.stringify(choices.map(({ index, utility }) => [index, utility])));
console.log(`first: ${times[0]}\nwarm: ${Math.min(...times.slice(1))}`);
