/** Tunes weights to metrics, and studies whether metrics reward deletion, with MERT in threads. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { digestOf } from '../../data/index.ts';
import {
  type DeletionStudyReport,
  type DeletionStudyRequest,
  type MertTuner,
  type Tuned,
  type TuningRequest,
  reportDeletionStudy,
  reportTuning,
} from '../../report/index.ts';
import { compareSystems } from '../compare/compareSystems.ts';
import { tuneWeights } from './tuneWeights.ts';

interface Threaded {
  /** How many threads search; `auto` starts more than one only when the work lasts. The result is the same for any number. */
  readonly threads?: number | 'auto';
}

const mertIn =
  (threads: number | 'auto'): MertTuner =>
  (space, metric, start, runs, onProgress) =>
    tuneWeights(space, metric, start, runs, { threads, onProgress });

/** Tunes feature weights to metrics and reports how scores change, with MERT in threads. */
export function tuneSystems({ threads = 'auto', ...request }: TuningRequest & Threaded): Promise<Tuned> {
  const { set, test } = request;
  const sha256 = test && !('share' in test) ? digestOf([set.sha256 ?? '', test.sha256]) : (set.sha256 ?? '');
  return reportTuning({ ...request, sha256, pause: () => nextTurn() }, mertIn(threads));
}

/**
 * Tests on n-best lists whether metrics reward systems that delete words or sentences, with MERT in threads. Segments without candidates
 * are skipped.
 */
export const studyDeletion = ({
  threads = 'auto',
  ...request
}: DeletionStudyRequest & Threaded): Promise<DeletionStudyReport> =>
  reportDeletionStudy(request, {
    mert: mertIn(threads),
    compare: (measured, settings) => compareSystems(measured, settings, { threads }),
  });
