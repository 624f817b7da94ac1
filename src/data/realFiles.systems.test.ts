/** The files of shared tasks as they were published: counts of what is read and left out, by a plain reader of its own. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { groupBy } from '../core/index.ts';
import { readJudgments } from './readJudgments.ts';
import { ScoreFiles } from './readScores.ts';
import { readTexts } from './readTexts.ts';

const root = fileURLToPath(new URL('../../../shared/data/real-files', import.meta.url));
const text = (file: string): string => gunzipSync(readFileSync(join(root, file))).toString('utf8');
const linesOf = (file: string): string[] => text(file).split('\n').map((line) => line.replace(/\r+$/, '')).filter((line) => line !== ''); // prettier-ignore
const csv = (file: string): string[][] => Papa.parse<string[]>(linesOf(file).join('\n')).data;
const tokens = (file: string): string[][] => linesOf(file).slice(1).map((line) => line.split(/\s+/)); // prettier-ignore
const count = <T>(all: readonly T[], is: (each: T) => boolean): number => all.filter(is).length;

interface Counts {
  rankings?: number;
  ratings?: number;
  annotations?: number;
  edits?: number;
  verdicts?: number;
  left: Record<string, number>;
}

const wmt07 = (file: string): Counts => {
  const rows = csv(file).slice(1);
  const scores = (type: string): string[] =>
    rows.filter((row) => row[1] === type).flatMap((row) => row.slice(5).filter((_, i) => i % 3 !== 0));
  const verdicts = scores('CONSTITUENT_ACCEPT').filter((score) => score !== '');
  return {
    rankings: count(rows, ([, type]) => type === 'RANK' || type === 'CONSTITUENT'),
    ratings: count(scores('NIST'), (score) => score !== '-'),
    verdicts: count(verdicts, (score) => score !== '3'),
    left: {
      'missing scores (-)': count(scores('NIST'), (score) => score === '-'),
      'verdicts of “not sure”': count(verdicts, (score) => score === '3'),
    },
  };
};

const ranked = (file: string): Counts => {
  const rows = csv(file).slice(1);
  const rankings = count(rows, (row) => row.slice(-5).some((rank) => rank !== '-1'));
  return { rankings, left: { 'rankings without a rank': rows.length - rankings } };
};

const appraise = (file: string): Counts => {
  const isTutorial = (row: string[]): boolean => row[1]!.includes('tutorial');
  const rows = csv(file);
  const keys = new Set<string>();
  const kept = rows.filter((row) => {
    const key = JSON.stringify([...row.slice(0, 6), row[7]!.split('#')[0], row[7]!.includes('#dup'), row[7]!.includes('#incomplete'), row[10], row[11]]); // prettier-ignore
    if (isTutorial(row) || keys.has(key)) return false;
    keys.add(key);
    return true;
  });
  const spans = kept.flatMap((row) => JSON.parse(row[9]!) as { severity: string }[]);
  const scored = kept.some((row) => Number(row[6]) > 0);
  const damaged = count(kept, (row) => row[3] === 'BAD');
  return {
    ratings: scored ? kept.length : 0,
    annotations: kept.length - damaged,
    left: {
      'rows of a tutorial': count(rows, isTutorial),
      'rows that repeat an earlier one': count(rows, (row) => !isTutorial(row)) - kept.length,
      'error spans in damaged outputs and references': damaged,
      'scores of 0, which mean no score in a campaign that only marks errors': scored ? 0 : kept.length,
      'error spans of severity undecided, which count as deleted': count(spans, ({ severity }) => severity === 'undecided'), // prettier-ignore
    },
  };
};

const mqm = (file: string): Counts => {
  const rows = linesOf(file).slice(1).map((line) => line.split('\t')); // prettier-ignore
  const isTest = (row: string[]): boolean => row[8] === 'HOTW-test';
  const outputs = new Set(rows.filter((row) => !isTest(row)).map((row) => JSON.stringify(row.slice(0, 5))));
  return { annotations: outputs.size, left: { 'tests of attention': count(rows, isTest) } };
};

const files: [string, string, (file: string) => Counts][] = [
  ['rankings/wmt07-judgements.csv.gz', 'wmt07', wmt07],
  ['rankings/wmt08-human-judgments.csv.gz', 'wmt07', wmt07],
  ['rankings/wmt10-data_ACC.csv.gz', 'wmt10-verdicts', (file) => {
    const rows = csv(file).slice(1);
    const unknown = count(rows, (row) => row[9] === 'UNK');
    return { verdicts: rows.length - unknown, left: { 'rows without a verdict (UNK)': unknown } };
  }],
  ['rankings/wmt10-data_EDT.tsv.gz', 'wmt10-edits', (file) => {
    const rows = linesOf(file).slice(1).map((line) => line.split('\t'));
    const none = count(rows, (row) => row[10] === 'N/A');
    return { edits: rows.length - none, left: { 'rows without an edit (N/A)': none } };
  }],
  ['rankings/wmt10-data_RNK-public.csv.gz', 'wmt-ranking', ranked],
  ['rankings/wmt11-maneval-combosystems.csv.gz', 'wmt-ranking', ranked],
  ['rankings/wmt11-maneval-HC-combosystems.csv.gz', 'wmt-ranking', ranked],
  ['rankings/wmt16-eng-ron.csv.gz', 'wmt-ranking', (file) => ({ rankings: new Set(csv(file).slice(1).map((row) => row[9])).size, left: {} })],
  ['rankings/wmt16-appraise.xml.gz', 'appraise-xml', (file) => {
    const skipped = text(file).split('skipped="true"').length - 1;
    return { rankings: text(file).split('<ranking-result ').length - 1 - skipped, left: { 'rankings that were skipped': skipped } };
  }],
  ['ratings/wmt21-ad-csen-good-stnd.csv.gz', 'wmt-da', (file) => ({ ratings: tokens(file).length, left: {} })],
  ['ratings/wmt22-ad-csen-good-stnd.csv.gz', 'wmt-da', (file) => ({ ratings: tokens(file).length, left: {} })],
  ['ratings/wmt21-ad-latest.csv.gz', 'wmt-da', (file) => ({ ratings: tokens(file).length, left: {} })],
  ['mqm/sxs_mqm_generalMT2023_ende.3ratingsPerSegment.tsv.gz', 'mqm', mqm],
  ['mqm/mqm_newstest2020_ende.source-errors.tsv.gz', 'mqm', mqm],
  ['esa/wmt24-esa-wave3.csv.gz', 'appraise-da', appraise],
  ['esa/240315rc5ESA.scores.csv.gz', 'appraise-da', appraise],
  ['esa/240315rc5GEMBA.scores.csv.gz', 'appraise-da', appraise],
  ['esa/240315rc5MQM.scores.csv.gz', 'appraise-da', appraise],
]; // prettier-ignore

const missing = !existsSync(root);

describe.skipIf(missing)(`files of shared tasks${missing ? ' (skipped: ../shared/data is not there)' : ''}`, { timeout: 60_000 }, () => {
  it.each(files)('%s', async (file, format, countsOf) => {
    const { left, ...expected } = countsOf(file);
    const { judgments, formats } = await readJudgments({ files: [join(root, file)] });
    const { dropped, ...kinds } = judgments;
    const none = { rankings: 0, ratings: 0, annotations: 0, edits: 0, verdicts: 0 };
    expect(formats).toEqual([format]);
    expect(Object.fromEntries(Object.entries(kinds).map(([kind, all]) => [kind, all.length]))).toEqual({ ...none, ...expected }); // prettier-ignore
    expect(Object.fromEntries(dropped.map((each) => [each.what, each.count]))).toEqual(
      Object.fromEntries(Object.entries(left).filter(([, number]) => number > 0)),
    );
  });

  it('standardised ratings have the published means, n and N of WMT22 cs-en', async () => {
    const { judgments } = await readJudgments({ files: [join(root, 'ratings/wmt22-ad-csen-good-stnd.csv.gz')] });
    const published = readFileSync(join(root, 'ratings/wmt22-ad-sys-ranking-cs-en-z.csv'), 'utf8').trim().split('\n').map((line) => line.trim().split(' ')); // prettier-ignore
    for (const [, z, n, all, system] of published) {
      const own = judgments.ratings.filter((each) => each.system === system && ['output', 'repeat'].includes(each.item));
      const bySegment = groupBy(own, ({ segment }) => segment);
      const means = [...bySegment.values()].map((some) => some.reduce((sum, { score }) => sum + score, 0) / some.length);
      const mean = means.reduce((sum, score) => sum + score, 0) / means.length;
      expect([bySegment.size, own.length]).toEqual([Number(n), Number(all)]);
      expect(Math.abs(mean - Number(z))).toBeLessThanOrEqual(0.0005 + 1e-12);
      expect(own.every(({ scale }) => scale === 'z')).toBe(true);
    }
  });

  it.each([
    ['ratings/wmt22-ad-seg-scores-cs-en.csv.gz', ['RAW.SCR', 'Z.SCR']],
    ['ratings/wmt21-ad-seg-scores-cs-en.csv.gz', ['RAW.SCR', 'Z.SCR']],
    ['mqm/mqm_ted_ende.avg_seg_scores.tsv.gz', ['mqm_avg_score']],
  ])('%s', async (file, metrics) => {
    const reader = new ScoreFiles({}, {});
    await reader.read(join(root, file), {});
    const { scores } = reader.finish();
    expect(scores.map((each) => each.scores.name)).toEqual(metrics);
    const at = file.startsWith('mqm') ? [1] : [2, 3];
    const given = tokens(file);
    at.forEach((column, m) => {
      const { ofSegments } = scores[m]!.scores;
      const values = given.map((row) => Number(row[column])).filter((value) => !Number.isNaN(value));
      const read = ofSegments.filter((value) => !Number.isNaN(value));
      expect(read).toHaveLength(values.length);
      expect(read.sort()).toEqual(Float64Array.from(values).sort());
    });
  });

  it.each(['wmt25-AMI', 'wmt26-AMI'])('outputs of %s, a document a row', async (name) => {
    const file = `outputs/${name}.jsonl.gz`;
    const { texts } = await readTexts({ files: [join(root, file)], needReferences: [] });
    expect(texts[0]).toEqual(linesOf(file).map((line) => (JSON.parse(line) as { hypothesis: string }).hypothesis));
  });

  it.each(['AMI', 'KIKIS', 'Yandex'])('scores of WMT25: %s', async (name) => {
    const file = `scores/wmt25-automatic-${name}.jsonl.gz`;
    const given = new Map<string, number>();
    for (const line of linesOf(file)) {
      const row = JSON.parse(line) as { language_pair: string; metric_scores: Record<string, number[]> };
      for (const [metric, own] of Object.entries(row.metric_scores)) {
        const key = `${row.language_pair} ${metric}`;
        given.set(key, (given.get(key) ?? 0) + own.length);
      }
    }
    const reader = new ScoreFiles({}, {});
    await reader.read(join(root, file), {});
    const { scores } = reader.finish();
    const read = scores.map(({ task, scores: { name: metric, ofSegments } }) => [`${task} ${metric}`, count([...ofSegments], (score) => !Number.isNaN(score))] as const);
    expect(Object.fromEntries(read)).toEqual(Object.fromEntries(given));
  });
}); // prettier-ignore
