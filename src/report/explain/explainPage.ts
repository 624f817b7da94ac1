/** Makes a web page of explanations: point at a number to see its words, or at a word to see its numbers; differences as charts that add up. */
import { type Step, type StepItem, counted, formulaTokens, isSymbol } from '../../core/index.ts';
import { charts } from '../page/charts/index.ts';
import { type Figure, type FigureMaker, type Page, type Section, figureMaker } from '../page/page.ts';
import {
  type Mark,
  type Pair,
  type ReadText,
  type StepCell,
  type StepRow,
  type StepsData,
  kindWord,
} from '../stepsFigure/packSteps.ts';
import type { Difference } from './explainDifference.ts';
import type { Explained, ExplainReport, ExplainedPart, SegmentTexts } from './explainReport.ts';
import {
  explainTables,
  inNumbers,
  inSymbols,
  isCharacters,
  joinedSteps,
  valueText,
  viewedTexts,
  wordEffects,
  wordsByKind,
} from './explainTables.ts';

export function explainPage(report: ExplainReport, digits: number): Page {
  const { title, answer = [], warnings = [], notes } = explainTables(report, digits);
  const make = figureMaker();
  return {
    title,
    answer,
    warnings,
    sections: report.parts.map((part) => partSection(report, part, make, digits)),
    facts: notes,
  };
}

function partSection(report: ExplainReport, part: ExplainedPart, make: FigureMaker, digits: number): Section {
  const { name, texts } = part;
  return {
    id: make.id(name),
    heading: name.charAt(0).toUpperCase() + name.slice(1),
    ...(texts?.source !== undefined && { text: [`Source: ${texts.source}`] }),
    figures: [],
    sections: report.metrics.map((metric, m) => ({
      id: make.id(`${metric.name} ${name}`),
      heading: metric.name,
      figures: [
        {
          kind: 'steps',
          id: make.id(`steps ${metric.name} ${name}`),
          caption: `${metric.name} of ${name}, step by step`,
          steps: stepsOf(report, part, m, digits),
        },
        ...(part.differences[m] ?? []).flatMap((difference) =>
          differenceFigures(report, difference, `${metric.name}, ${name}`, metric.name, make, digits),
        ),
      ],
    })),
  };
}

function stepsOf(
  { systems }: ExplainReport,
  { texts, explained }: ExplainedPart,
  m: number,
  digits: number,
): StepsData {
  const bySystem = explained[m]!;
  const read = texts && readTexts(texts, systems, bySystem);
  const joined = joinedSteps(bySystem);
  const rowOf = new Map(joined.map(({ id }, row) => [id, row]));
  return {
    systems,
    texts: read?.texts ?? [],
    rows: joined.map(({ id, name, steps }): StepRow => {
      const formula = common(steps, (step) => formulaOf(step));
      const note = common(steps, (step) => step.note ?? '');
      return {
        symbol: id,
        name,
        how: filled(formula && `= ${formula}`, note),
        cells: steps.map((step, s): StepCell | undefined => {
          if (!step) return undefined;
          const own = formulaOf(step);
          const numbers = own && `= ${inNumbers(step.formula!, bySystem[s]!.steps, digits)}`;
          return {
            value: valueText(step.value, digits),
            how: filled(formula === undefined && own && `= ${own}`, numbers, note === undefined && step.note),
            from: rowsBefore(step, rowOf),
            ...(texts && read
              ? wordsBehind(step, bySystem[s]!, texts, s, read, digits)
              : { marks: [], pairs: [], words: '' }),
          };
        }),
      };
    }),
  };
}

/** As people write it; none if the value is counted or given. */
const formulaOf = ({ formula }: Step): string =>
  formula === undefined || /^[\d.]+$/.test(formula) ? '' : inSymbols(formula);

/** What holds for all systems that have a step; undefined if they differ. */
function common(steps: readonly (Step | undefined)[], of: (step: Step) => string): string | undefined {
  const [first, ...others] = new Set(steps.flatMap((step) => (step ? [of(step)] : [])));
  return others.length === 0 ? (first ?? '') : undefined;
}

const filled = (...parts: readonly (string | false | undefined)[]): string[] =>
  parts.filter((part) => typeof part === 'string' && part !== '') as string[];

const rowsBefore = ({ formula = '' }: Step, rowOf: ReadonlyMap<string, number>): number[] => [
  ...new Set(formulaTokens(formula).filter(isSymbol).flatMap((symbol) => rowOf.get(symbol) ?? [])),
]; // prettier-ignore

/** Texts in the order of the page, and where those of a view of the metric are. */
interface ReadTexts {
  readonly texts: readonly ReadText[];
  reference(view: number, reference: number): number;
  output(view: number, system: number): number;
}

/** For each view with words behind numbers, the references, then the outputs. If no view shows its words, the texts as they are. */
function readTexts(texts: SegmentTexts, systems: readonly string[], bySystem: readonly Explained[]): ReadTexts {
  const read = bySystem[0]?.views ?? [];
  const items = bySystem.flatMap(({ steps }) => steps).flatMap((step) => step.items ?? []);
  const used = new Set(items.length === 0 ? read : items.map(({ view = 0 }) => read[view]!));
  const shown = Array.from(used, (v) => texts.views[v]!).filter(hasWords);
  if (items.length === 0) shown.splice(1);
  const count = texts.references.length + systems.length;
  const names = [
    ...texts.references.map((_, r) => (texts.references.length > 1 ? `reference ${r + 1}` : 'reference')),
    ...systems,
  ];
  const placeOf = read.map((v) => shown.indexOf(texts.views[v]!));
  const whole = [...texts.references, ...texts.outputs].map((text) => [text]);
  const views =
    shown.length === 0
      ? [{ tokens: whole, isSpaced: true }]
      : shown.map((view) => ({ tokens: [...view.references, ...view.outputs], isSpaced: !isCharacters(view) }));
  return {
    texts: views.flatMap(({ tokens, isSpaced }, v) =>
      tokens.map((each, t) => ({
        name: views.length > 1 ? `${names[t]!}, reading ${v + 1}` : names[t]!,
        isOutput: t >= texts.references.length,
        tokens: each,
        isSpaced,
      })),
    ),
    reference: (view, reference) => placeOf[view]! * count + reference,
    output: (view, system) => placeOf[view]! * count + texts.references.length + system,
  };
}

const hasWords = ({ references, outputs }: SegmentTexts['views'][number]): boolean =>
  [...references, ...outputs].some((tokens) => tokens.length > 0);

/** Words that are listed of one kind; all of them are marked. */
const mostWords = 6;

function wordsBehind(
  step: Step,
  { views = [] }: Explained,
  texts: SegmentTexts,
  s: number,
  read: ReadTexts,
  digits: number,
): Pick<StepCell, 'marks' | 'pairs' | 'words'> {
  const items = step.items ?? [];
  return {
    marks: items.flatMap(({ kind, view = 0, hypothesis = [], references = [] }): Mark[] => [
      ...hypothesis.map(({ from, to }) => ({ kind, text: read.output(view, s), from, to })),
      ...references.map(({ reference, from, to }) => ({ kind, text: read.reference(view, reference), from, to })),
    ]),
    pairs: items.flatMap((item) => pairsOf(item, s, read)),
    words: wordsByKind(step, viewedTexts(texts, views, s), digits, mostWords)
      .map(([kind, words]) => `${kindWord(kind)}: ${words}`)
      .join('; '),
  };
}

/** Single words of the output, each with the one of a reference that it goes with. */
function pairsOf({ kind, view = 0, hypothesis = [], references = [] }: StepItem, s: number, read: ReadTexts): Pair[] {
  const isPaired = hypothesis.length === references.length && [...hypothesis, ...references].every(({ from, to }) => to === from + 1); // prettier-ignore
  if (!isPaired) return [];
  return hypothesis.map(({ from }, k) => {
    const other = references[k]!;
    return { kind, texts: [read.output(view, s), read.reference(view, other.reference)], tokens: [from, other.from] };
  });
}

function differenceFigures(
  { systems }: ExplainReport,
  difference: Difference,
  name: string,
  metric: string,
  make: FigureMaker,
  digits: number,
): Figure[] {
  const { bySteps, bySegments, isShare, scores } = difference;
  const [a, b] = difference.systems.map((s) => systems[s]!) as [string, string];
  const from = { label: a, value: scores[0] };
  const to = { label: b, value: scores[1] };
  const value = { title: metric, digits };
  const of = `${metric} from ${a} to ${b}`;
  const isDrawn = scores.every(Number.isFinite);
  return [
    ...(isDrawn && bySteps.length > 0
      ? [
          charts.waterfall({
            id: make.id(`numbers ${name} ${b}`),
            caption: `${of}, by the numbers in the formula`,
            note: 'What each number contributes to the difference: its mean effect over all orders in which the numbers of one system can replace those of the other.',
            value,
            from,
            to,
            what: 'number',
            changes: bySteps.map(({ id, name: step, values, points }) => ({
              label: `${id}: ${step}`,
              points,
              detail: `${valueText(values[0], digits)} → ${valueText(values[1], digits)}`,
            })),
          }),
        ]
      : []),
    ...(isDrawn
      ? [
          charts.waterfall({
            id: make.id(`segments ${name} ${b}`),
            caption: `${of}, by segment`,
            note: isShare
              ? 'What each segment contributes to the difference.'
              : `Segments of ${b} replace those of ${a} one after the other, in this order.`,
            value,
            from,
            to,
            what: 'segment',
            changes: bySegments.map(({ segment, segments, points }) => ({
              label: segment === undefined ? counted(segments, 'other') : `segment ${segment}`,
              points,
            })),
          }),
        ]
      : []),
    ...wordEffects(difference, `${metric} of ${b} minus ${a}`, digits).map((table) =>
      make.table(`words ${name} ${b}`, table, table.caption ?? ''),
    ),
  ];
}
