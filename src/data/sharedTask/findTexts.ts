/** Finds the texts of one task in a folder and checks that they belong together. */
import { UsageError, counted, present } from '../../core/index.ts';
import { type LineReader, detached, openLines } from '../../formats/index.ts';
import type { Scores } from '../../meta/index.ts';
import { withInput } from '../input.ts';
import { type Entry, type TaskFolder, languageKey, languagesOf, list, taskKey, taskOfName } from './taskFolder.ts';

/** The data of one language pair, with paths of files, which are read when they are scored. */
export interface TaskPart {
  /** Its name in judgments: `de-en`. */
  readonly task: string;
  readonly source?: string;
  /** One segment per line, like outputs and source. */
  readonly references: readonly NamedFile[];
  readonly outputs: readonly NamedFile[];
  /** The document of each segment, if known. */
  readonly documents?: readonly string[];
  /** Human scores from files. */
  readonly humanScores: readonly Scores[];
  /** Scores of metrics computed elsewhere. */
  readonly metricScores: readonly Scores[];
}

/** The output of a system, or a reference. */
interface NamedFile {
  readonly name: string;
  readonly path: string;
}

/** A part before its scores are read. */
export interface PartTexts {
  readonly key: string;
  readonly part: Omit<TaskPart, 'humanScores' | 'metricScores'>;
  /** The number of segments of its texts; undefined without texts. */
  readonly segments: number | undefined;
  /** References that are also among the outputs, and are not systems. */
  readonly repeatedReferences: readonly string[];
  /** Files among the outputs that are not texts. */
  readonly otherFiles: readonly string[];
}

/** Where to look. */
export interface Places {
  readonly folder: TaskFolder;
  readonly texts: TextFiles;
  /** Document lists by path; all tasks can share one. */
  readonly documents: Map<string, readonly string[]>;
  /** Tasks by key. */
  readonly tasks: ReadonlyMap<string, string>;
  /** Folders of outputs by key. */
  readonly outputs: ReadonlyMap<string, Entry>;
  readonly named?: NamedSet | undefined;
}

/** Texts of a test set that was given by name, in place of those in the folder; undefined if it does not have the task. */
export type NamedSet = (
  task: string,
) => Promise<
  { readonly references: readonly NamedFile[]; readonly source?: string; readonly documents?: string } | undefined
>;

/** Text files have one of these endings; the rest is a name. */
const textEnd = /\.txt(?:\.gz|\.zst)?$/i;

export async function findTexts(places: Places, key: string, asSystems: readonly string[]): Promise<PartTexts> {
  const { folder, tasks, texts } = places;
  const task = tasks.get(key)!;
  const languages = languagesOf(task);
  const ofSet = await places.named?.(task);
  const own = ofSet?.references ?? namedFiles(places, 'references', key);
  const shared = own.length === 0 ? languageText(folder, languages?.target) : undefined;
  const translations = shared ? [{ name: shared.name.replace(textEnd, ''), path: shared.path }] : own;
  const source =
    ofSet?.source ?? namedFiles(places, 'sources', key)[0]?.path ?? languageText(folder, languages?.source)?.path;
  const { outputs, otherFiles } = await outputFiles(places.outputs.get(key));

  const isOutput = new Set(outputs.map(({ name }) => name));
  const references = translations.filter(({ name }) => !(asSystems.includes(name) && isOutput.has(name)));
  const isReference = new Set(references.map(({ name }) => name));
  const all = [...translations, ...(source === undefined ? [] : [{ path: source }]), ...outputs];
  const segments = await texts.check(all.map(({ path }) => path));
  const ofFolder = async () => (segments === undefined ? undefined : documentsOf(places, key, segments));
  const documents = ofSet?.documents === undefined ? await ofFolder() : await texts.lines(ofSet.documents);
  return {
    key,
    part: {
      task,
      references,
      outputs: outputs.filter(({ name }) => !isReference.has(name)),
      ...present({ source, documents }),
    },
    segments,
    repeatedReferences: [...isReference].filter((name) => isOutput.has(name)),
    otherFiles,
  };
}

/** Files of a room whose names start with the task, by the rest of the name. */
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
    throw new UsageError(`Two files have outputs of ${twice.name}: ${first.path} and ${twice.path}. Keep one of them.`);
  }
  return { outputs, otherFiles: files.filter(({ name }) => !textEnd.test(name)).map(({ path }) => path) };
}

/**
 * The document of each segment of a task: from `documents/PAIR.docs` of mt-metrics-eval, or from one table for all texts,
 * `text/NAME.docs.tsv`; undefined if there is neither.
 */
async function documentsOf(
  { folder, texts, documents }: Places,
  key: string,
  segments: number,
): Promise<readonly string[] | undefined> {
  const own = folder
    .files('documents')
    .find(({ name }) => /\.docs$/i.test(name) && taskKey(name.replace(/\.docs$/i, '')) === key);
  const path = (own ?? folder.files('texts').find(({ name }) => /(?:^|\.)docs\.tsv$/i.test(name)))?.path;
  if (path === undefined) return undefined;
  let names = documents.get(path);
  if (!names) {
    const lines = await texts.lines(path);
    const read = own ? lines.map((line, i) => domainAndName(line, `${path}, line ${i + 1}`)) : column(lines, path);
    documents.set(path, (names = read.map(detached)));
  }
  if (names.length === segments) return names;
  throw new UsageError(
    `${path} has documents for ${counted(names.length, 'segment')}, but the texts have ${counted(segments, 'line')}.`,
  );
}

/** `news⇥doc-1`; any white space separates the two. */
function domainAndName(line: string, place: string): string {
  const [, name, ...more] = line.trim().split(/\s+/);
  if (name === undefined || more.length > 0) throw new UsageError(`${place}: expected a domain and a document.`);
  return name;
}

/** The column of documents in a table with a header. */
function column([header = '', ...rows]: readonly string[], path: string): string[] {
  const names = header.split('\t');
  const at = names.findIndex((name) => /^doc(?:ument)?(?:[-_ ]?id)?$/i.test(name.trim()));
  if (at < 0) {
    throw new UsageError(`${path}, line 1: none of its columns (${names.join(', ')}) is document or docid.`);
  }
  return rows.map((row, i) => {
    const document = row.split('\t')[at];
    if (document === undefined || document === '') throw new UsageError(`${path}, line ${i + 2}: document is empty.`);
    return document;
  });
}

/** What mt-metrics-eval writes if a system gave no translation. */
const noTranslation = '[No translation supplied]';

/** Texts of a shared task, one segment per line, read to count and check them. */
export class TextFiles {
  readonly digests: [path: string, digest: string][] = [];
  readonly #lengths = new Map<string, number>();
  /** The number of lines in all texts that say there is no translation. */
  untranslated = 0;

  /**
   * The number of lines of all these texts, which must equal that of the first; undefined if there are none.
   * Each file is read only once; invalid UTF-8 and empty files are errors.
   */
  async check(paths: readonly string[]): Promise<number | undefined> {
    const [first, ...others] = paths;
    if (first === undefined) return undefined;
    const lines = await this.#length(first);
    for (const path of others) {
      const found = await this.#length(path);
      if (found !== lines) throw new UsageError(`${path} has ${counted(found, 'line')}, ${first} has ${lines}.`);
    }
    return lines;
  }

  /** All lines of a file. */
  async lines(path: string): Promise<string[]> {
    return this.#read(path, (reader) => reader.all());
  }

  async #length(path: string): Promise<number> {
    const known = this.#lengths.get(path);
    if (known !== undefined) return known;
    let length = 0;
    await this.#read(path, async (reader) => {
      for await (const lines of reader.rest()) {
        length += lines.length;
        this.untranslated += lines.filter((line) => line === noTranslation).length;
      }
    });
    this.#lengths.set(path, length);
    return length;
  }

  #read<T>(path: string, use: (reader: LineReader) => Promise<T>): Promise<T> {
    return withInput(path, undefined, async (input) => {
      const read = await use(await openLines(input));
      this.digests.push([path, input.digest()]);
      return read;
    });
  }
}
