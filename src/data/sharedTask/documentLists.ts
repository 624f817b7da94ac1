/** The documents of a shared task: `documents/PAIR.docs` of mt-metrics-eval, or one table for all texts, `text/NAME.docs.tsv`. */
import { UsageError, counted } from '../../core/index.ts';
import { detached } from '../lineReader.ts';
import type { TaskFolder } from './taskFolder.ts';
import { taskKey } from './taskNames.ts';
import type { TextFiles } from './textFiles.ts';

export class DocumentLists {
  readonly #folder: TaskFolder;
  readonly #texts: TextFiles;
  /** By path; all tasks may share one. */
  readonly #known = new Map<string, readonly string[]>();

  constructor(folder: TaskFolder, texts: TextFiles) {
    this.#folder = folder;
    this.#texts = texts;
  }

  /** The document of each of so many segments of a task; undefined if nothing says so. */
  async of(key: string, segments: number | undefined): Promise<readonly string[] | undefined> {
    const own = this.#folder
      .files('documents')
      .find(({ name }) => /\.docs$/i.test(name) && taskKey(name.replace(/\.docs$/i, '')) === key);
    const shared = this.#folder.files('texts').find(({ name }) => /(?:^|\.)docs\.tsv$/i.test(name));
    const path = own?.path ?? shared?.path;
    if (path === undefined || segments === undefined) return undefined;
    const documents = this.#known.get(path) ?? (await this.#read(path, own !== undefined));
    this.#known.set(path, documents);
    if (documents.length === segments) return documents;
    throw new UsageError(
      `${path} has documents of ${counted(documents.length, 'segment')}, the texts have ${counted(segments, 'line')}.`,
    );
  }

  async #read(path: string, isList: boolean): Promise<string[]> {
    const lines = await this.#texts.lines(path);
    const names = isList ? lines.map((line, i) => domainAndName(line, `${path}, line ${i + 1}`)) : column(lines, path);
    return names.map(detached);
  }
}

/** `news⇥doc-1`; any white space separates the two. */
function domainAndName(line: string, place: string): string {
  const [, name, ...more] = line.trim().split(/\s+/);
  if (name === undefined || more.length > 0) throw new UsageError(`${place}: a line holds a domain and a document.`);
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
    if (document === undefined || document === '')
      throw new UsageError(`${path}, line ${i + 2}: there is no document.`);
    return document;
  });
}
