/** A metric made of others: it reads what they read, its rows are theirs concatenated, and a formula combines their scores. */
import {
  type Counter,
  type Explainer,
  type Learner,
  type Lengths,
  type Metric,
  type MetricBody,
  type ScoreRange,
  type Step,
  Steps,
  type Text,
  type Tokens,
  readAhead,
  renameSymbols,
  unitOf,
} from '../../core/index.ts';

/** What composites share of their body; each sets the rest, such as name and direction. */
type CompositeBody = Pick<
  MetricBody,
  'reads' | 'shows' | 'statistics' | 'lengths' | 'uses' | 'readAhead' | 'cutTexts' | 'counter'
> & {
  /** The scores of all metrics, from the sums of all; `segments` asks for the scores of a single segment. */
  scoresOf(sums: ArrayLike<number>, segments?: boolean): number[];
  /** The steps of all metrics, from the sums of all, with those of `explainer` if it is one segment. */
  explainParts(sums: ArrayLike<number>, segment: readonly Step[] | undefined, segments?: boolean): ExplainedParts;
  explainer(): Explainer;
};

interface ExplainedParts {
  readonly steps: Steps;
  /** By metric: the id of the step that is its score. */
  readonly scores: readonly string[];
}

/** A metric, or an object like one without its settings. */
type Part = Pick<
  Metric,
  | 'name'
  | 'reads'
  | 'shows'
  | 'statistics'
  | 'lengths'
  | 'uses'
  | 'readAhead'
  | 'cutTexts'
  | 'counter'
  | 'score'
  | 'explain'
  | 'explainer'
> &
  Partial<Pick<Metric, 'forSegments'>>;

export function composite(parts: readonly Part[]): CompositeBody {
  const widths = parts.map(({ statistics }) => statistics.length);
  const starts = startsOf(widths);
  const nameOf = (p: number): string => uniqueName(parts, p) ?? parts[p]!.name;
  const counting = parts.findIndex(({ lengths }) => lengths);
  const sumsOf = (part: number, sums: ArrayLike<number>): Float64Array =>
    Float64Array.from({ length: widths[part]! }, (_, k) => sums[starts[part]! + k]!);
  const labels = labelsOf(parts);
  const shown = (part: Part) => part.shows ?? part.reads;
  const views = startsOf(parts.map((part) => shown(part).length));
  return {
    reads: parts.flatMap(({ reads }) => reads),
    ...(parts.some(({ shows }) => shows) && { shows: parts.flatMap(shown) }),
    statistics: parts.flatMap(({ statistics }, p) => statistics.map((each) => `${nameOf(p)}: ${each}`)),
    ...(counting >= 0 && { lengths: movedLengths(parts[counting]!.lengths!, starts[counting]!) }),
    ...(parts.some(({ uses }) => uses) && {
      uses: {
        references: parts.some(({ uses }) => uses?.references ?? true),
        source: parts.some(({ uses }) => uses?.source ?? false),
      },
    }),
    ...(parts.some((part) => part.readAhead) && {
      readAhead: (texts, onProgress) => readAhead(parts, texts, onProgress),
      cutTexts: () => parts.map((part) => part.cutTexts?.()).find((cut) => cut),
    }),
    counter: () => compositeCounter(parts, starts),
    scoresOf: (sums, segments = false) =>
      parts.map((part, p) => ((segments && part.forSegments) || part).score(sumsOf(p, sums))),
    explainParts(sums, segment, segments = false) {
      const list = parts.flatMap((part, p) => {
        const own = (segments && part.forSegments) || part;
        const label = labels[p]!;
        const place = { label, name: nameOf(p), view: views[p]! };
        const behind = segment?.filter(({ id }) => id.endsWith(`_${label}`)).map((step) => partStep(step, place));
        const steps = own.explain?.(sumsOf(p, sums), behind) ?? [unexplained(own, sumsOf(p, sums))];
        return steps.map((step) => stepOfPart(step, place));
      });
      return { steps: new Steps(list), scores: labels };
    },
    explainer() {
      const readFrom = startsOf(parts.map(({ reads }) => reads.length));
      const explainers = parts.map((part) => part.explainer?.());
      return {
        explain: (hypothesis, references, source, texts) =>
          explainers.flatMap((explainer, p) => {
            const own = (text: Text): Text => text.slice(readFrom[p], readFrom[p]! + parts[p]!.reads.length);
            const ownShown = texts.slice(views[p], views[p]! + shown(parts[p]!).length);
            const steps =
              explainer?.explain(own(hypothesis), references.map(own), source && own(source), ownShown) ?? [];
            return steps.map((step) => stepOfPart(step, { label: labels[p]!, name: nameOf(p), view: views[p]! }));
          }),
      };
    },
  };
}

/** Where each of some lists begins if they are concatenated. */
const startsOf = (lengths: readonly number[]): number[] =>
  lengths.map((_, p) => lengths.slice(0, p).reduce((sum, length) => sum + length, 0));

/** The names of metrics as symbols of formulas, all different. */
function labelsOf(parts: readonly Part[]): string[] {
  const labels: string[] = [];
  for (const [p, { name }] of parts.entries()) {
    const letters = name.replaceAll(/[^\p{L}\p{N}]/gu, '');
    const label = /^\p{L}/u.test(letters) ? letters : `M${letters}`;
    labels.push(labels.includes(label) ? `${label}v${p + 1}` : label);
  }
  return labels;
}

/** How a composite refers to one of its metrics. */
interface PartPlace {
  readonly label: string;
  readonly name: string;
  /** The first of its views among those shown. */
  readonly view: number;
}

/** A step of a metric as one of the composite: its id gets a label, and its score is the label itself. */
function stepOfPart(step: Step, { label, name, view }: PartPlace): Step {
  const rename = (id: string) => (id === 'score' ? label : `${id}_${label}`);
  return {
    ...moved(step, rename, view),
    name: step.id === 'score' ? name : `${name}: ${step.name}`,
  };
}

/** The other way round. */
const partStep = (step: Step, { label, name, view }: PartPlace): Step => ({
  ...moved(step, (id) => id.slice(0, -label.length - 1), -view),
  name: step.name.slice(name.length + 2),
});

const moved = (step: Step, rename: (id: string) => string, by: number): Step => ({
  ...step,
  id: rename(step.id),
  ...(step.formula !== undefined && { formula: renameSymbols(step.formula, rename) }),
  ...(step.items && by !== 0 && { items: step.items.map((item) => ({ ...item, view: (item.view ?? 0) + by })) }),
});

const unexplained = (part: Part, sums: ArrayLike<number>): Step => ({
  id: 'score',
  name: 'score',
  value: part.score(sums),
  note: `${part.name} does not declare its steps`,
});

const movedLengths = ({ hypothesis, reference }: Lengths, by: number): Lengths => ({
  ...(hypothesis !== undefined && { hypothesis: hypothesis + by }),
  reference: reference + by,
});

/** The range of a mean of these scores, with error metrics negated. */
export function rangeOfMean(ranges: readonly ScoreRange[]): ScoreRange {
  const mean = (value: (range: ScoreRange, sign: 1 | -1) => number): number =>
    ranges.reduce((sum, range) => sum + value(range, range.best > range.worst ? 1 : -1), 0) / ranges.length;
  const unit = mean(unitOf);
  return {
    worst: mean(({ worst }, sign) => sign * worst),
    best: mean(({ best }, sign) => sign * best),
    ...(Number.isFinite(unit) && { unit }),
  };
}

/** Two metrics may have the same name; they are then numbered. */
function uniqueName(parts: readonly Part[], p: number): string | undefined {
  const { name } = parts[p]!;
  return parts.filter((each) => each.name === name).length > 1 ? `${name} (${p + 1})` : undefined;
}

/** Each metric sees the views that it asked for as its own. */
function compositeCounter(parts: readonly Part[], starts: readonly number[]): Counter {
  let view = 0;
  const counters = parts.map((metric) => {
    const from = view;
    view += metric.reads.length;
    return { counter: metric.counter(), from, to: view };
  });
  /** Texts are the same objects from segment to segment, so what was extracted from them can be kept. */
  const own = counters.map(() => new WeakMap<Text, readonly Tokens[]>());
  const textOf = (p: number, text: Text): Text => {
    const known = own[p]!.get(text);
    if (known) return known;
    const { from, to } = counters[p]!;
    const cut = text.slice(from, to);
    own[p]!.set(text, cut);
    return cut;
  };
  const ownReferences: Text[][] = counters.map(() => []); // by metric, reused from segment to segment
  return {
    prepare(references, source) {
      for (let p = 0; p < counters.length; p++) {
        const texts = ownReferences[p]!;
        texts.length = references.length;
        for (let r = 0; r < references.length; r++) texts[r] = textOf(p, references[r]!);
        counters[p]!.counter.prepare(texts, source && textOf(p, source));
      }
    },
    collect(hypothesis, rows, at) {
      for (let p = 0; p < counters.length; p++) {
        counters[p]!.counter.collect(textOf(p, hypothesis), rows, at + starts[p]!);
      }
    },
  };
}

/** Teaches those of the metrics that learn from all references; undefined if none does. */
export function compositeLearner(parts: readonly Metric[]): Learner | undefined {
  const learners = parts.map((metric) => metric.learner?.());
  return learners.every((learner) => learner === undefined) ? undefined : jointLearner(learners);
}

/** Several learners as one; there may be gaps. */
export const jointLearner = (learners: readonly (Learner | undefined)[]): Learner => ({
  take: (references) => learners.forEach((learner) => learner?.take(references)),
  learned: () => learners.map((learner) => learner?.learned()),
  gathered: () => learners.map((learner) => learner?.gathered() ?? null),
  add: (gathered) => learners.forEach((learner, l) => learner?.add((gathered as readonly unknown[])[l])),
});

/** The metrics with what the learner learned. */
export const taughtParts = (parts: readonly Metric[], learned: unknown): Metric[] =>
  parts.map((metric, p) => {
    const facts = (learned as readonly unknown[] | undefined)?.[p];
    return facts === undefined ? metric : metric.taught(facts);
  });
