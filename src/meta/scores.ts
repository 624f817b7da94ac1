/** Scores of systems and of their segments, from a metric computed here, from a file, or from people: what meta-evaluation compares. */

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
