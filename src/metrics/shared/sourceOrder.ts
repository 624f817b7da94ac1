/** Word alignments to the source as a view, and the order of source words that follows from them. Birch and Osborne, WMT 2010. */
import {
  type IdList,
  type Resources,
  type Role,
  type Tokens,
  UsageError,
  type View,
  beginningOf,
  enlarged,
} from '../../core/index.ts';
import { analysedTexts, analyserNeed, countWords, tokenizerNamed } from '../../text/index.ts';

/** No source is longer, in words; a higher position is a mistake. */
const longestSource = 65_536;

/**
 * A text becomes its number of words, then for each source word the position of the first word aligned with it, −1 for none.
 * A source becomes its number of words between spaces.
 */
export const sourceAlignments = (analyses: string, resources: Resources): View => ({
  key: `source-alignments:${analyses}`,
  reader() {
    if (analyses === '') {
      throw new UsageError(
        'LRscore needs alignments of hypotheses and references with the source: lrscore(analyses=FILE), ' +
          'a table of texts and alignments such as 0-0 1-2.',
      );
    }
    const texts = analysedTexts(analyserNeed('', analyses), resources, tokenizerNamed('none', '', resources));
    let first = new Int32Array(64);
    let sourceWords = Infinity;
    let farthest = { position: -1, text: '' };

    const checkRange = (): void => {
      const { position, text } = farthest;
      if (position < Math.min(sourceWords, longestSource)) return;
      const source =
        sourceWords < longestSource
          ? `the source has ${sourceWords}, cut at spaces. Give the source as it was aligned, or leave it out.`
          : `no source has more than ${longestSource}.`;
      throw new UsageError(
        `${beginningOf(text)} has a word aligned with source word ${position} (from 0 on), but ${source}`,
      );
    };

    return {
      forget() {
        sourceWords = Infinity;
        farthest = { position: -1, text: '' };
      },
      read(text: string, role: Role, ids: IdList) {
        if (role === 'source') {
          sourceWords = countWords(text);
          checkRange();
          ids.push(sourceWords);
          return;
        }
        if (countWords(text) === 0) {
          ids.push(0);
          return;
        }
        const { word, align } = texts.analysisOf(text, 'align');
        let length = 0;
        align.forEach((positions, target) => {
          for (const position of readPositions(positions, text)) {
            if (position > farthest.position) {
              farthest = { position, text };
              checkRange();
            }
            if (position >= first.length) first = enlarged(first, position + 1);
            if (position >= length) {
              first.fill(-1, length, position + 1);
              length = position + 1;
            }
            if (first[position]! < 0) first[position] = target;
          }
        });
        ids.push(word.length);
        for (let s = 0; s < length; s++) ids.push(first[s]!);
      },
    };
  },
});

function readPositions(written: string, text: string): number[] {
  if (written === '-' || written === '_') return [];
  return written.split(',').map((each) => {
    if (/^\d+$/.test(each)) return Number(each);
    throw new UsageError(
      `${beginningOf(text)}: "${written}" must be the source positions of a word, from 0 on with commas between, or - for none.`,
    );
  });
}

export const wordsOf = ({ ids, start }: Tokens): number => ids[start]!;
export const sourceWordsOf = ({ start, end }: Tokens): number => end - start - 1;

/**
 * The place of each source word when they stand in the order of the text, written to `places`.
 * One without a word in the text stands beside the one before it, the first ones at the start of the text;
 * those at the same word keep their order.
 */
export function placeSourceWords({ ids, start, end }: Tokens, length: number, places: Int32Array): void {
  const keys = new Float64Array(length);
  let target = 0;
  for (let s = 0; s < length; s++) {
    const at = start + 1 + s;
    if (at < end && ids[at]! >= 0) target = ids[at]!;
    keys[s] = target * length + s;
  }
  keys.sort();
  for (let place = 0; place < length; place++) places[keys[place]! % length] = place;
}

/** Share of source words at the same place in both. */
export function samePlaces(a: Int32Array, b: Int32Array, length: number): number {
  let same = 0;
  for (let s = 0; s < length; s++) if (a[s] === b[s]) same++;
  return length === 0 ? 1 : same / length;
}

/** 1 − √(share of pairs that stand the other way round); one word alone has no order to be wrong. */
export function kendall(a: Int32Array, b: Int32Array, length: number): number {
  if (length < 2) return 1;
  const inOrder = new Int32Array(length);
  for (let s = 0; s < length; s++) inOrder[a[s]!] = b[s]!;
  return 1 - Math.sqrt(inversions(inOrder) / ((length * (length - 1)) / 2));
}

/** Pairs of places of which the earlier has the greater number; the numbers are 0 … length − 1. By a tree of counts (Fenwick 1994). */
function inversions(numbers: Int32Array): number {
  const counts = new Int32Array(numbers.length + 1);
  let found = 0;
  for (let i = numbers.length - 1; i >= 0; i--) {
    for (let k = numbers[i]!; k > 0; k -= k & -k) found += counts[k]!;
    for (let k = numbers[i]! + 1; k < counts.length; k += k & -k) counts[k]!++;
  }
  return found;
}
