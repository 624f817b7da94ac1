/** What was asked for of an evaluation and could not be done as asked. */
import type { MetaEvaluation, MetaSettings } from './evaluateMetrics.ts';

/** `systemMeasures` are those that somebody asked for by name, if anybody did. */
export interface MetaRequest extends Pick<MetaSettings, 'segmentTest'> {
  readonly systemMeasures?: readonly string[];
}

/** As sentences that begin with the task. */
export function unmetRequests(
  { task, systemMeasures, segmentTest }: MetaEvaluation,
  { systemMeasures: asked = [], segmentTest: askedTest }: MetaRequest,
): string[] {
  const notes = asked
    .filter((id) => !systemMeasures.some((measure) => measure.id === id))
    .map((id) => `${task}: no ${id} over systems, which needs scores of segments by people.`);
  if (segmentTest && segmentTest.test !== askedTest) {
    const { test, measure } = segmentTest;
    notes.push(
      askedTest === 'pairs'
        ? `${task}: the test of ${measure} exchanges ${test}, not pairs: only acc-eq, tau-eq and darr are counts of pairs of outputs that people scored.`
        : `${task}: the test of ${measure} exchanges ${test}, not ${askedTest}: metrics exchange what they say of pairs of outputs, by inputs or by pairs.`,
    );
  }
  return notes;
}

/** Whether there is any figure at all. */
export const hasFigures = ({ systemMeasures, segmentMeasures, metrics }: MetaEvaluation): boolean =>
  systemMeasures.length > 0 || (segmentMeasures.length > 0 && metrics.some(({ ofSegments }) => ofSegments));
