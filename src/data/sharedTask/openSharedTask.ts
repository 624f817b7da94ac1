/** Opens the folder of a shared task: finds its parts, checks their texts, reads judgments and scores. */
import { createHash } from 'node:crypto';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { UsageError, counted, present, suggest } from '../../core/index.ts';
import { type PlaceOfError, type ScoreOptions, ratings, readRatings } from '../../formats/index.ts';
import { type Annotation, type Judgments, tasksOf, allJudgments, judgmentsOfTasks } from '../../human/index.ts';
import type { Scores } from '../../meta/index.ts';
import { ScoreFiles, checkNames } from '../readScores.ts';
import { type FolderJudgments, readFolderJudgments, taskOfFile } from './readFolderJudgments.ts';
import { describeGaps, some } from './describeGaps.ts';
import { type PartTexts, type TaskPart, TextFiles, findTexts } from './findTexts.ts';
import { type Entry, TaskFolder, list, taskKey, taskOfName } from './taskFolder.ts';

/** A shared task as a folder holds it: outputs, references, judgments and scores of some language pairs. */
export interface SharedTask {
  readonly name: string;
  /** One for each language pair or other task, sorted by name. */
  readonly parts: readonly TaskPart[];
  readonly judgments: Judgments;
  /** Formats of the files of judgments. */
  readonly formats: readonly string[];
  /** What is worth knowing about the reading: what was not found, what was left out. */
  readonly notes: readonly string[];
  readonly placeOfError?: PlaceOfError;
  readonly sha256: string;
}

export interface SharedTaskOptions extends ScoreOptions {
  /** Only these tasks, such as `de-en`; what belongs to others is not read where that can be known. */
  readonly tasks?: readonly string[];
  /** Further files of metric scores, beside those in the folder. */
  readonly scores?: readonly string[];
  /** Names of references that also stand among the outputs and are to be taken as systems, not as references. */
  readonly asSystems?: readonly string[];
  /** The format of all files of judgments, where their first line does not tell. */
  readonly judgmentFormat?: string;
  /** Leaves malformed judgments out, and says so, where they would be errors. */
  readonly lenient?: boolean;
  /** Leaves scores by metrics unread, where nobody asks for them. */
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

const humanScore = /^(.+)\.(?:sys|seg|doc|domain)\.score(?:\.gz)?$/i;
const humanRating = /^(.+)\.seg\.rating(?:\.gz)?$/i;

/** Folders by the key of their task; two of one task are refused. */
function byTask(folders: readonly Entry[]): Map<string, Entry> {
  const found = new Map<string, Entry>();
  for (const folder of folders) {
    const other = found.get(taskKey(folder.name));
    if (other) throw new UsageError(`Two folders are of one task: ${other.path} and ${folder.path}. Keep one of them.`);
    found.set(taskKey(folder.name), folder);
  }
  return found;
}

/** The tasks there are, by key, spelled as judgments do, else as folders and files do. */
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
  if (tasks.size === 0) throw new UsageError(`${folder.path} holds no judgments and no outputs.`);
  return tasks;
}

/** The opening of one folder, with what is known so far. */
class Opening {
  readonly #folder: TaskFolder;
  readonly #outputs: ReadonlyMap<string, Entry>;
  /** Tasks by key. */
  readonly #tasks: ReadonlyMap<string, string>;
  readonly #options: SharedTaskOptions;
  readonly #texts = new TextFiles();
  readonly #notes: string[] = [];
  readonly #digests: (readonly [path: string, digest: string])[] = [];
  /** Scores that a direction was asked for and that were not found yet. */
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

  /** The texts of the tasks asked for, sorted by name. */
  async #findTexts(): Promise<PartTexts[]> {
    const { tasks, asSystems = [] } = this.#options;
    const known = [...this.#tasks.values()].sort();
    const unknown = tasks?.find((task) => !this.#tasks.has(taskKey(task)));
    if (unknown !== undefined) {
      throw new UsageError(`${this.#folder.path} has no task ${unknown}. ${suggest(unknown, known)}`);
    }
    const asked = new Set((tasks ?? known).map(taskKey));
    const places = {
      folder: this.#folder,
      texts: this.#texts,
      documents: new Map(),
      tasks: this.#tasks,
      outputs: this.#outputs,
    };
    const texts: PartTexts[] = [];
    for (const key of known.map(taskKey)) if (asked.has(key)) texts.push(await findTexts(places, key, asSystems));
    const strange = asSystems.find(
      (name) => !texts.some(({ part }) => part.outputs.some((each) => each.name === name)),
    );
    if (strange !== undefined) {
      const candidates = [...new Set(texts.flatMap(({ repeatedReferences }) => repeatedReferences))];
      throw new UsageError(
        `No reference that also is among the outputs is called ${strange}. ` +
          (candidates.length > 0 ? suggest(strange, candidates) : 'There is none.'),
      );
    }
    const { untranslated } = this.#texts;
    if (untranslated > 0) {
      this.#notes.push(
        `${counted(untranslated, 'line')} of texts: [No translation supplied]. Metrics score them as they stand.`,
      );
    }
    return texts;
  }

  /** The files of human scores and ratings of the tasks asked for. */
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
        // A rating may stand in the file of its rater and again in one of several raters.
        const same = JSON.stringify([task, each.segment, each.judge, each.system, each.errors]);
        if (seen.has(same)) repeated++;
        else annotations.push(each);
        seen.add(same);
      }
    }
    if (repeated > 0) this.#notes.push(`${counted(repeated, 'rating')} left out: in another file, too.`);
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
    const reader = new ScoreFiles(this.#options, {
      segmentsOf: segmentsIn(texts),
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
    for (const path of [...this.#folder.files('scores').map((file) => file.path), ...scores]) {
      const inFolder = this.#tasks.get(taskKey(basename(dirname(path))));
      // Who asks for one task and gives a file means that task.
      const onlyAsked = texts.length === 1 && scores.includes(path) ? texts[0]!.part.task : undefined;
      const task = inFolder ?? taskOfFile(basename(path), this.#tasks) ?? onlyAsked;
      await reader.read(path, present({ task }));
    }
    if (strange.size > 0) this.#notes.push(`Scores of ${some([...strange])} left out: the folder has no such task.`);
    const notHere = reader.unknownNames();
    this.#missing = this.#missing.filter((name) => notHere.includes(name));
    return this.#finishScores(reader, texts);
  }

  /** Scores by the key of their task, without those of references, which may be scored like systems. */
  #finishScores(reader: ScoreFiles, texts: readonly PartTexts[]): Map<string, Scores[]> {
    const { scores, notes } = reader.finish();
    this.#notes.push(...notes);
    this.#digests.push(...reader.digests);
    const byKey = new Map<string, Scores[]>();
    for (const { task, scores: found, files } of scores) {
      if (task === undefined) {
        const [path = ''] = files;
        throw new UsageError(
          `${path} does not say which task its scores are of. Add a column task, ` +
            `or name the file after the task: ${texts[0]!.part.task}.${basename(path)}.`,
        );
      }
      const of = texts.find(({ part }) => part.task === task);
      if (!of) continue;
      const references = new Set(of.part.references.map(({ name }) => name));
      byKey.set(of.key, [...(byKey.get(of.key) ?? []), withoutSystems(found, references)]);
    }
    return byKey;
  }

  /** Over all files that were read, whatever order they were read in. */
  #hash(): string {
    const base = resolve(this.#folder.path);
    const files = [...this.#digests, ...this.#texts.digests].map(([path, digest]) => {
      const within = relative(base, resolve(path));
      return JSON.stringify([within.startsWith('..') ? basename(path) : within.split(sep).join('/'), digest]);
    });
    return createHash('sha256').update(files.sort().join('\n')).digest('hex');
  }
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
