/** A metric made of others: it reads what they read, its rows are theirs side by side, and a formula joins their scores. */
import {
  type Counter,
  type Learner,
  type Lengths,
  type Metric,
  type MetricBody,
  type ScoreRange,
  type Text,
  type Tokens,
  unitOf,
} from '../../core/index.ts';

/** What a composite shares of its body; the rest, such as name and direction, it says itself. */
type CompositeBody = Pick<MetricBody, 'reads' | 'statistics' | 'lengths' | 'counter'> & {
  /** The scores of all metrics, from the sums of all; `segments` asks for those of a single segment. */
  scoresOf(sums: ArrayLike<number>, segments?: boolean): number[];
};

/** A metric, or what is like one but for its settings. */
type Part = Pick<Metric, 'name' | 'reads' | 'statistics' | 'lengths' | 'counter' | 'score'> &
  Partial<Pick<Metric, 'forSegments'>>;

export function composite(parts: readonly Part[]): CompositeBody {
  const widths = parts.map(({ statistics }) => statistics.length);
  const starts = widths.map((_, p) => widths.slice(0, p).reduce((sum, width) => sum + width, 0));
  const counting = parts.findIndex(({ lengths }) => lengths);
  const sumsOf = (part: number, sums: ArrayLike<number>): Float64Array =>
    Float64Array.from({ length: widths[part]! }, (_, k) => sums[starts[part]! + k]!);
  return {
    reads: parts.flatMap(({ reads }) => reads),
    statistics: parts.flatMap(({ statistics, name }, p) =>
      statistics.map((each) => `${uniqueName(parts, p) ?? name}: ${each}`),
    ),
    ...(counting >= 0 && { lengths: movedLengths(parts[counting]!.lengths!, starts[counting]!) }),
    counter: () => compositeCounter(parts, starts),
    scoresOf: (sums, segments = false) =>
      parts.map((part, p) => ((segments && part.forSegments) || part).score(sumsOf(p, sums))),
  };
}

const movedLengths = ({ hypothesis, reference }: Lengths, by: number): Lengths => ({
  ...(hypothesis !== undefined && { hypothesis: hypothesis + by }),
  reference: reference + by,
});

/** Between which scores a mean of these lies, where errors are taken with a minus. */
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

/** Two metrics may have one name; they then are numbered. */
function uniqueName(parts: readonly Part[], p: number): string | undefined {
  const { name } = parts[p]!;
  return parts.filter((each) => each.name === name).length > 1 ? `${name} (${p + 1})` : undefined;
}

/** Each metric sees the views it asked for as its own. */
function compositeCounter(parts: readonly Part[], starts: readonly number[]): Counter {
  let view = 0;
  const counters = parts.map((metric) => {
    const from = view;
    view += metric.reads.length;
    return { counter: metric.counter(), from, to: view };
  });
  /** Texts are the same objects from segment to segment, so that what was cut out of them can be kept. */
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

/** What teaches those among the metrics that learn from all references; undefined if none does. */
export function compositeLearner(parts: readonly Metric[]): Learner | undefined {
  const learners = parts.map((metric) => metric.learner?.());
  if (learners.every((learner) => learner === undefined)) return undefined;
  return {
    take: (references) => learners.forEach((learner) => learner?.take(references)),
    learned: () => learners.map((learner) => learner?.learned()),
  };
}

/** The metrics with what that learner learned. */
export const taughtParts = (parts: readonly Metric[], learned: unknown): Metric[] =>
  parts.map((metric, p) => {
    const facts = (learned as readonly unknown[] | undefined)?.[p];
    return facts === undefined ? metric : metric.taught(facts);
  });
