/** What is built, and what is said of what cannot be. */
import { describe, expect, it } from 'vitest';
import { isUsageError } from '../../core/index.ts';
import { FeatureNames } from './features.ts';
import { isLattice } from './hypergraph.ts';
import { LatticeBuilder } from './hypergraphBuilder.ts';
import { enumerateDerivations } from '../testing/randomHypergraph.ts';

/** Lines: `start 0`, `0 1 word …` or `final 1`. */
function build(...lines: string[]) {
  const builder = new LatticeBuilder(new FeatureNames(), 'one.lat');
  lines.forEach((text, index) => {
    const line = index + 1;
    const [from, to, ...words] = text.split(' ');
    if (from === 'start') builder.start(to!, line);
    else if (from === 'final') builder.final(to!, { score: words.length > 0 ? Number(words[0]) : 0, line });
    else builder.arc({ from: from!, to: to!, words, line });
  });
  return builder.finish();
}

const textsOf = (...lines: string[]): string[] => enumerateDerivations(build(...lines)).map(({ words }) => words.join(' ')).sort(); // prettier-ignore

function messageOf(...lines: string[]): string {
  try {
    build(...lines);
  } catch (error) {
    return isUsageError(error) ? error.message : `no UsageError: ${String(error)}`;
  }
  return 'no error';
}

describe('LatticeBuilder', () => {
  it.each([
    ['one path', ['start 0', '0 1 a', '1 2 b', 'final 2'], ['a b']],
    ['arcs in any order', ['final 2', '1 2 b', '0 1 a', 'start 0'], ['a b']],
    ['arcs that say nothing, or more than a word', ['start 0', '0 1', '0 1 a b', 'final 1'], ['', 'a b']],
    ['several starts and ends', ['start 0', 'start 1', '0 1 a', '1 2 b', 'final 1', 'final 2'], ['', 'a', 'a b', 'b']],
    ['a start that is final', ['start 0', 'final 0'], ['']],
    ['the same arc twice', ['start 0', '0 1 a', '0 1 a', 'final 1'], ['a', 'a']],
  ] as const)('builds %s', (_name, lines, texts) => {
    expect(isLattice(build(...lines))).toBe(true);
    expect(textsOf(...lines)).toEqual(texts);
  });

  it.each([
    ['a cycle', ['start 0', '0 1 a', '1 2 b', '2 1 c', 'final 2'],
      ', line 4: there is a cycle, states 2 → 1 → 2: lattices and forests must be acyclic.'],
    ['a loop', ['start 0', '0 0 a', 'final 0'],
      ', line 2: there is a cycle, states 0 → 0: lattices and forests must be acyclic.'],
    ['an arc back to the start', ['start 0', '0 1 a', '1 0 b', 'final 1'],
      ', line 3: there is a cycle, states 1 → 0 → 1: lattices and forests must be acyclic.'],
    ['a dangling state', ['start 0', '0 1 a', '0 2 b', 'final 1'],
      ', line 3: state 2 is a dead end: no path leads from it to a final state.'],
    ['a cycle off the way', ['start 0', '0 1 a', '1 2 b', '2 1 c', '0 3 d', 'final 3'],
      ', line 2: state 1 is a dead end: no path leads from it to a final state.'],
    ['a state that cannot be reached', ['start 0', '0 2 a', '1 2 b', 'final 2'],
      ', line 3: state 1 cannot be reached: it is not the start and has no incoming arc.'],
    ['a final state that cannot be reached', ['start 0', '0 1 a', 'final 1', 'final 2'],
      ', line 4: state 2 cannot be reached: it is not the start and has no incoming arc.'],
    ['a missing final state', ['start 0', '0 1 a'], ': there is no final state.'],
    ['a missing start', ['0 1 a', 'final 1'], ': there is no start state.'],
    ['nothing at all', [], ': there is no start state.'],
    ['a score that is none', ['start 0', 'final 0 NaN'], ', line 2: the score NaN is not a finite number.'],
    ['a state without a name', ['start 0', '0  a', 'final 0'], ', line 2: a state has no name.'],
  ] as const)('refuses %s', (_name, lines, message) => {
    expect(messageOf(...lines)).toBe(`one.lat${message}`);
  }); // prettier-ignore
});
