/**
 * How many segments a second each metric scores, default options, one thread, warm; TER is the measure of what is slow.
 * In a process of its own: node bench/metrics.js HYPOTHESIS REFERENCE REPEAT. Prints JSON.
 */
import { readFileSync } from 'node:fs';
import { measure, metrics } from 'assay';

const [hypothesis, reference, repeat] = process.argv.slice(2);
const lines = (path) => readFileSync(path, 'utf8').replace(/\n$/, '').split('\n');
const [texts, references] = [lines(hypothesis), lines(reference)];

const speeds = {};
for (const definition of metrics) {
  const metric = definition();
  let best = Infinity;
  for (let i = 0; i <= Number(repeat); i++) {
    const started = performance.now();
    measure(metric, { references }, [texts]);
    if (i > 0) best = Math.min(best, performance.now() - started); // the first call is the compiler's
  }
  speeds[definition.id] = (1000 * texts.length) / best;
}
console.log(JSON.stringify(speeds));
