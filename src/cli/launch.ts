#!/usr/bin/env node
/**
 * Starts the bundled command line, that of scoring alone or that of all commands, from the bytecode that was kept when it was built,
 * since compiling it anew takes longer than many a score. Another version of Node cannot use that bytecode: V8 notices, and compiles the source.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

type Bundle = (require: NodeJS.Require, filename: string, importModule: (url: string) => Promise<unknown>) => void;

const [, , typed = ''] = process.argv;
const name = ['score', 'sacrebleu', '--version'].includes(typed) ? 'scoring' : 'main';
const bundle = fileURLToPath(new URL(`./${name}.cjs`, import.meta.url));
const bytecode = fileURLToPath(new URL(`./${name}.bytecode`, import.meta.url));

function keptBytecode(): Buffer | undefined {
  try {
    return readFileSync(bytecode);
  } catch {
    return undefined;
  }
}

// All characters of the bundle are ASCII, and Latin-1 is read fastest.
const source = `(function (require, __filename, importModule) {${readFileSync(bundle, 'latin1')}\n})`;
const script = new Script(source, { filename: bundle, cachedData: keptBytecode() });
// Set by the build alone, which runs what most users run first, so that this is among what is kept.
if (process.env['ASSAY_KEEP_BYTECODE'] === 'yes') {
  process.once('exit', () => writeFileSync(bytecode, script.createCachedData()));
}
// A script cannot import by itself, so this file does it for it.
(script.runInThisContext() as Bundle)(createRequire(bundle), bundle, (url) => import(url));
