/** LRscore: whether source words are translated in the same order as in the reference, combined with BLEU. Birch and Osborne, WMT 2010; as in Moses. */
import {
  type Counter,
  type Explainer,
  type IdList,
  type MetricBody,
  type Resources,
  type Role,
  type StepItem,
  Steps,
  type Text,
  type Tokens,
  UsageError,
  beginningOf,
  choice,
  defineMetric,
  enlarged,
  exp,
  files,
  number,
  percent,
  roomFor,
} from '../../core/index.ts';
import {
  type AnalysedTexts,
  type TellingView,
  analysedTexts,
  analyserNeed,
  countWords,
  tokenizerNamed,
} from '../../text/index.ts';
import { wordNeeds, wordOptions } from '../shared/wordOptions.ts';

import bleu from '../ngram/bleu.ts';

/** How two orders of the same words are compared: by a number of words or pairs of words, and the agreement that follows from it. */
interface Distance {
  count(a: Int32Array, b: Int32Array, length: number): number;
  agreement(count: number, length: number): number;
  /** What is counted, as `x`, and the agreement of `l` words as a formula. */
  readonly name: string;
  readonly formula: string;
  /** The fewest words that can agree or not; fewer always agree. */
  readonly least: number;
}

/** 1 − √(share of pairs in opposite order); a single word cannot be out of order. */
const kendall: Distance = {
  count(a, b, length) {
    const inOrder = new Int32Array(length);
    for (let s = 0; s < length; s++) inOrder[a[s]!] = b[s]!;
    return inversions(inOrder);
  },
  agreement: (count, length) => (length < 2 ? 1 : 1 - Math.sqrt(count / ((length * (length - 1)) / 2))),
  name: 'pairs of source words in opposite order',
  formula: '1 - sqrt(x / (l * (l - 1) / 2))',
  least: 2,
};

/** The share of source words in the same position in both. */
const hamming: Distance = {
  count(a, b, length) {
    let same = 0;
    for (let s = 0; s < length; s++) if (a[s] === b[s]) same++;
    return same;
  },
  agreement: (count, length) => (length === 0 ? 1 : count / length),
  name: 'source words in the same place',
  formula: 'x / l',
  least: 1,
};

const distances = { kendall, hamming } as const;

const options = {
  lowercase: wordOptions.lowercase,
  effectiveOrder: bleu.options.effectiveOrder,
  tokenizer: wordOptions.tokenizer,
  alpha: number({
    key: 'alpha',
    default: 0.5,
    min: 0,
    max: 1,
    help: 'Weight of the word order score; BLEU has the rest.',
  }),
  distance: choice(['kendall', 'hamming'], {
    key: 'distance',
    default: 'kendall',
    help: 'How word order is compared: by pairs of source words (kendall), or by source words in the same position (hamming).',
  }),
  model: wordOptions.model,
  analyses: files({
    key: 'analyses',
    accepts: 'a file of alignments: a table of texts and alignments such as 0-0 1-2, or analyses with the factor align',
    help: 'Alignments of the words of hypotheses and references with source words.',
  }),
};

export default defineMetric({
  id: 'lrscore',
  summary:
    'Whether source words are translated in the same order as in the reference, combined with BLEU; needs word alignments.',
  cite: 'Birch and Osborne (2010): LRscore for evaluating lexical and reordering quality in MT. WMT. — Birch and Osborne (2011): Reordering metrics for MT. ACL.',
  notes: [
    'The alignments put the source words in two orders: that of the hypothesis and that of the reference. Their agreement is 1 − √(share of pairs in opposite order), or with `distance=hamming` the share of source words in the same position. It is multiplied by the brevity penalty of the segment: e^(1 − r/h) if its h words are fewer than the r words of the reference. The mean over segments has the weight `alpha` and BLEU has the rest; both are in percent.',
    'As in Moses, a source word aligned with several words takes the position of the first of them. An unaligned source word follows the source word before it, or goes to the start of the text if there is none. Source words in the same position keep their order. A text without any alignment therefore counts as being in source order.',
    '`analyses` names the file of texts and alignments; lengths are counted in its words. If a source is given, its words are counted at spaces, and an alignment beyond its last word is an error. Without a source, its length is the last source position that the hypothesis or reference is aligned with.',
    'The authors tuned the weight for each language pair, so there is no standard value; 0.5 is our choice. BLEU is the metric `bleu` with these values of `tok`, `case` and `eff`, and uses all references; word order is scored against the best reference. An empty hypothesis has no order and scores 0. Empty references are ignored.',
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
      explain(sums, segment = []) {
        // The explainer begins with the steps of word order, up to `o`.
        const own = segment.findIndex(({ id }) => id === 'o') + 1;
        const steps = new Steps(segment.slice(0, own));
        steps.counted('o', 'sum of the order scores of segments', sums[width]!);
        steps.counted('n', 'segments that count', sums[width + 1]!);
        const name = 'word order, in percent';
        if (sums[width + 1]! > 0) steps.computed('O', name, '100 * o / n');
        else steps.computed('O', name, '0', { note: 'no reference has words' });
        const bySegment = own > 0 ? segment.slice(own) : undefined;
        const ofWords = ofBleu.explain!(sums, bySegment).map((step) => (step.id === 'score' ? { ...step, id: 'BLEU', name: 'BLEU' } : step)); // prettier-ignore
        const all = new Steps([...steps.list, ...ofWords]);
        all.computed('score', 'score', `${alpha} * O + (1 - ${alpha}) * BLEU`);
        return all.list;
      },
      explainer() {
        const [ofOrder, ofWords] = [orderExplainer(distances[distance]), ofBleu.explainer!()];
        return { explain: (...texts) => [...ofOrder.explain(...texts), ...ofWords.explain(...texts)] };
      },
    };
  },
});

/** How far two texts, as `sourceAlignments` reads them, agree in the order of source words. */
class OrderAgreement {
  /** The position of each source word in the hypothesis and in the reference, and how many there are. */
  places = new Int32Array(64);
  referencePlaces = new Int32Array(64);
  length = 0;
  /** What the distance counts. */
  count = 0;
  readonly #distance: Distance;

  constructor(distance: Distance) {
    this.#distance = distance;
  }

  between(hypothesis: Tokens, reference: Tokens, sourceLength: number): number {
    const [words, referenceWords] = [wordsOf(hypothesis), wordsOf(reference)];
    if (words === 0) return 0;
    const length = Math.max(sourceLength, sourceWordsOf(hypothesis), sourceWordsOf(reference));
    this.places = roomFor(this.places, length);
    this.referencePlaces = roomFor(this.referencePlaces, length);
    placeSourceWords(hypothesis, length, this.places);
    placeSourceWords(reference, length, this.referencePlaces);
    this.length = length;
    this.count = this.#distance.count(this.places, this.referencePlaces, length);
    const brevity = words < referenceWords ? exp(1 - referenceWords / words) : 1;
    return brevity * this.#distance.agreement(this.count, length);
  }
}

/** BLEU reads the first view, as it does on its own. */
function lrCounter(ofBleu: Counter, width: number, distance: Distance): Counter {
  const order = new OrderAgreement(distance);
  let references: readonly Text[] = [];
  let sourceLength = 0;
  return {
    prepare(texts, source) {
      ofBleu.prepare(texts, source);
      references = texts.filter((text) => wordsOf(text[1]!) > 0);
      sourceLength = source ? wordsOf(source[1]!) : 0;
    },
    collect(hypothesis, rows, at) {
      ofBleu.collect(hypothesis, rows, at);
      let best = 0;
      for (const reference of references)
        best = Math.max(best, order.between(hypothesis[1]!, reference[1]!, sourceLength));
      rows[at + width] = best;
      rows[at + width + 1] = references.length > 0 ? 1 : 0;
    },
  };
}

/** The order of source words, against the reference that gives the highest order score. */
function orderExplainer(distance: Distance): Explainer {
  const order = new OrderAgreement(distance);
  return {
    explain(hypothesis, references, source) {
      const steps = new Steps();
      const sourceLength = source ? wordsOf(source[1]!) : 0;
      const scoreAgainst = (text: Text) => order.between(hypothesis[1]!, text[1]!, sourceLength);
      const scores = references.map((text) => (wordsOf(text[1]!) > 0 ? scoreAgainst(text) : -1));
      const best = Math.max(...scores);
      const words = wordsOf(hypothesis[1]!);
      if (best < 0 || words === 0) {
        steps.computed('o', 'order score', '0', { note: best < 0 ? 'no reference has words' : 'the output is empty' });
        return steps.list;
      }
      const chosen = scores.indexOf(best);
      const reference = references[chosen]!;
      scoreAgainst(reference);
      const { length, count } = order;
      steps.counted('l', 'source words', length, {
        ...(references.length > 1 && { note: `reference ${chosen + 1} has the highest order score` }),
        items: sourceItems(order, hypothesis[1]!, reference[1]!, chosen),
      });
      steps.counted('x', distance.name, count);
      if (length >= distance.least) steps.computed('K', 'agreement in order', distance.formula);
      else steps.computed('K', 'agreement in order', '1', { note: 'too few source words to be out of order' });
      steps.counted('w', 'words in the output, as aligned', words);
      steps.counted('v', 'words in the reference, as aligned', wordsOf(reference[1]!));
      if (words < wordsOf(reference[1]!)) steps.computed('B', 'brevity penalty of order', 'exp(1 - v / w)');
      else steps.computed('B', 'brevity penalty of order', '1', { note: 'no penalty: w is at least v' });
      steps.computed('o', 'order score', 'B * K');
      return steps.list;
    },
  };
}

/** Each source word: the words aligned with it, and its places in both orders. */
function sourceItems(
  { places, referencePlaces, length }: OrderAgreement,
  hypothesis: Tokens,
  reference: Tokens,
  r: number,
): StepItem[] {
  // prettier-ignore
  const aligned = ({ ids, start, end }: Tokens, s: number) => {
    const at = start + 1 + s < end ? ids[start + 1 + s]! : -1;
    return at < 0 ? [] : [{ from: at, to: at + 1 }];
  };
  return Array.from({ length }, (_, s): StepItem => {
    const [own, theirs] = [aligned(hypothesis, s), aligned(reference, s)];
    return {
      kind: places[s] === referencePlaces[s] ? 'match' : 'moved',
      view: 1,
      text: `source word ${s + 1}`,
      ...(own.length > 0 && { hypothesis: own }),
      ...(theirs.length > 0 && { references: theirs.map((span) => ({ ...span, reference: r })) }),
      note: `place ${places[s]! + 1} in the output, ${referencePlaces[s]! + 1} in the reference`,
    };
  });
}

// Word alignments with the source as a view, and the order of source words that they imply. Birch and Osborne, WMT 2010.

/** No source has more words; a higher position is a mistake. */
const longestSource = 65_536;

/**
 * A text becomes its number of words, then for each source word the position of the first word aligned with it, −1 for none.
 * A source becomes its number of words between spaces.
 */
const sourceAlignments = (analyses: string, resources: Resources): TellingView => ({
  key: `source-alignments:${analyses}`,
  wordsOf: (text) => (countWords(text) === 0 ? [] : alignedTexts(analyses, resources).analysisOf(text).word),
  reader() {
    if (analyses === '') {
      throw new UsageError(
        'LRscore needs alignments of hypotheses and references with the source: lrscore(analyses=FILE), ' +
          'a table of texts and alignments such as 0-0 1-2.',
      );
    }
    const texts = alignedTexts(analyses, resources);
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
        `${beginningOf(text)} has a word aligned with source word ${position} (counted from 0), but ${source}`,
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

const alignedTexts = (analyses: string, resources: Resources): AnalysedTexts =>
  analysedTexts(analyserNeed('', analyses), resources, tokenizerNamed('none', '', resources));

function readPositions(written: string, text: string): number[] {
  if (written === '-' || written === '_') return [];
  return written.split(',').map((each) => {
    if (/^\d+$/.test(each)) return Number(each);
    throw new UsageError(
      `${beginningOf(text)}: "${written}" must be the source positions of a word, counted from 0 and separated by commas, or - for none.`,
    );
  });
}

const wordsOf = ({ ids, start }: Tokens): number => ids[start]!;
const sourceWordsOf = ({ start, end }: Tokens): number => end - start - 1;

/**
 * Writes to `places` the position of each source word in the order of the text.
 * An unaligned source word follows the one before it, or goes to the start of the text if there is none;
 * source words of the same word keep their order.
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

/** The number of inversions in a permutation of 0 … length − 1, by a tree of counts (Fenwick 1994). */
function inversions(numbers: Int32Array): number {
  const counts = new Int32Array(numbers.length + 1);
  let found = 0;
  for (let i = numbers.length - 1; i >= 0; i--) {
    for (let k = numbers[i]!; k > 0; k -= k & -k) found += counts[k]!;
    for (let k = numbers[i]! + 1; k < counts.length; k += k & -k) counts[k]!++;
  }
  return found;
}
