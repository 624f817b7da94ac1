import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readLattices } from '../../data/latticeFiles.ts';
import fourGrr from '../../metrics/edit/4grr.ts';
import bleu from '../../metrics/ngram/bleu.ts';
import { Pcg64 } from '../../stats/index.ts';
import { Recognition, countGrams } from '../../text/index.ts';
import { bestDerivation } from '../derivations/bestDerivation.ts';
import { collectEdges, describeDerivation } from '../derivations/derivation.ts';
import { type Hypergraph, goalOf } from '../shape/hypergraph.ts';
import { bleuOracle } from './bleu/bleuOracle.ts';
import { RecognitionOracle } from './recognition/recognitionOracle.ts';

const data = new URL('../../../../shared/data/nbest-lattices/', import.meta.url);
const missing = !existsSync(data);
const pathOf = (file: string): string => fileURLToPath(new URL(file, data));
const linesOf = (file: string): string[] => readFileSync(pathOf(file), 'utf8').trimEnd().split('\n');

interface Case {
  readonly hypergraph: Hypergraph;
  readonly references: readonly string[][];
}

async function readHifst(): Promise<Case[]> {
  const rows = linesOf('hifst-lattices/manifest.tsv')
    .slice(1)
    .map((line) => line.split('\t'));
  const references = new Map(rows.map((fields) => [fields[0]!.padStart(3, '0'), fields[5]!.split(' ')]));
  const files = readdirSync(pathOf('hifst-lattices')).filter((file) => file.endsWith('.lat.tsv'));
  const cases: Case[] = [];
  for await (const { id, hypergraph } of readLattices(files.map((file) => pathOf(`hifst-lattices/${file}`)))) {
    cases.push({ hypergraph, references: [references.get(id)!] });
  }
  return cases;
}

/** The forests have features and no scores; these weights are made up, so that scores differ. */
async function readForests(): Promise<Case[]> {
  const files = [0, 1].map((k) => pathOf(`cdec-forests/zh-en.${k}.forest.json`));
  const cases: Case[] = [];
  for await (const { hypergraph } of readLattices(files)) {
    const { starts, values } = hypergraph.features;
    const scores = hypergraph.scores.map((_, e) =>
      values.subarray(starts[e], starts[e + 1]).reduce((a, b) => a - b, 0),
    );
    const k = cases.length;
    const references = [0, 1, 2, 3].map((r) => linesOf(`cdec-forests/zh-en.ref${r}.txt`)[k]!.split(' '));
    cases.push({ hypergraph: { ...hypergraph, scores }, references });
  }
  return cases;
}

/** At each node any edge. */
function sampleWords(hypergraph: Hypergraph, random: Pcg64): readonly string[] {
  const { edgeStarts } = hypergraph;
  const edges = collectEdges(
    hypergraph,
    goalOf(hypergraph),
    (node) => edgeStarts[node]! + random.below(edgeStarts[node + 1]! - edgeStarts[node]!),
    (_place, _tail, node) => node,
  );
  return describeDerivation(hypergraph, edges).words;
}

/** The highest rate over references, from the weight of the automaton's best path for the words. */
function rateOf(
  recognition: Recognition,
  words: readonly string[],
  references: readonly (readonly string[])[],
): number {
  const numbers = new Map<string, number>();
  const tokens = (text: readonly string[]) => {
    const ids = Int32Array.from(text, (word) => {
      if (!numbers.has(word)) numbers.set(word, numbers.size);
      return numbers.get(word)!;
    });
    return { ids, start: 0, end: ids.length };
  };
  const hypothesis = tokens(words);
  return Math.max(
    ...references.map((text) => recognition.weigh(hypothesis, tokens(text)) / countGrams(text.length, 4)),
  );
}

describe.skipIf(missing)('oracles in real structures (skipped: ../shared/data is not there)', () => {
  it.each([
    ['30 lattices of HiFST', readHifst, 30],
    ['2 forests of cdec', readForests, 2],
  ] as const)(
    '%s: 4-GRR is at least that of the best path and of 1000 others',
    async (_, read, count) => {
      const cases = await read();
      expect(cases).toHaveLength(count);
      const oracle = new RecognitionOracle(fourGrr());
      const recognition = new Recognition({ order: 4, insertion: 1, deletion: 0 });
      const random = new Pcg64(1);
      for (const { hypergraph, references } of cases) {
        const { rate, derivation } = oracle.find(hypergraph, references);
        expect(rate).toBeCloseTo(rateOf(recognition, derivation.words, references), 12);
        const best = rateOf(recognition, bestDerivation(hypergraph).words, references);
        expect(rate).toBeGreaterThanOrEqual(best - 1e-12);
        let highest = -Infinity;
        for (let sample = 0; sample < 1000; sample++) {
          highest = Math.max(highest, rateOf(recognition, sampleWords(hypergraph, random), references));
        }
        expect(rate).toBeGreaterThanOrEqual(highest - 1e-12);
      }
    },
    120_000,
  );

  it.each([
    ['30 lattices of HiFST', readHifst],
    ['2 forests of cdec', readForests],
  ] as const)(
    '%s: BLEU lies between the best by scores and the bound',
    async (_, read) => {
      const { score, bound, bestScore } = bleuOracle(bleu(), await read());
      expect(score).toBeGreaterThan(bestScore);
      expect(bound).toBeGreaterThan(score);
      expect(bound).toBeLessThan(100);
    },
    120_000,
  );
});
