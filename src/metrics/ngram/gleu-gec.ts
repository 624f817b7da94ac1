/** GLEU of grammatical error correction: BLEU that also charges what the source should not have kept. Napoles et al., ACL 2015 and 2016. */
import {
  type Counter,
  type Explainer,
  type MetricBody,
  type StepItem,
  Steps,
  type Text,
  type Tokens,
  choice,
  defineMetric,
  exp,
  integer,
  log,
  percent,
} from '../../core/index.ts';
import { bleuLengths, bleuStatistics } from '../shared/bleuCounter.ts';
import { ngramItems, ngramPlaces } from '../shared/ngramItems.ts';
import { wordNeeds, wordOptions, wordView } from '../shared/wordOptions.ts';

const options = {
  ...wordOptions,
  order: integer({ key: 'n', default: 4, min: 1, max: 9, help: 'Longest n-gram.' }),
  smoothing: choice(['none', 'one'], {
    key: 'smooth',
    default: 'none',
    help: 'Whether a count of 0 makes the score 0 (none) or counts as 1 (one). Single segments are always scored with one.',
  }),
};

export default defineMetric({
  id: 'gleu-gec',
  summary:
    'BLEU of a corrected text, minus n-grams that it kept from the source although the reference changed them; needs the source.',
  cite: 'Napoles, Sakaguchi, Post and Tetreault (2015): Ground truth for grammatical error correction metrics. ACL. — Napoles, Sakaguchi, Post and Tetreault (2016): GLEU without tuning. arXiv 1605.02592.',
  notes: [
    'For grammatical error correction, where source, hypothesis and reference are in one language. From the matches of each order are subtracted the n-grams of the hypothesis that the source has and the reference does not have, but not below 0. The rest is BLEU, with the length of the reference. This is the definition of 2016, which has no weight to tune. Texts must be tokenized alike; the authors’ program splits at white space: `tok=none`.',
    'With several references the counts are the mean over references. The authors’ program draws a reference for each segment 500 times and takes the mean of the scores; for a few segments the result can differ by two points, for hundreds hardly. With one reference both are the same.',
    'For single segments a count of 0 becomes 1, as in the program. An empty hypothesis scores 0; the program would give an empty line up to 100.',
    'GLEU of machine translation is another metric: [`gleu`](gleu.md).',
  ],
  example: 'gleu-gec(tok=none)',
  options,
  needs: wordNeeds,
  forSegments: { smoothing: 'one' },
  create(settings, resources): MetricBody {
    const { order, smoothing } = settings;
    return {
      name: 'GLEU-GEC',
      range: percent,
      decomposable: false,
      uses: { references: true, source: true },
      reads: [wordView(settings, resources)],
      statistics: bleuStatistics(order),
      lengths: bleuLengths,
      counter: () => gecCounter(order),
      score: (sums) => gecScore(sums, order, smoothing === 'one'),
      explain: (sums, segment) => explainGec(new Steps(segment), sums, order, smoothing === 'one').list,
      explainer: () => gecExplainer(order),
    };
  },
});

/** A count that is 0 counts as 1 if it is smoothed. */
const counted = (value: number, isSmoothed: boolean): number => (isSmoothed && value === 0 ? 1 : value);

function gecScore(sums: ArrayLike<number>, order: number, isSmoothed: boolean): number {
  if (sums[0] === 0) return 0;
  let logs = 0;
  for (let n = 0; n < order; n++) {
    const [matches, total] = [counted(sums[2 + n]!, isSmoothed), counted(sums[2 + order + n]!, isSmoothed)];
    if (matches === 0 || total === 0) return 0;
    logs += log(matches / total);
  }
  return 100 * exp(Math.min(0, 1 - counted(sums[1]!, isSmoothed) / sums[0]!) + logs / order);
}

/** Counts by n-gram, with the words joined. */
type Bag = ReadonlyMap<string, number>;

const bagOf = (tokens: Tokens, n: number): Bag =>
  new Map([...ngramPlaces(tokens, n)].map(([ngram, { length }]) => [ngram, length]));

function gecCounter(order: number): Counter {
  let references: { readonly length: number; readonly bags: readonly Bag[]; readonly wrong: readonly Bag[] }[] = [];
  const orders = Array.from({ length: order }, (_, n) => n + 1);
  return {
    prepare(texts, source) {
      const sources = orders.map((n): Bag => (source ? bagOf(source[0]!, n) : new Map()));
      references = texts.map(([tokens]) => {
        const bags = orders.map((n) => bagOf(tokens!, n));
        const wrong = sources.map((bag, k) => new Map([...bag].filter(([ngram]) => !bags[k]!.has(ngram))));
        return { length: tokens!.end - tokens!.start, bags, wrong };
      });
    },
    collect([hypothesis], rows, at) {
      const length = hypothesis!.end - hypothesis!.start;
      rows[at] = length;
      rows[at + 1] = references.reduce((sum, each) => sum + each.length, 0) / references.length;
      for (let n = 0; n < order; n++) {
        const own = bagOf(hypothesis!, n + 1);
        let sum = 0;
        for (const { bags, wrong } of references) {
          let found = 0;
          for (const [ngram, count] of own) {
            found += Math.min(count, bags[n]!.get(ngram) ?? 0) - Math.min(count, wrong[n]!.get(ngram) ?? 0);
          }
          sum += Math.max(0, found);
        }
        rows[at + 2 + n] = sum / references.length;
        rows[at + 2 + order + n] = Math.max(0, length - n);
      }
    },
  };
}

function explainGec(steps: Steps, sums: ArrayLike<number>, order: number, isSmoothed: boolean): Steps {
  steps.counted('c', 'words in the output', sums[0]!);
  steps.counted('r', 'words in the references, on average', sums[1]!);
  let isZero = sums[0] === 0;
  const logs: string[] = [];
  const use = (id: string, value: number): string => (isSmoothed && value === 0 ? '1' : id);
  for (let n = 1; n <= order; n++) {
    const [matches, total] = [sums[1 + n]!, sums[1 + order + n]!];
    steps.counted(`m${n}`, `${n}-grams matched, minus those wrongly kept`, matches);
    steps.counted(`t${n}`, `${n}-grams in the output`, total);
    isZero ||= counted(matches, isSmoothed) === 0 || counted(total, isSmoothed) === 0;
    logs.push(`ln(${use(`m${n}`, matches)} / ${use(`t${n}`, total)})`);
  }
  if (isZero) steps.computed('score', 'score', '0', { note: sums[0] === 0 ? 'the output is empty' : 'a count is 0' });
  else {
    steps.computed('BP', 'logarithm of the brevity penalty', `min(0, 1 - ${use('r', sums[1]!)} / c)`);
    steps.computed('score', 'score', `100 * exp(BP + (${logs.join(' + ')}) / ${order})`, {
      ...(isSmoothed && { note: 'in a single segment a count of 0 becomes 1' }),
    });
  }
  return steps;
}

/** What matches and what was wrongly kept; with several references, of the first, and only the mean of the counts. */
function gecExplainer(order: number): Explainer {
  const counter = gecCounter(order);
  return {
    explain(hypothesis, references, source) {
      const row = new Float64Array(2 + 2 * order);
      counter.prepare(references, source);
      counter.collect(hypothesis, row, 0);
      const steps = new Steps();
      steps.counted('c', 'words in the output', row[0]!);
      steps.counted('r', 'words in the references, on average', row[1]!);
      for (let n = 1; n <= order; n++) {
        const items = references.length > 1 ? [] : segmentItems(hypothesis, references[0]!, source, n);
        const sum = items.reduce((all, { adds = 0 }) => all + adds, 0);
        steps.counted(`m${n}`, `${n}-grams matched, minus those wrongly kept`, row[1 + n]!, {
          ...(references.length > 1 && { note: `mean of ${references.length} references` }),
          // The difference is not counted below 0.
          ...(sum === row[1 + n] && { items }),
        });
        steps.counted(`t${n}`, `${n}-grams in the output`, row[1 + order + n]!);
      }
      return steps.list;
    },
  };
}

function segmentItems(hypothesis: Text, reference: Text, source: Text | undefined, n: number): StepItem[] {
  const theirs = bagOf(reference[0]!, n);
  const original: Bag = source ? bagOf(source[0]!, n) : new Map();
  const kept = [...ngramPlaces(hypothesis[0]!, n)].flatMap(([ngram, places]): StepItem[] => {
    const count = theirs.has(ngram) ? 0 : Math.min(places.length, original.get(ngram) ?? 0);
    if (count === 0) return [];
    return [
      { kind: 'kept', adds: -count, hypothesis: places.slice(0, count), note: 'in the source, not in the reference' },
    ];
  });
  return [...ngramItems(hypothesis[0]!, [reference[0]!], { n }), ...kept];
}
