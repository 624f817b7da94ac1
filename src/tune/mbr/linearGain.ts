/** The linear approximation of the logarithm of BLEU: Tromble, Kumar, Och and Macherey, EMNLP 2008. */
import { UsageError } from '../../core/index.ts';
import { tokenizerNamed, words } from '../../text/index.ts';
import type { Expectation } from './choose.ts';
import { NgramBag } from './ngramBag.ts';
import { readTexts } from './readTexts.ts';

/** Gain of a text e: θ0 · |e| + Σ_n θ_n Σ_w #_w(e) · p(w), where w is an n-gram and p(w) what the candidates say of it. */
export interface LinearGain {
  /** θ0, θ1, …: the last is of the longest n-gram. */
  readonly thetas: readonly number[];
  /** What p(w) is: the probability that w stands in the translation (Tromble et al.), or how often it is expected there. */
  readonly ngrams: 'presence' | 'counts';
}

export interface LinearGainSettings {
  /** p: the share of unigrams that are expected to be right. */
  readonly precision?: number;
  /** r: by what the share falls from one order to the next. */
  readonly ratio?: number;
  readonly order?: number;
  readonly ngrams?: LinearGain['ngrams'];
}

const mostOrder = 9;

/** θ0 = −1, θ1 = 1 / 4p and θ_n = θ_{n − 1} / r, all of the paper’s times T, which changes no choice. */
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
    expect(texts, posteriors, _source, into) {
      reader.forget();
      bag.clear();
      const read = readTexts([reader], texts, 'hypothesis');
      read.forEach(([tokens], j) => bag.add(tokens!, posteriors[j]!, ngrams === 'presence'));
      read.forEach(([tokens], k) => {
        const { start, end } = tokens!;
        bag.match(tokens!, matches.fill(0));
        let gain = thetas[0]! * (end - start);
        for (let n = 0; n < order; n++) gain += thetas[n + 1]! * matches[n]!;
        into[k] = gain;
      });
    },
  };
}
