/** Opens a shared task folder: finds its parts, checks their texts, and reads judgments and scores. */
import { createHash } from 'node:crypto';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { UsageError, counted, present, suggest } from '../../core/index.ts';
import { type PlaceOfError, type ScoreOptions, ratings, readRatings } from '../../formats/index.ts';
import { type Annotation, type Judgments, tasksOf, allJudgments, judgmentsOfTasks } from '../../human/index.ts';
import type { Scores } from '../../meta/index.ts';
import { ScoreFiles, checkNames, scoreFileOf } from '../readScores.ts';
import { type FolderJudgments, readFolderJudgments, taskOfFile } from './readFolderJudgments.ts';
import { describeGaps, some } from './describeGaps.ts';
import { type NamedSet, type PartTexts, type TaskPart, TextFiles, findTexts } from './findTexts.ts';
import { type Entry, TaskFolder, list, taskKey, taskOfName } from './taskFolder.ts';

/** A shared task read from a folder: outputs, references, judgments and scores for one or more language pairs. */
export interface SharedTask {
  readonly name: string;
  /** One for each language pair or other task, sorted by name. */
  readonly parts: readonly TaskPart[];
  readonly judgments: Judgments;
  /** Formats of the judgment files. */
  readonly formats: readonly string[];
  /** Notes on what was not found and what was left out. */
  readonly notes: readonly string[];
  readonly placeOfError?: PlaceOfError;
  readonly sha256: string;
}

export interface SharedTaskOptions extends ScoreOptions {
  /** Only these tasks, such as `de-en`; files known to belong to other tasks are not read. */
  readonly tasks?: readonly string[];
  /** More metric score files, in addition to those in the folder. */
  readonly scores?: readonly string[];
  /** Names of references to use as systems, not as references. */
  readonly asSystems?: readonly string[];
  /** Names of the references to use; scores of metrics that use others are left out. By default all. */
  readonly referenceSet?: readonly string[];
  /** Names of the metrics whose scores to use, with or without the references they use; by default all. */
  readonly primary?: readonly string[];
  /** The format of all judgment files, if their first line does not show it. */
  readonly judgmentFormat?: string;
  /** Leaves out any number of malformed judgments, with a note, instead of at most 1 % of a file. */
  readonly lenient?: boolean;
  /** Throws an error at the first malformed judgment. */
  readonly strict?: boolean;
  /** Texts of a test set, in place of those in the folder. */
  readonly named?: NamedSet;
  /** Does not read metric scores, if they are not needed. */
  readonly withoutMetricScores?: boolean;
}

export async function openSharedTask(path: string, options: SharedTaskOptions = {}): Promise<SharedTask> {
  const folder = await TaskFolder.open(path);
  const outputs = byTask(folder.folders('outputs'));
  const [stray] = folder.files('outputs');
  if (stray && outputs.size === 0) {
    throw new UsageError(`${stray.path} belongs in a folder named after its task, such as de-en/${stray.name}.`);
  }
  const ofOutputs = new Map([...outputs].map(([key, { name }]) => [key, name]));
  const read = await readFolderJudgments(folder, ofOutputs, options);
  const opening = new Opening(folder, outputs, nameTasks(folder, read.judgments), options);
  return opening.open(read);
}

const humanScore = /^(.+)\.(?:sys|seg|doc|domain)\.score(?:\.gz|\.zst)?$/i;
const humanRating = /^(.+)\.seg\.rating(?:\.gz|\.zst)?$/i;

/** Folders by the key of their task; two of one task are refused. */
function byTask(folders: readonly Entry[]): Map<string, Entry> {
  const found = new Map<string, Entry>();
  for (const folder of folders) {
    const other = found.get(taskKey(folder.name));
    if (other)
      throw new UsageError(`Two folders belong to one task: ${other.path} and ${folder.path}. Keep one of them.`);
    found.set(taskKey(folder.name), folder);
  }
  return found;
}

/** The tasks by key, spelled as in judgments, or else as in folders and files. */
function nameTasks(folder: TaskFolder, judgments: Judgments): Map<string, string> {
  const tasks = new Map<string, string>();
  for (const task of tasksOf(allJudgments(judgments))) {
    const other = tasks.get(taskKey(task));
    if (other !== undefined) {
      throw new UsageError(`The judgments name one task in two ways: ${other} and ${task}. Use one of them.`);
    }
    tasks.set(taskKey(task), task);
  }
  const folders = [...folder.folders('outputs'), ...folder.folders('metricScores')].map(({ name }) => name);
  const human = folder.files('humanScores').flatMap(({ name }) => {
    const [, start] = humanScore.exec(name) ?? humanRating.exec(name) ?? [];
    return start === undefined ? [] : [start.split('.')[0]!];
  });
  for (const name of [...folders, ...human]) if (!tasks.has(taskKey(name))) tasks.set(taskKey(name), name);
  if (tasks.size === 0) throw new UsageError(`${folder.path} has no judgments and no outputs.`);
  return tasks;
}

/** The state of opening one folder. */
class Opening {
  readonly #folder: TaskFolder;
  readonly #outputs: ReadonlyMap<string, Entry>;
  /** Tasks by key. */
  readonly #tasks: ReadonlyMap<string, string>;
  readonly #options: SharedTaskOptions;
  readonly #texts = new TextFiles();
  readonly #notes: string[] = [];
  readonly #digests: (readonly [path: string, digest: string])[] = [];
  /** Scores named in a direction option and not found yet. */
  #missing: readonly string[] = [];

  constructor(
    folder: TaskFolder,
    outputs: ReadonlyMap<string, Entry>,
    tasks: ReadonlyMap<string, string>,
    options: SharedTaskOptions,
  ) {
    this.#folder = folder;
    this.#outputs = outputs;
    this.#tasks = tasks;
    this.#options = options;
  }

  async open({ judgments: all, formats, notes, placeOfError, digests }: FolderJudgments): Promise<SharedTask> {
    this.#notes.push(...notes);
    this.#digests.push(...digests);
    const texts = await this.#findTexts();
    const annotations = await this.#readRatings(texts);
    const judgments = judgmentsOfTasks(all, new Set(texts.map(({ part }) => part.task)), annotations);
    const humanScores = await this.#readHumanScores(texts);
    const metricScores = await this.#readMetricScores(texts);
    const found = [...humanScores.values(), ...metricScores.values()].flat();
    checkNames(
      this.#missing,
      found.map(({ name }) => name),
    );
    const parts = texts.map(({ key, part }) => ({
      ...part,
      humanScores: humanScores.get(key) ?? [],
      metricScores: metricScores.get(key) ?? [],
    }));
    this.#notes.push(...describeGaps(texts, parts, judgments));
    return {
      name: basename(resolve(this.#folder.path)),
      parts,
      judgments,
      formats: [...formats, ...(annotations.length > 0 ? [ratings.id] : [])],
      notes: this.#notes,
      placeOfError,
      sha256: this.#hash(),
    };
  }

  /** The texts of the requested tasks, sorted by name. */
  async #findTexts(): Promise<PartTexts[]> {
    const { tasks, asSystems = [], referenceSet } = this.#options;
    const known = [...this.#tasks.values()].sort();
    const unknown = tasks?.find((task) => !this.#tasks.has(taskKey(task)));
    if (unknown !== undefined) {
      throw new UsageError(`${this.#folder.path} has no task ${unknown}. ${suggest(unknown, known)}`);
    }
    const asked = new Set((tasks ?? known).map(taskKey));
    let isNamed = false;
    const places = {
      folder: this.#folder,
      texts: this.#texts,
      documents: new Map(),
      tasks: this.#tasks,
      outputs: this.#outputs,
      named: async (task: string) => {
        const found = await this.#options.named?.(task);
        isNamed ||= found !== undefined;
        return found;
      },
    };
    const texts: PartTexts[] = [];
    for (const key of known.map(taskKey))
      if (asked.has(key)) texts.push(await findTexts(places, key, { asSystems, referenceSet }));
    if (this.#options.named && !isNamed) {
      throw new UsageError(`The test set has no pair of this folder (${known.join(', ')}). Choose one with --pair.`);
    }
    const strange = asSystems.find(
      (name) => !texts.some(({ part }) => part.outputs.some((each) => each.name === name)),
    );
    if (strange !== undefined) {
      const candidates = [...new Set(texts.flatMap(({ referenceNames }) => referenceNames))];
      throw new UsageError(
        `No reference is named ${strange}. ` +
          (candidates.length > 0 ? suggest(strange, candidates) : 'There is none.'),
      );
    }
    const { untranslated } = this.#texts;
    if (untranslated > 0) {
      this.#notes.push(
        `${counted(untranslated, 'line')} of texts: [No translation supplied]. Metrics score them as they are.`,
      );
    }
    return texts;
  }

  /** The files of human scores and ratings of the requested tasks. */
  #humanFiles(texts: readonly PartTexts[], end: RegExp): { path: string; name: string; of: PartTexts }[] {
    return this.#folder.files('humanScores').flatMap(({ name, path }) => {
      const start = end.exec(name)?.[1];
      const found = start === undefined ? undefined : taskOfName(start, this.#tasks.keys());
      const of = texts.find(({ key }) => key === found?.key);
      return found && of ? [{ path, name: found.rest, of }] : [];
    });
  }

  async #readRatings(texts: readonly PartTexts[]): Promise<Annotation[]> {
    const annotations: Annotation[] = [];
    const seen = new Set<string>();
    const orders = new Map<string, number>();
    let repeated = 0;
    for (const { path, name, of } of this.#humanFiles(texts, humanRating)) {
      const { task, documents } = of.part;
      const file = { path, task, rater: name, segments: of.segments, documents };
      for (const each of readRatings(file, await this.#texts.lines(path), orders)) {
        // A rating can be in the file of its rater and again in a file of several raters.
        const same = JSON.stringify([task, each.segment, each.judge, each.system, each.errors]);
        if (seen.has(same)) repeated++;
        else annotations.push(each);
        seen.add(same);
      }
    }
    if (repeated > 0) this.#notes.push(`${counted(repeated, 'rating')} left out: also in another file.`);
    return annotations;
  }

  async #readHumanScores(texts: readonly PartTexts[]): Promise<Map<string, Scores[]>> {
    const reader = new ScoreFiles(this.#options, { human: true, segmentsOf: segmentsIn(texts) });
    for (const { path, name, of } of this.#humanFiles(texts, humanScore)) {
      await reader.read(path, { task: of.part.task, metric: name });
    }
    this.#missing = reader.unknownNames();
    return this.#finishScores(reader, texts);
  }

  async #readMetricScores(texts: readonly PartTexts[]): Promise<Map<string, Scores[]>> {
    const { scores = [], withoutMetricScores } = this.#options;
    if (withoutMetricScores) return new Map();
    const strange = new Set<string>();
    // References can be scored like systems.
    const systems = new Map(
      texts
        .filter(({ part }) => part.outputs.length > 0)
        .map(({ part, referenceNames }) => [part.task, [...part.outputs.map(({ name }) => name), ...referenceNames]]),
    );
    const reader = new ScoreFiles(this.#options, {
      segmentsOf: segmentsIn(texts),
      systemsOf: (task) => (task === undefined ? undefined : systems.get(task)),
      taskOf: (named) => {
        const key = taskKey(named);
        if (!this.#tasks.has(key)) strange.add(named);
        return texts.find((each) => each.key === key)?.part.task;
      },
    });
    const folders = byTask(this.#folder.folders('metricScores'));
    for (const { key, part } of texts) {
      const { files } = folders.has(key) ? await list(folders.get(key)!.path) : { files: [] };
      for (const { path } of files) await reader.read(path, { task: part.task });
    }
    const inScores = this.#folder.files('scores').map(({ path }): ReturnType<typeof scoreFileOf> => ({ path }));
    const given = scores.map(scoreFileOf);
    for (const file of [...inScores, ...given]) {
      const { path, said } = file;
      const inFolder = this.#tasks.get(taskKey(basename(dirname(path))));
      // With one requested task, a given file belongs to that task.
      const onlyAsked = texts.length === 1 && given.includes(file) ? texts[0]!.part.task : undefined;
      const task = inFolder ?? taskOfFile(basename(path), this.#tasks) ?? onlyAsked;
      await reader.read(path, present({ task, said }));
    }
    if (strange.size > 0) this.#notes.push(`Scores of ${some([...strange])} left out: the folder has no such task.`);
    const notHere = reader.unknownNames();
    this.#missing = this.#missing.filter((name) => notHere.includes(name));
    return this.#chosenScores(this.#finishScores(reader, texts), texts);
  }

  /** Without scores that use other references than the chosen ones, and without submissions that are not primary. */
  #chosenScores(scores: ReadonlyMap<string, Scores[]>, texts: readonly PartTexts[]): Map<string, Scores[]> {
    const { referenceSet, primary } = this.#options;
    const names = [...new Set([...scores.values()].flat().map(({ name }) => name))];
    const unknown = primary?.find((asked) => !names.some((name) => isSubmission(name, asked)));
    if (unknown !== undefined) {
      throw new UsageError(
        `--primary ${unknown}: ${names.length > 0 ? `no such scores. ${suggest(unknown, names)}` : 'there are no scores of metrics.'}`,
      );
    }
    const otherReferences = new Set<string>();
    const everywhere = new Set(texts.flatMap(({ referenceNames }) => referenceNames));
    const chosen = new Map(
      texts.flatMap(({ key, referenceNames }) => {
        const kept = scores.get(key)?.filter(({ name }) => {
          if (primary && !primary.some((asked) => isSubmission(name, asked))) return false;
          const isFit =
            !referenceSet ||
            referencesUsed(name, referenceNames, everywhere).every((each) => referenceSet.includes(each));
          if (!isFit) otherReferences.add(name);
          return isFit;
        });
        return kept ? [[key, kept] as const] : [];
      }),
    );
    if (otherReferences.size > 0) {
      this.#notes.push(`${some([...otherReferences])} left out: not by the references ${referenceSet!.join(', ')}.`);
    }
    const contrastive = names.filter((name) => primary && !primary.some((asked) => isSubmission(name, asked)));
    if (contrastive.length > 0) this.#notes.push(`${some(contrastive)} left out: not among the primary submissions.`);
    return chosen;
  }

  /** Scores by the key of their task, without those of references, which can be scored like systems. */
  #finishScores(reader: ScoreFiles, texts: readonly PartTexts[]): Map<string, Scores[]> {
    const { scores, notes } = reader.finish();
    this.#notes.push(...notes);
    this.#digests.push(...reader.digests);
    const byKey = new Map<string, Scores[]>();
    for (const { task, scores: found, files } of scores) {
      if (task === undefined) {
        const [path = ''] = files;
        throw new UsageError(
          `${path} does not say which task its scores belong to. Add a column task, ` +
            `or name the file after the task: ${texts[0]!.part.task}.${basename(path)}.`,
        );
      }
      const of = texts.find(({ part }) => part.task === task);
      if (!of) continue;
      const references = new Set(of.referenceNames);
      byKey.set(of.key, [...(byKey.get(of.key) ?? []), withoutSystems(found, references)]);
    }
    return byKey;
  }

  /** Over all files read, independent of the order of reading. */
  #hash(): string {
    const base = resolve(this.#folder.path);
    const files = [...this.#digests, ...this.#texts.digests].map(([path, digest]) => {
      const within = relative(base, resolve(path));
      return JSON.stringify([within.startsWith('..') ? basename(path) : within.split(sep).join('/'), digest]);
    });
    return createHash('sha256').update(files.sort().join('\n')).digest('hex');
  }
}

/** `BLEU-refA` is a submission of `BLEU`, as in mt-metrics-eval. */
const isSubmission = (name: string, asked: string): boolean => name === asked || name.replace(/-[^-]*$/, '') === asked;

/** The references in the name of a metric, as mt-metrics-eval writes them: `BLEU-refA.refB`, `COMET-all`; none if it names none. */
function referencesUsed(name: string, own: readonly string[], known: ReadonlySet<string>): readonly string[] {
  const end = /-([^-]*)$/.exec(name)?.[1];
  if (end === 'all') return own;
  const named = end?.split('.') ?? [];
  return named.every((each) => known.has(each)) ? named : [];
}

const segmentsIn =
  (texts: readonly PartTexts[]) =>
  (task: string | undefined): number | undefined =>
    texts.find(({ part }) => part.task === task)?.segments;

function withoutSystems(scores: Scores, names: ReadonlySet<string>): Scores {
  const kept = scores.systems.flatMap((system, s) => (names.has(system) ? [] : [s]));
  if (kept.length === scores.systems.length) return scores;
  const width = scores.segments.length;
  const ofSegments = new Float64Array(kept.length * width);
  kept.forEach((s, k) => ofSegments.set(scores.ofSegments.subarray(s * width, (s + 1) * width), k * width));
  return {
    ...scores,
    systems: kept.map((s) => scores.systems[s]!),
    ofSystems: Float64Array.from(kept, (s) => scores.ofSystems[s]!),
    ofSegments,
  };
}
