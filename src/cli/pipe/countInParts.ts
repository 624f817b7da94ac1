/** Counts texts that come in parts, and adds up what was counted, for programs that spread rows over machines. */
import { statSync } from 'node:fs';
import {
  type ExactSum,
  ExactSums,
  type Metric,
  UsageError,
  needsReferences,
  pick,
  present,
  printMetric,
  printSignature,
  runsProgram,
} from '../../core/index.ts';
import {
  type NamedStatistics,
  digestOf,
  heldFile,
  prepareMetrics,
  printStatistics,
  readPrepared,
  readSums,
  versionOf,
  withBatches,
  withHeldFiles,
  writtenSums,
} from '../../data/index.ts';
import { evaluate, parseMetric } from '../../engine/index.ts';
import { type InputWarning, TextSample, checkTexts, measurements } from '../../measure/index.ts';
import type { AnyCommand } from '../command.ts';
import score from '../commands/score.ts';
import { requestedMetrics } from '../input/metricInput.ts';
import { usualMetrics } from '../input/scoreInput.ts';
import { openTexts } from '../input/sharedOptions.ts';
import { metricsOf } from '../input/statisticsInput.ts';
import type { Declarations, Given } from '../options.ts';
import { type Came, listOf, readParams, shown } from './readParams.ts';

const options = pick(score.options, ['reference', 'source', 'name', 'metric', 'inputFormat', 'emptyReferences', 'threads', 'prepared']); // prettier-ignore

/** What `count` reads as `score` does. */
export const countCommand = {
  ...score,
  name: 'count',
  summary: 'Count texts: the sums that `total` adds up and scores, for the rows of a data frame, a part at a time.',
  options: options satisfies Declarations,
} as unknown as AnyCommand;

/** A metric and its settings; the same for all parts. */
interface CountedMetric {
  readonly metric: string;
  /** With `nrefs:var`, since parts may differ in that. */
  readonly signature: string;
  readonly prepared?: string;
}

/** Sums of some segments. */
interface CountedPart {
  readonly segments: number;
  readonly references: number | 'var';
  /** By metric, system and statistic. */
  readonly sums: readonly (readonly (readonly ExactSum[])[])[];
}

type Params = Readonly<Record<string, unknown>>;

/**
 * Counts some texts. `groups` has the number of the group of every segment, from 0; `scores` asks for the score of every segment; `check`
 * says whether to look for mistakes in the first texts, which takes a few milliseconds.
 */
export async function countTexts({ groups: typed, scores = false, check = true, ...params }: Params, came: Came) {
  const { words, given, held, outputs: _ } = readParams(countCommand, params, came);
  if (typeof scores !== 'boolean' || typeof check !== 'boolean')
    throw new UsageError('scores and check must be true or false.');
  const groups = typed === undefined || typed === null ? undefined : groupNumbers(typed);
  return withHeldFiles(held, () => counted(words, given as Given<typeof options>, groups, scores, check));
}

async function counted(
  files: readonly string[],
  given: Given<typeof options>,
  groups: readonly number[] | undefined,
  wantsScores: boolean,
  isChecked: boolean,
) {
  const metrics = await metricsFor(given.metric ?? usualMetrics, given.prepared);
  const needReferences = metrics.filter(needsReferences).map(printMetric);
  const task = await openTexts(files, given, { needReferences });
  const { systems } = task;
  const sample = new TextSample(systems);
  const sampled = withBatches(task, (batch) => {
    if (isChecked) sample.take(batch);
    return batch;
  });
  const ofGroups = groups && new GroupSums(groups, metrics, systems.length);
  const evaluation = await evaluate(sampled, metrics, {
    threads: given.threads,
    keepRows: wantsScores,
    ...(ofGroups && { onRows: ({ start, size }, rows) => ofGroups.add(start, size, rows) }),
  });
  const { references, segments, exactSums } = evaluation;
  ofGroups?.check(segments);
  const all = { segments, references, sums: sumsOf(exactSums!, metrics, systems.length) };
  return {
    result: {
      systems,
      metrics: metrics.map((metric): CountedMetric & { readsSource: boolean } => ({
        metric: printMetric(metric),
        signature: printSignature(metric, { references: 'var' }),
        ...present({ prepared: metric.prepared }),
        readsSource: metric.uses?.source ?? false,
      })),
      groups: ofGroups ? ofGroups.finish(references) : [all],
      ...(wantsScores && {
        scores: measurements(metrics, evaluation).map((measured) =>
          systems.map((_, s) =>
            Array.from({ length: segments }, (__, i) => writtenNumber(measured.segmentScore(s * segments + i))),
          ),
        ),
      }),
      notes: task.notes,
      warnings: isChecked ? checkTexts(sample, metrics) : [],
    },
  };
}

/** JSON has neither infinities nor NaN. */
const writtenNumber = (number: number): number | string => (Number.isFinite(number) ? number : String(number));

/** The metrics of the last request: the next one mostly wants the same, whose models and dictionaries are then loaded. */
let last: { readonly key: string; readonly metrics: readonly Metric[] } | undefined;

async function metricsFor(typed: readonly string[], prepared: string | undefined): Promise<readonly Metric[]> {
  // What came with a request may differ in the next one.
  const isHeld = prepared !== undefined && heldFile(prepared) !== undefined;
  const file =
    prepared === undefined || isHeld ? undefined : statSync(prepared, { bigint: true, throwIfNoEntry: false });
  const key = JSON.stringify([typed, prepared, file && versionOf(file)]);
  if (!isHeld && last?.key === key) return last.metrics;
  const program = typed.map(parseMetric).find(runsProgram);
  if (program) throw new UsageError(`metric: ${program.definition.id} runs a program, which only the command line may start. Leave it out.`); // prettier-ignore
  let metrics: readonly Metric[] = await requestedMetrics(typed);
  if (prepared !== undefined) metrics = prepareMetrics(metrics, readPrepared(prepared));
  const learners = metrics.filter(({ learner }) => learner);
  if (learners.length > 0) {
    throw new UsageError(
      `metric: ${learners.map(({ name }) => name).join(' and ')} must first learn from the references of the whole test set. ` +
        `Type \`assay prepare -r REFERENCES -m ${learners.map((metric) => `'${printMetric(metric)}'`).join(' ')} -o prepared.json\`, and pass that file as prepared.`,
    );
  }
  last = isHeld ? undefined : { key, metrics };
  return metrics;
}

const sumsOf = (sums: readonly ExactSums[], metrics: readonly Metric[], systems: number) =>
  writtenSums(
    metrics.map(({ statistics: { length: width } }, m) =>
      Array.from({ length: systems }, (_, s) =>
        Array.from({ length: width }, (__, k): ExactSum => sums[m]!.exact(s * width + k)),
      ),
    ),
  );

function groupNumbers(typed: unknown): number[] {
  const list = listOf(typed, 'groups');
  const wrong = list.findIndex((each) => !Number.isSafeInteger(each) || (each as number) < 0);
  if (wrong >= 0) throw new UsageError(`groups, segment ${wrong + 1}: expected a number from 0, not ${shown(list[wrong])}.`); // prettier-ignore
  return list as number[];
}

/** Sums by group of segments. */
class GroupSums {
  readonly #groups: readonly number[];
  readonly #metrics: readonly Metric[];
  readonly #systems: number;
  readonly #sums: { segments: number; readonly sums: readonly ExactSums[] }[];

  constructor(groups: readonly number[], metrics: readonly Metric[], systems: number) {
    this.#groups = groups;
    this.#metrics = metrics;
    this.#systems = systems;
    const count = groups.reduce((most, group) => Math.max(most, group + 1), 0);
    if (count > groups.length) throw new UsageError(`groups: there are ${groups.length} segments, but a group has the number ${count - 1}. Number groups from 0, without gaps.`); // prettier-ignore
    const fresh = () => metrics.map(({ statistics }) => new ExactSums(systems * statistics.length));
    this.#sums = Array.from({ length: count }, () => ({ segments: 0, sums: fresh() }));
  }

  add(start: number, size: number, rows: readonly Float64Array[]): void {
    for (let i = 0; i < size; i++) {
      const group = this.#sums[this.#groups[start + i] ?? -1];
      if (!group) continue; // reported when all segments are counted
      group.segments++;
      this.#metrics.forEach(({ statistics: { length: width } }, m) => {
        for (let s = 0; s < this.#systems; s++) group.sums[m]!.addRows(rows[m]!, (s * size + i) * width, 1, width, s * width); // prettier-ignore
      });
    }
  }

  check(segments: number): void {
    if (segments !== this.#groups.length) {
      throw new UsageError(`groups has ${this.#groups.length} numbers, but there are ${segments} segments.`);
    }
  }

  finish(references: number | 'var'): CountedPart[] {
    return this.#sums.map(({ segments, sums }) => ({
      segments,
      references,
      sums: sumsOf(sums, this.#metrics, this.#systems),
    }));
  }
}

/** What `total` takes: results of `count`. */
interface TotalParams {
  readonly systems: readonly string[];
  readonly metrics: readonly CountedMetric[];
  /** Lists of parts that are added up. */
  readonly groups: readonly (readonly CountedPart[])[];
  /** Whether to return statistics files, for `merge`; notes, warnings and how empty references were read are written to them. */
  readonly statistics?: boolean;
  readonly notes?: readonly string[];
  readonly warnings?: readonly InputWarning[];
  readonly emptyReferences?: string;
}

/** Adds up parts, and scores the sums. */
export async function totalOf(params: Params) {
  const { systems, metrics: wanted, groups, statistics = false, notes = [], warnings = [], emptyReferences = 'error' } = checkedTotal(params); // prettier-ignore
  const metrics = await metricsOf({ metrics: wanted, references: 'var', file: 'The count' } as NamedStatistics);
  return {
    result: {
      groups: groups.map((parts) => {
        const total = added(parts, metrics, systems.length);
        const scores = systems.map((_, s) =>
          metrics.map((metric, m) => {
            const width = metric.statistics.length;
            return writtenNumber(metric.score(total.sums[m]!.rounded().subarray(s * width, (s + 1) * width)));
          }),
        );
        const sums = sumsOf(total.sums, metrics, systems.length);
        const { segments, references } = total;
        return { segments, references, sums, scores, ...(statistics && { statistics: file(sums, total) }) };
      }),
    },
  };

  /** Rows of a data frame have no order, so the checksum is that of the sums. */
  function file(sums: CountedPart['sums'], { segments, references }: Pick<CountedPart, 'segments' | 'references'>) {
    return printStatistics({
      systems,
      references,
      reading: { emptyReferences },
      metrics: metrics.map((metric, m) => ({
        metric: printMetric(metric),
        signature: printSignature(metric, { references }),
        ...present({ prepared: metric.prepared }),
        statistics: metric.statistics,
        sums: readSums(sums)[m]!,
      })),
      parts: [{ sha256: digestOf([systems, segments, sums]), segments, notes, warnings }],
    });
  }
}

function added(parts: readonly CountedPart[], metrics: readonly Metric[], systems: number) {
  const sums = metrics.map(({ statistics }) => new ExactSums(systems * statistics.length));
  let segments = 0;
  for (const part of parts) {
    segments += part.segments;
    readSums(part.sums).forEach((ofMetric, m) =>
      ofMetric.forEach((ofSystem, s) => {
        const width = metrics[m]!.statistics.length;
        if (ofSystem.length !== width) throw new UsageError(notCounted);
        ofSystem.forEach((sum, k) => sums[m]!.add(s * width + k, sum));
      }),
    );
  }
  const counts = new Set(parts.map(({ references }) => references));
  return { segments, references: counts.size === 1 ? [...counts][0]! : ('var' as const), sums };
}

const notCounted = 'total takes systems, metrics and groups as `count` returned them.';

function checkedTotal(params: Params): TotalParams {
  const known = ['systems', 'metrics', 'groups', 'statistics', 'notes', 'warnings', 'emptyReferences'];
  const other = Object.keys(params).find((name) => !known.includes(name));
  if (other !== undefined) throw new UsageError(`total has no parameter ${other}. ${notCounted}`);
  const { systems, metrics, groups } = params as unknown as TotalParams;
  const isPart = (part: CountedPart): boolean =>
    Number.isSafeInteger(part?.segments) &&
    Array.isArray(part.sums) &&
    part.sums.length === metrics.length &&
    part.sums.every((ofMetric) => Array.isArray(ofMetric) && ofMetric.length === systems.length);
  const isRight =
    [systems, metrics, groups].every(Array.isArray) &&
    metrics.every((each) => typeof each?.metric === 'string' && typeof each.signature === 'string') &&
    groups.every((parts) => Array.isArray(parts) && parts.every(isPart));
  if (!isRight) throw new UsageError(notCounted);
  return params as unknown as TotalParams;
}
