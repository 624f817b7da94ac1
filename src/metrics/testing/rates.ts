/** Checks that error and recognition rates share: a plain row for each reference, and golden values as fractions. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MetricDefinition } from '../../core/index.ts';
import { scorer } from './cases.ts';
import { goldenTexts } from './golden.ts';

const word = fc.constantFrom('the', 'cat', 'sat', 'on', 'a', 'mat', 'mats', 'that', 'стол', '文', '😀');
const text = fc.array(word, { maxLength: 9 }).map((list) => list.join(' '));

/** Random segments of one to three references, as lists of words. */
export const segments = fc.array(
  fc.record({ hypothesis: text, references: fc.array(text, { minLength: 1, maxLength: 3 }) }),
  { minLength: 1, maxLength: 4 },
);
export const wordsOf = (line: string): string[] => (line === '' ? [] : line.split(' '));
export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const rate = (errors: number, length: number): number => (length > 0 ? errors / length : errors > 0 ? 1 : 0);

/** Checks an error rate against a plain count of its errors, with either divisor. */
export function checkErrorRate<D extends MetricDefinition>(
  definition: D,
  options: NonNullable<Parameters<D>[0]>,
  errors: (hypothesis: readonly string[], reference: readonly string[]) => number,
): void {
  const scores = scorer<MetricDefinition>(definition);
  it.each(['best', 'mean'])('equals the plain one, len=%s', (divisor) => {
    fc.assert(
      fc.property(segments, (texts) => {
        const found = scores(
          { tokenizer: 'none', ...options, divisor },
          texts.map(({ hypothesis }) => hypothesis),
          texts.map(({ references }) => references),
        );
        const rows = texts.map(({ hypothesis, references }) => {
          const all = references.map((reference) => ({
            errors: errors(wordsOf(hypothesis), wordsOf(reference)),
            length: wordsOf(reference).length,
          }));
          if (divisor === 'mean') {
            const mean = sum(all.map(({ length }) => length)) / all.length;
            return { errors: Math.min(...all.map((each) => each.errors)), length: mean };
          }
          const [best] = all.sort(
            (one, other) =>
              rate(one.errors, one.length) - rate(other.errors, other.length) || other.length - one.length,
          );
          return best!;
        });
        rows.forEach((row, i) => expect(found.segments[i]).toBeCloseTo(100 * rate(row.errors, row.length), 8));
        const total = rate(sum(rows.map((row) => row.errors)), sum(rows.map(({ length }) => length)));
        expect(found.corpus).toBeCloseTo(100 * total, 8);
      }),
      { seed: 20273, numRuns: 300 },
    );
  });
}

type Fractions = Readonly<Record<string, number>>;

/** Compares corpus and segment scores of a golden corpus with fractions by item; an undefined corpus value is not compared. */
export function checkGolden(
  definition: MetricDefinition,
  options: Readonly<Record<string, unknown>>,
  corpus: 'A1' | 'A2' | 'A3',
  expected: { readonly corpus: number | undefined; readonly segments: Fractions },
  tolerance = 1e-6,
): void {
  const { ids, hypotheses, references } = goldenTexts(corpus);
  const found = scorer(definition)({ tokenizer: 'none', ...options }, hypotheses, references);
  const near = (value: number, fraction: number, what: string) =>
    expect(Math.abs(value / 100 - fraction), what).toBeLessThanOrEqual(tolerance);
  ids.forEach((id, i) => {
    if (expected.segments[id] !== undefined) near(found.segments[i]!, expected.segments[id], id);
  });
  expect(ids.some((id) => expected.segments[id] !== undefined)).toBe(true);
  if (expected.corpus !== undefined) near(found.corpus, expected.corpus, 'corpus');
}

/** The values of a tree of numbers by item, extracted by `of`. */
export const fractions = <T>(tree: Readonly<Record<string, T>>, of: (value: T) => number): Fractions =>
  Object.fromEntries(Object.entries(tree).map(([id, value]) => [id, of(value)]));
