import { describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import { FeatureNames, LatticeBuilder } from '../../lattice/index.ts';
import { madeCandidates } from '../testing/madeCandidates.ts';
import { latticeEvidence, likeliestTexts, listEvidence, systemEvidence } from './evidence.ts';

const names = new FeatureNames(['x']);
const lists = madeCandidates(names, [[['a', { x: 0 }], ['b', { x: Math.log(3) }]], [['c', { x: 9 }]]]); // prettier-ignore
const rule = { from: 'weights', weights: Float64Array.of(1), scale: 1 } as const;

describe('listEvidence', () => {
  it('has the candidates of each segment, as probable as the rule says', () => {
    const [first, second] = listEvidence(lists, rule, ['s', 't']);
    expect(first).toMatchObject({ texts: ['a', 'b'], source: 's' });
    // exp(0) and exp(log 3) of 4
    expect(first!.posteriors[0]).toBeCloseTo(0.25, 12);
    expect(second).toEqual({ texts: ['c'], posteriors: Float64Array.of(1), source: 't' });
    expect(listEvidence(lists, rule)[0]).not.toHaveProperty('source');
    expect(likeliestTexts(listEvidence(lists, rule))).toEqual(['b', 'c']);
    expect(likeliestTexts(listEvidence(lists, { from: 'nothing' }))).toEqual(['a', 'c']);
  });

  it.each([
    [madeCandidates(names, [[['a', { x: 1 }]], []]), rule, 'Segment 1, counted from 0, has no candidates.'],
    [lists, { from: 'numbers', numbers: [1, 2], place: 'p.txt' } as const, 'p.txt: There are 2 posteriors for 3 candidates. Give one per candidate.'],
  ])('refuses what cannot be chosen from: %#', (candidates, given, message) => {
    expect(() => listEvidence(candidates, given)).toThrow(new UsageError(message));
  }); // prettier-ignore
});

it('systemEvidence weighs systems, all alike unless told', () => {
  const texts = [['a', 'b'], ['c', 'd']]; // prettier-ignore
  expect(systemEvidence(texts)).toEqual([
    { texts: ['a', 'c'], posteriors: Float64Array.of(0.5, 0.5) },
    { texts: ['b', 'd'], posteriors: Float64Array.of(0.5, 0.5) },
  ]);
  expect(systemEvidence(texts, [1, 3], ['s', 't'])[1]).toEqual({
    texts: ['b', 'd'],
    posteriors: Float64Array.of(0.25, 0.75),
    source: 't',
  });
});

it('latticeEvidence has the best texts of a lattice', () => {
  const builder = new LatticeBuilder(names, 'made');
  builder.start('0');
  for (const [word, score] of [['a', 0], ['b', Math.log(3)], ['c', -9]] as const) builder.arc({ from: '0', to: '1', words: [word], score }); // prettier-ignore
  builder.final('1');
  const { texts, posteriors, source } = latticeEvidence(builder.finish(), { nbest: 2, scale: 1 }, 's');
  expect({ texts, source }).toEqual({ texts: ['b', 'a'], source: 's' });
  expect(posteriors[0]).toBeCloseTo(0.75, 12);
});
