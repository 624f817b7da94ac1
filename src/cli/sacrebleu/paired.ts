/** --paired-bs and --paired-ar: every system against the first, with the p-values of sacreBLEU. */
import { sumRows } from '../../core/index.ts';
import type { Measured } from '../../measure/index.ts';
import { numpyMean, sacrebleuBootstrapP, sacrebleuRandomizationP } from '../../stats/index.ts';
import { Failure } from './failure.ts';
import type { Settings } from './flags.ts';
import type { CompatibleMetric } from './metrics.ts';
import {
  type Confidence,
  type Rows,
  type Seed,
  halfWidth,
  rounding,
  scoreResamples,
  scoreTrials,
} from './resamples.ts';

export interface PairedTest {
  /** `bs` is the bootstrap, `ar` approximate randomization. */
  readonly test: 'bs' | 'ar';
  readonly samples: number;
  /** As typed, which is what the text names even when it asks for the default. */
  readonly typedSamples: number;
  readonly seed: Seed;
}

export interface PairedResult {
  readonly score: number;
  /** Of the test against the baseline, which has none itself. */
  readonly p?: number | undefined;
  /** From the resamples of the bootstrap. */
  readonly confidence?: Confidence | undefined;
}

/** Scores of all samples are kept, so their number is limited. */
const most = 10_000_000;

/** The test asked for, or none. A number of samples that is not positive asks for the default. */
export function pairedTest(settings: Settings, readSeed: () => Seed): PairedTest | undefined {
  const { pairedBs, pairedAr, pairedBsN, pairedArN, pairedJobs } = settings;
  if (!pairedBs && !pairedAr) return undefined;
  if (pairedJobs < 0) throw new Failure(`--paired-jobs cannot be negative: ${pairedJobs}.`);
  const typedSamples = pairedBs ? pairedBsN : pairedArN;
  if (typedSamples > most) throw new Failure(`${typedSamples} samples are too many; at most ${most} are possible.`);
  const samples = typedSamples > 0 ? typedSamples : pairedBs ? 1000 : 10000;
  return { test: pairedBs ? 'bs' : 'ar', samples, typedSamples, seed: readSeed() };
}

/** One result for each system; the first is the baseline. */
export function testPairs(compatible: CompatibleMetric, measured: Measured, test: PairedTest): PairedResult[] {
  const scores = Array.from({ length: measured.systems }, (_, system) => compatible.score(sumRows(measured, system)));
  return (test.test === 'bs' ? bootstrapPairs : randomizePairs)(compatible, measured, test, scores);
}

/** With a seed all systems are scored on the same resamples, else on resamples of their own. */
function bootstrapPairs(
  { sample }: CompatibleMetric,
  measured: Measured,
  { samples, seed }: PairedTest,
  scores: readonly number[],
): PairedResult[] {
  const draw = (rows: Rows) => scoreResamples(rows, samples, seed.next(), sample);
  const shared = seed.value === undefined ? undefined : draw(measured);
  return scores.map((score, system) => {
    const [baseline, own] = shared ? [shared[0]!, shared[system]!] : draw(pairOf(measured, system));
    const confidence = { mean: numpyMean(own!.scores.toSorted(), rounding(own!)), halfWidth: halfWidth(own!) };
    if (system === 0) return { score, confidence };
    const round = rounding({ single: baseline!.single && own!.single });
    const p = sacrebleuBootstrapP(baseline!.scores, own!.scores, Math.abs(scores[0]! - score), round);
    return { score, p, confidence };
  });
}

function randomizePairs(
  { trial }: CompatibleMetric,
  measured: Measured,
  { samples, seed }: PairedTest,
  scores: readonly number[],
): PairedResult[] {
  const toss = (rows: Rows) => scoreTrials(rows, samples, seed.next(), trial);
  const shared = seed.value === undefined ? undefined : toss(measured);
  return scores.map((score, system) => {
    if (system === 0) return { score };
    const { a, b } = shared ? shared[system - 1]! : toss(pairOf(measured, system))[0]!;
    return { score, p: sacrebleuRandomizationP(a, b, Math.abs(scores[0]! - score)) };
  });
}

/** The rows of the baseline, and behind them those of one system. */
function pairOf({ rows, width, segments }: Measured, system: number): Rows {
  const size = segments * width;
  const both = new Float64Array(2 * size);
  both.set(rows.subarray(0, size));
  both.set(rows.subarray(system * size, (system + 1) * size), size);
  return { rows: both, width, segments, systems: 2 };
}
