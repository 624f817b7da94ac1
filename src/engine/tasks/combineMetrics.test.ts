import { describe, expect, it } from 'vitest';
import type { Combination, Scores } from '../../meta/index.ts';
import { bleu, ter } from '../../metrics/index.ts';
import { checkCombinations, checkCombined, combineMetrics } from './combineMetrics.ts';

const scoresOf = (name: string, ofSystems: readonly number[], segments: readonly string[] = ['1']): Scores => ({
  name,
  higherIsBetter: true,
  systems: ofSystems.map((_, s) => String(s)),
  segments,
  ofSystems: Float64Array.from(ofSystems),
  ofSegments: Float64Array.from(ofSystems.flatMap((score) => segments.map(() => score))),
});

const known = [
  { scores: scoresOf('BLEU', [1, 2]), metric: bleu() },
  { scores: scoresOf('bleu(tok=none)', [3, 4]), metric: bleu({ tokenizer: 'none' }) },
  { scores: scoresOf('COMET-22', [5, 6]) },
  { scores: scoresOf('RAC1', [7, 8], []) },
];
const mean = (name: string, of: string, normalized = false): Combination => ({ name, of: of.split('+'), normalized });

describe('parts are found', () => {
  it.each([
    ['BLEU+COMET-22', [3, 4]],
    ['bleu+comet-22', [3, 4]],
    ['bleu(tok=13a)+COMET-22', [3, 4]], // the same metric, typed otherwise
    ['bleu(tokenizer=none)+COMET-22', [4, 5]],
    ['Rac1+BLEU', [4, 5]],
  ])('%s', (of, expected) => {
    const { made, notes } = combineMetrics([mean('ULC', of)], known);
    expect([...made[0]!.ofSystems]).toEqual(expected);
    const bare = of.includes('Rac1');
    expect(notes).toEqual(bare ? ['ULC has no scores of segments, since RAC1 has none.'] : []);
  });

  it('or are named as missing', () => {
    const { made, notes } = combineMetrics([mean('X', 'BLEU+meteor+RTE'), mean('Y', 'BLEU+RAC1')], known);
    expect(made.map(({ name }) => name)).toEqual(['Y']);
    expect(notes[0]).toBe('X left out, since there are no scores of meteor, RTE.');
  });

  it('and must have systems in common', () => {
    const others = { scores: { ...scoresOf('other', [1]), systems: ['z'] } };
    const { made, notes } = combineMetrics([mean('X', 'BLEU+other')], [...known, others]);
    expect(made).toEqual([]);
    expect(notes).toEqual(['X left out, since no system has scores of all its parts.']);
  });
});

describe('is refused', () => {
  it('a name that something else has', () => {
    expect(() => combineMetrics([mean('RAC1', 'BLEU+COMET-22')], known)).toThrow('would have the name RAC1');
    expect(() => checkCombinations([mean('TER', 'a+b')], [ter()])).toThrow('would have the name TER');
    expect(() => checkCombinations([mean('X', 'a+b'), mean('X', 'c+d')], [])).toThrow('NAME=c+d');
  });

  it('a part that appears twice', () => {
    expect(() => checkCombinations([mean('X', 'a+b+a')], [])).toThrow('a appears twice in X=a+b+a.');
  });

  it('a mean that no task has the parts of', () => {
    const check = (of: string, made: string[] = []) => checkCombined([mean('X', of)], new Set(made), known);
    expect(() => check('BLEU+COMET-21')).toThrow('X: there are no scores of COMET-21. Did you mean COMET-22?');
    expect(() => check('BLEU+RAC1')).toThrow('No task has all parts of X: BLEU, RAC1.');
    expect(() => check('BLEU+COMET-21', ['X'])).not.toThrow();
  });
});
