/** Scores of what was held out: each system over its runs, and tests between systems. */
import { type Metric, rowMeasurement, sumRows } from '../../src/core/index.ts';
import type { TuningSet } from '../../src/tune/index.ts';
import { type Measured, measureAll, subset } from '../../src/measure/index.ts';
import { bleu } from '../../src/metrics/index.ts';
import { type ComparedRuns, type RunComparison, compareRuns } from '../../src/stats/index.ts';
import type { CrossSystem, CrossTuned } from './crossTune.ts';

/** How tests and intervals are made; the defaults of assay compare but for the number of resamples. */
export interface TestSettings {
  readonly samples: number;
  readonly seed: number;
}

export interface Spread {
  readonly mean: number;
  /** Over runs, with n − 1; undefined for a single one. */
  readonly deviation: number | undefined;
}

/** What can be held against something: scores by the metrics, then what BLEU is made of. */
export type Quantity = { readonly metric: number } | { readonly precision: number } | 'length ratio';

export class Judged {
  readonly systems: readonly CrossSystem[];
  readonly metrics: readonly Metric[];
  /** By system: numbers of its runs in all that is measured. */
  readonly runs: readonly (readonly number[])[];
  readonly #measured: readonly Measured[];
  readonly #words: Measured;

  constructor(systems: readonly CrossSystem[], metrics: readonly Metric[], measured: readonly Measured[]) {
    this.systems = systems;
    this.metrics = metrics;
    this.#measured = measured.slice(0, -1);
    this.#words = measured.at(-1)!;
    let count = 0;
    this.runs = systems.map(({ translations }) => translations.map(() => count++));
  }

  /** The same of some segments. */
  part(members: readonly number[]): Judged {
    const parts = [...this.#measured, this.#words].map((each) => subset(each, members));
    return new Judged(this.systems, this.metrics, parts);
  }

  get segments(): number {
    return this.#words.segments;
  }

  /** By run. */
  values(system: number, quantity: Quantity): number[] {
    return this.runs[system]!.map((run) => this.#value(run, quantity));
  }

  spread(system: number, quantity: Quantity): Spread {
    return spreadOf(this.values(system, quantity));
  }

  #value(run: number, quantity: Quantity): number {
    if (typeof quantity === 'object' && 'metric' in quantity) {
      const measured = this.#measured[quantity.metric]!;
      return measured.scoreSums(sumRows(measured, run));
    }
    const parts = this.#words.metric.parts!(sumRows(this.#words, run));
    return parts[quantity === 'length ratio' ? quantity : `precision ${quantity.precision}`]!;
  }

  /** Each of `others` against the baseline, corrected for all of them: both runs and segments vary. */
  compare(
    quantity: 'length ratio' | { readonly metric: number },
    baseline: number,
    others: readonly number[],
    { samples, seed }: TestSettings,
  ): ComparedRuns & { against(system: number): RunComparison } {
    const measured = quantity === 'length ratio' ? lengthRatios(this.#words) : this.#measured[quantity.metric]!;
    const chosen = [baseline, ...others];
    const found = compareRuns(
      measured,
      chosen.map((system) => this.runs[system]!),
      { test: 'crossed', correction: 'holm', samples, seed, level: 0.95, alpha: 0.05, baseline: 0 },
    );
    return {
      ...found,
      against: (system) => found.comparisons.find(({ first }) => chosen[first] === system)!,
    };
  }
}

export function judge({ systems }: CrossTuned, { references, sources }: TuningSet, metrics: readonly Metric[]): Judged {
  const outputs = systems.flatMap(({ translations }) => translations);
  // Lengths and precisions are of words between spaces, in lower case.
  const words = bleu({ tokenizer: 'none', lowercase: true });
  return new Judged(
    systems,
    metrics,
    measureAll([...metrics, words], { references, ...(sources && { sources }) }, outputs),
  );
}

/** Rows of BLEU begin with both lengths. */
function lengthRatios({ rows, width, systems, segments }: Measured) {
  const shape = { name: 'length ratio', higherIsBetter: true, systems, segments, width };
  return rowMeasurement(shape, rows, (sums) => sums[0]! / sums[1]!);
}

export function spreadOf(values: readonly number[]): Spread {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  return { mean, deviation: values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : undefined };
}
