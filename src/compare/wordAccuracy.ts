/**
 * Which words does a system get right? Precision, recall and F of the words of each class, such as rare and frequent ones.
 * The idea is that of compare-mt (Neubig et al., NAACL 2019), here for several references and with tests.
 */
import { type Measurement, type Tokens, rowMeasurement, sumRows } from '../core/index.ts';
import type { ComparisonSettings } from '../stats/index.ts';
import { type ComparedPart, compareParts } from './compareParts.ts';
import type { WordClasses } from './wordFrequencies.ts';
import type { WordTexts } from './wordTexts.ts';

interface ClassAccuracy {
  /** Words of the class in the output, in the reference, and in both, each as often as both have it. */
  readonly hypothesisWords: number;
  readonly referenceWords: number;
  readonly matches: number;
  /** In percent; 0 where there is nothing to divide by. */
  readonly precision: number;
  readonly recall: number;
  readonly f: number;
}

interface WordClassReport {
  readonly label: string;
  /** Distinct words of the class in any text. */
  readonly distinct: number;
  readonly bySystem: readonly ClassAccuracy[];
  /** By F. The comparisons of two systems in all classes are a family; a class of which no reference has a word is not tested. */
  readonly compared: ComparedPart;
}

export interface WordAccuracy {
  readonly name: string;
  /** Those with a word in an output or in a reference that counts. */
  readonly classes: readonly WordClassReport[];
}

/** A row: matches, words of the output, words of the reference. */
const width = 3;

/**
 * Computes precision, recall and F of each class of words for every system, and compares the systems by F. Each output is compared with one
 * reference: the one with the highest F over all words; of several, the one nearest in length to the output, then the shorter, then the
 * first in character order. So the order of references does not matter. F is not a mean over segments: see `partSettings` for a suitable
 * test.
 */
export function wordAccuracy(texts: WordTexts, classes: WordClasses, settings: ComparisonSettings): WordAccuracy {
  const measured = measureClasses(texts, classes);
  const distinct = new Int32Array(classes.labels.length);
  for (const word of classes.classOf) distinct[word]! += 1;
  const segments = texts.references.map((_, i) => i);
  const kept = measured
    .map((each, c) => ({ measured: each, segments, label: classes.labels[c]!, distinct: distinct[c]! }))
    .filter((part) => part.measured.rows.some((count) => count > 0))
    .map((part) => ({ ...part, ...(isUnmatchable(part.measured) && { reason: 'The references have no such word.' }) }));
  const compared = compareParts(kept, settings);
  return {
    name: classes.name,
    classes: kept.map((part, k) => ({
      label: part.label,
      distinct: part.distinct,
      bySystem: texts.hypotheses.map((_, system) => accuracyOf(sumRows(part.measured, system))),
      compared: compared[k]!,
    })),
  };
}

/** F of each class as a measurement: any test takes it. */
export function measureClasses(texts: WordTexts, { labels, classOf }: WordClasses): Measurement[] {
  const { segments, hypotheses, references, words } = texts;
  const systems = hypotheses.length;
  const rows = labels.map(() => new Float64Array(systems * segments * width));
  const inOutput = new Int32Array(words.length);
  const left = new Int32Array(words.length);
  for (let i = 0; i < segments; i++) {
    for (let s = 0; s < systems; s++) {
      const output = hypotheses[s]![i]!;
      for (let k = output.start; k < output.end; k++) inOutput[output.ids[k]!]! += 1;
      const reference = bestReference(output, references[i]!, inOutput, left, words);
      const at = (s * segments + i) * width;
      for (let k = output.start; k < output.end; k++) {
        const id = output.ids[k]!;
        rows[classOf[id]!]![at + 1]! += 1;
        left[id] = inOutput[id]!;
      }
      for (let k = reference.start; k < reference.end; k++) {
        const id = reference.ids[k]!;
        const row = rows[classOf[id]!]!;
        row[at + 2]! += 1;
        if (left[id]! > 0) {
          left[id]! -= 1;
          row[at]! += 1;
        }
      }
      for (let k = output.start; k < output.end; k++) inOutput[output.ids[k]!] = left[output.ids[k]!] = 0;
    }
  }
  return rows.map((each, c) =>
    rowMeasurement({ name: `F of words: ${labels[c]!}`, higherIsBetter: true, systems, segments, width }, each, fOf),
  );
}

const isUnmatchable = ({ rows }: Measurement): boolean => rows.every((count, at) => at % width !== 2 || count === 0);

const fOf = (sums: ArrayLike<number>): number => share(2 * sums[0]!, sums[1]! + sums[2]!);

const share = (part: number, whole: number): number => (whole > 0 ? (100 * part) / whole : 0);

function accuracyOf(sums: Float64Array): ClassAccuracy {
  const [matches, hypothesisWords, referenceWords] = sums as unknown as [number, number, number];
  return {
    hypothesisWords,
    referenceWords,
    matches,
    precision: share(matches, hypothesisWords),
    recall: share(matches, referenceWords),
    f: fOf(sums),
  };
}

/** `inOutput`: how often the output has each word; `left` is written over. */
function bestReference(
  output: Tokens,
  references: readonly Tokens[],
  inOutput: Int32Array,
  left: Int32Array,
  words: readonly string[],
): Tokens {
  let best = references[0]!;
  if (references.length === 1) return best;
  let most = -1; // its matches
  const size = sizeOf(output);
  const isBetter = (one: Tokens, matches: number, other: Tokens, otherMatches: number): boolean => {
    const [length, otherLength] = [sizeOf(one), sizeOf(other)];
    const gain =
      matches * (size + otherLength) - otherMatches * (size + length) || // 2 m / (h + r), compared without division
      Math.abs(otherLength - size) - Math.abs(length - size) ||
      otherLength - length ||
      Number(textOf(one, words) < textOf(other, words));
    return gain > 0;
  };
  for (const reference of references) {
    for (let k = output.start; k < output.end; k++) left[output.ids[k]!] = inOutput[output.ids[k]!]!;
    let matches = 0;
    for (let k = reference.start; k < reference.end; k++) {
      const id = reference.ids[k]!;
      if (left[id]! <= 0) continue;
      left[id]! -= 1;
      matches++;
    }
    if (most < 0 || isBetter(reference, matches, best, most)) {
      best = reference;
      most = matches;
    }
  }
  return best;
}

const sizeOf = ({ start, end }: Tokens): number => end - start;

/** In the order of texts, words are compared one by one: no character comes before the one between them. */
const textOf = ({ ids, start, end }: Tokens, words: readonly string[]): string =>
  Array.from(ids.subarray(start, end), (id) => words[id]).join('\0');
