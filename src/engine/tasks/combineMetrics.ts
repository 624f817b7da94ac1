/** Means of metrics that were asked for by name, from the scores there are. */
import { type Metric, UsageError, isUsageError, printMetric, suggest } from '../../core/index.ts';
import { type Combination, type Scores, combineScores } from '../../meta/index.ts';
import { parseMetric } from '../parseMetric.ts';

interface Combined {
  readonly made: readonly Scores[];
  /** Which means could not be computed, or not completely, and why. */
  readonly notes: readonly string[];
}

/** The scores of a metric may be meant by their name or by the metric as typed. */
export interface KnownScores {
  readonly scores: Scores;
  /** Of groups of segments, if asked for: group g of system s at s * groups + g. */
  readonly ofGroups?: Float64Array;
  readonly metric?: Metric;
}

export function combineMetrics(combinations: readonly Combination[], known: readonly KnownScores[]): Combined {
  const made: Scores[] = [];
  const notes: string[] = [];
  for (const combination of combinations) {
    const { name, of } = combination;
    if (known.some(({ scores }) => scores.name === name)) throw nameTaken(combination);
    const parts = of.map((typed) => findScores(typed, known));
    const missing = of.filter((_, p) => !parts[p]);
    if (missing.length > 0) {
      notes.push(`${name} left out, since there are no scores of ${missing.join(', ')}.`);
      continue;
    }
    const combined = combineScores(name, parts as Scores[], combination);
    if (combined.systems.length === 0) {
      notes.push(`${name} left out, since no system has scores of all its parts.`);
      continue;
    }
    const [bare] = (parts as Scores[]).filter(({ segments }) => segments.length === 0);
    if (bare) notes.push(`${name} has no scores of segments, since ${bare.name} has none.`);
    made.push(combined);
  }
  return { made, notes };
}

/** Exactly so, or in other case, or as the metric that was typed. */
function findScores(typed: string, known: readonly KnownScores[]): Scores | undefined {
  const canonical = canonicalOf(typed);
  const found =
    known.find(({ scores }) => scores.name === typed) ??
    known.find(({ metric }) => metric && canonical !== undefined && printMetric(metric) === canonical) ??
    known.find(({ scores }) => scores.name.toLowerCase() === typed.toLowerCase());
  return found?.scores;
}

/** Undefined if it is not a built-in metric: its scores then come from a file. */
function canonicalOf(typed: string): string | undefined {
  try {
    return printMetric(parseMetric(typed));
  } catch (error) {
    if (isUsageError(error)) return undefined;
    throw error;
  }
}

/** Refuses combinations that are invalid for any scores. */
export function checkCombinations(combinations: readonly Combination[], metrics: readonly Metric[]): void {
  combinations.forEach((combination, c) => {
    const { name, of } = combination;
    const isSecond = combinations.findIndex((each) => each.name === name) !== c;
    if (isSecond || metrics.some((metric) => metric.name === name)) throw nameTaken(combination);
    const twice = of.find((part, p) => of.indexOf(part) !== p);
    if (twice !== undefined) throw new UsageError(`${twice} appears twice in ${name}=${of.join('+')}.`);
  });
}

/** Refuses a mean whose parts no task has, since then a name must be wrong. */
export function checkCombined(
  combinations: readonly Combination[],
  made: ReadonlySet<string>,
  known: readonly KnownScores[],
): void {
  const lost = combinations.find(({ name }) => !made.has(name));
  if (!lost) return;
  const missing = lost.of.filter((typed) => !findScores(typed, known));
  if (missing.length === 0) throw new UsageError(`No task has all parts of ${lost.name}: ${lost.of.join(', ')}.`);
  const names = [...new Set(known.map(({ scores }) => scores.name))];
  const advice = missing.map((name) => suggest(name, names))[0]!;
  throw new UsageError(
    `${lost.name}: there are no scores of ${missing.join(', ')}. ${advice} Name metrics to compute with -m, files with --scores.`,
  );
}

const nameTaken = ({ name, of }: Combination): UsageError =>
  new UsageError(`Two metrics would have the name ${name}. Give the mean another name: NAME=${of.join('+')}.`);
