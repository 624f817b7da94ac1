/** Checks what is to be compared and settles what has to be drawn: the part of a comparison that comes before all resampling. */
import { type Measurement, UsageError, counted } from '../../core/index.ts';
import { byUnits } from './byUnits.ts';
import { type ComparisonSettings, comparisonTests } from './comparison.ts';
import { pairsOf } from './pairs.ts';
import { countAllExchanges } from './sampleSource.ts';
import type { SamplingPlan } from './sampler.ts';
import { type Contributions, unitContributions } from './unitContributions.ts';
import { wholeScores } from './wholeScores.ts';

export interface ComparisonPlan extends SamplingPlan {
  readonly settings: ComparisonSettings;
  readonly segments: number;
  /** Of systems, as messages call them. */
  readonly names: readonly string[];
  /** For the tests that look at single units. */
  readonly contributions?: Contributions;
}

/** All 2¹⁹ exchanges of 20 units take about a second for each pair of systems. */
const mostExact = 20;

export function planComparison(given: Measurement, settings: ComparisonSettings): ComparisonPlan {
  checkSettings(settings);
  checkMeasurement(given, settings);
  const { test, units, baseline } = settings;
  const asSacrebleu = test === 'sacrebleu-bs' || test === 'sacrebleu-ar';
  if (units && asSacrebleu) {
    throw new UsageError(`sacreBLEU draws segments, not documents: use bootstrap or randomization instead of ${test}.`);
  }
  const measured = byUnits(given, units);
  const names = namesOf(given);
  const { scores, rounding } = wholeScores(given, names);
  if (test === 'exact' && measured.segments > mostExact) {
    throw new UsageError(
      `The exact test tries all exchanges of outputs, which is possible for up to ${mostExact} ${units ? 'documents' : 'segments'}; there are ${measured.segments}. Use randomization, which tries some by chance.`,
    );
  }
  const contributions = test === 't' || test === 'wilcoxon' ? unitContributions(measured) : undefined;
  if ((test === 't' || test === 'wilcoxon') && !contributions) {
    throw new UsageError(
      `${given.name} of a system is no mean of its segments, so that ${test === 't' ? 'the t test' : "Wilcoxon's test"} of segments says nothing of it. Use bootstrap or randomization.`,
    );
  }
  return {
    measured,
    segments: given.segments,
    names,
    settings,
    pairs: pairsOf(given.systems, baseline),
    scores,
    rounding,
    ...(asSacrebleu && { asNumpy: true }),
    ...(contributions && { contributions }),
    ...exchangesOf(settings, measured.segments),
  };
}

function exchangesOf({ test, samples }: ComparisonSettings, units: number): Pick<ComparisonPlan, 'exchanges'> {
  if (test === 'randomization') return { exchanges: { kind: 'random', count: samples, counted: 'at least' } };
  if (test === 'sacrebleu-ar') return { exchanges: { kind: 'random', count: samples, counted: 'larger' } };
  if (test === 'exact') return { exchanges: { kind: 'all', count: countAllExchanges(units), counted: 'at least' } };
  return {};
}

/** What messages call the systems. */
function namesOf(measured: Measurement): string[] {
  const { systemNames } = measured as { systemNames?: readonly string[] };
  return Array.from({ length: measured.systems }, (_, s) => systemNames?.[s] ?? `system ${s + 1}`);
}

function checkMeasurement(measured: Measurement, { baseline }: ComparisonSettings): void {
  const { name, systems, segments, rows, width } = measured;
  if (systems < 2)
    throw new UsageError(`A comparison needs two systems; there ${systems === 1 ? 'is' : 'are'} ${systems}.`);
  if (segments < 1) throw new UsageError('There are no segments to compare systems by.');
  if (baseline !== undefined && (!Number.isInteger(baseline) || baseline < 0 || baseline >= systems)) {
    throw new UsageError(`There is no system ${baseline} to be the baseline: systems are 0 to ${systems - 1}.`);
  }
  const expected = systems * segments * width;
  if (rows.length !== expected) {
    throw new UsageError(
      `${name}: ${counted(systems, 'system')} with ${counted(segments, 'segment')} have ${expected} numbers, not ${rows.length}.`,
    );
  }
}

function checkSettings(settings: ComparisonSettings): void {
  const { test, correction, samples, level, alpha, interval, equivalence } = settings;
  const oneOf = (what: string, value: string, known: readonly string[]): void => {
    if (!known.includes(value)) throw new UsageError(`${what} must be one of ${known.join(', ')}, not ${value}.`);
  };
  oneOf('The test', test, comparisonTests);
  oneOf('The correction', correction, ['holm', 'bh', 'none']);
  oneOf('The interval', interval, ['percentile', 'bca']);
  if (!Number.isInteger(samples) || samples < 1 || samples > 0xffff_ffff) {
    throw new UsageError(`The number of resamples must be an integer of at least 1, not ${samples}.`);
  }
  if (!(level > 0 && level < 1)) throw new UsageError(`The level of intervals must lie between 0 and 1, not ${level}.`);
  if (!(alpha > 0 && alpha < 1)) throw new UsageError(`Alpha must lie between 0 and 1, not ${alpha}.`);
  if (equivalence !== undefined && !(equivalence > 0 && Number.isFinite(equivalence))) {
    throw new UsageError(`The margin of equivalence must be above 0, in points of the metric, not ${equivalence}.`);
  }
}
