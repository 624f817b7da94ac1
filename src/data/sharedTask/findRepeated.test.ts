import { expect, it } from 'vitest';
import type { Edit, Judgments, Ranking, Rating } from '../../human/index.ts';
import { findRepeated } from './findRepeated.ts';

const none: Judgments = { rankings: [], ratings: [], annotations: [], edits: [], verdicts: [], dropped: [] };
const ranking = (segment: string, systems: string, ranks: number[], judge = 'j'): Ranking => ({
  task: 'de-en',
  segment,
  judge,
  order: 0,
  systems: systems.split(' '),
  ranks,
});
const rating: Rating = { task: 'de-en', segment: '1', judge: 'j', order: 0, system: 'a', score: 5, item: 'output' };
const edit: Edit = { task: 'de-en', segment: '1', judge: 'j', order: 0, system: 'a', outcome: 'edited' };
const file = (format: string, judgments: Partial<Judgments>) => ({ format, judgments: { ...none, ...judgments } });

const two = [ranking('1', 'a b c', [1, 2, 2]), ranking('2', 'a b', [1, 1])];
const turned = [ranking('2', 'b a', [1, 1], 'x'), ranking('1', 'c b a', [2, 2, 1], 'x')];

it.each([
  ['one file', [file('f', { rankings: two })], [undefined]],
  ['another format, other order, judges renamed', [file('f', { rankings: two }), file('g', { rankings: turned })], [undefined, 0]],
  ['the same format: judges must be the same', [file('f', { rankings: two }), file('f', { rankings: turned })], [undefined, undefined]],
  ['the same format, the same judges', [file('f', { rankings: two }), file('f', { rankings: [...two].reverse() })], [undefined, 0]],
  ['more kinds are kept, wherever they stand', [file('f', { rankings: two }), file('g', { rankings: turned, edits: [edit] })], [1, undefined]],
  ['other kinds are not the same', [file('f', { rankings: two, ratings: [rating] }), file('g', { rankings: turned, edits: [edit] })], [undefined, undefined]],
  ['one ranking more', [file('f', { rankings: two }), file('g', { rankings: [...turned, turned[0]!] })], [undefined, undefined]],
  ['another rank', [file('f', { rankings: two }), file('g', { rankings: [turned[0]!, ranking('1', 'a b c', [1, 2, 3])] })], [undefined, undefined]],
  ['entries and rankings that compare nothing do not count', [file('f', { rankings: [...two, ranking('3', 'a', [1])] }), file('g', { rankings: [ranking('1', 'a b c d', [1, 2, 2, NaN]), two[1]!] })], [undefined, 0]],
  ['three of one kind', [file('f', { rankings: two }), file('g', { rankings: turned }), file('h', { rankings: two })], [undefined, 0, 0]],
  ['nothing repeats nothing', [file('f', {}), file('g', {})], [undefined, undefined]],
] as const)('%s', (_, files, expected) => expect(findRepeated(files)).toEqual(expected)); // prettier-ignore
