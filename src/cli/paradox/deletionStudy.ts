/** `assay paradox deletion` of n-best lists: whether metrics reward systems that may leave something out, and are tuned to them. */
import { statSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { type Metric, UsageError, pick, present, printMetric } from '../../core/index.ts';
import {
  type EmptyReferences,
  type NbestFormat,
  checkStandardInput,
  holdLists,
  nbestFormats,
  readNbest,
} from '../../data/index.ts';
import { studyDeletion } from '../../engine/index.ts';
import type { DeletionStudyReport } from '../../report/index.ts';
import { deletionDefaults, mertDefaults } from '../../tune/index.ts';
import { collect, integerBetween, numberBetween, requestedMetrics } from '../arguments.ts';
import type { Terminal } from '../command.ts';
import { filesRead } from '../metricFiles.ts';
import { nbestRequest } from '../nbestInput.ts';
import { type WeightOptions, requestedWeights } from '../weightInput.ts';

/** What can be said of n-best lists alone. */
export interface ListOptions extends WeightOptions {
  nbest?: boolean;
  nbestFormat?: NbestFormat;
  objective?: string[];
  holdOut?: number;
  candidates?: number;
  longest?: number;
  restarts?: number;
  seed?: number;
}

interface StudyOptions extends ListOptions {
  reference?: string[];
  source?: string;
  emptyReferences?: EmptyReferences;
  threads?: number | 'auto';
}

const flags: Readonly<Record<keyof ListOptions, string>> = {
  nbest: '--nbest',
  nbestFormat: '--nbest-format',
  objective: '--objective',
  weights: '--weights',
  missingWeights: '--missing-weights',
  holdOut: '--hold-out',
  candidates: '--candidates',
  longest: '--longest',
  restarts: '--restarts',
  seed: '--seed',
};

/** No option has a default here, so that one given for something else is noticed. */
export function declareListOptions(command: Command): void {
  const { first, longest } = deletionDefaults;
  command
    .option('--nbest', 'deletion: the files are n-best lists, where their first lines do not tell')
    .addOption(
      new Option('--nbest-format <format>', 'n-best: format of the features, where it cannot be told').choices(
        nbestFormats,
      ),
    )
    .option(
      '--objective <metric>',
      'n-best: a metric to tune to; repeat for several (default: those of -m that are a BLEU, else the first)',
      collect,
    )
    .option('--weights <file>', 'n-best: weights to start from (default: equal weights)')
    .addOption(
      new Option(
        '--missing-weights <what>',
        'n-best: what a feature without a weight is: a mistake (default), or of weight 0',
      ).choices(['error', 'zero']),
    )
    .option('--hold-out <share>', 'n-best: the share of segments not tuned on (default: 0.5)', numberBetween(0, 1))
    .option(
      '--candidates <number>',
      `n-best: so many texts of each list come without words, too (default: ${first})`,
      integerBetween(1, 1_000_000),
    )
    .option(
      '--longest <number>',
      `n-best: longest run of words that is left out (default: ${longest})`,
      integerBetween(1, 1000),
    )
    .option(
      '--restarts <number>',
      `n-best: random points to tune from (default: ${mertDefaults.restarts})`,
      integerBetween(0, 1_000_000),
    )
    .option(
      '--seed <number>',
      `n-best: where chance starts from (default: ${mertDefaults.seed})`,
      integerBetween(0, 2 ** 32 - 1),
    );
}

export function refuseListOptions(given: ListOptions): void {
  for (const [option, flag] of Object.entries(flags)) {
    if (given[option as keyof ListOptions] !== undefined) {
      throw new UsageError(`${flag} is for n-best lists. Give such files to assay paradox deletion, or leave it out.`);
    }
  }
}

/** Whether the files are n-best lists. A pipe cannot be looked into first: it holds them if that is said. */
export async function areLists(files: readonly string[], { nbest, nbestFormat }: ListOptions): Promise<boolean> {
  if (nbest || nbestFormat) return true;
  const known = files.filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
  return known.length > 0 && known.length === files.length && holdLists(known);
}

export async function studyLists(
  files: readonly string[],
  given: StudyOptions,
  requests: readonly string[],
  terminal: Terminal,
): Promise<DeletionStudyReport> {
  const { reference: references, candidates: first, longest } = given;
  if (!references) throw new UsageError('No reference given. Name a file with -r.');
  checkStandardInput(filesRead(given, files));
  const chosen = await requestedObjectives(requests, given.objective);
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
  requests: readonly string[],
  typed: readonly string[] | undefined,
): Promise<{ metrics: Metric[]; objectives: number[] }> {
  const metrics = await requestedMetrics(requests.length > 0 ? requests : ['bleu', 'bleu-sbp', '4grr', 'gtm']);
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
