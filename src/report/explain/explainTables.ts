/** Lays out explanations as tables: the texts, the steps with systems side by side, the words behind them, and differences. */
import { type Step, type StepItem, counted, groupBy, isSymbol } from '../../core/index.ts';
import type { ViewedTexts } from '../../measure/index.ts';
import { inputNotes, inputWarnings, signatureNotes } from '../notes.ts';
import { type Cell, type Note, type Report, type Table, notes } from '../table.ts';
import { left, listed, plainReport, right, signed } from '../wording.ts';
import { type Difference, itemText } from './explainDifference.ts';
import type { Explained, ExplainReport, ExplainedPart, SegmentTexts } from './explainReport.ts';

const title = 'Scores explained';

export function explainTables(report: ExplainReport, digits: number): Report {
  const { metrics, parts, input } = report;
  return {
    title,
    answer: answers(report, digits),
    warnings: inputWarnings(input),
    tables: parts.flatMap((part) => [
      ...textTable(report, part),
      ...metrics.flatMap((_, m) => [
        stepTable(report, part, m, digits),
        ...wordTables(report, part, m, digits),
        ...differenceTables(report, part, m, digits),
      ]),
    ]),
    notes: [
      ...notes({
        formulas: 'A step follows from the steps before it. · is times, ^ to the power of, ln the natural logarithm.',
      }),
      ...signatureNotes(metrics),
      ...inputNotes(input),
    ],
  };
}

/** Lines that a reader has room for. */
const mostAnswers = 5;

/** The score of each system, with the numbers in its formula; of several segments, where the largest difference comes from. */
function answers({ systems, metrics, parts }: ExplainReport, digits: number): Note[] {
  const [part] = parts;
  if (!part) return [];
  const lines = metrics.flatMap(({ name }, m) =>
    systems.map((system, s): Note => {
      const { score, steps } = part.explained[m]![s]!;
      const { formula } = steps.at(-1)!;
      const how = formula === undefined ? '' : ` = ${inNumbers(formula, steps, digits)}`;
      return { name: 'answer', text: `${name} of ${system} on ${part.name} is ${score.toFixed(digits)}${how}.` };
    }),
  );
  const differences = metrics.flatMap(({ name }, m) =>
    (part.differences[m] ?? []).flatMap(({ systems: [a, b], scores, bySteps }): Note[] => {
      const [main] = [...bySteps].sort((x, y) => Math.abs(y.points) - Math.abs(x.points));
      if (!main || main.points === 0) return [];
      const whole = signed(scores[1] - scores[0], digits);
      return [
        {
          name: 'difference',
          text: `${name}: ${systems[b]!} minus ${systems[a]!} is ${whole}, of which ${signed(main.points, digits)} from the ${main.name} (${valueText(main.values[0], digits)} and ${valueText(main.values[1], digits)}).`,
        },
      ];
    }),
  );
  const shown = [...differences, ...lines].slice(0, mostAnswers);
  return shown.map((line, i) => ({ ...line, name: i === 0 ? 'answer' : line.name === 'answer' ? 'score' : line.name }));
}

/** Counts are whole; ratios need more digits than scores. */
export const valueText = (value: number, digits: number): string =>
  Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 10 ? digits + 2 : digits);

/** A formula as people write it. */
export const inSymbols = (formula: string): string =>
  formula.replaceAll(' * ', ' · ').replaceAll(/-(?=[\s(\d\p{L}])/gu, '−');

/** A formula with the values of its symbols. */
export function inNumbers(formula: string, steps: readonly Step[], digits: number): string {
  const values = new Map(steps.map(({ id, value }) => [id, value]));
  return inSymbols(formula).replaceAll(/[\p{L}_][\p{L}\p{N}_]*/gu, (symbol) => {
    const value = isSymbol(symbol) ? values.get(symbol) : undefined;
    if (value === undefined) return symbol;
    return value < 0 ? `(${valueText(value, digits)})` : valueText(value, digits);
  });
}

function textTable({ systems }: ExplainReport, { name, texts }: ExplainedPart): Table[] {
  if (!texts) return [];
  const { source, references, outputs } = texts;
  return [
    {
      caption: `Texts of ${name}`,
      columns: [left('text'), left('words')],
      rows: [
        ...(source === undefined ? [] : [['source', source]]),
        ...references.map((text, r) => [references.length > 1 ? `reference ${r + 1}` : 'reference', text]),
        ...systems.map((system, s) => [system, outputs[s]!]),
      ],
    },
  ];
}

const stepTable = (
  { systems, metrics }: ExplainReport,
  { name, explained }: ExplainedPart,
  m: number,
  digits: number,
): Table =>
  // prettier-ignore
  stepsTable(`${metrics[m]!.name} of ${name}, step by step`, systems, explained[m]!, digits);

/** A row for each step, with a value for each system, and how it is computed. */
export function stepsTable(
  caption: string,
  systems: readonly string[],
  bySystem: readonly Explained[],
  digits: number,
): Table {
  return {
    caption,
    columns: [left('symbol'), left('step'), ...systems.map(right), left('how')],
    rows: joinedSteps(bySystem).map(({ id, name, steps }): Cell[] => [
      id,
      name,
      ...steps.map((step) => (step ? valueText(step.value, digits) : '–')),
      howText(steps, bySystem, systems, digits),
    ]),
  };
}

/** The steps of all systems by id, in order; a system may lack some. */
export function joinedSteps(
  bySystem: readonly Explained[],
): { id: string; name: string; steps: (Step | undefined)[] }[] {
  const ids: string[] = [];
  for (const { steps } of bySystem) {
    let at = 0; // behind the last step that is known already
    for (const { id } of steps) {
      const known = ids.indexOf(id);
      if (known >= 0) at = known + 1;
      else ids.splice(at++, 0, id);
    }
  }
  return ids.map((id) => {
    const steps = bySystem.map((each) => each.steps.find((step) => step.id === id));
    return { id, name: steps.find((step) => step)!.name, steps };
  });
}

/** A longer formula is not repeated in numbers; that of the score is in the answer. */
const mostFormula = 80;

/** Once if it is the same for all systems; otherwise with their names. */
function howText(
  steps: readonly (Step | undefined)[],
  bySystem: readonly Explained[],
  systems: readonly string[],
  digits: number,
): string {
  const ways = steps.map((step, s) => {
    if (!step) return undefined;
    const { formula, note } = step;
    if (formula === undefined || /^[\d.]+$/.test(formula)) return note ?? '';
    const symbols = `= ${inSymbols(formula)}`;
    const both = `${symbols} = ${inNumbers(formula, bySystem[s]!.steps, digits)}`;
    const how = systems.length === 1 && both.length <= mostFormula ? both : symbols;
    return [how, note].filter(Boolean).join('; ');
  });
  const different = groupBy(
    [...systems.keys()].filter((s) => ways[s] !== undefined),
    (s) => ways[s]!,
  );
  if (different.size <= 1) return [...different.keys()][0] ?? '';
  return Array.from(different, ([way, which]) => (way === '' ? '' : `${listed(which.map((s) => systems[s]!))}: ${way}`))
    .filter(Boolean)
    .join('. ');
}

/** Words of one kind that are listed before the rest is counted only. */
const mostWords = 12;

/** Matches first, then other kinds that count, then what does not. */
const lastKinds = ['clipped', 'extra', 'missing'];
const rankOf = (kind: string): number => (kind === 'match' ? -2 : lastKinds.indexOf(kind));
const byKind = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => rankOf(a) - rankOf(b);

/** For each system, the words behind each counted step. */
function wordTables({ systems, metrics }: ExplainReport, part: ExplainedPart, m: number, digits: number): Table[] {
  const { texts, explained, name } = part;
  if (!texts) return [];
  return systems.flatMap((system, s) => {
    const { steps, views = [] } = explained[m]![s]!;
    const viewed = viewedTexts(texts, views, s);
    const rows = steps.flatMap((step) => wordsByKind(step, viewed, digits).map((words) => [step.id, ...words]));
    if (rows.length === 0) return [];
    const of = systems.length > 1 ? ` of ${system}` : '';
    return [
      {
        caption: `Words behind ${metrics[m]!.name}${of}, ${name}`,
        columns: [left('symbol'), left('kind'), left('words')],
        rows,
        dittos: true,
      },
    ];
  });
}

/** The texts of a segment and a system by view of a metric. */
export const viewedTexts = ({ views }: SegmentTexts, read: readonly number[], s: number): ViewedTexts[] =>
  read.map((v) => {
    const { references, outputs } = views[v]!;
    return { key: isCharacters(views[v]!) ? 'characters' : '', references, hypothesis: outputs[s]! };
  });

/** The words behind a step by kind, as far as there is room. */
export const wordsByKind = (
  { items = [] }: Step,
  views: readonly ViewedTexts[],
  digits: number,
  most = mostWords,
): [kind: string, words: string][] =>
  [...groupBy(items, ({ kind }) => kind)].sort(byKind).map(([kind, some]) => [
    kind,
    [
      ...some.slice(0, most).map((item) => wordText(item, views, digits)),
      ...(some.length > most ? [`and ${some.length - most} more`] : []),
    ].join(', '),
  ]); // prettier-ignore

export const isCharacters = ({ references }: { readonly references: readonly (readonly string[])[] }): boolean =>
  references.every((tokens) => tokens.every((token) => Array.from(token).length <= 1));

/** `the (2)`, `cat → dog`, with what it adds unless that is how often it is there. */
function wordText(item: StepItem, views: readonly ViewedTexts[], digits: number): string {
  const { hypothesis = [], references = [], adds, note, kind, gapped = false } = item;
  const text = itemText(item, views);
  const partner = kind === 'match' || hypothesis.length === 0 || references.length === 0 ? text : itemText({ kind, references, ...(item.view !== undefined && { view: item.view }) }, views); // prettier-ignore
  const times = gapped ? 1 : Math.max(hypothesis.length, references.length);
  const worth = adds !== undefined && !Number.isInteger(adds) ? ` ${valueText(adds, digits)}` : '';
  const more = [...(times > 1 && (kind === 'match' || hypothesis.length !== 1) ? [`${times} times`] : []), ...(note === undefined ? [] : [note])]; // prettier-ignore
  return `${text}${partner === text ? '' : ` → ${partner}`}${worth}${more.length > 0 ? ` (${more.join('; ')})` : ''}`;
}

function differenceTables(
  report: ExplainReport,
  { differences, name }: ExplainedPart,
  m: number,
  digits: number,
): Table[] {
  // prettier-ignore
  const { systems, metrics } = report;
  return (differences[m] ?? []).flatMap((difference) => {
    const [a, b] = difference.systems.map((s) => systems[s]!);
    const of = `${metrics[m]!.name} of ${b!} minus ${a!}, ${name}`;
    return [...stepWaterfall(difference, of, digits), ...segmentWaterfall(difference, of, digits), ...wordEffects(difference, of, digits)]; // prettier-ignore
  });
}

const pointsCell = (value: number, digits: number): Cell => signed(value, digits);

function stepWaterfall({ bySteps, scores }: Difference, of: string, digits: number): Table[] {
  if (bySteps.length === 0) return [];
  return [
    {
      caption: `${of}, by the numbers in the formula`,
      columns: [left('symbol'), left('step'), right('first'), right('second'), right('points')],
      rows: [
        ...bySteps.map(({ id, name, values, points }) => [
          id,
          name,
          valueText(values[0], digits),
          valueText(values[1], digits),
          pointsCell(points, digits),
        ]),
        ['score', 'together', scores[0].toFixed(digits), scores[1].toFixed(digits), pointsCell(scores[1] - scores[0], digits)], // prettier-ignore
      ],
      footer: 1,
    },
  ];
}

function segmentWaterfall({ bySegments, isShare, scores }: Difference, of: string, digits: number): Table[] {
  const how = isShare ? 'what each contributes' : 'exchanged one after the other, in this order';
  return [
    {
      caption: `${of}, by segment: ${how}`,
      columns: [left('segment'), right('points')],
      rows: [
        ...bySegments.map(({ segment, segments, points }) => [
          segment === undefined ? counted(segments, 'other') : String(segment),
          pointsCell(points, digits),
        ]),
        ['together', pointsCell(scores[1] - scores[0], digits)],
      ],
      footer: bySegments.at(-1)?.segment === undefined ? 2 : 1,
    },
  ];
}

export function wordEffects({ byWords }: Difference, of: string, digits: number): Table[] {
  if (byWords.length === 0) return [];
  return [
    {
      caption: `${of}, by words: what the change of one count alone would do`,
      columns: [left('symbol'), left('words'), right('first'), right('second'), right('points')],
      rows: byWords.map(({ step, text, counts, points }) => [
        step,
        text,
        valueText(counts[0], digits),
        valueText(counts[1], digits),
        pointsCell(points, digits + 1),
      ]),
    },
  ];
}

/** One row for each step of each part, metric and system, for other programs. */
export const explainRows = ({ systems, metrics, parts }: ExplainReport): Report =>
  plainReport(
    title,
    ['part', 'metric', 'system', 'symbol', 'step', 'value', 'formula', 'note'],
    parts.flatMap(({ name, explained }) =>
      metrics.flatMap((metric, m) =>
        systems.flatMap(
          (system, s) =>
          explained[m]![s]!.steps.map(({ id, name: step, value, formula, note }) => [name, metric.name, system, id, step, value, formula ?? '', note ?? '']), // prettier-ignore
        ),
      ),
    ),
  );
