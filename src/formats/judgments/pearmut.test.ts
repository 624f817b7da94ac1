import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultOf, leftOut, readText } from './testing/readText.ts';

const jsonl = (...pages: unknown[]) => pages.map((page) => `${JSON.stringify(page)}\n`).join('');
const judged = (score: unknown, ...errors: object[]) => ({ score, error_spans: errors, textfield: null });

/** A page of segments, each an object of models and what was said of them. */
const page = (segments: readonly (readonly [id: string, answers: object | null])[], more: object = {}) => ({
  annotation: segments.map(([, answers]) => answers),
  actions: [
    { time: 100, action: 'load' },
    { time: 110, action: 'score' },
    { time: 300, action: 'submit' },
  ],
  item: segments.map(([id, answers]) => ({
    item_id: id,
    src: 'Quelle',
    tgt: Object.fromEntries(Object.keys(answers ?? {}).map((model) => [model, 'some output'])),
  })),
  user_id: 'u1',
  item_i: 0,
  ...more,
});
const common = { task: 'de-en', segment: 's1', judge: 'u1', batch: '0', started: 100, ended: 300 };
const read = (text: string, lenient = false) => readText(text, { task: 'de-en', lenient });

describe('pearmut', () => {
  it('reads scores of pages with several segments and models', async () => {
    const { ratings, annotations, dropped } = await read(
      jsonl(page([['s1', { b: judged(80), a: judged(95.5) }], ['s2', { a: judged(0) }]])), // prettier-ignore
    );
    expect(ratings).toEqual([
      { ...common, system: 'b', order: 0, score: 80, item: 'output' },
      { ...common, system: 'a', order: 1, score: 95.5, item: 'output' },
      { ...common, segment: 's2', system: 'a', order: 2, score: 0, item: 'output' },
    ]);
    // Nobody marked an error, so nobody was asked to.
    expect(annotations).toEqual([]);
    expect(dropped).toEqual([]);
  });

  it('knows the time of a page with one output; a gap counts for a minute at most', async () => {
    const { ratings } = await read(jsonl(page([['s1', { a: judged(1) }]]), page([['s2', { a: judged(2) }]], { item_i: 1, actions: undefined })));
    expect(ratings.map(({ seconds }) => seconds)).toEqual([70, undefined]);
  }); // prettier-ignore

  it('reads error spans, the last character included, and what is missing', async () => {
    const errors = [
      { start_i: 0, end_i: 3, category: null, severity: 'minor' },
      { start_i: 5, end_i: 10, category: 'Accuracy/Mistranslation', severity: 'major' },
      { start_i: 11, end_i: 11, category: null, severity: 'major' },
    ];
    const { annotations, ratings } = await read(
      jsonl(page([['s1', { a: judged(70, ...errors) }], ['s2', { a: judged(100) }]])), // prettier-ignore
    );
    expect(ratings).toHaveLength(2);
    expect(annotations).toEqual([
      {
        ...common,
        system: 'a',
        order: 0,
        errors: [
          { category: '', severity: 'minor', side: 'output', text: 'some', start: 0, end: 4 },
          { category: 'Accuracy/Mistranslation', severity: 'major', side: 'output', text: 'output', start: 5, end: 11 },
          { category: 'Omission', severity: 'major', side: 'source' },
        ],
      },
      { ...common, segment: 's2', system: 'a', order: 1, errors: [] },
    ]);
  });

  it('leaves the text of a span open where characters may be counted in several ways', async () => {
    const span = { start_i: 0, end_i: 1, category: null, severity: 'minor' };
    const marked = page([['s1', { a: judged(70, span) }]]);
    for (const output of ['<b>bold</b> text', 'two\nlines', '😀 smile', undefined]) {
      const { annotations } = await read(jsonl({ ...marked, item: [{ item_id: 's1', tgt: { a: output } }] }));
      expect(annotations[0]!.errors).toEqual([{ category: '', severity: 'minor', side: 'output', start: 0, end: 2 }]);
    }
  });

  it('gives no ratings where only errors were marked', async () => {
    const span = { start_i: 0, end_i: 1, category: 'Style', severity: 'minor' };
    const { ratings, annotations, dropped } = await read(jsonl(page([['s1', { a: judged(null, span), b: judged(null) }]])));
    expect([ratings.length, annotations.length, dropped.length]).toEqual([0, 2, 0]);
  }); // prettier-ignore

  it('counts the last version of a page, and none if it was reset', async () => {
    const text = jsonl(
      page([['s1', { a: judged(10) }]]),
      page([['s1', { a: judged(20) }]], { user_id: 'u2' }),
      page([['s1', { a: judged(30) }]]),
      page([['s2', { a: judged(40) }]], { item_i: 1 }),
      { user_id: 'u1', item_i: 1, annotation: '__RESET__' },
    );
    const all = await read(text);
    expect(all.ratings.map(({ judge, score }) => [judge, score])).toEqual([
      ['u2', 20],
      ['u1', 30],
    ]);
    expect(leftOut(all)).toEqual([
      [2, 'pages submitted again or reset later'],
      [1, 'marks of a reset'],
    ]);
  });

  it('leaves out rows that are not judgments', async () => {
    const first = page([['s1', { a: judged(50), b: judged(null) }]]);
    const checked = page([['s2', { a: judged(75) }]], { item_i: 1 });
    const all = await read(
      jsonl(
        first,
        { ...checked, item: [{ ...checked.item[0], validation: { a: { score: [70, 80] } } }] },
        page([['s3', null]], { item_i: 2 }),
        page([['s4', { a: judged(60) }]], { item_i: 'welcome_0' }),
        page([['s4', { a: judged(60) }]], { item_i: 'random_3' }),
        { user_id: 'u1', item_i: 3, annotation: ['Czech'], item: [{ text: 'Your language?', form: 'string' }] },
      ),
    );
    expect(all.ratings).toHaveLength(1);
    expect(leftOut(all)).toEqual([
      [1, 'segments whose answer is prescribed, as a check'],
      [1, 'segments that were skipped'],
      [2, 'pages for welcome, checks and goodbye'],
      [1, 'fields of forms'],
      [1, 'outputs without a score'],
    ]);
  });

  it('takes a slider of its own for the score, if there is only one', async () => {
    const all = await read(
      jsonl(page([['s1', { a: { score: null, sliders: { Fluency: 4 } }, b: { score: null, sliders: { Fluency: 4, Adequacy: 3 } } }]])),
    ); // prettier-ignore
    expect(all.ratings.map(({ system, score }) => [system, score])).toEqual([['a', 4]]);
    expect(leftOut(all)).toEqual([[1, 'outputs without a score']]);
  });

  it('reads the file of the dashboard, its campaigns as tasks', async () => {
    const text = JSON.stringify({ 'my en-cs': [page([['s1', { a: judged(1) }]])], other: [page([['s1', { a: judged(2) }]])] });
    const { ratings } = await readText(text);
    expect(ratings.map(({ task, score }) => [task, score])).toEqual([
      ['my en-cs', 1],
      ['other', 2],
    ]);
  }); // prettier-ignore

  it('calls a segment by its source if it has no id, and a model whatever it is called', async () => {
    const named = page([['s1', { a: judged(1) }]]);
    const text = jsonl({ ...named, item: [{ src: 'Quelle', tgt: {} }] }).replaceAll('"a"', '"__proto__"');
    const { ratings } = await read(text);
    expect(ratings.map(({ segment, system }) => [segment, system])).toEqual([['Quelle', '__proto__']]);
  });

  it.each<[string, unknown, string, string]>([
    ['a line that is not a page', { a: 1 }, 'expected an object with user_id, item_i, annotation and item.', 'pages'],
    ['a list', [], 'expected an object with user_id, item_i, annotation and item.', 'pages'],
    ['a judge that is not a text', page([], { user_id: 7 }), 'user_id must be a string.', 'pages'],
    ['no item_i', page([], { item_i: null }), 'item_i must be a number or a string.', 'pages'],
    ['an annotation that is not a list', page([], { annotation: {} }), 'annotation must be a list, with an entry for each segment.', 'pages'],
    ['no item', page([], { item: undefined }), 'item must be a list, with an entry for each segment.', 'pages'],
    ['fewer items than annotations', page([['s1', {}]], { item: [] }), 'item has no entry for segment 1 of annotation.', 'segments'],
    ['a segment without id and source', page([['s1', {}]], { item: [{ tgt: {} }] }), 'segment 1 has neither item_id nor src, so it cannot be identified.', 'segments'],
    ['an annotation without models', page([['s1', []]]), 'the annotation of segment 1 must be an object with an entry for each model.', 'segments'],
    ['a model without an object', page([['s1', { a: 5 }]]), 'segment 1, model a: the annotation of a model must be an object.', 'segments'],
    ['a score that is not a number', page([['s1', { a: judged('good') }]]), 'segment 1, model a: a score must be a number, not "good".', 'segments'],
    ['spans that are not a list', page([['s1', { a: { score: 1, error_spans: {} } }]]), 'segment 1, model a: error spans must be a list.', 'segments'],
  ])('refuses %s, or leaves it out', async (_, bad, fault, what) => {
    const text = jsonl(page([['s0', { a: judged(5) }]], { item_i: 8 }), bad, page([['s9', { a: judged(6) }]], { item_i: 9 }));
    expect(await faultOf(text)).toBe(`line 2: ${fault}`);
    const { ratings, dropped } = await read(text, true);
    expect(ratings.map(({ score }) => score)).toEqual([5, 6]);
    expect(dropped).toEqual([{ what: `malformed ${what}`, count: 1, first: expect.stringMatching(/^standard input, line 2: ./) as string }]);
  }); // prettier-ignore

  it('refuses a line that is not JSON', async () => {
    expect(await faultOf(`${jsonl(page([]))}{"user_id":\n`)).toBe(
      'line 2: expected an object with user_id, item_i, annotation and item.',
    );
  });

  it('reads scores back', () => {
    const answers = fc.dictionary(fc.string({ minLength: 1 }), fc.integer({ min: 0, max: 100 }), { minKeys: 1 });
    return fc.assert(
      fc.asyncProperty(fc.array(answers, { minLength: 1, maxLength: 5 }), async (pages) => {
        const text = jsonl(
          ...pages.map((scores, i) =>
            page(
              [[`s${i}`, Object.fromEntries(Object.entries(scores).map(([model, score]) => [model, judged(score)]))]],
              {
                item_i: i,
              },
            ),
          ),
        );
        const { ratings } = await read(text);
        expect(ratings.map(({ segment, system, score }) => [segment, system, score])).toEqual(
          pages.flatMap((scores, i) => Object.entries(scores).map(([model, score]) => [`s${i}`, model, score])),
        );
      }),
    );
  });
});
