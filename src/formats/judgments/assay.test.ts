import { describe, expect, it } from 'vitest';
import { faultOf, leftOut, readText, table } from './testing/readText.ts';

const tsv = (header: string, ...rows: string[]) => table('\t', ...[header, ...rows].map((line) => line.split(' ')));
const common = { task: '', segment: '3', judge: 'j' };

describe('assay', () => {
  it('reads rankings by their ids, columns in any order', async () => {
    const read = await readText(
      tsv(
        'rank system judge Segment ranking order task seconds document other',
        '2 a j 3 r1 5 de-en 7.5 d x',
        '1 b j 3 r1 5 de-en 7.5 d x',
        ' a j 3 r2 6 de-en   x',
        '1 c j 3 r1 5 de-en 7.5 d x',
        '4 b j 3 r2 6 de-en   x',
      ),
    );
    const task = 'de-en';
    expect(read.rankings).toEqual([
      { ...common, task, document: 'd', order: 5, seconds: 7.5, systems: ['a', 'b', 'c'], ranks: [2, 1, 1] },
      { ...common, task, order: 6, systems: ['a', 'b'], ranks: [NaN, 4] },
    ]);
  });

  it('joins what a judge ranked in a segment where there are no ids', async () => {
    const header = 'segment judge system rank';
    const { rankings } = await readText(tsv(header, '3 j a 1', '3 k a 1', '3 j b 2', '4 j b 1', '4 j a 2'), { task: 't' });
    expect(rankings.map(({ task, segment, judge, order, systems }) => [task, segment, judge, order, ...systems])).toEqual([
      ['t', '3', 'j', 0, 'a', 'b'],
      ['t', '3', 'k', 0, 'a'],
      ['t', '4', 'j', 1, 'b', 'a'],
    ]);
    const again = await readText(tsv(`${header} order`, '3 j a 1 1', '3 j b 2 1', '3 j a 2 2', '3 j b 1 2'));
    expect(again.rankings.map(({ ranks }) => ranks)).toEqual([
      [1, 2],
      [2, 1],
    ]);
  }); // prettier-ignore

  it('knows outputs that were shown as one', async () => {
    const { rankings } = await readText(tsv('segment judge system rank shown', '3 j a 1 0', '3 j b 2 ', '3 j c 1 0', '3 j d 2 '));
    expect(rankings).toEqual([
      { ...common, order: 0, systems: ['a', 'b', 'c', 'd'], ranks: [1, 2, 1, 2], shown: [0, 2, 0, 4] },
    ]);
  }); // prettier-ignore

  it('reads ratings, errors, edits and verdicts by the columns there are', async () => {
    const ratings = await readText(tsv('segment judge system score item', '3 j a -1.5 ', '3 j a 1e2 damaged', '3 j b 7 '));
    expect(ratings.ratings).toEqual([
      { ...common, order: 0, system: 'a', score: -1.5, item: 'output' },
      { ...common, order: 1, system: 'a', score: 100, item: 'damaged' },
      { ...common, order: 2, system: 'b', score: 7, item: 'output' },
    ]);
    const errors = await readText(
      tsv('segment judge system category severity side text', '3 j a Style minor  x\\ty', '3 j b    ', '3 j a  major source '),
    );
    expect(errors.annotations).toEqual([
      {
        ...common,
        order: 0,
        system: 'a',
        errors: [
          { category: 'Style', severity: 'minor', side: 'output', text: 'x\ty' },
          { category: '', severity: 'major', side: 'source' },
        ],
      },
      { ...common, order: 1, system: 'b', errors: [] },
    ]);
    const edits = await readText(tsv('segment judge system outcome text', '3 j a edited \\e', '3 j c edited ', '3 j b unable '));
    expect(edits.edits).toEqual([
      { ...common, order: 0, system: 'a', outcome: 'edited', text: '' },
      { ...common, order: 1, system: 'c', outcome: 'edited' },
      { ...common, order: 2, system: 'b', outcome: 'unable' },
    ]);
    const verdicts = await readText(tsv('segment judge system editor acceptable', '3 j a e yes', '3 j a  0'));
    expect(verdicts.verdicts).toEqual([
      { ...common, order: 0, system: 'a', editor: 'e', acceptable: true },
      { ...common, order: 1, system: 'a', editor: '', acceptable: false },
    ]);
  }); // prettier-ignore

  it('reads all kinds from one file that says which is which', async () => {
    const read = await readText(
      tsv('kind segment judge system rank score', 'ranking 3 j a 1 ', 'rating 3 j a  50', 'ranking 3 j __proto__ 2 '),
    );
    expect(read.rankings.map(({ systems }) => systems)).toEqual([['a', '__proto__']]);
    expect(read.ratings.map(({ order, score }) => [order, score])).toEqual([[0, 50]]);
  });

  it('leaves rankings without a rank out', async () => {
    const read = await readText(tsv('segment judge system rank', '3 j a ', '3 j b ', '4 j a 1'));
    expect(read.rankings).toHaveLength(1);
    expect(leftOut(read)).toEqual([[1, 'rankings without a rank']]);
  });

  it.each([
    ['segment judge rank', 'the column system is missing.'],
    ['segment system judge kind judge', 'two columns are named judge.'],
    ['judge system score', 'the column segment is missing.'],
    ['segment judge system rank score', 'the columns rank and score need a column kind, which says what each row is.'],
  ])('refuses the header %s', async (header, fault) => expect(await faultOf(tsv(header))).toBe(`line 1: ${fault}`));

  it('asks for what is judged, if the format is named', async () => {
    expect(await faultOf(tsv('segment judge system'), { format: 'assay' })).toBe(
      'line 1: the column rank (or score, severity, outcome, acceptable) is missing.',
    );
  });

  const all =
    'kind segment judge order seconds system rank shown score item category severity side text outcome acceptable';
  /** A row of that header. */
  const row = (fields: Readonly<Record<string, string>>) => {
    const given = new Map(Object.entries({ segment: '3', judge: 'j', order: '1', system: 'a', ...fields }));
    return all.split(' ').map((column) => given.get(column) ?? '').join(' '); // prettier-ignore
  };
  it.each<[string, Record<string, string>, string]>([
    ['an unknown kind', { kind: 'Ranking' }, 'kind must be one of ranking, rating, annotation, edit, verdict, not "Ranking".'],
    ['no segment', { kind: 'rating', score: '1', segment: '' }, 'segment is empty.'],
    ['no judge', { kind: 'rating', score: '1', judge: '' }, 'judge is empty.'],
    ['no system', { kind: 'rating', score: '1', system: '' }, 'system is empty.'],
    ['an order that is not a number', { kind: 'rating', score: '1', order: '' }, 'order must be a number, not "".'],
    ['seconds that are not a number', { kind: 'rating', score: '1', seconds: 'long' }, 'seconds must be a number, 0 or more, not "long".'],
    ['seconds below 0', { kind: 'rating', score: '1', seconds: '-1' }, 'seconds must be a number, 0 or more, not "-1".'],
    ['rank 0', { kind: 'ranking', rank: '0' }, 'rank must be a whole number, 1 or more, or empty for none, not "0".'],
    ['rank 2.5', { kind: 'ranking', rank: '2.5' }, 'rank must be a whole number, 1 or more, or empty for none, not "2.5".'],
    ['a word for a rank', { kind: 'ranking', rank: 'best' }, 'rank must be a whole number, 1 or more, or empty for none, not "best".'],
    ['a word for what was shown', { kind: 'ranking', rank: '1', shown: 'x' }, 'shown must be a whole number, not "x".'],
    ['no score', { kind: 'rating' }, 'score must be a number, not "".'],
    ['a score that is NaN', { kind: 'rating', score: 'NaN' }, 'score must be a number, not "NaN".'],
    ['an unknown item', { kind: 'rating', score: '1', item: 'TGT' }, 'item must be one of output, reference, damaged, repeat, incomplete, document, not "TGT".'],
    ['an unknown side', { kind: 'annotation', severity: 'm', side: 'target' }, 'side must be source or output, not "target".'],
    ['an error without a severity', { kind: 'annotation', category: 'Style' }, 'severity is empty, but category or text is not. Leave all three empty in a row without an error.'],
    ['an unknown outcome', { kind: 'edit', outcome: 'EDIT' }, 'outcome must be one of edited, unchanged, unable, not "EDIT".'],
    ['an unknown verdict', { kind: 'verdict', acceptable: 'maybe' }, 'acceptable must be yes or no, not "maybe".'],
  ])('refuses %s, or leaves it out', async (_, bad, fault) => {
    const good = (order: string) => row({ kind: 'rating', score: '5', order });
    const text = tsv(all, good('7'), row(bad), good('8'));
    expect(await faultOf(text)).toBe(`line 3: ${fault}`);
    const read = await readText(text, { lenient: true });
    expect(read.ratings.map(({ order }) => order)).toEqual([7, 8]);
    expect(read.dropped).toEqual([{ what: 'malformed rows', count: 1, first: expect.stringMatching(/^standard input, line 3: ./) as string }]);
  }); // prettier-ignore

  it.each<[string, string, string[], string]>([
    ['a row of another length', 'segment judge system score', ['3 j a 1', '3 j a'], '3 fields, expected 4.'],
    ['a system twice in a ranking', 'segment judge system rank ranking', ['3 j a 1 r', '3 j a 2 r'], 'a was already ranked by the same judge in the same ranking.'],
    ['a system twice where no column tells rankings apart', 'segment judge system rank', ['3 j a 1', '3 j a 2'], 'a was already ranked by the same judge in the same segment. To tell rankings apart, add a column ranking.'],
    ['a ranking of two durations', 'segment judge system rank seconds', ['3 j a 1 5', '3 j b 2 6'], 'seconds and document must be the same in all rows of a ranking, which starts on line 2.'],
    ['a rating twice', 'segment judge system score order', ['3 j a 1 1', '3 j a 1 1'], 'the same rating, by the same judge and with the same order, is on line 2.'],
    ['an edit twice', 'segment judge system outcome order', ['3 j a unable 1', '3 j a edited 1'], 'the same edit, by the same judge and with the same order, is on line 2.'],
    ['a verdict twice', 'segment judge system editor acceptable order', ['3 j a e yes 1', '3 j a e no 1'], 'the same verdict, by the same judge and with the same order, is on line 2.'],
    ['a rating doubled', 'segment judge system score', ['3 j a 1', '3 j a 1'], 'a rating of the same output by the same judge is on line 2. To keep repeated judgments, add a column order.'],
    ['two scores of one output', 'segment judge system score', ['3 j a 50', '3 j a 60'], 'a rating of the same output by the same judge is on line 2. To keep repeated judgments, add a column order.'],
    ['an edit doubled', 'segment judge system outcome', ['3 j a unable', '3 j a edited'], 'an edit of the same output by the same judge is on line 2. To keep repeated judgments, add a column order.'],
    ['a verdict doubled', 'segment judge system editor acceptable', ['3 j a e yes', '3 j a e yes'], 'a verdict of the same output by the same judge is on line 2. To keep repeated judgments, add a column order.'],
    ['no errors said twice', 'segment judge system severity', ['3 j a ', '3 j a '], 'one row says that a has no errors in this segment, but the same judge has another row for the same output.'],
    ['an error where there is none', 'segment judge system severity', ['3 j a ', '3 j a minor'], 'one row says that a has no errors in this segment, but the same judge has another row for the same output.'],
    ['no errors where there is one', 'segment judge system severity', ['3 j a minor', '3 j a '], 'one row says that a has no errors in this segment, but the same judge has another row for the same output.'],
  ])('refuses %s', async (_, header, rows, fault) => {
    expect(await faultOf(tsv(header, ...rows))).toBe(`line 3: ${fault}`);
    expect(leftOut(await readText(tsv(header, ...rows), { lenient: true }))).toEqual([[1, 'malformed rows']]);
  }); // prettier-ignore

  it('keeps what a judge says again at another time, and of what other editors made', async () => {
    const ratings = await readText(tsv('segment judge system score order item', '3 j a 1 1 ', '3 j a 1 2 ', '3 j a 1 1 repeat'));
    expect(ratings.ratings).toHaveLength(3);
    const verdicts = await readText(tsv('segment judge system editor acceptable order', '3 j a e yes 1', '3 j a f yes 1'));
    expect(verdicts.verdicts).toHaveLength(2);
    const bare = await readText(tsv('segment judge system score item', '3 j a 1 ', '3 k a 1 ', '4 j a 1 ', '3 j a 1 repeat'));
    expect(bare.ratings).toHaveLength(4);
  }); // prettier-ignore
});
