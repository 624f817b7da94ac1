/** Turns a command line into what shards of it run, and what is run last. */
import { Command, CommanderError } from 'commander';
import { UsageError, integers } from '../../core/index.ts';
import { indexLines } from '../../data/index.ts';
import { parseMetric } from '../../engine/index.ts';
import { type AnyCommand, declare, optionsOf, readTyped } from '../command.ts';
import compare from '../commands/compare.ts';
import mbr from '../commands/mbr.ts';
import meta from '../commands/meta.ts';
import score from '../commands/score.ts';
import { findConfig, settingsFor } from '../config.ts';
import { type TextOptions, openTexts } from '../input/sharedOptions.ts';
import { type TestSetOptions, withTestSet } from '../input/testSetInput.ts';
import { type Declarations, flagOf } from '../options.ts';
import type { Plan } from './runFolder.ts';
import { splitTyped, typedAgain } from './typedOptions.ts';

/** Commands that can be done in shards. */
export const clustered: readonly AnyCommand[] = [score, compare, meta, mbr];

/** Lines of a shard; see docs/understand/scale.md. */
const linesOfShard = 1_000_000;
/** Shards of work that is not cut by lines. */
const usualShards = 16;

/** `typed` begins with the name of the command. */
export async function planRun(
  typed: readonly string[],
  asked: { readonly shards?: number; readonly keepRows?: boolean },
): Promise<Plan> {
  const command = clustered.find(({ name }) => name === typed[0])!;
  const rest = typed.slice(1);
  const { words, given, targets } = readInner(command, rest);
  if (words.length === 0 && given['rows'] === undefined) {
    throw new UsageError(`Nothing to ${command.name} is given. See \`assay ${command.name} --help\`.`);
  }
  if ([...words, ...[given['reference'], given['source']].flat()].includes('-')) {
    throw new UsageError('Jobs cannot read your standard input. Write it to a file that all nodes see, and name that.');
  }
  for (const metric of (given['metric'] as readonly string[] | undefined) ?? []) if (metric !== 'none') parseMetric(metric);
  const cpus = given['threads'] === 'auto' ? 1 : (given['threads'] as number);
  const declarations = optionsOf(command);
  const all = splitTyped(declarations, rest);
  const isOutput = (option: string): boolean =>
    ['format', 'title'].includes(option) || declarations[option]?.names === 'output';
  const inner = typedAgain(all, (option) => option === undefined || (!isOutput(option) && option !== 'threads'));
  const threads = ['-j', String(cpus)];
  const format = targets.find(({ path }) => path === undefined)?.format;
  const result = `result.${endings[format ?? 'text'] ?? 'txt'}`;
  const common = { typed, command: command.name, cpus, result };
  if (command !== score) {
    if (asked.keepRows) throw new UsageError(`--keep-rows is for score, not for ${command.name}.`);
    refuse(given, ['part', 'work']);
    const work = ['--work', '{run}/parts'];
    const shards = asked.shards ?? usualShards;
    return {
      ...common,
      shards,
      shard: [command.name, ...inner, ...threads, ...work, '--part', `{shard}/${shards}`],
      last: [command.name, ...typedAgain(all, (option) => option !== 'threads'), ...threads, ...work],
      part: `part-{shard}-of-${shards}`,
      lastNeedsGres: true,
    };
  }
  refuse(given, ['shard', 'statistics', 'rows', 'by', 'confidence', 'segments', 'documents', 'scores']);
  const shards = await shardsOfLines(words, given, asked.shards);
  const { digits, primary } = given as { readonly digits: number; readonly primary?: string };
  return {
    ...common,
    shards,
    shard: [
      'score',
      ...inner,
      ...threads,
      ...['--shard', `{shard}/${shards}`, '--statistics', '{run}/parts/{shard}.json'],
      ...(asked.keepRows ? ['--rows', '{run}/parts/rows-{shard}.parquet'] : []),
    ],
    last: [
      ...['merge', '{parts}', '--expect', String(shards)],
      ...['-d', String(digits), ...(primary === undefined ? [] : ['--primary', primary])],
      ...typedAgain(all, (option) => option !== undefined && ['format', 'title', 'output'].includes(option)),
    ],
    part: '{shard}.json',
    lastNeedsGres: false,
  };
} // prettier-ignore

const endings: Readonly<Record<string, string>> = { text: 'txt', markdown: 'md', latex: 'tex', html: 'html', json: 'json', csv: 'csv', tsv: 'tsv' }; // prettier-ignore

/** Reads and checks the command line as its command would. */
function readInner(command: AnyCommand, typed: readonly string[]) {
  const parser = declare(new Command(command.name).exitOverride().configureOutput({ writeErr() {} }), command);
  try {
    parser.parse([...typed], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    throw new UsageError(`${error.message.replace(/^error: /, '')} See \`assay ${command.name} --help\`, and \`assay cluster --help\`.`);
  }
  const options: Record<string, unknown> = { ...parser.opts() };
  const config = findConfig();
  for (const [option, { value }] of config ? settingsFor(config, command.name, optionsOf(command)) : []) {
    if (parser.getOptionValueSource(option) !== 'cli') options[option] = value;
  }
  return readTyped(command, parser.args, options);
} // prettier-ignore

/** What shards cannot do, and what can. */
function refuse(given: Readonly<Record<string, unknown>>, options: readonly string[]): void {
  const found = options.find((option) => given[option] !== undefined);
  if (found === undefined) return;
  const why = ['shard', 'statistics', 'part', 'work'].includes(found)
    ? 'is set for every shard by itself. Leave it out.'
    : found === 'rows'
      ? 'would be written by every shard. Type --keep-rows: it keeps a file for each.'
      : 'needs more than the sums that shards leave. Keep all rows with --keep-rows, and use `assay compare --rows`, or leave it out.';
  throw new UsageError(`${flagOf(found)} ${why}`);
}

/** Finds the lines of all files, once for all shards, and refuses what cannot be cut. */
async function shardsOfLines(
  files: readonly string[],
  given: Readonly<Record<string, unknown>>,
  asked: number | undefined,
): Promise<number> {
  const texts = await withTestSet(given as TextOptions & TestSetOptions, true);
  const task = await openTexts(files, { ...texts, shard: { part: 1, of: 1 } }, { needReferences: [] });
  for await (const _ of task.batches()) break; // closes the files
  const { lines } = indexLines(files[0]!);
  return integers(1, Math.max(1, lines)).read(asked ?? Math.max(1, Math.ceil(lines / linesOfShard)), '--shards');
}

/** Puts the options of `assay cluster` before, and what belongs to the other command behind. */
export function arrangeTyped(own: Declarations, typed: readonly string[]): readonly string[] {
  const [action, ...rest] = typed;
  if (action !== 'slurm') return typed;
  const at = rest.findIndex((word) => clustered.some(({ name }) => name === word));
  if (at < 0) return typed;
  const command = clustered.find(({ name }) => name === rest[at])!;
  const split = splitTyped({ ...optionsOf(command), ...own }, [...rest.slice(0, at), ...rest.slice(at + 1)]);
  const isOwn = (option: string | undefined): boolean => option !== undefined && Object.hasOwn(own, option);
  const isHelp = rest.includes('--help') || rest.includes('-h');
  return [
    ...['slurm', ...(isHelp ? ['--help'] : []), ...typedAgain(split, isOwn)],
    ...['--', command.name, ...typedAgain(split, (option) => !isOwn(option))],
  ];
}
