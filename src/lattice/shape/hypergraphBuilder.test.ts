/** What is built, and what is said of what cannot be. Expected values follow from the few nodes by hand. */
import { describe, expect, it } from 'vitest';
import { isUsageError } from '../../core/index.ts';
import { FeatureNames } from './features.ts';
import { goalOf, isLattice, symbolOf, tailOf } from './hypergraph.ts';
import { HypergraphBuilder } from './hypergraphBuilder.ts';

/** Edges as `head < symbol symbol`, in which a capital is a node, on lines counted from 1. The goal is S. */
function build(...edges: string[]) {
  const builder = new HypergraphBuilder(new FeatureNames(), 'forest.json');
  edges.forEach((edge, index) => {
    const [head, ...rest] = edge.split(' ');
    const symbols = rest
      .slice(1)
      .map((part) => (/^[A-Z]/.test(part) ? symbolOf(builder.node(part)) : builder.word(part)));
    builder.edge({ head: builder.node(head!), symbols, line: index + 1 });
  });
  return builder.finish(builder.node('S'));
}

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return isUsageError(error) ? error.message : `no UsageError: ${String(error)}`;
  }
  return 'no error';
}

describe('HypergraphBuilder', () => {
  it('numbers tails before heads, whatever the order of the edges', () => {
    const forest = build('S < A the B', 'B < b', 'A < B B', 'A < a');
    expect(forest).toMatchObject({ nodes: 3, edges: 4, words: ['the', 'b', 'a'] });
    expect(goalOf(forest)).toBe(2);
    // B is 0, A is 1, S is 2.
    expect(forest.edgeStarts).toEqual(Int32Array.of(0, 1, 3, 4));
    expect(forest.symbolStarts).toEqual(Int32Array.of(0, 1, 3, 4, 7));
    expect(forest.symbols).toEqual(Int32Array.of(1, symbolOf(0), symbolOf(0), 2, symbolOf(1), 0, symbolOf(0)));
    expect(isLattice(forest)).toBe(false);
  });

  it('takes edges that say nothing', () => {
    expect(build('S <')).toMatchObject({ nodes: 1, edges: 1, symbols: new Int32Array() });
  });

  it('keeps scores and adds up features of one name', () => {
    const names = new FeatureNames(['lm']);
    const builder = new HypergraphBuilder(names, 'file');
    builder.edge({ head: builder.node('S'), symbols: [], score: -2, features: [[0, 1], [names.number('tm'), 3], [0, 4]] }); // prettier-ignore
    expect(builder.finish(0)).toMatchObject({
      scores: Float64Array.of(-2),
      featureNames: ['lm', 'tm'],
      features: { starts: Int32Array.of(0, 2), indices: Int32Array.of(0, 1), values: Float64Array.of(5, 3) },
    });
  });

  it.each([
    ['a node in itself', ['S < a S'], 'line 1: there is a cycle, nodes S → S: lattices and forests must be acyclic.'],
    ['a cycle of three', ['S < A', 'A < B', 'B < a C', 'B < b', 'C < A'],
      'line 5: there is a cycle, nodes A → C → B → A: lattices and forests must be acyclic.'],
    ['a node without edges', ['S < A B', 'A < a'], 'line 1: node B has no derivation: no edge has it as its head.'],
    ['a goal without edges', ['A < a'], 'node S has no derivation: no edge has it as its head.'],
    ['a node that nobody uses', ['S < a', 'A < a'],
      'line 2: node A is not used: it must be part of a derivation of node S.'],
  ] as const)('refuses %s', (_name, edges, message) => {
    const at = message.startsWith('line') ? ', ' : ': ';
    expect(messageOf(() => build(...edges))).toBe(`forest.json${at}${message}`);
  }); // prettier-ignore

  it('names of a long label only the start', () => {
    expect(messageOf(() => build(`S < a ${'N'.repeat(99)}`))).toContain(`node ${'N'.repeat(40)}… has no derivation`);
  });

  it('names only some nodes of a long cycle', () => {
    const edges = Array.from({ length: 50 }, (_, at) => `N${at} < N${at + 1}`);
    expect(messageOf(() => build('S < N0', ...edges, 'N50 < N0'))).toBe(
      'forest.json, line 52: there is a cycle, nodes N0 → N50 → N49 → N48 → N47 → N46 → N45 → … → N0: lattices and forests must be acyclic.',
    );
  });

  it.each([
    [{ score: NaN }, 'the score NaN is not a finite number.'],
    [{ score: -Infinity }, 'the score -Infinity is not a finite number.'],
    [{ features: [[0, NaN]] as const }, 'feature lm is NaN, which is not a finite number.'],
    [{ features: [[0, Infinity]] as const }, 'feature lm is Infinity, which is not a finite number.'],
  ])('refuses %o', (wrong, message) => {
    const builder = new HypergraphBuilder(new FeatureNames(['lm']), 'hg.txt');
    const edge = { head: builder.node('S'), symbols: [] };
    expect(messageOf(() => builder.edge({ ...edge, line: 7, ...wrong }))).toBe(`hg.txt, line 7: ${message}`);
    expect(messageOf(() => builder.edge({ ...edge, ...wrong }))).toBe(`hg.txt: ${message}`);
  });

  it('is not confused by names that objects have', () => {
    const builder = new HypergraphBuilder(new FeatureNames(['__proto__']), 'file');
    const node = builder.node('__proto__');
    builder.edge({ head: node, symbols: [builder.word('__proto__'), builder.word('constructor')], features: [[0, 1]] });
    expect(builder.finish(node)).toMatchObject({ words: ['__proto__', 'constructor'], featureNames: ['__proto__'] });
  });
});

it('symbols of nodes read back', () => {
  for (const node of [0, 1, 99]) expect([symbolOf(node) < 0, tailOf(symbolOf(node))]).toEqual([true, node]);
});
