/** Options for work that several processes divide among them: samples, permutations, and choices of minimum Bayes risk. */
import { UsageError } from '../../core/index.ts';
import { type Shard, WorkFolder, digestOf, printShard } from '../../data/index.ts';
import { Plain, type Terminal } from '../command.ts';
import { texts, value } from '../options.ts';
import { makeFolder, writeWhole } from '../output.ts';
import { shards } from './statisticsInput.ts';

export const workOptions = {
  part: value(shards, {
    value: 'i/n',
    onlyTyped: true,
    help: 'do only the i-th of n parts of the work, and leave its result in the folder of --work; without --part, all parts are put together',
  }),
  work: value(texts, { value: 'folder', onlyTyped: true, help: 'the folder of parts that --part wrote, in other processes or on other machines' }),
}; // prettier-ignore

interface WorkOptions {
  readonly part?: Shard;
  readonly work?: string;
}

/** They change what is shown or how fast, not what is computed. */
const ofNoMatter = new Set(['part', 'work', 'threads', 'output', 'format', 'title', 'digits', 'top', 'why', 'pairwise', 'choices', 'translations', 'score', 'primary']); // prettier-ignore

/** Opens the folder that was asked for, by the checksum of what was read. */
export function divideWork(
  command: string,
  given: WorkOptions & Readonly<Record<string, unknown>>,
): ((sha256: string) => WorkFolder) | undefined {
  const { part, work } = given;
  if (work === undefined) {
    if (part) throw new UsageError(`--part ${printShard(part)} needs a folder for its result: add --work FOLDER.`);
    return undefined;
  }
  if (part && given['output'] !== undefined) {
    throw new UsageError('--part writes no result but its own. Leave out -o, or --part to put all parts together.');
  }
  if (part) makeFolder(work);
  const options = Object.entries(given)
    .filter(([name]) => !ofNoMatter.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return (sha256) => new WorkFolder(work, digestOf([command, sha256, options]), part);
}

/** Writes the file of a part, and says so; there is nothing to print. */
export async function finishPart(work: WorkFolder, terminal: Terminal): Promise<Plain> {
  if (work.isDone)
    terminal.warn(`${work.file} is complete and was left as it is: the same input and options gave it before.`); // prettier-ignore
  else await writeWhole(work.file, [work.bytes()]);
  return new Plain('');
}
