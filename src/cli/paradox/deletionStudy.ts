/** `assay paradox deletion` of n-best lists: whether metrics reward systems that may leave something out, and are tuned to them. */
import { statSync } from 'node:fs';
import { type Metric, UsageError, pick, present, printMetric } from '../../core/index.ts';
import { holdLists, readNbest } from '../../data/index.ts';
import { studyDeletion } from '../../engine/index.ts';
import type { DeletionStudyReport } from '../../report/index.ts';
import type { Terminal } from '../command.ts';
import { nbestRequest } from '../nbestInput.ts';
import { requestedMetrics } from '../requestedMetrics.ts';
import { requestedWeights } from '../weightInput.ts';
import type { ParadoxOptions } from './paradoxOptions.ts';

/** Whether the files are n-best lists. A pipe cannot be looked into first: it holds them if that is said. */
export async function areLists(files: readonly string[], { lists, nbestFormat }: ParadoxOptions): Promise<boolean> {
  if (lists || nbestFormat) return true;
  const known = files.filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
  return known.length > 0 && known.length === files.length && holdLists(known);
}

export async function studyLists(
  files: readonly string[],
  given: ParadoxOptions,
  terminal: Terminal,
): Promise<DeletionStudyReport> {
  const { reference: references, candidates: first, longest } = given;
  if (!references) throw new UsageError('No reference given. Name a file with -r.');
  const chosen = await requestedObjectives(given.metric, given.objective);
  const set = await readNbest({ ...nbestRequest(files, given), references });
  const start = await requestedWeights(given, set.candidates.featureNames);
  return studyDeletion({
    set,
    ...chosen,
    ...present({ start: start?.weights, notes: start?.notes, share: given.holdOut }),
    ...pick(given, ['restarts', 'seed', 'threads']),
    deletion: present({ first, longest }),
    onProgress: (done) => terminal.progress(done),
  });
}

/** Objectives that are not among the metrics come before them. */
async function requestedObjectives(
  requests: readonly string[] = ['bleu', 'bleu-sbp', '4grr', 'gtm'],
  typed?: readonly string[],
): Promise<{ metrics: Metric[]; objectives: number[] }> {
  const metrics = await requestedMetrics(requests);
  if (!typed) {
    const usual = metrics.flatMap(({ factors }, m) => (factors ? [m] : []));
    return { metrics, objectives: usual.length > 0 ? usual : [0] };
  }
  const sought = await requestedMetrics(typed);
  const known = new Set(metrics.map(printMetric));
  const all = [...sought.filter((metric) => !known.has(printMetric(metric))), ...metrics];
  const places = new Map(all.map((metric, m) => [printMetric(metric), m]));
  return { metrics: all, objectives: sought.map((metric) => places.get(printMetric(metric))!) };
}
