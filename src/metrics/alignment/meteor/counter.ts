/** Counts METEOR's statistics against the reference that gives the highest score, and shows how words were matched. */
import { type Aligner, type AlignmentLink, type Counter, type Text, pow } from '../../../core/index.ts';
import type { StagedAligner } from '../../../text/index.ts';
import { BestReference } from '../../shared/bestReference.ts';
import type { ModuleName, Parameters } from './presets.ts';

/** The columns of a row: lengths, matches by module on both sides, chunks. Content and function words have separate columns if their weights differ. */
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

/** Where the matches of a module begin: hypothesis and reference, content words first if split, then function words. */
export const matchesAt = ({ split }: RowLayout, module: number): number => (split ? 4 + 4 * module : 2 + 2 * module);

export const chunksAt = (layout: RowLayout): number => matchesAt(layout, layout.modules.length);

interface Parts {
  readonly precision: number;
  readonly recall: number;
  /** Chunks per matched word. */
  readonly fragmentation: number;
  readonly penalty: number;
  readonly score: number;
}

const nothing: Parts = { precision: 0, recall: 0, fragmentation: 0, penalty: 0, score: 0 };

/** From a row, or from sums of rows. */
export function partsOf(layout: RowLayout, parameters: Parameters, sums: ArrayLike<number>): Parts {
  const { modules, split } = layout;
  const { alpha, beta, gamma, delta, weights } = parameters;
  const length = sums[0]!;
  const referenceLength = sums[1]!;
  let [matched, referenceMatched] = [0, 0];
  let [worth, referenceWorth] = [0, 0];
  for (let m = 0; m < modules.length; m++) {
    const weight = weights[modules[m]!]!;
    const from = matchesAt(layout, m);
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
  // The length when content words count 2δ and function words 2(1 − δ).
  const weighted = (words: number, functionWords: number) =>
    split ? 2 * delta * (words - functionWords) + 2 * (1 - delta) * functionWords : words;
  const precision = worth / weighted(length, sums[2]!);
  const recall = referenceWorth / weighted(referenceLength, sums[3]!);
  const mean = (precision * recall) / (alpha * precision + (1 - alpha) * recall);
  const chunks = sums[chunksAt(layout)]!;
  const whole = matched === length && referenceMatched === referenceLength && chunks === 1;
  const fragmentation = whole ? 0 : (2 * chunks) / (matched + referenceMatched);
  const penalty = gamma * pow(fragmentation, beta);
  return { precision, recall, fragmentation, penalty, score: Math.max(0, mean * (1 - penalty)) };
}

export interface CountSettings {
  readonly layout: RowLayout;
  readonly parameters: Parameters;
  /** The view that is 1 for function words, if words are split. */
  readonly functionView: number;
  /** Whether a segment equal to its reference adds a chunk to the whole text. */
  readonly countsPerfectChunks: boolean;
  readonly aligner: () => StagedAligner;
}

export function meteorCounter(settings: CountSettings): Counter {
  const { layout, countsPerfectChunks } = settings;
  const best = bestReference(settings, settings.aligner());
  let references: readonly Text[] = [];
  return {
    prepare(texts) {
      references = texts;
    },
    collect(hypothesis, rows, at) {
      best.find(hypothesis, references);
      rows.set(best.row, at);
      if (!countsPerfectChunks && matchesAll(best.row, layout)) rows[at + chunksAt(layout)] = 0;
    },
  };
}

export function meteorAligner(settings: CountSettings): Aligner {
  const aligner = settings.aligner();
  const best = bestReference(settings, aligner);
  return {
    align(hypothesis, references) {
      const which = best.find(hypothesis, references);
      if (which < 0) return { reference: 0, links: [] };
      aligner.align(hypothesis, references[which]!);
      const { links } = aligner;
      const found = Array.from({ length: links.count }, (_, k): AlignmentLink => {
        const [from, other] = [links.hypothesis[k]!, links.reference[k]!];
        return {
          hypothesis: { from, to: from + links.hypothesisLength[k]! },
          reference: { from: other, to: other + links.referenceLength[k]! },
          kind: settings.layout.modules[links.stage[k]!]!,
        };
      });
      return { reference: which, links: found.sort((a, b) => a.hypothesis.from - b.hypothesis.from) };
    },
  };
}

export const bestReference = (
  { layout, parameters, functionView }: CountSettings,
  aligner: StagedAligner,
): BestReference =>
  new BestReference({
    width: chunksAt(layout) + 1,
    lengths: { hypothesis: 0, reference: 1 },
    prefers: 'greater',
    score: (row) => partsOf(layout, parameters, row).score,
    count(hypothesis, reference, row) {
      aligner.align(hypothesis, reference);
      row[0] = hypothesis[0]!.end - hypothesis[0]!.start;
      row[1] = reference[0]!.end - reference[0]!.start;
      row[chunksAt(layout)] = aligner.chunks;
      if (!layout.split) {
        for (let m = 0; m < layout.modules.length; m++) {
          row[matchesAt(layout, m)] = aligner.hypothesisMatches[m]!;
          row[matchesAt(layout, m) + 1] = aligner.referenceMatches[m]!;
        }
        return;
      }
      row[2] = functionWords(hypothesis, functionView, 0, row[0]);
      row[3] = functionWords(reference, functionView, 0, row[1]);
      const { links } = aligner;
      for (let k = 0; k < links.count; k++) {
        const at = matchesAt(layout, links.stage[k]!);
        const [from, length] = [links.hypothesis[k]!, links.hypothesisLength[k]!];
        const [other, otherLength] = [links.reference[k]!, links.referenceLength[k]!];
        const inHypothesis = functionWords(hypothesis, functionView, from, from + length);
        const inReference = functionWords(reference, functionView, other, other + otherLength);
        row[at]! += length - inHypothesis;
        row[at + 1]! += otherLength - inReference;
        row[at + 2]! += inHypothesis;
        row[at + 3]! += inReference;
      }
    },
  });

/** Whether hypothesis and reference match from end to end in one chunk. */
export function matchesAll(row: Float64Array, layout: RowLayout): boolean {
  if (row[chunksAt(layout)] !== 1) return false;
  const sides = [0, 0];
  for (let k = matchesAt(layout, 0); k < chunksAt(layout); k++) sides[k & 1]! += row[k]!;
  return sides[0] === row[0] && sides[1] === row[1];
}

export function functionWords(text: Text, view: number, from: number, to: number): number {
  const { ids, start } = text[view]!;
  let count = 0;
  for (let i = from; i < to; i++) if (ids[start + i] === 1) count++;
  return count;
}
