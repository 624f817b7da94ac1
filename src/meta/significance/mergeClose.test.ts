import { expect, it } from 'vitest';
import { mergeClose } from './scoreTable.ts';

it.each([
  [[], []],
  [[1], [1]],
  [
    [3, 1, 2],
    [3, 1, 2],
  ],
  [
    [0.1 + 0.2, 0.3, 0.30000001],
    [0.3, 0.3, 0.30000001],
  ],
  [
    [5, 5 + 4e-13, 5 + 8e-13, 5 + 12e-13, 4],
    [5, 5, 5, 5 + 12e-13, 4],
  ],
])('%j becomes %j', (values, expected) => {
  const merged = Float64Array.from(values);
  mergeClose(merged, merged.length, new Float64Array(merged.length));
  expect([...merged]).toEqual(expected);
});

it('leaves alone what comes after', () => {
  const values = Float64Array.of(0.3, 0.1 + 0.2, 0.1 + 0.2);
  mergeClose(values, 2, new Float64Array(3));
  expect([...values]).toEqual([0.3, 0.3, 0.1 + 0.2]);
});
