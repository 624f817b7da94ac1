import { describe, expect, it } from 'vitest';
import { elementsOf, textsOf } from '../page/testing/svgElements.ts';
import { paceChart } from './paceChart.ts';

const elements = (pace: Parameters<typeof paceChart>[0]) => elementsOf(paceChart(pace).picture.markup);

describe('paceChart', () => {
  const hours = [
    { from: '2026-03-01T09', answers: 4 },
    { from: '2026-03-01T10', answers: 1 },
    { from: '2026-03-02T08', answers: 12 },
  ];

  it('describes and lists the number of answers by hour', () => {
    const figure = paceChart(hours);
    expect(figure.caption).toBe('Answers by hour (UTC), practice included');
    expect(figure.alternative).toBe('17 answers from 2026-03-01 09:00 to 2026-03-02 08:00; at most 12 in one hour.');
    expect(figure.data.columns.map(({ title }) => title)).toEqual(['hour from', 'answers']);
    expect(figure.data.rows[2]).toEqual(['2026-03-02 08:00', '12']);
  });

  it('places the bars and scales their height', () => {
    const bars = elements(hours).filter(({ name }) => name === 'rect');
    expect(textsOf(elements(hours), 'title')).toEqual([
      '2026-03-01 09:00: 4 answers',
      '2026-03-01 10:00: 1 answer',
      '2026-03-02 08:00: 12 answers',
    ]);
    // 24 hours on 320 pixels; the highest bar has the full 90.
    const expected = [0, 1, 23].map((hour) => (320 / 24) * hour + 0.5);
    for (const [i, bar] of bars.entries()) expect(Number(bar.attributes['x'])).toBeCloseTo(expected[i]!, 1);
    expect(bars.map(({ attributes }) => Number(attributes['height']))).toEqual([30, 7.5, 90]);
    expect(textsOf(elements(hours), 'text')).toEqual(
      expect.arrayContaining(['03-01 09:00', '03-01 17:00', '03-02 01:00']),
    );
  });

  it('counts by day if the data does, and keeps a single bar narrow', () => {
    const day = [{ from: '2026-03-01', answers: 1 }];
    const { caption, alternative } = paceChart(day);
    expect(caption).toBe('Answers by day (UTC), practice included');
    expect(alternative).toBe('1 answer, all in the day from 2026-03-01.');
    const [bar] = elements(day).filter(({ name }) => name === 'rect');
    expect(Number(bar!.attributes['width'])).toBeCloseTo(320 / 24 - 1, 1);
  });
});
