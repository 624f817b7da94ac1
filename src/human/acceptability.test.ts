import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureAcceptability } from './acceptability.ts';
import { judgmentsOf, rankingsOf, verdictsOf } from './agreement/testing/makeJudgments.ts';
import type { Edit, Verdict } from './judgments.ts';

/** `editor segment system outcome`. */
const editsOf = (...texts: readonly string[]): Edit[] =>
  texts.map((text, order) => {
    const [judge = '', segment = '', system = '', outcome] = text.split(' ');
    return { task: 't', segment, judge, order, system, outcome: outcome as Edit['outcome'] };
  });

describe('acceptability', () => {
  const edits = editsOf('e 1 a edited', 'e 2 a unable', 'f 1 b unchanged', 'e 3 ref unchanged', 'e 1 a unchanged');
  const verdicts = verdictsOf('j 1 a e yes', 'k 1 a e no', 'j 2 a e no', 'j 1 b f yes', 'k 9 a x yes');
  const [task] = measureAcceptability(judgmentsOf({ edits, verdicts }), 0.95);

  it('is the share of yes among all votes, most acceptable first', () => {
    expect(task!.systems.map(({ system, yes, votes, share, isReference }) => [system, yes, votes, share, isReference])).toEqual([
      ['b', 1, 1, 1, false],
      ['a', 2, 4, 0.5, false],
      ['ref', 0, 0, NaN, true],
    ]); // prettier-ignore
  });

  it('has binomial error bars and a Wilson interval', () => {
    const [b, a] = task!.systems;
    expect(a!.deviation).toBe(0.25); // √(.5 · .5 / 4)
    expect(b!.deviation).toBe(0);
    // Wilson (1927) by hand for 2 of 4, z = 1.959964: .5 ± (z / 2) / √(4 + z²).
    const half = 1.959963984540054 / 2 / Math.sqrt(4 + 1.959963984540054 ** 2);
    expect(a!.interval.low).toBeCloseTo(0.5 - half, 12);
    expect(a!.interval.high).toBeCloseTo(0.5 + half, 12);
  });

  it('counts the outcomes of edits, and the votes for each', () => {
    const [, a, ref] = task!.systems;
    expect(a!.edits).toEqual({ edited: 1, unchanged: 1, unable: 1 });
    // Edited twice by e: the first edit is used. The edit by x is missing.
    expect(a!.byOutcome).toEqual({
      edited: { yes: 1, votes: 2, share: 0.5 },
      unchanged: { yes: 0, votes: 0, share: NaN },
      unable: { yes: 0, votes: 1, share: 0 },
      unknown: { yes: 1, votes: 1, share: 1 },
    });
    expect(ref!.edits).toEqual({ edited: 0, unchanged: 1, unable: 0 });
    expect(ref!.interval).toEqual({ low: 0, high: 1 });
  });

  it('is compared with the order by ranking, if there is one', () => {
    const voted = verdictsOf('j 1 a e yes', 'j 1 b e no', 'j 2 b e yes', 'j 1 c e no');
    const compared = (...rankings: readonly string[]) =>
      measureAcceptability(judgmentsOf({ verdicts: voted, rankings: rankingsOf(...rankings) }), 0.95)[0]!.ranking;
    expect(compared()).toBeUndefined();
    expect(compared('j 1 a>b>c>d')).toEqual({ systems: 3, spearman: 1 });
    expect(compared('j 1 c>b>a')).toEqual({ systems: 3, spearman: -1 });
    expect(compared('j 1 a=b=c')).toEqual({ systems: 3, spearman: NaN });
    expect(compared('j 1 a>d')).toEqual({ systems: 1, spearman: NaN });
  });

  it('is nothing without votes and edits', () => {
    expect(measureAcceptability(judgmentsOf({ rankings: rankingsOf('j 1 a>b') }), 0.95)).toEqual([]);
  });

  it('does not depend on the order of the rows, and all votes are counted', () => {
    const verdict = fc
      .tuple(fc.constantFrom('t', 'u'), fc.constantFrom(...'abc'), fc.boolean())
      .map(([name, system, acceptable]): Verdict => ({ task: name, segment: '1', judge: 'j', order: 0, system, editor: 'e', acceptable })); // prettier-ignore
    fc.assert(
      fc.property(
        fc.array(verdict).chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          const measured = measureAcceptability(judgmentsOf({ verdicts: all }), 0.9);
          expect(measureAcceptability(judgmentsOf({ verdicts: shuffled }), 0.9)).toEqual(measured);
          const systems = measured.flatMap((each) => each.systems);
          expect(systems.reduce((sum, { votes }) => sum + votes, 0)).toBe(all.length);
          expect(systems.reduce((sum, { yes }) => sum + yes, 0)).toBe(all.filter(({ acceptable }) => acceptable).length);
        },
      ),
    ); // prettier-ignore
  });
});
