/**
 * Every element of a small chart of each kind against a picture that was looked at in a browser and approved: `testing/approved/*.svg`.
 * Other tests check marks against axes; this one also notices what moves by a pixel. After a deliberate change, run it with `-u` and look
 * at the pictures again.
 */
import { expect, it } from 'vitest';
import type { ChartFigure } from '../page.ts';
import { pictureFile } from './drawing.ts';
import { charts } from './index.ts';
import { media } from '../../media/media.ts';

const nan = Number.NaN;
const text = (id: string) => ({ id, caption: `Chart of ${id}` });
const groups = ['rules', 'statistics', 'neural', 'online', 'human', 'hybrid', 'post-edited', 'unknown', 'others'];
const wide = 'a system with a name that does not fit';

const figures: readonly ChartFigure[] = [
  charts.scatter({
    ...text('scatter'),
    finding: 'They agree.',
    x: { title: 'BLEU', digits: 1 },
    y: { title: 'human' },
    points: [
      { label: 'a', x: 20.25, y: 0.5, xInterval: { low: 19, high: 21.5 }, group: 'rules' },
      { label: 'b', x: 30, y: -0.25, yInterval: { low: -0.5, high: 0 }, group: 'neural' },
      { label: 'c', x: nan, y: 1, group: 'rules' },
      // A crowd: some labels are led away, and one finds no room.
      ...Array.from({ length: 14 }, (_, i) => ({ label: `crowd ${i}`, x: 25 + 0.03 * i, y: 0.2 + 0.004 * (i % 3), group: groups[i % 9]! })),
    ],
  }),
  charts.dotIntervals({
    ...text('dot-intervals'),
    value: { title: 'share', from: -1, to: 1 },
    items: [
      { label: wide, value: 0.25, interval: { low: -0.5, high: 0.75 }, group: groups[0]! },
      ...groups.map((group, i) => ({ label: `s${i}`, value: i / 10, group })),
      { label: 'none', value: nan, group: groups[0]! },
    ],
  }),
  charts.dotIntervals({
    ...text('panels'),
    value: { title: 'BLEU', digits: 1 },
    items: [{ label: 'a', value: 20, interval: { low: 18, high: 23 } }, { label: 'b', value: 31 }],
    beside: ['TER', 'chrF', 'METEOR', 'NIST'].map((title, i) => ({ value: { title }, items: [{ label: 'a', value: i }, { label: 'b', value: 2 * i }] })),
  }),
  charts.dotIntervals({
    ...text('from-zero'),
    value: { title: 'difference', digits: 1 },
    fromZero: true,
    items: [{ label: 'short', value: 2, interval: { low: 1, high: 4 }, link: '#short' }, { label: wide, value: -1.5, link: '#long' }, { label: 'none', value: nan }],
  }),
  charts.waterfall({
    ...text('waterfall'),
    value: { title: 'BLEU', digits: 1 },
    from: { label: 'old', value: 20 },
    changes: [{ label: 'precision', points: 5, detail: '0.4 to 0.5' }, { label: wide, points: -2 }, { label: 'none', points: nan }, { label: 'nothing', points: 0 }],
    to: { label: 'new', value: 23 },
  }),
  charts.lines({
    ...text('lines'),
    x: { title: 'left out' },
    panels: [
      {
        y: { title: 'kappa', from: 0, to: 1 },
        series: [
          { name: 'inter', points: [3, 0, 1, 2].map((x) => ({ x, y: x === 2 ? nan : x / 4, interval: { low: x / 8, high: x / 3 } })) },
          { name: 'intra', points: [{ x: 0, y: 0.5 }, { x: 3, y: 0.75 }] },
          ...groups.map((name, s) => ({ name, points: [{ x: 0, y: s / 10 }, { x: 3, y: (s + 1) / 10 }] })),
        ],
      },
      { y: { title: 'kept' }, series: [{ name: 'kept', points: Array.from({ length: 40 }, (_, x) => ({ x: x / 13, y: 1000 * x })) }] },
    ],
  }),
  charts.heatMap({
    ...text('heat-map'),
    rows: ['BLEU', 'TER'], columns: ['de-en', wide], row: 'metric', column: 'pair', value: 'correlation',
    values: [[0.9, -0.3], [nan, 0]], intervals: [[{ low: 0.8, high: 0.95 }], [undefined]], marks: [['*']],
  }),
  charts.heatMap({
    ...text('heat-map-plain'),
    rows: ['a', 'b'], columns: ['x', 'y'], row: 'system', column: 'metric', value: 'accuracy', from: 0, to: 1,
    values: [[0.9, 0.1], [1, 0.5]],
  }),
  charts.heatMap({
    ...text('heat-map-shades'),
    rows: ['a', 'b'], columns: ['a', 'b'], row: 'system', column: 'minus', value: 'difference', digits: 1,
    values: [[nan, 2.25], [-2.25, nan]], shades: { title: 'better', values: [[nan, 1], [-1, nan]] },
  }),
  charts.pairMatrix({ ...text('pair-matrix'), systems: ['a', 'b', 'c'], shares: [[nan, 0.6, nan], [0.3, nan, 0.75], [nan, 0.2, nan]], marks: [['', '†', ''], ['*', '', '‡'], ['', '', '']] }),
  charts.pairMatrix({ ...text('pair-matrix-rows'), systems: ['a', 'b'], shares: [[0, 0.41], [0.52, 0]], shareOf: 'row' }),
  charts.histogram({ ...text('histogram'), x: { title: 'difference', digits: 0 }, values: [-2, -1, 0, 0.5, 1, 18, nan], what: 'segment', link: (low, high) => `from=${low}&to=${high}` }),
  charts.histogram({ ...text('histogram-plain'), x: { title: 'length' }, values: [1, 2, 2, 3, 3, 3, 10] }),
  charts.cloud({ ...text('cloud'), x: { title: 'a', digits: 0 }, y: { title: 'b', digits: 0 }, points: [[0, 0], [0, 0], [10, 90], [90, 10], [100, 100], [nan, 1]] }),
]; // prettier-ignore

it('the data of charts', async () => {
  const tables = figures.map(({ caption, data }) => ({ ...data, caption }));
  await expect(media.text({ title: '', tables, notes: [] })).toMatchFileSnapshot('testing/approved/data.txt');
});

/** One element a line, so that differences can be read. */
const lines = (svg: string): string => svg.replaceAll('><', '>\n<');

it.each(figures)('$id', async ({ id, caption, alternative, picture, narrow }) => {
  await expect(lines(pictureFile(picture, caption, alternative))).toMatchFileSnapshot(`testing/approved/${id}.svg`);
  if (!narrow) return;
  const file = lines(pictureFile(narrow, caption, alternative));
  await expect(file).toMatchFileSnapshot(`testing/approved/${id}-narrow.svg`);
});
