import sax from 'sax';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ChartFigure, type Page, charts } from '../report/index.ts';
import { samplePage, troublesome } from '../report/page/testing/samplePage.ts';
import { drawCharts } from './drawCharts.ts';

const pageOf = (...figures: ChartFigure[]): Page => ({
  title: '',
  lead: '',
  sections: [{ id: 'section', heading: '', figures }],
  facts: [],
});

interface Element {
  readonly name: string;
  readonly attributes: Record<string, string>;
  text: string;
}

/** Every element with its own text; throws if the SVG is not well-formed XML. */
function elementsOf(svg: string): Element[] {
  const parser = sax.parser(true);
  const elements: Element[] = [];
  const open: Element[] = [];
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, text: '' };
    elements.push(element);
    open.push(element);
  };
  parser.ontext = (text) => {
    open.at(-1)!.text += text;
  };
  parser.onclosetag = () => open.pop();
  parser.write(svg).close();
  return elements;
}

const textsOf = (svg: string) => elementsOf(svg).flatMap(({ name, text }) => (name === 'text' ? [text] : []));
const titlesOf = (svg: string) => elementsOf(svg).flatMap(({ name, text }) => (name === 'title' ? [text] : []));

/** As XML can hold it. */
const shownName = (name: string) => name.replace(/[\0-\x08\x0b\x0c\x0e-\x1f]|\p{Surrogate}/gu, '\ufffd');

describe('drawCharts', () => {
  let drawn: Map<string, string>;
  beforeAll(async () => {
    drawn = await drawCharts(samplePage);
  });

  it('draws every chart, those of parts as well', () => {
    expect([...drawn.keys()]).toEqual([
      'accepted', 'ranks', 'matrix', 'small-matrix', 'discarded', 'many-series', 'correlations', 'many-columns',
      ...['de-en', 'en-de', 'fr-en', 'en-fr', 'es-en'].flatMap((pair) => [`${pair}-bleu`, `${pair}-bleu-cased`]),
    ]); // prettier-ignore
  });

  it('draws the same bytes again, and of each chart the same alone', async () => {
    const [again, atOnce] = await Promise.all([drawCharts(samplePage), drawCharts(samplePage)]);
    expect([...again]).toEqual([...drawn]);
    expect([...atOnce]).toEqual([...drawn]);
    const [section] = samplePage.sections;
    const figure = section!.figures.find(({ id }) => id === 'small-matrix') as ChartFigure;
    expect((await drawCharts(pageOf(figure))).get('small-matrix')).toBe(drawn.get('small-matrix'));
  });

  it('writes XML with finite numbers and colours that a page can set', () => {
    for (const [id, svg] of drawn) {
      const attributes = elementsOf(svg).flatMap((element) => Object.entries(element.attributes));
      expect(attributes.length, id).toBeGreaterThan(20);
      for (const [name, value] of attributes) {
        expect(value, `${id}: ${name}`).not.toMatch(/NaN|undefined|null|Infinity|\d\.\d{3}/);
        if (name === 'fill' || name === 'stroke') {
          expect(value, id).toMatch(/^(none|transparent|var\(--[a-z0-9-]+,#[0-9a-f]{6}\))$/);
        }
      }
    }
  });

  it('leaves role and name to the page, and has no ids to clash', () => {
    for (const svg of drawn.values()) expect(svg).not.toMatch(/ (?:role|aria-[a-z]+|id|xmlns:xlink)="/);
  });

  it('draws names that mean trouble', () => {
    const names = troublesome.map(shownName);
    for (const id of ['accepted', 'matrix', 'many-columns']) {
      expect(textsOf(drawn.get(id)!), id).toEqual(expect.arrayContaining(names));
    }
    expect(titlesOf(drawn.get('accepted')!)).toContain('__proto__ (constrained): 0.55 (0.49 to 0.60)');
  });

  it('says under the pointer what a mark is', () => {
    expect(titlesOf(drawn.get('small-matrix')!)).toEqual([
      'google better than uedin: 0.41',
      'google better than stuttgart: 0.55',
      'uedin better than google: 0.52',
      'uedin better than stuttgart: 0.60',
      'stuttgart better than google: 0.30',
      'stuttgart better than uedin: 0.25',
    ]);
  });

  it('draws a mark for each value and none for those missing', () => {
    // 20 systems, one without a value; 20 × 20 cells but for the diagonal; 17 of 20 points, with those of one more missing.
    expect(titlesOf(drawn.get('accepted')!)).toHaveLength(19);
    expect(titlesOf(drawn.get('matrix')!)).toHaveLength(380);
    expect(titlesOf(drawn.get('de-en-bleu')!)).toHaveLength(19);
    expect(titlesOf(drawn.get('discarded')!)).toHaveLength(20 + 20 + 21);
  });

  it('keeps the ids of a specification that has some apart from those of others', async () => {
    const { spec: _, ...rest } = charts.scatter({
      id: 'clipped',
      caption: '',
      x: { title: 'x' },
      y: { title: 'y' },
      points: [],
    });
    const spec = {
      data: { values: [{ x: 1, y: 2 }] },
      mark: { type: 'line', clip: true },
      encoding: { x: { field: 'x', type: 'quantitative' }, y: { field: 'y', type: 'quantitative' } },
    };
    const page = pageOf({ ...rest, spec });
    const first = (await drawCharts(page)).get('clipped')!;
    expect(first).toMatch(/<clipPath id="clipped_/);
    expect(first).toMatch(/clip-path="url\(#clipped_/);
    expect((await drawCharts(page)).get('clipped')).toBe(first);
  });

  it.each([
    ['scatter', charts.scatter({ id: 'empty', caption: '', x: { title: 'x' }, y: { title: 'y' }, points: [] })],
    ['dotIntervals', charts.dotIntervals({ id: 'empty', caption: '', value: { title: 'x' }, items: [] })],
    ['lines', charts.lines({ id: 'empty', caption: '', x: { title: 'x' }, panels: [{ y: { title: 'y' }, series: [] }] })],
    ['heatMap', charts.heatMap({ id: 'empty', caption: '', rows: [], columns: [], row: 'a', column: 'b', value: 'c', values: [] })],
    ['pairMatrix', charts.pairMatrix({ id: 'empty', caption: '', systems: [], shares: [] })],
  ])('draws a %s of nothing', async (_, figure) => {
    const svg = (await drawCharts(pageOf(figure))).get('empty')!;
    expect(Number(elementsOf(svg)[0]!.attributes['width'])).toBeGreaterThan(0);
    expect(svg).not.toMatch(/NaN|undefined/);
  }); // prettier-ignore

  it('leaves Vega as it was', async () => {
    const { textMetrics } = (await import('vega')) as unknown as { textMetrics: { width: unknown } };
    const before = textMetrics.width;
    await drawCharts(samplePage);
    expect(textMetrics.width).toBe(before);
  });
});
