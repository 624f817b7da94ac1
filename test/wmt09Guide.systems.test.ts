/**
 * The guide docs/guide/wmt09.md is what scripts/reproduceWmt09 makes of the data. Checked here are its first five sections, the last one and the
 * figures. Those on metrics of today need all outputs scored and hundreds of tests, some minutes: `npm run reproduce:wmt09 -- --check` does that.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { beforeAll, describe, expect, it } from 'vitest';
import { correct, holm, meanDifference, segmentTies, segmentValue } from '../scripts/reproduceWmt09/compareMetrics.ts';
import { type GuideParts, openWmt09, partsFromJudgments, usualSettings } from '../scripts/reproduceWmt09/guide.ts';
import { odditiesSection } from '../scripts/reproduceWmt09/sections/oddities.ts';
import { grouped, page, partOf, share, signed } from '../scripts/reproduceWmt09/wording.ts';
import type { Wmt09 } from '../scripts/reproduceWmt09/wmt09.ts';
import { type Ranking, compareRankings } from '../src/human/index.ts';
import type { Scores } from '../src/meta/index.ts';

const folder = new URL('../../shared/data/', import.meta.url);
const present = ['wmt09-ranking/', 'paper-tables/'].every((name) => existsSync(new URL(name, folder)));
const skipped = present ? '' : ' (skipped: ../shared/data is not there)';
const guide = fileURLToPath(new URL('../docs/guide/wmt09.md', import.meta.url));
const written = readFileSync(guide, 'utf8');

describe.skipIf(!present)(`the guide of WMT09 recomputed${skipped}`, () => {
  let wmt09: Wmt09;
  let made: GuideParts;
  const formatted = async (...sections: readonly string[]) =>
    (await format(page(...sections), { ...(await resolveConfig(guide)), filepath: guide })).trimEnd();

  beforeAll(async () => {
    wmt09 = await openWmt09(fileURLToPath(folder));
    made = await partsFromJudgments(wmt09, usualSettings);
  });

  it('starts with the sections that judgments and printed tables give', async () => {
    const start = await formatted(...made.sections);
    expect(written.slice(0, start.length)).toBe(start);
  });

  it('ends with what was seen on the way', async () => {
    const end = `${await formatted(odditiesSection(wmt09))}\n`;
    expect(written.slice(-end.length)).toBe(end);
  });

  it('has its figures', () => {
    expect([...made.figures.keys()]).toEqual(['wmt09-figure4', 'wmt09-figure5', 'wmt09-figure6']);
    for (const [name, svg] of made.figures) {
      expect(written).toContain(`](../${name}.svg)`);
      expect(readFileSync(new URL(`../docs/${name}.svg`, import.meta.url), 'utf8') === svg, name).toBe(true);
    }
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
