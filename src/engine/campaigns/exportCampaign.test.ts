import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openSharedTask, readJudgments } from '../../data/index.ts';
import {
  type Answer,
  type Assignment,
  type CampaignRecord,
  collectJudgments,
  percentScale,
} from '../../human/index.ts';
import { answered, assigned, campaign, recordOf, recordWith } from '../../human/campaign/testing/makeRecord.ts';
import { campaignJudgments } from './campaignJudgments.ts';
import { type ExportFormat, exportCampaign, exportFormats } from './exportCampaign.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function written(files: ReadonlyMap<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-export-'));
  folders.push(folder);
  for (const [name, text] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const error = { side: 'output', start: 3, end: 7, severity: 'minor', category: 'accuracy' } as const;
const said: readonly [Assignment, Answer][] = [
  [assigned('1', 'j', 'rank', 0, 'ab c'), { kind: 'rank', ranks: [1, 2] }],
  [assigned('2', 'j', 'rank', 1, 'a b c'), { kind: 'rank', ranks: [3, 1, 1] }],
  [assigned('3', 'k', 'rank', 1, 'c a b'), { kind: 'rank', ranks: [1, 2, 3] }],
  [assigned('4', 'j', 'assess', 0, 'a'), { kind: 'assess', score: 70 }],
  [assigned('5', 'j', 'assess', 2, 'b'), { kind: 'assess', score: 30 }],
  [assigned('6', 'k', 'assess', 2, 'b'), { kind: 'assess', score: 50 }],
  [assigned('7', 'j', 'mark', 3, 'c'), { kind: 'mark', errors: [error] }],
  [assigned('8', 'k', 'mark', 3, 'c'), { kind: 'mark', errors: [] }],
  [assigned('9', 'j', 'edit', 0, 'a'), { kind: 'edit', outcome: 'edited', text: 'new\twords' }],
  [assigned('10', 'k', 'accept', 0, 'a', { edited: { editor: 'j', outcome: 'edited', text: 'new' } }), { kind: 'accept', acceptable: true }], // prettier-ignore
  [assigned('11', 'k', 'rank', 3, 'a b'), { kind: 'none' }],
];

const recordFor = (systems = campaign.systems, comment = 'odd\nsentence'): CampaignRecord =>
  recordOf([
    { kind: 'created', campaign: { ...campaign, systems } },
    { kind: 'judge-added', judge: 'j' },
    { kind: 'judge-added', judge: 'k' },
    { kind: 'assigned', assignments: said.map(([asked]) => asked) },
    ...said.map(([{ judge, id }, answer]) => answered(judge, id, answer, { comment: id === '3' ? comment : '' })),
  ]);
const record = recordFor();
const { dropped, ...judged } = collectJudgments(record);

describe('exportCampaign', () => {
  it.each<[ExportFormat, string]>([
    ['assay', 'judgments.tsv'],
    ['jsonl', 'judgments.jsonl'],
  ])('%s reads back exactly', async (format, name) => {
    const folder = written(exportCampaign(record, format));
    const { judgments, formats } = await readJudgments({ files: [join(folder, name)] });
    expect(formats).toEqual([format]);
    expect(judgments).toEqual({ ...judged, dropped: [] });
  });

  it.each(['rankings.csv', 'pairs.csv'])('wmt-csv: the rankings of %s read back', async (name) => {
    const folder = written(exportCampaign(record, 'wmt-csv'));
    const { judgments } = await readJudgments({ files: [join(folder, name)] });
    // The format has no place for seconds, and with pairs none for documents.
    const expected = judged.rankings.map(({ task, segment, judge, order, systems, ranks, shown, document }) => ({
      ...{ task, segment, judge, order, systems, ranks },
      ...(shown && { shown }),
      ...(name === 'rankings.csv' && { document }),
    }));
    expect(judgments.rankings).toEqual(expected);
  });

  it('says what was left out, and why', () => {
    const lines = (format: ExportFormat) => exportCampaign(record, format).get('excluded.tsv')!.trimEnd().split('\n');
    const none = '“Cannot judge” answers\t1\tentry 15 of the journal';
    expect(dropped).toHaveLength(1);
    expect(lines('assay')).toEqual(['what\tcount\tfirst', none]);
    expect(lines('wmt-csv')).toEqual([
      'what\tcount\tfirst',
      none,
      'ratings, which the format cannot hold\t3\tall of them',
      'annotations, which the format cannot hold\t2\tall of them',
      'edits, which the format cannot hold\t1\tall of them',
      'verdicts, which the format cannot hold\t1\tall of them',
    ]);
  });

  it('has the comments of judges', () => {
    expect(exportCampaign(record, 'jsonl').get('comments.tsv')).toBe(
      'judge\tkind\tsegment\ttime\tcomment\nk\trank\t2\t2026-03-01T00:00:06.000Z\todd sentence\n',
    );
  });

  it.each(['=1+1', '+1', '-1', '@x', '  =1'])('keeps a comment %j from being a formula', (comment) => {
    const text = exportCampaign(recordFor(campaign.systems, comment), 'jsonl').get('comments.tsv')!;
    expect(text.endsWith(`Z\t'${comment}\n`)).toBe(true);
  });

  it('mtme: a folder that reads back as a shared task', async () => {
    const files = exportCampaign(record, 'mtme');
    expect([...files.keys()]).toEqual([
      'documents/de-en.docs',
      'sources/de-en.txt',
      'references/de-en.refA.txt',
      ...['a', 'b', 'c'].map((system) => `system-outputs/de-en/${system}.txt`),
      'human-scores/de-en.rank-ge.sys.score',
      ...['da-raw', 'da-z', 'mqm'].flatMap((name) =>
        ['sys', 'seg'].map((level) => `human-scores/de-en.${name}.${level}.score`),
      ),
      'human-scores/de-en.mqm.j.seg.rating',
      'human-scores/de-en.mqm.k.seg.rating',
      'judgments/de-en.tsv',
      'excluded.tsv',
      'comments.tsv',
    ]);
    expect(files.get('human-scores/de-en.mqm.j.seg.rating')).toBe(
      'c\tNone\tj\nc\tNone\tj\nc\tNone\tj\n' +
        'c\t{"errors":[{"start":3,"end":7,"category":"accuracy","severity":"minor","is_source_error":false}]}\tj\n',
    );
    const { parts, judgments } = await openSharedTask(written(files));
    const [part] = parts;
    expect(part).toMatchObject({ task: 'de-en', documents: ['x', 'x', 'y', 'y'] });
    expect(part!.outputs.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(judgments).toMatchObject({ rankings: judged.rankings, edits: judged.edits, verdicts: judged.verdicts, ratings: [] }); // prettier-ignore
    expect(judgments.annotations.map(({ judge, segment, system, errors }) => [judge, segment, system, errors.length])).toEqual([['j', '4', 'c', 1], ['k', '4', 'c', 0]]); // prettier-ignore
    const scores = (name: string) => part!.humanScores.find((each) => each.name === name)!;
    expect([...scores('da-raw').ofSystems]).toEqual([70, 40]);
    expect([...scores('da-raw').ofSegments]).toEqual([70, NaN, NaN, NaN, NaN, NaN, 40, NaN]);
    // Of six comparisons each, a lost three, b and c two.
    expect([...scores('rank-ge').ofSystems]).toEqual([3 / 6, 4 / 6, 4 / 6]);
    expect([...scores('mqm').ofSegments]).toEqual([NaN, NaN, NaN, -0.5]);
  });

  it('mtme: counts characters as Python does', () => {
    const outputs = campaign.systems.map(() => ['', '', '', '😀 ab']);
    const span = { ...error, start: 3, end: 5 };
    const own = recordOf([
      { kind: 'created', campaign: { ...campaign, outputs } },
      { kind: 'judge-added', judge: 'j' },
      { kind: 'assigned', assignments: [assigned('1', 'j', 'mark', 3, 'c')] },
      answered('j', '1', { kind: 'mark', errors: [span, { ...span, severity: 'grave' }] }),
    ]);
    const files = exportCampaign(own, 'mtme');
    expect(files.get('human-scores/de-en.mqm.j.seg.rating')).toContain('"start":2,"end":4');
    // Errors of that severity have no weight, so there are no scores, and it is said.
    expect(files.has('human-scores/de-en.mqm.seg.score')).toBe(false);
    expect(files.get('excluded.tsv')).toContain('scores of marked errors\t1\tErrors of severity "grave"');
  });

  it.each(['../x', 'a/b', '.a', 'a ', '', 'a\tb', 'a:b'])('mtme: no system called "%s" gets out of the folder', (name) => {
    expect(() => exportCampaign(recordFor([name, 'b', 'c']), 'mtme')).toThrow('cannot be part of a file name');
  }); // prettier-ignore

  it('mtme: refuses texts of several lines and documents of several words', () => {
    const of = (more: Partial<typeof campaign>) => recordOf([{ kind: 'created', campaign: { ...campaign, ...more } }]);
    const segments = campaign.segments.map((each) => ({ ...each, document: 'a b' }));
    expect(() => exportCampaign(of({ segments }), 'mtme')).toThrow(
      'mt-metrics-eval cannot read the document name "a b"',
    );
    const outputs = [['x\ny', '', '', ''], ...campaign.outputs.slice(1)];
    expect(() => exportCampaign(of({ outputs }), 'mtme')).toThrow('Segment 1 of a has a line break');
  });

  it('takes a name for a task that has none, or not the one a format needs', () => {
    const called = (task: string) =>
      recordOf([
        { kind: 'created', campaign: { ...campaign, task } },
        { kind: 'judge-added', judge: 'j' },
        { kind: 'assigned', assignments: [said[0]![0]] },
        answered('j', '1', said[0]![1]),
      ]); // prettier-ignore
    const advice = (format: ExportFormat) => `assay judge export … --format ${format} --languages de-en.`;
    expect(() => exportCampaign(called(''), 'wmt-csv')).toThrow(/needs a language pair, but the campaign was made without one/); // prettier-ignore
    expect(() => exportCampaign(called(''), 'wmt-csv')).toThrow(advice('wmt-csv'));
    expect(() => exportCampaign(called('news'), 'wmt-csv')).toThrow('. Name it in the export');
    expect(() => exportCampaign(called(''), 'mtme')).toThrow(advice('mtme'));
    for (const format of exportFormats) {
      expect(exportCampaign(called(''), format, { task: 'de-en' })).toEqual(exportCampaign(called('de-en'), format));
    }
    expect(exportCampaign(called('news'), 'mtme').has('human-scores/news.rank-ge.sys.score')).toBe(true);
    expect(exportCampaign(called(''), 'assay').get('judgments.tsv')).toContain('ranking');
  });

  it('has a header and no rows of a campaign without answers', () => {
    const empty = recordOf([{ kind: 'created', campaign }]);
    expect(exportCampaign(empty, 'jsonl')).toEqual(new Map([['judgments.jsonl', ''], ['excluded.tsv', 'what\tcount\tfirst\n']])); // prettier-ignore
    expect(exportCampaign(empty, 'wmt-csv').get('rankings.csv')!.split('\n')).toHaveLength(2);
  });
});

describe('files of other tools', () => {
  const span = (start: number, end: number, more: object = {}) => ({ side: 'output', start, end, severity: 'minor', category: '', ...more }) as const; // prettier-ignore
  const designs = { mark: { protocol: 'cesa', shows: ['source'], context: 'none', sideBySide: 3, scales: [percentScale], rules: [] } } as const; // prettier-ignore
  const record = recordOf([
    { kind: 'created', campaign: { ...campaign, kinds: ['mark', 'rank'], designs } },
    { kind: 'judge-added', judge: 'j' },
    {
      kind: 'assigned',
      assignments: [
        assigned('1', 'j', 'mark', 0, 'a b'),
        assigned('2', 'j', 'mark', 1, 'c !a', { part: 'check' }),
        assigned('3', 'j', 'mark', 0, 'b a', { part: 'repeat', repeats: '1' }),
        assigned('4', 'j', 'rank', 0, 'a b'),
      ],
    },
    answered('j', '1', { kind: 'mark', texts: [{ errors: [span(3, 7), span(13, 13, { marker: 'missing', severity: 'major' })], scores: [70] }, { errors: [], scores: [95] }] }),
    answered('j', '2', { kind: 'mark', texts: [{ errors: [], scores: [90] }, { errors: [span(0, 5)], scores: [15] }] }),
    answered('j', '3', { kind: 'mark', texts: [{ errors: [], scores: [90] }, { errors: [span(3, 7)], scores: [60] }] }),
    answered('j', '4', { kind: 'rank', ranks: [1, 2] }),
  ]); // prettier-ignore

  it('appraise: the columns of its exports, which read back', async () => {
    const files = exportCampaign(record, 'appraise');
    const [first, ...others] = files.get('appraise.csv')!.trim().split('\n');
    // The columns of wmt-conference/ErrorSpanAnnotation: the last character of a span is included, and missing content has no place.
    expect(first).toBe(
      'j,a,1,TGT,de,en,70,x#a,False,"[{""start_i"":3,""end_i"":6,""severity"":""minor"",""error_type"":null},' +
        '{""start_i"":""missing"",""end_i"":""missing"",""severity"":""major"",""error_type"":null}]",1772323193.000,1772323203.000',
    );
    expect(others.map((row) => row.split(',').slice(0, 9).join(','))).toEqual([
      'j,b,1,TGT,de,en,95,x#b,False',
      'j,c,2,TGT,de,en,90,x#c,False',
      'j,a,2,BAD,de,en,15,x#a#bad1,False',
      'j,b,1,TGT,de,en,90,x#b#dup1,False',
      'j,a,1,TGT,de,en,60,x#a#dup1,False',
    ]);
    expect(files.get('excluded.tsv')).toContain('rankings, which the format cannot hold\t1');
    const { judgments } = await readJudgments({ files: [join(written(new Map([['a.csv', files.get('appraise.csv')!]])), 'a.csv')], together: true }); // prettier-ignore
    expect(judgments.ratings.map(({ system, segment, score, item, seconds }) => [system, segment, score, item, seconds])).toEqual([
      ['a', '1', 70, 'output', 10], ['b', '1', 95, 'output', 10], ['c', '2', 90, 'output', 10],
      ['a', '2', 15, 'damaged', 10], ['b', '1', 90, 'repeat', 10], ['a', '1', 60, 'repeat', 10],
    ]); // prettier-ignore
    expect(judgments.annotations[0]!.errors).toMatchObject([{ severity: 'minor', start: 3, end: 7 }, { severity: 'major', category: 'Omission' }]); // prettier-ignore
  });

  it('pearmut: lines of its log, which read back without the checks', async () => {
    const files = exportCampaign(record, 'pearmut');
    const lines = files.get('pearmut.jsonl')!.trim().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>); // prettier-ignore
    expect(lines.map((line) => line['item_i'])).toEqual([0, 'random_1', 2]);
    expect(lines[0]).toEqual({
      annotation: [{
        a: { score: 70, error_spans: [{ start_i: 3, end_i: 6, category: null, severity: 'minor' }, { start_i: 13, end_i: 13, category: null, severity: 'major' }], textfield: null },
        b: { score: 95, error_spans: [], textfield: null },
      }],
      actions: [{ time: 1772323193, action: 'load' }, { time: 1772323203, action: 'submit' }],
      item: [{ item_id: '1', doc_id: 'x', src: 's1', ref: 'r1', tgt: { a: 'a1 some words', b: 'b1 some words' } }],
      user_id: 'j',
      item_i: 0,
    }); // prettier-ignore
    const { judgments } = await readJudgments({ files: [join(written(new Map([['p.jsonl', files.get('pearmut.jsonl')!]])), 'p.jsonl')], together: true }); // prettier-ignore
    expect(judgments.ratings.map(({ system, segment, score }) => [system, segment, score])).toEqual([
      ['a', '1', 70], ['b', '1', 95], ['b', '1', 90], ['a', '1', 60],
    ]); // prettier-ignore
  });

  it('assay and jsonl read back with their protocol', async () => {
    for (const [format, name] of [['assay', 'judgments.tsv'], ['jsonl', 'judgments.jsonl']] as const) {
      const text = exportCampaign(record, format).get(name)!;
      const { judgments } = await readJudgments({ files: [join(written(new Map([[name, text]])), name)], together: true });
      expect(new Set(judgments.ratings.map(({ protocol }) => protocol))).toEqual(new Set(['cESA']));
      expect(judgments.ratings).toHaveLength(6);
      expect(judgments.annotations[0]!.errors[0]).toMatchObject({ start: 3, end: 7 });
    } // prettier-ignore
  });
});

it('wmt-csv and tables keep rankings and comparisons of two apart', () => {
  const record = recordWith(
    [assigned('1', 'j', 'rank', 0, 'a b c'), assigned('2', 'j', 'pairwise', 1, 'a b')],
    answered('j', '1', { kind: 'rank', ranks: [1, 2, 3] }),
    answered('j', '2', { kind: 'pairwise', ranks: [2, 1] }),
  );
  const files = exportCampaign(record, 'wmt-csv');
  expect([...files.keys()]).toEqual(['rankings.csv', 'pairs.csv', 'pairwise.csv', 'excluded.tsv']);
  const rows = (name: string): number => files.get(name)!.trim().split('\n').length - 1;
  expect([rows('rankings.csv'), rows('pairs.csv'), rows('pairwise.csv')]).toEqual([1, 3, 1]);
  const { judgments, input } = campaignJudgments(record);
  expect(judgments.rankings.map(({ task }) => task)).toEqual(['de-en/rank', 'de-en/pairwise']);
  expect(input.notes).toEqual(['de-en: of different protocols, kept apart as de-en/rank, de-en/pairwise']);
  expect([...exportCampaign(record, 'mtme').keys()].filter((name) => name.includes('-ge.'))).toEqual([
    'human-scores/de-en.rank-ge.sys.score',
    'human-scores/de-en.pairwise-ge.sys.score',
  ]);
});
