import { expect, expectTypeOf, it } from 'vitest';
import { pick, present } from './collections.ts';

const given: { a: number; b?: string; c: boolean | undefined; d?: null } = { a: 0, c: undefined, d: null };

it('leaves out only what is undefined', () => {
  const found = present(given);
  expect(found).toStrictEqual({ a: 0, d: null });
  expectTypeOf(found).toEqualTypeOf<{ a: number } & { b?: string; c?: boolean; d?: null }>();
});

it('picks some, in the requested order', () => {
  const found = pick(given, ['d', 'c', 'a']);
  expect(Object.entries(found)).toEqual([['d', null], ['a', 0]]); // prettier-ignore
  expectTypeOf(found).toEqualTypeOf<{ a: number } & { c?: boolean; d?: null }>();
});
