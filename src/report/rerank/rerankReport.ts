/** How reranked n-best lists score against references. */
import { type TextInput } from '../notes.ts';
import { type Metric, systemScore, teach, version } from '../../core/index.ts';
import { measureAll, referencesPerSegment } from '../../measure/index.ts';
import { type ListSet, bestTexts, decodedTexts, segmentsWithCandidates, selectSet } from '../../tune/index.ts';
import { type ScoredMetric, scoredMetric } from '../score/scoreReport.ts';

/** What `assay rerank -f json` prints. */
export interface RerankReport {
  readonly version: string;
  readonly segments: number;
  readonly candidates: number;
  /** Segments that have candidates: only these are scored. */
  readonly scored: number;
  /** Segments for which the weights choose another text than the decoder. */
  readonly changed: number;
  readonly metrics: readonly ScoredMetric[];
  /** What is chosen of each list, and how it scores by metric. */
  readonly choices: readonly { readonly choice: Choice; readonly scores: readonly number[] }[];
  readonly weights: readonly { readonly feature: string; readonly weight: number }[];
  readonly input: TextInput;
}

export type Choice = 'first' | 'reranked';

/** Scores of n-best lists before and after; `notes` are those on the weights. Segments without candidates are not scored, as a tuner passes over them. */
export function reportRerank(
  set: ListSet,
  weights: Float64Array,
  metrics: readonly Metric[],
  notes: readonly string[] = [],
): RerankReport {
  const { candidates, references, sha256 = '' } = set;
  const scored = selectSet(set, segmentsWithCandidates(candidates));
  const [first, reranked] = [decodedTexts(scored), bestTexts(scored, weights)];
  const taught = metrics.map((metric) => teach(metric, references));
  const measured = measureAll(taught, scored, { first, reranked });
  const perSegment = referencesPerSegment(references);
  return {
    version,
    segments: candidates.segments,
    candidates: candidates.texts.length,
    scored: scored.references.length,
    changed: first.filter((text, i) => text !== reranked[i]).length,
    metrics: metrics.map((metric) => scoredMetric(metric, { references: perSegment })),
    choices: (['first', 'reranked'] as const).map((choice, s) => ({
      choice,
      scores: measured.map((each) => systemScore(each, s)),
    })),
    weights: candidates.featureNames.map((feature, f) => ({ feature, weight: weights[f]! })),
    input: { references: perSegment, sha256, notes: [...(set.notes ?? []), ...notes] },
  };
}
