/**
 * Tests that docs/understand/tuning-study.md and its tables are what scripts/reproduceTuning generates from the data: the start of the
 * summary, the last two sections of the tables, and that the figure exists. The other sections take about two minutes; `npm run reproduce:tuning -- --check`
 * checks all of them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { beforeAll, describe, expect, it } from 'vitest';
import { crossTune, deal } from '../scripts/reproduceTuning/crossTune.ts';
import { type TuningData, openTuningData } from '../scripts/reproduceTuning/tuningData.ts';
import { judge, spreadOf } from '../scripts/reproduceTuning/judged.ts';
import { genreSection, isReversed } from '../scripts/reproduceTuning/sections/genres.ts';
import { introduction, methodText } from '../scripts/reproduceTuning/sections/introduction.ts';
import { metricsOf, usualSettings } from '../scripts/reproduceTuning/studySettings.ts';
import { difference, points, spread, within } from '../scripts/reproduceTuning/wording.ts';
import { tuneSystems } from '../src/engine/index.ts';
import { FeatureRowsBuilder } from '../src/lattice/index.ts';
import type { TuningSet } from '../src/tune/index.ts';

const root = new URL('../', import.meta.url);
const folder = new URL('../../shared/data/', import.meta.url);
const present = ['nbest-lattices/', 'paper-tables/'].every((name) => existsSync(new URL(name, folder)));
const skipped = present ? '' : ' (skipped: ../shared/data is not there)';
const guide = fileURLToPath(new URL('docs/understand/tuning-study.md', root));
const written = readFileSync(guide, 'utf8');
const tables = readFileSync(new URL('docs/understand/tuning-study-tables.md', root), 'utf8');

describe.skipIf(!present)(`the study of tuning${skipped}`, () => {
  let data: TuningData;
  const formatted = async (section: string) =>
    (await format(section, { ...(await resolveConfig(guide)), filepath: guide })).trimEnd();

  beforeAll(async () => {
    data = await openTuningData(fileURLToPath(folder), fileURLToPath(new URL('examples/', root)));
  });

  it('starts with what it is about', async () => {
    const start = await formatted(introduction());
    expect(written.slice(0, start.length)).toBe(start);
  });

  it('ends with weights for parts and for all, data and method', { timeout: 120_000 }, async () => {
    const { finding, markdown } = await genreSection(data, usualSettings);
    expect(written).toContain(await formatted(finding));
    const end = `${await formatted(`${markdown}\n\n${methodText(data, usualSettings)}`)}\n`;
    expect(tables.slice(-end.length)).toBe(end);
  });

  it('has its figure', () => {
    expect(written).toContain('](../tuning-study-bleu.svg)');
    expect(readFileSync(new URL('docs/tuning-study-bleu.svg', root), 'utf8')).toMatch(/^<svg /);
  });
});

/** Twelve segments with two candidates each: feature a speaks for the reference, b for the other. */
function made(): TuningSet {
  const features = new FeatureRowsBuilder();
  const texts: string[] = [];
  const references: string[][] = [];
  for (let i = 0; i < 12; i++) {
    const right = `this is sentence number ${i} of twelve`;
    references.push([right]);
    for (const text of ['quite another text it is', right]) {
      texts.push(text);
      features.add(0, text === right ? 1 : 0);
      features.add(1, text === right ? 0 : 2);
      features.endRow();
    }
  }
  return {
    candidates: {
      segments: 12,
      starts: Int32Array.from({ length: 13 }, (_, i) => 2 * i),
      texts,
      featureNames: ['a', 'b'],
      features: features.finish(),
      totals: new Float64Array(texts.length),
    },
    references,
    labels: new Map([['kind', references.map((_, i) => (i < 6 ? 'first' : 'second'))]]),
  };
}

describe('what the study does by itself', () => {
  it.each([
    [12, 2],
    [100, 5],
    [7, 3],
    [3, 3],
  ])('deals %i segments into %i parts, each segment once', (segments, folds) => {
    const parts = deal(segments, folds, 1);
    expect(parts).toHaveLength(folds);
    expect(parts.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: segments }, (_, i) => i));
    const sizes = parts.map(({ length }) => length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    expect(deal(segments, folds, 1)).toEqual(parts);
  });

  it('holds out first what assay tune --hold-out 0.5 holds out', async () => {
    const set = made();
    const { translations } = await tuneSystems({
      set,
      test: { share: 0.5 },
      metrics: await metricsOf(['bleu']),
      objectives: [0],
      settings: { method: 'mert', restarts: 0, randomDirections: 0 },
      runs: 1,
      seed: 7,
      threads: 1,
    });
    expect(translations).toEqual(deal(12, 2, 7)[0]!.map((i) => set.references[i]![0]));
  });

  it('refuses parts that leave nothing to tune on', () => {
    expect(() => deal(5, 1, 1)).toThrow('5 segments cannot be dealt into 1 parts');
    expect(() => deal(5, 6, 1)).toThrow('5 segments cannot be dealt into 6 parts');
  });

  it('translates every segment by weights not tuned on it', async () => {
    const set = made();
    const metrics = await metricsOf(['bleu', 'ter']);
    const method = { method: 'mert', restarts: 0, randomDirections: 0 } as const;
    const cross = await crossTune(set, { metrics, objectives: [0], method, folds: 3, runs: 2, seed: 1, by: 'kind' });
    expect(cross.systems.map(({ kind, translations }) => [kind, translations.length])).toEqual([
      ['decoded', 1],
      ['start', 1],
      ['tuned', 2],
      ['parts', 2],
    ]);
    expect(cross.tunings.map(({ parts }) => parts[0]!.segments)).toEqual([8, 8, 8, 8, 8, 8]);
    const right = set.references.map(([text]) => text);
    expect(cross.systems[2]!.translations).toEqual([right, right]);
    expect(cross.systems[3]!.translations).toEqual([right, right]);
    const judged = judge(cross, set, metrics);
    expect(judged.spread(2, { metric: 0 })).toEqual({ mean: expect.closeTo(100, 9), deviation: expect.closeTo(0, 9) });
    expect(judged.spread(2, { metric: 1 }).mean).toBe(0);
    expect(judged.spread(2, 'length ratio').mean).toBe(1);
    // The other candidate has five words of seven, none of them right but "is".
    expect(judged.spread(0, 'length ratio')).toEqual({ mean: expect.closeTo(5 / 7, 12), deviation: undefined });
    expect(judged.spread(0, { precision: 1 }).mean).toBeCloseTo(20, 9);
    const { against } = judged.compare('length ratio', 0, [2], usualSettings);
    expect(against(2).difference).toBeCloseTo(2 / 7, 12);
  });

  it('knows a reversal', () => {
    expect(isReversed([3.2, 0.5, -1.1])).toBe(true); // Chiang et al. (2008), Table 3
    expect(isReversed([0.3, 0.4, 0.2])).toBe(false); // Table 5
    expect(isReversed([0.3, 0, -1])).toBe(false);
  });

  it.each([
    [difference(0.312), '+0.31'],
    [difference(-0.04), '−0.04'],
    [difference(-0.001), '0.00'],
    [points(-3), '−3.00'],
    [spread(spreadOf([1, 3])), '2.00 ± 1.41'],
    [spread(spreadOf([2])), '2.00'],
    [within({ low: -0.5, high: 0.25 }), '[−0.50, +0.25]'],
  ])('writes %s', (found, expected) => expect(found).toBe(expected));
});
