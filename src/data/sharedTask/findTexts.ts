/** Finds the texts of one task in a folder and checks that they belong together. */
import { UsageError } from '../../core/index.ts';
import type { DocumentLists } from './documentLists.ts';
import type { NamedFile, TaskPart } from './sharedTask.ts';
import { type Entry, type TaskFolder, list } from './taskFolder.ts';
import { languageKey, languagesOf, taskOfName } from './taskNames.ts';
import type { TextFiles } from './textFiles.ts';

/** A part before its scores are read. */
export interface PartTexts {
  readonly key: string;
  readonly part: Omit<TaskPart, 'humanScores' | 'metricScores'>;
  /** How many segments its texts have; undefined without texts. */
  readonly segments: number | undefined;
  /** References that also stand among the outputs, and are no systems. */
  readonly repeatedReferences: readonly string[];
  /** Files among the outputs that are no texts. */
  readonly otherFiles: readonly string[];
}

/** Where to look. */
export interface Places {
  readonly folder: TaskFolder;
  readonly texts: TextFiles;
  readonly documents: DocumentLists;
  /** Tasks by key. */
  readonly tasks: ReadonlyMap<string, string>;
  /** Folders of outputs by key. */
  readonly outputs: ReadonlyMap<string, Entry>;
}

/** Texts have one of these ends; what stands before it is a name. */
const textEnd = /\.txt(?:\.gz)?$/i;

export async function findTexts(places: Places, key: string, asSystems: readonly string[]): Promise<PartTexts> {
  const { folder, tasks, texts, documents } = places;
  const task = tasks.get(key)!;
  const languages = languagesOf(task);
  const own = namedFiles(places, 'references', key);
  const shared = own.length === 0 ? languageText(folder, languages?.target) : undefined;
  const translations = shared ? [{ name: shared.name.replace(textEnd, ''), path: shared.path }] : own;
  const source = namedFiles(places, 'sources', key)[0]?.path ?? languageText(folder, languages?.source)?.path;
  const { outputs, otherFiles } = await outputFiles(places.outputs.get(key));

  const isOutput = new Set(outputs.map(({ name }) => name));
  const references = translations.filter(({ name }) => !(asSystems.includes(name) && isOutput.has(name)));
  const isReference = new Set(references.map(({ name }) => name));
  const all = [...translations, ...(source === undefined ? [] : [{ path: source }]), ...outputs];
  const segments = await texts.check(all.map(({ path }) => path));
  const labels = await documents.of(key, segments);
  return {
    key,
    part: {
      task,
      ...(source !== undefined && { source }),
      references,
      outputs: outputs.filter(({ name }) => !isReference.has(name)),
      ...(labels && { documents: labels }),
    },
    segments,
    repeatedReferences: [...isReference].filter((name) => isOutput.has(name)),
    otherFiles,
  };
}

/** Files of a room whose name starts with the task; what follows it is their name. */
function namedFiles({ folder, tasks }: Places, room: 'references' | 'sources', key: string): NamedFile[] {
  return folder
    .files(room)
    .filter(({ name }) => textEnd.test(name))
    .flatMap(({ name, path }) => {
      const found = taskOfName(name.replace(textEnd, ''), tasks.keys());
      return found?.key === key ? [{ name: found.rest === '' ? 'ref' : found.rest, path }] : [];
    });
}

/** The text in a language, of a test set that was translated into each of them: `newstest2009.de.txt`. */
function languageText(folder: TaskFolder, language: string | undefined): Entry | undefined {
  const found = folder.files('texts').filter(({ name }) => {
    const code = textEnd.test(name) ? name.replace(textEnd, '').split('.').at(-1)! : undefined;
    return code !== undefined && languageKey(code) === language;
  });
  if (found.length > 1) {
    throw new UsageError(`Two texts are in ${language}: ${found[0]!.path} and ${found[1]!.path}. Keep one of them.`);
  }
  return found[0];
}

async function outputFiles(folder: Entry | undefined): Promise<{ outputs: NamedFile[]; otherFiles: string[] }> {
  const files = folder ? (await list(folder.path)).files : [];
  const outputs = files
    .filter(({ name }) => textEnd.test(name))
    .map(({ name, path }) => ({ name: name.replace(textEnd, ''), path }));
  const twice = outputs.find(({ name }, i) => outputs.findIndex((other) => other.name === name) !== i);
  if (twice) {
    const first = outputs.find(({ name }) => name === twice.name)!;
    throw new UsageError(`Two outputs are those of ${twice.name}: ${first.path} and ${twice.path}. Keep one of them.`);
  }
  return { outputs, otherFiles: files.filter(({ name }) => !textEnd.test(name)).map(({ path }) => path) };
}
