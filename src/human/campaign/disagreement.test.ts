/** Distances worked out by hand. */
import { expect, it } from 'vitest';
import { disagreements } from './disagreement.ts';
import { answered, assigned, recordWith } from './testing/makeRecord.ts';
import type { Answer } from './campaign.ts';

const mark = (...spans: [start: number, end: number][]): Answer => ({
  kind: 'mark',
  errors: spans.map(([start, end]) => ({ side: 'output', start, end, severity: 'minor', category: '' })),
});

it.each<[string, 'rank' | 'assess' | 'mark', string, Answer, string, Answer, number | undefined]>([
  ['equal rankings', 'rank', 'a b c', { kind: 'rank', ranks: [1, 2, 3] }, 'a b c', { kind: 'rank', ranks: [1, 2, 3] }, 0],
  // Of the pairs ab, ac, bc only ac and bc are alike.
  ['two swapped', 'rank', 'a b c', { kind: 'rank', ranks: [1, 2, 3] }, 'a b c', { kind: 'rank', ranks: [2, 1, 3] }, 1 / 3],
  ['shown in another order', 'rank', 'a b', { kind: 'rank', ranks: [1, 2] }, 'b a', { kind: 'rank', ranks: [2, 1] }, 0],
  ['one system in common', 'rank', 'a b', { kind: 'rank', ranks: [1, 2] }, 'b c', { kind: 'rank', ranks: [2, 1] }, undefined],
  ['scores', 'assess', 'a', { kind: 'assess', score: 80 }, 'a', { kind: 'assess', score: 50 }, 0.3],
  ['scores of other systems', 'assess', 'a', { kind: 'assess', score: 80 }, 'b', { kind: 'assess', score: 50 }, undefined],
  ['no marks', 'mark', 'a', mark(), 'a', mark(), 0],
  // Two of four and two characters are common: 1 − 2·2 / (4 + 2).
  ['marks that overlap', 'mark', 'a', mark([0, 4]), 'a', mark([2, 4]), 1 - 4 / 6],
  ['cannot judge', 'assess', 'a', { kind: 'none' }, 'a', { kind: 'assess', score: 50 }, undefined],
])('%s', (_, kind, systems, answer, others, other, expected) => {
  const record = recordWith(
    [assigned('1', 'j', kind, 0, systems), assigned('2', 'k', kind, 0, others)],
    answered('j', '1', answer),
    answered('k', '2', other),
  );
  const found = disagreements(record).get('1');
  if (expected === undefined) expect(found).toBeUndefined();
  else expect(found).toBeCloseTo(expected, 12);
}); // prettier-ignore
