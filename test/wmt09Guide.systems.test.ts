/**
 * Tests that docs/papers/wmt09.md and its pages of tables are what scripts/reproduceWmt09 generates from the data: the pages and findings that
 * need the judgments only, and the figures. The sections on today's metrics need scores of all outputs and hundreds of tests, which takes
 * some minutes; `npm run reproduce:wmt09 -- --check` checks all of them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { beforeAll, describe, expect, it } from 'vitest';
import { correct, holm, meanDifference, segmentTies, segmentValue } from '../scripts/reproduceWmt09/compareMetrics.ts';
import {
  type JudgmentParts,
  openWmt09,
  pagesFromJudgments,
  partsFromJudgments,
  usualSettings,
} from '../scripts/reproduceWmt09/guide.ts';
import { drawFigures } from '../scripts/reproduceWmt09/drawFigures.ts';
import { tablePage } from '../scripts/reproduceWmt09/guidePart.ts';
import { introduction, judgmentFindings } from '../scripts/reproduceWmt09/sections/summary.ts';
import { grouped, partOf, share, signed } from '../scripts/reproduceWmt09/wording.ts';
import type { Wmt09 } from '../scripts/reproduceWmt09/wmt09.ts';
import { type Ranking, compareRankings } from '../src/human/index.ts';
import type { Scores } from '../src/meta/index.ts';

const folder = new URL('../../shared/data/', import.meta.url);
const present = ['wmt09-ranking/', 'paper-tables/'].every((name) => existsSync(new URL(name, folder)));
const skipped = present ? '' : ' (skipped: ../shared/data is not there)';
const pathOf = (name: string) => fileURLToPath(new URL(`../docs/papers/${name}.md`, import.meta.url));
const written = (name: string) => readFileSync(pathOf(name), 'utf8');

describe.skipIf(!present)(`the guide of WMT09 recomputed${skipped}`, () => {
  let wmt09: Wmt09;
  let made: JudgmentParts;
  const formatted = async (text: string) =>
    (await format(text, { ...(await resolveConfig(pathOf('wmt09'))), filepath: pathOf('wmt09') })).trimEnd();

  beforeAll(async () => {
    wmt09 = await openWmt09(fileURLToPath(folder));
    made = partsFromJudgments(wmt09, usualSettings);
  });

  it('has the pages that judgments and printed tables give', async () => {
    for (const [name, text] of pagesFromJudgments(made)) {
      expect(`${await formatted(text)}\n` === written(name), name).toBe(true);
    }
    const start = await formatted(tablePage('WMT09 recomputed: metrics', made.printed));
    expect(written('wmt09-tables-metrics').slice(0, start.length)).toBe(start);
  });

  it('summarises them', async () => {
    const start = await formatted(introduction(wmt09));
    const summary = written('wmt09');
    expect(summary.slice(0, start.length)).toBe(start);
    for (const finding of judgmentFindings(made)) expect(summary).toContain(await formatted(finding));
  });

  it('has its figures', () => {
    const figures = drawFigures(made.figures);
    expect([...figures.keys()]).toEqual(['wmt09-figure4', 'wmt09-figure5', 'wmt09-figure6']);
    for (const [name, svg] of figures) {
      expect(written('wmt09-tables-agreement')).toContain(`](../${name}.svg)`);
      expect(readFileSync(new URL(`../docs/${name}.svg`, import.meta.url), 'utf8') === svg, name).toBe(true);
    }
    expect(written('wmt09')).toContain('](../wmt09-segments.svg)');
  });
});

describe('what the guide computes by itself', () => {
  it('corrects p after Holm', () => {
    // R 4: p.adjust(c(0.01, 0.04, 0.03, 0.005, 1), 'holm').
    expect(holm([0.01, 0.04, 0.03, 0.005, 1]).map((p) => Number(p.toFixed(12)))).toEqual([0.04, 0.09, 0.09, 0.025, 1]);
    expect(holm([])).toEqual([]);
    const found = { first: 1, second: 0, value: 1, interval: { low: 0, high: 1 } };
    expect(correct([{ ...found, p: 0.02 }, { ...found, p: 0.04 }]).map(({ corrected }) => corrected)).toEqual([0.04, 0.04]); // prettier-ignore
  });

  it('compares metrics over segments', () => {
    const ranking = (segment: string, ranks: readonly number[]): Ranking => ({ task: 't', segment, judge: 'j', order: 0, systems: ['a', 'b', 'c'], ranks }); // prettier-ignore
    const comparisons = compareRankings('t', [ranking('1', [1, 2, 3]), ranking('2', [2, 1, 1])]);
    const scores = (ofSegments: readonly number[]): Scores => ({ name: '', higherIsBetter: true, systems: ['a', 'b', 'c'], segments: ['1', '2'], ofSystems: new Float64Array(3), ofSegments: Float64Array.from(ofSegments) }); // prettier-ignore
    // Right on all five decided comparisons; right on three, alike on one, wrong on one.
    const right = scores([3, 1, 2, 2, 1, 2]);
    const other = scores([3, 1, 2, 0, 2, 2]);
    expect(segmentValue(comparisons, right, 'consistency')).toBe(1);
    expect(segmentValue(comparisons, other, 'consistency')).toBeCloseTo(3 / 5, 12);
    expect(segmentValue(comparisons, other, 'wmt13')).toBeCloseTo(2 / 4, 12);
    expect(segmentValue(comparisons, other, 'wmt14')).toBeCloseTo(2 / 5, 12);
    expect(segmentTies(comparisons, other)).toBeCloseTo(1 / 5, 12);
    const settings = { samples: 200, seed: 1, level: 1 };
    const found = meanDifference(comparisons, [[right, other], [other, other]], 'consistency', settings); // prettier-ignore
    expect([found.first, found.second]).toEqual([(1 + 3 / 5) / 2, 3 / 5].map((each) => expect.closeTo(each, 12)));
    // Both draws the first segment: all right against two of three; both the second: all against one of two.
    expect(found.interval).toEqual({ low: expect.closeTo(1 / 6, 12), high: expect.closeTo(1 / 4, 12) });
  });

  it.each([
    [share(0.549), '.549'],
    [share(-0.6, 2), '−.60'],
    [share(1), '1.000'],
    [share(-0.0001), '.000'],
    [share(NaN), '–'],
    [signed(0.0124), '+.012'],
    [signed(0.0001), '.000'],
    [signed(-0.5, 2), '−.50'],
    [grouped(1234567), '1,234,567'],
    [grouped(388), '388'],
    [partOf(3, 3), 'all three'],
    [partOf(2, 2), 'both'],
    [partOf(0, 14), 'none of 14'],
  ])('writes %s', (found, expected) => expect(found).toBe(expected));
});
