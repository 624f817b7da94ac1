/** Scores of systems and of their segments, from a metric computed here, from a file, or from people: what meta-evaluation compares; and figures of agreement. */
/** What is missing is NaN. */
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

/** Scores such that more is better: those of an error metric are turned round. */
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

/** Scores of segments: segment g of system s at s * segments.length + g; NaN in both where either has none. */
export interface SharedSegments extends SharedSystems {
  readonly segments: readonly string[];
  /** How many outputs both scored. */
  readonly counted: number;
  /** How many outputs people scored and the metric did not. */
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

/** Names that all lists hold, in the order of the first. */
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

/** A figure that is one sum over another: those of several tasks are pooled by adding up both. */
export interface Fraction {
  readonly above: number;
  readonly below: number;
}

/** NaN if nothing was counted. */
export const valueOf = ({ above, below }: Fraction): number => above / below;

/** One figure for several tasks, such as language pairs. */
export interface OverTasks {
  /** The plain mean of the figures that are defined. */
  readonly mean: number;
  /** How many are. */
  readonly tasks: number;
  /** All tasks counted as one, where figures are fractions. */
  readonly pooled?: number;
}

export function overTasks(figures: readonly { readonly value: number; readonly fraction?: Fraction }[]): OverTasks {
  const sum = (list: readonly number[]): number => list.reduce((total, value) => total + value, 0);
  const values = figures.map(({ value }) => value).filter((value) => !Number.isNaN(value));
  const fractions = figures.flatMap(({ fraction }) => (fraction ? [fraction] : []));
  const [above, below] = [sum(fractions.map((each) => each.above)), sum(fractions.map((each) => each.below))];
  return {
    mean: sum(values) / values.length,
    tasks: values.length,
    ...(fractions.length > 0 && { pooled: above / below }),
  };
}

/** Which scores a mean is of, and whether each is first divided by the best. */
export interface Combination {
  readonly name: string;
  readonly of: readonly string[];
  readonly normalized: boolean;
}

/**
 * The mean of several metrics' scores, computed here or imported: ULC of Giménez and Màrquez (2008), as in Asiya.
 * For the systems and segments that all parts have; NaN where one of them has none. More is better: parts that count
 * errors are taken with a minus. Without segments if a part has none.
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
 * The best score becomes 1. Where some are below 0, as those of errors are, all are first raised so that the lowest is 0,
 * as in Asiya. Where there is nothing to divide by, all are equal, and all are 1.
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
