/** The candidates of minimum-Bayes-risk selection by segment, with posteriors: from n-best lists, outputs of systems, or lattices. */
import { UsageError, counted, exp, present } from '../../core/index.ts';
import { type Hypergraph, atPlace, nbestDerivations, weigh } from '../../lattice/index.ts';
import type { Candidates } from '../lists/candidates.ts';
import type { Evidence } from './choose.ts';

/** p_k ∝ exp(scale · score_k). The highest score is subtracted first, so nothing overflows. */
export function posteriorsOf(scores: ArrayLike<number>, scale: number): Float64Array {
  let most = -Infinity;
  for (let k = 0; k < scores.length; k++) most = Math.max(most, scale * scores[k]!);
  return normalized(Float64Array.from(scores, (score) => exp(scale * score - most)));
}

/** Shares of their sum; `segment` is for messages. */
export function normalized(weights: ArrayLike<number>, segment = 'a segment'): Float64Array {
  let sum = 0;
  for (let k = 0; k < weights.length; k++) {
    const weight = weights[k]!;
    if (!(weight >= 0 && weight < Infinity)) {
      throw new UsageError(`The weight of a candidate is ${weight}. It must be 0 or more.`);
    }
    sum += weight;
  }
  if (weights.length > 0 && !(sum > 0 && sum < Infinity)) {
    throw new UsageError(
      `The weights of the candidates of ${segment} add up to ${sum}. The sum must be finite and more than 0.`,
    );
  }
  return Float64Array.from(weights, (weight) => weight / sum);
}

/** Where the posteriors of n-best lists come from. */
export type PosteriorRule =
  | { readonly from: 'nothing' }
  | { readonly from: 'totals'; readonly scale: number }
  | { readonly from: 'weights'; readonly weights: Float64Array; readonly scale: number }
  /** A number, 0 or more, for each candidate of all lists; `place` is their file, for messages. */
  | { readonly from: 'numbers'; readonly numbers: ArrayLike<number>; readonly place?: string };

/** By segment: posteriors of its candidates that add up to 1. */
export function candidatePosteriors(candidates: Candidates, rule: PosteriorRule): Float64Array[] {
  if (rule.from === 'numbers' && rule.place !== undefined) {
    const { place, ...unplaced } = rule;
    return atPlace(place, () => candidatePosteriors(candidates, unplaced));
  }
  const { segments, starts, totals, texts, features } = candidates;
  if (rule.from === 'numbers' && rule.numbers.length !== texts.length) {
    throw new UsageError(
      `There are ${rule.numbers.length} posteriors for ${counted(texts.length, 'candidate')}. Give one per candidate.`,
    );
  }
  return Array.from({ length: segments }, (_, i) => {
    const [from, to] = [starts[i]!, starts[i + 1]!];
    const numbers = new Float64Array(to - from);
    for (let c = from; c < to; c++) {
      numbers[c - from] =
        rule.from === 'nothing'
          ? 1
          : rule.from === 'totals'
            ? totals[c]!
            : rule.from === 'weights'
              ? weigh(features, c, rule.weights)
              : rule.numbers[c]!;
    }
    const segment = `segment ${i}, segments numbered from 0,`;
    const bad = numbers.findIndex((number) => !Number.isFinite(number));
    if (bad >= 0) {
      const what = `Candidate ${bad + 1} of ${segment}`;
      throw new UsageError(
        rule.from === 'totals' && Number.isNaN(numbers[bad])
          ? `${what} has no total. Give weights, or make all candidates equally probable.`
          : `${what} has the score ${numbers[bad]}, which is not finite.`,
      );
    }
    return rule.from === 'totals' || rule.from === 'weights'
      ? posteriorsOf(numbers, rule.scale)
      : normalized(numbers, segment);
  });
}

/** Returns the candidates of n-best lists with their probabilities, by segment. */
export function listEvidence(candidates: Candidates, rule: PosteriorRule, sources?: readonly string[]): Evidence[] {
  const { starts, texts } = candidates;
  const empty = starts.findIndex((start, i) => start === starts[i + 1]);
  if (empty >= 0) {
    throw new UsageError(`Segment ${empty}, counted from 0, has no candidates.`);
  }
  return candidatePosteriors(candidates, rule).map((posteriors, i) => ({
    texts: texts.slice(starts[i], starts[i + 1]),
    posteriors,
    ...present({ source: sources?.[i] }),
  }));
}

/**
 * Returns the outputs of several systems with their probabilities, by segment. `texts` is by system and segment; the probability of a
 * system is proportional to its weight, or equal without weights.
 */
export function systemEvidence(
  texts: readonly (readonly string[])[],
  weights: readonly number[] = texts.map(() => 1),
  sources?: readonly string[],
): Evidence[] {
  const posteriors = normalized(weights);
  return (texts[0] ?? []).map((_, i) => ({
    texts: texts.map((ofSystem) => ofSystem[i]!),
    posteriors,
    ...present({ source: sources?.[i] }),
  }));
}

/** Returns the best derivations of a lattice or forest with distinct texts, with probabilities proportional to exp(scale × score). */
export function latticeEvidence(
  hypergraph: Hypergraph,
  { nbest, scale }: { readonly nbest: number; readonly scale: number },
  source?: string,
): Evidence {
  const { derivations } = nbestDerivations(hypergraph, nbest, { distinctTexts: true });
  const scores = derivations.map(({ score }) => score);
  return {
    texts: derivations.map(({ text }) => text),
    posteriors: posteriorsOf(scores, scale),
    ...present({ source }),
  };
}

/** By segment the most probable text, of equals the first. */
export const likeliestTexts = (evidence: readonly Evidence[]): string[] =>
  evidence.map(({ texts, posteriors: p }) => texts[p.reduce((best, each, k) => (each > p[best]! ? k : best), 0)] ?? '');
