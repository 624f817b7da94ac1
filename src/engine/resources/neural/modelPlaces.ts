/** Where models are: folders and files of the user, models known by name, and their checksums. */
import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, readFileSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { UsageError, suggest } from '../../../core/index.ts';

/** Names of the files in a folder that can change a score, also in `onnx`, where model hubs keep them; undefined if it is not a folder. */
export function folderFiles(path: string): string[] | undefined {
  if (!statSync(path).isDirectory()) return undefined;
  const inside = join(path, 'onnx');
  const names = [
    ...readdirSync(path),
    ...(statSync(inside, { throwIfNoEntry: false })?.isDirectory()
      ? readdirSync(inside).map((name) => `onnx/${name}`)
      : []),
  ];
  return names.filter(isModelFile).sort();
}

export const isModelFile = (file: string): boolean => /\.(?:onnx|onnx[._]data|json)$/.test(file);

/** Of a file, or of all files of a folder that can change a score. */
export async function checksumOfModel(path: string): Promise<string> {
  const files = folderFiles(path);
  if (!files) return checksumOf(path);
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\n${await checksumOf(join(path, file))}\n`);
  return hash.digest('hex');
}

/** Checksums are kept by path, size and time of change: reading a model of several gigabytes takes seconds. */
async function checksumOf(path: string): Promise<string> {
  const { size, mtimeMs } = statSync(path);
  const key = `${resolve(path)}|${size}|${mtimeMs}`;
  const place = join(modelFolder(), 'checksums.json');
  const known = readRecord(place)[key];
  if (known !== undefined) return known;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  const checksum = hash.digest('hex');
  // Small files are read as fast as the list of checksums.
  if (size > 1 << 20) {
    try {
      const others = Object.entries(readRecord(place)).filter(([other]) => !other.startsWith(`${resolve(path)}|`));
      writeRecord(place, Object.fromEntries([...others.slice(-100), [key, checksum]]));
    } catch {
      // Then the next run reads the file again.
    }
  }
  return checksum;
}

/** Where names of models are kept: `ASSAY_MODELS`, or a folder of the user's data. */
const modelFolder = (): string =>
  process.env['ASSAY_MODELS'] ?? join(process.env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'assay');

const listPath = (): string => join(modelFolder(), 'models.json');

/** Paths by name. */
export const knownModels = (): Readonly<Record<string, string>> => readRecord(listPath());

export function addModel(name: string, path: string): void {
  writeRecord(listPath(), { ...knownModels(), [name]: resolve(path) });
}

export function removeModel(name: string): void {
  const { [name]: removed, ...others } = knownModels();
  if (removed === undefined) {
    const known = Object.keys(others);
    throw new UsageError(
      `No model is named ${name}. ${known.length === 0 ? 'No model has a name.' : suggest(name, known)}`,
    );
  }
  writeRecord(listPath(), others);
}

/** The path of a model that is a path or a known name; a path comes first. */
export function pathOfModel(name: string): string {
  const path = statSync(name, { throwIfNoEntry: false }) ? name : knownModels()[name];
  if (path === undefined) throw unknownModel(name);
  if (!statSync(path, { throwIfNoEntry: false })) {
    throw new UsageError(
      `The model ${name} is gone from ${path}. Put it back, or type assay model add PATH --as ${name}.`,
    );
  }
  return path;
}

function unknownModel(name: string): UsageError {
  const known = Object.keys(knownModels());
  return new UsageError(
    `There is no model ${name}. ${known.length === 0 ? 'Give a folder, a .zip or .jar file, or type assay model add PATH.' : suggest(name, known)}`,
  );
}

function readRecord(path: string): Record<string, string> {
  try {
    const found: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof found === 'object' && found !== null ? (found as Record<string, string>) : {};
  } catch {
    return {};
  }
}

/** Whole or not at all. */
function writeRecord(path: string, record: Readonly<Record<string, string>>): void {
  mkdirSync(dirname(path), { recursive: true });
  const partial = `${path}.${process.pid}`;
  writeFileSync(partial, `${JSON.stringify(record, undefined, 2)}\n`);
  renameSync(partial, path);
}
