/** The metrics and settings of all sections of the study. */
import type { Metric } from '../../src/core/index.ts';
import { createMetrics, parseMetric } from '../../src/engine/index.ts';
import type { MethodSettings } from '../../src/report/index.ts';

export interface StudySettings {
  /** Repetitions, each with other halves and other random starts. */
  readonly runs: number;
  readonly seed: number;
  /** Resamples of the segments in tests. */
  readonly samples: number;
}

export const usualSettings: StudySettings = { runs: 5, seed: 1, samples: 1000 };

/** Fewer starts and directions than by default (20 and 15), so that the guide is made in two minutes. */
export const mert = { method: 'mert', restarts: 3, randomDirections: 5 } as const satisfies MethodSettings;

/** λ: the cost of a distance of 1 from the start for MERT, in points of the metric. */
export const penalties = [3, 10] as const;

/** Values of `-m`. The lists are tokenized and lower-cased, so references are read in the same way. */
export const listMetrics: readonly string[] = [
  'bleu(case=lc,tok=none)',
  'bleu-sbp(case=lc,tok=none)',
  'PABC4(case=lc,tok=none)',
  'PGBC2(case=lc,tok=none)',
  'PGB4(case=lc,tok=none)',
  'RGBC4(case=lc,tok=none)',
  'amber(tok=none)',
  'ter',
  '4grr(case=lc,tok=none)',
];

export const metricsOf = (typed: readonly string[]): Promise<Metric[]> =>
  createMetrics(typed.map((each) => parseMetric(each)));
