/** What a reader sees of charts: marks where the axes say their values are, told apart by group, none missing and nothing cut off. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChartFigure, figuresOf } from '../page.ts';
import { colour, heatColour, seriesColour } from '../palette.ts';
import { samplePage, troublesome } from '../testing/samplePage.ts';
import { type SvgElement, elementsOf, textsOf } from '../testing/svgElements.ts';
import { charts } from './index.ts';
import { textWidth } from './textWidth.ts';

const nan = Number.NaN;
const text = { id: 'id', caption: 'Caption' };

/** All elements of a picture; the first holds the others. */
const inside = ({ picture }: ChartFigure): SvgElement[] => elementsOf(`<svg>${picture.markup}</svg>`).slice(2);
const titlesOf = (figure: ChartFigure): string[] => textsOf(inside(figure), 'title');

/** What is drawn of the mark with a title: itself, or what is grouped with it. */
function marksOf(elements: readonly SvgElement[], words: string): SvgElement[] {
  const titled = elements.find((element) => element.name === 'title' && element.text === words)?.parent;
  expect(titled, words).toBeDefined();
  return titled!.name === 'g'
    ? elements.filter(({ name, parent }) => parent === titled && name !== 'title')
    : [titled!];
}

const number = ({ attributes }: SvgElement, name: string): number => {
  expect(attributes[name], name).toMatch(/^-?\d+(\.\d\d?)?$/);
  return Number(attributes[name]);
};

/** Numbers on the axis, with their places: what they are must be read off them as a reader does. */
interface Axis {
  readonly labels: readonly string[];
  /** The pixel of a value, by the first and the last label. */
  at(value: number): number;
}

function axisOf(elements: readonly SvgElement[], which: 'x' | 'y'): Axis {
  const anchor = which === 'x' ? 'middle' : 'end';
  const labels = elements.filter(
    ({ name, attributes, text: label }) =>
      name === 'text' && attributes['text-anchor'] === anchor && /^[−\d.,]+$/.test(label) && !attributes['transform'],
  );
  const [first, last] = [labels[0]!, labels.at(-1)!];
  const value = (label: SvgElement): number => Number(label.text.replace('−', '-').replaceAll(',', ''));
  // Letters are centred on a line 4.2 pixels above their baseline.
  const place = (label: SvgElement): number => (which === 'x' ? number(label, 'x') : number(label, 'y') - 4.2);
  return {
    labels: labels.map((label) => label.text),
    at: (wanted) =>
      place(first) + ((wanted - value(first)) / (value(last) - value(first))) * (place(last) - place(first)),
  };
}

const pointsOf = ({ attributes }: SvgElement): number[][] =>
  [...attributes['d']!.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

/** Everything has finite coordinates, and is in the part of the plane that is shown. */
function expectInside({ id, picture }: ChartFigure): void {
  const { left, top, width, height, markup } = picture;
  for (const side of [left, top, width, height]) expect(Number.isSafeInteger(side), id).toBe(true);
  const expectAt = (xs: readonly number[], ys: readonly number[], what: string): void => {
    for (const x of xs) expect(x >= left && x <= left + width, `${id}, ${what}: x ${x}`).toBe(true);
    for (const y of ys) expect(y >= top && y <= top + height, `${id}, ${what}: y ${y}`).toBe(true);
  };
  for (const element of elementsOf(`<svg>${markup}</svg>`)) {
    const { name, attributes } = element;
    for (const [key, value] of Object.entries(attributes)) {
      expect(value, `${id}, ${name}: ${key}`).not.toMatch(/NaN|undefined|null|Infinity|\d\.\d{3}/);
    }
    if (name === 'rect') {
      const [x, y] = [number(element, 'x'), number(element, 'y')];
      expect(Math.min(number(element, 'width'), number(element, 'height')), id).toBeGreaterThanOrEqual(0);
      expectAt([x, x + number(element, 'width')], [y, y + number(element, 'height')], name);
    }
    if (name === 'line') {
      expectAt([number(element, 'x1'), number(element, 'x2')], [number(element, 'y1'), number(element, 'y2')], name);
    }
    if (name === 'circle') {
      const [x, y, r] = ['cx', 'cy', 'r'].map((key) => number(element, key)) as [number, number, number];
      expectAt([x - r, x + r], [y - r, y + r], name);
    }
    if (name === 'path') {
      expect(attributes['d'], id).toMatch(/^M(-?\d+(\.\d\d?)?,-?\d+(\.\d\d?)?( |Z?$))+$/);
      for (const [x, y] of pointsOf(element)) expectAt([x!], [y!], name);
    }
    if (name === 'text') {
      const [x, y, size] = [number(element, 'x'), number(element, 'y'), Number(attributes['font-size'] ?? 12)];
      const wide = attributes['transform'] === undefined ? textWidth(element.text, size) : 0;
      const start = { undefined: 0, middle: -wide / 2, end: -wide }[String(attributes['text-anchor'])]!;
      expectAt([x + start, x + start + wide], [y - 0.9 * size, y + 0.25 * size], `${name} ${element.text}`);
    }
  }
}

describe('the pictures of a page', () => {
  const figures = figuresOf(samplePage).filter((figure) => figure.kind === 'chart');
  const figure = (id: string): ChartFigure => figures.find((each) => each.id === id)!;

  it('hold all that is drawn', () => {
    expect(figures).toHaveLength(18);
    for (const each of figures) expectInside(each);
  });

  it('have colours that a page can set', () => {
    for (const { id, picture } of figures) {
      const elements = elementsOf(`<svg>${picture.markup}</svg>`);
      expect(elements.length, id).toBeGreaterThan(20);
      for (const { attributes } of elements) {
        for (const paint of [attributes['fill'] ?? 'none', attributes['stroke'] ?? 'none']) {
          expect(paint, id).toMatch(/^(none|transparent|var\(--[a-z0-9-]+,#[0-9a-f]{6}\))$/);
        }
      }
    }
  });

  it('have no ids to clash, and leave role and name to the page', () => {
    for (const { picture } of figures) expect(picture.markup).not.toMatch(/ (?:id|role|style|class|aria-[a-z]+)="/);
  });

  it('show names that mean trouble, as XML can hold them', () => {
    const shown = troublesome.filter((name) => name !== '');
    const names = shown.map((name) => name.replace(/[\0-\x08\x0b\x0c\x0e-\x1f]|\p{Surrogate}/gu, '\ufffd'));
    for (const id of ['accepted', 'matrix', 'many-columns']) {
      expect(textsOf(inside(figure(id)), 'text'), id).toEqual(expect.arrayContaining(names));
    }
    expect(titlesOf(figure('accepted'))).toContain('__proto__ (constrained): 0.55 (0.49 to 0.60)');
  });

  it('have a mark for each value and none for those missing', () => {
    // 20 systems, one without a value; 20 × 20 cells but for the diagonal; 17 of 20 points, with those of one more missing.
    expect(titlesOf(figure('accepted'))).toHaveLength(19);
    expect(titlesOf(figure('matrix'))).toHaveLength(380);
    expect(titlesOf(figure('de-en-bleu'))).toHaveLength(19);
    expect(titlesOf(figure('discarded'))).toHaveLength(20 + 20 + 21);
  });
});

describe('dotIntervals', () => {
  const figure = charts.dotIntervals({
    ...text,
    value: { title: 'share', from: -1, to: 1 },
    items: [
      { label: 'b', value: 0.25, interval: { low: -0.5, high: 0.75 }, group: 'rules' },
      { label: 'a', value: -0.6, group: 'statistics' },
      { label: 'c', value: nan, group: 'rules' },
    ],
  });
  const elements = inside(figure);
  const x = axisOf(elements, 'x');

  it('has an axis with round numbers and a title', () => {
    expect(x.labels).toEqual(['−1.0', '−0.5', '0.0', '0.5', '1.0']);
    const title = elements.find((element) => element.text === 'share')!;
    expect(title.attributes).toMatchObject({ 'font-weight': '600', x: '150', 'text-anchor': 'middle' });
  });

  it('puts dots and the ends of intervals where the axis has their values', () => {
    const [bar, dot] = marksOf(elements, 'b (rules): 0.25 (−0.50 to 0.75)') as [SvgElement, SvgElement];
    expect(number(dot, 'cx')).toBeCloseTo(x.at(0.25), 1);
    expect(number(bar, 'x1')).toBeCloseTo(x.at(-0.5), 1);
    expect(number(bar, 'x2')).toBeCloseTo(x.at(0.75), 1);
    expect([bar.attributes['y1'], bar.attributes['y2']]).toEqual([dot.attributes['cy'], dot.attributes['cy']]);
  });

  it('has the rows in the order given, with a dash for what has no value', () => {
    const rows = elements.filter(({ name, attributes }) => name === 'text' && attributes['text-anchor'] === 'end');
    expect(rows.map((row) => row.text)).toEqual(['b', 'a', 'c']);
    expect(rows.map((row) => number(row, 'y') - 4.2)).toEqual([12, 36, 60]);
    expect(titlesOf(figure)).toEqual(['b (rules): 0.25 (−0.50 to 0.75)', 'a (statistics): −0.60']);
    expect(elements.find((element) => element.text === '–')!.attributes['y']).toBe('63.85');
  });

  it('tells groups apart by colour and shape, and says which is which', () => {
    const [dot] = marksOf(elements, 'a (statistics): −0.60') as [SvgElement];
    expect(dot).toMatchObject({ name: 'path', attributes: { fill: seriesColour(1) } });
    const corners = pointsOf(dot);
    expect(corners.reduce((sum, [right]) => sum + right!, 0) / corners.length).toBeCloseTo(x.at(-0.6), 1);
    const legend = elements.findIndex((element) => element.text === 'statistics');
    expect(elements[legend - 1]).toMatchObject({ name: 'path', attributes: { fill: seriesColour(1) } });
    expect(elements[legend - 3]).toMatchObject({ name: 'circle', attributes: { fill: seriesColour(0) } });
  });

  it('gives nine groups nine looks, and no legend to a single one', () => {
    const items = Array.from({ length: 9 }, (_, i) => ({ label: `${i}`, value: i, group: `group ${i}` }));
    const many = inside(charts.dotIntervals({ ...text, value: { title: 'v' }, items }));
    const looks = items.map(({ label, group }) => {
      const [dot] = marksOf(many, `${label} (${group}): ${label}.00`) as [SvgElement];
      const corners = dot.name === 'path' ? pointsOf(dot) : [];
      const from = corners[0] ?? [];
      return `${dot.attributes['fill']} ${corners.map((corner) => corner.map((at, i) => (at - from[i]!).toFixed(1))).join(' ')}`;
    });
    expect(new Set(looks).size).toBe(9);
    const single = charts.dotIntervals({
      ...text,
      value: { title: 'v' },
      items: [{ label: 'a', value: 1, group: 'alone' }],
    });
    expect(textsOf(inside(single), 'text')).not.toContain('alone');
  });
});

describe('scatter', () => {
  const figure = charts.scatter({
    ...text,
    x: { title: 'BLEU', digits: 1 },
    y: { title: 'human' },
    points: [
      { label: 'a', x: 20.25, y: 0.5, xInterval: { low: 19, high: 21.5 } },
      { label: 'b', x: 30, y: -0.25, yInterval: { low: -0.5, high: 0 } },
      { label: 'c', x: nan, y: 1 },
    ],
  });
  const elements = inside(figure);
  const [x, y] = [axisOf(elements, 'x'), axisOf(elements, 'y')];

  it('puts points and the ends of intervals where the axes have their values', () => {
    const places = [
      ['a: BLEU 20.3 (19.0 to 21.5), human 0.50', 20.25, 0.5],
      ['b: BLEU 30.0, human −0.25 (−0.50 to 0.00)', 30, -0.25],
    ] as const;
    expect(titlesOf(figure)).toEqual(places.map(([words]) => words));
    for (const [words, atX, atY] of places) {
      const [dot] = marksOf(elements, words) as [SvgElement];
      expect(number(dot, 'cx')).toBeCloseTo(x.at(atX), 1);
      expect(number(dot, 'cy')).toBeCloseTo(y.at(atY), 1);
    }
    const bars = elements.filter(({ attributes }) => attributes['stroke'] === seriesColour(0));
    const ends = bars.map((bar) => ['x1', 'x2', 'y1', 'y2'].map((key) => number(bar, key)));
    const expected = [
      [x.at(19), x.at(21.5), y.at(0.5), y.at(0.5)],
      [x.at(30), x.at(30), y.at(0), y.at(-0.5)],
    ];
    expect(ends).toHaveLength(2);
    for (const [i, bar] of ends.entries())
      for (const [j, end] of bar.entries()) expect(end).toBeCloseTo(expected[i]![j]!, 1);
  });

  it('names its points and axes', () => {
    expect(textsOf(elements, 'text')).toEqual(expect.arrayContaining(['a', 'b', 'BLEU', 'human']));
    expect(elements.find((element) => element.text === 'human')!.attributes['transform']).toMatch(/^rotate\(-90 /);
  });
});

describe('lines', () => {
  const figure = charts.lines({
    ...text,
    x: { title: 'left out' },
    panels: [
      {
        y: { title: 'kappa', from: 0, to: 1 },
        series: [
          // Not in order, with a gap at 2 and a point alone at 3.
          { name: 'inter', points: [3, 0, 1, 2].map((x) => ({ x, y: x === 2 ? nan : x / 4, interval: { low: x / 8, high: x / 2 } })) },
          { name: 'intra', points: [{ x: 0, y: 0.5 }, { x: 3, y: 0.75 }] },
        ],
      },
      { y: { title: 'kept' }, series: [{ name: 'intra', points: [{ x: 0, y: 10 }, { x: 3, y: 40 }] }] },
    ],
  }); // prettier-ignore
  const elements = inside(figure);
  const x = axisOf(elements, 'x');
  const labelled = elements.filter(({ attributes }) => attributes['text-anchor'] === 'end');
  const upper = axisOf(
    labelled.slice(
      0,
      labelled.findIndex(({ text: label }) => label === '10'),
    ),
    'y',
  );
  const lower = axisOf(labelled.slice(labelled.findIndex(({ text: label }) => label === '10')), 'y');
  const paths = (fill: (paint: string) => boolean) =>
    elements.filter(({ name, attributes }) => name === 'path' && fill(attributes['fill']!));
  const expectPath = (path: SvgElement, expected: number[][]) => {
    const points = pointsOf(path);
    expect(points).toHaveLength(expected.length);
    for (const [i, point] of points.entries())
      for (const j of [0, 1]) expect(point[j]).toBeCloseTo(expected[i]![j]!, 1);
  };

  it('draws lines through the values from left to right, with gaps where there is none', () => {
    const found = paths((fill) => fill === 'none');
    expect(found.map(({ attributes }) => attributes['stroke'])).toEqual([0, 0, 1, 1].map(seriesColour));
    expectPath(found[0]!, [[x.at(0), upper.at(0)], [x.at(1), upper.at(0.25)]]); // prettier-ignore
    expectPath(found[1]!, [[x.at(3), upper.at(0.75)]]);
    expectPath(found[2]!, [[x.at(0), upper.at(0.5)], [x.at(3), upper.at(0.75)]]); // prettier-ignore
    expectPath(found[3]!, [[x.at(0), lower.at(10)], [x.at(3), lower.at(40)]]); // prettier-ignore
  });

  it('draws intervals as areas, cut where the lines are', () => {
    const [area, alone, ...more] = paths((fill) => fill !== 'none');
    expect(more).toEqual([]);
    expectPath(area!, [[x.at(0), upper.at(0)], [x.at(1), upper.at(0.5)], [x.at(1), upper.at(0.125)], [x.at(0), upper.at(0)]]); // prettier-ignore
    expectPath(alone!, [[x.at(3), upper.at(1.5)], [x.at(3), upper.at(0.375)]]); // prettier-ignore
    expect(area!.attributes['stroke']).toBeUndefined();
    expect(alone!.attributes['stroke']).toBe(seriesColour(0));
  });

  it('has the same dash in both panels and in the legend', () => {
    const dashes = elements.filter(({ attributes }) => attributes['stroke'] === seriesColour(1));
    expect(dashes.map(({ attributes }) => attributes['stroke-dasharray'])).toEqual(['7 4', '7 4', '7 4']);
    expect(textsOf(elements, 'text').slice(0, 2)).toEqual(['inter', 'intra']);
  });

  it('says each value under the pointer, shown as a dot if there are few or it is alone', () => {
    const [dot] = marksOf(elements, 'inter, left out 1: kappa 0.25 (0.13 to 0.50)') as [SvgElement];
    expect(number(dot, 'cx')).toBeCloseTo(x.at(1), 1);
    expect(number(dot, 'cy')).toBeCloseTo(upper.at(0.25), 1);
    expect(titlesOf(figure)).toHaveLength(3 + 2 + 2);
    const points = Array.from({ length: 40 }, (_, i) => ({ x: i, y: i === 38 ? nan : 1 }));
    const many = inside(charts.lines({ ...text, x: { title: 'x' }, panels: [{ y: { title: 'y' }, series: [{ name: 's', points }] }] }));
    const dots = many.filter(({ name }) => name === 'circle').map(({ attributes }) => attributes['fill']);
    expect(dots).toEqual([...new Array(38).fill('transparent'), seriesColour(0)]);
  }); // prettier-ignore
});

describe('heatMap and pairMatrix', () => {
  it('colour a cell by its value, and say it in words and numbers', () => {
    const figure = charts.heatMap({
      ...text, rows: ['BLEU', 'TER'], columns: ['de-en'], row: 'metric', column: 'pair', value: 'correlation',
      values: [[0.9], [nan]], intervals: [[{ low: 0.8, high: 0.95 }], [undefined]],
    }); // prettier-ignore
    const elements = inside(figure);
    const [cell, value, under] = marksOf(elements, 'BLEU, de-en: 0.90 (0.80 to 0.95)');
    // (0.9 + 1) / 2 of 20 steps.
    expect(cell!.attributes['fill']).toBe(heatColour(19));
    expect([value!.text, under!.text]).toEqual(['0.90', '0.80 to 0.95']);
    const [empty, dash] = marksOf(elements, 'TER, de-en: –');
    expect([empty!.attributes['fill'], dash!.text]).toEqual([colour('raised'), '–']);
    expect(number(empty!, 'y')).toBeGreaterThan(number(cell!, 'y'));
    const row = elements.find((element) => element.text === 'TER')!;
    expect(number(row, 'y') - 4.2).toBeCloseTo(number(empty!, 'y') + number(empty!, 'height') / 2, 1);
    expect(textsOf(elements, 'text').slice(-4)).toEqual(['−1', '0', '1', 'correlation']);
  });

  it('say who was better than whom', () => {
    const figure = figuresOf(samplePage).find(({ id }) => id === 'small-matrix') as ChartFigure;
    expect(titlesOf(figure)).toEqual([
      'google better than uedin: 0.41',
      'google better than stuttgart: 0.55',
      'uedin better than google: 0.52',
      'uedin better than stuttgart: 0.60',
      'stuttgart better than google: 0.30',
      'stuttgart better than uedin: 0.25',
    ]);
  });

  it('colour a cell by who of the two is ahead, ties or not', () => {
    const figure = charts.pairMatrix({ ...text, systems: ['a', 'b'], shares: [[nan, 0.4], [0.2, nan]] }); // prettier-ignore
    const cells = inside(figure).filter(({ name, attributes }) => name === 'rect' && attributes['height'] !== '10');
    const fills = cells.map(({ attributes }) => attributes['fill']);
    expect(fills).toEqual([colour('raised'), heatColour(12), heatColour(8), colour('raised')]);
  });

  it('turn names of columns that are wider than cells, so that none is on another', () => {
    const turned = (columns: string[]) =>
      inside(charts.heatMap({ ...text, rows: ['r'], columns, row: 'row', column: 'column', value: 'v', values: [] }))
        .filter(({ text: label }) => columns.includes(label))
        .map(({ attributes }) => attributes['transform']?.slice(0, 10));
    expect(turned(['a', 'b'])).toEqual([undefined, undefined]);
    expect(turned(['a long name', 'b'])).toEqual(['rotate(-45', 'rotate(-45']);
  });
});

describe('histogram', () => {
  it('has bars as wide as their bins and as high as they count', () => {
    const figure = charts.histogram({ ...text, x: { title: 'difference', digits: 0 }, values: [-2, -1, 0, 0.5, 1, 38], what: 'segment' }); // prettier-ignore
    const elements = inside(figure);
    const [x, y] = [axisOf(elements, 'x'), axisOf(elements, 'y')];
    expect(y.labels).toEqual(['0', '1', '2']);
    const [bar] = marksOf(elements, '0 to 1: 2 segments') as [SvgElement];
    expect(number(bar, 'x')).toBeCloseTo(x.at(0) + 0.5, 1);
    expect(number(bar, 'x') + number(bar, 'width')).toBeCloseTo(x.at(1) - 0.5, 1);
    expect(number(bar, 'y')).toBeCloseTo(y.at(2), 1);
    expect(number(bar, 'y') + number(bar, 'height')).toBeCloseTo(y.at(0), 1);
    expect(titlesOf(figure)).toHaveLength(5);
  });
});

describe('cloud', () => {
  it('has a dot for each cell with points, the larger the more they are', () => {
    const points = [[0, 0], [0, 0], [10, 90], [100, 100]] as const; // prettier-ignore
    const elements = inside(charts.cloud({ ...text, x: { title: 'a', digits: 0 }, y: { title: 'b', digits: 0 }, points }));
    const [x, y] = [axisOf(elements, 'x'), axisOf(elements, 'y')];
    const dots = elements.filter(({ name }) => name === 'circle');
    // Middles of cells, each 5.2 wide.
    const expected = [[0.6, 0.6], [11, 89], [99.4, 99.4]]; // prettier-ignore
    expect(dots).toHaveLength(3);
    for (const [i, dot] of dots.entries()) {
      expect(number(dot, 'cx')).toBeCloseTo(x.at(expected[i]![0]!), 0);
      expect(number(dot, 'cy')).toBeCloseTo(y.at(expected[i]![1]!), 0);
    }
    expect(number(dots[0]!, 'r')).toBeGreaterThan(number(dots[1]!, 'r'));
  }); // prettier-ignore
});

/** Anything that figures of metrics and people come to, and far more. */
const value = fc.oneof(
  fc.double({ min: -1, max: 1, noNaN: true }),
  fc.double({ min: -1e12, max: 1e12, noNaN: true }),
  fc.constantFrom(0, -0, 1, 100, 1e-9, nan, Infinity, -Infinity),
);
const name = fc.oneof(fc.string({ unit: 'binary', maxLength: 50 }), fc.constantFrom('a', 'system', ...troublesome));
const interval = fc.option(
  fc.tuple(value, value).map(([a, b]) => ({ low: Math.min(a, b), high: Math.max(a, b) })),
  { nil: undefined },
);
const axis = fc.record(
  { title: name, digits: fc.nat({ max: 4 }), from: fc.constantFrom(-1, 0, 1), to: fc.constantFrom(2, 100) },
  { requiredKeys: ['title'] },
);
const list = <T>(of: fc.Arbitrary<T>) => fc.array(of, { maxLength: 12 });
const some = <T extends object>(record: T): T =>
  Object.fromEntries(Object.entries(record).filter(([, each]) => each !== undefined)) as T;
const point = fc.record({
  label: name,
  x: value,
  y: value,
  xInterval: interval,
  yInterval: interval,
  group: fc.option(name, { nil: undefined }),
});
const item = fc.record({ label: name, value, interval, group: fc.option(name, { nil: undefined }) });
const series = fc.record({ name, points: list(fc.record({ x: value, y: value, interval }).map(some)) });
const grid = fc.tuple(list(name), list(name), list(list(value)), list(list(interval)));

describe('waterfall', () => {
  const changes = [
    { label: 'BP', points: -12.5, detail: '1 → 0.75' },
    { label: 'p1', points: 0 },
    { label: 'p2', points: 4.25 },
  ];
  const figure = charts.waterfall({
    ...text,
    value: { title: 'BLEU' },
    from: { label: 'old', value: 50 },
    changes,
    to: { label: 'new', value: 41.75 },
  });
  const elements = inside(figure);
  const x = axisOf(elements, 'x');

  it('has bars from where the one before ends, which add up to the last level', () => {
    const [first, last] = [marksOf(elements, 'old: 50.00')[0]!, marksOf(elements, 'new: 41.75')[0]!];
    expect(number(first, 'cx')).toBeCloseTo(x.at(50), 1);
    expect(number(last, 'cx')).toBeCloseTo(x.at(41.75), 1);
    const bars = ['BP: −12.50 (1 → 0.75)', 'p1: 0.00', 'p2: +4.25'].map((words) => marksOf(elements, words)[0]!);
    let at = 50;
    bars.forEach((bar, b) => {
      const { points } = changes[b]!;
      const [low, high] = [Math.min(at, at + points), Math.max(at, at + points)].map((value) => x.at(value)) as [number, number]; // prettier-ignore
      expect(number(bar, 'x')).toBeCloseTo(low, 1);
      expect(number(bar, 'width')).toBeCloseTo(Math.max(high - low, 1), 1);
      expect(bar.attributes['fill']).toBe(seriesColour(points < 0 ? 1 : 0));
      at += points;
    });
    expect(at).toBe(41.75);
  });

  it('has the levels and changes in the order given, each with its value', () => {
    const rows = elements.filter(({ name, attributes }) => name === 'text' && attributes['text-anchor'] === 'end');
    expect(rows.map((row) => row.text)).toEqual(['BP', 'p1', 'p2', 'old', 'new']);
    expect(rows.map((row) => number(row, 'y') - 4.2)).toEqual([36, 60, 84, 12, 108]);
    expect(textsOf(elements, 'text')).toEqual(expect.arrayContaining(['50.00', '−12.50', '0.00', '+4.25', '41.75']));
  });
});

describe('any data', () => {
  const figures: Readonly<Record<string, fc.Arbitrary<ChartFigure>>> = {
    dotIntervals: fc.tuple(axis, list(item)).map(([each, items]) => charts.dotIntervals({ ...text, value: each, items: items.map(some) as never })),
    scatter: fc.tuple(axis, axis, list(point)).map(([x, y, points]) => charts.scatter({ ...text, x, y, points: points.map(some) as never })),
    lines: fc.tuple(axis, list(fc.record({ y: axis, series: list(series) }))).map(([x, panels]) => charts.lines({ ...text, x, panels: panels as never })),
    heatMap: grid.map(([rows, columns, values, intervals]) => charts.heatMap({ ...text, rows, columns, row: 'row', column: 'column', value: 'value', values, intervals })),
    pairMatrix: grid.map(([systems, , shares]) => charts.pairMatrix({ ...text, systems, shares })),
    histogram: fc.tuple(axis, list(value)).map(([x, values]) => charts.histogram({ ...text, x, values })),
    waterfall: fc.tuple(axis, value, list(fc.tuple(name, value)), value).map(([each, from, some, to]) => charts.waterfall({ ...text, value: each, from: { label: 'a', value: from }, to: { label: 'b', value: to }, changes: some.map(([label, points]) => ({ label, points })) })),
    cloud: fc.tuple(axis, axis, list(fc.tuple(value, value))).map(([x, y, points]) => charts.cloud({ ...text, x, y, points })),
  }; // prettier-ignore

  it.each(Object.entries(figures))('%s holds all that is drawn', (_, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, (figure) => expectInside(figure)),
      // Pictures are large: rather a failure that is not the smallest than one that takes minutes to tell.
      { numRuns: 100, interruptAfterTimeLimit: 30_000 },
    );
  });

  it('of nothing makes a picture', () => {
    for (const figure of [
      charts.scatter({ ...text, x: { title: 'x' }, y: { title: 'y' }, points: [] }),
      charts.dotIntervals({ ...text, value: { title: 'x' }, items: [] }),
      charts.lines({ ...text, x: { title: 'x' }, panels: [] }),
      charts.heatMap({ ...text, rows: [], columns: [], row: 'a', column: 'b', value: 'c', values: [] }),
      charts.pairMatrix({ ...text, systems: [], shares: [] }),
      charts.histogram({ ...text, x: { title: 'x' }, values: [] }),
      charts.cloud({ ...text, x: { title: 'x' }, y: { title: 'y' }, points: [] }),
      charts.waterfall({
        ...text,
        value: { title: 'x' },
        from: { label: 'a', value: 1 },
        to: { label: 'b', value: 1 },
        changes: [],
      }),
    ]) {
      expect(Math.min(figure.picture.width, figure.picture.height)).toBeGreaterThan(0);
      expectInside(figure);
    }
  });
});
