/** Lays out a tuning report as tables and findings to read. */
import { counted } from '../../core/index.ts';
import type { Instability, Spread } from '../../tune/index.ts';
import { signatureNotes } from '../notes.ts';
import { metricColumns, metricTitles, scoreCell } from '../score/scoreTables.ts';
import { type Page, figureMaker } from '../page/page.ts';
import { type Cell, type Note, type Report, type Table, notes } from '../table.ts';
import type { TuneReport, TunedScores } from './tuneReport.ts';
import { capitalised, fine, left, listed, numberCell, plainReport, right, signed } from '../wording.ts';

const methodNames: Readonly<Record<TuneReport['method'], string>> = {
  mert: 'MERT',
  pro: 'PRO',
  mira: 'batch MIRA',
};

/** Lines of the answer that say how much tuning gained. */
const mostGains = 3;

/** Tables that belong together on a page. */
interface TableGroup {
  readonly heading: string;
  readonly tables: readonly Table[];
}

function tableGroups(report: TuneReport, titles: readonly string[], digits: number): TableGroup[] {
  const { instability = [], label } = report;
  const groups = [
    { heading: 'Scores', tables: wholesOf(report).map((part) => scoreTable(report, part, digits)) },
    { heading: `Weights for all or for each ${label}?`, tables: partTables(report, titles, digits) },
    {
      heading: 'Differences between runs',
      tables: instability.flatMap((each) => instabilityTables(each.runs, titles[each.objective]!, digits)),
    },
    { heading: 'Weights', tables: weightTables(report) },
  ];
  return groups.filter(({ tables }) => tables.length > 0);
}

/** What is held out tells more than what was tuned on. */
const wholesOf = ({ parts }: TuneReport): TunedScores[] =>
  parts.filter(({ value }) => value === undefined).toReversed();

/** The page of a tuning report: a section for each group of tables. */
export function tunePage(report: TuneReport, digits: number): Page {
  const { title, answer = [], findings = [], notes: facts } = tuneTables(report, digits);
  const make = figureMaker();
  return {
    title,
    // The headline is a sentence of its own.
    answer: answer.map(({ name, text }, at) =>
      at === 0 ? { name, text: `${capitalised(name)}: ${text}` } : { name, text },
    ),
    sections: tableGroups(report, metricTitles(report.metrics), digits).map(({ heading: text, tables }, at) => ({
      id: make.id(text),
      heading: text,
      text: at === 0 ? findings.map(({ name, text: found }) => `${capitalised(name)}: ${found}`) : [],
      figures: tables.map((table) => make.table(table.caption!, table, table.caption!)),
    })),
    facts,
  };
}

export function tuneTables(report: TuneReport, digits: number): Report {
  const titles = metricTitles(report.metrics);
  const wholes = wholesOf(report);
  const [decisive, ...others] = wholes.map((part) => ({
    gains: gains(report, part, titles, digits),
    contradictions: contradictions(report, part, titles),
  }));
  return {
    title: `Weights tuned by ${methodNames[report.method]}`,
    answer: [
      ...decisive!.gains.slice(0, mostGains),
      ...decisive!.contradictions.slice(0, 1),
      ...(wholes.length > 1
        ? []
        : [
            { name: 'beware', text: 'No segments were held out, so other segments may gain less. Add --hold-out 0.5.' },
          ]),
    ],
    tables: tableGroups(report, titles, digits).flatMap(({ tables }) => tables),
    findings: [
      ...decisive!.gains.slice(mostGains),
      ...decisive!.contradictions.slice(1),
      ...others.flatMap((each) => [...each.gains, ...each.contradictions]),
    ],
    notes: notesOf(report, titles),
  };
}

const heading = ({ set, segments }: TunedScores): string => `Scores on the ${counted(segments, 'segment')} ${set}`;

function scoreTable({ metrics, systems }: TuneReport, part: TunedScores, digits: number): Table {
  return {
    caption: heading(part),
    columns: [left('translations'), ...metricColumns(metrics), right('length')],
    rows: systems.map(({ name }, s) => [
      name,
      ...metrics.map(({ higherIsBetter }, m) => {
        const all = part.scores.map((scores) => scores[m]!);
        return scoreCell(all[s]!, all, higherIsBetter, digits);
      }),
      numberCell(part.lengthRatios[s], fine),
    ]),
  };
}

/**
 * As Tables 3 to 5 of Chiang et al. (2008): parts by rows; scores and length ratios of weights for all and of weights for each; and what that
 * changes by every metric. Of several runs, means.
 */
function partTables(
  { objectives, systems, parts, label, metrics, instability }: TuneReport,
  titles: readonly string[],
  digits: number,
): Table[] {
  if (label === undefined) return [];
  const runs = instability ? ', means over runs' : '';
  return objectives.flatMap((objective) => {
    const meanOver = (kind: 'tuned' | 'parts', value: (system: number) => number): number => {
      const values = systems.flatMap((each, s) =>
        each.kind === kind && each.objective === objective ? [value(s)] : [],
      );
      return values.reduce((sum, each) => sum + each, 0) / values.length;
    };
    const row = (part: TunedScores): Cell[] => {
      const score = (kind: 'tuned' | 'parts', metric: number) => meanOver(kind, (s) => part.scores[s]![metric]!);
      return [
        part.value ?? 'all',
        String(part.segments),
        ...(['tuned', 'parts'] as const).flatMap((kind): Cell[] => [
          { value: score(kind, objective), digits },
          numberCell(
            meanOver(kind, (s) => part.lengthRatios[s]!),
            fine,
          ),
        ]),
        ...metrics.map((_, m) => signed(score('parts', m) - score('tuned', m), digits)),
      ];
    };
    return (['held out', 'tuned on'] as const).flatMap((set): Table[] => {
      const [whole, ...rest] = parts.filter((part) => part.set === set);
      if (!whole) return [];
      return [
        {
          caption: `Tuned to ${titles[objective]!}: weights for all against weights for each ${label}, segments ${set}${runs}`,
          columns: [
            left(label),
            ...['segments', 'for all', 'length', 'for each', 'length'].map(right),
            ...metrics.map((_, m) => right(`Δ ${titles[m]!}`)),
          ],
          rows: [...rest, whole].map(row),
          lines: [rest.length],
          footer: 1,
        },
      ];
    });
  });
}

/** Of several runs the weights are in the tables of these. */
function weightTables({ systems, featureNames, label }: TuneReport): Table[] {
  const single = systems.filter(({ run }) => run === undefined);
  const columns = single.flatMap(({ name, weights }) => (weights ? [{ name, weights }] : []));
  const table = (caption: string, shown: typeof columns): Table => ({
    caption,
    columns: [left('feature'), ...shown.map(({ name }) => right(name))],
    rows: featureNames.map((feature, f) => [feature, ...shown.map(({ weights }) => shortNumber(weights[f]!))]),
  });
  return [
    ...(columns.length > 1 ? [table('Weights', columns)] : []),
    ...single.flatMap(({ name, partWeights }) =>
      partWeights
        ? [
            table(
              `Weights by ${label}: ${name}`,
              partWeights.map(({ value, weights }) => ({ name: value, weights })),
            ),
          ]
        : [],
    ),
  ];
}

/** Four digits that matter: weights are as different as their features. */
const shortNumber = (value: number): string => String(Number(value.toPrecision(4)));

/** How much better the weights tuned to each metric are than the start; of several runs, on average. */
function gains(
  { objectives, systems, metrics }: TuneReport,
  part: TunedScores,
  titles: readonly string[],
  digits: number,
): Note[] {
  return objectives.map((objective) => {
    const scores = systems.flatMap(({ kind, objective: tunedTo }, s) =>
      kind === 'tuned' && tunedTo === objective ? [part.scores[s]![objective]!] : [],
    );
    const [before, after] = [part.scores[1]![objective]!, scores.reduce((sum, each) => sum + each, 0) / scores.length];
    const difference = Math.abs(after - before).toFixed(digits);
    const isBetter = metrics[objective]!.higherIsBetter ? after > before : after < before;
    const verdict =
      Number(difference) === 0 ? 'no better and no worse' : `${difference} ${isBetter ? 'better' : 'worse'}`;
    const range = [Math.min(...scores), Math.max(...scores)].map((each) => each.toFixed(digits)).join(' to ');
    const mean = scores.length > 1 ? `, a mean of ${scores.length} runs with ${range},` : '';
    return {
      name: `tuned to ${titles[objective]!}`,
      text: `On the segments ${part.set} it is ${verdict} than the start by ${titles[objective]!}: ${after.toFixed(digits)}${mean} against ${before.toFixed(digits)}.`,
    };
  });
}

/** Worse on the whole though not worse on any part: what Chiang et al. (2008), section 3.2, found for BLEU. */
function contradictions(
  { systems, metrics, parts, label }: TuneReport,
  part: TunedScores,
  titles: readonly string[],
): Note[] {
  if (label === undefined) return [];
  const ofSet = parts.filter(({ set, value }) => set === part.set && value !== undefined);
  return systems.flatMap(({ kind, objective, run }, s): Note[] => {
    if (kind !== 'parts' || objective === undefined) return [];
    const mixed = systems.findIndex(
      (other) => other.kind === 'tuned' && other.objective === objective && other.run === run,
    );
    const sign = metrics[objective]!.higherIsBetter ? 1 : -1;
    const differences = ofSet.map(({ scores }) => sign * (scores[s]![objective]! - scores[mixed]![objective]!));
    const whole = sign * (part.scores[s]![objective]! - part.scores[mixed]![objective]!);
    const isAgainst =
      (whole < 0 && differences.every((each) => each >= 0)) || (whole > 0 && differences.every((each) => each <= 0));
    if (!isAgainst) return [];
    return [
      {
        name: titles[objective]!,
        text: `It contradicts itself on the segments ${part.set}${run === undefined ? '' : ` in run ${run + 1}`}: weights for each ${label} are ${whole < 0 ? 'no worse' : 'no better'} on any ${label} than weights for all, but ${whole < 0 ? 'worse' : 'better'} on the whole.`,
      },
    ];
  });
}

function notesOf(report: TuneReport, titles: readonly string[]): Note[] {
  const { method, seed, settings, metrics, objectives, startedFrom, featureNames, input } = report;
  const what = input.kind === 'lists' ? counted(input.candidates, 'candidate') : counted(input.candidates, 'lattice');
  return [
    ...notes({
      method: `${methodNames[method]} to ${listed(objectives.map((m) => titles[m]!))}`,
      settings: settingsText(settings),
      seed: String(seed),
      start: startedFrom === 'weights' ? 'from the weights given' : 'from equal weights, as none were given',
      input: `${what} with ${counted(featureNames.length, 'feature')}; sha256:${input.sha256.slice(0, 16)}`,
      length: 'words of the translations, split at spaces, divided by those of the references closest in length',
    }),
    ...signatureNotes(metrics),
    ...input.notes.map((text) => ({ name: 'note', text })),
  ];
}

/** `restarts 20, smoothing none (window 3)`. */
function settingsText(settings: TuneReport['settings']): string {
  const words = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return Object.entries(settings)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) =>
      typeof value === 'object' && value !== null
        ? Object.entries(value)
            .map(([key, each]) => `${key === 'kind' ? words(name) : key} ${each}`)
            .join(', ')
        : `${words(name)} ${String(value)}`,
    )
    .join(', ');
}

/** Lays out a tuning report as rows for other programs, one for each set, part, system and metric. */
export function tuneRows({ metrics, systems, parts }: TuneReport): Report {
  const columns = ['set', 'part', 'segments', 'system', 'kind', 'tuned to', 'run', 'metric', 'score', 'length ratio'];
  const rows = parts.flatMap(({ set, value, segments, scores, lengthRatios }) =>
    systems.flatMap(({ name, kind, objective, run }, s) =>
      metrics.map(({ metric }, m) => [
        ...[set, value, segments, name, kind, objective === undefined ? '' : metrics[objective]!.metric],
        ...[run === undefined ? '' : run + 1, metric, scores[s]![m], lengthRatios[s]],
      ]),
    ),
  );
  return plainReport('Tuned weights', columns, rows);
}

function instabilityTables(instability: Instability, metric: string, digits: number): Table[] {
  const { runs, dev, test, selection, weights, similarity } = instability;
  const row = (name: string, spread: Spread | undefined, shown: number): Cell[][] =>
    spread ? [[name, ...cells(spread, shown)]] : [];
  const columns = [right('mean'), right('deviation'), right('lowest'), right('highest')];
  return [
    {
      caption: `${runs} runs of tuning to ${metric}`,
      columns: [left('over runs'), ...columns],
      rows: [
        ...row(`${metric} on the segments tuned on`, dev, digits),
        ...row(`${metric} on the segments held out`, test, digits),
        ...(selection === undefined
          ? []
          : [['the same, over resampled segments', '–', { value: selection, digits }, '–', '–']]),
        ...row('cosine between weights of two runs', similarity, fine),
      ],
    },
    {
      caption: `Weights over ${runs} runs of tuning to ${metric}, divided by the sum of their absolute values`,
      columns: [left('feature'), ...columns],
      rows: weights.map((weight) => [weight.name, ...cells(weight, fine)]),
    },
  ];
}

const cells = ({ mean, deviation, min, max }: Spread, digits: number): Cell[] => [
  numberCell(mean, digits),
  numberCell(deviation, digits),
  numberCell(min, digits),
  numberCell(max, digits),
];
