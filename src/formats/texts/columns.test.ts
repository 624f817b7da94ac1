import { expect, it } from 'vitest';
import { columnOf, longForm } from './columns.ts';

const cases: [name: string, means: string][] = [
  ['source', 'source'],
  [' SRC ', 'source'],
  ['ref', 'reference'],
  ['Reference', 'reference'],
  ['ref:A', 'reference'],
  ['ref.A', 'reference'],
  ['refA', 'reference'],
  ['ref1', 'reference'],
  ['ref_2', 'reference'],
  ['reference 3', 'reference'],
  ['ref_length', 'label ref_length'],
  ['refined', 'label refined'],
  ['hyp', 'hypothesis undefined'],
  ['MT', 'hypothesis undefined'],
  ['target', 'hypothesis undefined'],
  ['output', 'hypothesis undefined'],
  ['hyp:__proto__', 'hypothesis __proto__'],
  ['System:Online-B', 'hypothesis Online-B'],
  ['mt: a b ', 'hypothesis a b'],
  ['output:../x', 'hypothesis ../x'],
  ['hyp:', 'label hyp:'],
  ['doc_id', 'label document'],
  ['DocID', 'label document'],
  ['Domain', 'label domain'],
  ['__proto__', 'label __proto__'],
  ['constructor', 'label constructor'],
  ['Genre', 'label Genre'],
];
it.each(cases)('column %j', (name, means) => {
  expect(Object.values(columnOf(name)).map(String).join(' ')).toBe(means);
});

it('long form has a system and one hypothesis', () => {
  expect(longForm(['id', 'doc', 'Sys', 'mt'])).toEqual({ system: 2, segment: 0, document: 1 });
  expect(longForm(['system', 'hyp'])).toEqual({ system: 0, segment: -1, document: -1 });
  expect(longForm(['system', 'ref'])).toBeUndefined();
  expect(longForm(['system', 'hyp:A'])).toBeUndefined();
  expect(longForm(['id', 'hyp'])).toBeUndefined();
});
