/** Shows how a metric matches the words of a segment and computes its score: reads the texts through its views and returns the words. */
import { IdList, type Metric, type Role, type ShownTexts, type Step, type Text } from '../core/index.ts';
import { wordsOfView } from '../text/index.ts';

/** Reads the texts of a segment as a metric sees them, and counts their row. */
function segmentReader(metric: Metric) {
  const readers = metric.reads.map((view) => view.reader());
  const counter = metric.counter();
  const read = (text: string, role: Role): Text =>
    readers.map((reader) => {
      const list = new IdList();
      reader.read(text, role, list);
      return { ids: list.values, start: 0, end: list.length };
    });
  return (hypothesis: string, references: readonly string[], source?: string) => {
    for (const reader of readers) reader.forget();
    const texts = references.map((text) => read(text, 'reference'));
    const own = read(hypothesis, 'hypothesis');
    const original = source === undefined ? undefined : read(source, 'source');
    const row = new Float64Array(metric.statistics.length);
    counter.prepare(texts, original);
    counter.collect(own, row, 0);
    return { hypothesis: own, references: texts, source: original, row, score: metric.forSegments.score(row) };
  };
}

/** Undefined for a metric that does not align words. */
export function textAligner(metric: Metric) {
  const aligner = metric.aligner?.();
  const wordsOf = metric.reads[0] && wordsOfView(metric.reads[0]);
  if (!aligner || !wordsOf) return undefined;
  const read = segmentReader(metric);
  return (hypothesis: string, references: readonly string[]) => {
    const segment = read(hypothesis, references);
    const alignment = aligner.align(segment.hypothesis, segment.references);
    return {
      /** The words as the metric sees them, of the hypothesis and of the aligned reference. */
      hypothesis: wordsOf(hypothesis),
      reference: wordsOf(references[alignment.reference] ?? ''),
      alignment,
      score: segment.score,
    };
  };
}

export interface ExplainedSegment {
  readonly score: number;
  readonly row: Float64Array;
  /** The score is the last. */
  readonly steps: readonly Step[];
  /** By view that the metric shows: its tokens of each text, to which the spans of the steps refer. */
  readonly views: readonly ViewedTexts[];
}

export interface ViewedTexts extends ShownTexts {
  /** Views with the same key read every text the same way. */
  readonly key: string;
}

/** Explains segments by a metric, which must have been taught. */
export function textExplainer(
  metric: Metric,
): (hypothesis: string, references: readonly string[], source?: string) => ExplainedSegment {
  const read = segmentReader(metric);
  const views = (metric.shows ?? metric.reads).map((view) => ({ key: view.key, wordsOf: wordsOfView(view) }));
  const explainer = metric.forSegments.explainer?.();
  return (hypothesis, references, source) => {
    const segment = read(hypothesis, references, source);
    const { score, row } = segment;
    const shown = views.map(({ key, wordsOf }) => ({
      key,
      hypothesis: wordsOf?.(hypothesis) ?? [],
      references: references.map((text) => wordsOf?.(text) ?? []),
    }));
    const behind = explainer?.explain(segment.hypothesis, segment.references, segment.source, shown);
    return { score, row, steps: explainSums(metric.forSegments, row, behind), views: shown };
  };
}

/** The steps of a metric, or, if it does not have any, what it counted and the parts of its score. */
export function explainSums(metric: Metric, sums: ArrayLike<number>, segment?: readonly Step[]): readonly Step[] {
  if (metric.explain) return metric.explain(sums, segment);
  const parts = Object.entries(metric.parts?.(sums) ?? {});
  return [
    ...metric.statistics.map((name, k) => ({ id: `s${k + 1}`, name, value: sums[k]! })),
    ...parts.map(([name, value], k) => ({ id: `v${k + 1}`, name, value })),
    {
      id: 'score',
      name: 'score',
      value: metric.score(sums),
      note: `${metric.name} does not declare its steps; these are the numbers that it counts`,
    },
  ];
}
