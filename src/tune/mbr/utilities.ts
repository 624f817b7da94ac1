/** Utilities of translations, and how they are computed: pairwise, by expected n-gram counts, or as a linear gain. */
import {
  type ExpectedCounts,
  IdList,
  type Metric,
  type Reader,
  type Role,
  type Text,
  type TextsAhead,
  type Tokens,
  UsageError,
  idsWith,
  printMetric,
  printSignature,
} from '../../core/index.ts';
import { metrics as definitions } from '../../metrics/index.ts';
import { tokenizerNamed, words } from '../../text/index.ts';
import type { Evidence, Expectation } from './choose.ts';
import { NgramBag } from './ngramBag.ts';
import { NgramMatches } from './ngramMatches.ts';

/** The utility that minimum-Bayes-risk selection maximises: a metric, computed pairwise or by expected counts, the linear gain, or numbers from elsewhere. */
export type MbrUtility =
  | { readonly form: 'pairwise' | 'expected'; readonly metric: Metric }
  | { readonly form: 'linear'; readonly gain: LinearGain }
  | { readonly form: 'given'; readonly file: string; readonly matrices: readonly (readonly (readonly number[])[])[] };

/** The texts that a metric scores for the pairwise utility: every candidate against every reference. */
export const utilityTexts = ({ texts, references, source }: Evidence): TextsAhead[] =>
  [...new Set(references?.texts ?? texts)].map((reference) => ({ hypotheses: texts, references: [reference], source }));

/** The signature of the metric, θ of the linear gain, or the file of the numbers. */
export function utilityName(utility: MbrUtility): string {
  if (utility.form === 'given') return `utilities of ${utility.file}`;
  if (utility.form !== 'linear') return printSignature(utility.metric.forSegments, { references: 1 });
  const { thetas, ngrams } = utility.gain;
  return `θ = ${thetas.map((theta) => Number(theta.toFixed(4))).join(', ')}, n-grams by ${ngrams}`;
}

/**
 * Expected utility by its definition, every candidate against every reference, which are the candidates unless others are given: Kumar and Byrne, NAACL 2004. Any metric, taught where
 * it learns. u(k, j) is its score of single segments with j as the only reference.
 */
export function pairwiseUtility(metric: Metric): Expectation {
  const { reads, counter: makeCounter, statistics, forSegments, expectedForm } = metric;
  const readers = reads.map((view) => view.reader());
  const counter = makeCounter();
  const row = new Float64Array(statistics.length);
  const ngramPairs = expectedForm && pairsByNgrams(expectedForm);
  return {
    higherIsBetter: forSegments.higherIsBetter,
    expect(texts, { texts: against, posteriors }, source, into) {
      for (const reader of readers) reader.forget();
      const references = readTexts(readers, against, 'reference');
      const hypotheses = readTexts(readers, texts, 'hypothesis');
      const sourceText = source === undefined ? undefined : readTexts(readers, [source], 'source')[0];
      into.fill(0, 0, texts.length);
      if (ngramPairs && isWorthCounting(references) && isWorthCounting(hypotheses)) {
        ngramPairs(hypotheses, references, posteriors, row, (k, posterior) => {
          into[k]! += posterior * forSegments.score(row);
        });
        return;
      }
      for (let j = 0; j < references.length; j++) {
        const posterior = posteriors[j]!;
        if (posterior === 0) continue;
        counter.prepare([references[j]!], sourceText);
        for (let k = 0; k < hypotheses.length; k++) {
          counter.collect(hypotheses[k]!, row, 0);
          into[k]! += posterior * forSegments.score(row);
        }
      }
    },
  };
}

/** With fewer texts, counting the n-grams of each takes longer than matching them; with more tokens, it takes much memory. */
const isWorthCounting = (texts: readonly Text[]): boolean =>
  texts.length >= 8 && texts.reduce((sum, views) => views.reduce((n, { start, end }) => n + end - start, sum), 0) < 1e6;

type NgramPairs = (
  hypotheses: readonly Text[],
  references: readonly Text[],
  posteriors: Float64Array,
  row: Float64Array,
  take: (hypothesis: number, posterior: number) => void,
) => void;

/** Rows of every hypothesis with every reference, from n-grams that are counted once for each text and not for each pair. */
function pairsByNgrams({ orders, write }: NonNullable<Metric['expectedForm']>): NgramPairs {
  const byView = orders.map((order) => new NgramMatches(order));
  const views = countsOf(orders);
  return (hypotheses, references, posteriors, row, take) => {
    byView.forEach((each, v) => each.set(hypotheses.map((text) => text[v]!), references.map((text) => text[v]!))); // prettier-ignore
    references.forEach((reference, j) => {
      const posterior = posteriors[j]!;
      if (posterior === 0) return;
      const matches = byView.map((each) => each.match(j));
      views.forEach(({ expected }, v) => writeLengths(reference[v]!, expected));
      for (let k = 0; k < hypotheses.length; k++) {
        for (let v = 0; v < views.length; v++) {
          const { own, matches: into } = views[v]!;
          for (let n = 0; n < into.length; n++) into[n] = matches[v]![k * into.length + n]!;
          writeLengths(hypotheses[k]![v]!, own);
        }
        write(views, row);
        take(k, posterior);
      }
    });
  };
}

const countsOf = (orders: readonly number[]): ExpectedCounts[] =>
  orders.map((order) => ({
    own: new Float64Array(order),
    expected: new Float64Array(order),
    matches: new Float64Array(order),
  }));

/** By order − 1: how many n-grams a text has. */
function writeLengths({ start, end }: Tokens, into: Float64Array): void {
  for (let n = 0; n < into.length; n++) into[n] = Math.max(0, end - start - n);
}

/** Metrics that can use expected counts; for other metrics, expected utility is computed pairwise. */
export const expectedCountMetrics = (): string[] =>
  idsWith(definitions, ({ expectedForm }) => expectedForm !== undefined);

/**
 * Utility against the expected n-gram counts of all candidates, in time linear in their number: DeNero, Chiang and Knight, ACL 2009.
 * u(k, average of all j) in place of the average of u(k, j). Matches are Σ min(count, expected count), which is never less than the
 * average of the matches, since a minimum is concave in what it is taken of; the reference length is the expected one.
 */
export function expectedCountUtility(metric: Metric): Expectation {
  const { reads, statistics, forSegments, expectedForm: form } = metric;
  if (!form) {
    throw new UsageError(
      `Expected counts do not work with ${printMetric(metric)}, only with ${expectedCountMetrics().join(' and ')}. ` +
        'Use the pairwise utility, which works with every metric.',
    );
  }
  const { orders } = form;
  const readers = reads.map((view) => view.reader());
  const bags = orders.map((order) => new NgramBag(order));
  const views = countsOf(orders);
  const row = new Float64Array(statistics.length);
  return {
    higherIsBetter: forSegments.higherIsBetter,
    expect(texts, { texts: against, posteriors }, _source, into) {
      for (const reader of readers) reader.forget();
      const references = readTexts(readers, against, 'reference');
      const hypotheses = readTexts(readers, texts, 'hypothesis');
      bags.forEach((bag, v) => {
        const { expected } = views[v]!;
        bag.clear();
        expected.fill(0);
        references.forEach((reference, j) => {
          const posterior = posteriors[j]!;
          if (posterior === 0) return;
          const tokens = reference[v]!;
          bag.add(tokens, posterior, false);
          for (let n = 0; n < expected.length; n++) {
            expected[n]! += posterior * Math.max(0, tokens.end - tokens.start - n);
          }
        });
      });
      hypotheses.forEach((hypothesis, k) => {
        views.forEach(({ own, matches }, v) => {
          const tokens = hypothesis[v]!;
          writeLengths(tokens, own);
          bags[v]!.matchClipped(tokens, matches.fill(0));
        });
        form.write(views, row);
        into[k] = forSegments.score(row);
      });
    },
  };
}

/**
 * The linear approximation of the logarithm of BLEU: Tromble, Kumar, Och and Macherey, EMNLP 2008.
 * Gain of a text e: θ0 · |e| + Σ_n θ_n Σ_w #_w(e) · p(w), where w is an n-gram and p(w) what the candidates say of it.
 */
export interface LinearGain {
  /** θ0, θ1, …: the last is of the longest n-gram. */
  readonly thetas: readonly number[];
  /** What p(w) is: the probability that w occurs in the translation (Tromble et al.), or its expected count. */
  readonly ngrams: 'presence' | 'counts';
}

export interface LinearGainSettings {
  /** p: the share of unigrams that are expected to be right. */
  readonly precision?: number;
  /** r: the ratio of the shares of one order and the previous one. */
  readonly ratio?: number;
  readonly order?: number;
  readonly ngrams?: LinearGain['ngrams'];
}

const mostOrder = 9;

/**
 * Computes the weights θ of the linear gain from precision and ratio: θ0 = −1, θ1 = 1 / 4p and θ_n = θ_{n − 1} / r. They are those of the
 * paper times T, which changes no choice.
 */
export function linearGain({
  precision = 0.8,
  ratio = 0.6,
  order = 4,
  ngrams = 'presence',
}: LinearGainSettings = {}): LinearGain {
  for (const [name, value] of Object.entries({ precision, ratio })) {
    if (!(value > 0 && value <= 1)) throw new UsageError(`${name} must be above 0 and at most 1, not ${value}.`);
  }
  if (!Number.isInteger(order) || order < 1 || order > mostOrder) {
    throw new UsageError(`order must be a whole number from 1 to ${mostOrder}, not ${order}.`);
  }
  const thetas = [-1, 1 / (4 * precision)];
  while (thetas.length <= order) thetas.push(thetas.at(-1)! / ratio);
  return { thetas, ngrams };
}

/** Gains of texts, cut at spaces, with p(w) from these texts. */
export function linearGainUtility({ thetas, ngrams }: LinearGain): Expectation {
  const reader = words(tokenizerNamed('none', '', new Map()), { lowercase: false }).reader();
  const order = thetas.length - 1;
  const bag = new NgramBag(order);
  const matches = new Float64Array(order);
  return {
    higherIsBetter: true,
    expect(texts, { texts: against, posteriors }, _source, into) {
      reader.forget();
      bag.clear();
      const references = readTexts([reader], against, 'reference');
      references.forEach(([tokens], j) => bag.add(tokens!, posteriors[j]!, ngrams === 'presence'));
      readTexts([reader], texts, 'hypothesis').forEach(([tokens], k) => {
        const { start, end } = tokens!;
        bag.match(tokens!, matches.fill(0));
        let gain = thetas[0]! * (end - start);
        for (let n = 0; n < order; n++) gain += thetas[n + 1]! * matches[n]!;
        into[k] = gain;
      });
    },
  };
}

/** All texts through all readers. A candidate is read once as a hypothesis and once as a reference, since some views distinguish them. */
function readTexts(readers: readonly Reader[], texts: readonly string[], role: Role): Text[] {
  const byView = readers.map((reader) => {
    const list = new IdList();
    const ends = texts.map((text) => {
      reader.read(text, role, list);
      return list.length;
    });
    return { ids: list.values, ends };
  });
  return texts.map((_, k) =>
    byView.map(({ ids, ends }) => ({ ids, start: k === 0 ? 0 : ends[k - 1]!, end: ends[k]! })),
  );
}
