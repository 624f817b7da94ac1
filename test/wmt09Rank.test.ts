/** Table 6 and the appendix of the WMT09 paper (Callison-Burch et al. 2009), recomputed from the raw judgments; MQM and DA of later years. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readJudgments } from '../src/data/index.ts';
import {
  type Annotation,
  type Judgments,
  type MarkedError,
  type Rating,
  errorScores,
  ratingScores,
  tasksOf,
} from '../src/human/index.ts';
import { pearson } from '../src/stats/index.ts';
import { differencesFrom, matrixOf, misprints, readAppendix, shiftedIn18, shiftedIn23 } from './wmt09/appendix.ts';
import { readTable, roundedTwice, systemOf, taskOf } from './wmt09/paperTables.ts';
import { type Table6, rankAsPaper, readTable6 } from './wmt09/table6.ts';

const data = new URL('../../shared/data/', import.meta.url);
const isThere = (...folders: readonly string[]) => folders.every((folder) => existsSync(new URL(folder, data)));
const titled = (title: string, present: boolean) => title + (present ? '' : ' (skipped: ../shared/data is not there)');

const wmt09 = isThere('wmt09-ranking/', 'paper-tables/');

describe.skipIf(!wmt09)(titled('WMT09', wmt09), () => {
  let read: Promise<Judgments> | undefined;
  const judgments = () =>
    (read ??= readJudgments({
      files: [fileURLToPath(new URL('wmt09-ranking/judgments/wmt09-human-judgments.tsv', data))],
    }).then((found) => found.judgments));
  const ranked = async (task: string, table?: Table6) => rankAsPaper(task, (await judgments()).rankings, table);

  it('has 7,686 rankings in twelve tasks', async () => {
    const { rankings } = await judgments();
    expect(rankings).toHaveLength(7686);
    expect(tasksOf(rankings)).toHaveLength(12);
  });

  describe('Table 6', () => {
    const table = wmt09 ? readTable6(new URL('paper-tables/wmt09_table06_official_results.tsv', data)) : undefined;
    /** Figures that are printed as rounded only if rounded to three digits first: .6149 to .615 to .62. */
    const twice = ['de-en rbmt4', 'en-de usaar', 'en-es rwth', 'en-fr systran', 'en-cs cu-bojar'];

    it.each(table?.tasks ?? [])('%s', async (task) => {
      const { systems } = await ranked(task, table);
      const printed = table!.rows.filter((row) => row.task === task);
      expect(systems.filter((each) => each.listed).map(({ system }) => system).sort()).toEqual(printed.map(({ system }) => system).sort()); // prettier-ignore
      for (const row of printed) {
        const key = `${task} ${row.system}`;
        const found = systems.find(({ system }) => system === row.system)!;
        const shown = twice.includes(key) ? roundedTwice(found.score) : Number(found.score.toFixed(2));
        expect(shown, key).toBe(row.geOthers);
        if (twice.includes(key)) expect(Number(found.score.toFixed(2)), `${key}: no exception`).not.toBe(shown);
        expect(found.win, `${key} ●`).toBe(row.win);
        expect(found.constrainedWin, `${key} *`).toBe(row.constrainedWin);
        expect(found.comparisons, key).toBeGreaterThanOrEqual(row.fewest - 3);
        expect(found.comparisons, key).toBeLessThanOrEqual(row.most + 3);
      }
    });

    it('has 90 figures', () => expect(table!.rows).toHaveLength(90));
  });

  describe('Tables 14 to 24', () => {
    const cells = wmt09 ? readAppendix(new URL('paper-tables/wmt09_tables14_24_pairwise.tsv', data)) : [];
    const others = wmt09 ? readTable(new URL('paper-tables/wmt09_tables14_24_others.tsv', data)) : [];
    const cellsOf = (task: string, status: string) =>
      cells.filter((each) => each.task === task && each.status === status);
    const matrix = async (task: string) => matrixOf(await ranked(task));
    const differences = async (task: string) => {
      const found = differencesFrom(cellsOf(task, 'ok'), await matrix(task));
      expect(found).toHaveLength(cellsOf(task, 'ok').length);
      return found;
    };

    const tasks = [...new Set(cells.map(({ task }) => task))];
    const most = tasks.filter((task) => task !== 'all-en');

    it.each(most)('%s', async (task) => {
      const all = await differences(task);
      expect(all.filter(({ gap }) => gap > 0.01).map(({ cell }) => cell)).toEqual(task === 'de-en' ? misprints : []);
      expect(all.filter(({ sameMark }) => !sameMark).map(({ cell }) => cell)).toEqual([]);
    });

    it('1,388 of 1,459 cells are within half of the last digit printed, 68 more within one', async () => {
      const all = (await Promise.all(most.map(differences))).flat();
      expect(all).toHaveLength(1459);
      expect(all.filter(({ gap }) => gap <= 0.005)).toHaveLength(1388);
      expect(all.filter(({ gap }) => gap > 0.005 && gap <= 0.01)).toHaveLength(68);
    });

    it('all-en, whose transcription has marks that differ between the two sides of a pair', async () => {
      const all = await differences('all-en');
      expect(all).toHaveLength(549);
      expect(all.filter(({ gap }) => gap > 0.01).map(({ cell }) => cell)).toEqual(shiftedIn23);
      expect(all.filter(({ sameMark }) => sameMark)).toHaveLength(538);
    });

    it('the 122 cells of Table 18 that the transcription lost', async () => {
      const found = await matrix('fr-en');
      const lost = cellsOf('fr-en', 'lost');
      expect(lost).toHaveLength(122);
      for (const { cell } of lost) {
        const { share } = found.get(cell)!;
        expect(share, cell).toBeGreaterThan(0);
        expect(share, cell).toBeLessThan(1);
      }
      // One of them is printed, in the wrong place, as .37.
      expect(found.get('fr-en cmu-statxfer columbia')!.share).toBeCloseTo(0.366, 3);
    });

    it('the five cells of Table 18 that can be in the wrong column: two are, by one', async () => {
      const found = await matrix('fr-en');
      const unsure = cellsOf('fr-en', 'uncertain');
      expect(unsure).toHaveLength(5);
      for (const { cell, share } of unsure) {
        expect(Math.abs(found.get(shiftedIn18.get(cell) ?? cell)!.share - share), cell).toBeLessThan(0.01);
      }
      for (const cell of shiftedIn18.keys()) expect(found.get(cell)!.share, cell).toBeGreaterThan(0.51);
      // A value without a place in the row of RBMT1 is .61.
      expect(found.get('fr-en rbmt1 usaar')!.share).toBeCloseTo(0.61, 2);
    });

    it('a mark printed without a number stands for 0', async () => {
      const found = await matrix('en-fr');
      expect(cellsOf('en-fr', 'zero?').map(({ cell }) => found.get(cell))).toEqual([{ share: 0, mark: '‡' }, { share: 0, mark: '‡' }]); // prettier-ignore
    });

    it.each(tasks)('%s: > others and ≥ others', async (task) => {
      const { systems } = await ranked(task);
      const rows = others.filter((row) => taskOf(row.get('pair')!) === task);
      expect(rows).toHaveLength(systems.length);
      for (const row of rows) {
        const { scores } = systems.find(({ system }) => system.replace('_', '').toLowerCase() === systemOf(row))!;
        // Within half of the last digit but for rounding twice.
        expect(Math.abs(scores.gt! - Number(row.get('gt_others'))), systemOf(row)).toBeLessThan(0.0055);
        expect(Math.abs(scores.ge! - Number(row.get('geq_others'))), systemOf(row)).toBeLessThan(0.0055);
      }
    });
  });
});

const mqm = isThere('ted21-mqm/');

describe.skipIf(!mqm)(titled('MQM of TED talks, WMT21', mqm), () => {
  it.each([
    ['en-de', 7406],
    ['zh-en', 7935],
  ] as const)('%s: every published average', (task, count) => {
    // prettier-ignore
    const marked = new Map<string, Annotation & { errors: MarkedError[] }>();
    for (const row of readTable(new URL(`ted21-mqm/${task}/mqm-errors.tsv`, data))) {
      const [system, segment, judge] = [row.get('system')!, row.get('seg')!, row.get('rater')!];
      const key = `${system} ${segment} ${judge}`;
      if (!marked.has(key)) marked.set(key, { task, system, segment, judge, order: 0, errors: [] });
      marked.get(key)!.errors.push({ category: row.get('category')!, severity: row.get('severity')!, side: 'output' });
    }
    const { systems, segments, ofSegments, ofSystems } = errorScores(task, [...marked.values()]);
    const published = readTable(new URL(`ted21-mqm/${task}/segments.tsv`, data));
    expect(published).toHaveLength(count);
    const sums = systems.map(() => 0);
    for (const row of published) {
      const s = systems.indexOf(row.get('system')!);
      const g = segments.indexOf(row.get('seg')!);
      const average = Number(row.get('mqm_avg'));
      expect(ofSegments[s * segments.length + g], `${row.get('system')} ${row.get('seg')}`).toBeCloseTo(average, 6);
      sums[s]! += average;
    }
    sums.forEach((sum, s) => expect(ofSystems[s]).toBeCloseTo(sum / segments.length, 6));
  });
});

const direct = isThere('wmt17-da-seg/');

describe.skipIf(!direct)(titled('Direct assessment of WMT17', direct), () => {
  it.each(['cs-en', 'de-en', 'fi-en', 'ru-en', 'tr-en', 'zh-en'])('%s: means of 560 outputs tell much of the official order', (task) => {
    // Published are means over judges; the same output of several systems is one row.
    const ratings = readTable(new URL(`wmt17-da-seg/wmt17.da-seg.${task}.tsv`, data)).flatMap((row) =>
      row.get('system')!.split('+').map((system): Rating => ({
        task, system, segment: row.get('sid')!, judge: 'all', order: 0, score: Number(row.get('da_z')), item: 'output',
      })),
    ); // prettier-ignore
    const { systems, segments, ofSegments, ofSystems } = ratingScores(task, ratings, 'raw');
    for (const { system, segment, score } of ratings) {
      expect(ofSegments[systems.indexOf(system) * segments.length + segments.indexOf(segment)]).toBe(score);
    }
    const official = readFileSync(new URL('wmt17-da-seg/DA-syslevel.txt', data), 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .filter(([pair]) => pair === task);
    const known = official.filter(([, , system]) => systems.includes(system!));
    expect(known.length).toBeGreaterThan(3);
    const r = pearson(known.map(([, human]) => Number(human)), known.map(([, , system]) => ofSystems[systems.indexOf(system!)]!));
    expect(r).toBeGreaterThan(0.5);
  }); // prettier-ignore
});
