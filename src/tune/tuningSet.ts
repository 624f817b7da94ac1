/** What is tuned on or held out: n-best lists or forests with their references, parts of them, and what weights choose from them. */
import { type Metric, type TextsAhead, UsageError, counted, present, readAhead, teach } from '../core/index.ts';
import { type Hypergraph, bestDerivation, weightEdges } from '../lattice/index.ts';
import { SegmentCounter } from '../measure/index.ts';
import { Pcg64, shuffle } from '../stats/index.ts';
import { checkReferences } from './checks.ts';
import { type Candidates, type Pool, segmentsWithCandidates, selectSegments } from './lists/candidates.ts';
import { bestCandidates, chosenTexts, firstCandidates } from './lists/rerank.ts';

interface Segments {
  /** By segment. */
  readonly references: readonly (readonly string[])[];
  readonly sources?: readonly string[];
  /** By name, then segment. */
  readonly labels?: ReadonlyMap<string, readonly string[]>;
  /** Notes on the files it was read from, and their hash. */
  readonly notes?: readonly string[];
  readonly sha256?: string;
}

/** N-best lists with their references, as `readNbest` reads them. */
export interface ListSet extends Segments {
  readonly candidates: Candidates;
}

/** Lattices or forests with their references, as `readForests` reads them. */
export interface ForestSet extends Segments {
  readonly forests: readonly Hypergraph[];
  readonly featureNames: readonly string[];
}

/** A set to tune weights on: n-best lists or forests, with their references. */
export type TuningSet = ListSet | ForestSet;

interface DividedSet<Set> {
  readonly dev: Set;
  readonly test: Set | undefined;
  /** Where the segments of `test`, or of `dev` without one, are among those that a translation is written for. */
  readonly translated: { readonly segments: number; readonly members: readonly number[] };
  /** The segments drawn to be held out. */
  readonly drawn?: readonly number[];
}

/** Segments without candidates are ignored. With a share of 0 nothing is held out, as without a test set. */
export function divideSet<Set extends TuningSet>(
  set: Set,
  test: Set | { readonly share: number } | undefined,
  seed: number,
): DividedSet<Set> {
  const features = featureNamesOf(set);
  if (features.length === 0) {
    const what = 'candidates' in set ? 'n-best lists' : 'lattices';
    throw new UsageError(`The ${what} have no features, so there is nothing to tune.`);
  }
  const usable = withCandidates(set);
  if (usable.length === 0) throw new UsageError('There is nothing to tune on: no segment has a candidate.');
  if (test && 'share' in test && test.share > 0) {
    const { tunedOn, heldOut } = holdOut(usable, test.share, seed);
    return {
      dev: selectSet(set, tunedOn),
      test: selectSet(set, heldOut),
      translated: { segments: heldOut.length, members: heldOut.map((_, i) => i) },
      drawn: heldOut,
    };
  }
  const other = test && 'share' in test ? undefined : test;
  if (other) checkFeatureNames(featureNamesOf(other), features);
  const members = other ? withCandidates(other) : usable;
  if (members.length === 0) throw new UsageError('There is nothing to test on: no held-out segment has a candidate.');
  return {
    dev: selectSet(set, usable),
    test: other && selectSet(other, members),
    translated: { segments: (other ?? set).references.length, members },
  };
}

/**
 * Divides segments at random into those to tune on and those to hold out. `share` of them, rounded, is held out; both parts must have at
 * least one segment, and both keep the order.
 */
export function holdOut(
  segments: readonly number[],
  share: number,
  seed: number,
): Record<'tunedOn' | 'heldOut', readonly number[]> {
  const held = Math.round(share * segments.length);
  if (!(held >= 1 && held < segments.length)) {
    throw new UsageError(
      `Cannot hold out a share of ${share} of ${counted(segments.length, 'segment')}: both parts need at least one segment.`,
    );
  }
  const drawn = new Set(shuffle([...segments], new Pcg64(seed)).slice(0, held));
  return { tunedOn: segments.filter((i) => !drawn.has(i)), heldOut: segments.filter((i) => drawn.has(i)) };
}

/** Weights refer to features by number, so both sets must share the numbers. */
function checkFeatureNames(heldOut: readonly string[], tunedOn: readonly string[]): void {
  const odd = heldOut.find((name) => !tunedOn.includes(name));
  if (odd !== undefined) {
    throw new UsageError(`The feature ${odd} is only in the held-out data, so its weight cannot be tuned.`);
  }
  if (heldOut.some((name, f) => name !== tunedOn[f])) {
    throw new UsageError('The held-out data numbers its features differently. Read both with the same `names`.');
  }
}

const withCandidates = (set: TuningSet): number[] =>
  'candidates' in set ? segmentsWithCandidates(set.candidates) : set.forests.map((_, i) => i);

/** Some of the segments, in the order of `members`. */
export function selectSet<Set extends TuningSet>(set: Set, members: readonly number[]): Set {
  const pick = <T>(values: readonly T[]): T[] => members.map((i) => values[i]!);
  const { references, sources, labels = new Map<string, readonly string[]>() } = set;
  return {
    ...set,
    ...('candidates' in set ? { candidates: selectSegments(set.candidates, members) } : { forests: pick(set.forests) }),
    references: pick(references),
    ...present({ sources: sources && pick(sources) }),
    labels: new Map([...labels].map(([name, values]) => [name, pick(values)])),
  };
}

/** Returns the feature names of a tuning set, by feature number. */
export const featureNamesOf = (set: TuningSet): readonly string[] =>
  'candidates' in set ? set.candidates.featureNames : set.featureNames;

/** By segment, the decoder's choice. */
export const decodedTexts = (set: TuningSet): string[] =>
  'candidates' in set
    ? chosenTexts(set.candidates, firstCandidates(set.candidates))
    : set.forests.map((forest) => bestDerivation(forest).text);

/** Returns, for each segment, the translation that the weights choose. */
export const bestTexts = (set: TuningSet, weights: Float64Array): string[] =>
  'candidates' in set
    ? chosenTexts(set.candidates, bestCandidates(set.candidates, weights))
    : set.forests.map((forest) => bestDerivation(weightEdges(forest, weights)).text);

/** All candidates, for metrics that read ahead. */
export const candidateTexts = ({ candidates, references, sources }: CandidatesOfTask): TextsAhead[] =>
  Array.from({ length: candidates.segments }, (_, i) => ({
    hypotheses: candidates.texts.slice(candidates.starts[i], candidates.starts[i + 1]),
    references: references?.[i] ?? [],
    source: sources?.[i],
  }));

type CandidatesOfTask = Pick<ListSet, 'candidates' | 'sources'> & Partial<Pick<ListSet, 'references'>>;

/** The score of each candidate by a metric that needs no references. */
export async function scoreCandidates(
  metric: Metric,
  set: Pick<ListSet, 'candidates' | 'sources'>,
  onProgress?: (share: number) => void,
): Promise<Float64Array> {
  const { segments, starts, texts } = set.candidates;
  if (metric.uses?.references !== false) {
    throw new UsageError(
      `${metric.name} needs references, so it cannot choose translations. Use a metric without references; for the best translations given references, run assay oracle.`,
    );
  }
  await readAhead([metric], candidateTexts(set), onProgress);
  const counter = new SegmentCounter([metric]);
  const width = metric.statistics.length;
  const rows = new Float64Array(texts.length * width);
  for (let i = 0; i < segments; i++) {
    counter.count(texts.slice(starts[i], starts[i + 1]), [], set.sources?.[i], [rows], starts[i]!, 1);
  }
  const sign = metric.higherIsBetter ? 1 : -1;
  return Float64Array.from(texts, (_, c) => sign * metric.forSegments.score(rows.subarray(c * width, (c + 1) * width)));
}

/**
 * Counts the rows of a metric for all candidates of n-best lists. A metric that learns from references is taught first, unless it was
 * taught before.
 */
export function measureCandidates(
  metric: Metric,
  { candidates, references, sources }: Pick<ListSet, 'candidates' | 'references' | 'sources'>,
): Pool {
  const { segments, starts, texts } = candidates;
  checkReferences(segments, 'n-best list', references, sources);
  const taught = teach(metric, references);
  const width = taught.statistics.length;
  const rows = new Float64Array(texts.length * width);
  const counter = new SegmentCounter([taught]);
  for (let i = 0; i < segments; i++) {
    const [from, to] = [starts[i]!, starts[i + 1]!];
    if (from === to) continue;
    counter.count(texts.slice(from, to), references[i]!, sources?.[i], [rows], from, 1);
  }
  return { candidates, rows, width };
}
