/** Compares systems by many metrics: plans in the main thread, spreads resamples over threads, and concludes. */
import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Measurement } from '../core/index.ts';
import {
  type ComparedRuns,
  type ComparedSystems,
  type ComparisonSettings,
  type Drawn,
  type RunSettings,
  type SamplingPlan,
  concludeComparison,
  concludeRuns,
  samplesTogether,
  emptyDrawn,
  isRows,
  planComparison,
  planRuns,
  sampler,
} from '../stats/index.ts';
import type { ComparingPool, Movable } from './comparingPool.ts';

export interface CompareSystemsOptions {
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

/** Each thread takes its share of memory; see `evaluate`. */
const mostByDefault = 4;

/** More threads are started when drawing has lasted this long and is expected to last at least as long again. */
const patience = 300; // ms

/** Samples that the main thread draws before others get a turn. A multiple of `samplesTogether`. */
const slice = samplesTogether;

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
  const most = threads === 'auto' ? Math.min(mostByDefault, availableParallelism()) : threads;
  const drawn = plans.map((plan) => emptyDrawn(plan, most > 1));
  const { settings, exchanges } = plans[0]!;
  const work = { resample: settings.samples, exchange: exchanges?.count ?? 0 };
  const all = work.resample + work.exchange;
  const started = performance.now();
  const local = sampler(plans);
  let pool: ComparingPool | undefined;
  let done = 0;
  try {
    if (threads !== 'auto' && most > 1) pool = await startPool(measured, plans, drawn, most);
    for (const kind of ['resample', 'exchange'] as const) {
      const count = work[kind];
      const finish = (samples: number): void => onProgress((done += samples) / all);
      let from = 0;
      for (; from < count && !pool; from += slice) {
        const to = Math.min(count, from + slice);
        if (kind === 'resample') {
          local.resample(
            from,
            to,
            drawn.map(({ scores }) => scores),
          );
        } else {
          local.exchange(
            from,
            to,
            drawn.map(({ exchanged }) => exchanged),
          );
        }
        finish(to - from);
        await nextTurn(); // lets signals and progress through
        const elapsed = performance.now() - started;
        if (most > 1 && elapsed > patience && (elapsed * (all - done)) / done > patience) {
          pool = await startPool(measured, plans, drawn, most);
        }
      }
      if (pool) await pool.draw(kind, Math.min(from, count), count, finish);
    }
  } finally {
    await pool?.close();
  }
  return drawn;
}

/** Whether another thread can make what scores its rows: a metric, or a mean. */
const canMove = (measured: Measurement): measured is Movable =>
  isRows(measured) && ('metric' in measured || 'isMean' in measured);

async function startPool(
  measured: readonly Measurement[],
  plans: readonly SamplingPlan[],
  drawn: readonly Drawn[],
  threads: number,
): Promise<ComparingPool> {
  const { startComparingPool } = await import('./comparingPool.ts');
  const moved = measured.filter(canMove);
  return startComparingPool(moved, plans, drawn, threads);
}
