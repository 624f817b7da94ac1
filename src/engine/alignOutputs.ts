/** Which words of systems a metric matches with which of the reference, segment by segment. */
import { type Metric, UsageError, counted, present, printSignature, version } from '../core/index.ts';
import type { Task } from '../data/index.ts';
import { textAligner } from '../measure/index.ts';
import { metrics as definitions } from '../metrics/index.ts';
import type { AlignReport, AlignedPair } from '../report/index.ts';

export interface AlignOptions {
  /** By the number of a segment, from 1: whether it is aligned. All are, unless given. */
  readonly isChosen?: (segment: number) => boolean;
  readonly onProgress?: (done: { readonly share: undefined; readonly text: string }) => void;
}

/** How texts are aligned by a metric; throws if it aligns none. */
function alignerOf(metric: Metric): NonNullable<ReturnType<typeof textAligner>> {
  const aligner = textAligner(metric);
  if (aligner) return aligner;
  const able = definitions.filter((definition) => definition().aligner).map(({ id }) => id);
  throw new UsageError(`${metric.name} does not align words, so there is nothing to show. ${able.join(' and ')} do.`);
}

/** The alignments, and how many segments there are, chosen or not. The task is opened when the metric is known to align. */
export async function alignOutputs(
  open: () => Promise<Task>,
  metric: Metric,
  { isChosen = () => true, onProgress }: AlignOptions = {},
): Promise<{ readonly report: AlignReport; readonly segments: number }> {
  const alignTexts = alignerOf(metric);
  const task = await open();
  const pairs: AlignedPair[] = [];
  let [segments, references] = [0, 1];
  for await (const batch of task.batches()) {
    for (let i = 0; i < batch.size; i++) {
      const segment = batch.start + i + 1;
      if (!isChosen(segment)) continue;
      const texts = batch.references[i]!;
      references = Math.max(references, texts.length);
      task.systems.forEach((system, s) => {
        const { hypothesis, reference, alignment, score } = alignTexts(batch.hypotheses[s]![i]!, texts);
        pairs.push({
          segment,
          system,
          score,
          reference: alignment.reference + 1,
          hypothesisWords: hypothesis,
          referenceWords: reference,
          links: alignment.links,
          ...present({ moves: alignment.moves }),
        });
      });
    }
    segments = batch.start + batch.size;
    onProgress?.({ share: undefined, text: counted(segments, 'segment') });
  }
  const report: AlignReport = {
    version,
    metric: { name: metric.name, signature: printSignature(metric, { references }) },
    systems: task.systems,
    input: { sha256: task.checksum ?? '', notes: task.notes },
    pairs,
  };
  return { report, segments };
}
