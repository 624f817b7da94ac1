/** Chen and Kuhn (2011): AMBER. */
import { parseMetric } from '../../src/engine/index.ts';
import { type ChartFigure, charts } from '../../src/report/index.ts';
import { readTable } from '../../test/wmt09/paperTables.ts';
import { type CorrectedDifference, compareSegments, correct, segmentTies, segmentValue } from '../reproduceWmt09/compareMetrics.ts'; // prettier-ignore
import { image } from '../reproduceWmt09/drawFigures.ts';
import type { JudgedMetrics } from '../reproduceWmt09/scoreTasks.ts';
import { isSure, shown, shownCorrected } from '../reproduceWmt09/sections/differences.ts';
import { capitalised, commands, grouped, listed, numberWord, page, partOf, percent, share, signed, table } from '../reproduceWmt09/wording.ts'; // prettier-ignore
import type { Settings, Wmt09 } from '../reproduceWmt09/wmt09.ts';
import { columns, dataText, generatedNote, meanRho, orderAgreement, reproduceText, systemAgreements, transcript } from './papersPage.ts'; // prettier-ignore
import { amberRivals, studiesOf } from './variants.ts';

/** A row of Tables 4 to 7. */
interface Cell {
  readonly table: number;
  readonly name: string;
  /** In the paper: over systems and over sentences, on average over three test sets. */
  readonly printed: Readonly<Record<'sys' | 'sent', number>>;
  readonly rho: number;
  readonly consistency: number;
  /** From the first row of its table, in consistency; absent for that row. */
  readonly difference?: CorrectedDifference;
}

const files = new Map([
  [4, 'amber2011_table4_preprocessing.tsv'],
  [5, 'amber2011_table5_tfidf.tsv'],
  [6, 'amber2011_table6_dropped_penalty.tsv'],
  [7, 'amber2011_table7_matching.tsv'],
]);

/** Rows are found by name, because Table 6 is in another order than Table 2. */
const rowKey = (name: string): string => name.toLowerCase().replaceAll('−', '-').replaceAll(' ', '');

export function amberPages(
  wmt09: Wmt09,
  judged: JudgedMetrics,
  settings: Settings,
): { pages: [string, string][]; figures: ChartFigure[] } {
  const cells = findCells(wmt09, judged, settings);
  const figure = drawCells(cells);
  return {
    figures: [figure],
    pages: [
      [
        'amber',
        page(
          amberIntroduction(),
          inShort(judged, cells, settings),
          image(figure),
          '## Every table and formula',
          table([...columns], [...amberRows(wmt09), ...tableRows(cells)], 3),
          '## Table 3: AMBER, BLEU and METEOR',
          ...tableThree(judged, wmt09.tables),
          '## Tables 4 to 7: what each part is worth',
          ...claims(cells),
          '## Reproduce it',
          `${reproduceText} Intervals and p come from ${grouped(settings.samples)} resamples and permutations of segments (seed ${settings.seed}). [All rows of Tables 4 to 7](amber-tables.md).`,
        ),
      ],
      ['amber-tables', cellsPage(cells)],
    ],
  };
}

/** The start of the page. */
export const amberIntroduction = (): string =>
  page(
    '# AMBER (2011), recomputed',
    generatedNote,
    'Chen and Kuhn (WMT 2011) change BLEU’s score and replace its penalty with ten others. To see what each part is worth on the judgments of WMT09, run:',
    commands('assay meta wmt09-ranking -t de-en -t en-fr -t en-es --ablate amber'),
    'Every setting of the paper is an option of the metric:',
    transcript(
      "assay score -r examples/reference.A.en.txt examples/good.txt examples/terse.txt -m bleu 'AMBER(1)' amber 'amber(tfidf=yes)' 'amber(without=LWDP)' -f tsv | cut -f 1,3,4",
    ),
    dataText,
  );

function findCells({ tables }: Wmt09, judged: JudgedMetrics, settings: Settings): Cell[] {
  const { scores, comparisons } = judged.all;
  const cells = studiesOf('amber').flatMap(({ title, variants }) => {
    const at = Number(/Table (\d)/.exec(title)![1]);
    const printed = readTable(new URL(files.get(at)!, tables));
    const [key = ''] = [...printed[0]!.keys()];
    const names = [...new Set(printed.map((row) => row.get(key)!))];
    // The rows of Table 7 are in the order of the study, under longer names.
    const nameOf = (name: string, v: number) =>
      at === 7 ? names[v]! : names.find((each) => rowKey(each) === rowKey(name))!;
    const first = [...variants.values()][0]!.label;
    return [...variants].map(([name, { label }], v) => {
      const figure = (level: string) =>
        Number(printed.find((row) => row.get(key) === nameOf(name, v) && row.get('level') === level)!.get('tests_avg'));
      return {
        table: at,
        name,
        printed: { sys: figure('sys'), sent: figure('sent') },
        rho: meanRho(judged, label),
        consistency: segmentValue(comparisons, scores.get(label)!, 'consistency'),
        tested:
          label === first
            ? undefined
            : compareSegments(comparisons, scores.get(label)!, scores.get(first)!, 'consistency', settings),
      };
    });
  });
  const corrected = correct(cells.flatMap(({ tested }) => (tested ? [tested] : [])));
  let next = 0;
  return cells.map(({ tested, ...cell }) => (tested ? { ...cell, difference: corrected[next++]! } : cell));
}

const drawCells = (cells: readonly Cell[]): ChartFigure =>
  charts.dotIntervals({
    id: 'papers-amber-parts',
    caption: 'Consistency of each variant of AMBER minus that of the first row of its table, over all segments',
    what: 'variant',
    value: { title: 'difference in consistency', digits: 3 },
    items: cells
      .flatMap(({ table: at, name, difference }) =>
        difference ? [{ label: `Table ${at}: ${name}`, value: difference.value, interval: difference.interval }] : [],
      )
      .sort((a, b) => b.value - a.value),
  });

function inShort(judged: JudgedMetrics, cells: readonly Cell[], settings: Settings): string {
  const { scores, comparisons } = judged.all;
  const compare = (name: string) =>
    compareSegments(comparisons, scores.get(amberDefault)!, scores.get(name)!, 'consistency', settings);
  const [raw, smoothed] = [compare('BLEU (unsmoothed)'), compare('BLEU')];
  const tested = cells.filter(({ difference }) => difference);
  const sure = tested.filter(({ difference }) => isSure(difference!));
  return `**In short.** Over segments AMBER is ahead of BLEU without smoothing, as the paper has it, by ${shown(raw)} in consistency; ahead of smoothed BLEU by ${shown(smoothed)}. Of ${tested.length} changes to its parts, ${numberWord(sure.length)} ${sure.length === 1 ? 'makes' : 'make'} a significant difference after correction.`;
}

/** Rows that need no scores. */
export function amberRows(wmt09: Wmt09): string[][] {
  const weights = readTable(new URL('amber2011_table2_penalty_weights.tsv', wmt09.tables));
  const { options } = parseMetric('amber');
  const same = weights.filter((row) => options[row.get('penalty')!.toLowerCase()] === Number(row.get('weight')));
  const penalties = '`src/metrics/ngram/amber/penalties.test.ts`';
  return [
    ['Equations 1 to 9: score', "`assay explain -r ref.txt sys.txt -m 'AMBER(1)'`", 'As defined; `src/metrics/ngram/amber/score.test.ts`, and a plain implementation in `amber.slow.test.ts`.'], // prettier-ignore
    ['Equation 10: penalties, each to the power of its weight', 'the same', `As defined; ${penalties}.`],
    ['Equations 11 and 12: SBP, SRP, and those of characters', 'the same', 'As defined (`amber-sbp`, `amber-srp`).'],
    ['Equation 13: chunks = bigrams − words; example with 13 words, 6 bigrams, 7 chunks', "`-m 'amber(chunks=printed)'`", 'Printed in reverse: the example needs words − bigrams, which is the default (`amber-chunks`).'], // prettier-ignore
    ['Equation 14: CTP; example 11/(13 − 2) = 1', "`-m 'amber(continuity=printed)'`", 'The example holds (`amber-continuity`). As printed the penalty is .37 for a perfect text; the default is 1 for it (`amber-ctp`).'], // prettier-ignore
    ['Equation 15: SWDP, LWDP', '`assay explain`', 'As defined, over the whole text; `words=segments` compares segments (`amber-short-long`).'], // prettier-ignore
    ['Equations 16 and 17: ρ = .90 in the example', "`-m 'amber(spearman=standard)'`", 'As printed, without the factor 6 of Spearman’s ρ, with which it would be .40; the default is as printed (`amber-spearman`).'], // prettier-ignore
    ['Equations 18 and 19: τ = .33 in the example', '`assay explain`', 'It is (`amber-kendall`).'],
    ['Section 2.4: four kinds of matching', "`-m 'amber(match=ngram+skip)'`", 'All four; compared with plain enumeration in `amber/matching.slow.test.ts`.'], // prettier-ignore
    ['Section 2.5: eight text types; “gangs” is “gang” + “gs”', "`-m 'AMBER(4,6)'`", 'It is (`amber-split1`). Type 6 has our own lists of affixes, because the paper’s, from a web page, are not available.'], // prettier-ignore
    ['Table 1: sizes of four data sets', '`assay rank wmt09-ranking`', sizesText(wmt09)],
    ['Table 2: weights of penalties', '`assay metrics amber`', `${same.length === weights.length ? `All ${weights.length} are` : `${same.length} of ${weights.length} are`} the defaults.`], // prettier-ignore
  ];
}

/** Test 1 of Table 1 is WMT09 into English. */
function sizesText(wmt09: Wmt09): string {
  const printed = readTable(new URL('amber2011_table1_datasets.tsv', wmt09.tables));
  const cell = (statistic: string) =>
    Number(printed.find((row) => row.get('set') === 'Test1' && row.get('statistic') === statistic)!.get('value'));
  const tasks = ['de-en', 'fr-en', 'es-en', 'cs-en', 'hu-en'].map((task) => wmt09.compared(task));
  const isCombination = (name: string) => /combo|hyposel/.test(name);
  const count = (isCounted: (name: string) => boolean) => ({
    systems: tasks.reduce((sum, { systems }) => sum + systems.filter(isCounted).length, 0),
    pairs: tasks.reduce((sum, { count: all, systems, first, second, outcome }) => {
      const kept = Array.from({ length: all }, (_, c) => c).filter((c) => outcome[c] !== 0 && isCounted(systems[first[c]!]!) && isCounted(systems[second[c]!]!)); // prettier-ignore
      return sum + kept.length;
    }, 0),
  });
  const [every, single] = [count(() => true), count((name) => !isCombination(name))];
  return `WMT09 into English (Test1): the paper has ${cell('system')} systems and ${grouped(cell('sent-pair'))} pairs; the judgments have ${every.systems} and ${grouped(every.pairs)}, or ${single.systems} and ${grouped(single.pairs)} without combinations. Which were left out is not said. Those of 2008 and 2010 are not in our data.`;
}

function tableRows(cells: readonly Cell[]): string[][] {
  const what = new Map([[4, 'text types'], [5, 'tf-idf'], [6, 'each penalty left out'], [7, 'matching']]); // prettier-ignore
  return [
    ['Table 3: AMBER above BLEU and METEOR', "`assay meta wmt09-ranking -m bleu 'meteor(preset=1.0)' 'AMBER(1)' amber`", '[On three pairs of WMT09](#table-3-amber-bleu-and-meteor).'], // prettier-ignore
    ...[...what].map(([at, title]) => {
      const own = cells.filter((cell) => cell.table === at);
      const agreement = (level: 'sys' | 'sent', of: (cell: Cell) => number) => {
        const printed = own.map((cell) => cell.printed[level]);
        const found = orderAgreement(printed, own.map(of));
        return Number.isNaN(found) ? 'undefined (all figures of one side are equal)' : share(found, 2);
      };
      return [
        `Table ${at}: ${title}`,
        '`assay meta wmt09-ranking --ablate amber`',
        `[${own.length} rows](amber-tables.md). Agreement of their order with the paper’s, as ρ: over systems ${agreement('sys', ({ rho }) => rho)}; over segments ${agreement('sent', ({ consistency }) => consistency)}.`,
      ];
    }),
  ];
}

function tableThree(judged: JudgedMetrics, tables: URL): string[] {
  const printed = readTable(new URL('amber2011_table3_vs_bleu_meteor.tsv', tables));
  const figure = (name: string, level: string) =>
    printed.find((row) => row.get('metric')!.startsWith(name) && row.get('level') === level)?.get('tests_avg') ?? '';
  const { scores, comparisons } = judged.all;
  const rows = [
    ...amberRivals.map(({ label }) => ({ label, paper: label === 'BLEU (unsmoothed)' ? 'BLEU_ibm' : label === 'BLEU' ? '–' : 'METEOR v1.0' })), // prettier-ignore
    { label: amberOne, paper: 'AMBER(1)' },
    { label: amberDefault, paper: 'AMBER(1,4,6)' },
  ];
  const names = new Map([[amberOne, 'AMBER(1)'], [amberDefault, 'AMBER(1,4,6)']]); // prettier-ignore
  const values = rows.map(({ label, paper }) => ({
    name: names.get(label) ?? label,
    paper: [figure(paper, 'sys'), figure(paper, 'sent')],
    rhos: systemAgreements(judged, label).map(({ value }) => value),
    mean: meanRho(judged, label),
    consistency: segmentValue(comparisons, scores.get(label)!, 'consistency'),
    ties: segmentTies(comparisons, scores.get(label)!),
  }));
  const of = (name: string) => values.find((each) => each.name === name)!;
  const [amber, meteor, bleu, raw] = ['AMBER(1,4,6)', 'METEOR 1.0', 'BLEU', 'BLEU (unsmoothed)'].map(of) as [(typeof values)[0], (typeof values)[0], (typeof values)[0], (typeof values)[0]]; // prettier-ignore
  return [
    'The paper’s averages of three test sets, then Spearman’s ρ over systems and consistency over the segments of all three pairs. Only de-en is in a test set of the paper.',
    table(
      ['metric', 'paper: sys', 'sent', ...judged.tasks.map(({ task, human }) => `ρ ${task} (${human.systems.length})`), 'mean', 'consistency', 'ties'], // prettier-ignore
      values.map(({ name, paper, rhos, mean, consistency, ties }) => [name, ...paper, ...rhos.map((rho) => share(rho, 2)), share(mean, 2), share(consistency), percent(ties)]), // prettier-ignore
    ),
    `Over systems AMBER is ${signed(amber.mean - bleu.mean, 2)} from BLEU in the mean (paper: +.14) and ${signed(amber.mean - meteor.mean, 2)} from METEOR (+.06). Over segments BLEU without smoothing has ${share(raw.consistency)}, close to the paper’s .40, because ${percent(raw.ties)} of the decided comparisons are ties at 0, which count as wrong. With smoothing it has ${share(bleu.consistency)} and AMBER ${share(amber.consistency)}: most of the printed gain of .20 is smoothing. [Tests of these differences](../guide/wmt09-tables-claims.md#amber-bleu-sbp-4-grr-and-bleu).`,
  ];
}

const textTypes = studiesOf('amber')[0]!.variants;
const [amberOne, amberDefault] = ['1', '1,4,6'].map((name) => textTypes.get(name)!.label) as [string, string];

function claims(cells: readonly Cell[]): string[] {
  const of = (at: number) => cells.filter((cell) => cell.table === at);
  const cell = (at: number, name: string) => of(at).find((each) => each.name === name)!;
  const spread = (at: number) => {
    const values = of(at).map(({ consistency }) => consistency);
    return Math.max(...values) - Math.min(...values);
  };
  const widest = [4, 5, 6, 7].sort((a, b) => spread(b) - spread(a))[0];
  const [worst] = of(6).filter((each) => each.difference).sort((a, b) => a.rho - b.rho) as [Cell]; // prettier-ignore
  const seen = (at: number, name: string) => shownCorrected(cell(at, name).difference!);
  const base = cell(4, '0');
  const split = ['4', '6', '4,6', '1,4,6'];
  const ahead = split.filter((name) => cell(4, name).consistency > base.consistency);
  const skip = ['n-gram + skip', 'all four'].map((name) => cell(7, name).difference!);
  const raised = of(6).filter((each) => each.difference && isSure(each.difference) && each.difference.value > 0);
  const row = (claim: string, found: string) => [claim, found];
  return [
    'Consistency over the segments of all three pairs, minus that of the first row of the table, with 95 % intervals; **bold** stays significant at 5 % after Holm’s correction for all rows.',
    table(
      ['the paper says', 'what we found'],
      [
        row('Splitting words helps (types 4, 6)', `${capitalised(partOf(ahead.length, split.length))} types that split are above type 0; 4: ${seen(4, '4')}, 6: ${seen(4, '6')}.`), // prettier-ignore
        row('AMBER(4,6) is best', `${seen(4, '4,6')}; highest here: ${[...of(4)].sort((a, b) => b.consistency - a.consistency)[0]!.name}.`), // prettier-ignore
        row('Long words only (7) is by far the worst', `${seen(4, '7')}. Over systems ρ is ${share(cell(4, '7').rho, 2)}, against ${share(base.rho, 2)} for type 0; the paper has .56 against .79.`), // prettier-ignore
        row('Text types matter most', `The widest range of consistency is in Table ${widest}; Tables 4 to 7 have ${listed([4, 5, 6, 7].map((at) => share(spread(at))))}.`), // prettier-ignore
        row('tf-idf helps slightly', seen(5, 'tf-idf only')),
        row('Over systems, LWDP is missed most', `${worst.name.replace('− ', '')} is: ρ ${signed(worst.rho - cell(6, 'all').rho, 3)} without it; without LWDP ${signed(cell(6, '− LWDP').rho - cell(6, 'all').rho, 3)}.`), // prettier-ignore
        row('Leaving out CKP, CSRP or SRP may help systems', listed(['CKP', 'CSRP', 'SRP'].map((name) => `${name} ${signed(cell(6, `− ${name}`).rho - cell(6, 'all').rho, 3)}`))), // prettier-ignore
        row('Skip n-grams may hurt', `${listed(skip.map((each) => shown(each)))}: ${skip.every(({ value }) => value > 0) ? 'not here' : 'in part'}.`), // prettier-ignore
      ],
      2,
    ),
    raised.length === 0
      ? 'No penalty can be left out with a significant gain.'
      : `Leaving out ${listed(raised.map(({ name }) => name.replace('− ', '')))} raises consistency significantly, which the paper does not report. It tuned weights on systems of 2008, over which these penalties helped.`,
  ];
}

function cellsPage(cells: readonly Cell[]): string {
  const titles = new Map([[4, 'text types'], [5, 'tf-idf on AMBER(1,4,6)'], [6, 'penalties'], [7, 'matching']]); // prettier-ignore
  return page(
    '# AMBER: all rows of Tables 4 to 7',
    generatedNote,
    '[AMBER, recomputed](amber.md) summarises these tables and says how to reproduce them.',
    'The paper’s figures are averages of three test sets (WMT09 and WMT10 into English, WMT10 out of English). Ours: ρ over systems is the mean of de-en, en-fr and en-es of WMT09; consistency is over all their segments. The difference is from the first row; **bold** stays significant at 5 % after Holm’s correction for all rows of the page; p is not corrected.',
    ...[...titles].flatMap(([at, title]) => [
      `## Table ${at}: ${title}`,
      table(
        ['variant', 'paper: sys', 'sent', 'here: ρ', 'consistency', 'difference', 'p'],
        cells
          .filter((cell) => cell.table === at)
          .map(({ name, printed, rho, consistency, difference }) => [
            name,
            share(printed.sys, 2),
            share(printed.sent, 2),
            share(rho),
            share(consistency),
            ...(difference ? [shownCorrected(difference), share(difference.p)] : ['', '']),
          ]),
      ),
    ]),
  );
}
