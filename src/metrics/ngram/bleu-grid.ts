/** The grid of BLEU's variants, such as RAC1: its parts exchanged or left out one by one. Song, Cohn and Specia, IJCLA 2013. */
import {
  type Counter,
  type MetricBody,
  type OptionsOf,
  type Tokens,
  UsageError,
  choice,
  defineMetric,
  exp,
  flag,
  integer,
  log,
  percent,
} from '../../core/index.ts';
import { SharedNgrams } from '../../text/index.ts';
import { bleuLengths, namedByOrder, perOrder, takeWords } from '../shared/bleuCounter.ts';
import { brevityPenalty, levelOption, segmentLevel } from '../shared/bleuScore.ts';
import { type ReferenceLength, effectiveLength, referenceLengthOption } from '../shared/referenceLength.ts';
import { wordNeeds, wordOptions, wordView } from '../shared/wordOptions.ts';

const mostGridOrder = 9;

const options = {
  ...wordOptions,
  base: choice(['precision', 'recall', 'f'], {
    key: 'base',
    default: 'precision',
    help: 'What is averaged over the orders; f weighs recall nine times as much as precision.',
  }),
  mean: choice(['geometric', 'arithmetic'], { key: 'mean', default: 'geometric', help: 'How it is averaged.' }),
  brevity: flag({ key: 'bp', default: true, help: 'Multiply by the brevity penalty.' }),
  clip: flag({
    key: 'clip',
    default: true,
    help: 'Count an n-gram at most as often as the other side has it. If not, every occurrence counts that the other side has at all.',
  }),
  order: integer({ key: 'n', default: 4, min: 1, max: mostGridOrder, help: 'Longest n-gram.' }),
  smoothing: choice(['add-one', 'none'], {
    key: 'smooth',
    default: 'add-one',
    help: 'How single segments are smoothed; a corpus is not. add-one: one match and one n-gram more for each order.',
  }),
  smoothedBrevity: flag({
    key: 'smooth-bp',
    default: false,
    help: 'For single segments, one word more on both sides of the brevity penalty.',
  }),
  referenceLength: referenceLengthOption('closest'),
  level: levelOption,
};

const bases = { P: 'precision', R: 'recall', F: 'f' } as const;
const means = { A: 'arithmetic', G: 'geometric' } as const;
const letterOf = (letters: Readonly<Record<string, string>>, meant: string): string =>
  Object.keys(letters).find((letter) => letters[letter] === meant)!;

type Settings = OptionsOf<typeof options>;

function nameOf({ base, mean, brevity, clip, order, smoothing, smoothedBrevity }: Settings): string {
  const letters = [letterOf(bases, base), letterOf(means, mean), brevity ? 'B' : '', clip ? 'C' : ''].join('');
  const marks = `${smoothing === 'none' ? 'u' : ''}${smoothedBrevity ? 'b' : ''}`;
  return `${letters}${order}${marks === '' ? '' : `^${marks}`}`;
}

export default defineMetric({
  id: 'bleu-grid',
  summary:
    'Variants of BLEU by name, such as RAC1: precision, recall or F of n-grams, their mean, brevity, clipping and order.',
  cite: 'Song, Cohn and Specia (2013): BLEU deconstructed: designing a better MT evaluation metric. International Journal of Computational Linguistics and Applications 4(2).',
  notes: [
    'A variant has a name: P, R or F for precision, recall or F, A or G for the arithmetic or geometric mean over orders, B if there is a brevity penalty, C if counts are clipped, and the longest n-gram from 1 to 9. PGBC4 is BLEU. Of the variants the paper finds RAC1 to agree best with people on segments, PABC4 on documents.',
    'Single segments are smoothed by one match and one n-gram more for each order, unigrams included. After ^u they are not: `PABC4^u`; then an order without a match makes a geometric mean 0, and one that a text is too short for counts as 0. After ^b the brevity penalty of single segments is smoothed: `PGBC4^b`, `PGBC4^ub`. Corpora are never smoothed.',
    'Without clipping, precision counts each n-gram of the hypothesis that stands in a reference, and recall each n-gram of the reference that stands in the hypothesis, so that neither exceeds 100. F is taken for each order: 10 P R / (9 P + R).',
    'The paper has one reference. With several, precision is that of BLEU: counts are clipped by the reference that has the n-gram most often. Recall is that of one reference, since no translation can be expected to have the words of all: the one closest in length to the hypothesis, then the shorter, then the one with more in common. So a text equal to a reference has full recall.',
    'An empty hypothesis scores 0, and so does an order that a whole corpus is too short for.',
    'Rows hold what every variant needs, up to 9-grams, and are the same for all names: what is measured under one of them can be scored by the metric of any other with the same words and `reflen`.',
  ],
  example: 'bleu-grid(base=recall,mean=arithmetic,bp=no,n=1)',
  options,
  readName(name) {
    // The paper sets marks in braces; upper and lower case mean the same.
    const typed = name
      .replace(/^[^^]*/, (letters) => letters.toUpperCase())
      .replace(/\^.*$/s, (marks) => marks.toLowerCase().replace(/^\^\{(.*)\}$/, '^$1'));
    const [, base, mean, brevity, clip, order, marks = ''] =
      /^([PRF])([AG])(B?)(C?)([1-9])(?:\^(u|b|u,?b|b,?u))?$/.exec(typed) ?? [];
    if (base === undefined || mean === undefined) {
      if (!/^[PRF][AGBC]{1,4}\d*(\^|$)/.test(typed)) return undefined;
      throw new UsageError(
        'A variant of BLEU is named P, R or F, then A or G, then B and C if wanted, then an order from 1 to 9, and ^u, ^b or ^ub if wanted: PGBC4, RAC1, PABC4^u.',
      );
    }
    return {
      base: bases[base as keyof typeof bases],
      mean: means[mean as keyof typeof means],
      brevity: brevity !== '',
      clip: clip !== '',
      order: Number(order),
      smoothing: marks.includes('u') ? ('none' as const) : ('add-one' as const),
      smoothedBrevity: marks.includes('b'),
    };
  },
  nameOf,
  needs: wordNeeds,
  forSegments: segmentLevel,
  create(settings, resources): MetricBody {
    const { brevity, smoothedBrevity, referenceLength } = settings;
    if (smoothedBrevity && !brevity) {
      throw new UsageError(
        '^b (smooth-bp=yes) smooths the brevity penalty and is only for variants that have one, B (bp=yes).',
      );
    }
    const view = wordView(settings, resources);
    return {
      name: nameOf(settings),
      range: percent,
      decomposable: false,
      reads: [view],
      rowKey: `bleu-grid:${view.key}:${referenceLength}`,
      statistics: gridStatistics,
      lengths: bleuLengths,
      counter: () => gridCounter(referenceLength),
      ...gridScore(settings),
    };
  },
});

/** Where the numbers of orders 1 … 9 start in a row. */
const at = { clipped: 2, found: 11, recalledClipped: 20, recalled: 29, ofHypothesis: 38, ofReference: 47 } as const;

const gridStatistics: readonly string[] = [
  'hypothesis length',
  'reference length',
  ...perOrder('clipped hypothesis n-grams found', mostGridOrder),
  ...perOrder('hypothesis n-grams found', mostGridOrder),
  ...perOrder('clipped reference n-grams found', mostGridOrder),
  ...perOrder('reference n-grams found', mostGridOrder),
  ...perOrder('hypothesis n-grams', mostGridOrder),
  ...perOrder('reference n-grams', mostGridOrder),
];

/** How sums of rows are scored: what was measured once can be scored under every name. */
function gridScore(settings: Settings): Pick<MetricBody, 'score' | 'parts' | 'factors'> {
  const { base, mean, brevity, clip, order, smoothing, smoothedBrevity, level } = settings;
  const isSegment = level === 'segment';
  const added = isSegment && smoothing === 'add-one' ? 1 : 0;
  const addedWords = isSegment && smoothedBrevity ? 1 : 0;
  const brevityOf = (sums: ArrayLike<number>) => brevityPenalty(sums[0]!, sums[1]!, addedWords);
  const termOf = (sums: ArrayLike<number>, n: number): number => {
    const share = (part: number, whole: number): number => {
      const total = sums[whole + n]! + added;
      return total > 0 ? (sums[part + n]! + added) / total : 0;
    };
    const precision = base === 'recall' ? 0 : share(clip ? at.clipped : at.found, at.ofHypothesis);
    if (base === 'precision') return precision;
    const recall = share(clip ? at.recalledClipped : at.recalled, at.ofReference);
    if (base === 'recall') return recall;
    return precision + recall > 0 ? (10 * precision * recall) / (9 * precision + recall) : 0;
  };
  const termsOf = (sums: ArrayLike<number>) => Array.from({ length: order }, (_, n) => 100 * termOf(sums, n));
  return {
    score(sums) {
      if (sums[0] === 0) return 0;
      let sum = 0;
      for (let n = 0; n < order; n++) {
        const term = termOf(sums, n);
        if (mean === 'geometric' && term === 0) return 0;
        sum += mean === 'geometric' ? log(term) : term;
      }
      const average = mean === 'geometric' ? exp(sum / order) : sum / order;
      return 100 * (brevity ? brevityOf(sums) : 1) * average;
    },
    parts: (sums) => ({
      ...namedByOrder(base === 'f' ? 'F' : base, termsOf(sums)),
      ...(brevity && { 'brevity penalty': brevityOf(sums) }),
    }),
    ...(base === 'precision' &&
      brevity &&
      (mean === 'geometric' || order === 1) && {
        factors: (sums) => ({ precisions: termsOf(sums), brevityPenalty: brevityOf(sums) }),
      }),
  };
}

function gridCounter(referenceLength: ReferenceLength): Counter {
  const shared = new SharedNgrams(mostGridOrder);
  const lengthOf = effectiveLength[referenceLength];
  const references: Tokens[] = [];
  const recalled = new Float64Array(2 * mostGridOrder); // of the reference at hand: clipped, then all
  return {
    prepare(texts) {
      shared.setReferences(takeWords(texts, references));
    },
    collect(hypothesis, rows, start) {
      const tokens = hypothesis[0]!;
      const length = tokens.end - tokens.start;
      rows.fill(0, start, start + gridStatistics.length);
      rows[start] = length;
      rows[start + 1] = lengthOf(references, length);
      shared.match(tokens, rows, start + at.clipped, start + at.found);
      const closest = effectiveLength.closest(references, length);
      for (let n = 0; n < mostGridOrder; n++) {
        rows[start + at.ofHypothesis + n] = Math.max(0, length - n);
        rows[start + at.ofReference + n] = Math.max(0, closest - n);
      }
      for (let r = 0; r < references.length; r++) {
        const { start: from, end: to } = references[r]!;
        if (to - from !== closest) continue;
        recalled.fill(0);
        shared.recall(r, recalled, 0, mostGridOrder);
        keepGreater(recalled, rows, start + at.recalledClipped);
      }
    },
  };
}

/** Keeps the greater by the first number that differs, which leaves the order of references without effect. */
function keepGreater(counts: Float64Array, rows: Float64Array, start: number): void {
  let k = 0;
  while (k < counts.length && counts[k] === rows[start + k]) k++;
  if (k < counts.length && counts[k]! > rows[start + k]!) rows.set(counts, start);
}
