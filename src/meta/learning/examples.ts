/** Human judgments as training examples: which of two outputs is better, or how good one is. */
import { compareScores } from '../../stats/index.ts';
import type { HumanSide } from '../humanSide.ts';
import { placesOf, upward } from '../scores.ts';

/** Features of the outputs of one task, for training and scoring. */
export interface FeatureTable {
  readonly task: string;
  readonly systems: readonly string[];
  /** Keys of segments, as judgments name them. */
  readonly segments: readonly string[];
  /** Numbers of features. */
  readonly width: number;
  /** Feature k of segment g of system s at (s * segments.length + g) * width + k. */
  readonly values: Float64Array;
  /** By segment, its sentence; segments of other tasks can have the same sentence. */
  readonly sentences: Int32Array;
}

/** In columns. Outputs are rows of `values`, all tasks one after the other. */
export interface Examples {
  readonly kind: 'pairwise' | 'absolute';
  readonly count: number;
  readonly width: number;
  readonly values: Float64Array;
  /** The output, or the first of two. */
  readonly first: Int32Array;
  /** The second of two; −1 for a single output. */
  readonly second: Int32Array;
  /** 1 if people found the first better, −1 if the second; or the rating. */
  readonly target: Float64Array;
  readonly sentence: Int32Array;
  /** Ties, which are not used for training. */
  readonly ties: number;
  /** Judgments of outputs that are missing. */
  readonly missing: number;
}

/** The judgments of the outputs in a table. */
export interface JudgedTable {
  readonly table: FeatureTable;
  readonly side: HumanSide;
}

export function gatherExamples(kind: Examples['kind'], judged: readonly JudgedTable[]): Examples {
  const first: number[] = [];
  const second: number[] = [];
  const target: number[] = [];
  const sentence: number[] = [];
  let ties = 0;
  let missing = 0;
  let start = 0;
  for (const { table, side } of judged) {
    const { systems, segments, sentences } = table;
    const systemPlaces = placesOf(systems);
    const segmentPlaces = placesOf(segments);
    /** The row of an output; NaN if it is missing. */
    const rowOf = (system: string, segment: string): number =>
      start + (systemPlaces.get(system) ?? NaN) * segments.length + (segmentPlaces.get(segment) ?? NaN);
    const add = (segment: string, a: number, b: number, outcome: number): void => {
      first.push(a);
      second.push(b);
      target.push(outcome);
      sentence.push(sentences[segmentPlaces.get(segment)!]!);
    };
    const addPair = (segment: string, a: number, b: number, outcome: number): void => {
      if (Number.isNaN(a) || Number.isNaN(b)) missing++;
      else if (outcome === 0) ties++;
      else add(segment, a, b, outcome);
    };
    if (side.comparisons) {
      const { comparisons } = side;
      for (let c = 0; c < comparisons.count; c++) {
        const segment = comparisons.segments[comparisons.segment[c]!]!;
        const a = rowOf(comparisons.systems[comparisons.first[c]!]!, segment);
        const b = rowOf(comparisons.systems[comparisons.second[c]!]!, segment);
        addPair(segment, a, b, comparisons.outcome[c]!);
      }
    } else {
      const human = upward(side.scores);
      human.segments.forEach((segment, g) => {
        const rated = human.systems.flatMap((system, s) => {
          const score = human.ofSegments[s * human.segments.length + g]!;
          return Number.isNaN(score) ? [] : [{ row: rowOf(system, segment), score }];
        });
        rated.forEach(({ row, score }, i) => {
          if (kind === 'absolute') {
            if (Number.isNaN(row)) missing++;
            else add(segment, row, -1, score);
          } else {
            for (const other of rated.slice(i + 1)) {
              addPair(segment, row, other.row, compareScores(score, other.score, true));
            }
          }
        });
      });
    }
    start += systems.length * segments.length;
  }
  return {
    kind,
    count: first.length,
    width: judged[0]?.table.width ?? 0,
    values: joined(judged.map(({ table }) => table.values)),
    first: Int32Array.from(first),
    second: Int32Array.from(second),
    target: Float64Array.from(target),
    sentence: Int32Array.from(sentence),
    ties,
    missing,
  };
}

function joined(arrays: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    all.set(array, at);
    at += array.length;
  }
  return all;
}

/**
 * Finds segments that are the same sentence, in one task or several: those that share a text as source or reference. By task, then
 * segment: its texts. Sentences are numbered from 0; empty texts are ignored.
 */
export function numberSentences(tasks: readonly (readonly (readonly string[])[])[]): Int32Array[] {
  const places: number[] = [];
  const root = (place: number): number => {
    let at = place;
    while (places[at] !== at) at = places[at] = places[places[at]!]!;
    return at;
  };
  const byText = new Map<string, number>();
  const nodes = tasks.map((segments) =>
    segments.map((texts) => {
      const node = places.push(places.length) - 1;
      for (const text of texts) {
        const known = text.trim();
        if (known === '') continue;
        const other = byText.get(known);
        if (other === undefined) byText.set(known, node);
        else places[root(node)] = root(other);
      }
      return node;
    }),
  );
  const numbers = new Map<number, number>();
  return nodes.map((ofTask) =>
    Int32Array.from(ofTask, (node) => {
      const from = root(node);
      if (!numbers.has(from)) numbers.set(from, numbers.size);
      return numbers.get(from)!;
    }),
  );
}
