/** The algorithms on what decoders left: against the best string that came with it, and against the list of all derivations where that is short. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { exp } from '../core/index.ts';
import { readLattices } from '../data/index.ts';
import {
  type Hypergraph,
  bestDerivation,
  describeHypergraph,
  expectedNgrams,
  insideOutside,
  nbestDerivations,
  ngramPosteriors,
  weightEdges,
} from './index.ts';
import { rankDerivations } from './derivations/nbestDerivations.ts';
import { pruneToDensity } from './prune.ts';

const folder = fileURLToPath(new URL('../../../shared/data/nbest-lattices/', import.meta.url));
const missing = !existsSync(folder);

async function read(name: string): Promise<Hypergraph> {
  for await (const { hypergraph } of readLattices([`${folder}${name}`])) return hypergraph;
  throw new Error(`${name} holds nothing.`);
}

/** Some weights under which no feature is idle; which does not matter. */
const reweighted = (hypergraph: Hypergraph): Hypergraph =>
  weightEdges(
    hypergraph,
    Float64Array.from(hypergraph.featureNames, (_, index) => 0.3 - 0.1 * (index % 5)),
  );

/** `Name= w`; several lines of one name are Name_1, Name_2, … */
function readMosesWeights(featureNames: readonly string[]): Float64Array {
  const lines = readFileSync(`${folder}moses-hypergraph/dense.weights`, 'utf8').trimEnd().split('\n');
  const rows = lines.map((line) => line.split('= ') as [string, string]);
  const weights = new Float64Array(featureNames.length);
  rows.forEach(([name, weight], row) => {
    const same = rows.filter(([other]) => other === name).length;
    const number = rows.slice(0, row + 1).filter(([other]) => other === name).length;
    const index = featureNames.indexOf(same > 1 ? `${name}_${number}` : name);
    if (index >= 0) weights[index] = Number(weight);
  });
  return weights;
}

describe.skipIf(missing)(`what decoders left${missing ? ' (skipped: ../shared/data is not there)' : ''}`, () => {
  it("Moses' search graph: best string and features as expected_best.txt has them", async () => {
    const given = await read('moses-hypergraph/hg.txt');
    const weighted = weightEdges(given, readMosesWeights(given.featureNames));
    const [text, ...rows] = readFileSync(`${folder}moses-hypergraph/expected_best.txt`, 'utf8').split('\n');
    const best = bestDerivation(weighted);
    expect(best.text).toBe(text!.replace(/^<s> | <\/s> $/g, ''));
    const expected = new Map(rows.slice(0, rows.indexOf('WEIGHTS')).map((row) => [row.slice(0, row.lastIndexOf('=')), Number(row.slice(row.lastIndexOf('=') + 1))])); // prettier-ignore
    expect(expected.size).toBeGreaterThan(30);
    const features = new Map(best.features.map(([index, value]) => [weighted.featureNames[index]!, value]));
    expect(features.size).toBeGreaterThanOrEqual(expected.size);
    // It prints six digits.
    for (const [name, value] of expected) expect(Math.abs(features.get(name)! / value - 1), name).toBeLessThan(1e-5);
    expect(nbestDerivations(weighted, 1).derivations[0]).toEqual(best);
  });

  it.each([
    ['hifst-lattices/001.lat.tsv', 3837n, 1],
    ['cdec-forests/zh-en.0.forest.json', 7633n, 2],
  ])('%s: what is expected is what all derivations say', async (name, count, maxTails) => {
    const hypergraph = reweighted(await read(name));
    expect(describeHypergraph(hypergraph)).toMatchObject({ derivations: count, maxTails });
    const all = [...rankDerivations(hypergraph)];
    expect(BigInt(all.length)).toBe(count);
    expect(new Set(all.map(({ edges }) => edges.join())).size).toBe(all.length);
    const total = all.reduce((sum, { score }) => sum + exp(score - all[0]!.score), 0);
    const counts = new Map<string, number>();
    const occurs = new Map<string, number>();
    for (const { words, score } of all) {
      const p = exp(score - all[0]!.score) / total;
      const seen = new Set<string>();
      for (let from = 0; from < words.length; from++) {
        for (let to = from + 1; to <= Math.min(words.length, from + 4); to++) {
          const ngram = words.slice(from, to).join(' ');
          counts.set(ngram, (counts.get(ngram) ?? 0) + p);
          if (!seen.has(ngram)) occurs.set(ngram, (occurs.get(ngram) ?? 0) + p);
          seen.add(ngram);
        }
      }
    }
    const posteriors = insideOutside(hypergraph);
    const expected = expectedNgrams(hypergraph, posteriors);
    const probable = ngramPosteriors(hypergraph, posteriors, expected);
    expect(expected.ngrams.size).toBe(counts.size + 1);
    let repeated = 0;
    for (let ngram = 1; ngram < expected.ngrams.size; ngram++) {
      const text = expected.ngrams.words(ngram).map((word) => hypergraph.words[word]).join(' '); // prettier-ignore
      expect(Math.abs(expected.counts[ngram]! - counts.get(text)!), text).toBeLessThan(1e-11);
      expect(Math.abs(probable[ngram]! - occurs.get(text)!), text).toBeLessThan(1e-11);
      if (counts.get(text)! - occurs.get(text)! > 1e-6) repeated++;
    }
    expect(repeated).toBeGreaterThan(0);
  });

  it("cdec's large forest: more derivations than 2⁵³ are counted, and its n-grams make sense", async () => {
    const forest = reweighted(await read('cdec-forests/zh-en.1.forest.json'));
    const { derivations, shortest, longest } = describeHypergraph(forest);
    expect([derivations, shortest, longest]).toEqual([1445106288978321087n, 30, 62]);
    const posteriors = insideOutside(forest);
    const { ngrams, counts } = expectedNgrams(forest, posteriors);
    // Every text of m words has m − n + 1 n-grams.
    const sums = [0, 0, 0, 0, 0];
    for (let ngram = 1; ngram < ngrams.size; ngram++) sums[ngrams.length(ngram)]! += counts[ngram]!;
    for (let n = 1; n <= 4; n++) expect(sums[n]).toBeCloseTo(counts[0]! - n + 1, 8);
    const occurs = ngramPosteriors(forest, posteriors, { order: 4, ngrams, counts });
    expect(occurs.every((p, ngram) => p >= 0 && p <= 1 && (ngram === 0 || p <= counts[ngram]!))).toBe(true);
    const dense = pruneToDensity(forest, 30);
    expect(dense.edges).toBeLessThanOrEqual(30 * bestDerivation(forest).words.length);
    expect(bestDerivation(dense).text).toBe(bestDerivation(forest).text);
  });
});
