/** Compares systems by many metrics: plans in the main thread, spreads resamples over threads, and concludes. */
import { type Measurement, rowMeasurement } from '../../core/index.ts';
import type { Measured } from '../../measure/index.ts';
import {
  type ComparedRuns,
  type ComparedSystems,
  type ComparisonSettings,
  type Drawn,
  type MeanMeasurement,
  type RunSettings,
  type SamplingPlan,
  concludeComparison,
  concludeRuns,
  samplesTogether,
  emptyDrawn,
  planComparison,
  planRuns,
  sampler,
  scoreMean,
} from '../../stats/index.ts';
import { type MetricOrder, orderMetric, orderedMetrics } from '../createMetrics.ts';
import { type Job, spread } from '../threads.ts';

interface CompareSystemsOptions {
  /** How many threads draw; `auto` starts more than one only when the work lasts. The result is the same for any number. */
  readonly threads?: number | 'auto';
  /** Between 0 and 1. */
  readonly onProgress?: (share: number) => void;
}

/**
 * What was measured by each metric, or imported; what has a metric is scored by it. Each is a family of its own, see `correctTogether`.
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

/** The same for systems of several runs. */
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
  { threads = 'auto', onProgress }: CompareSystemsOptions,
): Promise<Drawn[]> {
  const groups = new Map<string, number[]>();
  plans.forEach((plan, m) => {
    const key = `${plan.measured.segments} ${canMove(measured[m]!)}`;
    groups.set(key, [...(groups.get(key) ?? []), m]);
  });
  const drawn: Drawn[] = [];
  let done = 0;
  for (const members of groups.values()) {
    const each = await drawGroup(
      members.map((m) => measured[m]!),
      members.map((m) => plans[m]!),
      members.every((m) => canMove(measured[m]!)) ? threads : 1,
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
  onProgress: (share: number) => void,
): Promise<Drawn[]> {
  const drawn = plans.map((plan) => emptyDrawn(plan, threads !== 1));
  const { settings, exchanges } = plans[0]!;
  const pieces = [...piecesOf('resample', settings.samples), ...piecesOf('exchange', exchanges?.count ?? 0)];
  const all = settings.samples + (exchanges?.count ?? 0);
  let done = 0;
  await spread(
    drawing,
    {
      data: () => measured.filter(canMove).map((each, m) => orderOf(each, plans[m]!, drawn[m]!)),
      pieces,
      here: drawPiece(
        plans,
        drawn.map(({ scores }) => scores),
      ),
      finish({ from, to }, counts) {
        counts.forEach((ofPairs, m) => ofPairs.forEach((add, p) => (drawn[m]!.exchanged[p]! += add)));
        onProgress((done += to - from) / all);
      },
      share: () => done / all,
    },
    threads,
  );
  return drawn;
}

/** Samples `from` to `to` of one kind. */
interface Piece {
  readonly kind: 'resample' | 'exchange';
  readonly from: number;
  readonly to: number;
}

/** Enough that no thread waits long for the others in the end, and few enough that handing them out takes no time. */
const mostPieces = 100;

function piecesOf(kind: Piece['kind'], count: number): Piece[] {
  const size = Math.ceil(count / mostPieces / samplesTogether) * samplesTogether;
  return Array.from({ length: Math.ceil(count / size) || 0 }, (_, i) => ({
    kind,
    from: i * size,
    to: Math.min(count, (i + 1) * size),
  }));
}

/** Writes scores on resamples `into` their place; returns counts of exchanges by metric and pair, none for resamples. */
function drawPiece(
  plans: readonly SamplingPlan[],
  into: readonly Float64Array[],
): (piece: Piece) => readonly Uint32Array[] {
  const { resample, exchange } = sampler(plans);
  return ({ kind, from, to }) => {
    if (kind === 'resample') {
      resample(from, to, into);
      return [];
    }
    const counts = plans.map(({ pairs }) => new Uint32Array(pairs.length));
    exchange(from, to, counts);
    return counts;
  };
}

/** What can be scored in another thread. */
type Movable = Measured | MeanMeasurement;

/** Whether another thread can make what scores its rows: a metric, or a mean. */
const canMove = (measured: Measurement): measured is Movable => 'metric' in measured || 'isMean' in measured;

/** What a thread needs to draw for a metric; without a metric its rows make a mean. */
interface DrawingOrder {
  readonly metric: MetricOrder | undefined;
  readonly shape: Pick<Measurement, 'name' | 'systems' | 'segments' | 'higherIsBetter' | 'width'>;
  readonly rows: Float64Array;
  readonly plan: Omit<SamplingPlan, 'measured'>;
  /** Where scores on resamples go. */
  readonly into: Float64Array;
}

function orderOf(moved: Movable, { measured, settings, ...plan }: SamplingPlan, drawn: Drawn): DrawingOrder {
  const { name, systems, segments, higherIsBetter, width, rows } = measured;
  return {
    metric: 'metric' in moved ? orderMetric(moved.metric) : undefined,
    shape: { name, systems, segments, higherIsBetter, width },
    rows,
    plan: { ...plan, settings: { samples: settings.samples, seed: settings.seed } },
    into: drawn.scores,
  };
}

export const drawing: Job<readonly DrawingOrder[], Piece, readonly Uint32Array[]> = {
  name: 'draw',
  async prepare(orders) {
    const plans = await Promise.all(
      orders.map(async ({ metric: order, shape, rows, plan }) => {
        const [metric] = order ? await orderedMetrics([order]) : [];
        const score = metric ? (sums: ArrayLike<number>) => metric.score(sums) : scoreMean;
        return { ...plan, measured: rowMeasurement(shape, rows, score) };
      }),
    );
    return drawPiece(
      plans,
      orders.map(({ into }) => into),
    );
  },
};
