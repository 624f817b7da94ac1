/**
 * Test sets by name: found among those known and those added by the user, opened from the texts that are on this machine, and fetched when
 * the user asks for it. Texts lie in a folder as sacreBLEU lays out its own, one file for each field, with a list of them beside.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { UsageError, nearest } from '../../core/index.ts';
import { type Fields, type SetMember, readFields } from '../../formats/testSets/readFields.ts';
import { membersOf } from './archive.ts';
import { type DownloadOptions, type DownloadRecord, digests, download, explained, recordOf, writeWholeFile, wrongSum } from './download.ts'; // prettier-ignore
import type { FileEntry, SetEntry } from './knownSets.ts';
import { type Environment, dataFolder, downloadPath, fieldPrefix, foldersIn, isFile, mirrored, namesIn, readJson, sacrebleuFolder, setFolder } from './places.ts'; // prettier-ignore
import { type SetPair, type TestSet, pairOf, parseSet } from './testSet.ts';

/** A test set in one language pair, with its texts on this machine. */
export interface OpenedSet {
  readonly set: string;
  readonly pair: string;
  /** Paths by field, in order. */
  readonly fields: ReadonlyMap<string, string>;
  /** Fields of all references, and of those that count unless others are chosen. */
  readonly references: readonly string[];
  readonly counting: readonly string[];
  readonly place: 'assay' | 'sacrebleu';
}

/** What lies beside the texts of a pair. */
interface PairRecord {
  readonly set: string;
  readonly pair: string;
  readonly segments: number;
  readonly fields: readonly { readonly name: string; readonly file: string; readonly sha256: string }[];
  /** SHA-256 of the files it was made from, by address. */
  readonly from: Readonly<Record<string, string>>;
}

/** All sets: those that are known, the newest first, and those added by the user. */
export async function allSets(env: Environment = process.env): Promise<TestSet[]> {
  const { knownSets } = await import('./knownSets.ts');
  return [...knownSets.map((entry) => parseSet(entry, entry.name)), ...addedSets(env)];
}

function addedSets(env: Environment): TestSet[] {
  const root = join(dataFolder(env), 'testsets');
  const search = (name: string, depth: number): TestSet[] => {
    const folder = join(root, name);
    const place = join(folder, definitionFile);
    const entry = readJson<SetEntry>(place);
    const own = entry ? [{ ...parseSet(entry, place), added: true as const }] : [];
    const inner = depth < 5 ? foldersIn(folder) : [];
    return [...own, ...inner.flatMap((each) => search(name === '' ? each : `${name}/${each}`, depth + 1))];
  };
  return search('', 0);
}

const definitionFile = 'definition.json';

/** A set by its name; undefined if there is none. */
async function findSet(name: string, env: Environment): Promise<TestSet | undefined> {
  return (await allSets(env)).find((set) => set.name === name);
}

export async function setNamed(name: string, env: Environment = process.env): Promise<TestSet> {
  const found = await findSet(name, env);
  if (found) return found;
  const names = (await allSets(env)).map((set) => set.name);
  const near = nearest(name, names);
  throw new UsageError(
    `There is no test set ${name}.${near === undefined ? '' : ` Did you mean ${near}?`} \`assay testset list\` shows all.`,
  );
}

/** Opens a set whose texts, or whose files, are on this machine. Nothing is fetched. */
export async function openSet(name: string, typed: string, env: Environment = process.env): Promise<OpenedSet> {
  const set = await findSet(name, env);
  // Newer versions of sacreBLEU have sets that are not known here.
  const others = set ? undefined : sacrebleuTexts(name, typed, env);
  if (!set) return others ? opened(name, typed, undefined, others, 'sacrebleu') : neverNamed(name, env);
  const pair = pairOf(set, typed);
  const own = ownTexts(name, pair.name, env);
  if (own) return opened(name, pair.name, pair, own.fields, 'assay');
  const theirs = sacrebleuTexts(name, pair.name, env);
  if (theirs) return opened(name, pair.name, pair, theirs, 'sacrebleu');
  const files = await localFiles(set, pair, env);
  if (files) {
    await prepare(set, [pair], files, env);
    return opened(name, pair.name, pair, ownTexts(name, pair.name, env)!.fields, 'assay');
  }
  throw new UsageError(
    `The test set ${name} ${pair.name} is not on this machine. Type \`assay testset get ${name} ${pair.name}\` to fetch it.`,
  );
}

const neverNamed = async (name: string, env: Environment): Promise<never> => {
  await setNamed(name, env);
  throw new Error('setNamed throws for a name that is not found');
};

function opened(
  set: string,
  pair: string,
  definition: SetPair | undefined,
  fields: ReadonlyMap<string, string>,
  place: OpenedSet['place'],
): OpenedSet {
  const references = [...fields.keys()].filter(isReference);
  const chosen = definition?.references;
  return { set, pair, fields, references, counting: chosen ? references.filter((name) => chosen.includes(name)) : references, place }; // prettier-ignore
}

const isReference = (field: string): boolean => field === 'ref' || field.startsWith('ref:');

const recordPath = (set: string, pair: string, env: Environment): string => join(setFolder(env, set), `${pair}.json`);

function ownTexts(set: string, pair: string, env: Environment) {
  const record = readJson<PairRecord>(recordPath(set, pair, env));
  if (!record) return undefined;
  const folder = setFolder(env, set);
  return { record, fields: new Map(record.fields.map(({ name, file }) => [name, join(folder, file)])) };
}

/** The texts in the cache of sacreBLEU. */
function sacrebleuTexts(set: string, pair: string, env: Environment): Map<string, string> | undefined {
  const folder = join(sacrebleuFolder(env), set);
  const prefix = fieldPrefix(set, pair);
  const fields = namesIn(folder)
    .filter((file) => file.startsWith(prefix))
    .map((file): [string, string] => [file.slice(prefix.length).replace(/^ref-/, 'ref:'), join(folder, file)])
    .sort(([a], [b]) => fieldRank(a) - fieldRank(b) || a.localeCompare(b, 'en', { numeric: true }));
  return fields.length === 0 ? undefined : new Map(fields);
}

/** src, the references, docid, genre, origlang, outputs, domain. */
function fieldRank(field: string): number {
  if (isReference(field)) return 1;
  const rank = ['src', 'ref', 'docid', 'genre', 'origlang', 'an output', 'domain'].indexOf(field);
  return rank < 0 ? 5 : rank;
}

/** The files that hold the members of a pair. */
const filesOf = ({ files }: TestSet, { members }: SetPair): FileEntry[] =>
  files.filter(({ url, folder }) => {
    const name = basename(new URL(url).pathname);
    const isArchive = /\.(?:tgz|tar\.gz|tar|zip)$/i.test(name);
    return members.some(({ path }) => (isArchive ? path.startsWith(folder ?? '') : path === name));
  });

/** Where the files of a pair are on this machine; undefined if one of them is not. */
async function localFiles(set: TestSet, pair: SetPair, env: Environment): Promise<Map<FileEntry, string> | undefined> {
  const found = new Map<FileEntry, string>();
  for (const file of filesOf(set, pair)) {
    const path = localFile(set, file, env);
    if (path === undefined || !(await isSound(file, path))) return undefined;
    found.set(file, path);
  }
  return found.size === 0 ? undefined : found;
}

function localFile(set: TestSet, { url }: FileEntry, env: Environment): string | undefined {
  const own = join(dataFolder(env), 'downloads', downloadPath(url));
  if (recordOf(own) && isFile(own)) return own;
  const name = `${set.name.replaceAll('/', '_')}.${basename(new URL(url).pathname)}`;
  const theirs = join(sacrebleuFolder(env), set.name, 'raw', name);
  return isFile(theirs) ? theirs : undefined;
}

/** What was done for a set. */
export interface GotSet {
  readonly set: string;
  readonly pairs: readonly {
    readonly pair: string;
    readonly segments: number;
    readonly references: readonly string[];
  }[];
  /** Files that were fetched now. */
  readonly fetched: readonly (DownloadRecord & { readonly path: string; readonly checked: boolean })[];
  readonly folder: string;
}

export interface GetOptions {
  readonly env?: Environment;
  readonly patience?: number;
  onProgress?(done: { readonly share: number | undefined; readonly text: string }): void;
}

/** Fetches the files of a set that are not on this machine, and writes the texts of the pairs; all pairs by default. */
export async function getSet(name: string, pairs: readonly string[] = [], options: GetOptions = {}): Promise<GotSet> {
  const { env = process.env, onProgress, patience } = options;
  const set = await setNamed(name, env);
  const asked = pairs.length === 0 ? [...set.pairs.values()] : pairs.map((pair) => pairOf(set, pair));
  const missing = asked.filter((pair) => !ownTexts(name, pair.name, env));
  if (set.files.length === 0 && missing.length > 0) {
    throw new UsageError(
      `The texts of ${name} ${missing[0]!.name} are gone. Add them again with \`assay testset add\`.`,
    );
  }
  const files = new Map<FileEntry, string>();
  const fetched: GotSet['fetched'][number][] = [];
  for (const file of new Set(missing.flatMap((pair) => filesOf(set, pair)))) {
    const local = localFile(set, file, env);
    if (local !== undefined && (await isSound(file, local))) {
      files.set(file, local);
      continue;
    }
    const path = join(dataFolder(env), 'downloads', downloadPath(file.url));
    const text = basename(path);
    const settings: DownloadOptions = {
      ...(patience !== undefined && { patience }),
      onProgress: (bytes, all) => onProgress?.({ share: all ? bytes / all : undefined, text }),
      onWait: () => onProgress?.({ share: undefined, text: `another process fetches ${text}` }),
    };
    const record = await download(file, mirrored(file.url, env), path, settings);
    fetched.push({ ...record, path, checked: (file.md5 ?? file.blob) !== undefined });
    files.set(file, path);
  }
  await prepare(set, missing, files, env);
  return {
    set: name,
    pairs: asked.map((pair) => {
      const { record } = ownTexts(name, pair.name, env)!;
      const references = record.fields.map((field) => field.name).filter(isReference);
      return { pair: pair.name, segments: record.segments, references };
    }),
    fetched,
    folder: setFolder(env, name),
  };
}

/** A file of Assay was checked when it was fetched; sacreBLEU uses a file whether or not it was complete. */
const isSound = async (file: FileEntry, path: string): Promise<boolean> =>
  recordOf(path) !== undefined || wrongSum(file, await digests(path)) === undefined;

/** Writes the texts of pairs from the files of a set; each pair as soon as all its members are there. */
async function prepare(
  set: TestSet,
  pairs: readonly SetPair[],
  files: ReadonlyMap<FileEntry, string>,
  env: Environment,
): Promise<void> {
  let waiting = pairs.filter((pair) => !ownTexts(set.name, pair.name, env));
  const held = new Map<string, Buffer>();
  for (const [file, path] of files) {
    if (waiting.length === 0) return;
    const isWanted = (member: string): boolean => waiting.some(({ members }) => members.some((each) => each.path === member)); // prettier-ignore
    for await (const { path: member, bytes } of membersOf(path, basename(new URL(file.url).pathname), isWanted)) {
      held.set(member, bytes);
      const ready = waiting.filter(({ members }) => members.every((each) => held.has(each.path)));
      if (ready.length === 0) continue;
      waiting = waiting.filter((pair) => !ready.includes(pair));
      for (const pair of ready) await writePair(set, pair, held, files, env);
      for (const name of held.keys()) if (!isWanted(name)) held.delete(name);
      if (waiting.length === 0) break;
    }
  }
  const [first] = waiting;
  if (!first) return;
  const absent = first.members.find((member) => !held.has(member.path))!;
  const searched = [...files.values()].map((path) => basename(path));
  throw new UsageError(
    searched.length === 0
      ? `${set.name}: none of its files is or can hold ${absent.path}, so there is no ${set.name} ${first.name}. A member is a file of its own, with its whole name, or a path in an archive.`
      : `${searched.join(', ')}: ${absent.path} is not in it, so there is no ${set.name} ${first.name}.`,
  );
}

async function writePair(
  set: TestSet,
  pair: SetPair,
  held: ReadonlyMap<string, Buffer>,
  files: ReadonlyMap<FileEntry, string>,
  env: Environment,
): Promise<void> {
  const members: SetMember[] = pair.members.map(({ path, column }) => ({
    name: path,
    bytes: held.get(path)!,
    ...(column !== undefined && { column }),
  }));
  const [source = '', target = ''] = pair.code.split('-');
  const fields = readFields({ format: set.format, members, bare: set.bare, languages: [source, target] });
  const from: Record<string, string> = {};
  for (const [file, path] of files) from[file.url] = recordOf(path)?.sha256 ?? (await digests(path)).sha256;
  await writeTexts(set.name, pair.name, fields, from, env);
}

/** The texts, and then the list of them. */
async function writeTexts(
  set: string,
  pair: string,
  fields: Fields,
  from: PairRecord['from'],
  env: Environment,
): Promise<void> {
  const folder = setFolder(env, set);
  try {
    await mkdir(folder, { recursive: true });
    const listed: PairRecord['fields'][number][] = [];
    for (const [name, lines] of fields) {
      // Names of systems come from the file: they must not lead out of the folder.
      const plain = fieldPrefix(set, pair) + name.replace(/[/\\:\0-\x1f]/g, '-').slice(0, 100);
      const file = listed.some((other) => other.file === plain) ? `${plain}.${listed.length}` : plain;
      const content = lines.map((line) => `${line}\n`).join('');
      await writeWholeFile(join(folder, file), content);
      listed.push({ name, file, sha256: createHash('sha256').update(content).digest('hex') });
    }
    const record: PairRecord = { set, pair, segments: [...fields.values()][0]!.length, fields: listed, from };
    await writeWholeFile(recordPath(set, pair, env), `${JSON.stringify(record, null, 2)}\n`);
  } catch (error) {
    throw explained(error, folder);
  }
}

/** What is on this machine of a set. */
export interface SetState {
  readonly set: TestSet;
  readonly pairs: readonly {
    readonly pair: SetPair;
    readonly place?: OpenedSet['place'];
    readonly segments?: number;
    readonly fields?: readonly string[];
  }[];
  readonly files: readonly { readonly file: FileEntry; readonly path?: string; readonly record?: DownloadRecord }[];
}

export function stateOf(set: TestSet, env: Environment = process.env): SetState {
  return {
    set,
    pairs: [...set.pairs.values()].map((pair) => {
      const own = ownTexts(set.name, pair.name, env);
      if (own) return { pair, place: 'assay', segments: own.record.segments, fields: [...own.fields.keys()] };
      const theirs = sacrebleuTexts(set.name, pair.name, env);
      return theirs ? { pair, place: 'sacrebleu', fields: [...theirs.keys()] } : { pair };
    }),
    files: set.files.map((file) => {
      const path = localFile(set, file, env);
      const record = path === undefined ? undefined : recordOf(path);
      return { file, ...(path !== undefined && { path }), ...(record && { record }) };
    }),
  };
}

/** One file that was checked, and what is wrong with it. */
export interface CheckedFile {
  readonly path: string;
  readonly fault?: string;
}

/** Compares files and texts of a set with their checksums; undefined for a set that is not here. */
export async function checkSet(set: TestSet, env: Environment = process.env): Promise<CheckedFile[]> {
  const checked: CheckedFile[] = [];
  const { files, pairs } = stateOf(set, env);
  for (const { file, path, record } of files) {
    if (path === undefined) continue;
    const found = await digests(path);
    const changed = record && record.sha256 !== found.sha256 ? `SHA-256 is ${found.sha256}, and was ${record.sha256} when it was fetched` : undefined; // prettier-ignore
    const fault = wrongSum(file, found) ?? changed;
    checked.push({ path, ...(fault !== undefined && { fault: `its ${fault}` }) });
  }
  for (const { pair, place } of pairs) {
    if (place !== 'assay') continue;
    const { record } = ownTexts(set.name, pair.name, env)!;
    for (const { file, sha256 } of record.fields) {
      const path = join(setFolder(env, set.name), file);
      const bytes = await readFile(path).catch(() => undefined);
      const isSame = bytes && createHash('sha256').update(bytes).digest('hex') === sha256;
      checked.push({ path, ...(!isSame && { fault: bytes ? 'it was changed' : 'it is gone' }) });
    }
  }
  return checked;
}

/** Adds a set that a file defines. */
export async function addDefinition(path: string, env: Environment = process.env): Promise<TestSet> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new UsageError(`Cannot read ${path}: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}.`);
  }
  let entry: unknown;
  try {
    entry = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${path} is not JSON: ${(error as Error).message}`);
  }
  const set = parseSet(entry, path);
  if (set.files.length === 0) throw new UsageError(`${path}: files is missing: name the addresses to fetch.`);
  await checkFree(set.name, undefined, env);
  await writeDefinition(entry as SetEntry, env);
  return { ...set, added: true };
}

/** Adds the texts of a pair under a name; another pair of the same set may follow. */
export async function addTexts(
  { name, pair, about }: { readonly name: string; readonly pair: string; readonly about?: string },
  fields: Fields,
  env: Environment = process.env,
): Promise<TestSet> {
  const before = await checkFree(name, pair, env);
  const pairs = [...(before?.pairs.keys() ?? []), pair].join(' ');
  const entry: SetEntry = { name, about: about ?? before?.about ?? '', format: 'text', files: [], pairs, members: [] };
  const set = parseSet(entry, name);
  await writeTexts(name, pair, fields, {}, env);
  await writeDefinition(entry, env);
  return { ...set, added: true };
}

async function writeDefinition(entry: SetEntry, env: Environment): Promise<void> {
  const path = join(setFolder(env, entry.name), definitionFile);
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeWholeFile(path, `${JSON.stringify(entry, null, 2)}\n`);
  } catch (error) {
    throw explained(error, path);
  }
}

async function checkFree(name: string, pair: string | undefined, env: Environment): Promise<TestSet | undefined> {
  const before = await findSet(name, env);
  if (!before) return undefined;
  if (before.added && before.files.length === 0 && pair !== undefined && !before.pairs.has(pair)) return before;
  throw new UsageError(
    before.added
      ? `There is a test set ${name}${pair === undefined ? '' : ` ${pair}`} already. Type \`assay testset remove ${name}\` first, or choose another name.`
      : `${name} is the name of a known test set. Choose another name.`,
  );
}

/** Removes the texts and the files of a set from Assay's folder, and a set of the user altogether. Returns the bytes that are free now. */
export async function removeSet(name: string, env: Environment = process.env): Promise<number> {
  const set = await setNamed(name, env);
  const folder = setFolder(env, name);
  const others = (await allSets(env)).filter((each) => each.name !== name && stateOf(each, env).pairs.some(({ place }) => place === 'assay')); // prettier-ignore
  const used = new Set(others.flatMap(({ files }) => files.map(({ url }) => url)));
  const downloads = set.files
    .filter(({ url }) => !used.has(url))
    .map(({ url }) => join(dataFolder(env), 'downloads', downloadPath(url)))
    .flatMap((path) => [path, `${path}.json`, `${path}.part`, `${path}.part.json`]);
  const texts = stateOf(set, env).pairs.flatMap(({ pair }) => {
    const own = ownTexts(name, pair.name, env);
    return own ? [...own.fields.values(), recordPath(name, pair.name, env)] : [];
  });
  let bytes = 0;
  for (const path of [...downloads, ...texts, join(folder, definitionFile)]) {
    bytes += (await stat(path).catch(() => undefined))?.size ?? 0;
    await rm(path, { force: true });
  }
  // Other sets may lie in it: wmt21/B in wmt21.
  await rmdir(folder).catch(() => undefined);
  return bytes;
}
