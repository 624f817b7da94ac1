/** How reranked n-best lists score against references. */
import { type TextInput } from '../notes.ts';
import { type Metric, type TextsAhead, systemScore, teach, version } from '../../core/index.ts';
import { measureAll, referencesPerSegment } from '../../measure/index.ts';
import {
  type ListSet,
  bestCandidates,
  bestScored,
  chosenTexts,
  decodedTexts,
  segmentsWithCandidates,
  selectSet,
} from '../../tune/index.ts';
import { type ScoredMetric, scoredMetric } from '../score/scoreReport.ts';

/** The data that `assay rerank -f json` prints. */
export interface RerankReport {
  readonly version: string;
  readonly segments: number;
  readonly candidates: number;
  /** Segments that have candidates: only these are scored. */
  readonly scored: number;
  /** Segments for which another text is chosen than the decoder's. */
  readonly changed: number;
  readonly metrics: readonly ScoredMetric[];
  /** What is chosen of each list, and how it scores by metric. */
  readonly choices: readonly { readonly choice: Choice; readonly scores: readonly number[] }[];
  /** Empty if a metric chose. */
  readonly weights: readonly { readonly feature: string; readonly weight: number }[];
  /** The metric that chose, if no weights did. */
  readonly by?: ScoredMetric;
  readonly input: TextInput;
}

export type Choice = 'first' | 'reranked';

/** What chooses: weights, or scores of all candidates by a metric. */
export type Chooser = { readonly weights: Float64Array } | { readonly metric: Metric; readonly scores: Float64Array };

/** The texts of the segments that have candidates, before and after reranking. */
function choicesOf(set: ListSet, chooser: Chooser) {
  const { candidates } = set;
  const members = segmentsWithCandidates(candidates);
  const best = 'weights' in chooser ? bestCandidates(candidates, chooser.weights) : bestScored(candidates, chooser.scores); // prettier-ignore
  const texts = chosenTexts(candidates, best);
  const scored = selectSet(set, members);
  return { scored, first: decodedTexts(scored), reranked: members.map((i) => texts[i]!) };
}

/** The texts that `reportRerank` scores, for metrics that read ahead. */
export function rerankTexts(set: ListSet, chooser: Chooser): TextsAhead[] {
  const { scored, first, reranked } = choicesOf(set, chooser);
  return scored.references.map((references, i) => ({
    hypotheses: [first[i]!, reranked[i]!],
    references,
    source: scored.sources?.[i],
  }));
}

/**
 * Reports the scores of n-best lists before and after reranking. `notes` are notes on the weights. Segments without candidates are not
 * scored, as tuners skip them.
 */
export function reportRerank(
  set: ListSet,
  chooser: Chooser,
  metrics: readonly Metric[],
  notes: readonly string[] = [],
): RerankReport {
  const { candidates, references, sha256 = '' } = set;
  const { scored, first, reranked } = choicesOf(set, chooser);
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
    weights:
      'weights' in chooser
        ? candidates.featureNames.map((feature, f) => ({ feature, weight: chooser.weights[f]! }))
        : [],
    ...('metric' in chooser && { by: scoredMetric(chooser.metric, { references: 0 }) }),
    input: { references: perSegment, sha256, notes: [...(set.notes ?? []), ...notes] },
  };
}
