/** Project files (`.assay`): a zip with `project.json` and the files of a session, which restores everything. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { type Zippable, strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { UsageError, present, runsProgram } from '../../../src/core/index.ts';
import { parseMetric } from '../../../src/engine/parseMetric.ts';
import { loadMetrics } from '../node/metrics/index.ts';
import type { Role, Session, SessionFacts, SessionFile } from './messages.ts';

const format = 'assay-project';
const version = 1;
const listName = 'project.json';

interface ProjectFile {
  readonly path: string;
  readonly role?: Role;
  readonly name?: string;
  /** Its entry in the zip. */
  readonly file: string;
  readonly sha256: string;
}

interface Project extends SessionFacts {
  readonly format: typeof format;
  readonly version: typeof version;
  readonly files: readonly ProjectFile[];
}

const roles: readonly string[] = ['system', 'reference', 'source', 'labels', 'scores', 'judgments', 'model', 'unused'] satisfies Role[]; // prettier-ignore

/** More than this is not unpacked: a damaged or malicious file can claim any size. */
const mostBytes = 4 * 2 ** 30;

/** Compressing these again would take time and save nothing. */
const isCompressed = (path: string): boolean => /\.(?:gz|zst|zip|jar|xlsx)$/i.test(path);

const digest = (bytes: Uint8Array): string => bytesToHex(sha256(bytes));

export async function packProject({ files, settings, columns, notes }: Session): Promise<Blob> {
  const zipped: Zippable = {};
  const listed: ProjectFile[] = [];
  for (const [f, { path, contents, role, name }] of files.entries()) {
    const bytes = new Uint8Array(await contents.arrayBuffer().catch(unreadable(path)));
    // Numbered, since files of several folders can have the same name.
    const file = `files/${f + 1}-${path
      .split('/')
      .at(-1)!
      .replace(/[\\:*?"<>|]/g, '_')}`;
    zipped[file] = [bytes, { level: isCompressed(path) ? 0 : 6 }];
    listed.push({ path, ...present({ role, name }), file, sha256: digest(bytes) });
  }
  const project: Project = { format, version, settings, columns, notes, files: listed };
  const bytes = zipSync({ [listName]: strToU8(`${JSON.stringify(project, null, 2)}\n`), ...zipped });
  return new Blob([bytes], { type: 'application/zip' });
}

/** Browsers refuse to read a file that was changed, moved or removed since it was added. */
const unreadable =
  (path: string) =>
  (error: unknown): never => {
    throw new UsageError(`Cannot read ${path}: it was changed or moved. Add it again. (${String(error)})`);
  };

export async function unpackProject(name: string, contents: Blob): Promise<Session> {
  const damaged = (what: string): UsageError =>
    new UsageError(`${name} is damaged: ${what}. Copy or download it again. Nothing was changed.`);
  const foreign = (): UsageError =>
    new UsageError(
      `${name} is not a project of Assay Studio. Open a file that was saved with “Save as a project”. Nothing was changed.`,
    );
  const bytes = new Uint8Array(await contents.arrayBuffer().catch(unreadable(name)));
  if (bytes.length === 0) throw damaged('it is empty');
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) throw foreign();
  const entries = unzipped(bytes, damaged);
  const list = entryOf(entries, listName);
  if (!list) throw foreign();
  const project = parsed(list, damaged);
  if (project.format !== format) throw foreign();
  const found: unknown = project.version;
  if (found !== version) {
    throw new UsageError(
      typeof found === 'number' && found > version
        ? `${name} was saved by a newer Studio (version ${found} of the format; this one reads ${version}). Update Assay, then open it again. Nothing was changed.`
        : `${name} has an unknown version: ${JSON.stringify(found)}. This Studio reads version ${version}. Nothing was changed.`,
    );
  }
  checkProject(project, damaged);
  const program = await namedProgram(project.settings.metrics);
  if (program !== undefined) {
    throw new UsageError(
      `${name} names a metric that runs a program, ${program}. A project cannot. Nothing was changed.`,
    );
  }
  const files = project.files.map(({ path, role, name: system, file, sha256: expected }): SessionFile => {
    const unpacked = entryOf(entries, file);
    if (!unpacked) throw damaged(`${path} is missing`);
    if (digest(unpacked) !== expected) throw damaged(`the contents of ${path} were changed`);
    const own = new File([unpacked as Uint8Array<ArrayBuffer>], path.split('/').at(-1)!);
    return { path, contents: own, ...present({ role, name: system }) };
  });
  const { settings, columns, notes } = project;
  return { files, settings, columns, notes };
}

/** Not what every object has, such as `__proto__`. */
const entryOf = (entries: Readonly<Record<string, Uint8Array>>, name: string): Uint8Array | undefined =>
  Object.hasOwn(entries, name) ? entries[name] : undefined;

type Damaged = (what: string) => UsageError;

function unzipped(bytes: Uint8Array, damaged: Damaged): Record<string, Uint8Array> {
  let total = 0;
  try {
    return unzipSync(bytes, {
      filter: ({ originalSize }) => {
        total += originalSize;
        if (total > mostBytes) throw new Error('it claims more than 4 GB');
        return true;
      },
    });
  } catch (error) {
    throw damaged(`it cannot be unpacked (${(error as Error).message})`);
  }
}

function parsed(list: Uint8Array, damaged: Damaged): Project {
  try {
    const project = JSON.parse(strFromU8(list)) as unknown;
    if (typeof project === 'object' && project !== null) return project as Project;
  } catch {
    // reported below
  }
  throw damaged(`${listName} is not JSON`);
}

/** The first metric that would run a program. Names that mean no metric are reported where they are used. */
async function namedProgram(typed: readonly string[]): Promise<string | undefined> {
  await loadMetrics(typed);
  const found = typed.flatMap((each) => {
    try {
      return [parseMetric(each)];
    } catch {
      return [];
    }
  });
  return found.find(runsProgram)?.definition.id;
}

/** What the rest relies on. Settings themselves are checked where they are used, as those that people type. */
function checkProject({ settings, columns, notes, files }: Project, damaged: Damaged): void {
  const isObject = (value: unknown): value is object =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const isText = (value: unknown): boolean => typeof value === 'string';
  const isNote = (note: unknown): boolean =>
    Array.isArray(note) && note.length === 2 && Number.isSafeInteger(note[0]) && note[0] >= 0 && isText(note[1]);
  const isFile = (file: unknown): boolean =>
    isObject(file) &&
    'path' in file && isText(file.path) && file.path !== '' &&
    (!('role' in file) || roles.includes(file.role as string)) &&
    (!('name' in file) || isText(file.name)) &&
    'file' in file && isText(file.file); // prettier-ignore
  const lacks = {
    settings: isObject(settings) && Array.isArray(settings.metrics) && settings.metrics.length > 0 && settings.metrics.every(isText),
    columns: isObject(columns) && Object.values(columns).every((names) => Array.isArray(names) && names.every(isText)),
    notes: Array.isArray(notes) && notes.every(isNote),
    files: Array.isArray(files) && files.every(isFile) && new Set(files.map(({ path }) => path)).size === files.length,
  }; // prettier-ignore
  const wrong = Object.entries(lacks).find(([, isRight]) => !isRight)?.[0];
  if (wrong !== undefined) throw damaged(`the ${wrong} in ${listName} cannot be read`);
}
