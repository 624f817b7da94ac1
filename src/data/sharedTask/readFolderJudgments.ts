/** Reads all judgments in a shared task folder. */
import { basename } from 'node:path';
import { UsageError, present } from '../../core/index.ts';
import { type Judgments, allJudgments, joinJudgments } from '../../human/index.ts';
import { type PlaceOfError, isLanguage, languagePair } from '../../formats/index.ts';
import { type ReadJudgments, readJudgments } from '../readJudgments.ts';
import { findRepeated } from './findRepeated.ts';
import { type TaskFolder, taskKey, taskOfName } from './taskFolder.ts';

export interface FolderJudgments extends Omit<ReadJudgments, 'sha256'> {
  readonly digests: readonly (readonly [path: string, digest: string])[];
}

/** `tasks` are those with outputs, by key; a file that repeats the judgments of another is left out. */
export async function readFolderJudgments(
  folder: TaskFolder,
  tasks: ReadonlyMap<string, string>,
  options: { readonly judgmentFormat?: string; readonly lenient?: boolean; readonly strict?: boolean },
): Promise<FolderJudgments> {
  const { judgmentFormat: format, lenient, strict } = options;
  const sources: { path: string; format: string; judgments: Judgments; read: ReadJudgments }[] = [];
  const digests: [path: string, digest: string][] = [];
  const orders = new Map<string, number>();
  for (const { name, path } of folder.files('judgments')) {
    const read = await readJudgments({
      files: [path],
      orders,
      // A folder holds one test set, whose tasks are named after its outputs.
      together: true,
      ...present({ task: judgedTask(name, tasks), format, lenient, strict }),
    });
    digests.push([path, read.sha256]);
    sources.push({ path, format: read.formats[0]!, judgments: read.judgments, read });
  }
  const repeated = findRepeated(sources);
  const notes = repeated.flatMap((original, i) => {
    const { path, format: own, read } = sources[i]!;
    if (original === undefined) return read.notes;
    const kept = sources[original]!;
    return [`${path} (${own}) left out: it has the same judgments as ${kept.path} (${kept.format}).`];
  });
  const kept = sources.filter((_, i) => repeated[i] === undefined);
  const unnamed = kept.find(({ judgments }) => allJudgments(judgments).some(({ task }) => task === ''));
  if (unnamed) {
    const [example = 'de-en'] = tasks.values();
    throw new UsageError(
      `${unnamed.path} does not say which task it judges. Name it after the task: ${example}.${basename(unnamed.path)}.`,
    );
  }
  const judgments = joinJudgments(kept.map((each) => each.judgments));
  const placeOfError: PlaceOfError = (error) =>
    kept.map(({ read }) => read.placeOfError(error)).find((place) => place !== undefined);
  return { judgments, formats: kept.map((each) => each.format), notes, placeOfError, digests };
}

/** The task of a file, by its name or because there is only one task. */
export function taskOfFile(name: string, tasks: ReadonlyMap<string, string>): string | undefined {
  const found = taskOfName(name, tasks.keys());
  if (found) return tasks.get(found.key);
  return tasks.size === 1 ? tasks.values().next().value : undefined;
}

/** The same for judgments, whose task can lack outputs: then a language pair at the start of the name is the task. */
function judgedTask(name: string, tasks: ReadonlyMap<string, string>): string | undefined {
  const [, from = '', to = ''] = /^([a-z]+)[-_]([a-z]+)\./i.exec(name) ?? [];
  if (taskOfName(name, tasks.keys()) || !isLanguage(from) || !isLanguage(to)) return taskOfFile(name, tasks);
  const pair = languagePair(from, to);
  return tasks.get(taskKey(pair)) ?? pair;
}
