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
export interface SharedSystems {
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
  const [people, machine] = [upward(human), upward(metric)];
  const places = placesOf(machine.systems);
  const shared = people.systems.flatMap((system, s) => {
    const at = places.get(system);
    if (at === undefined || Number.isNaN(people.ofSystems[s]!) || Number.isNaN(machine.ofSystems[at]!)) return [];
    return [{ system, human: people.ofSystems[s]!, metric: machine.ofSystems[at]! }];
  });
  return {
    systems: shared.map(({ system }) => system),
    human: Float64Array.from(shared, (each) => each.human),
    metric: Float64Array.from(shared, (each) => each.metric),
  };
}

/** All systems and segments that both name, in the order of the human scores. */
export function sharedSegments(human: Scores, metric: Scores): SharedSegments {
  const [people, machine] = [upward(human), upward(metric)];
  const systemPlaces = placesOf(machine.systems);
  const segmentPlaces = placesOf(machine.segments);
  const systems = people.systems.filter((system) => systemPlaces.has(system));
  const segments = people.segments.filter((segment) => segmentPlaces.has(segment));
  const ownPlaces = placesOf(people.systems);
  const ownSegments = placesOf(people.segments);
  const size = systems.length * segments.length;
  const humanScores = new Float64Array(size).fill(NaN);
  const metricScores = new Float64Array(size).fill(NaN);
  let counted = 0;
  systems.forEach((system, s) => {
    const fromHuman = ownPlaces.get(system)! * people.segments.length;
    const fromMetric = systemPlaces.get(system)! * machine.segments.length;
    segments.forEach((segment, g) => {
      const byPeople = people.ofSegments[fromHuman + ownSegments.get(segment)!]!;
      const byMetric = machine.ofSegments[fromMetric + segmentPlaces.get(segment)!]!;
      if (Number.isNaN(byPeople) || Number.isNaN(byMetric)) return;
      humanScores[s * segments.length + g] = byPeople;
      metricScores[s * segments.length + g] = byMetric;
      counted++;
    });
  });
  const judged = people.ofSegments.reduce((sum, score) => sum + (Number.isNaN(score) ? 0 : 1), 0);
  return { systems, segments, human: humanScores, metric: metricScores, counted, missing: judged - counted };
}

export const placesOf = (names: readonly string[]): ReadonlyMap<string, number> =>
  new Map(names.map((name, at) => [name, at]));
