import { describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import type { Annotation, MarkedError } from '../judgments.ts';
import { errorScores, errorWeights, withOwnWeights } from './outputScores.ts';

const error = (severity: string, category: string): MarkedError => ({ severity, category, side: 'output' });
const annotation = (system: string, segment: string, judge: string, ...errors: MarkedError[]): Annotation => ({
  task: 'x-y', segment, judge, order: 0, system, errors,
}); // prettier-ignore
const scoreOf = (marked: MarkedError, weights = errorWeights) =>
  errorScores('x-y', [annotation('a', '1', 'j', marked)], weights).ofSystems[0];

describe('weights', () => {
  // Freitag et al. (2021), Table 3.
  it.each([
    ['Major', 'Accuracy/Mistranslation', 5],
    ['Minor', 'Accuracy/Mistranslation', 1],
    ['minor', 'Fluency/Punctuation', 0.1],
    ['Major', 'Fluency/Punctuation', 5],
    ['Major', 'Non-translation!', 25],
    ['Major', 'Non-translation', 25],
    ['Neutral', 'Style/Awkward', 0],
    ['No-error', 'No-error', 0],
  ])('%s %s: %d', (severity, category, weight) => {
    expect(scoreOf(error(severity, category))).toBe(0 - weight);
  });

  it('custom weights come first, but those of a category before all others', () => {
    const own = withOwnWeights([{ severity: 'major', weight: 10 }, { category: 'style', weight: 0 }, { severity: 'minor', category: 'fluency/punctuation', weight: 0.5 }]); // prettier-ignore
    expect(scoreOf(error('Major', 'Accuracy'), own)).toBe(-10);
    expect(scoreOf(error('Major', 'Non-translation'), own)).toBe(-25);
    expect(scoreOf(error('Major', 'Style/Awkward'), own)).toBe(0);
    expect(scoreOf(error('Minor', 'Fluency/Punctuation'), own)).toBe(-0.5);
    expect(scoreOf(error('Major', 'Stylebook'), own)).toBe(-10);
    expect(withOwnWeights([])).toEqual([errorWeights[1], errorWeights[0], ...errorWeights.slice(2)]);
  });

  it('a severity without a weight is reported', () => {
    expect(() => scoreOf(error('Critical', 'Accuracy'))).toThrow(
      new UsageError(
        'Errors of severity "Critical" (category Accuracy) have no weight. Known severities: minor, major, neutral, no-error. Add a weight with --error-weights, such as critical=10.',
      ),
    );
  });
});

it('errors add up, judges and segments are averaged', () => {
  const { systems, segments, ofSegments, ofSystems } = errorScores('x-y', [
    annotation('b', '1', 'j', error('Major', 'Accuracy'), error('Minor', 'Style')),
    annotation('b', '1', 'k'),
    annotation('b', '2', 'j', error('Minor', 'Style')),
    annotation('a', '2', 'j'),
    { ...annotation('a', '9', 'j', error('Major', 'Accuracy')), task: 'y-x' },
  ]);
  expect(systems).toEqual(['a', 'b']);
  expect(segments).toEqual(['1', '2']);
  expect([...ofSegments]).toEqual([NaN, 0, -3, -1]);
  expect([...ofSystems]).toEqual([0, -2]);
});
