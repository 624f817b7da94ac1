/** Where the difference between two systems comes from: which steps of the score, which segments, which words. */
import {
  type Measurement,
  type Metric,
  type Step,
  evaluateFormula,
  firstSorted,
  formulaTokens,
  isSymbol,
  sumRows,
} from '../../core/index.ts';
import { type ViewedTexts, explainSums } from '../../measure/index.ts';

export interface Difference {
  /** Systems by number: the difference is the score of the second minus that of the first. */
  readonly systems: readonly [number, number];
  readonly scores: readonly [number, number];
  /** What each number in the formula of the score contributes: Shapley values, which add up to the difference. Empty if the formulas differ. */
  readonly bySteps: readonly { readonly id: string; readonly name: string; readonly values: readonly [number, number]; readonly points: number }[]; // prettier-ignore
  /** What each segment contributes; the last has no number and stands for all the others. They add up to the difference. */
  readonly bySegments: readonly { readonly segment?: number; readonly segments: number; readonly points: number }[];
  /** Whether that is a share of the score, or the change when one segment after another is exchanged. */
  readonly isShare: boolean;
  /** N-grams or words that most change a count, and what that change alone does to the score of the first system. */
  readonly byWords: readonly { readonly step: string; readonly text: string; readonly counts: readonly [number, number]; readonly points: number }[]; // prettier-ignore
}

interface Compared {
  readonly metric: Metric;
  readonly measured: Measurement;
  readonly systems: readonly [number, number];
  /** The number of each segment, from 1. */
  readonly numbers: readonly number[];
  /** The steps of one segment of a system, with its words. */
  readonly wordsOf: (system: number, segment: number) => { readonly steps: readonly Step[]; readonly views: readonly ViewedTexts[] }; // prettier-ignore
  readonly top: number;
}

export function explainDifference(compared: Compared): Difference {
  const { metric, measured, systems } = compared;
  const sums = systems.map((s) => sumRows(measured, s));
  const [first, second] = sums.map((each) => explainSums(metric, each)) as [readonly Step[], readonly Step[]];
  return {
    systems,
    scores: [metric.score(sums[0]!), metric.score(sums[1]!)],
    bySteps: stepContributions(first, second),
    bySegments: segmentContributions(compared),
    isShare: metric.decomposable,
    byWords: metric.explainer ? wordContributions(compared, first) : [],
  };
}

/** Formulas with more symbols than this are too long for every subset of them to be tried. */
const mostSymbols = 12;

/**
 * What every symbol of the score's formula contributes, averaged over all orders in which the values of one system can be replaced by those
 * of the other. Shapley (1953).
 */
function stepContributions(first: readonly Step[], second: readonly Step[]): Difference['bySteps'] {
  const [{ formula }, { formula: other }] = [first.at(-1)!, second.at(-1)!];
  if (formula === undefined || formula !== other) return [];
  const symbols = [...new Set(formulaTokens(formula).filter(isSymbol))];
  if (symbols.length > mostSymbols) return [];
  const [from, to] = [first, second].map((steps) => new Map(steps.map((step) => [step.id, step]))) as [Map<string, Step>, Map<string, Step>]; // prettier-ignore
  // scores[subset]: the score where the symbols in the subset have the values of the second system.
  const scores = Array.from({ length: 2 ** symbols.length }, (_, subset) =>
    evaluateFormula(formula, (symbol) => ((subset >> symbols.indexOf(symbol)) & 1 ? to : from).get(symbol)!.value),
  );
  const factorials = [1];
  for (let n = 1; n <= symbols.length; n++) factorials.push(factorials[n - 1]! * n);
  return symbols.map((id, k) => {
    let points = 0;
    for (let subset = 0; subset < scores.length; subset++) {
      if ((subset >> k) & 1) continue;
      const size = bitsIn(subset);
      const weight = (factorials[size]! * factorials[symbols.length - size - 1]!) / factorials[symbols.length]!;
      points += weight * (scores[subset | (1 << k)]! - scores[subset]!);
    }
    const step = from.get(id)!;
    return { id, name: step.name, values: [step.value, to.get(id)!.value], points };
  });
}

function bitsIn(subset: number): number {
  let count = 0;
  for (let rest = subset; rest > 0; rest &= rest - 1) count++;
  return count;
}

/**
 * Segments are exchanged one after the other, those that change the score most on their own first, and the rest together in the end. Of
 * a decomposable metric this is what each segment contributes, in any order.
 */
function segmentContributions({ metric, measured, systems, numbers, top }: Compared): Difference['bySegments'] {
  const { rows, width, segments } = measured;
  const [from, to] = systems;
  const sums = sumRows(measured, from);
  const exchange = (i: number, sign: 1 | -1): void => {
    const [own, other] = [(from * segments + i) * width, (to * segments + i) * width];
    for (let k = 0; k < width; k++) sums[k]! += sign * (rows[other + k]! - rows[own + k]!);
  };
  const before = metric.score(sums);
  const alone = Float64Array.from({ length: segments }, (_, i) => {
    exchange(i, 1);
    const change = metric.score(sums) - before;
    exchange(i, -1);
    return change;
  });
  const order = [...alone.keys()].sort((a, b) => Math.abs(alone[b]!) - Math.abs(alone[a]!) || a - b);
  const shown = order.slice(0, top).filter((i) => alone[i] !== 0);
  let score = before;
  const contributions: Difference['bySegments'][number][] = shown.map((i) => {
    exchange(i, 1);
    const after = metric.score(sums);
    const points = after - score;
    score = after;
    return { segment: numbers[i]!, segments: 1, points };
  });
  const rest = segments - shown.length;
  if (rest === 0) return contributions;
  return [...contributions, { segments: rest, points: metric.score(sumRows(measured, to)) - score }];
}

/** Of every counted step: the words whose number differs most between the systems. */
function wordContributions(
  { measured, systems, wordsOf, top }: Compared,
  first: readonly Step[],
): Difference['byWords'] {
  const found: { readonly step: string; readonly text: string; readonly counts: [number, number] }[] = [];
  const known = new Map<string, Map<string, [number, number]>>(); // by step, then text
  systems.forEach((system, which) => {
    for (let i = 0; i < measured.segments; i++) {
      const { steps, views } = wordsOf(system, i);
      for (const { id: step, items = [] } of steps) {
        let ofStep = known.get(step);
        if (!ofStep) known.set(step, (ofStep = new Map()));
        for (const item of items) {
          if (!item.adds) continue;
          const text = itemText(item, views);
          let counts = ofStep.get(text);
          if (!counts) {
            counts = [0, 0];
            ofStep.set(text, counts);
            found.push({ step, text, counts });
          }
          counts[which]! += item.adds;
        }
      }
    }
  });
  const score = first.at(-1)!.value;
  // Most words change a count by 1 or 2.
  const changes = new Map(first.map(({ id }) => [id, new Map<number, number>()]));
  const pointsOf = (step: string, by: number): number => {
    const ofStep = changes.get(step)!;
    const points = ofStep.get(by) ?? scoreWith(first, step, by) - score;
    ofStep.set(by, points);
    return points;
  };
  const changed = found
    .filter(({ step, counts: [a, b] }) => a !== b && changes.has(step))
    .map((each) => ({ ...each, points: pointsOf(each.step, each.counts[1] - each.counts[0]) }))
    .filter(({ points }) => points !== 0 && !Number.isNaN(points));
  return firstSorted(changed, 2 * top, (a, b) => Math.abs(b.points) - Math.abs(a.points) || (a.text < b.text ? -1 : 1));
}

/** The score if a counted step had another value. */
function scoreWith(steps: readonly Step[], changed: string, by: number): number {
  const values = new Map<string, number>();
  for (const { id, value, formula } of steps) {
    const computed = formula === undefined ? value : evaluateFormula(formula, (symbol) => values.get(symbol));
    values.set(id, id === changed ? computed + by : computed);
  }
  return values.get(steps.at(-1)!.id)!;
}

/** The words of an item as the metric sees them: those of the output, or else of the reference. */
export function itemText(
  { text, view = 0, hypothesis = [], references = [], gapped = false }: NonNullable<Step['items']>[number],
  views: readonly ViewedTexts[],
): string {
  if (text !== undefined) return text;
  const tokens = views[view]!;
  const isSpaced = tokens.key.startsWith('characters') ? '' : ' ';
  const parts =
    hypothesis.length > 0
      ? hypothesis.map(({ from, to }) => tokens.hypothesis.slice(from, to))
      : references.map(({ reference, from, to }) => tokens.references[reference]!.slice(from, to));
  return parts
    .slice(0, gapped ? undefined : 1)
    .map((words) => words.join(isSpaced))
    .join(' … ');
}
