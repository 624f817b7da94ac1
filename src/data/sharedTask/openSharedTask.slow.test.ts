import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import { tasksOf } from '../../human/index.ts';
import { type Contents, withFiles } from '../testing/files.ts';
import { type SharedTask, type SharedTaskOptions, openSharedTask } from './openSharedTask.ts';

/** Opens a folder of these files; paths are then relative to it. */
const open = (contents: Contents, options?: SharedTaskOptions): Promise<SharedTask> =>
  withFiles(contents, async (directory) => {
    const task = await openSharedTask(directory, options);
    const within = JSON.stringify(task, (_, value: unknown) =>
      value instanceof Float64Array ? Array.from(value, (score) => (Number.isNaN(score) ? 'NaN' : score)) : value,
    );
    return JSON.parse(within.replaceAll(`${directory}/`, '')) as SharedTask;
  });

const faultOf = (contents: Contents, options?: SharedTaskOptions): Promise<string> =>
  withFiles(contents, async (directory) => {
    try {
      await openSharedTask(directory, options);
    } catch (error) {
      if (error instanceof UsageError) {
        return error.message.replaceAll(`${directory}/`, '').replaceAll(directory, 'FOLDER');
      }
      throw error;
    }
    return 'no fault';
  });

const wmt09Header =
  'JUDGEMENT_ID\tTASK\tTYPE\tITEM_ID\tANNOTATOR_ID\tANNOTATOR_TYPE_COUNT\tTIME\t' +
  [0, 1, 2, 3, 4].map((i) => `SYSTEM_${i}\tSCORE_${i}_A\tSCORE_${i}_B`).join('\t') +
  '\tEXTRA\n';
/** One ranking of WMT09: `item` counts from 0. */
const wmt09 = (task: string, item: number, ...ranked: [system: string, rank: number][]): string =>
  [item, `WMT09 ${task} News`, 'RANK', item, 'j1', item, 9, ...ranked.flatMap(([system, rank]) => [system, rank, ''])]
    .join('\t')
    .concat('\t'.repeat(3 * (5 - ranked.length)), '\n');

const csvHeader = 'srclang,trglang,srcIndex,judgeId,system1Id,system2Id,system1rank,system2rank\n';
const csv = (...rows: string[]): string => `${csvHeader}${rows.join('\n')}\n`;
const lines = (...texts: string[]): string => `${texts.join('\n')}\n`;

/** A small task in our own layout. */
const ours: Contents = {
  'README.md': 'about it',
  'judgments/README.txt': 'about them',
  'judgments/a.tsv': `${wmt09Header}${wmt09('Czech-English', 0, ['good', 1], ['poor', 2])}${wmt09('English-Czech', 1, ['good', 2], ['lost', 1])}`,
  'outputs/cz_en/good.txt': lines('a b', 'c d'),
  'outputs/cz_en/poor.txt.gz': gzipSync(lines('a x', 'y d')),
  'text/news.cz.txt': lines('A B', 'C D'),
  'text/news.en.txt': lines('a b', 'c d'),
  'text/news.docs.tsv': lines('line\tdocid', '1\td1', '2\td2'),
};

describe('our own layout', () => {
  it('is found with all its parts, under the names that judgments give', async () => {
    const { parts, judgments, formats, notes, sha256 } = await open(ours);
    expect(parts).toEqual([
      {
        task: 'cs-en',
        source: 'text/news.cz.txt',
        references: [{ name: 'news.en', path: 'text/news.en.txt' }],
        outputs: [
          { name: 'good', path: 'outputs/cz_en/good.txt' },
          { name: 'poor', path: 'outputs/cz_en/poor.txt.gz' },
        ],
        documents: ['d1', 'd2'],
        humanScores: [],
        metricScores: [],
      },
      {
        task: 'en-cs',
        source: 'text/news.en.txt',
        references: [{ name: 'news.cz', path: 'text/news.cz.txt' }],
        outputs: [],
        documents: ['d1', 'd2'],
        humanScores: [],
        metricScores: [],
      },
    ]);
    expect(tasksOf(judgments.rankings)).toEqual(['cs-en', 'en-cs']);
    expect(formats).toEqual(['wmt09']);
    expect(notes).toEqual(['No outputs of en-cs, so metrics cannot be computed there.']);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('has references of its own before those that are texts of a language', async () => {
    const { parts } = await open({
      ...ours,
      'references/cz-en.txt': lines('a b', 'c d'),
      'references/cs-en-B.txt': lines('a b', 'c e'),
      'references/cs-en.B2.jsonl': '{}',
      'sources/cs_en.txt': lines('x', 'y'),
    });
    expect(parts[0]).toMatchObject({
      source: 'sources/cs_en.txt',
      references: [
        { name: 'B', path: 'references/cs-en-B.txt' },
        { name: 'ref', path: 'references/cz-en.txt' },
      ],
    });
  });

  it('hashes what it reads, and nothing else', async () => {
    const { sha256 } = await open(ours);
    expect((await open({ ...ours, 'README.md': 'more about it' })).sha256).toBe(sha256);
    expect((await open({ ...ours, 'outputs/cz_en/good.txt': lines('a b', 'c e') })).sha256).not.toBe(sha256);
    expect((await open({ ...ours, 'outputs/cz_en/new.txt': lines('a b', 'c d') })).sha256).not.toBe(sha256);
  });

  it('can be opened for some tasks, in any spelling', async () => {
    const { parts, judgments, notes } = await open(ours, { tasks: ['CZ-EN'] });
    expect(parts.map(({ task }) => task)).toEqual(['cs-en']);
    expect(tasksOf(judgments.rankings)).toEqual(['cs-en']);
    expect(notes).toEqual([]);
    // What belongs to others is not read.
    const broken = { ...ours, 'outputs/en-cs/lost.txt': lines('one line') };
    expect((await open(broken, { tasks: ['cs-en'] })).parts).toHaveLength(1);
    expect(await faultOf(broken)).toBe('outputs/en-cs/lost.txt has 1 line, text/news.cz.txt has 2.');
  });

  it('counts rankings once that stand there in two formats', async () => {
    const rows = ['Czech,English,1,j1,poor,good,2,1', 'English,Czech,2,j1,good,lost,2,1'];
    const { judgments, notes, formats } = await open({ ...ours, 'judgments/b.csv': csv(...rows) });
    expect(judgments.rankings).toHaveLength(2);
    expect(formats).toEqual(['wmt09']);
    expect(notes[0]).toBe(
      'judgments/b.csv (wmt-ranking) left out: it has the same judgments as judgments/a.tsv (wmt09).',
    );
    const more = await open({ ...ours, 'judgments/b.csv': csv(...rows, 'English,Czech,2,j1,good,lost,1,2') });
    expect(more.judgments.rankings).toHaveLength(5);
    expect(more.formats).toEqual(['wmt09', 'wmt-ranking']);
  });

  it('takes the task from the name of a file of judgments, also where there are no outputs of it', async () => {
    const judgments = lines('segment\tjudge\tsystem\trank', '1\tj\ta\t1', '1\tj\tb\t2');
    const alone = await open({ 'judgments/de-en.rankings.tsv': judgments });
    expect(alone.parts.map(({ task }) => task)).toEqual(['de-en']);
    const other = { 'outputs/fr-en/a.txt': lines('x'), 'references/fr-en.txt': lines('x') };
    const beside = await open({ ...other, 'judgments/deu-eng.tsv': judgments });
    expect(beside.judgments.rankings.map(({ task }) => task)).toEqual(['de-en']);
    expect((await open({ ...other, 'judgments/my-own.tsv': judgments })).judgments.rankings[0]!.task).toBe('fr-en');
    expect(await faultOf({ 'judgments/my-own.tsv': judgments })).toMatch(/does not say which task it judges/);
  });

  it('goes on counting what a judge did in the next file', async () => {
    const ranked = (segment: number) =>
      lines('segment\tjudge\tsystem\trank', `${segment}\tj\ta\t1`, `${segment}\tj\tb\t2`);
    const { judgments } = await open({ 'judgments/de-en.1.tsv': ranked(1), 'judgments/de-en.2.tsv': ranked(2) });
    expect(judgments.rankings.map(({ order }) => order)).toEqual([0, 1]);
  });

  it('says what is judged, scored or there without the other', async () => {
    const { notes } = await open({
      ...ours,
      'judgments/a.tsv':
        `${wmt09Header}${wmt09('Czech-English', 0, ['good', 1], ['lost', 2], ['ref', 1])}` +
        wmt09('Czech-English', 1, ['good', 2], ['lost', 1]),
      'outputs/cz_en/notes.doc': 'x',
      'scores/M.tsv': lines('system\tscore', 'good\t1', 'other\t2'),
      'scores/N.tsv': lines('system\tscore', 'good\t1', 'other\t2'),
      'scores/O.tsv': lines('system\tscore', 'good\t1', 'news.en\t2'),
    });
    expect(notes).toEqual([
      'M, N, O: assumed higher is better; if not, use --lower-is-better NAME.',
      'outputs/cz_en/notes.doc left out: outputs must be text files named SYSTEM.txt.',
      'cs-en: judged, but without output: lost.',
      'cs-en: with output, but not judged: poor.',
      'cs-en: scored by M, N, but without output: other.',
      'cs-en: with output, but not scored by M, N, O: poor.',
    ]);
  });

  it('refuses a judged segment beyond the texts', async () => {
    const beyond = `${wmt09Header}${wmt09('Czech-English', 6, ['good', 2], ['poor', 1])}`;
    expect(await faultOf({ ...ours, 'judgments/a.tsv': beyond })).toBe(
      'cs-en: segment 7 is judged, but the texts have 2 lines. Are they the texts that were judged?',
    );
  });
});

describe('scores in the folder and beside it', () => {
  it('go to their task by column, by name of the file or folder, or because there is one only', async () => {
    const contents = {
      ...ours,
      'scores/A.tsv': lines('pair\tsystem\tscore', 'cz-en\tgood\t1', 'fr-en\tgood\t2', 'en-cs\tgood\t3'),
      'scores/cs-en.B.tsv': lines('system\tsegment\tmetric\tscore', 'good\t2\tB\t1'),
      'metric-scores/cs-en/C-refA.seg.score': lines('good\t1', 'good\t2', 'poor\tNone', 'poor\t4'),
    };
    const { parts, notes } = await open(contents);
    expect(parts.map(({ task, metricScores }) => [task, metricScores.map(({ name }) => name)])).toEqual([
      ['cs-en', ['C-refA', 'A', 'B']],
      ['en-cs', ['A']],
    ]);
    expect(parts[0]!.metricScores[0]).toEqual({
      name: 'C-refA',
      higherIsBetter: true,
      systems: ['good', 'poor'],
      segments: ['1', '2'],
      ofSystems: [1.5, 4],
      ofSegments: [1, 2, 'NaN', 4],
    });
    expect(notes).toContain('Scores of fr-en left out: the folder has no such task.');
    const one = await open(
      { ...contents, 'scores/cs-en.B.tsv': lines('system\tscore', 'good\t1') },
      { tasks: ['cs-en'] },
    );
    expect(one.parts[0]!.metricScores.map(({ name }) => name)).toContain('cs-en.B');
  });

  it('of a file given belong to the only task asked for, if it names none', async () => {
    const comet = lines('system\tscore', 'good\t1', 'poor\t2');
    await withFiles({ 'comet.tsv': comet }, async (elsewhere) => {
      const scores = [`${elsewhere}/comet.tsv`];
      const { parts } = await open(ours, { scores, tasks: ['cs-en'] });
      expect(parts.map(({ task, metricScores }) => [task, metricScores.map(({ name }) => name)])).toEqual([
        ['cs-en', ['comet']],
      ]);
      expect(await faultOf(ours, { scores })).toMatch(/comet\.tsv does not say which task its scores belong to/);
    });
  });

  it('may come from other files, in a direction of their own', async () => {
    await withFiles({ 'comet.tsv': lines('task\tsystem\tscore', 'cs-en\tgood\t1') }, async (elsewhere) => {
      const options = { scores: [`${elsewhere}/comet.tsv`], lowerIsBetter: ['comet'] };
      const { parts, notes, sha256 } = await open(ours, options);
      expect(parts[0]!.metricScores).toMatchObject([{ name: 'comet', higherIsBetter: false }]);
      expect(notes).toContain('comet: lower is better, as asked.');
      expect(sha256).not.toBe((await open(ours)).sha256);
    });
  });
});

/** A small test set as mt-metrics-eval lays it out; its layout is described in its README, the rating file in its ratings.py. */
const mtme: Contents = {
  'sources/en-de.txt': lines('s1', 's2', 's3'),
  'references/en-de.refA.txt': lines('r1', 'r2', 'r3'),
  'references/en-de.refB.txt': lines('q1', 'q2', 'q3'),
  'documents/en-de.docs': lines('news\td1', 'news\td1', 'social d2'),
  'system-outputs/en-de/sys1.txt': lines('a', 'b', 'c'),
  'system-outputs/en-de/sys2.txt': lines('d', 'e', '[No translation supplied]'),
  'system-outputs/en-de/refB.txt': lines('q1', 'q2', 'q3'),
  'human-scores/en-de.mqm.sys.score': lines('sys1\t-1.5', 'sys2\t-2', 'refB\t-0.5'),
  'human-scores/en-de.mqm.seg.score': lines(
    'sys1\t-1', 'sys1\tNone', 'sys1\t-2', 'sys2\t-2', 'sys2\t-2', 'sys2\tNone', 'refB\t0', 'refB\t-1', 'refB\tNone',
  ), // prettier-ignore
  'human-scores/en-de.wmt-z.seg.score': lines(
    'sys1\t1', 'sys1\t2', 'sys1\t3', 'sys2\t0', 'sys2\tNone', 'sys2\t1',
  ), // prettier-ignore
  'human-scores/en-de.mqm.doc.score': lines('sys1\t-1', 'sys1\t-2'),
  'human-scores/en-de.mqm.rater1.seg.rating': lines(
    'sys1\t{"errors": [{"start": 0, "end": 1, "category": "Fluency/Grammar", "severity": "minor"}]}\tr1',
    'sys1\tNone',
    'sys1\t{"errors": [{"start": 0, "end": 1, "is_source_error": true}]}',
  ),
  'human-scores/en-de.mqm.merged.seg.rating': lines('sys1\tNone', 'sys1\t{"errors": []}\tr1', 'sys1\tNone'),
  'metric-scores/en-de/BLEU-refA.sys.score': lines('sys1\t30', 'sys2\t20', 'refB\t40'),
  'metric-scores/en-de/BLEU-refA.seg.score': lines(
    'sys1\t1', 'sys1\t2', 'sys1\t3', 'sys2\t4', 'sys2\t5', 'sys2\t6', 'refB\t7', 'refB\t8', 'refB\t9',
  ), // prettier-ignore
  'metric-scores/en-de/TER-refA.sys.score': lines('sys1\t-30', 'sys2\t-40', 'refB\t-10'),
};

describe('the layout of mt-metrics-eval', () => {
  it('is found with texts, human scores, ratings and metric scores', async () => {
    const { parts, judgments, formats, notes } = await open(mtme);
    expect(parts).toEqual([
      {
        task: 'en-de',
        source: 'sources/en-de.txt',
        references: [
          { name: 'refA', path: 'references/en-de.refA.txt' },
          { name: 'refB', path: 'references/en-de.refB.txt' },
        ],
        outputs: [
          { name: 'sys1', path: 'system-outputs/en-de/sys1.txt' },
          { name: 'sys2', path: 'system-outputs/en-de/sys2.txt' },
        ],
        documents: ['d1', 'd1', 'd2'],
        domains: ['news', 'news', 'social'],
        humanScores: [
          {
            name: 'mqm',
            higherIsBetter: true,
            systems: ['sys1', 'sys2'],
            segments: ['1', '2', '3'],
            ofSystems: [-1.5, -2],
            ofSegments: [-1, 'NaN', -2, -2, -2, 'NaN'],
          },
          {
            name: 'wmt-z',
            higherIsBetter: true,
            systems: ['sys1', 'sys2'],
            segments: ['1', '2', '3'],
            ofSystems: [2, 0.5],
            ofSegments: [1, 2, 3, 0, 'NaN', 1],
          },
        ],
        metricScores: [
          {
            name: 'BLEU-refA',
            higherIsBetter: true,
            systems: ['sys1', 'sys2'],
            segments: ['1', '2', '3'],
            ofSystems: [30, 20],
            ofSegments: [1, 2, 3, 4, 5, 6],
          },
          {
            name: 'TER-refA',
            higherIsBetter: true,
            systems: ['sys1', 'sys2'],
            segments: [],
            ofSystems: [-30, -40],
            ofSegments: [],
          },
        ],
      },
    ]);
    const common = { task: 'en-de', system: 'sys1' };
    expect(judgments.annotations).toEqual([
      { ...common, segment: '2', document: 'd1', judge: 'r1', order: 0, errors: [] },
      {
        ...common,
        segment: '1',
        document: 'd1',
        judge: 'r1',
        order: 1,
        errors: [{ category: 'Fluency/Grammar', severity: 'minor', side: 'output' }],
      },
      {
        ...common,
        segment: '3',
        document: 'd2',
        judge: 'mqm.rater1',
        order: 0,
        errors: [{ category: '', severity: '', side: 'source' }],
      },
    ]);
    expect(formats).toEqual(['mt-metrics-eval']);
    expect(notes).toEqual([
      '1 line of texts: [No translation supplied]. Metrics score them as they are.',
      '1 file with document or domain scores left out; first: human-scores/en-de.mqm.doc.score.',
      'mqm: an error metric by name, but no score is above 0, so it is already negated: higher is better.',
      'wmt-z: higher is better, as in all files of mt-metrics-eval.',
      'wmt-z: no system scores, so they are the means of the segment scores.',
      'TER-refA: an error metric by name, but no score is above 0, so it is already negated: higher is better.',
      'en-de: refB among the outputs left out, since it is a reference.',
      'en-de: with output, but not judged: sys2.',
    ]);
  });

  it('takes a reference as a system when asked to, and then not as a reference', async () => {
    const { parts, notes } = await open(mtme, { asSystems: ['refB'] });
    expect(parts[0]!.outputs.map(({ name }) => name)).toEqual(['refB', 'sys1', 'sys2']);
    expect(parts[0]!.references.map(({ name }) => name)).toEqual(['refA']);
    expect(parts[0]!.metricScores[0]!.systems).toEqual(['sys1', 'sys2', 'refB']);
    expect(notes.some((note) => note.includes('among the outputs'))).toBe(false);
    await expect(open(mtme, { asSystems: ['refD'] })).rejects.toThrow('No reference is named refD. Did you mean refA?');
  });

  it('turns scores round as asked, by people too', async () => {
    const { parts } = await open(mtme, { lowerIsBetter: ['wmt-z', 'BLEU'] });
    const found = [...parts[0]!.humanScores, ...parts[0]!.metricScores];
    expect(found.map(({ name, higherIsBetter }) => [name, higherIsBetter])).toEqual([
      ['mqm', true],
      ['wmt-z', false],
      ['BLEU-refA', false],
      ['TER-refA', true],
    ]);
  });

  it('counts a rating once that stands in two files, and leaves positive MQM as a number of errors', async () => {
    const { judgments, notes, parts } = await open({
      ...mtme,
      'human-scores/en-de.mqm.merged.seg.rating': lines('sys1\tNone', 'sys1\t{"errors": []}\tr1', 'sys1\tNone'),
      'human-scores/en-de.mqm.rater2.seg.rating': lines('sys1\tNone', 'sys1\t{"errors": []}\tr1', 'sys1\tNone'),
      'human-scores/en-de.mqm.sys.score': lines('sys1\t1.5', 'sys2\t2'),
      'human-scores/en-de.mqm.seg.score': lines('sys1\t1', 'sys1\t0', 'sys1\t2'),
    });
    expect(judgments.annotations).toHaveLength(3);
    expect(notes).toContain('1 rating left out: also in another file.');
    expect(parts[0]!.humanScores[0]).toMatchObject({ name: 'mqm', higherIsBetter: false });
  });
});

describe('faults', () => {
  const cases: [what: string, contents: Contents, message: string, options?: SharedTaskOptions][] = [
    ['no known layout', { 'x.txt': 'a' }, 'FOLDER is not a shared task folder. Expected judgments/ with judgment files, or outputs/PAIR/SYSTEM.txt with text/NAME.LANGUAGE.txt or references/PAIR.NAME.txt; or the layout of mt-metrics-eval: system-outputs/PAIR/SYSTEM.txt, references/PAIR.NAME.txt, human-scores/PAIR.NAME.LEVEL.score.'],
    ['one folder too high', { 'wmt22/system-outputs/en-de/a.txt': 'a\n' }, 'FOLDER is not a shared task folder. Use wmt22.'],
    ['nothing in it', { 'judgments/README.md': 'x' }, 'FOLDER has no judgments and no outputs.'],
    ['an unknown task', ours, 'FOLDER has no task cs-de. Known: cs-en, en-cs.', { tasks: ['cs-de'] }],
    ['outputs without a task', { 'outputs/a.txt': 'a\n' }, 'outputs/a.txt belongs in a folder named after its task, such as de-en/a.txt.'],
    ['unequal outputs', { ...ours, 'outputs/cz_en/bad.txt': 'a\n' }, 'outputs/cz_en/bad.txt has 1 line, text/news.en.txt has 2.'],
    ['an unequal source', { ...ours, 'text/news.cz.txt': lines('1', '2', '3') }, 'text/news.cz.txt has 3 lines, text/news.en.txt has 2.'],
    ['an empty output', { ...ours, 'outputs/cz_en/bad.txt': '' }, 'outputs/cz_en/bad.txt is empty: it has no lines.'],
    ['invalid UTF-8', { ...ours, 'outputs/cz_en/bad.txt': new Uint8Array([97, 10, 0xc3, 10]) }, 'outputs/cz_en/bad.txt, line 2, byte 1: not valid UTF-8 (0xC3, byte 3 of the file). Convert the file to UTF-8, for example with iconv.'],
    ['a system twice', { ...ours, 'outputs/cz_en/good.txt.gz': gzipSync('a\nb\n') }, 'Two files have outputs of good: outputs/cz_en/good.txt and outputs/cz_en/good.txt.gz. Keep one of them.'],
    ['a task twice', { ...ours, 'outputs/cs-en/good.txt': 'a\nb\n' }, 'Two folders belong to one task: outputs/cs-en and outputs/cz_en. Keep one of them.'],
    ['a language twice', { ...ours, 'text/other.en.txt': 'a\nb\n' }, 'Two texts are in en: text/news.en.txt and text/other.en.txt. Keep one of them.'],
    ['two names of a task', { 'judgments/a.csv': csv('x_a,y,1,j,a,b,1,2', 'x-a,y,1,j,a,b,1,2') }, 'The judgments name one task in two ways: x_a-y and x-a-y. Use one of them.'],
    ['documents for other texts', { ...ours, 'text/news.docs.tsv': lines('docid', 'd1') }, 'text/news.docs.tsv has documents for 1 segment, but the texts have 2 lines.'],
    ['documents without a name', { ...ours, 'text/news.docs.tsv': lines('line', '1', '2') }, 'text/news.docs.tsv, line 1: none of its columns (line) is document or docid.'],
    ['an empty document', { ...ours, 'text/news.docs.tsv': lines('line\tdoc', '1\td', '2') }, 'text/news.docs.tsv, line 3: document is empty.'],
    ['a malformed list of documents', { ...mtme, 'documents/en-de.docs': lines('d1', 'd1', 'd2') }, 'documents/en-de.docs, line 1: expected a domain and a document.'],
    ['scores of no task', { ...ours, 'scores/x.tsv': lines('system\tscore', 'good\t1') }, 'scores/x.tsv does not say which task its scores belong to. Add a column task, or name the file after the task: cs-en.x.tsv.'],
    ['too few scores', { ...mtme, 'metric-scores/en-de/M-src.seg.score': lines('sys1\t1', 'sys1\t2') }, 'metric-scores/en-de/M-src.seg.score: system sys1 has 2 scores, en-de has 3 segments.'],
    ['a segment too many', { ...mtme, 'scores/M.tsv': lines('system\tsegment\tscore', 'sys1\t4\t1') }, 'scores/M.tsv, line 2: segment 4, but en-de has 3 segments.'],
    ['no score', { ...mtme, 'metric-scores/en-de/M-src.sys.score': lines('sys1\tx') }, 'metric-scores/en-de/M-src.sys.score, line 1: "x" is not a score. Expected a number, or None, NaN or nothing for a missing score.'],
    ['too few ratings', { ...mtme, 'human-scores/en-de.mqm.x.seg.rating': lines('sys1\tNone') }, 'human-scores/en-de.mqm.x.seg.rating: system sys1 has 1 rating, en-de has 3 segments.'],
    ['ratings that are not JSON', { ...mtme, 'human-scores/en-de.mqm.x.seg.rating': lines('sys1\t{') }, 'human-scores/en-de.mqm.x.seg.rating, line 1: the errors must be JSON such as {"errors": []}, or None.'],
    ['ratings without errors', { ...mtme, 'human-scores/en-de.mqm.x.seg.rating': lines('sys1\tnull') }, 'human-scores/en-de.mqm.x.seg.rating, line 1: the errors must be JSON such as {"errors": []}, or None.'],
    ['no rating', { ...mtme, 'human-scores/en-de.mqm.x.seg.rating': lines('sys1') }, 'human-scores/en-de.mqm.x.seg.rating, line 1: expected a system, its errors as JSON or None, and a rater.'],
    ['a direction of no score', mtme, 'No scores by COMET. Known: mqm, wmt-z, BLEU-refA, TER-refA.', { lowerIsBetter: ['COMET'] }],
    ['a direction without scores', ours, 'No scores by TER: there are no scores.', { lowerIsBetter: ['TER'] }],
  ]; // prettier-ignore
  it.each(cases)('%s', async (_, contents, message, options) => {
    expect(await faultOf(contents, options)).toBe(message);
  });

  it('no folder', async () => {
    await withFiles({ file: 'x' }, async (directory) => {
      const opened = (path: string) => openSharedTask(path);
      await expect(opened(`${directory}/file`)).rejects.toThrow(
        new UsageError(`${directory}/file is a file. A shared task is a folder.`),
      );
      await expect(opened(`${directory}/none`)).rejects.toThrow(
        new UsageError(`There is no folder ${directory}/none.`),
      );
    });
  });

  it('names like those of an object are names', async () => {
    const { parts } = await open({
      'outputs/__proto__/constructor.txt': 'a\n',
      'references/__proto__.toString.txt': 'a\n',
      'scores/__proto__.valueOf.tsv': lines('system\tmetric\tscore', 'constructor\t__proto__\t1'),
    });
    expect(parts).toMatchObject([
      {
        task: '__proto__',
        references: [{ name: 'toString' }],
        outputs: [{ name: 'constructor' }],
        metricScores: [{ name: '__proto__', systems: ['constructor'] }],
      },
    ]);
  });
});

it('the example opens without anything to complain of', async () => {
  const { parts, judgments, notes, formats } = await openSharedTask(
    fileURLToPath(new URL('../../../examples/task', import.meta.url)),
  );
  expect(parts).toHaveLength(1);
  const [{ task, outputs, references, documents, metricScores } = parts[0]!] = parts;
  expect([task, outputs.map(({ name }) => name), references.map(({ name }) => name)]).toEqual([
    'de-en',
    ['good', 'shuffled', 'terse', 'verbose'],
    ['A', 'B'],
  ]);
  expect(documents).toHaveLength(60);
  expect(metricScores.map(({ name, segments }) => [name, segments.length])).toEqual([['neural', 60]]);
  expect(formats).toEqual(['wmt-ranking']);
  expect(judgments.rankings).toHaveLength(100);
  expect(notes).toEqual([
    'neural: higher is better, as the file says.',
    'neural: no system scores, so they are the means of the segment scores.',
  ]);
});

const wmt09Folder = fileURLToPath(new URL('../../../../shared/data/wmt09-ranking', import.meta.url));
const present = existsSync(wmt09Folder);

describe.skipIf(!present)(`WMT09${present ? '' : ' (skipped: ../shared/data is not there)'}`, () => {
  it('has twelve tasks with judgments, four of them with outputs', async () => {
    const { name, parts, judgments, formats, notes } = await openSharedTask(wmt09Folder);
    const text = (code: string) => `${wmt09Folder}/text/newstest2009.${code}.txt`;
    // How many outputs there are and how many rankings, as the README of the data says; then reference and source.
    const expected: [
      task: string,
      outputs: number,
      rankings: number,
      reference: string | undefined,
      source?: string,
    ][] = [
      ['all-en', 0, 959, 'en'],
      ['cs-en', 1, 319, 'en'],
      ['de-en', 15, 748, 'en', 'de'],
      ['en-cs', 0, 1425, undefined, 'en'],
      ['en-de', 0, 745, 'de', 'en'],
      ['en-es', 9, 378, 'es', 'en'],
      ['en-fr', 12, 390, 'fr', 'en'],
      ['en-hu', 0, 155, undefined, 'en'],
      ['es-en', 0, 484, 'en', 'es'],
      ['fr-en', 0, 784, 'en', 'fr'],
      ['hu-en', 0, 287, 'en'],
      ['multi-en', 0, 1012, 'en'],
    ];
    const found = parts.map(({ task, outputs, references, source }) => [
      task,
      outputs.length,
      judgments.rankings.filter((ranking) => ranking.task === task).length,
      references.map(({ path }) => path),
      source,
    ]);
    expect(found).toEqual(
      expected.map(([task, outputs, rankings, reference, source]) => [
        task,
        outputs,
        rankings,
        reference === undefined ? [] : [text(reference)],
        source === undefined ? undefined : text(source),
      ]),
    );
    expect(name).toBe('wmt09-ranking');
    expect(formats).toEqual(['wmt09']);
    expect(notes[0]).toBe(
      `${wmt09Folder}/judgments/wmt09.RNK_results.csv (wmt-ranking) left out: ` +
        `it has the same judgments as ${wmt09Folder}/judgments/wmt09-human-judgments.tsv (wmt09).`,
    );
    // Judged but absent, as the README lists them.
    expect(notes).toContain(
      'de-en: judged, but without output: bbn-combo, cmu-combo, cmu-combo-hyposel, rbmt5, rwth-combo, usaar-combo.',
    );
    expect(new Set(parts[0]!.documents).size).toBe(111);
  });
});
