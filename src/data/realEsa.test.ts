/**
 * Real campaigns of Appraise: ESA, ESA-AI and MQM on the same texts, and a wave of WMT24. Expected values are read from the files by a few
 * plain lines here; p-values were computed with SciPy 1.17.1 (`mannwhitneyu`, alternative "less") from the same rows.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { groupBy } from '../core/index.ts';
import { rankSumVerdict } from '../human/index.ts';
import { readJudgments } from './index.ts';

const folder = fileURLToPath(new URL('../../../shared/data/real-files/esa/', import.meta.url));
const hasFiles = existsSync(folder);
if (!hasFiles) console.warn(`Skipped: campaigns of Appraise, because ${folder} is missing.`);

interface Row {
  readonly judge: string;
  readonly item: string;
  readonly type: string;
  readonly score: number;
  readonly document: string;
  readonly start: number;
  readonly end: number;
}

/** Spans are quoted and hold commas; what is before and after them is plain. */
const plainRows = (file: string): Row[] =>
  gunzipSync(readFileSync(folder + file))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const before = line.split(',');
      const [start = '', end = ''] = before.slice(-2);
      const [judge = '', system = '', id = '', type = '', , , score = '', document = ''] = before;
      return { judge, item: `${id} ${system}`, type, score: Number(score), document, start: Number(start), end: Number(end) };
    }); // prettier-ignore

const isTutorial = ({ document }: Row): boolean => document.includes('tutorial');
/** Some rows were exported twice. */
const once = (rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [JSON.stringify([row.judge, row.item, row.document, row.type, row.start, row.end]), row])).values(),
]; // prettier-ignore

describe.skipIf(!hasFiles)('real campaigns of Appraise', () => {
  it.each([
    ['240315rc5ESA.scores.csv.gz', 33, 29, 0.45200872749555165],
    ['240315rc5GEMBA.scores.csv.gz', 33, 25, 1.7162648400948544],
    ['wmt24-esa-wave3.csv.gz', 112, 111, 0.03435736578872351],
  ])('%s: scores, times and verdicts of the quality control', async (file, judges, passed, sumOfP) => {
    const { judgments } = await readJudgments({ files: [folder + file], together: true });
    const rows = once(plainRows(file).filter((row) => !isTutorial(row)));
    const { ratings } = judgments;
    expect(ratings).toHaveLength(rows.length);
    const total = (list: readonly { readonly score: number }[]): number => list.reduce((sum, { score }) => sum + score, 0);
    expect(total(ratings.filter(({ item }) => item === 'damaged'))).toBe(total(rows.filter(({ type }) => type === 'BAD')));
    expect(total(ratings)).toBe(total(rows));
    const seconds = ratings.reduce((sum, rating) => sum + rating.seconds!, 0);
    expect(seconds).toBeCloseTo(rows.reduce((sum, { start, end }) => sum + end - start, 0), 0);
    const verdicts = [...groupBy(ratings, ({ judge }) => judge)].map(([judge, own]) => rankSumVerdict(judge, own));
    expect(verdicts).toHaveLength(judges);
    expect(verdicts.filter((verdict) => verdict.passed)).toHaveLength(passed);
    // The first campaigns numbered damaged copies as items of their own: what belongs together follows from the place in the document.
    expect(verdicts.every(({ pairs }) => pairs === 12)).toBe(true);
    expect(verdicts.reduce((sum, { p }) => sum + (p || 0), 0)).toBeCloseTo(sumOfP, 12);
    const byJudge = groupBy(rows, ({ judge }) => judge);
    for (const { judge, seconds: worked } of verdicts) {
      const times = byJudge.get(judge)!.flatMap(({ start, end }) => [start, end]);
      expect(worked).toBeCloseTo(Math.max(...times) - Math.min(...times), 3);
    }
  }); // prettier-ignore

  it('MQM has no scores, so there is nothing to check', async () => {
    const { judgments } = await readJudgments({ files: [`${folder}240315rc5MQM.scores.csv.gz`], together: true });
    expect(judgments.ratings).toEqual([]);
    expect(judgments.annotations.length).toBeGreaterThan(2_000);
  });
});
