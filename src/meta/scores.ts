/** Scores of systems and segments, from a metric, a file or people, as compared by meta-evaluation; and values of agreement. */
/** The scores of systems and of their segments by one metric or by people; a missing score is NaN. */
export interface Scores {
  readonly name: string;
  /** As typed on the command line, of a metric that was computed here. */
  readonly metric?: string;
  readonly higherIsBetter: boolean;
  readonly systems: readonly string[];
  /** Keys of segments, as judgments name them; empty if only whole systems were scored. */
  readonly segments: readonly string[];
  /** By system. */
  readonly ofSystems: Float64Array;
  /** Segment g of system s at s * segments.length + g. */
  readonly ofSegments: Float64Array;
}

/** Scores for which higher is better: those of an error metric are negated. */
export function upward(scores: Scores): Scores {
  if (scores.higherIsBetter) return scores;
  return {
    ...scores,
    higherIsBetter: true,
    ofSystems: scores.ofSystems.map((score) => -score),
    ofSegments: scores.ofSegments.map((score) => -score),
  };
}

/** Scores of whole systems: entry i of both is that of system i. */
interface SharedSystems {
  readonly systems: readonly string[];
  readonly human: Float64Array;
  readonly metric: Float64Array;
}

/** Segment scores: segment g of system s at s * segments.length + g; NaN in both if either is missing. */
export interface SharedSegments extends SharedSystems {
  readonly segments: readonly string[];
  /** The number of outputs that both scored. */
  readonly counted: number;
  /** The number of outputs that people scored and the metric did not. */
  readonly missing: number;
}

/** The systems that have a score of both, in the order of the human scores. */
export function sharedSystems(human: Scores, metric: Scores): SharedSystems {
  const { systems } = human;
  const [people, machine] = [upward(human).ofSystems, systemScores(upward(metric), systems)];
  const shared = [...systems.keys()].filter((s) => !Number.isNaN(people[s]!) && !Number.isNaN(machine[s]!));
  return {
    systems: shared.map((s) => systems[s]!),
    human: Float64Array.from(shared, (s) => people[s]!),
    metric: Float64Array.from(shared, (s) => machine[s]!),
  };
}

/** All systems and segments that both name, in the order of the human scores. */
export function sharedSegments(human: Scores, metric: Scores): SharedSegments {
  const systems = sharedNames([human.systems, metric.systems]);
  const segments = sharedNames([human.segments, metric.segments]);
  const people = cellsOf(upward(human), systems, segments);
  const machine = cellsOf(upward(metric), systems, segments);
  let counted = 0;
  for (let at = 0; at < people.length; at++) {
    if (Number.isNaN(people[at]!) || Number.isNaN(machine[at]!)) people[at] = machine[at] = NaN;
    else counted++;
  }
  const judged = human.ofSegments.reduce((sum, score) => sum + (Number.isNaN(score) ? 0 : 1), 0);
  return { systems, segments, human: people, metric: machine, counted, missing: judged - counted };
}

/** Segments of one unit, such as one source sentence, are drawn and exchanged together. By key; a segment without a unit is its own unit. */
export type SegmentUnits = ReadonlyMap<string, number>;

/** By segment the number of its unit, in order of first appearance. */
export function numberUnits(segments: readonly string[], units: SegmentUnits): Uint32Array {
  const numbers = new Map<number | string, number>();
  return Uint32Array.from(segments, (segment) => {
    const unit = units.get(segment) ?? segment;
    if (!numbers.has(unit)) numbers.set(unit, numbers.size);
    return numbers.get(unit)!;
  });
}

/** How many units are numbered. */
export const countUnits = (unitOf: Uint32Array): number => unitOf.reduce((most, unit) => Math.max(most, unit + 1), 0);

/** Names in all lists, in the order of the first. */
export function sharedNames([first = [], ...others]: readonly (readonly string[])[]): string[] {
  const sets = others.map((list) => new Set(list));
  return first.filter((name) => sets.every((set) => set.has(name)));
}

/** By system, NaN for those without a score. */
export function systemScores({ systems, ofSystems }: Scores, names: readonly string[]): Float64Array {
  const places = placesOf(systems);
  return Float64Array.from(names, (name) => ofSystems[places.get(name) ?? NaN] ?? NaN);
}

/** Segment g of system s at s * segments.length + g, NaN for those without a score. */
export function cellsOf(
  { systems: rows, segments: columns, ofSegments }: Scores,
  systems: readonly string[],
  segments: readonly string[],
): Float64Array {
  const [rowOf, columnOf] = [placesOf(rows), placesOf(columns)];
  const places = segments.map((segment) => columnOf.get(segment) ?? NaN);
  const cells = new Float64Array(systems.length * segments.length);
  systems.forEach((system, s) => {
    const from = (rowOf.get(system) ?? NaN) * columns.length;
    places.forEach((place, g) => (cells[s * segments.length + g] = ofSegments[from + place] ?? NaN));
  });
  return cells;
}

export const placesOf = (names: readonly string[]): ReadonlyMap<string, number> =>
  new Map(names.map((name, at) => [name, at]));

/** A value that is one sum divided by another: values of several tasks are pooled by adding both sums. */
export interface Fraction {
  readonly above: number;
  readonly below: number;
}

/** NaN if nothing was counted. */
export const valueOf = ({ above, below }: Fraction): number => above / below;

/** One value for several tasks, such as language pairs. */
export interface OverTasks {
  /** The mean of the defined values, weighted if tasks have weights. */
  readonly mean: number;
  /** The number of defined values. */
  readonly tasks: number;
  /** All tasks pooled, if values are fractions. */
  readonly pooled?: number;
}

interface TaskFigure {
  readonly value: number;
  readonly fraction?: Fraction;
  /** 1 by default. */
  readonly weight?: number;
}

export function overTasks(figures: readonly TaskFigure[]): OverTasks {
  const sum = (list: readonly number[]): number => list.reduce((total, value) => total + value, 0);
  const defined = figures.filter(({ value }) => !Number.isNaN(value));
  const weights = defined.map(({ weight = 1 }) => weight);
  const fractions = figures.flatMap(({ fraction }) => (fraction ? [fraction] : []));
  const [above, below] = [sum(fractions.map((each) => each.above)), sum(fractions.map((each) => each.below))];
  return {
    mean: sum(defined.map(({ value }, at) => weights[at]! * value)) / sum(weights),
    tasks: defined.length,
    ...(fractions.length > 0 && { pooled: above / below }),
  };
}

/** A mean of several metrics: its name, its parts, and whether each part is first divided by its best score. */
export interface Combination {
  readonly name: string;
  readonly of: readonly string[];
  readonly normalized: boolean;
}

/**
 * Computes the mean of the scores of several metrics, computed here or imported: ULC of Giménez and Màrquez (2008), as in Asiya. It covers
 * the systems and segments that all parts have; a score is NaN where a part has none. Higher is better: error metrics are negated. Without
 * segments in one of the parts, the result has no segments.
 */
export function combineScores(name: string, given: readonly Scores[], { normalized }: { normalized: boolean }): Scores {
  const parts = given.map(upward);
  const systems = sharedNames(parts.map((part) => part.systems));
  const segments = sharedNames(parts.map((part) => part.segments));
  const mean = (columns: readonly Float64Array[]): Float64Array => {
    const scaled = normalized ? columns.map(divideByBest) : columns;
    return Float64Array.from(
      columns[0] ?? [],
      (_, i) => scaled.reduce((sum, each) => sum + each[i]!, 0) / scaled.length,
    );
  };
  return {
    name,
    higherIsBetter: true,
    systems,
    segments,
    ofSystems: mean(parts.map((part) => systemScores(part, systems))),
    ofSegments: mean(parts.map((part) => cellsOf(part, systems, segments))),
  };
}

/**
 * The best score becomes 1. If some scores are below 0, as for error metrics, all are first shifted so that the lowest is 0,
 * as in Asiya. If the best is then 0, all are equal and become 1.
 */
function divideByBest(scores: Float64Array): Float64Array {
  let [lowest, best] = [0, -Infinity];
  for (const score of scores) {
    if (score < lowest) lowest = score;
    if (score > best) best = score;
  }
  const range = best - lowest;
  return scores.map((score) => (Number.isNaN(score) ? NaN : range > 0 ? (score - lowest) / range : 1));
}
