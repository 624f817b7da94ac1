/** Options for test sets by name, and what they stand for: references, source and labels. */
import { readFileSync } from 'node:fs';
import { UsageError, counted, suggest } from '../../core/index.ts';
import type { OpenedSet } from '../../data/testSets/openSet.ts';
import type { EmptyReferences } from '../../formats/index.ts';
import { type Given, flagOf, texts, value } from '../options.ts';
import type { NamedTexts } from './sharedOptions.ts';

export const testSetOptions = {
  testset: value(texts, {
    value: 'name',
    suggests: ['testsets'],
    help: 'a test set by name, such as wmt22: its references, source and labels; see assay testset list',
  }),
  pair: value(texts, { value: 'pair', help: 'language pair of --testset, such as en-de' }),
  refs: value(texts, {
    value: 'names',
    help: 'references of --testset, such as A or A,B; all for every one (default: those that count officially)',
  }),
};

export type TestSetOptions = Given<typeof testSetOptions>;

/** Fields of segments by the name of the label. */
const labelFields: Readonly<Record<string, string>> = { document: 'docid', origlang: 'origlang', domain: 'domain', genre: 'genre' }; // prettier-ignore

interface TextFiles {
  readonly reference?: readonly string[];
  readonly source?: string;
  readonly emptyReferences?: EmptyReferences;
}

/** The options with the files of the test set in place of its name. More references may come with -r. */
export async function withTestSet<O extends TestSetOptions & TextFiles>(
  given: O,
  hasOutputs = true,
): Promise<O & NamedTexts> {
  if (given.testset === undefined) {
    const unused = (['pair', 'refs'] as const).find((option) => given[option] !== undefined);
    if (unused) throw new UsageError(`${flagOf(unused)} is for --testset. Add --testset, or leave it out.`);
    return given;
  }
  if (!hasOutputs) throw new UsageError('--testset is for outputs. Name their files, or leave it out.');
  const opened = await openNamed(given.testset, given.pair);
  const chosen = chosenReferences(opened, given.refs);
  const labelFiles: Record<string, string> = {};
  for (const [label, field] of Object.entries(labelFields)) {
    const path = opened.fields.get(field);
    // In some sets all documents leave it out.
    if (path !== undefined && /\S/.test(readFileSync(path, 'utf8'))) labelFiles[label] = path;
  }
  const source = given.source ?? opened.fields.get('src');
  const empty = emptyReferencesOf(opened, chosen, given);
  return {
    ...given,
    reference: [...chosen.map((field) => opened.fields.get(field)!), ...(given.reference ?? [])],
    ...(source !== undefined && { source }),
    ...(empty && { emptyReferences: empty.choice }),
    labelFiles,
    setNotes: [noteOf(opened, chosen), ...(empty ? [empty.note] : [])],
    targetLanguage: opened.pair.split('-')[1] ?? '',
  };
}

/** Opens a set; without a pair, the only one that it has. */
async function openNamed(name: string, pair: string | undefined): Promise<OpenedSet> {
  // Loaded only if a set is named: most runs name none.
  const { openSet, setNamed } = await import('../../data/testSets/openSet.ts');
  if (pair !== undefined) return openSet(name, pair);
  const names = [...(await setNamed(name)).pairs.keys()];
  if (names.length === 1) return openSet(name, names[0]!);
  throw new UsageError(
    `${name} has ${counted(names.length, 'language pair')}. Choose one with --pair: ${names.slice(0, 12).join(', ')}${names.length > 12 ? ', …' : ''}.`,
  );
}

/** For the folder of a shared task: the texts of the set for each of its tasks that the set has. */
export function namedTexts(given: TestSetOptions) {
  const { testset, pair, refs } = given;
  const unused = (['pair', 'refs'] as const).find((option) => given[option] !== undefined);
  if (testset === undefined) {
    if (unused) throw new UsageError(`${flagOf(unused)} is for --testset. Add --testset, or leave it out.`);
    return undefined;
  }
  return async (task: string) => {
    const { setNamed } = await import('../../data/testSets/openSet.ts');
    const { isPairOf } = await import('../../data/testSets/testSet.ts');
    const set = await setNamed(testset);
    if (pair === undefined && !isPairOf(set, task)) return undefined;
    const opened = await openNamed(testset, pair ?? task);
    const [source, documents] = [opened.fields.get('src'), opened.fields.get('docid')];
    return {
      references: chosenReferences(opened, refs).map((field) => ({
        name: field === 'ref' ? field : `ref${shortName(field).replace(/^ref/, '')}`,
        path: opened.fields.get(field)!,
      })),
      ...(source !== undefined && { source }),
      ...(documents !== undefined && { documents }),
    };
  };
}

const shortName = (field: string): string => field.replace(/^ref:?/, '') || 'ref';

/** Fields of the references that were asked for, or else of those that count. */
function chosenReferences({ set, pair, references, counting }: OpenedSet, typed: string | undefined): string[] {
  const names = references.map(shortName);
  if (typed === undefined || typed === 'all') {
    const all = typed === 'all' ? references : counting;
    if (all.length > 0) return [...all];
    throw new UsageError(
      references.length === 0
        ? `${set} ${pair} has no references. Without --testset, give its source with -s to metrics that need no reference.`
        : `${set} ${pair} has none of the references that count. Choose among ${names.join(', ')} with --refs.`,
    );
  }
  return typed.split(',').map((part) => {
    const asked = part.trim();
    const found = references.find((field) => field === asked || shortName(field) === asked);
    if (found !== undefined) return found;
    throw new UsageError(`--refs ${asked}: ${set} ${pair} has no such reference. ${suggest(asked, names)}`);
  });
}

function noteOf({ set, pair, references, place }: OpenedSet, chosen: readonly string[]): string {
  const others = references.filter((field) => !chosen.includes(field)).map(shortName);
  const named = chosen.map(shortName).join(' and ');
  const which = references.length === 1 ? '' : `, ${chosen.length === 1 ? 'reference' : 'references'} ${named}`;
  const rest = others.length === 0 ? '' : ` (not used: ${others.join(', ')})`;
  return `Test set ${set} ${pair}${which}${rest}${place === 'sacrebleu' ? ", from sacreBLEU's cache" : ''}.`;
}

/**
 * Some references cover only a part of a set, and their other lines are empty, which the user cannot change: they are missing then, or
 * kept as they are if a segment would be left without any.
 */
function emptyReferencesOf(
  { set, pair, fields }: OpenedSet,
  chosen: readonly string[],
  { emptyReferences, reference }: TextFiles,
): { choice: EmptyReferences; note: string } | undefined {
  if (emptyReferences !== 'error') return undefined;
  const columns = chosen.map((field) => readFileSync(fields.get(field)!, 'utf8').replace(/\n$/, '').split('\n'));
  const blank = columns.map((lines) => lines.map((line) => line.trim() === ''));
  const count = blank.reduce((sum, lines) => sum + lines.filter(Boolean).length, 0);
  if (count === 0) return undefined;
  const isBare = (reference ?? []).length === 0 && blank[0]!.some((_, i) => blank.every((lines) => lines[i]));
  return {
    choice: isBare ? 'keep' : 'missing',
    note: `${set} ${pair} has ${counted(count, 'empty reference')}, ${isBare ? 'kept as they are' : 'treated as missing'}; --empty-references chooses.`,
  };
}
