import { describe, expect, it } from 'vitest';
import type { Metric } from '../../core/index.ts';
import { bleu, chrf, f1, ter } from '../../metrics/index.ts';
import { type StepsFigure, figuresOf, sectionsOf } from '../page/page.ts';
import { pageHtml } from '../page/html.ts';
import { explainPage } from './explainPage.ts';
import { type ExplainRequest, reportExplanations } from './explainReport.ts';

const texts = {
  systems: ['old', 'new'],
  texts: [
    ['the the cat sat', 'a dog barked <b>'],
    ['the cat sat down here', 'the dog'],
  ],
  references: [
    ['the cat sat down', 'a cat sat'],
    ['a dog barked', 'one dog'],
  ],
  sources: ['die Katze saß', 'ein Hund bellte'],
  labels: new Map<string, readonly string[]>(),
};
const metrics = [bleu({ smoothing: 'none', effectiveOrder: true }), ter(), chrf({ charOrder: 2 })];
const input = { sha256: '', notes: [] };
const pageOf = (request: Omit<ExplainRequest, 'input'>, some = metrics) =>
  explainPage(reportExplanations(some, texts, { ...request, input }), 2);
const stepsOf = (page: ReturnType<typeof pageOf>) =>
  figuresOf(page).filter((figure): figure is StepsFigure => figure.kind === 'steps');

describe('a segment', () => {
  const page = pageOf({ segments: [1] });
  const [ofBleu, ofTer, ofChrf] = stepsOf(page).map(({ steps }) => steps);
  const rowOf = (symbol: string) => ofBleu!.rows.find((row) => row.symbol === symbol)!;

  it('starts with the answer and has the source and a section for each metric', () => {
    expect(page.answer![0]!.text).toMatch(/^BLEU of old on segment 1 is /);
    expect(sectionsOf(page).map(({ heading }) => heading)).toEqual(['Segment 1', 'BLEU', 'TER', 'chrF2']);
    expect(page.sections[0]!.text).toEqual(['Source: die Katze saß']);
  });

  it('shows the texts as each metric reads them', () => {
    expect(ofBleu!.texts.map(({ name, tokens }) => `${name}: ${tokens.join(' ')}`)).toEqual([
      'reference 1: the cat sat down',
      'reference 2: a cat sat',
      'old: the the cat sat',
      'new: the cat sat down here',
    ]);
    expect(ofBleu!.texts.map(({ isSpaced, isOutput }) => [isSpaced, isOutput])).toEqual([[true, false], [true, false], [true, true], [true, true]]); // prettier-ignore
    expect(ofChrf!.texts[1]).toEqual({ name: 'reference 2', isOutput: false, tokens: [...'acatsat'], isSpaced: false });
  });

  it('has the words behind a count: where they are, what goes with them, and as a list', () => {
    const [old] = rowOf('m1').cells;
    expect(old).toMatchObject({ value: '3', how: [], from: [] });
    expect(old!.words).toBe('matched: the, cat, sat; clipped: the (2 in the output, 1 in the reference); missing: down'); // prettier-ignore
    const at = (kind: string, text: number, from: number) => ({ kind, text, from, to: from + 1 });
    expect(old!.marks).toEqual([
      at('match', 2, 0),
      at('match', 0, 0),
      at('clipped', 2, 1),
      at('match', 2, 2),
      at('match', 0, 1),
      at('match', 2, 3),
      at('match', 0, 2),
      at('missing', 0, 3),
    ]);
    expect(old!.pairs.map(({ texts: both, tokens }) => [...both, ...tokens])).toEqual([
      [2, 0, 0, 0],
      [2, 0, 2, 1],
      [2, 0, 3, 2],
    ]);
    // 2-grams have no single words that go together.
    expect(rowOf('m2').cells[0]!.pairs).toEqual([]);
  });

  it('has formulas in symbols for all, in numbers for each system, and the rows they refer to', () => {
    const { how, cells } = rowOf('p1');
    expect(how).toEqual(['= 100 · m1 / t1']);
    expect(cells.map((cell) => cell!.how)).toEqual([['= 100 · 3 / 4'], ['= 100 · 4 / 5']]);
    expect(cells[0]!.from.map((row) => ofBleu!.rows[row]!.symbol)).toEqual(['m1', 't1']);
  });

  it('has formulas and notes that differ with the system they are of', () => {
    const { how, cells } = ofTer!.rows.find(({ symbol }) => symbol === 'score')!;
    expect([how, ...cells.map((cell) => cell!.how)]).toEqual([['= 100 · (E / N)'], ['= 100 · (2 / 3.5000)'], ['= 100 · (1 / 3.5000)']]); // prettier-ignore
    const notes = pageOf({ segments: [2] }, [bleu({ smoothing: 'none', effectiveOrder: true })]);
    const length = stepsOf(notes)[0]!.steps.rows.find(({ symbol }) => symbol === 'r')!;
    expect([length.how, ...length.cells.map((cell) => cell!.how)]).toEqual([[], ['reference 1, the closest in length'], ['reference 2, the closest in length']]); // prettier-ignore
  });

  it('shows the texts as they are where a metric does not show its words', () => {
    const shown = f1();
    const hidden: Metric = Object.create(shown, {
      explainer: { value: undefined },
      reads: { value: shown.reads.map(({ key, reader }) => ({ key, reader })) },
      forSegments: { get: () => hidden },
    }) as Metric;
    const [only] = stepsOf(pageOf({ segments: [1] }, [hidden]));
    expect(only!.steps.texts).toHaveLength(4);
    expect(only!.steps.rows.flatMap(({ cells }) => cells.flatMap((cell) => cell!.marks))).toEqual([]);
  });

  it('is safe in a page', () => {
    const html = pageHtml(pageOf({ segments: [2] }));
    const shown = html.slice(html.indexOf('<main'), html.lastIndexOf('<script>'));
    expect(shown.includes('<i>&lt;b&gt;</i>')).toBe(true);
    expect(/<b>(?!\w)|undefined|NaN|<script>/.exec(shown)).toBeNull();
  });
});

describe('all segments', () => {
  const page = pageOf({ corpus: true, top: 1 });
  const figures = figuresOf(page);

  it('have steps without texts', () => {
    const [ofBleu] = stepsOf(page);
    expect(ofBleu!.steps.texts).toEqual([]);
    expect(ofBleu!.steps.rows.at(-1)).toMatchObject({ symbol: 'score' });
  });

  it('have charts that add up to the difference, and words as a table', () => {
    const drawn = figures.filter(({ kind }) => kind === 'chart');
    expect(drawn.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['numbers-ter-all-2-segments-new', 'segments-bleu-all-2-segments-new']),
    );
    for (const figure of drawn) {
      if (figure.kind !== 'chart') continue;
      const values = figure.data.rows.map((row) => row.slice(-2).map((each) => (typeof each === 'object' && 'value' in each ? each.value : 0))); // prettier-ignore
      const [, first] = values[0]!;
      const [whole, last] = values.at(-1)!;
      const points = values.slice(1, -1).reduce((sum, [each]) => sum + each!, 0);
      expect(points).toBeCloseTo(whole!, 9);
      expect(first! + points).toBeCloseTo(last!, 9);
    }
    expect(figures.some(({ kind, id }) => kind === 'table' && id.startsWith('words-ter'))).toBe(true);
  });
});
