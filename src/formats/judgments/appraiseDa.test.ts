import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { withFiles } from '../../data/testing/files.ts';
import { readJudgments } from '../../data/readJudgments.ts';
import { faultOf, leftOut, readText, table } from './testing/readText.ts';

/** The seven fields that every layout starts with. */
const row = ({ judge = 'u1', system = 'a', item = '5', type = 'TGT', from = 'eng', to = 'deu', score = '70' } = {}) =>
  [judge, system, item, type, from, to, score]; // prettier-ignore
const common = { task: 'en-de', segment: '5', judge: 'u1', system: 'a' };
/** Of a row from 10 to 12. */
const times = { seconds: 2, started: 10, ended: 12 };

/** Spans as Appraise writes them, as a field of CSV. */
const spans = (...errors: object[]) => `"${JSON.stringify(errors).replaceAll('"', '""')}"`;
const minor = { start_i: 3, end_i: 8, severity: 'minor', error_type: null };
const omitted = { start_i: 'missing', end_i: 'missing', severity: 'major', error_type: null };
const wrong = { start_i: 0, end_i: 2, severity: 'major', error_type: ['Accuracy', 'Mistranslation'] };

describe('appraise-da', () => {
  it.each<[string, string[], object]>([
    ['seven fields', row(), {}],
    ['times', [...row(), '1665744151.351', '1665744158.765'], { seconds: 7.414, started: 1665744151.351, ended: 1665744158.765 }],
    ['times and batch', [...row(), '10', '12', '3', '4711'], { ...times, batch: '3' }],
    ['times, batch and which of two', [...row(), '10', '12', '3', '4711', '1'], { ...times, batch: '3' }],
    ['a document', [...row(), 'doc7', 'False'], { document: 'doc7' }],
    ['a document and times', [...row(), 'doc7', 'False', '10', '12'], { document: 'doc7', ...times }],
    ['a document, times and batch', [...row(), 'doc7', 'False', '10', '12', '3', '4711'], { document: 'doc7', ...times, batch: '3' }],
    ['a document without spans', [...row(), 'doc7', 'False', '[]'], { document: 'doc7' }],
    ['a document without spans, times', [...row(), 'doc7', 'False', '[]', '10', '12'], { document: 'doc7', ...times }],
    ['spans that are None', [...row(), 'doc7', 'False', 'None', '10', '12', '3', '4'], { document: 'doc7', ...times, batch: '3' }],
    ['an end before the start', [...row(), '12', '10'], {}],
  ])('reads rows without a header: %s', async (_, fields, extra) => {
    const read = await readText(table(',', fields));
    expect(read.ratings).toEqual([{ ...common, order: 0, score: 70, item: 'output', ...extra }]);
    expect(read.annotations).toEqual([]);
    expect(read.dropped).toEqual([]);
  }); // prettier-ignore

  it.each<[string, string[][], number, number, string[]]>([
    ['a doubled row, by its times', [[...row(), '10', '12'], [...row(), '10', '12']], 1, 1, []],
    ['the same at another time', [[...row(), '10', '12'], [...row(), '20', '22']], 2, 0, []],
    ['the same again where there are no times', [row(), row()], 2, 0, ['1 rating repeats an earlier one']],
    ['another score where there are no times', [row(), row({ score: '71' })], 2, 0, []],
    ['a repeat that is marked as one', [row(), row({ type: 'CHK' })], 2, 0, []],
  ])('%s', async (_, rows, kept, left, said) => {
    await withFiles({ 'da.csv': table(',', ...rows) }, async (directory) => {
      const { judgments, notes } = await readJudgments({ files: [`${directory}/da.csv`], format: 'appraise-da' });
      expect(judgments.ratings).toHaveLength(kept);
      expect(judgments.dropped.map(({ count }) => count)).toEqual(left === 0 ? [] : [left]);
      expect(notes).toEqual(said.map((start) => expect.stringMatching(new RegExp(`^${start}`)) as string));
    });
  }); // prettier-ignore

  it('reads the headers of WMT22', async () => {
    const header = 'username,system,itemId,itemType,srcLang,trgLang,score,docId,isDocScore,timeStart,timeEnd'.split(
      ',',
    );
    const { ratings } = await readText(table(',', header, [...row(), 'd', 'False', '10', '12']));
    expect(ratings).toEqual([{ ...common, document: 'd', ...times, order: 0, score: 70, item: 'output' }]);
    const segments = header.filter((name) => !['docId', 'isDocScore'].includes(name));
    expect((await readText(table(',', segments, [...row(), '10', '12']))).ratings).toHaveLength(1);
  });

  it('reads the dump with a header, which names no languages', async () => {
    const header = 'taskID,systemID,username,email,groups,segmentID,score,startTime,endTime,durationInSeconds,itemType,campaignName'.split(','); // prettier-ignore
    const fields = ['1', 'a', 'u1', 'u@x', 'g', '5', '70', '10', '12', '2.0', 'CHK', 'camp'];
    const { ratings } = await readText(table(',', header, fields), { task: 'en-de' });
    expect(ratings).toEqual([{ ...common, ...times, order: 0, score: 70, item: 'repeat' }]);
  });

  it('knows outputs, references, damaged outputs and repeats', async () => {
    const types = ['TGT', 'REF', 'BAD', 'CHK'];
    const { ratings } = await readText(table(',', ...types.map((type) => row({ type, system: '__proto__' }))));
    expect(ratings.map(({ item }) => item)).toEqual(['output', 'reference', 'damaged', 'repeat']);
    expect(ratings[0]!.system).toBe('__proto__');
  });

  it('numbers what a judge did by when it started, whatever the order of the rows', async () => {
    const at = (judge: string, item: string, start: number) => [...row({ judge, item }), String(start), String(start + 1)];
    const { ratings } = await readText(table(',', at('u1', '3', 30), at('u2', '9', 5), at('u1', '1', 10), at('u1', '2', 20)));
    expect(ratings.map(({ judge, segment, order }) => [judge, segment, order])).toEqual([
      ['u2', '9', 0],
      ['u1', '1', 0],
      ['u1', '2', 1],
      ['u1', '3', 2],
    ]);
  }); // prettier-ignore

  it('reads error spans beside scores', async () => {
    const doc = (errors: string, fields = {}) => [...row(fields), 'd', 'False', errors];
    const read = await readText(
      table(',', doc(spans(minor, omitted)), doc('[]', { item: '6' }), doc(spans(wrong), { item: '7', type: 'CHK' }), doc(spans(wrong), { item: '8', type: 'BAD' })),
    ); // prettier-ignore
    expect(read.ratings.map(({ score }) => score)).toEqual([70, 70, 70, 70]);
    expect(read.annotations).toEqual([
      {
        ...common,
        document: 'd',
        protocol: 'MQM',
        order: 0,
        errors: [
          { category: '', severity: 'minor', side: 'output', start: 3, end: 9 },
          { category: 'Omission', severity: 'major', side: 'source' },
        ],
      },
      { ...common, document: 'd', protocol: 'MQM', order: 1, segment: '6', errors: [] },
      {
        ...common,
        document: 'd',
        protocol: 'MQM',
        order: 2,
        segment: '7',
        item: 'repeat',
        errors: [{ category: 'Accuracy/Mistranslation', severity: 'major', side: 'output', start: 0, end: 3 }],
      },
    ]);
    expect(leftOut(read)).toEqual([[1, 'error spans in damaged outputs and references']]);
  });

  it('finds the segment by its place in the document if items are numbered through lists', async () => {
    const items = (judge: string, system: string, document: string, first: number, count: number, type = 'TGT') =>
      Array.from({ length: count }, (_, i) => [...row({ judge, system, item: String(first + i), type }), document, 'False', '[]']);
    const read = await readText(table(',',
      ...items('u1', 'a', 'x#a', 1, 3), ...items('u1', 'b', 'y#b', 4, 2), ...items('u1', 'a', 'x#a#bad1', 6, 3, 'BAD'),
      ...items('u2', 'b', 'x#b', 4, 3), ...items('u2', 'a', 'y#a', 1, 2),
      // A document that did not fit into one list goes on in the next.
      ...items('u3', 'c', 'x#c', 20, 2), ...items('u4', 'c', 'x#c', 14, 1), ...items('u4', 'c', 'y#c', 30, 2),
    ));
    const keys = (system: string, item = 'output') =>
      read.ratings.filter((each) => each.system === system && each.item === item).map(({ segment }) => segment).sort();
    for (const system of ['a', 'b', 'c']) expect(keys(system)).toEqual(['x:1', 'x:2', 'x:3', 'y:1', 'y:2']);
    expect(keys('a', 'damaged')).toEqual(['x:1', 'x:2', 'x:3']);
    expect(read.ratings.filter(({ judge }) => judge === 'u4').map(({ segment }) => segment)).toEqual(['x:3', 'y:1', 'y:2']);
  }); // prettier-ignore

  it('takes scores that are 0 throughout for none where errors are marked', async () => {
    const zero = (errors: string) => [...row({ score: '0' }), 'd', 'False', errors];
    const read = await readText(table(',', zero(spans(wrong)), zero('[]')));
    expect(read.ratings).toEqual([]);
    expect(read.annotations).toHaveLength(2);
    expect(leftOut(read)).toEqual([[2, 'scores of 0, which mean no score in a campaign that only marks errors']]);
    // Without errors a 0 is a score.
    expect((await readText(table(',', zero('[]')))).ratings).toHaveLength(1);
  });

  it('tells segments of different documents apart that have the same number', async () => {
    const doc = (item: string, document: string, fields = {}) => [...row({ item, ...fields }), document, 'False'];
    const text = table(
      ',',
      doc('1', 'x#a'),
      doc('1', 'y#a#bad2', { type: 'BAD' }),
      doc('2', 'z#incomplete'),
      doc('1', 'x#dup1', { to: 'ces' }),
    );
    const { ratings } = await readText(text); // prettier-ignore
    expect(ratings.map(({ task, segment, document }) => [task, segment, document])).toEqual([
      ['en-de', 'x:1', 'x'],
      ['en-de', 'y:1', 'y'],
      ['en-de', 'z:2', 'z'],
      ['en-cs', '1', 'x'],
    ]);
  });

  it('keeps a # that is part of the name of a document', async () => {
    const { ratings } = await readText(table(',', [...row(), 'en-de_#_news_#_7#a', 'False']));
    expect(ratings[0]!.document).toBe('en-de_#_news_#_7');
  });

  it('leaves out tutorials, rows without a score and copies of rows; scores of documents are ratings of their own', async () => {
    const read = await readText(
      table(
        ',',
        [...row({ system: 'ende-tutorial1' }), 'ende-tutorial1', 'False', '[]', '1', '2'],
        [...row({ score: '55' }), 'd', 'True', '[]', '1', '2'],
        [...row(), 'd', 'False', '[]', '1', '2'],
        [...row(), 'd', 'False', '[]', '1', '2'],
        row({ score: 'None' }),
      ),
    );
    expect(read.ratings.map(({ item, segment }) => [item, segment])).toEqual([
      ['document', 'd'],
      ['output', '5'],
    ]);
    expect(leftOut(read)).toEqual([
      [1, 'rows of a tutorial'],
      [1, 'rows without a score'],
      [1, 'rows that repeat an earlier one'],
    ]);
  });

  it('keeps what a judge scores again', async () => {
    const { ratings } = await readText(table(',', [...row(), '1', '2'], [...row(), '3', '4']));
    expect(ratings.map(({ order }) => order)).toEqual([0, 1]);
    // Without times there is no telling, so they are two.
    expect((await readText(table(',', row(), row()))).ratings).toHaveLength(2);
  });

  it.each<[string, string[], string]>([
    ['a strange number of fields', [...row(), 'x'], '8 fields, expected 7 to 14, with True or False in the ninth if there is a document.'],
    ['too few fields', row().slice(1), '6 fields, expected 7 to 14, with True or False in the ninth if there is a document.'],
    ['an unknown type', row({ type: 'XYZ' }), 'the type of an item must be TGT, REF, BAD or CHK, not "XYZ".'],
    ['a score above 100', row({ score: '101' }), 'a score must be a number from 0 to 100, not "101".'],
    ['a score below 0', row({ score: '-1' }), 'a score must be a number from 0 to 100, not "-1".'],
    ['a score that is not a number', row({ score: 'nan' }), 'a score must be a number from 0 to 100, not "nan".'],
    ['no user', row({ judge: '' }), 'user, system and item must not be empty.'],
    ['no system', row({ system: '' }), 'user, system and item must not be empty.'],
    ['no item', row({ item: '' }), 'user, system and item must not be empty.'],
    ['spans that are not JSON', [...row(), 'd', 'False', '[{', '1', '2'], 'error spans must be JSON, not "[{".'],
    ['spans that are not a list', [...row(), 'd', 'False', '{}', '1', '2'], 'error spans must be a list.'],
    ['a span that is not an object', [...row(), 'd', 'False', '[1]', '1', '2'], 'an error span must be an object.'],
    ['a severity that is not a text', [...row(), 'd', 'False', spans({ severity: 2 }), '1', '2'], 'the category and the severity of an error span must be strings.'],
  ])('refuses %s, or leaves it out', async (_, bad, fault) => {
    const text = table(',', row(), bad, row({ item: '6' }));
    expect(await faultOf(text)).toBe(`line 2: ${fault}`);
    const read = await readText(text, { lenient: true });
    expect(read.ratings.map(({ segment }) => segment)).toEqual(['5', '6']);
    expect(read.dropped).toEqual([{ what: 'malformed rows', count: 1, first: expect.stringMatching(/^standard input, line 2: ./) as string }]);
  }); // prettier-ignore

  it('refuses rows that do not fit the header, and a header without a column', async () => {
    const header = ['username', 'system', 'itemId', 'itemType', 'srcLang', 'trgLang', 'score'];
    expect(await faultOf(table(',', header, row(), [...row(), '1']))).toBe('line 3: 8 fields, expected 7.');
    expect(await faultOf(table(',', header.filter((name) => name !== 'score')))).toBe('line 1: the column score is missing.');
    expect(await faultOf(table(',', header.filter((name) => name !== 'system')))).toBe('line 1: the column system (or systemID) is missing.');
  }); // prettier-ignore

  it('reads ratings back from a table in its layout', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'ü', '"', ',', ' ', '.'), minLength: 1 });
    const rating = fc.record({ judge: name, system: name, item: name, type: fc.constantFrom('TGT', 'REF', 'BAD', 'CHK'), score: fc.integer({ min: 0, max: 100 }).map(String) }); // prettier-ignore
    return fc.assert(
      fc.asyncProperty(fc.array(rating, { minLength: 1, maxLength: 10 }), async (drawn) => {
        // The first row must be known for what it is by its fields, so its names are plain.
        const ratings = [{ ...drawn[0]!, judge: 'u', system: 's', item: '1' }, ...drawn.slice(1)];
        const text = Papa.unparse(ratings.map((each) => row(each)), { newline: '\n' }); // prettier-ignore
        const read = await readText(text);
        expect(
          read.ratings.map(({ judge, system, segment, score }) => [judge, system, segment, String(score)]),
        ).toEqual(ratings.map(({ judge, system, item, score }) => [judge, system, item, score]));
      }),
    );
  });
});
