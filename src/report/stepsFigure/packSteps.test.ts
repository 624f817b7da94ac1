import { expect, it } from 'vitest';
import { type Mark, type StepCell, kindClasses, kindWord, kindsOf, packSteps } from './packSteps.ts';

const cell = (more: Partial<StepCell> = {}): StepCell => ({
  value: '1',
  how: [],
  from: [],
  marks: [],
  pairs: [],
  words: '',
  ...more,
});
const row = (...cells: (StepCell | undefined)[]) => ({ symbol: 'm1', name: 'matches', how: [], cells });
const mark = (kind: string, text: number, from: number, to: number): Mark => ({ kind, text, from, to });

it('joins spans that touch or overlap, by kind and text', () => {
  const marks = [
    mark('stem', 1, 4, 6),
    mark('match', 0, 3, 5),
    mark('match', 0, 0, 2),
    mark('match', 0, 1, 3),
    mark('match', 2, 7, 8),
  ];
  const rows = [row(cell({ marks, words: 'matched: the cat' }), undefined)];
  expect(packSteps({ rows })).toEqual({
    kinds: ['match', 'stem'],
    pairs: [],
    cells: [
      [
        [
          [],
          [
            [0, 0, 0, 5],
            [1, 1, 4, 6],
            [0, 2, 7, 8],
          ],
          'matched: the cat',
        ],
        0,
      ],
    ],
  });
});

it('keeps spans apart that do not touch, has pairs once, and leaves out what is empty', () => {
  const marks = [mark('match', 0, 0, 1), mark('match', 0, 2, 3)];
  const pairs = [
    { kind: 'match', texts: [0, 1], tokens: [0, 4] },
    { kind: 'match', texts: [0, 1], tokens: [2, 3] },
  ] as const;
  const rows = [row(cell({ marks, pairs })), row(cell({ pairs })), row(cell({ from: [0] }))];
  expect(packSteps({ rows })).toEqual({
    kinds: ['match'],
    pairs: [[0, 0, 1, 0, 4, 2, 3]],
    cells: [[[[], [[0, 0, 0, 1, 2, 3]]]], [[[]]], [[[0]]]],
  });
});

it('names kinds and gives each a look of its own', () => {
  const kinds = kindsOf([row(cell({ marks: ['stem', 'missing', 'synonym', 'match'].map((kind) => mark(kind, 0, 0, 1)) }))]); // prettier-ignore
  expect(kinds).toEqual(['match', 'missing', 'stem', 'synonym']);
  expect(kindClasses(kinds)).toEqual(['k0', 'k3', 'k6', 'k7']);
  expect(kinds.map(kindWord)).toEqual(['matched', 'missing', 'stem', 'synonym']);
  expect(kindWord('constructor')).toBe('constructor');
});
