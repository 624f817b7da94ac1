/** Expected utility by its definition, every candidate against every other and itself: Kumar and Byrne, NAACL 2004. */
import type { Metric } from '../../core/index.ts';
import type { Expectation } from './choose.ts';
import { readTexts } from './readTexts.ts';

/** Any metric, taught where it learns. u(k, j) is its score of single segments with j as the only reference. */
export function pairwiseUtility({ reads, counter: makeCounter, statistics, forSegments }: Metric): Expectation {
  const readers = reads.map((view) => view.reader());
  const counter = makeCounter();
  const row = new Float64Array(statistics.length);
  return {
    higherIsBetter: forSegments.higherIsBetter,
    expect(texts, posteriors, source, into) {
      for (const reader of readers) reader.forget();
      const references = readTexts(readers, texts, 'reference').map((text) => [text]);
      const hypotheses = readTexts(readers, texts, 'hypothesis');
      const sourceText = source === undefined ? undefined : readTexts(readers, [source], 'source')[0];
      into.fill(0, 0, texts.length);
      for (let j = 0; j < references.length; j++) {
        const posterior = posteriors[j]!;
        if (posterior === 0) continue;
        counter.prepare(references[j]!, sourceText);
        for (let k = 0; k < hypotheses.length; k++) {
          counter.collect(hypotheses[k]!, row, 0);
          into[k]! += posterior * forSegments.score(row);
        }
      }
    },
  };
}
