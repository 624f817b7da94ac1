/** LRscore: whether source words are translated in the order of the reference, mixed with BLEU. Birch and Osborne, WMT 2010; as in Moses. */
import {
  type Counter,
  type IdList,
  type MetricBody,
  type Resources,
  type Role,
  type Text,
  type Tokens,
  UsageError,
  type View,
  beginningOf,
  choice,
  defineMetric,
  enlarged,
  exp,
  files,
  number,
  percent,
} from '../../core/index.ts';
import { analysedTexts, analyserNeed, countWords, tokenizerNamed } from '../../text/index.ts';
import { wordNeeds, wordOptions } from '../shared/wordOptions.ts';

import bleu from '../ngram/bleu.ts';

const distances = { kendall, hamming: samePlaces } as const;

const options = {
  lowercase: wordOptions.lowercase,
  effectiveOrder: bleu.options.effectiveOrder,
  tokenizer: wordOptions.tokenizer,
  alpha: number({
    key: 'alpha',
    default: 0.5,
    min: 0,
    max: 1,
    help: 'Weight of the order of words; the rest is that of BLEU.',
  }),
  distance: choice(['kendall', 'hamming'], {
    key: 'distance',
    default: 'kendall',
    help: 'What is counted of the order: pairs of source words, or source words at the same place.',
  }),
  model: wordOptions.model,
  analyses: files({
    key: 'analyses',
    accepts: 'a file of alignments: a table of texts and alignments such as 0-0 1-2, or analyses with the factor align',
    help: 'Which source words the words of hypotheses and references are aligned with.',
  }),
};

export default defineMetric({
  id: 'lrscore',
  summary:
    'Whether source words come in the order in which the reference has them, mixed with BLEU; needs word alignments.',
  cite: 'Birch and Osborne (2010): LRscore for evaluating lexical and reordering quality in MT. WMT. — Birch and Osborne (2011): Reordering metrics for MT. ACL.',
  notes: [
    'Alignments with the source put source words in order, once as the hypothesis has them and once as the reference has them. How far both agree is 1 − √(share of pairs that stand the other way round), or with `distance=hamming` the share of source words at the same place; times the brevity penalty of the segment, e^(1 − r/h) if its h words are fewer than the r of the reference. The mean of this over segments has the weight `alpha`, BLEU the rest; both in percent.',
    'A source word aligned with several words stands where the first of them does; one aligned with none stands beside the source word before it, at the start of the text if there is none; several at one word keep their order: so in Moses. It follows that a text without any alignment counts as one in the order of the source.',
    'Texts and alignments are named by `analyses`, and lengths are those of its words. How many words the source has is counted at spaces where a source is given; an alignment beyond it is an error. Without a source it ends with the last word that hypothesis or reference are aligned with.',
    'The authors tuned the weight for each pair of languages, so that there is no usual one; 0.5 is our choice. BLEU is that of this program, under `tok`, `case` and `eff`, and counts all references as it does; of the order the best reference counts. An empty hypothesis has no order and scores 0; an empty reference does not count.',
  ],
  example: 'lrscore(analyses=alignments.tsv,distance=hamming)',
  options,
  needs: (settings) => [
    ...wordNeeds(settings),
    ...(settings.analyses === '' ? [] : [analyserNeed('', settings.analyses)]),
  ],
  forSegments: { effectiveOrder: true },
  create({ lowercase, effectiveOrder, tokenizer, alpha, distance, model, analyses }, resources): MetricBody {
    const ofBleu = bleu({ lowercase, effectiveOrder, tokenizer, model }, resources);
    const width = ofBleu.statistics.length;
    const bleuOf = (sums: ArrayLike<number>) => ofBleu.score(sums);
    const orderOf = (sums: ArrayLike<number>) => (sums[width + 1]! > 0 ? (100 * sums[width]!) / sums[width + 1]! : 0);
    return {
      name: 'LRscore',
      range: percent,
      decomposable: alpha === 1,
      reads: [...ofBleu.reads, sourceAlignments(analyses, resources)],
      statistics: [...ofBleu.statistics.map((name) => `BLEU: ${name}`), 'order', 'segments'],
      lengths: ofBleu.lengths!,
      counter: () => lrCounter(ofBleu.counter(), width, distances[distance]),
      score: (sums) => alpha * orderOf(sums) + (1 - alpha) * bleuOf(sums),
      parts: (sums) => ({ order: orderOf(sums), BLEU: bleuOf(sums) }),
    };
  },
});

/** BLEU reads the first view, as it does by itself. */
function lrCounter(ofBleu: Counter, width: number, distance: typeof kendall): Counter {
  let references: readonly Text[] = [];
  let sourceLength = 0;
  let [places, referencePlaces] = [new Int32Array(64), new Int32Array(64)];

  const orderAgainst = (hypothesis: Tokens, reference: Tokens): number => {
    const [words, referenceWords] = [wordsOf(hypothesis), wordsOf(reference)];
    if (words === 0) return 0;
    const length = Math.max(sourceLength, sourceWordsOf(hypothesis), sourceWordsOf(reference));
    if (places.length < length)
      [places, referencePlaces] = [enlarged(places, length), enlarged(referencePlaces, length)];
    placeSourceWords(hypothesis, length, places);
    placeSourceWords(reference, length, referencePlaces);
    const brevity = words < referenceWords ? exp(1 - referenceWords / words) : 1;
    return brevity * distance(places, referencePlaces, length);
  };

  return {
    prepare(texts, source) {
      ofBleu.prepare(texts, source);
      references = texts.filter((text) => wordsOf(text[1]!) > 0);
      sourceLength = source ? wordsOf(source[1]!) : 0;
    },
    collect(hypothesis, rows, at) {
      ofBleu.collect(hypothesis, rows, at);
      let best = 0;
      for (const reference of references) best = Math.max(best, orderAgainst(hypothesis[1]!, reference[1]!));
      rows[at + width] = best;
      rows[at + width + 1] = references.length > 0 ? 1 : 0;
    },
  };
}

// Word alignments to the source as a view, and the order of source words that follows from them. Birch and Osborne, WMT 2010.

/** No source is longer, in words; a higher position is a mistake. */
const longestSource = 65_536;

/**
 * A text becomes its number of words, then for each source word the position of the first word aligned with it, −1 for none.
 * A source becomes its number of words between spaces.
 */
const sourceAlignments = (analyses: string, resources: Resources): View => ({
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

const wordsOf = ({ ids, start }: Tokens): number => ids[start]!;
const sourceWordsOf = ({ start, end }: Tokens): number => end - start - 1;

/**
 * The place of each source word when they stand in the order of the text, written to `places`.
 * One without a word in the text stands beside the one before it, the first ones at the start of the text;
 * those at the same word keep their order.
 */
function placeSourceWords({ ids, start, end }: Tokens, length: number, places: Int32Array): void {
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
function samePlaces(a: Int32Array, b: Int32Array, length: number): number {
  let same = 0;
  for (let s = 0; s < length; s++) if (a[s] === b[s]) same++;
  return length === 0 ? 1 : same / length;
}

/** 1 − √(share of pairs that stand the other way round); one word alone has no order to be wrong. */
function kendall(a: Int32Array, b: Int32Array, length: number): number {
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
