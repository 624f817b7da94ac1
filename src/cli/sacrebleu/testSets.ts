/** The test sets of -t and -l, from Assay's folder or from sacreBLEU's cache, and what --echo, --list and --cite print. Nothing is fetched unasked. */
import { isUsageError } from '../../core/index.ts';
import { type OpenedSet, allSets, getSet, openSet, setNamed, stateOf } from '../../data/testSets/openSet.ts';
import type { TestSet } from '../../data/testSets/testSet.ts';
import { documentFields, referenceNames } from '../../formats/testSets/readFields.ts';
import { ExitCode, Failure } from './failure.ts';
import type { Environment, Settings } from './flags.ts';
import { readLines } from './readLines.ts';

export type CachedSet = OpenedSet;

/** Errors end the run with sacreBLEU's exit code. */
async function asFailure<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isUsageError(error) ? new Failure(error.message) : error;
  }
}

/** The sets asked for with -t, of which there may be several to be scored as one. */
export async function openSets({ testSet, languagePair }: Settings, env: Environment): Promise<CachedSet[]> {
  const sets: CachedSet[] = [];
  for (const name of testSet!.split(',')) sets.push(await asFailure(openSet(name, languagePair!, env)));
  return sets;
}

/** The files of the references that count. */
export const referenceFiles = ({ fields, counting }: CachedSet): string[] =>
  counting.map((field) => fields.get(field)!);

/** What --download does: the one way in which this command uses the network. */
export async function downloadSet({ download, languagePair }: Settings, env: Environment): Promise<void> {
  await asFailure(getSet(download!, languagePair === undefined ? [] : [languagePair], { env }));
}

/** What --list prints: sets, or the fields of a set. Descriptions are Assay's own. */
export async function listSets({ testSet, languagePair }: Settings, env: Environment): Promise<string> {
  if (testSet !== undefined) {
    const set = await asFailure(setNamed(testSet, env));
    const pairs = languagePair === undefined ? [...set.pairs.keys()] : [languagePair];
    const lines: string[] = [];
    for (const pair of pairs) lines.push(`${pair}: ${(await fieldsOf(set, pair, env)).join(', ')}\n`);
    return lines.join('');
  }
  const reversed = languagePair?.split('-').reverse().join('-') ?? '';
  const sets = (await allSets(env)).filter(
    ({ pairs }) => languagePair === undefined || pairs.has(languagePair) || pairs.has(reversed),
  );
  const title = languagePair === undefined ? 'The available test sets are:' : `The available test sets for ${languagePair} are:`; // prettier-ignore
  const names = sets.map(({ name, about }) => `${name.padEnd(30)}: ${about}\n`).sort();
  return `${title}\n${names.join('')}`;
}

/** The fields of a pair, which only WMT's XML and JSON must be read for. */
async function fieldsOf(set: TestSet, pair: string, env: Environment): Promise<readonly string[]> {
  const found = stateOf(set, env).pairs.find((each) => each.pair.name === pair);
  if (!found) throw new Failure(`No such language pair ${pair} in ${set.name}.`);
  if (found.place === 'assay') return found.fields!;
  if (set.format === 'xml' || set.format === 'jsonl')
    return [...(await asFailure(openSet(set.name, pair, env))).fields.keys()];
  const documents = set.format === 'sgml' && !set.bare ? documentFields : [];
  return ['src', ...referenceNames(found.pair.members.length), ...documents];
}

/** What --cite prints. sacreBLEU 2.6.0 fails here. */
export async function citeSets({ testSet }: Settings, env: Environment): Promise<string> {
  const { citations } = await import('../../data/testSets/knownSets.ts');
  const printed: string[] = [];
  for (const name of testSet!.split(',')) {
    const { cite } = await asFailure(setNamed(name, env));
    if (cite.length === 0) throw new Failure(`No citation is known for ${name}.`);
    printed.push(...cite.map((key) => `${citations[key]!}\n`));
  }
  return printed.join('\n');
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
      const domains = await domainsOf(set);
      // As in sacreBLEU, a document without a domain never matches, and one without a label matches as an empty text.
      tests.push(domains.map((domain) => domain !== undefined && pattern.test(domain)));
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

async function readField({ set, pair, fields }: CachedSet, field: string, flag: string): Promise<string[]> {
  const file = fields.get(field);
  if (file === undefined) throw new Failure(`${flag} does not work for ${set}: its ${pair} has no ${field}.`);
  return readLines(file, 'utf-8');
}

/** The domain of each segment: from the file, or from labels of documents. */
async function domainsOf(set: CachedSet): Promise<(string | undefined)[]> {
  if (set.fields.has('domain')) return readField(set, 'domain', '--subset');
  const { documentLabels, knownSets } = await import('../../data/testSets/knownSets.ts');
  const labels = documentLabels[set.set];
  if (!labels) {
    const isXml = knownSets.find(({ name }) => name === set.set)?.format === 'xml';
    if (isXml) return (await readField(set, 'docid', '--subset')).map(() => undefined);
    throw new Failure(`--subset does not work for ${set.set}: its documents have no labels.`);
  }
  const byDocument = new Map(
    Object.entries(labels).flatMap(([label, documents]) => documents.split(' ').map((id) => [id, label] as const)),
  );
  return (await readField(set, 'docid', '--subset')).map((id) => byDocument.get(id) ?? '');
}

/** What --echo prints: the fields asked for, separated by tabs. */
export async function echo(set: CachedSet, asked: readonly string[], settings: Settings): Promise<string> {
  const { set: name, pair, fields } = set;
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
