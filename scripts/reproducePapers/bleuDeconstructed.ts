/** Song, Cohn and Specia (2013): BLEU Deconstructed. */
import { kappa } from '../../src/human/agreement/labelAgreement.ts';
import { type Comparisons, compareRankings } from '../../src/human/index.ts';
import { rowsOfTable4 } from '../../src/metrics/ngram/bleu-grid.ts';
import { brevityPenalty } from '../../src/metrics/shared/bleuScore.ts';
import { type ChartFigure, charts } from '../../src/report/index.ts';
import { splitProbability } from '../../src/stats/index.ts';
import { readTable } from '../../test/wmt09/paperTables.ts';
import { type TestedDifference, compareSegments, segmentTies, segmentValue } from '../reproduceWmt09/compareMetrics.ts';
import { image } from '../reproduceWmt09/drawFigures.ts';
import type { JudgedMetrics } from '../reproduceWmt09/scoreTasks.ts';
import { holdsZero, shown } from '../reproduceWmt09/sections/differences.ts';
import { commands, grouped, listed, numberWord, page, partOf, percent, share, signed, table } from '../reproduceWmt09/wording.ts'; // prettier-ignore
import type { Settings, Wmt09 } from '../reproduceWmt09/wmt09.ts';
import { agreedPairs, leastJudges, leastShare } from './agreedPairs.ts';
import { columns, dataText, generatedNote, meanOf, meanRho, orderAgreement, reproduceText, systemAgreements, transcript } from './papersPage.ts'; // prettier-ignore
import { studiesOf } from './variants.ts';

export interface SongFindings {
  readonly wmt09: Wmt09;
  readonly judged: JudgedMetrics;
  readonly settings: Settings;
}

/** A cell of Tables 3 to 5. */
interface Cell {
  readonly table: 3 | 4 | 5;
  /** As typed. */
  readonly name: string;
  readonly printed: number | undefined;
  /** τ on the pairs on which judges agree. */
  readonly tau: number;
  /** Consistency on all judgments. */
  readonly consistency: number;
  readonly ties: number;
  /** Over systems, the mean of all language pairs. */
  readonly rho: number;
  /** From BLEU, in τ. */
  readonly difference: TestedDifference;
}

const baseline = 'PGBC4';

/** Which metric is which row of the papers' tables: the label under which it was scored. */
const labels = new Map(
  studiesOf('bleu-grid').flatMap(({ variants }) => [...variants].map(([name, { label }]) => [name, label] as const)),
);
export const smoothedBrevity = ['PGBC4^b', 'RGBC4^b', 'FGBC4^b'].map((name) => ({ label: name, typed: name }));
const labelOf = (name: string): string => labels.get(name) ?? name;

export function songPages(findings: SongFindings): { pages: [string, string][]; figures: ChartFigure[] } {
  const { wmt09, judged, settings } = findings;
  const agreed = judgedPairs(findings);
  const cells = findCells(findings, agreed.comparisons);
  const figure = drawCells(cells);
  const { tables } = wmt09;
  return {
    figures: [figure],
    pages: [
      [
        'bleu-deconstructed',
        page(
          '# BLEU Deconstructed (2013), recomputed',
          generatedNote,
          'Song, Cohn and Specia (IJCLA 2013) replace the parts of BLEU one by one. To see what each part is worth on the judgments of WMT09, run:',
          commands('assay meta wmt09-ranking -t de-en -t en-fr -t en-es --ablate bleu-grid'),
          verdictText(cells, agreed),
          image(figure),
          'Every variant is a metric by its name in the paper, such as RAC1 (recall, arithmetic mean, clipped counts, unigrams):',
          transcript(
            'assay score -r examples/reference.A.en.txt examples/good.txt examples/terse.txt -m PGBC4 PABC4 RAC4 RAC1 -f tsv | cut -f 1,3,4',
          ),
          dataText,
          '## Every table and formula',
          table([...columns], rows(findings, cells, agreed), 3),
          '## The claims',
          ...claims(cells, findings, agreed.comparisons),
          '## Tables 7 and 8: systems tuned to each metric',
          ...tunedText(tables),
          '## Reproduce it',
          `${reproduceText} Intervals and p come from ${grouped(settings.samples)} resamples and permutations of segments (seed ${settings.seed}). [All cells of Tables 3 to 5](bleu-deconstructed-tables.md).`,
        ),
      ],
      ['bleu-deconstructed-tables', cellsPage(cells, agreed, tableSix(judged, tables))],
    ],
  };
}

interface Agreed {
  readonly comparisons: Comparisons;
  /** Pairs of outputs that we have, on which judges agree. */
  readonly count: number;
  readonly kappa: number;
  /** The same for all systems of the six language pairs of the paper. */
  readonly allCount: number;
  readonly allTies: number;
}

/** The pairs of the paper that WMT09 has. */
const paperTasks = ['es-en', 'fr-en', 'de-en', 'en-es', 'en-fr', 'en-de'];

function judgedPairs({ wmt09, judged }: SongFindings): Agreed {
  const { rankings } = wmt09.judgments;
  const every = paperTasks.map((task) => agreedPairs(task, rankings));
  const known = judged.tasks.map(({ task, scores }) => {
    const systems = new Set([...scores.values()][0]!.systems);
    return agreedPairs(
      task,
      rankings.map((ranking) => only(ranking, systems)),
    );
  });
  const comparisons = compareRankings(
    'all',
    known.flatMap((each) =>
      each.rankings.map((ranking) => ({
        ...ranking,
        task: 'all',
        systems: ranking.systems.map((system) => `${ranking.task} ${system}`),
      })),
    ),
  );
  const sum = (of: readonly ReturnType<typeof agreedPairs>[], key: 'ties') =>
    of.reduce((all, each) => all + each[key], 0);
  const weighted = known.reduce((all, each) => all + each.kappa * each.rankings.length, 0);
  const count = known.reduce((all, each) => all + each.rankings.length, 0);
  return {
    comparisons,
    count,
    kappa: weighted / count,
    allCount: every.reduce((all, each) => all + each.rankings.length, 0),
    allTies: sum(every, 'ties'),
  };
}

/** A ranking of some of its systems. */
function only<R extends { readonly task: string; readonly systems: readonly string[]; readonly ranks: readonly number[] }>(
  ranking: R,
  systems: ReadonlySet<string>,
): R {
  const kept = ranking.systems.flatMap((system, s) => (systems.has(system) ? [s] : []));
  return { ...ranking, systems: kept.map((s) => ranking.systems[s]!), ranks: kept.map((s) => ranking.ranks[s]!) };
} // prettier-ignore

function findCells({ wmt09, judged, settings }: SongFindings, comparisons: Comparisons): Cell[] {
  const { tables } = wmt09;
  const number = (cell: string | undefined) => (cell === undefined || cell === '' ? undefined : Number(cell));
  const table3 = readTable(new URL('song2013_table3_sentence_tau_smoothed.tsv', tables)).map((row) => [3, row.get('metric')!, number(row.get('tau'))] as const); // prettier-ignore
  const printed4 = readTable(new URL('song2013_table4_sentence_tau_unsmoothed.tsv', tables));
  const table4 = rowsOfTable4.flatMap(([, typed], r) =>
    ['P', 'R', 'F'].map((base, b) => [4, `${base}${typed}`, number(printed4[3 * r + b]!.get('tau'))] as const),
  );
  const table5 = readTable(new URL('song2013_table5_ngram_size.tsv', tables)).map((row) => {
    const [letters = '', mark] = row.get('metric')!.split('^');
    const name = `${letters}${row.get('max_n')!}${mark === undefined ? '' : `^${mark}`}`;
    return [5, name, number(row.get('tau'))] as const;
  });
  const { scores, comparisons: all } = judged.all;
  const bleu = scores.get(labelOf(baseline))!;
  return [...table3, ...table4, ...table5].map(([at, name, printed]) => {
    const own = scores.get(labelOf(name))!;
    return {
      table: at,
      name,
      printed,
      tau: segmentValue(comparisons, own, 'wmt13'),
      consistency: segmentValue(all, own, 'consistency'),
      ties: segmentTies(comparisons, own),
      rho: meanRho(judged, labelOf(name)),
      difference: compareSegments(comparisons, own, bleu, 'wmt13', settings),
    };
  });
}

const cellOf = (cells: readonly Cell[], name: string): Cell => cells.find((cell) => cell.name === name)!;

const drawCells = (cells: readonly Cell[]): ChartFigure =>
  charts.dotIntervals({
    id: 'papers-bleu-deconstructed-tau',
    caption: 'Table 3: τ of each variant minus that of BLEU (PGBC4), on pairs of WMT09 on which judges agree',
    what: 'variant',
    value: { title: 'difference in τ', digits: 3 },
    items: cells
      .filter((cell) => cell.table === 3 && cell.name !== baseline)
      .sort((a, b) => b.difference.value - a.difference.value)
      .map(({ name, difference }) => ({ label: name, value: difference.value, interval: difference.interval })),
  });

const uniqueOf = (cells: readonly Cell[]): Cell[] => [...new Map(cells.map((cell) => [cell.name, cell])).values()];

function verdictText(cells: readonly Cell[], agreed: Agreed): string {
  const unique = uniqueOf(cells).filter(({ name }) => name !== baseline);
  const sure = unique.filter(({ difference }) => !holdsZero(difference));
  const [best] = [...unique].sort((a, b) => b.tau - a.tau) as [Cell];
  const above = sure.filter(({ difference }) => difference.value > 0).length;
  const differing =
    sure.length === 0
      ? `no variant of ${unique.length} differs from BLEU with an interval that excludes 0`
      : `of ${unique.length} variants ${numberWord(above)} ${above === 1 ? 'is' : 'are'} above BLEU and ${numberWord(sure.length - above)} below it with an interval that excludes 0`;
  return `**In short.** On the ${grouped(agreed.count)} pairs of outputs on which WMT09’s judges agree, ${best.name} has the highest τ (${share(best.tau, 4)}; BLEU has ${share(cellOf(cells, baseline).tau, 4)}), and ${differing}. These are too few pairs for differences of a few hundredths; the paper had 10,278, of three years.`;
}

function rows(findings: SongFindings, cells: readonly Cell[], agreed: Agreed): string[][] {
  const { tables } = findings.wmt09;
  const inTable = (at: number) => cells.filter((cell) => cell.table === at && cell.printed !== undefined);
  const order = (at: number) => {
    const known = inTable(at);
    return `${known.length} printed cells; ours order them as the paper does with ρ = ${share(
      orderAgreement(
        known.map(({ printed }) => printed!),
        known.map(({ tau }) => tau),
      ),
      2,
    )}.`;
  };
  const eight = tableEight(tables);
  const close = eight.filter(({ found, printed }) => Math.abs(found - printed) <= 0.00012).length;
  return [
    [
      'Equations 1 and 2: BLEU and its penalty',
      '`assay explain -r ref.txt sys.txt -m PGBC4`',
      'As defined; `PGBC4` is BLEU in `src/metrics/ngram/bleu-grid.test.ts`.',
    ],
    [
      'Table 1: unigram precision 18/19',
      '`assay explain -m PGBC1`',
      'It is (`song-t1-unigram` in `src/metrics/shared/bleuScore.test.ts`).',
    ],
    [
      'Table 2: precision 8/8 without clipping, 4/8 with it',
      '`assay score -m PAB1 PABC1`',
      'Both (`song-t2-cand2-text` in `src/metrics/ngram/bleu-grid.test.ts`). The sentence in Table 2 of our copy has lost a word, and then has 7 words.',
    ],
    ['Smoothed penalty exp(1 − (r + 1)/(c + 1))', '`-m PGBC4^b`', 'As defined (`song-smoothed-bp`).'],
    [
      'Equation 3: τ without ties',
      '`assay meta wmt09-ranking --segment-measure wmt13`',
      'As defined; [Metrics against people](../guide/meta.md).',
    ],
    [
      `Section 3.1: pairs with at least ${numberWord(leastJudges)} judges and ${percent(leastShare)} equal judgments; 10,278, κ .8576, of WMT09 to WMT11`,
      'this page’s script',
      `WMT09 has ${grouped(agreed.allCount)} in the paper’s six language pairs (and ${agreed.allTies} agreed ties, left out); of outputs that we have, ${grouped(agreed.count)}, κ ${share(agreed.kappa, 2)}. Judgments of WMT10 and WMT11 are not in our data.`,
    ],
    ['Table 3: 18 smoothed variants', '`assay meta wmt09-ranking --ablate bleu-grid`', order(3)],
    [
      'Table 4: without smoothing',
      'the same',
      `${order(4)} Our copy lost two cells; the row marked u,b can only be smoothed ([why](../reference/metrics/bleu-grid.md)).`,
    ],
    ['Table 5: longest n-gram', 'the same', `${order(5)} Our copy lost two cells.`],
    [
      'Table 6, equation 4: ρ over systems of WMT08',
      '`assay meta wmt09-ranking -m PGBC4 RGBC4 PABC4 PGB4 RAC4 PGBC2`',
      '[With WMT09](bleu-deconstructed-tables.md#table-6-documents). WMT08’s outputs and judgments are not in our data.',
    ],
    [
      'Table 7: people compare five tuned systems',
      'none',
      'Outputs and judgments are not in our data. [What follows from the printed figures](#tables-7-and-8-systems-tuned-to-each-metric).',
    ],
    ['Equation 5: κ = .40 from P(A) = .61', '`assay agree`', `${share(kappa(0.61, 1 / 3), 3)}, not .40: P(A) would have to be about .60.`], // prettier-ignore
    [
      'Table 8: parts of BLEU of the five systems',
      '`assay tune nbest.txt -r ref.txt -m PABC4`',
      `From the printed precisions and ratios, BLEU is as printed within .00012 for ${partOf(close, eight.length)} systems. The systems are lost; [a study](../guide/tuning-study.md) tunes to the same five metrics on small lists.`,
    ],
  ];
}

interface Claim {
  readonly text: string;
  /** First minus second. */
  readonly pairs: readonly (readonly [first: string, second: string])[];
}

const claimList: readonly Claim[] = [
  { text: 'RAC1 is best', pairs: [['RAC1', 'PGBC4']] },
  { text: 'Arithmetic above geometric mean', pairs: ['PABC4', 'RABC4', 'FABC4', 'PAC4', 'RAC4', 'FAC4', 'PAB4', 'RAB4', 'FAB4'].map((name) => [name, name.replace('A', 'G')] as const) }, // prettier-ignore
  {
    text: 'Recall above precision without penalty',
    pairs: [
      ['RGC4', 'PGC4'],
      ['RAC4', 'PAC4'],
    ],
  },
  {
    text: 'Recall below precision with it',
    pairs: [
      ['RGBC4', 'PGBC4'],
      ['RABC4', 'PABC4'],
    ],
  },
  { text: 'Without clipping slightly worse', pairs: [['PGB4', 'PGBC4'], ['RGB4', 'RGBC4'], ['FGB4', 'FGBC4'], ['PAB4', 'PABC4'], ['RAB4', 'RABC4'], ['FAB4', 'FABC4']] }, // prettier-ignore
  {
    text: 'Without penalty worse for precision',
    pairs: [
      ['PGC4', 'PGBC4'],
      ['PAC4', 'PABC4'],
    ],
  },
  {
    text: 'Without penalty better for recall',
    pairs: [
      ['RGC4', 'RGBC4'],
      ['RAC4', 'RABC4'],
    ],
  },
  {
    text: 'Bigrams no worse than 4-grams',
    pairs: [
      ['PGBC2', 'PGBC4'],
      ['PGB2', 'PGB4'],
      ['RAC2', 'RAC4'],
    ],
  },
  { text: 'Unsmoothed arithmetic mean better', pairs: [['PAC4^u', 'PAC4']] },
  { text: 'Smoothed penalty better', pairs: [['PGBC4^b', 'PGBC4']] },
];

function claims(cells: readonly Cell[], { judged, settings }: SongFindings, comparisons: Comparisons): string[] {
  const { scores } = judged.all;
  const printedOf = (name: string) => cells.find((cell) => cell.name === name && cell.printed !== undefined)?.printed;
  const found = claimList.map(({ text, pairs }) => {
    const compared = pairs.map(([first, second]) => ({
      names: `${first} − ${second}`,
      printed: printedOf(first)! - printedOf(second)!,
      ...compareSegments(comparisons, scores.get(labelOf(first))!, scores.get(labelOf(second))!, 'wmt13', settings),
    }));
    return { text, compared, same: compared.filter((each) => each.value * each.printed > 0).length };
  });
  const all = found.flatMap(({ compared }) => compared);
  const sure = all.filter((each) => !holdsZero(each));
  const supporting = sure.filter((each) => each.value * each.printed > 0);
  return [
    'Differences in τ on the agreed pairs; the first of each kind with its interval, and how many of all have the sign that the paper’s figures have.',
    table(
      ['claim', 'difference', 'paper', 'here', 'same sign'],
      found.map(({ text, compared, same }) => {
        const [{ names, printed, ...first }] = compared as [(typeof compared)[number]];
        return [text, names, signed(printed, 4), shown(first), `${same} of ${compared.length}`];
      }),
      2,
    ),
    `Of ${all.length} differences, ${all.filter((each) => each.value * each.printed > 0).length} have the paper’s sign; the intervals of ${sure.length} exclude 0${sure.length === 0 ? '' : `, of which ${supporting.length} support the paper (${listed(sure.map(({ names, value }) => `${names} ${signed(value)}`))})`}. [On all judgments](../guide/wmt09-tables-claims.md#parts-of-bleu-recall-order-mean) there are more tests, and what counts as right for ties decides some of them.`,
  ];
}

function tableSix(judged: JudgedMetrics, tables: URL): string[] {
  const printed = readTable(new URL('song2013_table6_document_rho.tsv', tables));
  const names = ['PGBC4', 'RGBC4', 'PABC4', 'PGB4', 'RAC4', 'PGBC2'];
  const ours = names.map((name) => systemAgreements(judged, labelOf(name)).map(({ value }) => value));
  const means = ours.map(meanOf);
  const best = names.filter((_, n) => means[n] === Math.max(...means));
  const average = printed.find((row) => row.get('pair') === 'avg.')!;
  const rowOf = (task: string) => printed.find((row) => row.get('pair') === task)!;
  return [
    'Spearman’s ρ; the paper’s figure for WMT08 / ours for WMT09.',
    table(
      ['', ...names],
      [
        ...judged.tasks.map(({ task }, t) => [task, ...names.map((name, n) => `${rowOf(task).get(name)!.replace('0.', '.')} / ${share(ours[n]![t]!, 4)}`)]), // prettier-ignore
        ['mean', ...names.map((name, n) => `${average.get(name)!.replace('0.', '.')} / ${share(means[n]!, 4)}`)],
      ],
    ),
    `The paper’s mean is over six language pairs. Its best is PABC4, by .0051; ours is ${listed(best)}, by ${share(Math.max(...means) - means[0]!, 4)} from BLEU. The paper calls the figures too close to decide, and so are ours.`,
  ];
}

function tableEight(tables: URL): { readonly system: string; readonly printed: number; readonly found: number }[] {
  const rowsOf = readTable(new URL('song2013_table8_bleu_components.tsv', tables));
  const cell = (component: string, system: string) =>
    Number(rowsOf.find((row) => row.get('component') === component)!.get(system));
  return ['PABC4', 'PGBC4', 'PGBC2', 'PGB4', 'RGBC4'].map((system) => {
    const product = ['P1', 'P2', 'P3', 'P4'].reduce((all, name) => all * cell(name, system), 1);
    const penalty = brevityPenalty(cell('LR', system), 1);
    return { system, printed: cell('BLEU', system), found: penalty * product ** (1 / 4) };
  });
}

/** Rankings that the paper kept after dropping judges who contradict themselves. */
const keptRankings = 143;

function tunedText(tables: URL): string[] {
  const seven = readTable(new URL('song2013_table7_human_pairwise.tsv', tables));
  const names = seven.map((row) => row.get('row_system')!);
  const beats = (a: string, b: string) => Number(seven.find((row) => row.get('row_system') === b)!.get(a));
  const net = names.map((a) => ({
    name: a,
    net: names.filter((b) => b !== a).reduce((sum, b) => sum + beats(a, b) - beats(b, a), 0) / (names.length - 1),
  }));
  const order = [...net].sort((a, b) => b.net - a.net);
  const counts = [beats('PABC4', 'PGBC4'), beats('PGBC4', 'PABC4')].map((part) => Math.round(part * keptRankings));
  const p = splitProbability(counts[0]!, counts[1]!);
  return [
    `Table 7 prints how often one system was judged better than another. On average over opponents, wins minus losses are ${listed(order.map(({ name, net: value }) => `${signed(value, 3)} for ${name}`))}.`,
    `The key result is PABC4 against BLEU, 31 % wins and 27 % losses, significant at p < .07 by the bootstrap. If each of the ${keptRankings} rankings counts once, that is ${counts[0]} wins and ${counts[1]} losses: the sign test gives p = ${share(p, 2)}. The figures as printed ${p > 0.1 ? 'are not evidence for a difference' : 'are evidence for a difference'}, unless the test counted something else.`,
    table(
      ['Table 8', ...tableEight(tables).map(({ system }) => system)],
      [
        ['BLEU, printed', ...tableEight(tables).map(({ printed }) => share(printed, 4))],
        ['from the printed parts', ...tableEight(tables).map(({ found }) => share(found, 5))],
      ],
    ),
  ];
}

function cellsPage(cells: readonly Cell[], agreed: Agreed, documents: readonly string[]): string {
  const section = (at: number, title: string) =>
    page(
      `## Table ${at}: ${title}`,
      table(
        ['variant', 'paper: τ', 'here: τ', 'difference from PGBC4', 'p', 'ties', 'consistency', 'systems: ρ'],
        cells
          .filter((cell) => cell.table === at)
          .map(({ name, printed, tau, difference, ties, consistency, rho }) => [
            name,
            printed === undefined ? 'lost' : share(printed, 4),
            share(tau, 4),
            name === baseline ? '' : shown(difference),
            name === baseline ? '' : share(difference.p),
            percent(ties),
            share(consistency),
            share(rho),
          ]),
      ),
    );
  return page(
    '# BLEU Deconstructed: all cells',
    generatedNote,
    '[BLEU Deconstructed, recomputed](bleu-deconstructed.md) summarises these tables and says how to reproduce them.',
    `In Tables 3 to 5, τ leaves out ties of the metric, whose share is shown, and is taken on ${grouped(agreed.count)} pairs of outputs on which at least ${numberWord(leastJudges)} judges of WMT09 agree (de-en, en-fr and en-es together). The interval is from resamples of segments; p is two-sided and not corrected for the number of tests. Consistency is on all judgments, with ties counted as wrong. ρ is Spearman’s, over the systems of each pair, in the mean; smoothing does not change it.`,
    section(3, 'components, smoothed'),
    section(4, 'without smoothing'),
    section(5, 'longest n-gram'),
    '## Table 6: documents',
    ...documents,
  );
}
