/**
 * Tables 7, 8, 12 and 13 of the WMT09 paper, and the scores of Tables 25 and 26 they were made from. Those are printed to two digits, so that
 * systems that differ look alike: a printed figure must lie between the least and the most that any way of telling them apart would give.
 */
import { type Comparisons, countPairs } from '../../src/human/index.ts';
import { type Scores, comparisonMeasures, sharedSystems, systemPrior } from '../../src/meta/index.ts';
import { spearmanByDifferences } from '../../src/stats/index.ts';
import { type Places, type Row, noPlaces, placeOf, readTable } from './paperTables.ts';

export const correlationTables: readonly string[] = [
  'wmt09_table07_system_correlation_into_english.tsv',
  'wmt09_table08_system_correlation_out_of_english.tsv',
];
export const consistencyTables: readonly string[] = [
  'wmt09_table12_system_rank_consistency_into_english.tsv',
  'wmt09_table13_system_rank_consistency_out_of_english.tsv',
];

/** The copy of Table 25 ends within this block. */
const lostPair = 'hu-en';

/** Rows of Tables 7, 8, 12 and 13, and the columns of Tables 25 and 26 they are made from. */
const columnOf: Readonly<Record<string, string>> = {
  ulc: 'ULC', maxsim: 'MAXSIM', 'rte (absolute)': 'RTE-ABSOLUTE', 'rte (pairwise)': 'RTE-PAIRWISE', 'meteor-rank': 'METEOR-RANKING',
  'meteor-0.6': 'METEOR-0.6', 'meteor-0.7': 'METEOR-0.7', terp: 'TERP', ter: 'TER', 'bleu-ter/2': 'BLEU-TER', nist: 'NIST',
  'nist (cased)': 'NIST-CASED', bleu: 'BLEU', 'bleu (cased)': 'BLEU-CASED', bleusp: 'BLEUSP', bleusp4114: 'BLEUSP4114', wpF: 'WPF',
  wpbleu: 'WPBLEU', wcd6p4er: 'WCD6P4ER',
}; // prettier-ignore
const errorMetrics = new Set(['ter', 'terp', 'wcd6p4er']);

/** Footnote 6: its file was malformed. Tables 13 and 26 have it nevertheless. */
const leftOut = (pair: string): readonly string[] => (pair === 'en-cz' ? ['PCTRANS'] : []);

/** Scores of systems as Tables 25 and 26 print them. */
export class PrintedScores {
  readonly #rows: readonly Row[];

  /** `tables`: the folder of the tables, with a slash at its end. */
  constructor(tables: URL) {
    const names = ['wmt09_table25_scores_into_english.tsv', 'wmt09_table26_scores_out_of_english.tsv'];
    this.#rows = names.flatMap((name) => readTable(new URL(name, tables)));
  }

  /** People's, as in Tables 7 and 8. */
  human(pair: string): Scores {
    return this.#column(pair, 'RANK', true, leftOut(pair));
  }

  /** A metric's, as in Tables 7 and 8. */
  correlated(pair: string, metric: string): Scores {
    return this.#column(pair, columnOf[metric]!, !errorMetrics.has(metric), leftOut(pair));
  }

  /** A metric's, as in Tables 12 and 13. */
  prior(pair: string, metric: string): Scores {
    return this.#column(pair, columnOf[metric]!, !errorMetrics.has(metric), []);
  }

  #column(pair: string, column: string, higherIsBetter: boolean, without: readonly string[]): Scores {
    const rows = this.#rows.filter((row) => row.get('pair') === pair && !without.includes(row.get('system')!));
    return {
      name: column,
      higherIsBetter,
      systems: rows.map((row) => row.get('system')!.toLowerCase()),
      segments: [],
      ofSystems: Float64Array.from(rows, (row) => Number(row.get(column))),
      ofSegments: new Float64Array(),
    };
  }
}

export interface CorrelationCell {
  readonly metric: string;
  readonly pair: string;
  readonly n: number;
  /** Such that more is better for all metrics; in print less is better for error metrics. */
  readonly rho: number;
}

/** Cells of Tables 7 and 8 that can be recomputed: without averages and lost data. */
export function readCorrelations(tables: URL): CorrelationCell[] {
  return correlationTables
    .flatMap((name) => readTable(new URL(name, tables)))
    .filter((row) => !['average', lostPair].includes(row.get('pair')!) && row.get('rho') !== 'n/a')
    .map((row) => {
      const metric = row.get('metric')!;
      return {
        metric,
        pair: row.get('pair')!,
        n: Number(row.get('n')),
        rho: Number(row.get('rho')) * (errorMetrics.has(metric) ? -1 : 1),
      };
    });
}

export interface ConsistencyCell {
  readonly metric: string;
  /** `overall` for all pairs together. */
  readonly pair: string;
  readonly n: number;
  readonly share: number;
}

/** All cells of Table 12 or 13, the oracle's among them. */
export function readConsistencies(table: string | URL): ConsistencyCell[] {
  return readTable(table)
    .filter((row) => row.get('consistency') !== 'n/a')
    .map((row) => ({
      metric: row.get('metric')!,
      pair: row.get('pair')!,
      n: Number(row.get('n')),
      share: Number(row.get('consistency')),
    }));
}

/** Where the printed ρ lie, `humanOf` giving people's scores of a language pair. */
export function placeCorrelations(
  cells: readonly CorrelationCell[],
  scores: PrintedScores,
  humanOf: (pair: string) => Scores,
): Places {
  const places = noPlaces();
  for (const { metric, pair, rho } of cells) {
    const bounds = correlationBounds(humanOf(pair), scores.correlated(pair, metric));
    places[placeOf(rho, ...bounds)].push(`${pair} ${metric}`);
  }
  return places;
}

/** Where the printed shares of one table lie, and those over all pairs; `comparedIn` gives the comparisons of a language pair. */
export function placeConsistencies(
  cells: readonly ConsistencyCell[],
  scores: PrintedScores,
  comparedIn: (pair: string) => Comparisons,
): { readonly pairs: Places; readonly overall: Places } {
  const [pairs, overall] = [noPlaces(), noPlaces()];
  const sums = new Map<string, [low: number, high: number, n: number]>();
  const metrics = cells.filter(({ metric }) => metric !== 'Oracle');
  for (const { metric, pair, share, n: printed } of metrics) {
    if (pair === 'overall') continue;
    const before = sums.get(metric) ?? [0, 0, 0];
    // What is lost of Hungarian–English is known to half a unit from its own cell of the table.
    const [low, high, n] =
      pair === lostPair
        ? ([(share - 0.005) * printed, (share + 0.005) * printed, printed] as const)
        : consistencyBounds(comparedIn(pair), scores.prior(pair, metric));
    if (pair !== lostPair) pairs[placeOf(share, low / n, high / n)].push(`${pair} ${metric}`);
    sums.set(metric, [before[0] + low, before[1] + high, before[2] + n]);
  }
  for (const { metric, pair, share } of metrics) {
    if (pair !== 'overall') continue;
    const [low, high, n] = sums.get(metric)!;
    overall[placeOf(share, low / n, high / n)].push(metric);
  }
  return { pairs, overall };
}

/**
 * The least and the most that ρ can be if equal scores were different ones before rounding. What is equal on one side only is best told
 * apart as the other side has it, and worst the other way round; what is equal on both, in the same or in opposite order.
 */
export function correlationBounds(human: Scores, metric: Scores): [low: number, high: number] {
  const shared = sharedSystems(human, metric);
  const order = (first: Float64Array, second: Float64Array, turn: number, turnLast: number): Float64Array => {
    const places = Array.from(first.keys()).sort(
      (a, b) => first[a]! - first[b]! || turn * (second[a]! - second[b]!) || turnLast * (a - b),
    );
    return Float64Array.from(first, (_, i) => places.indexOf(i));
  };
  const { human: x, metric: y } = shared;
  return [
    spearmanByDifferences(order(x, y, -1, 1), order(y, x, -1, -1)),
    spearmanByDifferences(order(x, y, 1, 1), order(y, x, 1, 1)),
  ];
}

/** How many decided comparisons agree with the scores of systems at least and at most, if equal scores are told apart, of how many. */
function consistencyBounds(comparisons: Comparisons, metric: Scores): [low: number, high: number, n: number] {
  const { fraction } = comparisonMeasures
    .find(({ id }) => id === 'consistency')!
    .of(comparisons, systemPrior(metric, comparisons.segments));
  const { size, wins } = countPairs(comparisons);
  let [low, high] = [fraction!.above, fraction!.above];
  for (const score of new Set(metric.ofSystems)) {
    const tied = metric.systems.filter((_, s) => metric.ofSystems[s] === score);
    const places = tied.map((system) => comparisons.systems.indexOf(system));
    // The best and worst order of each subset: a system on top of it wins what it won against its members.
    const least = new Float64Array(1 << places.length).fill(Infinity);
    const most = new Float64Array(1 << places.length).fill(-Infinity);
    least[0] = most[0] = 0;
    for (let subset = 0; subset < 1 << places.length; subset++) {
      places.forEach((top, i) => {
        if ((subset >> i) & 1) return;
        const won = places.reduce((sum, other, j) => sum + ((subset >> j) & 1) * wins[top * size + other]!, 0);
        const larger = subset | (1 << i);
        least[larger] = Math.min(least[larger]!, least[subset]! + won);
        most[larger] = Math.max(most[larger]!, most[subset]! + won);
      });
    }
    low += least.at(-1)!;
    high += most.at(-1)!;
  }
  return [low, high, fraction!.below];
}
