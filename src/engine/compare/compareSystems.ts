/** Compares systems by many metrics: plans in the main thread, spreads resamples over threads, and concludes. */
import { type DividedWork, type Measurement, rowMeasurement } from '../../core/index.ts';
import type { Measured } from '../../measure/index.ts';
import {
  type ComparedRuns,
  type ComparedSystems,
  type ComparisonSettings,
  type CountedKind,
  type Drawn,
  type MeanMeasurement,
  PackedOnce,
  type RunSettings,
  type SamplingPlan,
  addFurther,
  concludeComparison,
  concludeRuns,
  countKept,
  emptyCounts,
  emptyDrawn,
  furtherSamples,
  planComparison,
  planRuns,
  sampler,
  samplesTogether,
  scoreMean,
} from '../../stats/index.ts';
import { type MetricOrder, orderMetric, orderedMetrics } from '../createMetrics.ts';
import { type Job, spread } from '../threads.ts';

interface CompareSystemsOptions {
  /** How many threads draw; `auto` starts more than one only when the work lasts. The result is the same for any number. */
  readonly threads?: number | 'auto';
  /** If several processes draw: each a part of the samples that were asked for. Those added for small p are left to the last. */
  readonly work?: DividedWork | undefined;
  /** Between 0 and 1. */
  readonly onProgress?: (share: number) => void;
}

/**
 * Compares systems by each metric or imported score, with the samples spread over threads. A measurement that has a metric is scored by it.
 * Each measurement is a family of its own; see `correctTogether`.
 */
export async function compareSystems(
  measured: readonly Measurement[],
  settings: ComparisonSettings,
  options: CompareSystemsOptions = {},
): Promise<ComparedSystems[]> {
  const plans = measured.map((each) => planComparison(each, settings));
  const drawn = await draw(measured, plans, options);
  return plans.map((plan, m) => concludeComparison(plan, drawn[m]!));
}

/** Compares systems that have several runs each, by each metric, with the samples spread over threads. */
export async function compareSystemRuns(
  measured: readonly Measurement[],
  runs: readonly (readonly number[])[],
  settings: RunSettings,
  options: CompareSystemsOptions = {},
): Promise<ComparedRuns[]> {
  const plans = measured.map((each) => planRuns(each, runs, settings));
  const drawn = await draw(measured, plans, options);
  return plans.map((plan, m) => concludeRuns(plan, drawn[m]!));
}

/** Plans on the same units are drawn together; those that a thread can score apart from others. */
async function draw(
  measured: readonly Measurement[],
  plans: readonly SamplingPlan[],
  { threads = 'auto', work, onProgress }: CompareSystemsOptions,
): Promise<Drawn[]> {
  const groups = new Map<string, number[]>();
  plans.forEach((plan, m) => {
    const key = `${plan.measured.segments} ${canMove(measured[m]!)}`;
    groups.set(key, [...(groups.get(key) ?? []), m]);
  });
  const drawn: Drawn[] = [];
  let done = 0;
  for (const [key, members] of groups) {
    const each = await drawGroup(
      members.map((m) => measured[m]!),
      members.map((m) => plans[m]!),
      members.every((m) => canMove(measured[m]!)) ? threads : 1,
      work && { work, nameOf: ({ kind, from }) => `draw ${key} ${kind} ${from}` },
      (share) => onProgress?.((done + share * members.length) / plans.length),
    );
    members.forEach((m, i) => (drawn[m] = each[i]!));
    done += members.length;
  }
  return drawn;
}

async function drawGroup(
  measured: readonly Measurement[],
  plans: readonly SamplingPlan[],
  threads: number | 'auto',
  divided: DividedPieces | undefined,
  onProgress: (share: number) => void,
): Promise<Drawn[]> {
  const drawn = plans.map(emptyDrawn);
  const { settings, exchanges, most } = plans[0]!;
  // Pairs at the floor of p get more; how many pairs that is, and for how long, shows only then.
  const rounds = most / settings.samples;
  const first = [...piecesOf('resample', 0, settings.samples), ...piecesOf('exchange', 0, exchanges?.count ?? 0)];
  const packed = new PackedOnce();
  const counts = await drawPieces(measured, plans, drawn, packed, first, threads, divided, (share) => onProgress(share / rounds)); // prettier-ignore
  if (divided?.work.isPart) return drawn; // how many more are needed, the whole shows
  plans.forEach((plan, m) => {
    countKept(plan, drawn[m]!);
    counts[m]!.forEach((count, at) => (drawn[m]!.counts[at]! += count));
  });
  for (let more = furtherSamples(plans, drawn); more; more = furtherSamples(plans, drawn)) {
    const { kinds, from, to, plans: open } = more;
    const added = await drawPieces(
      open.map(({ place }) => measured[place]!),
      open.map(({ plan }) => plan),
      open.map(({ place }) => drawn[place]!),
      packed,
      kinds.flatMap((kind) => piecesOf(kind, from, to)),
      threads,
      undefined,
      (share) => onProgress((from + share * (to - from)) / most),
    );
    addFurther(drawn, more, added);
  }
  onProgress(1);
  return drawn;
}

/** Writes scores on resamples to their place, and returns counts by plan. */
async function drawPieces(
  measured: readonly Measurement[],
  plans: readonly SamplingPlan[],
  drawn: readonly Drawn[],
  packed: PackedOnce,
  pieces: readonly Piece[],
  threads: number | 'auto',
  divided: DividedPieces | undefined,
  onProgress: (share: number) => void,
): Promise<Uint32Array[]> {
  const sums = plans.map(({ pairs }) => emptyCounts(pairs.length));
  const all = pieces.reduce((sum, { from, to }) => sum + to - from, 0);
  let done = 0;
  await spread(
    drawing,
    {
      data: () => measured.filter(canMove).map((each, m) => orderOf(each, plans[m]!)),
      pieces,
      here: divided ? drawApart(plans) : drawPiece(plans, drawn.map(({ scores }) => scores), packed), // prettier-ignore
      finish({ from, to }, { counts, scores }) {
        counts.forEach((ofPairs, m) => ofPairs.forEach((add, at) => (sums[m]![at]! += add)));
        scores.forEach((some, m) =>
          copySamples(some, to - from, 0, drawn[m]!.scores, plans[m]!.settings.samples, from, to - from),
        );
        onProgress((done += to - from) / all);
      },
      share: () => done / all,
      divided,
    },
    threads,
  );
  return sums;
}

/** Pieces by name, if several processes draw. */
interface DividedPieces {
  readonly work: DividedWork;
  readonly nameOf: (piece: Piece) => string;
}

/** Samples `from` to `to` of one kind. */
interface Piece {
  readonly kind: 'resample' | CountedKind;
  readonly from: number;
  readonly to: number;
}

/** Enough that no thread waits long for the others in the end, and few enough that handing them out takes no time. */
const mostPieces = 100;
/** Fewer samples at a time take longer: they share tables. */
const leastTogether = 256;

function piecesOf(kind: Piece['kind'], start: number, end: number): Piece[] {
  const size = Math.ceil(Math.max(leastTogether, (end - start) / mostPieces) / samplesTogether) * samplesTogether;
  return Array.from({ length: Math.ceil((end - start) / size) || 0 }, (_, i) => ({
    kind,
    from: start + i * size,
    to: Math.min(end, start + (i + 1) * size),
  }));
}

/** By metric: counts of pairs, none of resamples; and scores on resamples, none that were written where they belong. */
interface DrawnPiece {
  readonly counts: readonly Uint32Array[];
  readonly scores: readonly Float64Array[];
}

/** Writes scores on resamples `into` their place. */
function drawPiece(
  plans: readonly SamplingPlan[],
  into: readonly Float64Array[],
  packed?: PackedOnce,
): (piece: Piece) => DrawnPiece {
  const draw = sampler(plans, packed);
  return ({ kind, from, to }) => {
    if (kind === 'resample') {
      draw.resample(from, to, into);
      return { counts: [], scores: [] };
    }
    const counts = plans.map(({ pairs }) => emptyCounts(pairs.length));
    draw[kind](from, to, counts);
    return { counts, scores: [] };
  };
}

/** Copies scores of some samples: all have those of system s from s × their number of samples on. */
function copySamples(
  source: Float64Array,
  ofSource: number,
  first: number,
  target: Float64Array,
  ofTarget: number,
  start: number,
  count: number,
): void {
  for (let s = 0; s * ofSource < source.length; s++) {
    target.set(source.subarray(s * ofSource + first, s * ofSource + first + count), s * ofTarget + start);
  }
}

/** What can be scored in another thread. */
type Movable = Measured | MeanMeasurement;

/** Whether another thread can make what scores its rows: a metric, unless it needs a model or a program, or a mean. */
const canMove = (measured: Measurement): measured is Movable =>
  'metric' in measured ? !(measured as Measured).metric.readAhead : 'isMean' in measured;

/** What a thread needs to draw for a metric; without a metric its rows make a mean. */
interface DrawingOrder {
  readonly metric: MetricOrder | undefined;
  readonly shape: Pick<Measurement, 'name' | 'systems' | 'segments' | 'higherIsBetter' | 'width'>;
  readonly rows: Float64Array;
  readonly plan: Omit<SamplingPlan, 'measured'>;
}

function orderOf(moved: Movable, { measured, settings, ...plan }: SamplingPlan): DrawingOrder {
  const { name, systems, segments, higherIsBetter, width, rows } = measured;
  return {
    metric: 'metric' in moved ? orderMetric(moved.metric) : undefined,
    shape: { name, systems, segments, higherIsBetter, width },
    rows,
    plan: { ...plan, settings: { samples: settings.samples, seed: settings.seed } },
  };
}

export const drawing: Job<readonly DrawingOrder[], Piece, DrawnPiece> = {
  name: 'draw',
  async prepare(orders) {
    const plans = await Promise.all(
      orders.map(async ({ metric: order, shape, rows, plan }) => {
        const [metric] = order ? await orderedMetrics([order]) : [];
        const score = metric ? (sums: ArrayLike<number>) => metric.score(sums) : scoreMean;
        return { ...plan, measured: rowMeasurement(shape, rows, score) };
      }),
    );
    // Not in memory that threads share: browsers mostly have none.
    return drawApart(plans);
  },
};

/** Returns scores on resamples, for the caller to write to their place. */
function drawApart(plans: readonly SamplingPlan[]): (piece: Piece) => DrawnPiece {
  const into = plans.map((plan) => emptyDrawn(plan).scores);
  const draw = drawPiece(plans, into);
  return (piece) => {
    const { counts } = draw(piece);
    if (piece.kind !== 'resample') return { counts, scores: [] };
    const { from, to } = piece;
    const scores = plans.map(({ measured, settings }, m) => {
      const drawn = new Float64Array(measured.systems * (to - from));
      copySamples(into[m]!, settings.samples, from, drawn, to - from, 0, to - from);
      return drawn;
    });
    return { counts, scores };
  };
}
