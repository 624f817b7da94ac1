/** One library call, timed inside a fresh process: read the files first, then the clock runs. */
import { readFileSync } from 'node:fs';
import { bleu, chrf, measure, systemScore, ter } from 'assay';

const [hypothesis, reference, typed] = process.argv.slice(2);
const metric = { bleu: bleu(), chrf: chrf(), 'chrf(word_order=2)': chrf({ wordOrder: 2 }), ter: ter() }[typed];
const lines = (path) => readFileSync(path, 'utf8').replace(/\n$/, '').split('\n');
const texts = lines(hypothesis);
const references = lines(reference);

const started = performance.now();
const score = systemScore(measure(metric, { references }, [texts]), 0);
console.log(`seconds: ${(performance.now() - started) / 1000}\nscore: ${score}`);
