import { describe, expect, it } from 'vitest';
import { sampleSegments as segments } from '../../../src/report/comparePage/testing/sampleSegments.ts';
import { Steps } from '../../../web/segments/boundedPattern.ts';
import { type BrowserState, firstState } from '../../../web/segments/browserState.ts';
import { differencesOf, makeHaystacks, searchPattern, selectSegments } from '../../../web/segments/selectSegments.ts';

const haystacks = makeHaystacks(segments);
/** Numbers from 1 on, as they are shown. */
function select(chosen: Partial<BrowserState>): number[] {
  const state: BrowserState = { ...firstState(segments), sort: 'number', ...chosen };
  const { pattern } = searchPattern(state.search, state.regex);
  const { found } = selectSegments(segments, state, differencesOf(segments, state), haystacks, pattern);
  return found.map((segment) => segment + 1);
}
const everything = Array.from({ length: segments.count }, (_, i) => i + 1);

it('differences are B minus A', () => {
  const { a, b } = firstState(segments);
  expect([...differencesOf(segments, { a, b, metric: 0 }).slice(0, 5)]).toEqual([20.25, 60, 0, Number.NaN, 40]);
  expect([...differencesOf(segments, { a: b, b: a, metric: 0 }).slice(0, 2)]).toEqual([-20.25, -60]);
});

// BLEU of B minus BLEU of A: 20.25, 60, 0, none, 40, seven times 0, and −1 in segment 13.
// TER, where lower is better: −0.2, −0.4, 0, 0.5, −0.7, seven times 0, and 0.25.
describe('order', () => {
  it.each<[Partial<BrowserState>, readonly number[]]>([
    [{ sort: 'number' }, everything],
    [{ sort: 'difference' }, [2, 5, 1, 13, 3, 6, 7, 8, 9, 10, 11, 12, 4]],
    [{ sort: 'smallest' }, [3, 6, 7, 8, 9, 10, 11, 12, 13, 1, 5, 2, 4]],
    [{ sort: 'b' }, [2, 5, 1, 3, 6, 7, 8, 9, 10, 11, 12, 13, 4]],
    [{ sort: 'a' }, [13, 3, 6, 7, 8, 9, 10, 11, 12, 1, 5, 2, 4]],
    [{ sort: 'b', metric: 1 }, [5, 2, 1, 3, 6, 7, 8, 9, 10, 11, 12, 13, 4]],
    [{ sort: 'a', metric: 1 }, [4, 13, 3, 6, 7, 8, 9, 10, 11, 12, 1, 2, 5]],
    [{ sort: 'a', a: 1, b: 0 }, [2, 5, 1, 3, 6, 7, 8, 9, 10, 11, 12, 13, 4]],
  ])('%j', (chosen, expected) => expect(select(chosen)).toEqual(expected));

  it('by length is that of the words in the first reference', () => {
    const shortest = select({ sort: 'shortest', labels: [0, -1] });
    expect(shortest).toEqual([2, 1, 3]); // 4, 7 and 9 words
    expect(select({ sort: 'longest', labels: [0, -1] })).toEqual([3, 1, 2]);
  });
});

describe('filter', () => {
  it.each<[Partial<BrowserState>, readonly number[]]>([
    [{}, everything],
    [{ winner: 'a' }, [13]],
    [{ winner: 'b' }, [1, 2, 5]],
    [{ winner: 'differ' }, [1, 2, 5, 13]],
    [{ winner: 'tie' }, [3, 6, 7, 8, 9, 10, 11, 12]],
    [{ winner: 'a-or-tie' }, [3, 6, 7, 8, 9, 10, 11, 12, 13]],
    [{ winner: 'b-or-tie', most: 40 }, [1, 3, 5, 6, 7, 8, 9, 10, 11, 12]],
    [{ winner: 'a', metric: 1 }, [4, 13]],
    [{ winner: 'a-or-tie', metric: 1 }, [3, 4, 6, 7, 8, 9, 10, 11, 12, 13]],
    [{ winner: 'b', metric: 1 }, [1, 2, 5]],
    [{ least: 20.25 }, [1, 2, 5]],
    [{ least: 1, most: 40 }, [1, 5, 13]],
    [{ most: 0 }, [3, 6, 7, 8, 9, 10, 11, 12]],
    [{ least: 2, most: 1 }, []],
    [{ labels: [1, -1] }, [4, 5]],
    [{ labels: [0, 1] }, [2]],
    [{ labels: [1, 2] }, []],
  ])('%j', (chosen, expected) => expect(select(chosen)).toEqual(expected));
});

describe('search', () => {
  it.each<[Partial<BrowserState>, readonly number[]]>([
    [{ search: 'CAT' }, [1]],
    [{ search: 'katze' }, [1, 2]],
    [{ search: 'katze', place: 'source' }, [1, 2]],
    [{ search: 'katze', place: 'outputs' }, []],
    [{ search: 'everything', place: 'references' }, [4]],
    [{ search: 'sitting', place: 'outputs' }, [1]],
    [{ search: 'sitting', place: 'references' }, []],
    [{ search: 'الحصيرة' }, [2]],
    [{ search: '.' }, [1, 3, 5]],
    [{ search: 'mat . ', regex: true }, []],
    [{ search: 'mat.$', regex: true, place: 'references' }, [1]],
    [{ search: '^the end$', regex: true }, [5]],
    [{ search: '^.{0,3}$', regex: true, place: 'outputs' }, [4, 9]], // U+2028 also ends a line
    [{ search: '<img' }, [7]],
    [{ search: '\\' }, [12]],
    [{ search: 'ss', place: 'source' }, []], // ß is not ss
    [{ search: '(', regex: true }, everything],
    [{ search: '(' }, [6, 7]],
  ])('%j', (chosen, expected) => expect(select(chosen)).toEqual(expected));

  it.each(['(', '[', '\\p{Nonsense}', '*'])('%j is not a regular expression, and the reason is shown', (search) => {
    const { pattern, problem } = searchPattern(search, true);
    expect(pattern).toBeUndefined();
    expect(problem).toMatch(/^Not a regular expression \(\w.*\)\./);
  });

  it('for a pattern that takes too long leaves nothing out, and says so', () => {
    const state: BrowserState = { ...firstState(segments), sort: 'number' };
    const { pattern } = searchPattern('(a|a)*!', true);
    const long = () => [[...segments.systems, ...Array.from({ length: 10 }, () => 'a'.repeat(40))]];
    expect(selectSegments(segments, state, differencesOf(segments, state), long, pattern)).toEqual({
      found: everything.map((number) => number - 1),
      problem: 'This pattern takes too long to look for. Until it is simpler, nothing is left out.',
    });
  });

  it('for any plain text finds that text, with any special characters', () => {
    for (const search of ['a.b', '(', '^$', '[x]', 'a{2}', '\\d', 'a|b', '/', 'a-b', '*?+', 'É']) {
      const { pattern, problem } = searchPattern(search, false);
      expect(problem).toBeUndefined();
      expect([...pattern!.all(`x${search.toLowerCase()}y`, new Steps())]).toEqual([[1, 1 + search.length]]);
    }
    expect(searchPattern('', true)).toEqual({ pattern: undefined });
  });
});
