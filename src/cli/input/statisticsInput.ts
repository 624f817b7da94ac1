/** Options for scoring a test set in parts, and files of statistics that are read and written. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type ExactSum,
  type Metric,
  UsageError,
  type ValueKind,
  pick,
  present,
  printMetric,
  printSignature,
  runsProgram,
} from '../../core/index.ts';
import {
  type NamedStatistics,
  type Shard,
  type Statistics,
  type Task,
  checksumOf,
  evaluationOf,
  finishedStatistics,
  inputOf,
  printShard,
  printStatistics,
} from '../../data/index.ts';
import { createMetrics, parseMetric } from '../../engine/index.ts';
import { type Evaluation, type InputWarning, TextSample } from '../../measure/index.ts';
import { type ScoreReport, reportScores } from '../../report/index.ts';
import type { Terminal } from '../command.ts';
import { outputFile, value } from '../options.ts';
import { writeWhole } from '../output.ts';
import { primaryPlace } from './metricInput.ts';
import { type TextOptions, openTexts, outputRequest } from './sharedOptions.ts';

export const shards: ValueKind<Shard> = {
  accepts: 'a part and the number of parts, such as 3/16',
  read(given, flag) {
    const [, part, of] = /^\s*(\d{1,6})\s*\/\s*(\d{1,6})\s*$/.exec(String(given)) ?? [];
    const shard = { part: Number(part), of: Number(of) };
    if (of !== undefined && shard.part >= 1 && shard.part <= shard.of) return shard;
    throw new UsageError(`${flag} must be ${this.accepts}, not ${String(given)}.`);
  },
};

export const shard = value(shards, {
  value: 'i/n',
  help: 'read only the i-th of n parts of the lines of all files, which must be plain text',
});

export const statistics = outputFile({
  help: 'write the sums of all statistics to a file, for assay merge',
});

interface PartOptions extends TextOptions {
  readonly statistics?: string;
  readonly rows?: string;
  readonly scores?: readonly string[];
}

/** Refuses metrics whose statistics say nothing without the rest of the test set or without a program. */
export function checkParts(metrics: readonly Metric[], given: PartOptions): void {
  const written = given.statistics !== undefined ? '--statistics' : given.rows !== undefined ? '--rows' : undefined;
  if (written && given.scores) {
    throw new UsageError(`${written} holds what metrics counted, not scores from elsewhere. Leave out --scores.`);
  }
  const program = metrics.find(runsProgram);
  if (program && written) {
    throw new UsageError(
      `${written}: ${program.definition.id} runs a program, which no file may name, so its statistics cannot be read again. Leave it out.`,
    );
  }
  const learners = metrics.filter(({ learner }) => learner);
  const inParts = given.statistics !== undefined ? '--statistics' : given.shard && '--shard';
  if (learners.length === 0 || !inParts) return;
  const names = learners.map((metric) => `'${printMetric(metric)}'`).join(' ');
  const typed = (given.reference ?? ['REFERENCES']).map((path) => ` -r ${path}`).join('');
  throw new UsageError(
    `${inParts}: ${learners.map(({ name }) => name).join(' and ')} must first learn from the references of the whole test set. ` +
      `Type \`assay prepare${typed} -m ${names} -o prepared.json\`, and add --prepared prepared.json.`,
  );
}

/** Options that change what is read from the same files. */
const readingOf = (given: TextOptions): Statistics['reading'] =>
  pick(given, ['inputFormat', 'columns', 'emptyReferences']);

/** The first segments of a whole test set, by which texts are checked, though only a shard of it is scored. */
export async function sampleOfWhole(
  files: readonly string[],
  { shard: _shard, ...given }: TextOptions,
): Promise<TextSample> {
  const task = await openTexts(files, given, { needReferences: [] });
  const sample = new TextSample(task.systems);
  for await (const batch of task.batches()) {
    sample.take(batch);
    if (sample.isFull) break;
  }
  return sample;
}

/** What was counted, as a file holds it. */
export function statisticsOf(
  task: Task,
  metrics: readonly Metric[],
  evaluation: Evaluation,
  given: TextOptions,
  input: { readonly notes: readonly string[]; readonly warnings?: readonly InputWarning[] },
): Statistics {
  const { systems, references, segments, exactSums } = evaluation;
  return {
    systems,
    references,
    reading: readingOf(given),
    metrics: metrics.map((metric, m) => ({
      metric: printMetric(metric),
      signature: printSignature(metric, { references }),
      ...present({ prepared: metric.prepared }),
      statistics: metric.statistics,
      sums: systems.map((_, s) =>
        metric.statistics.map((__, k): ExactSum => exactSums![m]!.exact(s * metric.statistics.length + k)),
      ),
    })),
    parts: [
      {
        sha256: task.checksum ?? '',
        segments,
        ...present({ shard: given.shard, whole: task.wholeChecksum }),
        notes: input.notes,
        warnings: input.warnings ?? [],
      },
    ],
  };
}

/** Writes statistics, unless the file has them already; says so in that case. */
export async function writeStatistics(file: string, found: Statistics, terminal: Terminal): Promise<void> {
  const text = printStatistics(found);
  const before = finishedStatistics(file);
  if (before && printStatistics(before) === text) terminal.warn(isComplete(file));
  else await writeWhole(file, [text]);
}

const isComplete = (file: string): string =>
  `${file} is complete and was left as it is: the same input and options gave it before.`;

/** The statistics that an earlier run on the same input, with the same metrics and options, wrote to a file. */
export async function statisticsBefore(
  file: string,
  files: readonly string[],
  given: TextOptions,
  { systems }: Task,
  metrics: readonly Metric[],
  terminal: Terminal,
): Promise<NamedStatistics | undefined> {
  const found = finishedStatistics(file);
  const [part, ...others] = found?.parts ?? [];
  if (!found || !part || others.length > 0) return undefined;
  const { references } = found;
  const signatures = metrics.map((metric) => printSignature(metric, { references }));
  const facts = (shard: Shard | undefined, ...rest: unknown[]): string =>
    JSON.stringify([shard && printShard(shard), ...rest]);
  const before = facts(part.shard, found.systems, found.reading, found.metrics.map(({ signature }) => signature)); // prettier-ignore
  if (before !== facts(given.shard, systems, readingOf(given), signatures)) return undefined;
  if ((await checksumOf(outputRequest(files, given))) !== part.sha256) return undefined;
  terminal.warn(isComplete(file));
  return found;
}

/** The metrics of statistics, to score the sums by; refuses those of another version. */
export async function metricsOf({ metrics, references, file }: NamedStatistics): Promise<Metric[]> {
  const made = await createMetrics(metrics.map(({ metric }) => parseMetric(metric)));
  return made.map((metric, m) => {
    const { prepared, signature } = metrics[m]!;
    const ready = prepared === undefined ? metric : metric.taught(undefined, prepared);
    const own = printSignature(ready, { references });
    if (own === signature) return ready;
    throw new UsageError(
      `${file} was made with another version of Assay or of what the metric needs: its signature is ${signature}, here it is ${own}. Use one version for all shards.`,
    );
  });
}

/** The report that `assay score` makes of the same segments. */
export const reportStatistics = (
  found: Statistics,
  metrics: readonly Metric[],
  given: { readonly primary?: string },
): Promise<ScoreReport> =>
  reportScores(metrics, evaluationOf(found), {
    ...present({ primary: primaryPlace(given.primary, metrics) }),
    input: inputOf(found),
    pause: nextTurn,
  });
