/** The case tables of the metrics: one format, one way to check a row. */
import { describe, expect, it } from 'vitest';
import { type MetricDefinition, systemScore } from '../../core/index.ts';
import { measure } from '../../measure/index.ts';
import { type CaseName, caseTexts } from './caseTexts.ts';

type OptionsFor<D extends MetricDefinition> = NonNullable<Parameters<D>[0]>;

export type Case<D extends MetricDefinition> = readonly [
  texts: CaseName,
  options: OptionsFor<D>,
  corpus: number,
  segments: readonly number[],
];

/** Corpus score and segment scores, as a user gets them. */
export const scorer =
  <D extends MetricDefinition>(definition: D) =>
  (options: OptionsFor<D>, hypotheses: readonly string[], references: readonly (readonly string[])[]) => {
    const measured = measure(definition(options), { references }, [hypotheses]);
    return { corpus: systemScore(measured, 0), segments: hypotheses.map((_, i) => measured.segmentScore(i)) };
  };

/** One test per row; `source` says where its numbers come from. */
export function checkCases<D extends MetricDefinition>(source: string, definition: D, cases: readonly Case<D>[]): void {
  const scores = scorer(definition);
  describe(source, () => {
    it.each(cases)('%s %j', (texts, options, corpus, segments) => {
      const { hypotheses, references } = caseTexts[texts];
      const found = scores(options, hypotheses, references);
      expect(found.corpus).toBeCloseTo(corpus, 9);
      expect(found.segments).toHaveLength(segments.length);
      segments.forEach((segment, i) => expect(found.segments[i]).toBeCloseTo(segment, 9));
    });
  });
}
