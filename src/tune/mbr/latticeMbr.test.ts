/** Lattice decoding, held against the list of all paths. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FeatureNames, LatticeBuilder } from '../../lattice/index.ts';
import { enumerateDerivations, randomForest, randomLattice } from '../../lattice/testing/randomHypergraph.ts';
import { choose } from './choose.ts';
import { latticeMbr } from './latticeMbr.ts';
import { type LinearGain, linearGain, linearGainUtility } from './utilities.ts';
import { posteriorsOf } from './evidence.ts';

const seed = 20260801;

function ngramsOf(words: readonly string[], n: number): string[] {
  return words.slice(0, Math.max(0, words.length - n + 1)).map((_, i) => words.slice(i, i + n).join(' '));
}

/** Equation by equation, over a list of weighted texts. */
function plainGains(texts: readonly (readonly string[])[], posteriors: Float64Array, { thetas, ngrams }: LinearGain) {
  return texts.map((words) => {
    let gain = thetas[0]! * words.length;
    for (let n = 1; n < thetas.length; n++) {
      for (const ngram of ngramsOf(words, n)) {
        texts.forEach((other, j) => {
          const count = ngramsOf(other, n).filter((each) => each === ngram).length;
          gain += thetas[n]! * posteriors[j]! * (ngrams === 'presence' ? Math.min(1, count) : count);
        });
      }
    }
    return gain;
  });
}

const settings = fc.record({
  precision: fc.constantFrom(0.5, 0.8, 1),
  ratio: fc.constantFrom(0.4, 0.6, 1),
  order: fc.integer({ min: 1, max: 5 }),
  ngrams: fc.constantFrom('presence' as const, 'counts' as const),
});

describe('latticeMbr', () => {
  it('finds the path of the highest gain among all', () => {
    fc.assert(
      fc.property(
        randomLattice({ maxNodes: 6, maxEdges: 2, maxWords: 3 }),
        settings,
        fc.constantFrom(0, 0.3, 1),
        (lattice, given, scale) => {
          const gain = linearGain(given);
          const paths = enumerateDerivations(lattice);
          const posteriors = posteriorsOf(paths.map(({ score }) => score), scale); // prettier-ignore
          const texts = paths.map(({ words }) => words);
          const gains = plainGains(texts, posteriors, gain);
          const { words, gain: found } = latticeMbr(lattice, { ...gain, scale: scale, nbest: 1 });
          expect(found).toBeCloseTo(Math.max(...gains), 9);
          const which = texts.findIndex((each) => each.join('\0') === words.join('\0'));
          expect(gains[which]).toBeCloseTo(found, 9);
        },
      ),
      { seed, numRuns: 400 },
    );
  });

  it('is what the list of all paths gives', () => {
    fc.assert(
      fc.property(randomLattice({ maxEdges: 2 }), settings, (lattice, given) => {
        const gain = linearGain(given);
        const paths = enumerateDerivations(lattice);
        const texts = paths.map(({ words }) => words.join(' '));
        const posteriors = posteriorsOf(paths.map(({ score }) => score), 1); // prettier-ignore
        const { utility } = choose(linearGainUtility(gain), { texts, posteriors });
        expect(latticeMbr(lattice, { ...gain, scale: 1, nbest: 1 }).gain).toBeCloseTo(utility, 9);
      }),
      { seed, numRuns: 200 },
    );
  });

  it('counts an n-gram once that stands twice on a path, unless counts are asked for', () => {
    const builder = new LatticeBuilder(new FeatureNames(), 'test');
    builder.start('0');
    builder.arc({ from: '0', to: '1', words: ['a', 'b', 'a', 'b'] });
    builder.final('1');
    const lattice = builder.finish();
    const thetas = [0, 1, 10];
    // Four words at 1 each, and the bigrams ab, ba and ab at 10 each.
    expect(latticeMbr(lattice, { ...{ thetas, ngrams: 'presence' }, scale: 1, nbest: 1 }).gain).toBeCloseTo(34, 9);
    // a and b are there twice, and so is ab.
    expect(latticeMbr(lattice, { ...{ thetas, ngrams: 'counts' }, scale: 1, nbest: 1 }).gain).toBeCloseTo(8 + 50, 9);
  });

  it('does not mind scores of any size', () => {
    const builder = new LatticeBuilder(new FeatureNames(), 'test');
    builder.start('0');
    for (const [word, score] of [['a', -90000], ['b', -90000], ['c', -99999]] as const) builder.arc({ from: '0', to: '1', words: [word], score }); // prettier-ignore
    builder.final('1', { score: -5e5 });
    const { words, gain } = latticeMbr(builder.finish(), {
      ...{ thetas: [0, 1], ngrams: 'presence' },
      scale: 3,
      nbest: 1,
    });
    expect(words).toEqual(['a']);
    expect(gain).toBeCloseTo(0.5, 9);
  });

  it('takes the empty path where every word costs more than it earns', () => {
    const builder = new LatticeBuilder(new FeatureNames(), 'test');
    builder.start('0');
    builder.arc({ from: '0', to: '1', words: [] });
    builder.arc({ from: '0', to: '1', words: ['a'] });
    builder.final('1');
    expect(latticeMbr(builder.finish(), { ...linearGain(), scale: 1, nbest: 1 })).toEqual({ words: [], gain: 0 });
  });

  it('takes the best of the n best of a forest, by what all of it says', () => {
    fc.assert(
      fc.property(
        randomForest({ maxDerivations: 60 }),
        settings,
        fc.integer({ min: 1, max: 60 }),
        (forest, given, nbest) => {
          const gain = linearGain(given);
          const trees = enumerateDerivations(forest);
          const gains = plainGains(trees.map(({ words }) => words), posteriorsOf(trees.map(({ score }) => score), 1), gain); // prettier-ignore
          const { words, gain: found } = latticeMbr(forest, { ...gain, scale: 1, nbest });
          const all = trees.map((tree, t) => ({ text: tree.words.join(' '), score: tree.score, gain: gains[t]! }));
          const text = words.join(' ');
          expect(all.find((each) => each.text === text)!.gain).toBeCloseTo(found, 9);
          // Whatever has a higher gain is not among the n best: at least n distinct texts are as good as its best derivation.
          const scores = new Map<string, number>();
          for (const each of all) scores.set(each.text, Math.max(each.score, scores.get(each.text) ?? -Infinity));
          for (const better of all.filter((each) => each.gain > found + 1e-9)) {
            const above = [...scores].filter(
              ([other, score]) => other !== better.text && score >= scores.get(better.text)!,
            );
            expect(above.length).toBeGreaterThanOrEqual(nbest);
          }
        },
      ),
      { seed, numRuns: 200 },
    );
  });
});

describe('linearGain', () => {
  it('sets θ from p and r', () => {
    const { thetas } = linearGain({ precision: 0.5, ratio: 0.5, order: 3 });
    expect(thetas).toEqual([-1, 0.5, 1, 2]);
    expect(linearGain().thetas[1]).toBeCloseTo(1 / 3.2, 12);
    expect(linearGain().thetas[4]).toBeCloseTo(1 / (3.2 * 0.216), 12);
  });

  it.each([{ precision: 0 }, { ratio: 0 }, { precision: NaN }, { ratio: 1.5 }, { order: 0 }, { order: 2.5 }, { order: 99 }])(
    'refuses %j',
    (given) => expect(() => linearGain(given)).toThrow(/must be/),
  ); // prettier-ignore
});
