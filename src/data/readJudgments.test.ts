import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../core/index.ts';
import { type Contents, withFiles } from './testing/files.ts';
import { judgmentFormats } from '../formats/index.ts';
import { type JudgmentRequest, readJudgments } from './readJudgments.ts';
import { faultOf, readText } from '../formats/judgments/testing/readText.ts';

const ratings = 'segment\tjudge\tsystem\tscore\n1\tj\ta\t50\n';
const ranking = 'srclang,trglang,srcIndex,judgeId,system1Id,system1rank,system2Id,system2rank\nde,en,1,j,a,1,b,2\n';

const readFiles = (contents: Contents, files: readonly string[], request: Partial<JudgmentRequest> = {}) =>
  withFiles(contents, (directory) => readJudgments({ files: files.map((name) => join(directory, name)), ...request }));

describe('readJudgments', () => {
  it.each([
    ['JUDGEMENT_ID\tTASK\tTYPE', 'wmt09'],
    ['srclang,trglang,srcIndex,documentId,segmentId,judgeId,system1Number,system1Id', 'wmt-ranking'],
    ['srclang,trglang,srcIndex,segmentId,judgeID,system1Id,system1rank,system2Id,system2rank,rankingID', 'wmt-ranking'],
    ['u1,newstest.A.en-de,12,TGT,eng,deu,80,1665744151.351,1665744158.765', 'appraise-da'],
    ['u1,A,12,BAD,eng,deu,0,doc#bad,False,"[{""start_i"":1}]",1,2', 'appraise-da'],
    ['username,system,itemId,itemType,srcLang,trgLang,score', 'appraise-da'],
    ['system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity', 'mqm'],
    ['system\tdoc\tdocSegId\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity\tmetadata', 'mqm'],
    ['system\tseg\trater\tcategory\tseverity\tspan\ttarget_marked', 'mqm'],
    ['{"annotation": [], "item": [], "user_id": "u", "item_i": 0}', 'pearmut'],
    ['{"campaign": [{"annotation": [], "item": [], "user_id": "u", "item_i": 0}]}', 'pearmut'],
    ['judge\tsegment\tsystem\trank', 'assay'],
    ['kind\ttask\tsegment\tjudge\torder\tsystem\tscore', 'assay'],
    ['system\tscore', undefined],
    ['{"a": 1}', undefined],
    ['{}', undefined],
    ['a text', undefined],
    ['', undefined],
  ])('knows a file by its first line: %s', (line, id) => {
    expect(judgmentFormats.filter(({ recognises }) => recognises([line])).map((format) => format.id)).toEqual(id ? [id] : []);
  }); // prettier-ignore

  it('reads several files, of different formats, into one list', async () => {
    const { judgments, formats, sha256 } = await readFiles({ 'a.tsv': ratings, 'b.csv': ranking }, ['a.tsv', 'b.csv'], { task: 'x' });
    expect(formats).toEqual(['assay', 'wmt-ranking']);
    expect(judgments.ratings.map(({ task }) => task)).toEqual(['x']);
    expect(judgments.rankings.map(({ task }) => task)).toEqual(['de-en']);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    const other = await readFiles({ 'a.tsv': ratings, 'b.csv': ranking.replace('a,1', 'a,2') }, ['a.tsv', 'b.csv']);
    expect(other.sha256).not.toBe(sha256);
  }); // prettier-ignore

  it('goes on counting what a judge did in the next file', async () => {
    const files = { 'a.tsv': ratings, 'b.tsv': ratings.replace('1\tj', '2\tj') };
    const { judgments } = await readFiles(files, ['a.tsv', 'b.tsv']);
    expect(judgments.ratings.map(({ order }) => order)).toEqual([0, 1]);
  });

  it('adds up what is left out of all files, and gives the first place', async () => {
    const bad = `${ratings}1\tj\ta\tbad\n`;
    const files = { 'a.tsv': bad, 'b.tsv': `${bad.replaceAll('1\tj', '2\tj')}1\tj\ta\tworse\n` };
    const { judgments } = await readFiles(files, ['a.tsv', 'b.tsv'], { lenient: true });
    expect(judgments.dropped).toMatchObject([{ what: 'malformed rows', count: 3 }]);
    expect(judgments.dropped[0]!.first).toMatch(/a\.tsv, line 3: score must be a number, not "bad"\.$/);
    expect(Object.keys({ ...judgments })).toContain('dropped');
  });

  it.each<[string, string | Uint8Array]>([
    ['CR LF', ratings.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\ufeff${ratings}`],
    ['no line break at the end', ratings.trimEnd()],
    ['blank lines', `${ratings}\n\n`],
    ['gzip', gzipSync(ratings)],
    ['a very long line', ratings.replace('\ta\t', `\t${'a'.repeat(3_000_000)}\t`)],
  ])('reads %s', async (_, content) => {
    const read = await readText(content);
    expect(read.ratings.map(({ segment, judge, score }) => [segment, judge, score])).toEqual([['1', 'j', 50]]);
  });

  it.each<[string, string, string]>([
    ['an empty file', '', 'is empty.'],
    ['a header and nothing else', 'segment\tjudge\tsystem\tscore\n', 'has a header and no rows.'],
    ['a header and blank lines', 'segment\tjudge\tsystem\tscore\n\n', 'has a header and no rows.'],
    ['a format that is not known', `some\ttext ${'x'.repeat(100)}\n`, `Cannot read standard input as judgments: it starts with "some\\ttext ${'x'.repeat(50)}…". Name its format with --judgment-format: ${judgmentFormats.map(({ id }) => id).join(', ')}.`],
    ['bytes that are not text', 'segment\tjudge\tsystem\tscore\n\0', 'line 2: 1 field, expected 4.'],
  ])('refuses %s', async (_, content, fault) => expect(await faultOf(content)).toBe(fault)); // prettier-ignore

  it('reads the examples', async () => {
    const files = ['judgments.tsv', 'ratings.csv'].map((name) =>
      fileURLToPath(new URL(`../../examples/${name}`, import.meta.url)),
    );
    const { judgments, formats } = await readJudgments({ files });
    const { rankings, ratings, annotations, edits, verdicts, dropped } = judgments;
    expect(formats).toEqual(['assay', 'appraise-da']);
    expect([rankings, ratings, annotations, edits, verdicts, dropped].map(({ length }) => length)).toEqual([
      120, 116, 0, 60, 132, 0,
    ]);
    const all = [...rankings, ...ratings, ...edits, ...verdicts];
    expect(new Set(all.map(({ task }) => task))).toEqual(new Set(['de-en']));
    expect(all.every(({ segment }) => Number(segment) >= 1 && Number(segment) <= 60)).toBe(true);
    expect(new Set(rankings.flatMap(({ systems }) => systems))).toEqual(
      new Set(['good', 'terse', 'verbose', 'shuffled']),
    );
    // An editor does not judge what he made himself.
    expect(verdicts.every(({ judge, editor }) => judge !== editor)).toBe(true);
  });

  it('refuses a format that there is not, and a file that is not of the one named', async () => {
    expect(await faultOf(ratings, { format: 'asay' })).toBe('Unknown format asay for judgments. Did you mean assay?');
    expect(await faultOf(ratings, { format: 'mqm' })).toBe('line 1: the column rater is missing.');
    expect(await faultOf(ratings, { format: 'wmt09' })).toBe('line 1: the column JUDGEMENT_ID is missing.');
    expect(await faultOf(ratings, { format: 'wmt-ranking' })).toBe('line 1: the column system1Id is missing.');
    expect(await faultOf(ratings, { format: 'pearmut' })).toMatch(/^line 1: expected an object with user_id/);
    expect(await faultOf(ratings, { format: 'appraise-da' })).toMatch(/^line 1: 1 field, expected 7 to 14, with/);
    expect(await faultOf(ranking, { format: 'assay' })).toBe('line 1: the column segment is missing.');
  });

  it('refuses a file that holds the same as another, and one that is not there', async () => {
    await expect(readFiles({ 'a.tsv': ratings, 'b.tsv': ratings }, ['a.tsv', 'b.tsv'])).rejects.toThrow(
      /b\.tsv is the same as .*a\.tsv, so its judgments would count twice\. Leave one out\.$/,
    );
    const table = 'task\tsegment\tjudge\tsystem\trank\nde-en\t1\tx\tb\t2\nde-en\t1\tx\ta\t1\n';
    await expect(readFiles({ 'a.csv': ranking, 'b.tsv': table }, ['a.csv', 'b.tsv'])).rejects.toThrow(
      /b\.tsv has the same judgments as .*a\.csv, so they would count twice\. Leave one out\.$/,
    );
    const further = await readFiles({ 'a.csv': ranking, 'b.tsv': table.replace('a\t1', 'a\t2') }, ['a.csv', 'b.tsv']);
    expect(further.judgments.rankings).toHaveLength(2);
    await expect(readFiles({}, ['c.tsv'])).rejects.toThrow(UsageError);
    await expect(readFiles({ 'd/e.tsv': ratings }, ['d'])).rejects.toThrow(/^cannot read .*: it is a directory$/);
  });
});
