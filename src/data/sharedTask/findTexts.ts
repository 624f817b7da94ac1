/** Finds the texts of one task in a folder and checks that they belong together. */
import { UsageError, counted, present, suggest } from '../../core/index.ts';
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
  /** The domain of each segment, if known. */
  readonly domains?: readonly string[];
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
  /** All references that are not systems, used or not. */
  readonly referenceNames: readonly string[];
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
  readonly documents: Map<string, DocumentList>;
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

/** Which references are systems, and which of the others are used. */
export interface ReferenceChoice {
  readonly asSystems?: readonly string[] | undefined;
  readonly referenceSet?: readonly string[] | undefined;
}

export async function findTexts(
  places: Places,
  key: string,
  { asSystems = [], referenceSet }: ReferenceChoice,
): Promise<PartTexts> {
  const { folder, tasks, texts } = places;
  const task = tasks.get(key)!;
  const languages = languagesOf(task);
  const ofSet = await places.named?.(task);
  const own = ofSet?.references ?? namedFiles(places, 'references', key);
  const shared = own.length === 0 ? languageText(folder, languages?.target) : undefined;
  const translations = shared ? [{ name: shared.name.replace(textEnd, ''), path: shared.path }] : own;
  const source =
    ofSet?.source ?? namedFiles(places, 'sources', key)[0]?.path ?? languageText(folder, languages?.source)?.path;
  const { outputs: found, otherFiles } = await outputFiles(places.outputs.get(key));

  const isOutput = new Set(found.map(({ name }) => name));
  // A reference to evaluate as a system need not be among the outputs: its text is there.
  const outputs = [...found, ...translations.filter(({ name }) => asSystems.includes(name) && !isOutput.has(name))];
  const others = translations.filter(({ name }) => !asSystems.includes(name));
  const isReference = new Set(others.map(({ name }) => name));
  const references = chosenReferences(task, others, referenceSet);
  const all = [...translations, ...(source === undefined ? [] : [{ path: source }]), ...outputs];
  const segments = await texts.check(all.map(({ path }) => path));
  const ofFolder = async () => (segments === undefined ? undefined : documentsOf(places, key, segments));
  const { documents, domains } =
    (ofSet?.documents === undefined ? await ofFolder() : { documents: await texts.lines(ofSet.documents) }) ?? {};
  return {
    key,
    part: {
      task,
      references,
      outputs: outputs.filter(({ name }) => !isReference.has(name)),
      ...present({ source, documents, domains }),
    },
    segments,
    referenceNames: [...isReference],
    repeatedReferences: [...isReference].filter((name) => isOutput.has(name)),
    otherFiles,
  };
}

function chosenReferences(
  task: string,
  references: readonly NamedFile[],
  set: readonly string[] | undefined,
): readonly NamedFile[] {
  if (!set || references.length === 0) return references;
  const names = references.map(({ name }) => name);
  const unknown = set.find((name) => !names.includes(name));
  if (unknown === undefined) return references.filter(({ name }) => set.includes(name));
  throw new UsageError(`${task} has no reference named ${unknown}. ${suggest(unknown, names)}`);
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

/** By segment: its document, and its domain if the list has domains. */
interface DocumentList {
  readonly documents: readonly string[];
  readonly domains?: readonly string[];
}

/**
 * The document of each segment of a task: from `documents/PAIR.docs` of mt-metrics-eval, or from one table for all texts,
 * `text/NAME.docs.tsv`; undefined if there is neither.
 */
async function documentsOf(
  { folder, texts, documents }: Places,
  key: string,
  segments: number,
): Promise<DocumentList | undefined> {
  const own = folder
    .files('documents')
    .find(({ name }) => /\.docs$/i.test(name) && taskKey(name.replace(/\.docs$/i, '')) === key);
  const path = (own ?? folder.files('texts').find(({ name }) => /(?:^|\.)docs\.tsv$/i.test(name)))?.path;
  if (path === undefined) return undefined;
  let found = documents.get(path);
  if (!found) {
    const lines = await texts.lines(path);
    documents.set(path, (found = own ? domainsAndNames(lines, path) : documentTable(lines, path)));
  }
  const { length } = found.documents;
  if (length === segments) return found;
  throw new UsageError(
    `${path} has documents for ${counted(length, 'segment')}, but the texts have ${counted(segments, 'line')}.`,
  );
}

/** `news⇥doc-1`; any white space separates the two. */
function domainsAndNames(lines: readonly string[], path: string): DocumentList {
  const pairs = lines.map((line, i) => {
    const [domain, name, ...more] = line.trim().split(/\s+/);
    if (name === undefined || more.length > 0) {
      throw new UsageError(`${path}, line ${i + 1}: expected a domain and a document.`);
    }
    return [detached(domain!), detached(name)] as const;
  });
  return { documents: pairs.map(([, name]) => name), domains: pairs.map(([domain]) => domain) };
}

/** The columns of documents and domains in a table with a header. */
function documentTable([header = '', ...rows]: readonly string[], path: string): DocumentList {
  const names = header.split('\t');
  const at = (title: RegExp) => names.findIndex((name) => title.test(name.trim()));
  const [document, domain] = [at(/^doc(?:ument)?(?:[-_ ]?id)?$/i), at(/^(?:domain|genre)$/i)];
  if (document < 0) {
    throw new UsageError(`${path}, line 1: none of its columns (${names.join(', ')}) is document or docid.`);
  }
  const column = (place: number): string[] =>
    rows.map((row, i) => {
      const text = row.split('\t')[place];
      if (text !== undefined && text !== '') return detached(text);
      throw new UsageError(`${path}, line ${i + 2}: ${place === document ? 'document' : 'domain'} is empty.`);
    });
  return { documents: column(document), ...(domain >= 0 && { domains: column(domain) }) };
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
