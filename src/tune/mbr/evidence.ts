/** What minimum-Bayes-risk selection chooses from, by segment: lists, outputs of systems, or the best of lattices, with their posteriors. */
import { UsageError, present } from '../../core/index.ts';
import { type Hypergraph, nbestDerivations } from '../../lattice/index.ts';
import type { Candidates } from '../lists/candidates.ts';
import type { Evidence } from './choose.ts';
import { type PosteriorRule, candidatePosteriors, normalized, posteriorsOf } from './posteriors.ts';

/** The candidates of n-best lists. */
export function listEvidence(candidates: Candidates, rule: PosteriorRule, sources?: readonly string[]): Evidence[] {
  const { starts, texts } = candidates;
  const empty = starts.findIndex((start, i) => start === starts[i + 1]);
  if (empty >= 0) {
    throw new UsageError(`There is nothing to choose for segment ${empty}, numbered from 0: it has no candidates.`);
  }
  return candidatePosteriors(candidates, rule).map((posteriors, i) => ({
    texts: texts.slice(starts[i], starts[i + 1]),
    posteriors,
    ...present({ source: sources?.[i] }),
  }));
}

/** What several systems say, by system and segment; systems are as probable as their weights, or all alike. */
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

/** The best derivations of a lattice or forest that say different things, as probable as exp(scale × score). */
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
