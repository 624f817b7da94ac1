/** Counts METEOR's statistics against the reference that gives the highest score, and shows how the words were matched. */
import type { Aligner, AlignmentLink, Counter, Text } from '../../../core/index.ts';
import type { StagedAligner } from '../../../text/index.ts';
import type { Parameters } from './presets.ts';
import { type RowLayout, chunksAt, matchesAt, partsOf } from './statistics.ts';

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
  const best = new BestReference(settings);
  const chunks = chunksAt(settings.layout);
  let references: readonly Text[] = [];
  return {
    prepare(texts) {
      references = texts;
    },
    collect(hypothesis, rows, at) {
      const which = best.find(hypothesis, references);
      for (let k = 0; k < best.row.length; k++) rows[at + k] = which < 0 ? 0 : best.row[k]!;
      if (which >= 0 && !settings.countsPerfectChunks && best.isWhole) rows[at + chunks] = 0;
    },
  };
}

export function meteorAligner(settings: CountSettings): Aligner {
  const best = new BestReference(settings);
  const aligner = settings.aligner();
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

/**
 * The reference with the highest score; of several, the one nearest in length to the hypothesis, then the shorter, then the one whose
 * counts are the higher, so that the order of references does not matter. Empty references do not count.
 */
class BestReference {
  row: Float64Array;
  /** Whether hypothesis and reference are matched from end to end in one piece. */
  isWhole = false;
  readonly #settings: CountSettings;
  readonly #aligner: StagedAligner;
  #other: Float64Array;

  constructor(settings: CountSettings) {
    this.#settings = settings;
    this.#aligner = settings.aligner();
    this.row = new Float64Array(chunksAt(settings.layout) + 1);
    this.#other = new Float64Array(this.row.length);
  }

  /** Its number, and its row; −1 if there is no reference with words. */
  find(hypothesis: Text, references: readonly Text[]): number {
    const { layout, parameters } = this.#settings;
    let best = -1;
    let bestScore = -1;
    for (let r = 0; r < references.length; r++) {
      if (lengthOf(references[r]!) === 0) continue;
      this.#count(hypothesis, references[r]!);
      const { score } = partsOf(layout, parameters, this.#other);
      if (score < bestScore || (score === bestScore && !this.#isPreferred())) continue;
      [this.row, this.#other] = [this.#other, this.row];
      bestScore = score;
      best = r;
    }
    this.isWhole = best >= 0 && this.#matchesAll();
    return best;
  }

  #isPreferred(): boolean {
    const [length, known, other] = [this.row[0]!, this.row[1]!, this.#other[1]!];
    if (other !== known) {
      const farther = Math.abs(other - length) - Math.abs(known - length);
      return farther < 0 || (farther === 0 && other < known);
    }
    const at = this.#other.findIndex((value, k) => value !== this.row[k]);
    return at >= 0 && this.#other[at]! > this.row[at]!;
  }

  #matchesAll(): boolean {
    const { layout } = this.#settings;
    const { row } = this;
    if (row[chunksAt(layout)] !== 1) return false;
    const sides = [0, 0];
    for (let k = matchesAt(layout, 0); k < chunksAt(layout); k++) sides[k & 1]! += row[k]!;
    return sides[0] === row[0] && sides[1] === row[1];
  }

  #count(hypothesis: Text, reference: Text): void {
    const { layout, functionView } = this.#settings;
    const row = this.#other.fill(0);
    this.#aligner.align(hypothesis, reference);
    row[0] = lengthOf(hypothesis);
    row[1] = lengthOf(reference);
    row[chunksAt(layout)] = this.#aligner.chunks;
    if (!layout.split) {
      for (let m = 0; m < layout.modules.length; m++) {
        row[matchesAt(layout, m)] = this.#aligner.hypothesisMatches[m]!;
        row[matchesAt(layout, m) + 1] = this.#aligner.referenceMatches[m]!;
      }
      return;
    }
    row[2] = functionWords(hypothesis, functionView, 0, row[0]);
    row[3] = functionWords(reference, functionView, 0, row[1]);
    const { links } = this.#aligner;
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
  }
}

const lengthOf = (text: Text): number => text[0]!.end - text[0]!.start;

function functionWords(text: Text, view: number, from: number, to: number): number {
  const { ids, start } = text[view]!;
  let count = 0;
  for (let i = from; i < to; i++) if (ids[start + i] === 1) count++;
  return count;
}
