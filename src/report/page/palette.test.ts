import { describe, expect, it } from 'vitest';
import { colour, contrast, heatStep, heatSteps, seriesColours, shadesOf, themed, untied } from './palette.ts';

const themes = ['light', 'dark'] as const;
const series = Array.from({ length: seriesColours }, (_, i) => `c${i + 1}`);
const steps = Array.from({ length: heatSteps }, (_, i) => `h${i}`);

type Triple = [number, number, number];

/** What is left of a colour without one kind of cone: Machado, Oliveira and Fernandes 2009, severity 1.0. */
const visions: Record<string, Triple[]> = {
  'all three cones': [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}; // prettier-ignore

describe('contrast', () => {
  it.each([
    ['#000000', '#ffffff', 21, 'the most there is'],
    ['#ffffff', '#ffffff', 1, 'the least'],
    ['#767676', '#ffffff', 4.54, 'WebAIM: the lightest grey that passes AA on white'],
    ['#777777', '#ffffff', 4.48, 'WebAIM: the first that does not'],
  ])('of %s and %s is %d (%s)', (first, second, expected) => {
    expect(contrast(first, second)).toBeCloseTo(expected, 2);
    expect(contrast(second, first)).toBe(contrast(first, second));
  });
});

describe.each(themes)('colours in %s', (theme) => {
  const shades = shadesOf(theme);
  const against = (name: string, ground: string) => contrast(shades[name]!, shades[ground]!);

  it('have the names of the other theme', () => {
    expect(Object.keys(shades)).toEqual(Object.keys(shadesOf(theme === 'light' ? 'dark' : 'light')));
  });

  it.each(['ink', 'muted', 'accent'])('%s can be read: WCAG 1.4.3', (name) => {
    for (const ground of ['surface', 'raised']) expect(against(name, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each([...series, 'axis'])('%s can be seen: WCAG 1.4.11', (name) => {
    expect(against(name, 'surface')).toBeGreaterThanOrEqual(3);
  });

  it.each(steps)('text on %s can be read', (name) => {
    expect(against(`${name}-ink`, name)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(Object.entries(visions))('of a series are apart for %s', (_, matrix) => {
    const seen = series.map((name) => oklab(apply(matrix, linear(shades[name]!))));
    const distances = seen.flatMap((a, i) => seen.slice(i + 1).map((b) => Math.hypot(...a.map((v, k) => v - b[k]!))));
    // 0.02 can just be noticed.
    expect(Math.min(...distances)).toBeGreaterThan(0.08);
  });
});

describe('heatStep', () => {
  it.each([
    [-1, -1, 1, 0],
    [0, -1, 1, 10],
    [1, -1, 1, 20],
    [0.5, 0, 1, 10],
    [7, -1, 1, 20],
    [-7, -1, 1, 0],
    [0.04, -1, 1, 10],
    [0.06, -1, 1, 11],
  ])('of %d from %d to %d is %d', (value, from, to, step) => expect(heatStep(value, from, to)).toBe(step));
});

describe('colours in a chart', () => {
  const svg = `<g fill="${colour('c1')}"><text>${colour('c1').replaceAll('"', '')}</text></g>`;

  it('are variables in a page, and themselves in a file; text that looks like one stays', () => {
    expect(themed(svg)).toBe(`<g fill="var(--c1)"><text>${colour('c1')}</text></g>`);
    expect(untied(svg)).toBe(`<g fill="${shadesOf('light')['c1']}"><text>${colour('c1')}</text></g>`);
  });

  it('are known', () => expect(() => colour('mauve')).toThrow('no colour mauve'));
});

function linear(shade: string): Triple {
  return [1, 3, 5].map((at) => {
    const share = Number.parseInt(shade.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Triple;
}

const apply = (matrix: Triple[], rgb: Triple): Triple =>
  matrix.map((row) =>
    Math.max(
      0,
      row.reduce((sum, weight, i) => sum + weight * rgb[i]!, 0),
    ),
  ) as Triple;

/** Ottosson 2020: distances in it are about as large as they look. */
function oklab([r, g, b]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
