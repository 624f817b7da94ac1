/** From outputs to a comparison of systems: scores them, tests every two, and says why they differ. */
import { type Measurement, type Metric, UsageError, counted, suggest, version } from '../core/index.ts';
import { explainDifferences } from '../compare/index.ts';
import { type Batch, type Task, digestOf } from '../data/index.ts';
import { type Measured, groupSegments } from '../measure/index.ts';
import type { Scores } from '../meta/index.ts';
import { type CompareReport, type ComparedMetric, type ComparedTexts, scoredMetric } from '../report/index.ts';
import {
  type ComparisonSettings,
  type RunComparison,
  type RunTestId,
  meanMeasurement,
  turned,
} from '../stats/index.ts';
import { compareSystemRuns, compareSystems } from './compareSystems.ts';
import { evaluate } from './evaluate.ts';
import { measurements } from './reportScores.ts';

export interface ComparisonOptions {
  readonly settings: Omit<ComparisonSettings, 'units' | 'baseline'>;
  /** The system that all others are compared with; without it all pairs are compared. */
  readonly baseline?: string;
  /** What is drawn and exchanged as a whole; documents are told by the label `document`. */
  readonly unit: 'segment' | 'document';
  /** Scores of segments by metrics computed elsewhere. */
  readonly imported?: readonly Scores[];
  /** What these call the segments of the task, if not by their numbers from 1 on. */
  readonly keys?: readonly string[];
  /** What reading those scores had to say. */
  readonly notes?: readonly string[];
  /** Of what was read besides the task. */
  readonly checksums?: readonly string[];
  /** Systems of several runs: by system its runs, which are the systems of the task. */
  readonly runs?: { readonly test: RunTestId; readonly systems: readonly RunsOfSystem[] };
  /** Says why systems differ, with so many segments and n-grams of each. */
  readonly explain?: {
    readonly top: number;
    readonly frequencies?: ReadonlyMap<string, number>;
    readonly wordClasses?: ReadonlyMap<string, string>;
  };
  readonly threads?: number | 'auto';
  readonly onProgress?: (done: { readonly share: number | undefined; readonly text: string }) => void;
}

export interface RunsOfSystem {
  readonly name: string;
  readonly files: readonly string[];
}

export interface ReportedComparison {
  readonly report: CompareReport;
  /** For pages that show segments. */
  readonly texts: ComparedTexts;
}

export async function reportComparison(
  task: Task,
  metrics: readonly Metric[],
  options: ComparisonOptions,
): Promise<ReportedComparison> {
  const { threads = 'auto', onProgress, runs, explain, unit, imported = [], notes = [], checksums = [] } = options;
  if (runs) await checkRunFiles(runs.systems, task);
  const texts = new TextKeeper(task);
  const evaluation = await evaluate(texts, metrics, {
    threads,
    keepRows: true,
    onProgress: ({ segments, share }) => onProgress?.({ share, text: `${segments} segments scored` }),
  });
  const { systems, segments, labels, references } = evaluation;
  const keys = options.keys ?? Array.from({ length: segments }, (_, i) => String(i + 1));
  const computed = measurements(metrics, evaluation);
  const measured: Measurement[] = [
    ...computed,
    ...imported.map((scores) => importedMeasurement(scores, systems, keys)),
  ];
  const described: ComparedMetric[] = [
    ...metrics.map((metric) => {
      const { name, higherIsBetter, metric: typed, signature } = scoredMetric(metric, { references });
      return { name, higherIsBetter, metric: typed, signature };
    }),
    ...imported.map(({ name, higherIsBetter }) => ({ name, higherIsBetter })),
  ];
  const names = runs ? runs.systems.map(({ name }) => name) : systems;
  const baseline = options.baseline === undefined ? undefined : placeOf(options.baseline, names);
  const settings: ComparisonSettings = {
    ...options.settings,
    ...(unit === 'document' && { units: documentsOf(labels) }),
    ...(baseline !== undefined && { baseline }),
  };
  const drawing = {
    threads,
    onProgress: (share: number) => onProgress?.({ share, text: 'samples' }),
  };
  const found = runs ? [] : await compareSystems(measured, settings, drawing);
  // What comes later is compared with what came before, as with a baseline: new less old.
  const compared = found.map((each) => ({
    ...each,
    settings: withoutUnits(each.settings),
    ...(baseline === undefined && { comparisons: each.comparisons.map(turned) }),
  }));
  const foundOfRuns = runs
    ? await compareSystemRuns(measured, runPlaces(runs.systems), { ...settings, test: runs.test }, drawing)
    : [];
  const ofRuns = runs && {
    files: runs.systems.map(({ files }) => files),
    compared: foundOfRuns.map((each) => ({
      ...each,
      settings: withoutUnits(each.settings),
      ...(baseline === undefined && { comparisons: each.comparisons.map(turnedRuns) }),
    })),
  };
  onProgress?.({ share: undefined, text: 'why they differ' });
  const testSet = { references: texts.references };
  const outputs = new Map(systems.map((system, s) => [system, texts.hypotheses[s]!]));
  const report: CompareReport = {
    version,
    systems: names,
    metrics: named(described),
    segments,
    unit,
    compared,
    ...(ofRuns && { runs: ofRuns }),
    ...(explain &&
      !runs && {
        explanation: explainDifferences({
          testSet,
          outputs,
          measured: computed,
          labels,
          settings,
          ...explain,
        }),
      }),
    input: {
      references,
      sha256: checksums.length === 0 ? (task.checksum ?? '') : digestOf([task.checksum, ...checksums]),
      notes: [...task.notes, ...notes],
    },
  };
  return {
    report,
    texts: {
      systems,
      hypotheses: texts.hypotheses,
      references: texts.references,
      ...(texts.sources.length === segments && { sources: texts.sources }),
      labels,
      scores: [...computed.map(segmentScores), ...imported.map((scores) => alignedScores(scores, systems, keys))],
    },
  };
}

/** The document of every segment is no setting to report. */
function withoutUnits<Settings extends { readonly units?: Uint32Array }>(settings: Settings): Omit<Settings, 'units'> {
  const { units: _units, ...rest } = settings;
  return rest;
}

/** Scores of single segments, by system. */
const segmentScores = (measured: Measured): Float64Array[] =>
  measured.systemNames.map((_, s) =>
    Float64Array.from({ length: measured.segments }, (__, i) => measured.segmentScore(s * measured.segments + i)),
  );

/** Names of metrics, as typed where two have the same. */
function named(metrics: readonly ComparedMetric[]): ComparedMetric[] {
  const count = (name: string) => metrics.filter((metric) => metric.name === name).length;
  return metrics.map((each) =>
    count(each.name) > 1 && each.metric !== undefined ? { ...each, name: each.metric } : each,
  );
}

function placeOf(system: string, systems: readonly string[]): number {
  const at = systems.indexOf(system);
  if (at >= 0) return at;
  throw new UsageError(`There is no system ${system} to be the baseline. ${suggest(system, systems)}`);
}

/** The number of its document for each segment. */
function documentsOf(labels: ReadonlyMap<string, readonly string[]>): Uint32Array {
  const groups = groupSegments(labels, 'document');
  const units = new Uint32Array([...groups.values()].reduce((sum, { length }) => sum + length, 0));
  [...groups.values()].forEach((members, document) => {
    for (const segment of members) units[segment] = document;
  });
  return units;
}

/** Each file of runs must hold the outputs of one run. */
async function checkRunFiles(systems: readonly RunsOfSystem[], task: Task): Promise<void> {
  const { systems: found } = task;
  const files = systems.reduce((sum, { files: ofSystem }) => sum + ofSystem.length, 0);
  if (files === found.length) return;
  for await (const _ of task.batches()) break; // closes the files
  throw new UsageError(
    `Each file of --runs must hold the outputs of one run; ${counted(files, 'file')} hold ${counted(found.length, 'system')}: ${found.join(', ')}.`,
  );
}

/** The same comparison, with the systems in the other order. */
function turnedRuns(comparison: RunComparison): RunComparison {
  const { first, second, difference, better, verdict, interval } = comparison;
  const negative = <N extends number>(value: N): N => (value === 0 ? value : -value) as N;
  return {
    ...comparison,
    first: second,
    second: first,
    difference: negative(difference),
    better: negative(better),
    verdict: negative(verdict),
    interval: { low: negative(interval.high), high: negative(interval.low) },
  };
}

/** The runs of each system are the next systems of the task. */
function runPlaces(systems: readonly RunsOfSystem[]): number[][] {
  let next = 0;
  return systems.map(({ files }) => files.map(() => next++));
}

function importedMeasurement(scores: Scores, systems: readonly string[], keys: readonly string[]): Measurement {
  return meanMeasurement({
    name: scores.name,
    higherIsBetter: scores.higherIsBetter,
    systemNames: systems,
    scores: alignedScores(scores, systems, keys),
  });
}

function alignedScores(scores: Scores, systems: readonly string[], keys: readonly string[]): Float64Array[] {
  const columns = new Map(scores.segments.map((key, g) => [key, g]));
  const known = new Set(keys);
  const stranger = scores.segments.find((key) => !known.has(key));
  if (stranger !== undefined) {
    throw new UsageError(
      `${scores.name} has a score of segment ${stranger}, which is none of the ${counted(keys.length, 'segment')} compared. Give the scores of this test set.`,
    );
  }
  return systems.map((system) => {
    const row = scores.systems.indexOf(system);
    if (row < 0) {
      throw new UsageError(`${scores.name} has no scores of ${system}. ${suggest(system, scores.systems)}`);
    }
    return Float64Array.from(keys, (key) => {
      const column = columns.get(key);
      const score = column === undefined ? NaN : scores.ofSegments[row * scores.segments.length + column]!;
      if (!Number.isNaN(score)) return score;
      const missing = column === undefined ? '' : ', or it is None, NaN or empty';
      throw new UsageError(
        `${scores.name} has no score of segment ${key} of ${system}${missing}: every output needs one.`,
      );
    });
  });
}

/** A task that remembers its texts while they are read. */
class TextKeeper implements Task {
  readonly hypotheses: string[][];
  readonly references: (readonly string[])[] = [];
  readonly sources: string[] = [];
  readonly #task: Task;

  constructor(task: Task) {
    this.#task = task;
    this.hypotheses = task.systems.map(() => []);
  }

  get systems(): readonly string[] {
    return this.#task.systems;
  }
  get bytes(): number | undefined {
    return this.#task.bytes;
  }
  get bytesRead(): number {
    return this.#task.bytesRead;
  }
  get notes(): readonly string[] {
    return this.#task.notes;
  }
  get checksum(): string | undefined {
    return this.#task.checksum;
  }

  async *batches(): AsyncGenerator<Batch> {
    for await (const batch of this.#task.batches()) {
      batch.hypotheses.forEach((outputs, s) => {
        for (const text of outputs) this.hypotheses[s]!.push(text);
      });
      for (const list of batch.references) this.references.push(list);
      for (const text of batch.sources ?? []) this.sources.push(text);
      yield batch;
    }
  }
}
