/** The contents of a shared task folder by subfolder (room), in Assay's own layout and that of mt-metrics-eval, and the names of its tasks. */
import { readdir, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { UsageError } from '../../core/index.ts';

const rooms = {
  outputs: ['outputs', 'system-outputs'],
  judgments: ['judgments', 'judgements'],
  humanScores: ['human-scores'],
  metricScores: ['metric-scores'],
  scores: ['scores'],
  references: ['references'],
  sources: ['sources'],
  documents: ['documents'],
  texts: ['text', 'texts'],
} as const;

export type Room = keyof typeof rooms;

/** One of these is required; the others are optional. */
const needed: readonly Room[] = ['outputs', 'judgments', 'humanScores'];

export interface Entry {
  readonly name: string;
  readonly path: string;
}

export class TaskFolder {
  readonly path: string;
  readonly #rooms: ReadonlyMap<Room, Contents>;

  private constructor(path: string, found: ReadonlyMap<Room, Contents>) {
    this.path = path;
    this.#rooms = found;
  }

  static async open(path: string): Promise<TaskFolder> {
    const { folders } = await list(path);
    const found = await findRooms(folders);
    if (needed.some((room) => found.has(room))) return new TaskFolder(path, found);
    const within: string[] = [];
    for (const folder of folders) {
      const inner = await findRooms((await list(folder.path)).folders);
      if (needed.some((room) => inner.has(room))) within.push(folder.path);
    }
    throw new UsageError(
      `${path} is not a shared task folder. ` +
        (within.length > 0
          ? `Use ${within[0]!}.`
          : 'Expected judgments/ with judgment files, or outputs/PAIR/SYSTEM.txt with text/NAME.LANGUAGE.txt or ' +
            'references/PAIR.NAME.txt; or the layout of mt-metrics-eval: ' +
            'system-outputs/PAIR/SYSTEM.txt, references/PAIR.NAME.txt, human-scores/PAIR.NAME.LEVEL.score.'),
    );
  }

  /** The files of a room, by name. */
  files(room: Room): readonly Entry[] {
    return this.#rooms.get(room)?.files ?? [];
  }

  /** The folders in a room, by name. */
  folders(room: Room): readonly Entry[] {
    return this.#rooms.get(room)?.folders ?? [];
  }
}

/** Whether opening a folder reads, or would read, a file; both are paths without links. */
export function isInRoom(folder: string, file: string): boolean {
  const [first = '', ...inner] = relative(folder, file).split(sep);
  return inner.length > 0 && roomOf(first) !== undefined;
}

function roomOf(folder: string): Room | undefined {
  const name = folder.toLowerCase().replaceAll('_', '-');
  return (Object.keys(rooms) as Room[]).find((room) => (rooms[room] as readonly string[]).includes(name));
}

interface Contents {
  readonly files: readonly Entry[];
  readonly folders: readonly Entry[];
}

async function findRooms(folders: readonly Entry[]): Promise<Map<Room, Contents>> {
  const found = new Map<Room, Contents>();
  for (const folder of folders) {
    const room = roomOf(folder.name);
    if (room === undefined) continue;
    const { files, folders: inner } = await list(folder.path);
    const before = found.get(room);
    found.set(room, {
      files: [...(before?.files ?? []), ...files],
      folders: [...(before?.folders ?? []), ...inner],
    });
  }
  return found;
}

/** Files that are not data: hidden files, readme files, licences. */
const beside = /^(?:\.|readme|licen[cs]e|copying)|\.md$/i;

/** Files and folders in a folder, in an order that does not depend on the machine. */
export async function list(path: string): Promise<Contents> {
  let names: string[];
  try {
    names = await readdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR') throw new UsageError(`${path} is a file. A shared task is a folder.`);
    throw new UsageError(
      code === 'ENOENT' ? `There is no folder ${path}.` : `Cannot read the folder ${path}: ${code}.`,
    );
  }
  const files: Entry[] = [];
  const folders: Entry[] = [];
  for (const name of names.filter((each) => !beside.test(each)).sort()) {
    const entry = { name: basename(name), path: join(path, name) };
    // A broken link is reported when the file is read.
    const found = await stat(entry.path).catch(() => undefined);
    (found?.isDirectory() ? folders : files).push(entry);
  }
  return { files, folders };
}

/** A key that is the same for all spellings of a task in judgments, folders and files: `cz_EN` and `cs-en`. It is as long as the name. */
export const taskKey = (name: string): string =>
  name
    .toLowerCase()
    .split(/[-_]/)
    .map((piece) => (piece === 'cz' ? 'cs' : piece))
    .join('-');

/** Source and target language as in the names of texts; undefined if the name is not a language pair. */
export function languagesOf(task: string): { source: string; target: string } | undefined {
  const pieces = task.includes('-') ? task.split('-') : task.split('_');
  if (pieces.length !== 2) return undefined;
  const [source = '', target = ''] = pieces.map(languageKey);
  return { source, target };
}

/** `cz`, `CS` and `cs` are one language. */
export const languageKey = (code: string): string => code.toLowerCase().replace(/^cz$/, 'cs');

/**
 * The task that the name of a file starts with, by its key, and what follows: `de-en.refA` is `refA` of `de-en`.
 * A name that ends at a dot has priority over a longer one that does not, so `en-de_AT` is not a variant of `en-de` if both exist.
 */
export function taskOfName(name: string, keys: Iterable<string>): { key: string; rest: string } | undefined {
  const all = new Set(keys);
  for (let dot = name.indexOf('.'); ; dot = name.indexOf('.', dot + 1)) {
    const start = dot < 0 ? name : name.slice(0, dot);
    if (all.has(taskKey(start))) return { key: taskKey(start), rest: name.slice(start.length + 1) };
    if (dot < 0) break;
  }
  const whole = taskKey(name);
  const longest = [...all].filter((key) => whole.startsWith(`${key}-`)).sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? undefined : { key: longest, rest: name.slice(longest.length + 1) };
}
