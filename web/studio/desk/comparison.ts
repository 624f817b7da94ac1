/**
 * Compares outputs as `assay compare` does, but keeps what it read, counted and drew: what changes with a setting is computed again, and
 * nothing else. Results arrive as they are ready: scores, then tests, then why systems differ.
 */
import {
  type CutTexts,
  type Metric,
  type Measurement,
  UsageError,
  counted,
  pick,
  present,
  printMetric,
  sumRows,
} from '../../../src/core/index.ts';
import { type Task, openTask } from '../../../src/data/openTask.ts';
import { readScores } from '../../../src/data/readScores.ts';
import { compareSystems } from '../../../src/engine/compare/compareSystems.ts';
import { createMetrics } from '../../../src/engine/createMetrics.ts';
import { evaluate } from '../../../src/engine/evaluate.ts';
import { parseMetric } from '../../../src/engine/parseMetric.ts';
import type { Batch } from '../../../src/formats/index.ts';
import {
  type Evaluation,
  type InputWarning,
  checkNames,
  checkTexts,
  cutWarnings,
  measurements,
  referencesPerSegment,
  withoutReferences,
} from '../../../src/measure/index.ts';
import type { ReportedComparison } from '../../../src/report/compare/compareReport.ts';
import { type ImportedScores, comparableScores } from '../../../src/report/score/importedScores.ts';
import type { ScoreReport } from '../../../src/report/score/scoreReport.ts';
import type { ComparedSystems, ComparisonSettings } from '../../../src/stats/index.ts';
import { digestOf } from '../node/data/input.ts';
// Lets messages through, such as one that makes the work useless.
import { setImmediate as nextTurn } from '../node/modules/timersPromises.ts';
import { isDivision } from './divisions.ts';
import type { FirstScores, LoadedFacts, Settings, TextsRequest } from './messages.ts';

/** Takes results as they arrive; `progress` may throw to end the work. */
export interface Taker {
  progress(text: string, share?: number): void;
  scores(scores: FirstScores): void;
  /** Without and then with the explanation of differences. */
  compared(reported: ReportedComparison, isWhole: boolean): Promise<void>;
  /** Of a single system. */
  scored(report: ScoreReport): Promise<void>;
}

/** Segments in a batch. */
const batchSize = 1024;

/** Bytes of rows that threads may copy. */
const mostCopied = 4e7;

/** Segments and n-grams listed for each system, as in the pages of `assay compare`. */
const listed = 10;

/** What was counted of all outputs. */
type Counted = { readonly sums: Float64Array; readonly rows: Float64Array; readonly cut: CutTexts | undefined };

export class Comparison {
  readonly systems: readonly string[];
  readonly hypotheses: readonly (readonly string[])[];
  readonly references: readonly (readonly string[])[];
  readonly sources: readonly string[] | undefined;
  readonly labels: ReadonlyMap<string, readonly string[]>;
  readonly notes: readonly string[];
  readonly checksum: string;
  readonly #request: TextsRequest;
  readonly #counted = new Map<string, Counted>();
  readonly #drawn = new Map<string, ComparedSystems>();

  private constructor(request: TextsRequest, task: Task, texts: Gathered) {
    this.#request = request;
    this.systems = task.systems;
    this.hypotheses = texts.hypotheses;
    this.references = texts.references;
    this.sources = texts.sources.length === texts.references.length ? texts.sources : undefined;
    this.labels = texts.labels;
    this.notes = task.notes;
    this.checksum = task.checksum ?? '';
  }

  static async read(request: TextsRequest, progress: Taker['progress']): Promise<Comparison> {
    const task = await openTask({
      batchSize,
      needReferences: [],
      ...request,
      ...(request.columns && { columns: request.columns }),
    });
    const texts = new Gathered(task.systems.length);
    for await (const batch of task.batches()) {
      texts.add(batch);
      const share = task.bytes ? task.bytesRead / task.bytes : undefined;
      progress(`${counted(texts.references.length, 'segment')} read`, share);
    }
    return new Comparison(request, task, texts);
  }

  get facts(): LoadedFacts {
    return {
      systems: this.systems,
      segments: this.references.length,
      references: referencesPerSegment(this.references),
      hasSources: this.sources !== undefined,
      labels: [...this.labels].map(([name, values]) => ({ name, values: [...new Set(values)] })),
      notes: this.notes,
    };
  }

  /** Everything there is to say about the outputs, in turns. */
  async compare(settings: Settings, scoreFiles: readonly string[], take: Taker): Promise<void> {
    const requested = await createMetrics(settings.metrics.map(parseMetric));
    const lacksReferences = this.references.every((list) => list.length === 0);
    const able = lacksReferences ? withoutReferences(requested) : { metrics: requested, notes: [] };
    const { metrics } = able;
    const read = await importedScores(scoreFiles, this.systems, settings);
    if (metrics.length === 0 && read.imported.length === 0) {
      throw new UsageError(
        read.undirected.length > 0
          ? `Is a higher or a lower score of ${read.undirected.join(', ')} better? Choose it under Files.`
          : 'These metrics need a reference. Add one under Files, or choose a metric that needs none.',
      );
    }
    const names = metrics.map(printMetric);
    const twice = names.find((name, m) => names.indexOf(name) !== m);
    if (twice !== undefined) throw new UsageError(`The metric ${twice} is given twice.`);
    const evaluation = await this.#evaluate(metrics, take.progress);
    take.scores(firstScores(metrics, evaluation));
    // What a model could not read is known of the run that counted.
    const counters = metrics.map((each) => ({
      ...pick(each, ['name']),
      cutTexts: () => this.#counted.get(printMetric(each))!.cut,
    }));
    const warnings = [
      ...this.#nameWarnings(),
      ...checkTexts(this, metrics).filter(({ kind }) => kind !== 'cut'),
      ...cutWarnings(counters),
    ];
    const { checksums } = read;
    const isAlone = this.systems.length === 1;
    const comparable = isAlone ? { imported: read.imported, notes: [] } : comparableScores(read.imported);
    const { imported } = comparable;
    const input = {
      sha256: checksums.length === 0 ? this.checksum : digestOf([this.checksum, ...checksums]),
      notes: [...this.notes, ...able.notes, ...read.notes, ...comparable.notes],
      ...(warnings.length > 0 && { warnings }),
    };
    const places = [...names, ...imported.map(({ name }) => name)];
    const primary = settings.primary === undefined ? undefined : Math.max(0, places.indexOf(settings.primary));
    if (isAlone) {
      const confidence = { level: settings.level / 100, ...pick(settings, ['samples', 'seed']) };
      const onProgress = ({ share, metric }: { share: number; metric: string }) =>
        take.progress(`samples of ${metric}`, share);
      const { reportScores } = await import('../../../src/report/score/scoreReport.ts');
      await take.scored(
        await reportScores(metrics, evaluation, {
          confidence,
          input,
          imported,
          onProgress,
          pause: nextTurn,
          by: [...this.labels.keys()].filter((label) => isDivision(this.labels.get(label)!)),
          ...present({ primary }),
        }),
      );
      return;
    }
    const options = {
      settings: {
        test: settings.test as ComparisonSettings['test'],
        correction: settings.correct as ComparisonSettings['correction'],
        // In the order of the command line, which JSON shows.
        ...pick(settings, ['samples', 'seed']),
        level: settings.level / 100,
        alpha: settings.alpha,
        interval: settings.interval as ComparisonSettings['interval'],
      },
      unit: settings.unit,
      imported,
      ...present({ baseline: settings.baseline, primary }),
    };
    const { hypotheses, references, sources } = this;
    const outputs = { evaluation, hypotheses, references, ...present({ sources }), input };
    const comparer = {
      systems: (measured: readonly Measurement[], asked: ComparisonSettings) =>
        this.#draw(measured, asked, take.progress),
      runs: () => Promise.reject(new Error('Studio compares single outputs')),
    };
    const { reportComparison } = await import('../../../src/report/compare/compareReport.ts'); // not before first scores
    await take.compared(await reportComparison(outputs, metrics, options, comparer), false);
    take.progress('why they differ');
    await nextTurn();
    await take.compared(
      await reportComparison(outputs, metrics, { ...options, explain: { top: listed } }, comparer),
      true,
    );
  }

  /** Rows of the given metrics, with those counted before. */
  async #evaluate(metrics: readonly Metric[], progress: Taker['progress']): Promise<Evaluation> {
    const missing = metrics.filter((metric) => !this.#counted.has(printMetric(metric)));
    if (missing.length > 0) {
      const { sums, rows } = await evaluate(this.#task(), missing, {
        keepRows: true,
        onProgress: ({ segments, share }) => progress(`${counted(segments, 'segment')} scored`, share),
      });
      missing.forEach((metric, m) =>
        this.#counted.set(printMetric(metric), { sums: sums[m]!, rows: rows![m]!, cut: metric.cutTexts?.() }),
      );
    }
    const kept = metrics.map((metric) => this.#counted.get(printMetric(metric))!);
    const wanted = new Set(metrics.map(printMetric));
    for (const name of this.#counted.keys()) if (!wanted.has(name)) this.#counted.delete(name);
    return {
      systems: this.systems,
      segments: this.references.length,
      sums: kept.map(({ sums }) => sums),
      rows: kept.map(({ rows }) => rows),
      labels: this.labels,
      references: referencesPerSegment(this.references),
    };
  }

  /** What tests need, with what was drawn before. */
  async #draw(
    measured: readonly Measurement[],
    { units, ...settings }: ComparisonSettings,
    progress: Taker['progress'],
  ): Promise<ComparedSystems[]> {
    const key = (each: Measurement): string =>
      JSON.stringify([
        'metric' in each ? printMetric(each.metric as Metric) : each.name,
        units !== undefined,
        settings,
      ]);
    const missing = measured.filter((each) => !this.#drawn.has(key(each)));
    // Each thread has a copy of all rows: with many, one thread has to do.
    const bytes = missing.reduce((sum, { systems, segments, width }) => sum + 8 * systems * segments * width, 0);
    const found = await compareSystems(missing, present({ ...settings, units }), {
      threads: bytes > mostCopied ? 1 : 'auto',
      onProgress: (share) => progress('samples', share),
    });
    missing.forEach((each, m) => this.#drawn.set(key(each), found[m]!));
    return measured.map((each) => this.#drawn.get(key(each))!);
  }

  /** The texts as a task of the engine. */
  #task(): Task {
    const { systems, hypotheses, references, sources, labels, notes, checksum } = this;
    let read = 0;
    return {
      systems,
      bytes: references.length,
      get bytesRead() {
        return read;
      },
      notes,
      checksum,
      // oxlint-disable-next-line typescript/require-await -- a task is read in turns
      async *batches(): AsyncGenerator<Batch> {
        for (let start = 0; start < references.length; start += batchSize) {
          const cut = <T>(texts: readonly T[]): readonly T[] => texts.slice(start, start + batchSize);
          const some = cut(references);
          read = start + some.length;
          yield {
            start,
            size: some.length,
            hypotheses: hypotheses.map(cut),
            references: some,
            ...(sources && { sources: cut(sources) }),
            labels: new Map([...labels].map(([name, values]) => [name, cut(values)])),
          };
        }
      },
    };
  }

  #nameWarnings(): InputWarning[] {
    const { files, references, names } = this.#request;
    return checkNames(files, references, names !== undefined);
  }
}

function firstScores(metrics: readonly Metric[], evaluation: Evaluation): FirstScores {
  const measured = measurements(metrics, evaluation);
  return {
    systems: evaluation.systems,
    metrics: metrics.map(({ name, higherIsBetter }) => ({ name, higherIsBetter })),
    scores: evaluation.systems.map((_, s) => measured.map((each) => each.scoreSums(sumRows(each, s)))),
  };
}

async function importedScores(
  files: readonly string[],
  systems: readonly string[],
  settings: Settings,
): Promise<{
  imported: ImportedScores[];
  checksums: string[];
  notes: readonly string[];
  undirected: readonly string[];
}> {
  if (files.length === 0) return { imported: [], checksums: [], notes: [], undirected: [] };
  const { scores, notes, undirected, sha256 } = await readScores({
    files,
    systems,
    ...pick(settings, ['lowerIsBetter', 'higherIsBetter']),
    unknownDirection: 'leave out',
  });
  const tasks = new Set(scores.flatMap(({ task }) => task ?? []));
  if (tasks.size > 1) {
    throw new UsageError(`The files of scores hold several tasks: ${[...tasks].join(', ')}. Use files of one task.`);
  }
  const imported = scores.map((each) => ({ ...each.scores, files: each.files }));
  return { imported, checksums: [sha256], notes, undirected };
}

/** Texts of all batches. */
class Gathered {
  readonly hypotheses: string[][];
  readonly references: (readonly string[])[] = [];
  readonly sources: string[] = [];
  readonly labels = new Map<string, string[]>();

  constructor(systems: number) {
    this.hypotheses = Array.from({ length: systems }, () => []);
  }

  add({ hypotheses, references, sources = [], labels }: Batch): void {
    const append = <T>(all: T[], some: readonly T[]): T[] => {
      for (const each of some) all.push(each);
      return all;
    };
    hypotheses.forEach((some, s) => append(this.hypotheses[s]!, some));
    append(this.references, references);
    append(this.sources, sources);
    for (const [name, values] of labels) this.labels.set(name, append(this.labels.get(name) ?? [], values));
  }
}
