import { describe, expect, it } from 'vitest';
import { nameSystems } from './systemNames.ts';

/** Paths of files with one system each, or `path=name` of a system named in its file. */
const found = (...files: string[]) =>
  files.map((file) => {
    const [path, name] = file.split('=');
    return { path: path!, name };
  });

const cases: [files: string[], names: string[]][] = [
  [
    ['a.txt', 'b.hyp.txt.gz'],
    ['a', 'b'],
  ],
  [['runs/big.v2.out'], ['big.v2']],
  [
    ['newstest.en-de', 'x.tsv', 'x.jsonl.gz'],
    ['newstest.en-de', 'x.tsv', 'x.jsonl.gz'].map((n) => n.replace(/^x\./, 'x.')),
  ],
  [
    ['a/out.txt', 'b/out.txt'],
    ['a/out', 'b/out'],
  ],
  [
    ['a/out.txt', 'b/out.txt', 'c/other.txt'],
    ['a/out', 'b/out', 'other'],
  ],
  [
    ['a.txt', './a.txt'],
    ['a', './a'],
  ],
  [
    ['a.txt', 'a.hyp'],
    ['a.txt', 'a.hyp'],
  ],
  [
    ['a.txt', 't.tsv=a'],
    ['a.txt', 'a'],
  ],
  [
    ['.txt', 'x/.gz'],
    ['.txt', '.gz'],
  ],
  [['-'], ['stdin']],
  [
    ['__proto__.txt', 'constructor', 't.tsv=../x'],
    ['__proto__', 'constructor', '../x'],
  ],
];

describe('names', () => {
  it.each(cases)('of %j', (files, names) => {
    expect(nameSystems(found(...files))).toEqual(names);
  });

  it('given take the place of others', () => {
    expect(nameSystems(found('a.txt', 'a.txt'), ['x', 'y'])).toEqual(['x', 'y']);
  });

  const faults: [files: string[], given: string[], message: string][] = [
    [['a.txt', 'a.txt'], [], 'Two systems are named a: in a.txt and a.txt. Give each its own name with -n.'],
    [['t.tsv=x', 'u.tsv=x'], [], 'Two systems are named x: in t.tsv and u.tsv. Give each its own name with -n.'],
    [['a.txt', 'b.txt'], ['x', 'x'], 'Two systems are named x: in a.txt and b.txt. Give each its own name with -n.'],
    [['a.txt', 'b.txt'], ['x'], '1 name given for 2 systems (a.txt, b.txt). Give one name per system.'],
    [['t.jsonl= '], [], 'A system of t.jsonl has an empty name. Give it one with -n.'],
  ];
  it.each(faults)('of %j, given %j, are refused', (files, given, message) => {
    expect(() => nameSystems(found(...files), given)).toThrow(message);
  });
});
