/** Merges the n-best lists of several runs over the same segments; candidates with the same text and features are kept once. */
import { FeatureNames, type FeatureRows } from '../../lattice/index.ts';
import type { Candidates } from './candidates.ts';

export interface MergedCandidates {
  readonly candidates: Candidates;
  /** By list: the number of candidates that no earlier list had. */
  readonly added: readonly number[];
  /** By list: the number of candidates left out because the same list or an earlier one has them. */
  readonly repeated: readonly number[];
}

/**
 * The candidates of a segment keep the order of the lists, and within a list their own order. Of equal candidates the first is kept, with
 * its total. There are as many segments as in the longest list. `keepRepeated` keeps all, as needed for samples, whose probability is
 * their frequency.
 */
export function mergeCandidates(lists: readonly Candidates[], keepRepeated = false): MergedCandidates {
  const names = new FeatureNames();
  const renumbered = lists.map((list) => renumber(list, names));
  const segments = Math.max(0, ...lists.map((list) => list.segments));
  const most = lists.reduce((sum, { texts }) => sum + texts.length, 0);
  const mostValues = renumbered.reduce((sum, { values }) => sum + values.length, 0);
  const starts = new Int32Array(segments + 1);
  const texts: string[] = [];
  const totals = new Float64Array(most);
  const rowStarts = new Int32Array(most + 1);
  const indices = new Int32Array(mostValues);
  const values = new Float64Array(mostValues);
  const features = { starts: rowStarts, indices, values };
  const added = lists.map(() => 0);
  const repeated = lists.map(() => 0);
  for (let i = 0; i < segments; i++) {
    const byText = new Map<string, number[]>();
    lists.forEach((list, l) => {
      if (i >= list.segments) return;
      const rows = renumbered[l]!;
      for (let c = list.starts[i]!; c < list.starts[i + 1]!; c++) {
        const text = list.texts[c]!;
        const alike = byText.get(text);
        if (!keepRepeated && alike?.some((known) => equalRows(features, known, rows, c))) {
          repeated[l]!++;
          continue;
        }
        const to = texts.length;
        if (alike) alike.push(to);
        else byText.set(text, [to]);
        texts.push(text);
        totals[to] = list.totals[c]!;
        rowStarts[to + 1] = copyRow(rows, c, features, rowStarts[to]!);
        added[l]!++;
      }
    });
    starts[i + 1] = texts.length;
  }
  const used = rowStarts[texts.length]!;
  const candidates = {
    segments,
    starts,
    texts,
    featureNames: names.names,
    features: {
      starts: rowStarts.slice(0, texts.length + 1),
      indices: indices.slice(0, used),
      values: values.slice(0, used),
    },
    totals: totals.slice(0, texts.length),
  };
  return { candidates, added, repeated };
}

/** The features renumbered by shared names; unchanged if the numbers already agree. */
function renumber({ featureNames, features }: Candidates, names: FeatureNames): FeatureRows {
  const numbers = Int32Array.from(featureNames, (name) => names.number(name));
  if (numbers.every((number, f) => number === f)) return features;
  const { starts } = features;
  const indices = new Int32Array(features.indices.length);
  const values = new Float64Array(features.values.length);
  for (let c = 0; c + 1 < starts.length; c++) {
    const from = starts[c]!;
    const order = Array.from({ length: starts[c + 1]! - from }, (_, k) => from + k).sort(
      (a, b) => numbers[features.indices[a]!]! - numbers[features.indices[b]!]!,
    );
    order.forEach((at, k) => {
      indices[from + k] = numbers[features.indices[at]!]!;
      values[from + k] = features.values[at]!;
    });
  }
  return { starts, indices, values };
}

function equalRows(a: FeatureRows, row: number, b: FeatureRows, other: number): boolean {
  const from = a.starts[row]!;
  const shift = b.starts[other]! - from;
  const to = a.starts[row + 1]!;
  if (to + shift !== b.starts[other + 1]!) return false;
  for (let at = from; at < to; at++) {
    if (a.indices[at] !== b.indices[at + shift] || a.values[at] !== b.values[at + shift]) return false;
  }
  return true;
}

/** Returns where the copy ends. */
function copyRow(rows: FeatureRows, row: number, into: FeatureRows, at: number): number {
  const [from, to] = [rows.starts[row]!, rows.starts[row + 1]!];
  into.indices.set(rows.indices.subarray(from, to), at);
  into.values.set(rows.values.subarray(from, to), at);
  return at + to - from;
}
