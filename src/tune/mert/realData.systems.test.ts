/**
 * Weights tuned on lists, lattices and forests of decoders. The regression test of Moses' own MERT has the weights and the BLEU of each
 * of seven iterations (mert_truth.txt). The pool of the first is run 1, which is available; that of the seventh is runs 1 to 7, of which
 * only the first and the last are, so its BLEU cannot be compared. For moses-100x100 no score of another tool is known.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readLattices } from '../../data/latticeFiles.ts';
import { readNbest } from '../../data/readNbest.ts';
import { FeatureNames, type Hypergraph } from '../../lattice/index.ts';
import { _4grr, bleu, ter } from '../../metrics/index.ts';
import { Pcg64 } from '../../stats/index.ts';
import { ForestSpace } from './forestSpace.ts';
import { ListSpace } from './listSpace.ts';
import { measureCandidates } from '../tuningSet.ts';
import { sharedPool } from '../testing/sharedLists.ts';
import { LineSearch } from './lineSearch.ts';
import { tuneByMert } from './mert.ts';

const folder = fileURLToPath(new URL('../../../../shared/data/nbest-lattices/', import.meta.url));
const missing = !existsSync(folder);
const note = missing ? ' (skipped: ../shared/data is missing)' : '';

const linesOf = (file: string): string[] => readFileSync(`${folder}${file}`, 'utf8').trimEnd().split('\n').map((line) => line.trim()); // prettier-ignore

describe.skipIf(missing)(`Moses, 5 segments × 200, three references${note}`, () => {
  const truth = (): Map<string, Float64Array> =>
    new Map(
      linesOf('moses-5x200-3refs/mert_truth.txt').map((line) => {
        const [label, numbers] = line.split(':');
        return [label!, Float64Array.from(numbers!.trim().split(/\s+/), Number)];
      }),
    );

  async function spaceOf(referenceLength: 'closest' | 'shortest' | 'average', runs: readonly number[]) {
    const metric = bleu({ tokenizer: 'none', referenceLength });
    const files = runs.map((run) => `${folder}moses-5x200-3refs/run${run}.nbest.txt`);
    const { candidates } = await readNbest({ files });
    const references = [0, 1, 2].map((r) => linesOf(`moses-5x200-3refs/reference.${r}.txt`));
    const bySegment = references[0]!.map((_, i) => references.map((of) => of[i]!));
    return { metric, space: new ListSpace(measureCandidates(metric, { candidates, references: bySegment })) };
  }

  it.each(['closest', 'shortest', 'average'] as const)(
    'weights_1 score best_1 on run 1 with the %s reference',
    async (length) => {
      // They choose a text that is long enough for any, so this pool does not show which length Moses took.
      const { metric, space } = await spaceOf(length, [1]);
      const value = new LineSearch(space, metric).value(truth().get('weights_1')!);
      expect((value / 100).toFixed(6)).toBe(truth().get('best_1')![0]!.toFixed(6));
    },
  );

  it.each([1, 2, 3])('from equal weights, BLEU is at least best_1: seed %d', async (seed) => {
    const { metric, space } = await spaceOf('closest', [1]);
    const { score, startScore } = tuneByMert(space, metric, new Float64Array(14).fill(1), { seed });
    expect(startScore).toBeLessThan(33);
    expect(score).toBeGreaterThanOrEqual(100 * truth().get('best_1')![0]! - 5e-5);
  });

  it('from weights_1 nothing is lost, and runs 1 and 7 together allow an improvement', async () => {
    const first = await spaceOf('closest', [1]);
    const start = truth().get('weights_1')!;
    expect(tuneByMert(first.space, first.metric, start).score).toBeGreaterThanOrEqual(37.9033);
    const both = await spaceOf('closest', [1, 7]);
    const found = tuneByMert(both.space, both.metric, truth().get('weights_7')!);
    expect(found.score).toBeGreaterThan(found.startScore);
  });
});

describe.skipIf(missing)(`Moses, 100 segments × 100${note}`, () => {
  const metric = bleu({ tokenizer: 'none', lowercase: true });

  it('BLEU is above that of a thousand random weights, and no step along an axis is better', () => {
    const pool = sharedPool('moses', metric);
    const space = new ListSpace(pool);
    const search = new LineSearch(space, metric);
    const features = pool.candidates.featureNames.length;
    const { score, weights } = tuneByMert(space, metric, new Float64Array(features).fill(1), { restarts: 5 });
    const random = new Pcg64(1);
    let highest = 0;
    for (let i = 0; i < 1000; i++) {
      highest = Math.max(highest, search.value(Float64Array.from({ length: features }, () => 2 * random.float() - 1)));
    }
    expect(score).toBeGreaterThan(highest);
    expect(score).toBeGreaterThan(14.2); // 14.3 to 14.6 over seeds
    for (let f = 0; f < features; f++) {
      for (let step = -20; step <= 20; step++) {
        const there = weights.slice();
        there[f]! += step / 20;
        expect(search.value(there)).toBeLessThan(score + 1e-5);
      }
    }
  });

  it('TER falls', () => {
    const pool = sharedPool('moses', ter());
    const ones = new Float64Array(pool.candidates.featureNames.length).fill(1);
    const { score, startScore } = tuneByMert(new ListSpace(pool), ter(), ones, { restarts: 0 });
    expect(score).toBeLessThan(startScore - 0.4);
  });
});

async function forestsOf(files: readonly string[], names: FeatureNames): Promise<Hypergraph[]> {
  const forests: Hypergraph[] = [];
  for await (const { hypergraph } of readLattices(files.map((file) => folder + file), { features: names })) forests.push(hypergraph); // prettier-ignore
  return forests;
}

describe.skipIf(missing)(`lattices and forests${note}`, () => {
  it.each([bleu({ tokenizer: 'none' }), _4grr({ tokenizer: 'none' })])(
    '30 lattices of HiFST: $name',
    async (metric) => {
      const files = readdirSync(`${folder}hifst-lattices`).filter((file) => file.endsWith('.lat.tsv')).sort(); // prettier-ignore
      const manifest = linesOf('hifst-lattices/manifest.tsv').slice(1).map((line) => line.split('\t')); // prettier-ignore
      const names = new FeatureNames(Array.from({ length: 12 }, (_, f) => String(f + 1)));
      const forests = await forestsOf(files.map((file) => `hifst-lattices/${file}`), names); // prettier-ignore
      const space = new ForestSpace(
        forests,
        metric,
        manifest.map((fields) => [fields[5]!]),
      );
      const start = Float64Array.from(linesOf('hifst-lattices/feature_weights.txt')[0]!.split(' '), Number);
      // The best paths that came with them.
      manifest.forEach((fields, i) => {
        expect(`<s> ${space.text(space.best(i, start))} </s>`).toBe(fields[4]);
      });
      const { score, startScore } = tuneByMert(space, metric, start, { restarts: 0 });
      expect(score).toBeGreaterThan(startScore + 1);
    },
  );

  it('forests of cdec', async () => {
    const metric = bleu({ tokenizer: 'none' });
    const forests = await forestsOf([0, 1].map((k) => `cdec-forests/zh-en.${k}.forest.json`), new FeatureNames()); // prettier-ignore
    const references = [0, 1, 2, 3].map((r) => linesOf(`cdec-forests/zh-en.ref${r}.txt`));
    const space = new ForestSpace(forests, metric, [0, 1].map((i) => references.map((of) => of[i]!))); // prettier-ignore
    const start = new Float64Array(space.featureNames.length).fill(0.1);
    const { score, startScore } = tuneByMert(space, metric, start, { restarts: 0 });
    expect(startScore).toBeLessThan(10);
    expect(score).toBeGreaterThan(50);
  });
});
