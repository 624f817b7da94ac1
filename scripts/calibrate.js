/**
 * How often `assay compare` finds a difference between any two of some systems that are equally good, with default options:
 * `npm run calibrate -- [--runs 1000,1000,300] [--systems 3,15,34] [--segments 200] [--seed 1]`. Prints a Markdown table. Not part of CI.
 *
 * Of every segment there are two outputs, one with more errors than the other, and each system has one of them by chance. So systems
 * differ in every segment and are equally good: each significant difference is a false one.
 */
import { parseArgs } from 'node:util';
import { bleu, chrf, measureAll, ter } from 'assay';
import { Pcg64, compareMeasured, comparisonDefaults } from 'assay/stats';
import { madeUpSegments } from '../bench/madeUpSegments.js';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000,1000,300' },
    systems: { type: 'string', default: '3,15,34' },
    segments: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
});
const runs = values.runs.split(',').map(Number);
const segments = Number(values.segments);
const alpha = comparisonDefaults.alpha;

const pool = madeUpSegments({ segments: 3000, systems: 11, metrics: 0 });

const measured = measureAll(
  [bleu(), chrf(), ter()],
  { references: pool.references.map((text) => [text]) },
  { better: pool.systems[0].outputs, worse: pool.systems[10].outputs },
);

/** Systems of as many segments drawn from the pool, with either output of each by a fair coin. */
function equallyGood(whole, systems, random) {
  const { width, rows, name, higherIsBetter } = whole;
  const drawn = Array.from({ length: segments }, () => random.below(whole.segments));
  const picked = new Float64Array(systems * segments * width);
  for (let s = 0, to = 0; s < systems; s++) {
    for (const segment of drawn) {
      const from = (random.below(2) * whole.segments + segment) * width;
      for (let k = 0; k < width; k++) picked[to++] = rows[from + k];
    }
  }
  const scoreSums = (sums) => whole.scoreSums(sums);
  return {
    name,
    systems,
    segments,
    higherIsBetter,
    width,
    rows: picked,
    scoreSums,
    score(picks) {
      const sums = new Float64Array(width);
      for (const pick of picks) for (let k = 0; k < width; k++) sums[k] += picked[pick * width + k];
      return scoreSums(sums);
    },
    segmentScore: (pick) => scoreSums(picked.subarray(pick * width, (pick + 1) * width)),
  };
}

console.log(`| systems | pairs | runs | ${measured.map(({ name }) => name).join(' | ')} | at most |`);
console.log(`| ---: | ---: | ---: |${' ---: |'.repeat(measured.length + 1)}`);
let isCalibrated = true;
for (const [i, systems] of values.systems.split(',').map(Number).entries()) {
  const times = runs[Math.min(i, runs.length - 1)];
  // Two standard errors above alpha: of tests that hold their level, about one in forty goes beyond.
  const most = alpha + 2 * Math.sqrt((alpha * (1 - alpha)) / times);
  const rates = measured.map((whole, m) => {
    const random = new Pcg64(BigInt(values.seed) * 1000n + BigInt(10 * i + m));
    let found = 0;
    for (let run = 0; run < times; run++) {
      const settings = { ...comparisonDefaults, seed: 1 + run };
      const { comparisons } = compareMeasured(equallyGood(whole, systems, random), settings);
      if (comparisons.some(({ verdict }) => verdict !== 0)) found++;
      if (process.stderr.isTTY)
        process.stderr.write(`\r${systems} systems, ${whole.name}: ${run + 1} of ${times}, ${found} false `);
    }
    isCalibrated &&= found / times <= most;
    return found / times;
  });
  const percent = (share) => `${(100 * share).toFixed(1)} %`;
  const cells = [systems, (systems * (systems - 1)) / 2, times, ...rates.map(percent), percent(most)];
  console.log(`| ${cells.join(' | ')} |`);
}
process.exitCode = isCalibrated ? 0 : 1;
