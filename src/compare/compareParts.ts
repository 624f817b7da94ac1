/** Systems compared on parts of a test set, or of its words. */
import { type Measurement, groupBy } from '../core/index.ts';
import {
  type ComparedSystems,
  type ComparisonSettings,
  type SystemComparison,
  compareMeasured,
  compareTogether,
} from '../stats/index.ts';
import { correctP, leastCorrected } from '../stats/comparison/corrections.ts';

interface MeasuredPart {
  readonly measured: Measurement;
  /** Which of the test set were measured, counted from 0. */
  readonly segments: readonly number[];
  /** Why nothing can be found here, if so. */
  readonly reason?: string;
}

/** Without a ranking: parts explain the differences of the whole. */
export type ComparedPart = Omit<ComparedSystems, 'ranking'>;

/** Of five units there are 32 exchanges of outputs, so that none is less likely than 1 in 16 from either side: nothing could be found. */
const leastUnits = 6;

/**
 * Settings for testing parts, given those of the whole: randomization, which holds its level for parts of any size and suits every
 * metric. The bootstrap finds too much in small parts, and tests of single segments are not for all metrics.
 */
export function partSettings(settings: ComparisonSettings): ComparisonSettings {
  const { equivalence: _margin, power: _power, family: _family, samples, ...rest } = settings;
  return {
    ...rest,
    test: 'randomization',
    samples: Math.min(samples, Math.max(usualSamples, Math.ceil(samples / 10))),
  };
}

/** Parts are many, and each has a test: a tenth of the whole's usual samples. Parts at the floor of p get more. */
const usualSamples = 1000;

/**
 * Compares the systems on each part of a test set. The comparisons of one pair of systems on all parts form a family for the correction,
 * because the question is where these two systems differ. Parts with fewer than six units are not tested: their p is NaN, they have a
 * `reason`, and they do not count in the family.
 */
export function compareParts(parts: readonly MeasuredPart[], settings: ComparisonSettings): ComparedPart[] {
  const { units } = settings;
  const few = `There are fewer than ${leastUnits} ${units ? 'documents' : 'segments'}.`;
  const compared: ComparedPart[] = [];
  // Classes of words are parts of the same segments, and are compared together.
  for (const [segments, members] of groupBy([...parts.keys()], (part) => parts[part]!.segments)) {
    const ofPart = units && Uint32Array.from(segments, (segment) => units[segment]!);
    const asked = { ...settings, family: parts.length, ...(ofPart && { units: ofPart }) };
    const count = ofPart ? new Set(ofPart).size : segments.length;
    const reasonOf = (part: number): string | undefined =>
      parts[part]!.reason ?? (count < leastUnits ? few : undefined);
    const tested = members.filter((part) => reasonOf(part) === undefined);
    const found = compareTogether(
      tested.map((part) => parts[part]!.measured),
      asked,
    );
    tested.forEach((part, i) => (compared[part] = withoutRanking(found[i]!)));
    for (const part of members) compared[part] ??= onlyScored(parts[part]!.measured, asked, reasonOf(part)!);
  }
  return correctByPair(compared, settings);
}

function withoutRanking({ ranking: _ranking, ...compared }: ComparedSystems): ComparedPart {
  return compared;
}

/** Scores and differences, without anything drawn. */
function onlyScored(measured: Measurement, settings: ComparisonSettings, reason: string): ComparedPart {
  // A single sample, which is not looked at.
  const scored = compareMeasured(measured, { ...settings, test: 'randomization', interval: 'percentile', samples: 1 });
  const unknown = { interval: { low: NaN, high: NaN }, standardError: NaN };
  return {
    ...withoutRanking(scored),
    settings,
    samples: 0,
    leastP: NaN,
    systems: scored.systems.map((system) => ({ ...system, ...unknown })),
    comparisons: scored.comparisons.map((comparison) => ({ ...comparison, ...unknown, p: NaN, favours: 0, reason })),
  };
}

function correctByPair(compared: readonly ComparedPart[], { correction, alpha }: ComparisonSettings): ComparedPart[] {
  const pairs = compared[0]?.comparisons.length ?? 0;
  const corrected = Array.from({ length: pairs }, (_, k) =>
    correctP(
      compared.map(({ comparisons }) => comparisons[k]!.p),
      correction,
    ),
  );
  const family = compared.filter(({ comparisons }) => !Number.isNaN(comparisons[0]?.p)).length;
  return compared.map((each, part) => ({
    ...each,
    family,
    leastCorrected: leastCorrected(each.leastP, family, correction),
    comparisons: each.comparisons.map((comparison, k): SystemComparison => {
      const p = corrected[k]![part]!;
      return { ...comparison, corrected: p, verdict: p <= alpha ? comparison.favours : 0 };
    }),
  }));
}
