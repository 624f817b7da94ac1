/**
 * Runs bundles from bytecode, since compiling them takes longer than many a score. Bytecode fits one build and one version of Node, and its
 * name says which: the build keeps that of the Node it ran on beside the bundle, and any other Node keeps its own in the user's cache at the
 * first run. V8 would not notice other source of the same length.
 */
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { threadId } from 'node:worker_threads';

type Bundle<Exports> = (
  require: NodeJS.Require,
  filename: string,
  importModule: (url: string) => Promise<unknown>,
  module: { exports?: Exports },
) => void;

const suffix = `.${process.version}-${process.platform}-${process.arch}.bytecode`;

/** Set only by the build, which runs the most common commands so that the bytecode cache includes them. */
const isBuilding = process.env['ASSAY_KEEP_BYTECODE'] === 'yes';

interface Run<Exports> {
  readonly exports: Exports;
  /** If there was no bytecode: keeps that of what has run so far. */
  readonly keep?: () => void;
}

/** `hash` is that of the source of the bundle; `importModule` imports for it, since a script cannot. */
export function runBundle<Exports>(
  name: string,
  hash: string,
  importModule: (url: string) => Promise<unknown>,
): Run<Exports> {
  const bundle = fileURLToPath(new URL(`./${name}.cjs`, import.meta.url));
  const fileName = `${name}.${hash}${suffix}`;
  const beside = join(dirname(bundle), fileName);
  const inCache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'assay', fileName);
  // All characters of the bundle, which is a function, are ASCII; Latin-1 is read fastest, and a string this long is not copied again.
  const source = readFileSync(bundle, 'latin1');
  const cachedData = isBuilding ? undefined : keptBytecode([beside, inCache]);
  const script = new Script(source, { filename: bundle, cachedData });
  const module: { exports?: Exports } = {};
  (script.runInThisContext() as Bundle<Exports>)(createRequire(bundle), bundle, importModule, module);
  const isKept = cachedData && !script.cachedDataRejected;
  const keep = (): void => keepBytecode(name, isBuilding ? beside : inCache, script.createCachedData());
  return { exports: module.exports!, ...(!isKept && { keep }) };
}

function keptBytecode(paths: readonly string[]): Buffer | undefined {
  for (const path of paths) {
    try {
      return readFileSync(path);
    } catch {
      // The next place may have it.
    }
  }
  return undefined;
}

/** Written whole or not at all, replacing the files of earlier builds. Without a cache folder nothing is kept. */
function keepBytecode(name: string, path: string, bytecode: Buffer): void {
  try {
    const folder = dirname(path);
    mkdirSync(folder, { recursive: true });
    for (const other of readdirSync(folder)) {
      if (other.startsWith(`${name}.`) && other.endsWith(suffix)) rmSync(join(folder, other));
    }
    const own = `${path}.${process.pid}.${threadId}`;
    writeFileSync(own, bytecode);
    renameSync(own, path);
  } catch {
    // It only takes longer the next time.
  }
}
