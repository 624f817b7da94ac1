/**
 * One library call, timed inside a fresh process: the files are read first, then the clock runs.
 * `first` is the call of a program that has just started; `warm` the best of three more, after the compiler has seen the code.
 * With a number of threads, files are streamed through the engine instead, so reading them is timed, too.
 * There may be several hypotheses, with commas between.
 */
import { readFileSync } from 'node:fs';
import { measure, systemScore } from 'assay';
import { openTask } from 'assay/data';
import { createMetrics, evaluate, parseMetric } from 'assay/engine';

const [hypotheses, reference, typed, threads] = process.argv.slice(2);
const files = hypotheses.split(',');
const [metric] = await createMetrics([parseMetric(typed)]);
const lines = (path) => readFileSync(path, 'utf8').replace(/\n$/, '').split('\n');

let run;
if (threads) {
  run = async () => {
    const task = await openTask({ files, references: [reference] });
    return metric.score((await evaluate(task, [metric], { threads: Number(threads) })).sums[0]);
  };
} else {
  const outputs = files.map(lines);
  const references = lines(reference);
  run = () => {
    const measurement = measure(metric, { references }, outputs);
    return outputs.map((_, system) => systemScore(measurement, system));
  };
}

const times = [];
for (let i = 0; i < 4; i++) {
  const started = performance.now();
  await run();
  times.push((performance.now() - started) / 1000);
}
console.log(`first: ${times[0]}\nwarm: ${Math.min(...times.slice(1))}`);
