/** Shows how a metric matches the words of texts: reads them through its views, aligns them, and tells the words. */
import { IdList, type Metric, type Role, type Text } from '../core/index.ts';
import { wordsOfView } from '../text/index.ts';

/** Undefined for a metric that does not align words. */
export function textAligner(metric: Metric) {
  const aligner = metric.aligner?.();
  const wordsOf = metric.reads[0] && wordsOfView(metric.reads[0]);
  if (!aligner || !wordsOf) return undefined;
  const readers = metric.reads.map((view) => view.reader());
  const counter = metric.counter();
  const row = new Float64Array(metric.statistics.length);
  const read = (text: string, role: Role): Text =>
    readers.map((reader) => {
      const list = new IdList();
      reader.read(text, role, list);
      return { ids: list.values, start: 0, end: list.length };
    });
  return (hypothesis: string, references: readonly string[]) => {
    for (const reader of readers) reader.forget();
    const texts = references.map((text) => read(text, 'reference'));
    const own = read(hypothesis, 'hypothesis');
    counter.prepare(texts, undefined);
    counter.collect(own, row.fill(0), 0);
    const alignment = aligner.align(own, texts);
    return {
      /** The words as the metric sees them, of the hypothesis and of the reference that the alignment is with. */
      hypothesis: wordsOf(hypothesis),
      reference: wordsOf(references[alignment.reference] ?? ''),
      alignment,
      /** The score of the segment. */
      score: metric.forSegments.score(row),
    };
  };
}
