/** One system tuned to each metric: Table 8 of Song, Cohn and Specia (2013) on other data, and the paper's claims about it. */
import { type ChartFigure, charts } from '../../../src/report/index.ts';
import { readTable } from '../../../test/wmt09/paperTables.ts';
import { image } from '../../reproduceWmt09/drawFigures.ts';
import type { FiguredPart } from '../../reproduceWmt09/guidePart.ts';
import type { Quantity } from '../judged.ts';
import { type Studied, best, decoded, equalWeights, studyMetrics, systemTitle } from '../studyMetrics.ts';
import { type StudySettings, listMetrics, metricsOf } from '../studySettings.ts';
import type { TuningData } from '../tuningData.ts';
import {
  bold,
  capitalised,
  difference,
  listed,
  numberWord,
  page,
  partOf,
  points,
  shownP,
  spread,
  table,
} from '../wording.ts';
import { ownMetricSection } from './ownMetrics.ts';

/** As Song et al. call BLEU. */
const paperName = (metric: string): string => (metric === 'BLEU' ? 'PGBC4' : metric);

export async function metricSection(
  { europarl, hansard, tables }: TuningData,
  settings: StudySettings,
): Promise<FiguredPart> {
  const metrics = await metricsOf(listMetrics);
  const studied: Studied[] = [];
  for (const corpus of [europarl, hansard]) studied.push(await studyMetrics(corpus, metrics, settings));
  const figure = bleuFigure(studied, settings);
  const own = ownMetricSection(studied, settings);
  return {
    figures: [figure],
    finding: page(
      '## Does the metric matter?',
      'Each system is tuned to one of nine metrics. BLEU is what Song et al. call PGBC4; PABC4, PGBC2, PGB4 and RGBC4 replace the geometric mean with the arithmetic one, stop at bigrams, do not clip counts, and use recall instead of precision (see [BLEU’s variants](../reference/metrics/bleu-grid.md)).',
      ...claims(studied, tables, settings),
      image(figure),
      own.finding,
    ),
    markdown: page(
      '## Tuned to nine metrics',
      'Each row is a system tuned to the metric in the first column. “First in the list” is the decoder’s choice; “equal weights” is where tuning starts. All figures are from held-out segments.',
      ...studied.flatMap((each) => decodedText(each)),
      ...studied.flatMap((each) => componentTable(each)),
      '### Scored by every metric',
      ...studied.flatMap((each) => scoreTable(each)),
      own.markdown,
    ),
  };
}

/** Lists made with bad weights are easily improved. */
function decodedText({ corpus, judged }: Studied): string[] {
  const [first, equal] = [decoded, equalWeights].map((system) => judged.spread(system, { metric: 0 }).mean) as [number, number]; // prettier-ignore
  return equal - first > 1
    ? [
        `The lists of ${corpus.title} were made with weights that are far from good: choosing by equal weights alone gains ${points(equal - first)} BLEU over the first candidates.`,
      ]
    : [];
}

function componentTable(studied: Studied): string[] {
  const { judged, corpus, metrics } = studied;
  const shown: [title: string, quantity: Quantity, digits: number][] = [
    ...[1, 2, 3, 4].map((n): [string, Quantity, number] => [`P${n}`, { precision: n }, 2]),
    ['LR', 'length ratio', 3],
    ['BLEU', { metric: metrics.findIndex(({ name }) => name === 'BLEU') }, 2],
  ];
  const highest = shown.map(([, quantity]) => best(studied, quantity));
  return [
    `**${corpus.title}.** P1 to P4 are n-gram precisions in percent, LR is the length ratio of output and reference. The highest value of the tuned systems is bold.`,
    table(
      ['tuned to', ...shown.map(([title]) => title)],
      judged.systems.map((_, system) => [
        systemTitle(studied, system),
        ...shown.map(([title, quantity, digits], c) => {
          const found = judged.spread(system, quantity);
          const text = title.startsWith('P') ? points(found.mean, digits) : spread(found, digits);
          return system === highest[c] ? bold(text) : text;
        }),
      ]),
    ),
  ];
}

function scoreTable(studied: Studied): string[] {
  const { judged, corpus, metrics } = studied;
  const highest = metrics.map((_, metric) => best(studied, { metric }));
  const deviations = metrics.flatMap((_, metric) =>
    judged.systems.flatMap((_, system) => judged.spread(system, { metric }).deviation ?? []),
  );
  const typical = deviations.toSorted((a, b) => a - b)[Math.floor(deviations.length / 2)]!;
  return [
    `**${corpus.title}**, by each metric; the best tuned system in each column is bold. Lower TER is better. The median standard deviation between runs is ${points(typical)}, the largest ${points(Math.max(...deviations))}.`,
    table(
      ['tuned to', ...metrics.map(({ name }) => name)],
      judged.systems.map((_, system) => [
        systemTitle(studied, system),
        ...metrics.map((_, metric) => {
          const text = points(judged.spread(system, { metric }).mean);
          return system === highest[metric] ? bold(text) : text;
        }),
      ]),
    ),
  ];
}

/** The five systems of the paper. */
const paperFive = ['PABC4', 'BLEU', 'PGBC2', 'PGB4', 'RGBC4'];

function claims(studied: readonly Studied[], tables: URL, settings: StudySettings): string[] {
  const printed = new Map(
    readTable(new URL('song2013_table8_bleu_components.tsv', tables)).map((row) => [row.get('component')!, row]),
  );
  const said = (component: string, metric: string): string => printed.get(component)!.get(paperName(metric))!;
  const highest = (each: Studied, shown: readonly [string, Quantity][]): string =>
    shown
      .map(([title, quantity]) => `${title} ${systemTitle(each, best(each, quantity, paperFive.map(each.tunedTo)))}`)
      .join(', ');
  const lengths = studied.map((each) =>
    each.judged.compare('length ratio', each.tunedTo('BLEU'), each.others, settings),
  );
  const scores = studied.map((each) => each.judged.compare({ metric: 0 }, each.tunedTo('BLEU'), each.others, settings));
  const lengthCell = (s: number, metric: string): string => {
    const { difference: by, corrected } = lengths[s]!.against(studied[s]!.tunedTo(metric));
    return `${difference(by, 3)}, ${shownP(corrected)}`;
  };
  const longestRuns = studied.map(({ judged, tunedTo }) => {
    const five = paperFive.map((metric) => judged.values(tunedTo(metric), 'length ratio'));
    const recall = judged.values(tunedTo('RGBC4'), 'length ratio');
    return recall.filter((value, run) => five.every((values) => values[run]! <= value)).length;
  });
  const ranges = studied.map(({ judged, tunedTo }) => {
    const means = paperFive.map((metric) => judged.spread(tunedTo(metric), { metric: 0 }).mean);
    return Math.max(...means) - Math.min(...means);
  });
  const paperBleu = paperFive.map((metric) => 100 * Number(said('BLEU', metric)));
  const significant = scores.map(({ comparisons }) => comparisons.filter(({ verdict }) => verdict !== 0).length);
  const isLongest = studied.map((each) => best(each, 'length ratio', paperFive.map(each.tunedTo)) === each.tunedTo('RGBC4')); // prettier-ignore
  const titles = studied.map(({ corpus }) => corpus.title);
  const apartIn = titles.filter((_, s) => lengths[s]!.against(studied[s]!.tunedTo('RGBC4')).verdict !== 0);
  const recallText = isLongest.every(Boolean)
    ? `The system tuned to recall (RGBC4) produces the longest translations on both lists, as in the paper${apartIn.length > 0 ? `; the difference from BLEU is significant on ${listed(apartIn)}` : ', though not significantly'}.`
    : `The system tuned to recall (RGBC4) produces the longest translations ${isLongest.some(Boolean) ? `on ${listed(titles.filter((_, s) => isLongest[s]))} only` : 'nowhere'}, unlike in the paper.`;
  return [
    table(
      ['the paper reports', 'its figures', ...titles.map((title) => `${title}, here`)],
      [
        [
          'BLEU gives the highest P3, P4 and BLEU',
          `P3 ${said('P3', 'BLEU')}, P4 ${said('P4', 'BLEU')}, BLEU ${said('BLEU', 'BLEU')}`,
          ...studied.map((each) => `highest: ${highest(each, [['P3', { precision: 3 }], ['P4', { precision: 4 }], ['BLEU', { metric: 0 }]])}`), // prettier-ignore
        ],
        [
          'PGBC2 gives the highest P1 and P2',
          `P1 ${said('P1', 'PGBC2')}, P2 ${said('P2', 'PGBC2')}`,
          ...studied.map(
            (each) =>
              `highest: ${highest(each, [
                ['P1', { precision: 1 }],
                ['P2', { precision: 2 }],
              ])}`,
          ),
        ],
        [
          'RGBC4 gives the longest output',
          `LR ${said('LR', 'RGBC4')}, BLEU’s ${said('LR', 'BLEU')}`,
          ...studied.map((_, s) => `in ${partOf(longestRuns[s]!, settings.runs)} runs; ${lengthCell(s, 'RGBC4')}`),
        ],
        [
          'Without clipping (PGB4), length is hardly different',
          `LR ${said('LR', 'PGB4')}, BLEU’s ${said('LR', 'BLEU')}`,
          ...studied.map((_, s) => lengthCell(s, 'PGB4')),
        ],
        [
          'BLEU differs very little between the five',
          `by up to ${points(Math.max(...paperBleu) - Math.min(...paperBleu))} points`,
          ...ranges.map((range) => `by up to ${points(range)} points`),
        ],
      ],
      4,
    ),
    `The table covers the five metrics of the paper. Length differences are relative to the system tuned to BLEU; p is corrected by Holm’s method for all ${numberWord(scores[0]!.comparisons.length)} systems tuned to another metric.`,
    recallText,
    significant.every((count) => count === 0)
      ? `By BLEU, none of the ${numberWord(scores[0]!.comparisons.length)} other systems differs significantly from the one tuned to BLEU, on either list. So it means little which of the five has the highest precision of some order. The same may be true of the paper, which prints one run of each system and no test.`
      : `By BLEU, ${listed(titles.map((title, s) => `${partOf(significant[s]!, scores[s]!.comparisons.length)} other systems differ significantly from the one tuned to BLEU on ${title}`))}.`,
  ];
}

function bleuFigure(studied: readonly Studied[], settings: StudySettings): ChartFigure {
  const items = studied.flatMap((each) => {
    const found = each.judged.compare({ metric: 0 }, each.tunedTo('BLEU'), each.others, settings);
    return each.others.map((system) => {
      const { difference: value, interval } = found.against(system);
      return { label: `${each.corpus.title}: ${systemTitle(each, system)}`, value, interval, group: each.corpus.title };
    });
  });
  const apart = items.filter(({ interval }) => interval.low > 0 || interval.high < 0).length;
  return charts.dotIntervals({
    id: 'tuning-study-bleu',
    caption: 'BLEU of systems tuned to other metrics, minus BLEU of the system tuned to BLEU',
    finding: `Held-out BLEU of systems tuned to other metrics, minus BLEU of the system tuned to BLEU, with 95 % intervals. ${apart === 0 ? 'All intervals contain 0.' : `${capitalised(partOf(apart, items.length))} intervals ${apart === 1 ? 'does' : 'do'} not contain 0.`}`,
    value: { title: 'held-out BLEU, minus that of the system tuned to BLEU', digits: 2 },
    items,
  });
}
