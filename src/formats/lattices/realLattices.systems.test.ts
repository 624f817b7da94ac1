/** Lattices and forests of decoders, against what came with them. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { FeatureNames, type Hypergraph, goalOf, isLattice, tailOf, weigh } from '../../lattice/index.ts';
import { type LatticeRequest, readLattices } from '../../data/latticeFiles.ts';
import type { ReadLattice } from './index.ts';
import { derivationsOf, readOne, write } from './testing/readText.ts';

const folder = fileURLToPath(new URL('../../../../shared/data/nbest-lattices/', import.meta.url));
const missing = !existsSync(folder);

const read = (names: readonly string[], request?: LatticeRequest): Promise<ReadLattice[]> =>
  readAll(
    names.map((name) => `${folder}${name}`),
    request,
  );

async function readAll(paths: readonly string[], request: LatticeRequest = {}): Promise<ReadLattice[]> {
  const all: ReadLattice[] = [];
  for await (const one of readLattices(paths, request)) all.push(one);
  return all;
}

/** The best derivation by plain Viterbi: its edges, each after those of its tails. */
function bestEdges({ nodes, edgeStarts, symbolStarts, symbols }: Hypergraph, scores: Float64Array) {
  const best = new Float64Array(nodes).fill(-Infinity);
  const chosen = new Int32Array(nodes);
  for (let node = 0; node < nodes; node++) {
    for (let e = edgeStarts[node]!; e < edgeStarts[node + 1]!; e++) {
      let score = scores[e]!;
      for (const symbol of symbols.subarray(symbolStarts[e], symbolStarts[e + 1])) if (symbol < 0) score += best[tailOf(symbol)]!; // prettier-ignore
      if (score > best[node]!) [best[node], chosen[node]] = [score, e];
    }
  }
  return { score: best[nodes - 1]!, chosen };
}

function bestOf(hypergraph: Hypergraph, scores = hypergraph.scores) {
  const { score, chosen } = bestEdges(hypergraph, scores);
  const { symbolStarts, symbols, words } = hypergraph;
  const edges: number[] = [];
  const say = (node: number): string[] => {
    const e = chosen[node]!;
    edges.push(e);
    return [...symbols.subarray(symbolStarts[e], symbolStarts[e + 1])].flatMap((symbol) => (symbol < 0 ? say(tailOf(symbol)) : [words[symbol]!])); // prettier-ignore
  };
  return { score, text: say(goalOf(hypergraph)).join(' '), edges };
}

/** Sums over edges, by name. */
function featuresOf({ features, featureNames }: Hypergraph, edges: readonly number[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const e of edges) {
    for (let at = features.starts[e]!; at < features.starts[e + 1]!; at++) {
      const name = featureNames[features.indices[at]!]!;
      sums.set(name, (sums.get(name) ?? 0) + features.values[at]!);
    }
  }
  return sums;
}

const lines = (name: string): string[] => readFileSync(`${folder}${name}`, 'utf8').trimEnd().split('\n');

describe.skipIf(missing)(`decoders' files${missing ? ' (skipped: ../shared/data is not there)' : ''}`, () => {
  const hifstFiles = (): string[] =>
    readdirSync(`${folder}hifst-lattices`).filter((name) => name.endsWith('.lat.tsv')).map((name) => `hifst-lattices/${name}`); // prettier-ignore

  test('30 lattices of HiFST: states, arcs, best cost and best path as manifest.tsv has them', async () => {
    const manifest = new Map(lines('hifst-lattices/manifest.tsv').slice(1).map((line) => [Number(line.split('\t')[0]), line.split('\t')])); // prettier-ignore
    const all = await read(hifstFiles());
    expect(all.length).toBe(30);
    expect(manifest.size).toBe(30);
    let arcs = 0;
    for (const { id, format, hypergraph } of all) {
      const [, states, arcCount, cost, path] = manifest.get(Number(id))!;
      expect(format).toBe('hifst');
      expect(isLattice(hypergraph)).toBe(true);
      // The goal is one node more, the start and the final state are one edge each.
      expect([hypergraph.nodes - 1, hypergraph.edges - 2]).toEqual([Number(states), Number(arcCount)]);
      const { score, text } = bestOf(hypergraph);
      expect(`<s> ${text} </s>`).toBe(path);
      expect(Math.abs(-score - Number(cost)), id).toBeLessThan(1e-3);
      arcs += hypergraph.edges - 2;
    }
    expect(arcs).toBe(17879);
  });

  test('the score of every arc of HiFST is its features times feature_weights.txt, as they are', async () => {
    const given = lines('hifst-lattices/feature_weights.txt')[0]!.split(' ').map(Number);
    expect(given.length).toBe(12);
    const features = new FeatureNames(given.map((_, i) => String(i + 1)));
    const weights = Float64Array.from(given);
    let worst = 0;
    for (const { hypergraph } of await read(hifstFiles(), { features })) {
      expect(hypergraph.featureNames.length).toBe(12);
      for (let e = 0; e < hypergraph.edges; e++) {
        const score = hypergraph.scores[e]!;
        worst = Math.max(
          worst,
          Math.abs(weigh(hypergraph.features, e, weights) - score) / Math.max(1, Math.abs(score)),
        );
      }
    }
    expect(worst).toBeLessThan(1e-3);
    expect(worst).toBeGreaterThan(0);
  });

  test("Moses' hypergraph: the best string under dense.weights and its features are the expected ones", async () => {
    const [{ hypergraph }] = (await read(['moses-hypergraph/hg.txt'])) as [ReadLattice];
    expect([hypergraph.nodes, hypergraph.edges, isLattice(hypergraph)]).toEqual([2239, 5342, true]);
    const named = lines('moses-hypergraph/dense.weights').map((line) => line.split('= ') as [string, string]);
    const weights = new Float64Array(hypergraph.featureNames.length);
    const seen = new Map<string, number>();
    for (const [name, weight] of named) {
      const position = (seen.get(name) ?? 0) + 1;
      seen.set(name, position);
      const alone = named.filter(([other]) => other === name).length === 1;
      const feature = hypergraph.featureNames.indexOf(alone ? name : `${name}_${position}`);
      if (feature >= 0) weights[feature] = Number(weight);
    }
    const scores = Float64Array.from({ length: hypergraph.edges }, (_, e) => weigh(hypergraph.features, e, weights));
    const { text, edges } = bestOf(hypergraph, scores);
    const [expected, ...rows] = lines('moses-hypergraph/expected_best.txt');
    expect(`<s> ${text} </s>`).toBe(expected!.trim());
    const sums = featuresOf(hypergraph, edges);
    const values = rows.filter((row) => row.includes('=')).map((row) => [row.slice(0, row.lastIndexOf('=')), Number(row.slice(row.lastIndexOf('=') + 1))] as const); // prettier-ignore
    expect(values.length).toBe(44);
    for (const [name, value] of values) expect(Math.abs(sums.get(name)! - value), name).toBeLessThan(1e-3);
    expect([...sums].filter(([, value]) => Math.abs(value) > 1e-9).map(([name]) => name).sort()).toEqual(values.map(([name]) => name).sort()); // prettier-ignore
  });

  test('both forests of cdec: nodes, edges, features', async () => {
    const all = await read(['cdec-forests/zh-en.0.forest.json', 'cdec-forests/zh-en.1.forest.json']);
    expect(all.map(({ id, hypergraph: { nodes, edges } }) => [id, nodes, edges])).toEqual([
      ['zh-en.0', 350, 1026],
      ['zh-en.1', 2197, 14141],
    ]);
    expect(all.every(({ hypergraph }) => !isLattice(hypergraph))).toBe(true);
    expect(all[0]!.hypergraph.featureNames).toEqual(['PhraseModel_0', 'PhraseModel_1', 'PhraseModel_2', 'Glue', 'WordPenalty', 'LanguageModel', 'PassThrough']); // prettier-ignore
  });

  test('PLF and confusion networks: how many, and of how many states and arcs', async () => {
    const sizes = async (name: string) => {
      const all = await read([`moses-plf/${name}`]);
      const states = all.map(({ hypergraph: { nodes } }) => nodes - 1);
      const arcs = all.map(({ hypergraph: { edges } }) => edges - 2);
      return { format: all[0]!.format, count: all.length, states, arcs };
    };
    for (const name of ['source_lattices.plf', 'factored_small.plf', 'compound_splits_de.plf']) {
      const { format, count, states, arcs } = await sizes(name);
      const texts = lines(`moses-plf/${name}`);
      expect([format, count]).toEqual(['plf', texts.length]);
      // Counted in the text: no word of these has parentheses in it.
      expect(arcs).toEqual(texts.map((text) => text.match(/\('/g)!.length));
      expect(states).toEqual(texts.map((text) => text.match(/\(\(/g)!.length + 1));
    }
    expect(await sizes('confusion_networks.txt')).toEqual({
      format: 'cn',
      count: 3,
      states: [5, 5, 5],
      arcs: [8, 13, 15],
    });
  });

  test('what was read is written and read again: the best string and its score stay', async () => {
    const hifst = (await read(hifstFiles().slice(0, 5))).map(({ hypergraph }) => hypergraph);
    const cdec = (await read(['cdec-forests/zh-en.0.forest.json'])).map(({ hypergraph }) => ({ ...hypergraph, scores: lmScores(hypergraph) })); // prettier-ignore
    const cases = [
      ...hifst.flatMap((hypergraph) => ['hifst', 'att', 'plf', 'json', 'moses-hg', 'cdec-json'].map((format) => ({ hypergraph, format }))), // prettier-ignore
      ...cdec.flatMap((hypergraph) => ['json', 'moses-hg', 'cdec-json'].map((format) => ({ hypergraph, format }))),
    ];
    for (const { hypergraph, format } of cases) {
      const again = await readOne(write(hypergraph, format), { format });
      const [before, after] = [bestOf(hypergraph), bestOf(again)];
      expect(after.text, format).toBe(before.text);
      expect(after.score, format).toBeCloseTo(before.score, 9);
    }
  });

  test('PLF and confusion networks are written with the numbers and words that were read', async () => {
    for (const name of ['source_lattices.plf', 'factored_small.plf', 'compound_splits_de.plf']) {
      for (const { hypergraph } of await read([`moses-plf/${name}`])) {
        // States can be renumbered if there is a choice; paths, scores and numbers are the same.
        expect(derivationsOf(await readOne(write(hypergraph, 'plf')))).toEqual(derivationsOf(hypergraph));
      }
    }
    const networks = (await read(['moses-plf/confusion_networks.txt'])).map(({ hypergraph }) =>
      write(hypergraph, 'cn'),
    );
    // 1.0 comes back as 1.
    const expected = lines('moses-plf/confusion_networks.txt')
      .join('\n')
      .replace(/ (\d)\.0(?!\d)/g, ' $1');
    expect(networks.join('').trimEnd()).toBe(expected);
  });
});

// Counted by hand: the choices at each node, multiplied along a derivation.
const ofCdec = fileURLToPath(new URL('../../../../shared/data/real-files/lattices/', import.meta.url));
describe.skipIf(!existsSync(ofCdec))(
  `files of cdec${existsSync(ofCdec) ? '' : ' (skipped: ../shared/data is not there)'}`,
  () => {
    test.each([
      ['hg', 4],
      ['hg_int', 4],
      ['lattice', 10],
      ['tiny', 2],
      ['tiny_lattice', 4],
      ['hg_balanced', 16],
    ])('%s has %i derivations', async (name, count) => {
      const [one] = await readAll([`${ofCdec}cdec-hg_test.${name}.json`]);
      expect(derivationsOf(one!.hypergraph)).toHaveLength(count);
    });
  },
);

/** Something to tell derivations apart by: less of the language model's cost is better. */
function lmScores({ edges, features, featureNames }: Hypergraph): Float64Array {
  const weights = Float64Array.from(featureNames, (name) => (name === 'LanguageModel' ? -1 : 0));
  return Float64Array.from({ length: edges }, (_, e) => weigh(features, e, weights));
}
