/** What METEOR counts of a segment, and the score of sums of it. */
import { pow } from '../../../core/index.ts';
import type { ModuleName, Parameters } from './presets.ts';

/** The columns of a row: lengths, matches by module on both sides, chunks. Words are split into content and function words if these weigh differently. */
export interface RowLayout {
  readonly modules: readonly ModuleName[];
  readonly split: boolean;
}

export function statisticsOf({ modules, split }: RowLayout): string[] {
  const kinds = split ? [' content', ' function'] : [''];
  return [
    'hypothesis length',
    'reference length',
    ...(split ? ['hypothesis function words', 'reference function words'] : []),
    ...modules.flatMap((name) =>
      kinds.flatMap((kind) => [`${name}: hypothesis${kind} words`, `${name}: reference${kind} words`]),
    ),
    'chunks',
  ];
}

/** Where the matches of a module begin: hypothesis and reference, of content words if split, then the same of function words. */
export const matchesAt = ({ split }: RowLayout, module: number): number => (split ? 4 + 4 * module : 2 + 2 * module);

export const chunksAt = (layout: RowLayout): number => matchesAt(layout, layout.modules.length);

interface Parts {
  readonly precision: number;
  readonly recall: number;
  /** Chunks for each matched word. */
  readonly fragmentation: number;
  readonly penalty: number;
  readonly score: number;
}

const nothing: Parts = { precision: 0, recall: 0, fragmentation: 0, penalty: 0, score: 0 };

/** From a row at `at`, or from sums of rows. */
export function partsOf(layout: RowLayout, parameters: Parameters, sums: ArrayLike<number>, at = 0): Parts {
  const { modules, split } = layout;
  const { alpha, beta, gamma, delta, weights } = parameters;
  const length = sums[at]!;
  const referenceLength = sums[at + 1]!;
  let [matched, referenceMatched] = [0, 0];
  let [worth, referenceWorth] = [0, 0];
  for (let m = 0; m < modules.length; m++) {
    const weight = weights[modules[m]!]!;
    const from = at + matchesAt(layout, m);
    const content = split ? 2 * delta : 1;
    worth += weight * content * sums[from]!;
    referenceWorth += weight * content * sums[from + 1]!;
    matched += sums[from]!;
    referenceMatched += sums[from + 1]!;
    if (!split) continue;
    worth += weight * 2 * (1 - delta) * sums[from + 2]!;
    referenceWorth += weight * 2 * (1 - delta) * sums[from + 3]!;
    matched += sums[from + 2]!;
    referenceMatched += sums[from + 3]!;
  }
  if (worth === 0 || referenceWorth === 0) return nothing;
  // The length if content words count 2δ and function words 2(1 − δ).
  const weighted = (words: number, functionWords: number) =>
    split ? 2 * delta * (words - functionWords) + 2 * (1 - delta) * functionWords : words;
  const precision = worth / weighted(length, sums[at + 2]!);
  const recall = referenceWorth / weighted(referenceLength, sums[at + 3]!);
  const mean = (precision * recall) / (alpha * precision + (1 - alpha) * recall);
  const chunks = sums[at + chunksAt(layout)]!;
  const whole = matched === length && referenceMatched === referenceLength && chunks === 1;
  const fragmentation = whole ? 0 : (2 * chunks) / (matched + referenceMatched);
  const penalty = gamma * pow(fragmentation, beta);
  return { precision, recall, fragmentation, penalty, score: Math.max(0, mean * (1 - penalty)) };
}
