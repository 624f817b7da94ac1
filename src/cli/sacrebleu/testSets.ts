/**
 * Test sets as sacreBLEU leaves them in its cache directory: `<set>/<set>.<pair>.<field>`, one line for each segment.
 * Nothing is downloaded here.
 */
import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ExitCode, Failure, unsupported } from './failure.ts';
import type { Environment, Settings } from './flags.ts';
import { readLines } from './readLines.ts';

/** Of sets with several references in one XML file, those that count, by set or by set and pair. */
const countingReferences: Readonly<Record<string, readonly string[]>> = {
  wmt21: ['ref:A'],
  'wmt21/systems': ['ref:A'],
  'wmt21/dev': ['ref:A', 'ref'],
  'wmt21/B': ['ref:B'],
  'wmt21/AB': ['ref:A', 'ref:B'],
  'wmt21/C': ['ref:C'],
  'wmt21/AC': ['ref:A', 'ref:C'],
  'wmt21/D': ['ref:D'],
  wmt22: ['ref:A'],
  'wmt22 cs-en': ['ref:B'],
  'wmt22 en-cs': ['ref:B'],
  'wmt22 liv-en': ['ref'],
  'wmt22 ru-sah': ['ref'],
  wmt23: ['ref:refA'],
  'wmt23 en-he': ['ref:refB'],
  'wmt23 he-en': ['ref:refB'],
  wmt24: ['ref:refA'],
};

export const cacheDirectory = (env: Environment): string =>
  env['SACREBLEU'] ?? join(env['HOME'] ?? homedir(), '.sacrebleu');

export interface CachedSet {
  readonly name: string;
  readonly pair: string;
  /** Files by the name of their field, in sacreBLEU's order. */
  readonly fields: ReadonlyMap<string, string>;
}

function openSet(name: string, pair: string, env: Environment): CachedSet {
  const directory = join(cacheDirectory(env), name);
  const prefix = `${name.replaceAll('/', '_')}.${pair}.`;
  let files: string[] = [];
  try {
    files = readdirSync(directory).filter((file) => file.startsWith(prefix));
  } catch {
    // Reported below: no directory is the same as no files in it.
  }
  if (files.length === 0) {
    throw new Failure(
      `There is no ${prefix}* in ${directory}. assay does not download test sets: ` +
        `run sacrebleu -t ${name} -l ${pair} --echo src once, or set SACREBLEU to a directory that has it.`,
    );
  }
  const fields = files
    .map((file): [string, string] => [file.slice(prefix.length).replace(/^ref-/, 'ref:'), join(directory, file)])
    .sort(([a], [b]) => fieldRank(a) - fieldRank(b) || a.localeCompare(b, 'en', { numeric: true }));
  return { name, pair, fields: new Map(fields) };
}

/** src, the references, docid, genre, origlang, what systems there are, domain. */
function fieldRank(field: string): number {
  if (isReference(field)) return 1;
  const rank = ['src', 'ref', 'docid', 'genre', 'origlang', 'a system', 'domain'].indexOf(field);
  return rank < 0 ? 5 : rank;
}

const isReference = (field: string): boolean => field === 'ref' || field.startsWith('ref:');

/** The sets asked for with -t, of which there may be several to be scored as one. */
export function openSets({ testSet, languagePair }: Settings, env: Environment): CachedSet[] {
  return testSet!.split(',').map((name) => openSet(name, languagePair!, env));
}

/** The files of the references that count. */
export function referenceFiles({ name, pair, fields }: CachedSet): string[] {
  const counting = countingReferences[`${name} ${pair}`] ?? countingReferences[name];
  return [...fields]
    .filter(([field]) => (counting ? counting.includes(field) : isReference(field)))
    .map(([, file]) => file);
}

/** Which segments of the sets --origlang and --subset leave; undefined if all. */
export async function keptSegments(
  sets: readonly CachedSet[],
  { originalLanguage, subset }: Pick<Settings, 'originalLanguage' | 'subset'>,
): Promise<boolean[] | undefined> {
  if (originalLanguage === undefined && subset === undefined) return undefined;
  if (sets.length === 0) throw new Failure('--origlang and --subset need a test set (-t) and a language pair (-l).');
  const kept: boolean[] = [];
  for (const set of sets) {
    const tests: boolean[][] = [];
    if (originalLanguage !== undefined) {
      const wanted = originalLanguage.replace(/^non-/, '');
      const languages = await readField(set, 'origlang', '--origlang');
      tests.push(languages.map((language) => (language === wanted) === (wanted === originalLanguage)));
    }
    if (subset !== undefined) {
      const pattern = readPattern(subset.replace(/^country:/, ''));
      const domains = await readField(set, 'domain', '--subset');
      tests.push(domains.map((domain) => pattern.test(domain)));
    }
    const segments = Math.min(...tests.map((test) => test.length));
    for (let i = 0; i < segments; i++) kept.push(tests.every((test) => test[i]));
  }
  return kept;
}

function readPattern(typed: string): RegExp {
  try {
    return new RegExp(typed, 'u');
  } catch (error) {
    throw new Failure(`--subset: ${(error as Error).message}`);
  }
}

async function readField({ name, pair, fields }: CachedSet, field: string, flag: string): Promise<string[]> {
  const file = fields.get(field);
  if (file === undefined) throw unsupported(`${flag} for ${name}`, `its ${pair} has no field ${field} in the cache.`);
  return readLines(file, 'utf-8');
}

/** What --echo prints: the fields asked for, separated by tabs. */
export async function echo(set: CachedSet, asked: readonly string[], settings: Settings): Promise<string> {
  const { name, pair, fields } = set;
  if (asked.includes('all') && asked.length > 1) throw new Failure('--echo all cannot be combined with other fields.');
  const names = [...fields.keys()];
  const [firstReference] = names.filter((field) => field.startsWith('ref')).sort();
  const columns: string[][] = [];
  for (const typed of asked[0] === 'all' ? names : asked) {
    const field = typed === 'ref' && !fields.has('ref') ? (firstReference ?? typed) : typed;
    const file = fields.get(field);
    if (file === undefined) {
      throw new Failure(`${name} has no field ${typed} for ${pair}; it has ${names.join(', ')}.`, ExitCode.failed);
    }
    columns.push(await readLines(file, 'utf-8'));
  }
  const kept = await keptSegments([set], settings);
  const rows = columns[0]!.flatMap((_, i) =>
    (kept ? kept[i] : true) && columns.every((column) => i < column.length)
      ? [`${columns.map((column) => column[i]).join('\t')}\n`]
      : [],
  );
  return rows.join('');
}
