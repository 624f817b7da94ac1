/** Options for scores computed elsewhere, and outputs opened together with their scores and metrics. */
import {
  type Metric,
  UsageError,
  isUsageError,
  needsReferences,
  pick,
  present,
  printMetric,
} from '../../core/index.ts';
import { type Task, readScores } from '../../data/index.ts';
import { scoresTask } from '../../engine/index.ts';
import type { ImportedScores } from '../../report/index.ts';
import { withoutReferences } from '../../measure/index.ts';
import { type Given, texts, words } from '../options.ts';
import { task } from './judgmentInput.ts';
import { requestedMetrics, withAnalyses, withTokenizer } from './metricInput.ts';
import { type TextOptions, openTexts } from './sharedOptions.ts';

/** `--scores` and the directions of its metrics. */
export const scoreFiles = {
  scores: words(texts, {
    value: 'file',
    names: 'scores',
    help:
      'scores computed elsewhere: output of comet-score, MetricX or sacreBLEU, files of WMT or mt-metrics-eval, or TSV; ' +
      'METRIC=FILE, for one score per line, and METRIC:SYSTEM=FILE say what the scores are of',
  }),
  lowerIsBetter: words(texts, { value: 'metric', help: 'metrics in score files for which lower is better' }),
  higherIsBetter: words(texts, {
    value: 'metric',
    help: 'metrics in score files for which higher is better',
  }),
};

/** The same for commands on a single test set. */
export const importedOptions = {
  ...scoreFiles,
  task: task('the task of --scores, such as de-en, if the files hold several'),
};

type ImportedOptions = Given<typeof importedOptions>;

interface Imported {
  readonly imported: readonly ImportedScores[];
  /** What was assumed and what was left out. */
  readonly notes: readonly string[];
  /** Undefined if no files were given. */
  readonly sha256?: string;
}

/** Scores of one task; `systems` are those they are of, if known. */
async function importedScores(given: ImportedOptions, systems?: readonly string[]): Promise<Imported> {
  const { scores: files, task: tasks = [] } = given;
  if (!files) {
    const unused = (['lowerIsBetter', 'higherIsBetter', 'task'] as const).find((option) => given[option]);
    if (unused) {
      const [flag, names] = unused === 'task' ? ['--task', 'the task'] : [flags[unused], 'metrics'];
      throw new UsageError(`${flag} names ${names} of --scores. Add --scores, or leave it out.`);
    }
    return { imported: [], notes: [] };
  }
  if (tasks.length > 1)
    throw new UsageError(`Systems are scored on one task. Give --task once, not ${tasks.length} times.`);
  const read = await readScores({
    files,
    ...pick(given, ['lowerIsBetter', 'higherIsBetter']),
    unknownDirection: 'refuse',
    ...present({ systems }),
  }).catch((error: unknown) => {
    // The flag takes all words that follow.
    const isOutput = !systems && isUsageError(error) && /^Cannot read .* as scores/.test(error.message);
    throw isOutput ? new UsageError(`${error.message} Outputs must come before --scores.`) : error;
  });
  const known = [...new Set(read.scores.flatMap(({ task: named }) => named ?? []))];
  const [asked] = tasks;
  if (asked !== undefined && !known.includes(asked)) {
    throw new UsageError(
      known.length === 0
        ? `--task ${asked}: the files of --scores name no task. Leave out --task.`
        : `--task ${asked}: the files of --scores hold ${known.join(', ')}. Choose one of these.`,
    );
  }
  if (asked === undefined && known.length > 1) {
    throw new UsageError(`The files of --scores hold several tasks: ${known.join(', ')}. Choose one with --task.`);
  }
  const ofTask = read.scores.filter(({ task: named }) => named === undefined || asked === undefined || named === asked);
  return {
    imported: ofTask.map(({ scores, files: paths }) => ({ ...scores, files: paths })),
    notes: [
      ...read.notes,
      ...otherSystems(
        ofTask.flatMap(({ scores }) => scores.systems),
        systems,
      ),
    ],
    sha256: read.sha256,
  };
}

const flags = { lowerIsBetter: '--lower-is-better', higherIsBetter: '--higher-is-better' };

function otherSystems(found: readonly string[], systems: readonly string[] | undefined): string[] {
  const others = systems ? [...new Set(found)].filter((name) => !systems.includes(name)) : [];
  return others.length === 0 ? [] : [`Scores of other systems left out: ${others.join(', ')}.`];
}

/** The metrics computed by default. */
export const usualMetrics = ['bleu', 'chrf', 'ter'];

type ScoredOptions = ImportedOptions &
  TextOptions & { readonly metric?: readonly string[]; readonly analyses?: readonly string[] };

/** Outputs, what they are scored by, and scores of theirs from elsewhere. */
interface Opened extends Imported {
  readonly task: Task;
  readonly metrics: readonly Metric[];
}

/** Without references, the default metrics that need them are left out if there are scores. */
export async function openScored(files: readonly string[], given: ScoredOptions): Promise<Opened> {
  const { metric: typed, scores } = given;
  const isNone = typed?.length === 1 && typed[0] === 'none';
  if (isNone && !scores) throw new UsageError('-m none computes no metric. Name a metric, or add --scores.');
  const complete = withAnalyses(files, given);
  const metrics = await requestedMetrics(isNone ? [] : (typed ?? usualMetrics), (requests) =>
    withTokenizer(complete(requests), given.targetLanguage),
  );
  const needReferences = typed ? metrics.filter(needsReferences).map(printMetric) : scores ? [] : undefined;
  const task = await openTexts(files, given, present({ needReferences }));
  const read = await importedScores(given, task.systems).catch(async (error: unknown) => {
    for await (const _ of task.batches()) break; // closes the files
    throw error;
  });
  const able = task.lacksReferences ? withoutReferences(metrics) : { metrics, notes: [] };
  return { ...read, task, metrics: able.metrics, notes: [...(given.setNotes ?? []), ...able.notes, ...read.notes] };
}

/** Scores alone: their systems and segments make the task. */
export async function openScores(given: ImportedOptions): Promise<Opened & { readonly keys: readonly string[] }> {
  const read = await importedScores(given);
  return { ...read, ...scoresTask(read.imported, read.sha256 ?? ''), metrics: [] };
}
