import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecognitionSettings, Tokens } from '../../core/index.ts';
import { tokenTexts } from '../testing/plainDistances.ts';
import { RecognitionAutomaton } from '../testing/recognitionAutomaton.ts';
import { Recognition, countGrams } from './recognition.ts';

/** Formula (6) by trying every monotone alignment: words paired one to one in order, some pairs equal, the rest substitutions. */
function byEnumeration(
  candidate: readonly string[],
  reference: readonly string[],
  settings: RecognitionSettings,
): number {
  const { order, insertion, deletion } = settings;
  let best = -Infinity;
  const extend = (pairs: readonly (readonly [number, number])[], i: number, j: number): void => {
    const isMatch = (a: number, b: number) =>
      candidate[a] === reference[b] && pairs.some(([x, y]) => x === a && y === b);
    let matches = 0;
    for (let k = 1; k <= order; k++) {
      for (const [a, b] of pairs) {
        if (Array.from({ length: k }, (_, t) => isMatch(a + t, b + t)).every(Boolean)) matches++;
      }
    }
    const inserted = candidate.length - pairs.length;
    const deleted = reference.length - pairs.length;
    best = Math.max(best, matches - insertion * inserted - deletion * deleted);
    for (let a = i; a < candidate.length; a++) {
      for (let b = j; b < reference.length; b++) extend([...pairs, [a, b]], a + 1, b + 1);
    }
  };
  extend([], 0, 0);
  return best;
}

/** Best weight of every state after each word, state by state. */
function bySearch(candidate: Tokens, reference: Tokens, settings: RecognitionSettings): number {
  const automaton = new RecognitionAutomaton(reference, settings);
  let weights = new Map<number, number>([[automaton.start, 0]]);
  const better = (into: Map<number, number>) => (state: number, weight: number) => {
    if (weight > (into.get(state) ?? -Infinity)) into.set(state, weight);
  };
  const skipAll = () => {
    for (let state = 0; state < automaton.states; state++) {
      const weight = weights.get(state);
      if (weight !== undefined) automaton.skip(state, (to, more) => better(weights)(to, weight + more));
    }
  };
  skipAll();
  for (let at = candidate.start; at < candidate.end; at++) {
    const next = new Map<number, number>();
    for (const [state, weight] of weights) {
      automaton.read(state, candidate.ids[at]!, (to, more) => better(next)(to, weight + more));
    }
    weights = next;
    skipAll();
  }
  return Math.max(...[...weights].filter(([state]) => automaton.isFinal(state)).map(([, weight]) => weight));
}

const parameters = fc.record({
  order: fc.integer({ min: 1, max: 6 }),
  insertion: fc.constantFrom(1, 0, 0.5, -0.9, 2),
  deletion: fc.constantFrom(0, 1, 0.25, -0.3),
});
const text = (maxLength: number) => fc.array(fc.constantFrom(...'abc'), { maxLength, size: 'max' });

describe('the recognition of k-grams', () => {
  it('is formula (6), the best of all monotone alignments', () => {
    fc.assert(
      fc.property(text(5), text(5), parameters, (candidate, reference, settings) => {
        const [c, r] = tokenTexts(candidate, reference);
        const expected = byEnumeration(candidate, reference, settings);
        expect(new Recognition(settings).weigh(c!, r!)).toBeCloseTo(expected, 9);
      }),
      { seed: 20272, numRuns: 600 },
    );
  });

  it('is the best path of the automaton, searched as a graph', () => {
    fc.assert(
      fc.property(text(40), text(40), parameters, (candidate, reference, settings) => {
        const [c, r] = tokenTexts(candidate, reference);
        expect(new Recognition(settings).weigh(c!, r!)).toBeCloseTo(bySearch(c!, r!, settings), 9);
      }),
      { seed: 20272, numRuns: 150 },
    );
  });

  it('keeps nothing of the previous text', () => {
    const used = new Recognition({ order: 4, insertion: 1, deletion: 0 });
    fc.assert(
      fc.property(text(80), text(80), (candidate, reference) => {
        const [c, r] = tokenTexts(candidate, reference);
        expect(used.weigh(c!, r!)).toBe(new Recognition({ order: 4, insertion: 1, deletion: 0 }).weigh(c!, r!));
      }),
      { seed: 20272, numRuns: 60 },
    );
  });

  it('of a perfect translation is complete', () => {
    fc.assert(
      fc.property(text(30), fc.integer({ min: 1, max: 9 }), (words, order) => {
        const [c, r] = tokenTexts(words, words);
        const found = new Recognition({ order, insertion: 1, deletion: 0 }).weigh(c!, r!);
        expect(found).toBe(countGrams(words.length, order));
      }),
      { seed: 20272, numRuns: 200 },
    );
  });
});

describe('the automaton', () => {
  it('has the transitions of section 4.3 (chiang-transitions)', () => {
    const [reference] = tokenTexts(['a', 'b']);
    const automaton = new RecognitionAutomaton(reference!, { order: 4, insertion: 1, deletion: 0.5 });
    const [a, other] = [reference!.ids[reference!.start]!, 99];
    const step = (position: number, run: number, word?: number) => {
      const found: number[][] = [];
      const visit = (to: number, weight: number) => found.push([automaton.position(to), automaton.run(to), weight]);
      if (word === undefined) automaton.skip(4 * position + run, visit);
      else automaton.read(4 * position + run, word, visit);
      return found;
    };
    for (let run = 0; run <= 3; run++) {
      const [match, substitution, insertion] = [
        [1, Math.min(run + 1, 3), run + 1],
        [1, 0, 0],
        [0, 0, -1],
      ];
      expect(step(0, run, a)).toEqual([match, substitution, insertion]);
      expect(step(0, run, other)).toEqual([substitution, insertion]);
      expect(step(0, run)).toEqual([[1, 0, -0.5]]);
      expect(step(2, run, a)).toEqual([[2, 0, -1]]);
      expect(step(2, run)).toEqual([]);
    }
    expect(automaton.states).toBe(12);
    expect([0, 4, 7, 8, 11].map((state) => automaton.isFinal(state))).toEqual([false, false, false, true, true]);
  });
});
