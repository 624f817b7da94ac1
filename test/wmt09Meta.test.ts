/**
 * Metrics against people as the WMT09 paper prints it: Tables 7 and 8 (systems) and 12 and 13 (segments, by the scores of their systems), from
 * the scores of Tables 25 and 26 and from the raw judgments.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { readJudgments } from '../src/data/index.ts';
import { type Comparisons, type Ranking, compareRankings } from '../src/human/index.ts';
import {
  type Scores,
  comparisonMeasures,
  overTasks,
  scoreMeasures,
  scoresOfRankings,
  systemMeasures,
  systemPrior,
} from '../src/meta/index.ts';
import {
  PrintedScores,
  consistencyTables,
  correlationBounds,
  correlationTables,
  placeConsistencies,
  placeCorrelations,
  readConsistencies,
  readCorrelations,
} from './wmt09/metricTables.ts';
import { readTable, taskOf } from './wmt09/paperTables.ts';

const data = new URL('../../shared/data/', import.meta.url);
const tables = new URL('paper-tables/', data);
const present = ['wmt09-ranking/', 'paper-tables/', 'wmt17-da-seg/'].every((folder) =>
  existsSync(new URL(folder, data)),
);
const skipped = present ? '' : ' (skipped: ../shared/data is not there)';

describe.skipIf(!present)(`WMT09, metrics against people${skipped}`, () => {
  const comparisons = new Map<string, Comparisons>();
  let rankings: readonly Ranking[] = [];
  let scores: PrintedScores;

  beforeAll(async () => {
    scores = new PrintedScores(tables);
    const file = fileURLToPath(new URL('wmt09-ranking/judgments/wmt09-human-judgments.tsv', data));
    ({ rankings } = (await readJudgments({ files: [file] })).judgments);
  });

  const compared = (pair: string): Comparisons => {
    if (!comparisons.has(pair)) comparisons.set(pair, compareRankings(taskOf(pair), rankings));
    return comparisons.get(pair)!;
  };

  describe('systems: Tables 7 and 8', () => {
    it('ρ from the printed scores: nine cells have no ties and are exact, all others are within what ties allow', () => {
      const cells = readCorrelations(tables);
      const spearman = systemMeasures.find(({ id }) => id === 'spearman')!;
      for (const { metric, pair, n } of cells) {
        const [human, printed] = [scores.human(pair), scores.correlated(pair, metric)];
        const [low, high] = correlationBounds(human, printed);
        const agreement = spearman.of(human, printed);
        expect(agreement.systems).toBe(n);
        if (low === high) expect(agreement.value).toBeCloseTo(low, 12);
      }
      const found = placeCorrelations(cells, scores, (pair) => scores.human(pair));
      expect(found.exact).toHaveLength(9);
      expect(found.within).toHaveLength(112);
      // .8649 at most, printed .87: to three digits first, as five figures of Table 6.
      expect(found['rounded twice']).toEqual(['fr-en nist']);
      expect(found.outside).toEqual([]);
    });

    it('ρ with people’s scores from the raw judgments: all but three cells', () => {
      const found = placeCorrelations(readCorrelations(tables), scores, (pair) => scoresOfRankings(compared(pair)));
      // If RWTH changed places with either of its neighbours among people’s scores, these and the nine others would all fit.
      expect(found.outside).toEqual(['en-es bleu (cased)', 'en-es nist (cased)', 'en-es nist']);
      expect(found.exact.length + found.within.length + found['rounded twice'].length).toBe(119);
    });

    it.each([
      [correlationTables[0]!, 19],
      [correlationTables[1]!, 10],
    ])('%s: %i averages are plain means over language pairs', (table, size) => {
      const rows = readTable(new URL(table, tables)).filter((row) => row.get('rho') !== 'n/a');
      const averages = rows.filter((row) => row.get('pair') === 'average');
      expect(averages).toHaveLength(size);
      for (const average of averages) {
        const metric = average.get('metric')!;
        const figures = rows
          .filter((row) => row.get('metric') === metric && row.get('pair') !== 'average')
          .map((row) => ({ value: Number(row.get('rho')) }));
        // Half a unit from rounding the parts, half from rounding the mean.
        expect(Math.abs(overTasks(figures).mean - Number(average.get('rho'))), metric).toBeLessThan(0.0101);
      }
    });
  });

  describe('segments by the scores of their systems: Tables 12 and 13', () => {
    const consistency = comparisonMeasures.find(({ id }) => id === 'consistency')!;
    const cells = (table: string) => readConsistencies(new URL(table, tables));
    const ofPrior = (pair: string, prior: Scores) =>
      consistency.of(compared(pair), systemPrior(prior, compared(pair).segments));

    it('the comparisons counted are those people decided, in every language pair exactly as many as printed', () => {
      const counts = new Map(consistencyTables.flatMap(cells).map(({ pair, n }) => [pair, n]));
      counts.delete('overall');
      expect(counts.size).toBe(9);
      for (const [pair, n] of counts) {
        const { fraction, missing } = ofPrior(pair, scoresOfRankings(compared(pair)));
        expect([pair, fraction!.below, missing]).toEqual([pair, n, 0]);
      }
      // The only other column of Table 10.
      expect(ofPrior('multi-en', scoresOfRankings(compared('multi-en'))).fraction!.below).toBe(1952);
    });

    it.each(consistencyTables)('%s: the oracle is exact', (table) => {
      const oracle = cells(table).filter(({ metric }) => metric === 'Oracle');
      const figures = oracle
        .filter(({ pair }) => pair !== 'overall')
        .map(({ pair, share }) => {
          const figure = ofPrior(pair, scoresOfRankings(compared(pair)));
          expect(figure.value.toFixed(2), pair).toBe(share.toFixed(2));
          return figure;
        });
      const overall = oracle.find(({ pair }) => pair === 'overall')!;
      expect(overTasks(figures).pooled!.toFixed(2)).toBe(overall.share.toFixed(2));
      expect(figures.reduce((sum, { counted }) => sum + counted, 0)).toBe(overall.n);
    });

    it.each([
      [consistencyTables[0]!, 56, 14],
      [consistencyTables[1]!, 26, 7],
    ])('%s: all %i cells of metrics, and the %i overall, are within what ties allow', (table, size, all) => {
      const { pairs, overall } = placeConsistencies(cells(table), scores, compared);
      expect(pairs.outside).toEqual([]);
      expect(pairs.exact.length + pairs.within.length + pairs['rounded twice'].length).toBe(size);
      expect(overall.outside).toEqual([]);
      expect(overall.exact.length + overall.within.length + overall['rounded twice'].length).toBe(all);
    });
  });
});

describe.skipIf(!present)(`WMT17, sentBLEU against direct assessment${skipped}`, () => {
  // The figures of the WMT17 paper; of Latvian the scores of 435 outputs are left, which give .404.
  it.each([
    ['cs-en', 0.435, 560],
    ['de-en', 0.432, 560],
    ['fi-en', 0.571, 560],
    ['lv-en', 0.404, 435],
    ['ru-en', 0.484, 560],
    ['tr-en', 0.538, 560],
    ['zh-en', 0.512, 560],
  ])('%s: r = %d', (pair, expected, outputs) => {
    const rows = readTable(new URL(`wmt17-da-seg/wmt17.da-seg.${pair}.tsv`, data));
    const column = (name: string): Scores => {
      const systems = [...new Set(rows.map((row) => row.get('system')!))];
      const segments = [...new Set(rows.map((row) => row.get('sid')!))];
      const ofSegments = new Float64Array(systems.length * segments.length).fill(NaN);
      for (const row of rows) {
        const at = systems.indexOf(row.get('system')!) * segments.length + segments.indexOf(row.get('sid')!);
        const cell = row.get(name)!;
        if (cell !== '') ofSegments[at] = Number(cell);
      }
      const ofSystems = new Float64Array(systems.length).fill(NaN);
      return { name, higherIsBetter: true, systems, segments, ofSystems, ofSegments };
    };
    const measure = scoreMeasures.find(({ id }) => id === 'pearson')!;
    const { value, counted, missing } = measure.of(column('da_z'), column('sentBLEU'));
    expect([counted, missing]).toEqual([outputs, 560 - outputs]);
    expect(Math.abs(value - expected)).toBeLessThan(0.0006);
  });
});
