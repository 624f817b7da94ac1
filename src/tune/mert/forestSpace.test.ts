import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FeatureNames, type Hypergraph, HypergraphBuilder, LatticeBuilder, weigh } from '../../lattice/index.ts';
import { enumerateDerivations, randomForest, randomLattice } from '../../lattice/testing/randomHypergraph.ts';
import { bleu, nist, ter } from '../../metrics/index.ts';
import { ForestSpace } from './forestSpace.ts';
import { measureCandidates } from '../tuningSet.ts';
import { Envelope } from './searchSpace.ts';

const whole = fc.integer({ min: -3, max: 3 });
const vector = fc.tuple(whole, whole, whole).map((values) => Float64Array.from(values));
const metric = bleu({ tokenizer: 'none' });
const references = [['a b a b', 'b __proto__ a']];

/** Every derivation with its text and its line. */
function linesOf(forest: Hypergraph, weights: Float64Array, direction: Float64Array) {
  return enumerateDerivations(forest).map(({ edges, words }) => {
    let [intercept, slope] = [0, 0];
    for (const e of edges) {
      intercept += weigh(forest.features, e, weights);
      slope += weigh(forest.features, e, direction);
    }
    return { text: words.join(' '), intercept, slope };
  });
}

describe.each([
  ['lattices', randomLattice()],
  ['forests', randomForest()],
])('the envelope of %s', (_, hypergraphs) => {
  it('is that of the list of all derivations, with their texts', () => {
    const property = fc.property(hypergraphs, vector, vector, (forest, w, d) => {
      const space = new ForestSpace([forest], metric, references);
      const envelope = new Envelope();
      space.trace(0, w, d, envelope);
      const lines = linesOf(forest, w, d);
      const froms = [...envelope.from.subarray(0, envelope.count)];
      expect(froms[0]).toBe(-Infinity);
      for (let i = 1; i < froms.length; i++) expect(froms[i]).toBeGreaterThan(froms[i - 1]!);
      // Between two bends, and between all multiples of an eighth, the text must belong to a derivation that is highest there.
      const probes = froms.map((from, i) => {
        const to = froms[i + 1] ?? Infinity;
        return from === -Infinity ? (to === Infinity ? 0 : to - 1) : to === Infinity ? from + 1 : (from + to) / 2;
      });
      for (let gamma = -6; gamma <= 6; gamma += 0.125) probes.push(gamma + 1 / 1024);
      for (const gamma of probes) {
        let at = 0;
        while (at + 1 < froms.length && froms[at + 1]! <= gamma) at++;
        const text = space.text(envelope.candidates[at]!);
        const highest = Math.max(...lines.map(({ intercept, slope }) => intercept + gamma * slope));
        const ofText = lines
          .filter((line) => line.text === text)
          .map(({ intercept, slope }) => intercept + gamma * slope);
        expect(Math.max(...ofText)).toBeCloseTo(highest, 9);
      }
    });
    fc.assert(property, { numRuns: 300 });
  });

  it.each([metric, ter(), nist({ tokenizer: 'none' })])('has the rows that $name counts for its texts', (each) => {
    const property = fc.property(
      fc.array(hypergraphs, { minLength: 1, maxLength: 3 }),
      vector,
      vector,
      (forests, w, d) => {
        const refs = forests.map((_forest, i) => (i % 2 === 0 ? references[0]! : ['b a', 'a a b']));
        const space = new ForestSpace(forests, each, refs);
        const envelope = new Envelope();
        const met = forests.map((_forest, i) => {
          space.trace(i, w, d, envelope);
          return [...envelope.candidates.subarray(0, envelope.count), space.best(i, d)];
        });
        const starts = [0];
        for (const ofSegment of met) starts.push(starts.at(-1)! + ofSegment.length);
        const candidates = {
          segments: forests.length,
          starts: Int32Array.from(starts),
          texts: met.flat().map((candidate) => space.text(candidate)),
          featureNames: [],
          features: {
            starts: new Int32Array(met.flat().length + 1),
            indices: new Int32Array(0),
            values: new Float64Array(0),
          },
          totals: new Float64Array(met.flat().length),
        };
        const rows = met.flat().map((c) => [...space.rows().subarray(c * space.width, (c + 1) * space.width)]);
        expect(rows.flat()).toEqual([...measureCandidates(each, { candidates, references: refs }).rows]);
      },
    );
    fc.assert(property, { numRuns: 50 });
  });
});

describe('a forest', () => {
  it('whose edge has three tails', () => {
    const names = new FeatureNames(['x', 'y']);
    const builder = new HypergraphBuilder(names, 'test');
    const tail = (label: string, word: string, features: readonly (readonly [number, number])[]) =>
      builder.edge({ head: builder.node(label), symbols: [builder.word(word)], features });
    tail('A', 'a', [[0, 1]]);
    tail('A', 'A', [[1, 1]]);
    tail('B', 'b', [[0, 3]]);
    tail('B', 'B', [[1, 1]]);
    tail('C', 'c', [[0, 1]]);
    tail('C', 'C', [[1, 2]]);
    const symbols = ['C', 'A', 'B'].flatMap((label) => [-1 - builder.node(label), builder.word('-')]);
    builder.edge({ head: builder.node('S'), symbols });
    const space = new ForestSpace([builder.finish(builder.node('S'))], metric, [['c - a - b -']]);
    const envelope = new Envelope();
    space.trace(0, Float64Array.of(1, 0), Float64Array.of(0, 1), envelope);
    // C changes where 1 = 2 γ, A where 1 = γ, B where 3 = γ.
    expect([...envelope.from.subarray(0, envelope.count)]).toEqual([-Infinity, 0.5, 1, 3]);
    expect([...envelope.candidates.subarray(0, envelope.count)].map((c) => space.text(c))).toEqual([
      'c - a - b -',
      'C - a - b -',
      'C - A - b -',
      'C - A - B -',
    ]);
  });

  it('of one long path', () => {
    const builder = new LatticeBuilder(new FeatureNames(['x']), 'test');
    builder.start('0');
    for (let i = 0; i < 5000; i++) builder.arc({ from: `${i}`, to: `${i + 1}`, words: ['w'], features: [[0, 1]] });
    builder.final('5000');
    const space = new ForestSpace([builder.finish()], metric, [['w w']]);
    expect(space.text(space.best(0, Float64Array.of(1))).length).toBe(9999);
  });

  it('of more texts than any table begins with', () => {
    const builder = new LatticeBuilder(new FeatureNames(['x', 'y']), 'test');
    builder.start('s');
    // Points on a parabola: each is best somewhere.
    for (let i = 0; i < 3000; i++) {
      builder.arc({ from: 's', to: 'e', words: [`w${i}`], features: [[0, -i * i], [1, 2 * i]] }); // prettier-ignore
    }
    builder.final('e');
    const space = new ForestSpace([builder.finish()], metric, [['w7']]);
    const envelope = new Envelope();
    for (let again = 0; again < 2; again++) {
      space.trace(0, Float64Array.of(1, 0), Float64Array.of(0, 1), envelope);
      expect(envelope.count).toBe(3000);
      expect([0, 7, 2999].map((i) => space.text(envelope.candidates[i]!))).toEqual(['w0', 'w7', 'w2999']);
      expect(envelope.from[7]).toBe(6.5);
    }
    const at = envelope.candidates[7]! * space.width;
    expect(space.rows()[at]).toBe(1);
  });
});

describe('what cannot be searched', () => {
  const lattice = (names: FeatureNames, value = 1): Hypergraph => {
    const builder = new LatticeBuilder(names, 'test');
    builder.start('s');
    builder.arc({ from: 's', to: 'e', words: ['a'], features: [[0, value]] });
    builder.final('e');
    return builder.finish();
  };
  const x = lattice(new FeatureNames(['x']));
  it.each([
    ['references missing', [x], [], 'There are references for 0 segments, but 1 forest.'],
    ['no reference', [x], [[]], 'Segment 1 has no reference.'],
    [
      'other names',
      [x, lattice(new FeatureNames(['y']))],
      [['a'], ['a']],
      'Forest 2 has the feature y where others have x',
    ],
    ['large', [lattice(new FeatureNames(['x']), 1e200)], [['a']], 'Forest 1: feature x is 1e+200.'],
  ])('%s', (_, forests, refs, message) => {
    expect(() => new ForestSpace(forests, metric, refs)).toThrow(message);
  });

  it('but some may have only the first names', () => {
    const space = new ForestSpace([x, lattice(new FeatureNames(['x', 'y']))], metric, [['a'], ['a']]);
    expect(space.featureNames).toEqual(['x', 'y']);
  });
});
