/** Lists of Moses and Portage, as decoders wrote them; the counts are those that come with the data. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { sumRows } from '../core/index.ts';
import { measure } from '../measure/index.ts';
import { bleu } from '../metrics/index.ts';
import { bestCandidates, chosenTexts, measureCandidates, matchWeights } from '../tune/index.ts';
import { readNbest } from './readNbest.ts';
import { readWeights } from './readNbest.ts';
import { writeWeights } from '../formats/nbest/weights.ts';

const data = new URL('../../../shared/data/nbest-lattices/', import.meta.url);
const present = existsSync(data);
const skipped = present ? '' : ' (skipped: ../shared/data is not there)';
const file = (path: string): string => fileURLToPath(new URL(path, data));
const linesOf = (path: string): string[] => readFileSync(file(path), 'utf8').trimEnd().split('\n');

const numbered = (label: string, count: number): string[] =>
  Array.from({ length: count }, (_, k) => `${label}_${k + 1}`);
const ofWeather = [...numbered('d', 7), 'lm', 'w', ...numbered('tm', 5)];

describe.skipIf(!present)(`lists of decoders${skipped}`, () => {
  it.each<[path: string, segments: number, candidates: number, most: number, features: string[]]>([
    ['moses-100x100/nbest.txt', 100, 10_000, 100, [...numbered('d', 7), ...numbered('lm', 2), ...numbered('tm', 5), 'w']],
    ['moses-10x100-bleustats/nbest.1.txt', 10, 1000, 100, [...numbered('d', 7), 'lm', ...numbered('tm', 5), 'w']],
    ['moses-5x200-3refs/run1.nbest.txt', 5, 1000, 200, ofWeather],
    ['moses-5x200-3refs/run7.nbest.txt', 5, 1000, 200, ofWeather],
    ['portage-100x100/nbest.txt', 100, 9597, 100, ['f1', 'f2', 'f3', 'f4']],
  ])('%s', async (path, segments, count, most, features) => {
    const { candidates } = await readNbest({ files: [file(path)], keepRepeated: true });
    expect(candidates.segments).toBe(segments);
    expect(candidates.texts).toHaveLength(count);
    const sizes = Array.from({ length: segments }, (_, i) => candidates.starts[i + 1]! - candidates.starts[i]!);
    expect(Math.max(...sizes)).toBe(most);
    expect(candidates.featureNames).toEqual(features);
  }); // prettier-ignore

  it('the rows of BLEU are those of the extractor of Moses, for all 1,000 candidates', async () => {
    const set = await readNbest({
      files: [file('moses-10x100-bleustats/nbest.1.txt')],
      references: [file('moses-10x100-bleustats/reference.txt')],
    });
    const metric = bleu({ tokenizer: 'none' });
    const { candidates, rows, width } = measureCandidates(metric, set);
    const at = (row: number, name: string): number => rows[row * width + metric.statistics.indexOf(name)]!;
    const ours = Array.from({ length: candidates.texts.length }, (_, c) => [
      ...[1, 2, 3, 4].flatMap((n) => [at(c, `matches ${n}`), at(c, `n-grams ${n}`)]),
      at(c, 'reference length'),
    ]);
    const theirs = linesOf('moses-10x100-bleustats/bleu_stats.nbest.1.tsv')
      .slice(1)
      .map((line) => line.split('\t').slice(2).map(Number));
    expect(theirs).toHaveLength(1000);
    expect(ours).toEqual(theirs);
  });

  it('the weights that MERT of Moses found first give the BLEU that it reports, 0.379034', async () => {
    const [first = ''] = linesOf('moses-5x200-3refs/mert_truth.txt');
    const values = first.replace('weights_1: ', '').trim().split(' ').map(Number);
    const { candidates, references } = await readNbest({
      files: [file('moses-5x200-3refs/run1.nbest.txt')],
      references: [0, 1, 2].map((k) => file(`moses-5x200-3refs/reference.${k}.txt`)),
    });
    const { weights } = matchWeights({ kind: 'listed', values }, candidates.featureNames);
    const chosen = chosenTexts(candidates, bestCandidates(candidates, weights));
    const metric = bleu({ tokenizer: 'none', smoothing: 'none' });
    const measured = measure(metric, { references }, [chosen]);
    expect((metric.score(sumRows(measured, 0)) / 100).toFixed(6)).toBe('0.379034');
  });

  it('the weights of a search graph name its features, and are written as they were read', async () => {
    const weights = await readWeights(file('moses-hypergraph/dense.weights'));
    if (weights.kind !== 'named') throw new Error('They have names.');
    const names = [...weights.byName.keys()];
    expect(names).toEqual([
      ...numbered('OpSequenceModel0', 5),
      ...['Distortion0', 'PhrasePenalty0', 'WordPenalty0', 'UnknownWordPenalty0', 'LM0'],
      ...numbered('LexicalReordering0', 8),
      ...numbered('TranslationModel0', 13),
    ]);
    // What the expected best path has of dense features goes by these names.
    const expected = linesOf('moses-hypergraph/expected_best.txt').slice(1);
    const dense = expected.map((line) => line.split('=')[0]!).filter((name) => /^[A-Za-z]+0(?:_\d+)?$/.test(name));
    expect(dense.length).toBeGreaterThan(20);
    expect(dense.filter((name) => !weights.byName.has(name))).toEqual([]);
    const written = writeWeights(names, [...weights.byName.values()]);
    const short = linesOf('moses-hypergraph/dense.weights').map((line) => {
      const [label, value] = line.split(' ');
      return `${label} ${Number(value)}`;
    });
    expect(written.trimEnd().split('\n')).toEqual(short);
  });
});
