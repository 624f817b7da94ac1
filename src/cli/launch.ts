#!/usr/bin/env node
/**
 * Starts the bundled command line, that of scoring alone or that of all commands, from bytecode, since compiling it takes longer than many
 * a score. Bytecode fits one build and one version of Node, and its name says which: the build keeps that of the Node it ran on beside the
 * bundle, and any other Node keeps its own in the user's cache at the first run. V8 would not notice other source of the same length.
 */
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { version } from '../core/index.ts';

type Bundle = (require: NodeJS.Require, filename: string, importModule: (url: string) => Promise<unknown>) => void;

/** A hash of each bundle by its name, put in by the build. */
declare const builds: Readonly<Record<string, string>>;

const [, , typed = ''] = process.argv;
const name = ['score', 'sacrebleu'].includes(typed) ? 'scoring' : 'main';
const bundle = fileURLToPath(new URL(`./${name}.cjs`, import.meta.url));
const suffix = `.${process.version}-${process.platform}-${process.arch}.bytecode`;
const fileName = `${name}.${builds[name]}${suffix}`;

/** Set only by the build, which runs the most common commands so that the bytecode cache includes them. */
const isBuilding = process.env['ASSAY_KEEP_BYTECODE'] === 'yes';
const beside = join(dirname(bundle), fileName);
const inCache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'assay', fileName);

function keptBytecode(): Buffer | undefined {
  for (const path of [beside, inCache]) {
    try {
      return readFileSync(path);
    } catch {
      // The next place may have it.
    }
  }
  return undefined;
}

/** Written whole or not at all, replacing the files of earlier builds. Without a cache folder nothing is kept. */
function keepBytecode(path: string, bytecode: Buffer): void {
  try {
    const folder = dirname(path);
    mkdirSync(folder, { recursive: true });
    for (const other of readdirSync(folder)) {
      if (other.startsWith(`${name}.`) && other.endsWith(suffix)) rmSync(join(folder, other));
    }
    writeFileSync(`${path}.${process.pid}`, bytecode);
    renameSync(`${path}.${process.pid}`, path);
  } catch {
    // It only takes longer the next time.
  }
}

function run(): void {
  // All characters of the bundle, which is a function, are ASCII; Latin-1 is read fastest, and a string this long is not copied again.
  const source = readFileSync(bundle, 'latin1');
  const cachedData = isBuilding ? undefined : keptBytecode();
  const script = new Script(source, { filename: bundle, cachedData });
  if (isBuilding || !cachedData || script.cachedDataRejected) {
    process.once('exit', () => keepBytecode(isBuilding ? beside : inCache, script.createCachedData()));
  }
  // A script cannot import by itself, so this file does it for it.
  (script.runInThisContext() as Bundle)(createRequire(bundle), bundle, (url) => import(url));
}

if (/^(?:-V|--version)$/.test(typed) && process.argv.length === 3) console.log(version);
else run();
