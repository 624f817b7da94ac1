#!/usr/bin/env node
/** Starts the bundled command line, that of scoring alone or that of all commands. */
import { version } from '../core/index.ts';
import { runBundle } from './bytecode.ts';

/** A hash of each bundle by its name, put in by the build. */
declare const builds: Readonly<Record<string, string>>;

const [, , typed = ''] = process.argv;
const name = ['score', 'sacrebleu'].includes(typed) ? 'scoring' : 'main';

if (/^(?:-V|--version)$/.test(typed) && process.argv.length === 3) console.log(version);
else {
  const { keep } = runBundle(name, builds[name]!, (url) => import(url));
  if (keep) process.once('exit', keep);
}
