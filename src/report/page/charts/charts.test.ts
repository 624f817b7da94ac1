import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tsv } from '../../media/separated.ts';
import type { ChartFigure } from '../page.ts';
import { type Picture, leastScale, pictureFile } from './drawing.ts';
import { charts } from './index.ts';
import { type Axis, domainOf, named } from './chart.ts';
import { roundStep, scaleOf, shown } from './plot.ts';
import { shortened, textWidth } from './textWidth.ts';

const nan = Number.NaN;
const text = { id: 'id', caption: 'Caption' };
const rowsOf = (figure: ChartFigure) =>
  tsv({ title: '', tables: [figure.data], notes: [] })
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'));

describe('scatter', () => {
  const options = {
    ...text,
    finding: 'They agree.',
    x: { title: 'BLEU', digits: 1 },
    y: { title: 'human' },
    points: [
      { label: 'a', x: 20.25, y: 0.5, xInterval: { low: 19, high: 21.5 }, group: 'rules' },
      { label: 'b', x: 30, y: -0.25, yInterval: { low: -0.5, high: 0 } },
      { label: 'c', x: nan, y: 1 },
    ],
  };

  it('says and lists what it shows', () => {
    const figure = charts.scatter(options);
    expect(figure.alternative).toBe(
      'They agree. 3 systems. BLEU: from 20.3 for a to 30.0 for b. human: from −0.25 for b to 0.50 for a. 1 system without a value is not drawn.',
    );
    expect(rowsOf(figure)).toEqual([
      ['system', 'group', 'BLEU', 'BLEU low', 'BLEU high', 'human', 'human low', 'human high'],
      ['a', 'rules', '20.25', '19', '21.5', '0.5', '', ''],
      ['b', '', '30', '', '', '-0.25', '-0.5', '0'],
      ['c', '', '', '', '', '1', '', ''],
    ]);
  });

  it('has no columns for what no point has', () => {
    const figure = charts.scatter({ ...options, points: [{ label: 'a', x: 1, y: 2 }], what: 'metric' });
    expect(rowsOf(figure)).toEqual([
      ['metric', 'BLEU', 'human'],
      ['a', '1', '2'],
    ]);
    expect(figure.alternative).toContain('1 metric.');
  });

  it('of nothing says so', () => {
    expect(charts.scatter({ ...options, points: [] }).alternative).toBe('They agree. 0 systems.');
  });
});

describe('histogram', () => {
  it('counts values in bins of round width, 0 between two of them', () => {
    const figure = charts.histogram({ ...text, x: { title: 'difference', digits: 0 }, values: [-2, -1, 0, 0.5, 1, 38, nan], what: 'segment' }); // prettier-ignore
    expect(figure.alternative).toBe(
      '6 segments. difference: from −2 to 38, most often 0 to 1 (2). 1 segment without a value is not drawn.',
    );
    const [header, ...rows] = rowsOf(figure);
    expect(header).toEqual(['from', 'to', 'segments']);
    expect(rows).toHaveLength(41);
    expect(rows.slice(0, 4)).toEqual([
      ['-2', '-1', '1'],
      ['-1', '0', '1'],
      ['0', '1', '2'],
      ['1', '2', '1'],
    ]);
    expect(rows.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(6);
  });

  it.each([
    [[3, 3, 3], [['3', '4', '3']]],
    [[0.1, 0.3], undefined],
    [[], []],
  ])('of %j', (values, expected) => {
    const rows = rowsOf(charts.histogram({ ...text, x: { title: 'x' }, values })).slice(1);
    if (expected) expect(rows).toEqual(expected);
    else for (const [from, to] of rows) expect(`${from}${to}`).not.toMatch(/\d{6}/);
  });
});

describe('links of a histogram', () => {
  // 0.7 - 0.4 is a little less than 0.3, and 0.3 / 0.1 a little less than 3.
  const values = fc.array(fc.oneof(fc.integer({ min: -40, max: 40 }).map((n) => n / 10), fc.constantFrom(0, 0.7 - 0.4, 0.1 + 0.2), fc.double({ min: -4, max: 4, noNaN: true })), { minLength: 1, maxLength: 60 }); // prettier-ignore

  it('lead to the values of a bar and no others, which are all between two numbers', () => {
    fc.assert(
      fc.property(values, (values) => {
        const figure = charts.histogram({ ...text, x: { title: 'x' }, values, link: (low, high) => `${low} ${high}` });
        const cells = figure.data.rows.map(([, , cell]) => cell!);
        const linked = cells.flatMap((cell) => (typeof cell === 'object' && 'link' in cell ? [cell] : []));
        for (const { text: count, link } of linked) {
          const [low, high] = link.split(' ').map(Number) as [number, number];
          expect(values.filter((value) => value >= low && value <= high)).toHaveLength(Number(count));
        }
        expect(linked.reduce((sum, { text: count }) => sum + Number(count), 0)).toBe(values.length);
      }),
    );
  });

  it('are in the picture on the page, with words, and not in the file', () => {
    const figure = charts.histogram({ ...text, x: { title: 'x', digits: 0 }, values: [1, 3], link: (low) => `from=${low}&x` }); // prettier-ignore
    const link = '<a href="#from=1&amp;x" aria-label="1 to 1: 1 value"><title>1 to 1: 1 value</title>';
    expect(figure.picture.markup).toContain(link);
    expect(pictureFile(figure.picture, 'a', 'b')).not.toMatch(/<\/?a\b|href/);
    expect(pictureFile(figure.picture, 'a', 'b')).toContain('<title>1 to 1: 1 value</title>');
  });
});

describe('cloud', () => {
  it('counts points that fall together, and says which side they are on', () => {
    const points = [[0, 0], [0, 0], [10, 90], [90, 10], [100, 100], [nan, 1]] as const; // prettier-ignore
    const figure = charts.cloud({ ...text, x: { title: 'a', digits: 0 }, y: { title: 'b', digits: 0 }, points });
    expect(figure.alternative).toBe(
      '5 points: b has more in 1, a in 1, and 3 are equal. 1 point without a value is not drawn.',
    );
    const rows = rowsOf(figure).slice(1);
    // The middles of cells, each 5.2 wide.
    expect(rows).toEqual([
      ['1', '1', '2'],
      ['89', '11', '1'],
      ['11', '89', '1'],
      ['99', '99', '1'],
    ]);
    expect(charts.cloud({ ...text, x: { title: 'a' }, y: { title: 'b' }, points: [] }).alternative).toBe(
      '0 points: b has more in 0, a in 0, and 0 are equal.',
    );
  });
});

describe('dotIntervals', () => {
  it('says and lists what it shows, in the order given', () => {
    const figure = charts.dotIntervals({
      ...text,
      value: { title: 'share' },
      items: [
        { label: 'z', value: 0.4, interval: { low: 0.3, high: 0.5 } },
        { label: 'a', value: 0.7, interval: { low: 0.6, high: 0.8 } },
        { label: 'm', value: 0.45, interval: { low: 0.4, high: 0.5 } },
        { label: 'n', value: nan },
      ],
    });
    expect(figure.alternative).toBe(
      '4 systems. share: from 0.40 (0.30 to 0.50) for z to 0.70 (0.60 to 0.80) for a. 2 of 3 pairs of intervals do not overlap. 1 system without a value is not drawn.',
    );
    expect(rowsOf(figure)).toEqual([
      ['system', 'share', 'low', 'high'],
      ['z', '0.4', '0.3', '0.5'],
      ['a', '0.7', '0.6', '0.8'],
      ['m', '0.45', '0.4', '0.5'],
      ['n', '', '', ''],
    ]);
  });
});

describe('waterfall', () => {
  const options = {
    ...text,
    value: { title: 'BLEU' },
    from: { label: 'old', value: 30 },
    changes: [
      { label: 'BP', points: -2.5, detail: '1 → 0.9' },
      { label: 'p1', points: 4 },
    ],
    to: { label: 'new', value: 31.5 },
    what: 'number',
  };

  it('says and lists what it shows, with the value after each change', () => {
    const figure = charts.waterfall(options);
    expect(figure.alternative).toBe('BLEU: from 30.00 (old) to 31.50 (new), +1.50, by 2 numbers. Largest: p1, +4.00.');
    expect(rowsOf(figure)).toEqual([
      ['number', 'values', 'points', 'BLEU'],
      ['old', '', '', '30'],
      ['BP', '1 → 0.9', '-2.5', '27.5'],
      ['p1', '', '4', '31.5'],
      ['new', '', '1.5', '31.5'],
    ]);
  });

  it('of changes without a value or of nothing', () => {
    const figure = charts.waterfall({ ...options, changes: [{ label: 'a', points: nan }, { label: 'b', points: 1.5 }] }); // prettier-ignore
    expect(figure.alternative).toContain('Largest: b, +1.50. 1 number without a value is not drawn.');
    expect(rowsOf(figure).slice(2, 4)).toEqual([
      ['a', '', '30'],
      ['b', '1.5', '31.5'],
    ]);
    expect(charts.waterfall({ ...options, changes: [] }).alternative).toBe(
      'BLEU: from 30.00 (old) to 31.50 (new), +1.50, by 0 numbers.',
    );
  });
});

describe('for narrow screens', () => {
  const titles = ({ markup }: Picture): string[] => [...markup.matchAll(/<title>(.*?)<\/title>/g)].map(([, title]) => title!).sort(); // prettier-ignore
  const items = Array.from({ length: 15 }, (_, i) => ({ label: `system ${i}`, value: i }));
  const panel = (title: string) => ({ value: { title }, items });
  const point = (x: number) => ({ x, y: x });

  it.each([
    ['panels beside each other', charts.dotIntervals({ ...text, ...panel('a'), beside: ['b', 'c', 'd', 'e'].map(panel) })],
    ['lines', charts.lines({ ...text, x: { title: 'x' }, panels: [{ y: { title: 'y' }, series: [{ name: 's', points: [point(1), point(9)] }] }] })],
    ['changes', charts.waterfall({ ...text, value: { title: 'x' }, from: { label: 'a system with a long name', value: 1 }, to: { label: 'b', value: 9 }, changes: items.map(({ label }) => ({ label: `${label} of fifteen`, points: 8 / 15 })) })],
  ])('%s have a narrow picture that shows the same', (_, { picture, narrow }) => {
    expect(leastScale * narrow!.width).toBeLessThan(358); // 390 without margins
    expect(leastScale * picture.width).toBeLessThan(944); // 1280 without margins and contents
    expect(titles(narrow!)).toEqual(titles(picture));
  }); // prettier-ignore

  it('others need none', () => expect(charts.dotIntervals({ ...text, ...panel('a') })).not.toHaveProperty('narrow'));
});

describe('lines', () => {
  const figure = charts.lines({
    ...text,
    x: { title: 'judges left out' },
    panels: [
      {
        y: { title: 'kappa' },
        series: [
          { name: 'inter', points: [0, 1, 2].map((x) => ({ x, y: [0.3, 0.5, 0.4][x]! })) },
          { name: 'intra', points: [{ x: 1, y: 0.6, interval: { low: 0.5, high: 0.7 } }] },
          { name: 'none', points: [] },
        ],
      },
      { y: { title: 'share kept', digits: 1 }, series: [{ name: 'share kept', points: [{ x: 0, y: 1 }, { x: 2, y: 0.8 }] }] },
    ],
  }); // prettier-ignore

  it('says what it shows', () => {
    expect(figure.alternative).toBe(
      'Over judges left out, from 0 to 2: inter, kappa from 0.30 to 0.40 (highest 0.50 at 1); intra, kappa 0.60; none, kappa without values; share kept from 1.0 to 0.8.',
    );
  });

  it('lists it with a row for each place', () => {
    expect(rowsOf(figure)).toEqual([
      ['judges left out', 'inter: kappa', 'intra: kappa', 'intra: kappa low', 'intra: kappa high', 'none: kappa', 'share kept'],
      ['0', '0.3', '', '', '', '', '1'],
      ['1', '0.5', '0.6', '0.5', '0.7', '', ''],
      ['2', '0.4', '', '', '', '', '0.8'],
    ]); // prettier-ignore
  });

  it('of nothing says so', () => {
    const empty = charts.lines({ ...text, x: { title: 'x' }, panels: [{ y: { title: 'y' }, series: [] }] });
    expect(empty.alternative).toBe('There are no values.');
  });
});

describe('heatMap', () => {
  const options = {
    ...text,
    rows: ['BLEU', 'TER'],
    columns: ['de-en', 'en-de'],
    row: 'metric',
    column: 'language pair',
    value: 'correlation',
    values: [
      [0.9, -0.125],
      [0.5, 0.5],
    ],
  };

  it('says and lists what it shows', () => {
    const figure = charts.heatMap(options);
    expect(figure.alternative).toBe(
      '2 metrics by 2 language pairs. Highest correlation: 0.90 (BLEU, de-en); lowest: −0.13 (BLEU, en-de). On average over all columns, TER is highest with 0.50.',
    );
    expect(rowsOf(figure)).toEqual([
      ['metric', 'de-en', 'en-de'],
      ['BLEU', '0.9', '-0.125'],
      ['TER', '0.5', '0.5'],
    ]);
  });

  it('lists cells one by one with their intervals and marks, and no average where cells are missing', () => {
    const figure = charts.heatMap({
      ...options,
      values: [
        [0.9, nan],
        [0.5, 0.5],
      ],
      intervals: [[{ low: 0.8, high: 0.95 }]],
      marks: [['*']],
    });
    expect(figure.alternative).toBe(
      '2 metrics by 2 language pairs. Highest correlation: 0.90 (0.80 to 0.95) (BLEU, de-en); lowest: 0.50 (TER, de-en). 1 cell without a value.',
    );
    expect(rowsOf(figure).slice(0, 3)).toEqual([
      ['metric', 'language pair', 'correlation', 'low', 'high', 'mark'],
      ['BLEU', 'de-en', '0.9', '0.8', '0.95', '*'],
      ['BLEU', 'en-de', '', '', '', ''],
    ]);
  });

  it('of nothing says so', () => {
    expect(charts.heatMap({ ...options, rows: [], columns: [], values: [] }).alternative).toBe(
      '0 metrics by 0 language pairs.',
    );
  });
});

describe('pairMatrix', () => {
  const options = {
    ...text,
    systems: ['a', 'b', 'c'],
    shares: [
      [nan, 0.6, nan],
      [0.3, nan, 0.75],
      [nan, 0.2, nan],
    ],
    marks: [
      ['', '†', ''],
      ['', '', '‡'],
      ['', '', ''],
    ],
  };

  it('is that of the columns, as in the paper', () => {
    const figure = charts.pairMatrix(options);
    expect(figure.alternative).toBe(
      '3 systems against each other. Most often better: c than b, in 0.75 of their comparisons. 2 of 4 cells have a mark of significance. 2 cells of systems never compared.',
    );
    expect(rowsOf(figure)).toEqual([
      ['judged better', 'than', 'share', 'mark'],
      ['b', 'a', '0.6', '†'],
      ['c', 'a', '', ''],
      ['a', 'b', '0.3', ''],
      ['c', 'b', '0.75', '‡'],
      ['a', 'c', '', ''],
      ['b', 'c', '0.2', ''],
    ]);
  });

  it('can be that of the rows', () => {
    const { marks: _, ...unmarked } = options;
    const figure = charts.pairMatrix({ ...unmarked, shareOf: 'row' });
    expect(figure.alternative).toContain('Most often better: b than c, in 0.75');
    expect(rowsOf(figure)[1]).toEqual(['a', 'b', '0.6']);
  });

  it('of one system says so', () => {
    expect(charts.pairMatrix({ ...text, systems: ['a'], shares: [[0]] }).alternative).toBe('1 system, so no pairs.');
  });
});

describe('domainOf', () => {
  const title = 'x';
  it.each<[number[], Axis, number[], string]>([
    [[0, 1], { title }, [-0.06, 1.06], 'a margin'],
    [[0, 1], { title, from: 0, to: 2 }, [0, 2], 'as given'],
    [[nan, 5, Infinity], { title }, [4.7, 5.3], 'one value'],
    [[0, 0], { title }, [-0.06, 0.06], 'all zero'],
    [[], { title }, [-0.06, 1.06], 'none'],
    [[0.2], { title, from: 0.2 }, [0.2, 0.26], 'one value at the end'],
    [[0.1], { title, from: 0.5 }, [0.04, 0.5], 'values below what was given'],
    [[0, 2], { title, from: 0, to: 1 }, [0, 2.12], 'values above what was given'],
    [[7], { title, to: 5 }, [5, 7.42], 'no value below what was given'],
  ])('%j: %j gives %j (%s)', (values, axis, expected) => {
    const [low, high] = domainOf(values, axis);
    expect(low).toBeCloseTo(expected[0]!, 10);
    expect(high).toBeCloseTo(expected[1]!, 10);
  });
});

describe('ticks', () => {
  const labels = (low: number, high: number, digits = 2, pixels = 400) =>
    scaleOf([low, high], 0, pixels, 6, digits).ticks.map(({ label }) => label);
  it.each([
    [labels(0, 1), ['0.0', '0.2', '0.4', '0.6', '0.8', '1.0'], 'round steps'],
    [labels(-0.06, 0.3), ['−0.05', '0.00', '0.05', '0.10', '0.15', '0.20', '0.25', '0.30'], 'within the ends only'],
    [labels(0, 1, 0), ['0', '1'], 'no closer than the digits'],
    [labels(0.501, 0.502), ['0.5010', '0.5012', '0.5014', '0.5016', '0.5018', '0.5020'], 'unless there were none'],
    [labels(4.7, 5.3, 0), ['5'], 'one if there is but one'],
    [labels(-2e6, 13e6, 0), ['0', '5,000,000', '10,000,000'], 'as many as have room'],
    [labels(0, 1234.5, 0, 800), ['0', '200', '400', '600', '800', '1,000', '1,200'], 'commas between thousands'],
    [labels(0.00001, 0.00002, 9, 800), ['0.000010', '0.000012', '0.000014', '0.000016', '0.000018', '0.000020'], 'none between decimals'],
  ])('%j (%s)', (found, expected) => expect(found).toEqual(expected)); // prettier-ignore

  it('are even, within the ends, not too many, say their values, and leave room between them', () => {
    const [low, span, digits] = [fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.double({ min: 1e-6, max: 1e9, noNaN: true }), fc.nat(3)]; // prettier-ignore
    fc.assert(
      fc.property(low, span, digits, (from, wide, decimals) => {
        const { at, ticks } = scaleOf([from, from + wide], 0, 400, 6, decimals);
        expect(ticks.length).toBeLessThanOrEqual(11);
        if (wide > 6 * Number(`1e-${decimals}`)) expect(ticks.length).toBeGreaterThan(0);
        for (const [i, { value, label }] of ticks.entries()) {
          expect(at(value)).toBeGreaterThan(-0.01);
          expect(at(value)).toBeLessThan(400.01);
          expect(Number(label.replace('−', '-').replaceAll(',', ''))).toBeCloseTo(value, 6);
          if (i === 0) continue;
          expect(at(value) - at(ticks[i - 1]!.value)).toBeCloseTo(at(ticks[1]!.value) - at(ticks[0]!.value), 3);
          expect(at(value) - at(ticks[i - 1]!.value)).toBeGreaterThan(textWidth(label, 12));
        }
      }),
    );
  });

  it('are where their values are, from the bottom up as well', () => {
    const { ticks, at } = scaleOf([0, 10], 100, 0, 5, 0);
    expect(ticks.map(({ value }) => [value, at(value)])).toEqual([[0, 100], [2, 80], [4, 60], [6, 40], [8, 20], [10, 0]]); // prettier-ignore
  });

  it.each([
    [1, 1], [1.01, 2], [2, 2], [2.1, 5], [5.5, 10], [0.03, 0.05], [0.0007, 0.001], [1234, 2000], [0, 1], [Infinity, 1],
  ])('%d is rounded up to %d', (least, step) => expect(roundStep(least)).toBe(step)); // prettier-ignore
});

describe('numbers and names', () => {
  it.each([
    [0.125, 2, '0.13'],
    [-0.5, 1, '−0.5'],
    [-0.001, 2, '0.00'],
    [nan, 2, '–'],
    [Infinity, 2, '–'],
  ])('%d to %d digits is %s', (value, digits, expected) => expect(shown(value, digits)).toBe(expected));

  it('keeps names apart that would turn what follows', () => {
    expect(named('google')).toBe('google');
    expect(named('مترجم')).toBe('\u2068مترجم\u2069');
    expect(named('\u202eabc')).toBe('\u2068\u202eabc\u2069');
  });

  it.each([
    ['short', 10, 'short'],
    ['exactly-10', 10, 'exactly-10'],
    ['longer than that', 10, 'longer th…'],
    ['系统翻译系统', 10, '系统翻译…'],
    ['👩‍🔬👩‍🔬', 3, '👩‍…'],
  ])('%s cut to %d columns is %s', (name, columns, expected) => expect(shortened(name, columns)).toBe(expected));

  it('takes wide letters for wider, and marks for nothing', () => {
    expect(textWidth('mm', 10)).toBeGreaterThan(textWidth('ii', 10));
    expect(textWidth('系统', 10)).toBeGreaterThanOrEqual(20);
    expect(textWidth('e\u0301', 10)).toBe(textWidth('e', 10));
    expect(textWidth('', 10)).toBe(0);
  });
});
