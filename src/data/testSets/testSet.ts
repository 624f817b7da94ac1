/** A test set that has a name: its language pairs, the files it is made of and the references that count. */
import { UsageError, suggest } from '../../core/index.ts';
import type { FileEntry, SetEntry } from './knownSets.ts';

export interface TestSet {
  readonly name: string;
  readonly about: string;
  readonly format: SetEntry['format'];
  readonly files: readonly FileEntry[];
  /** By name, in order. */
  readonly pairs: ReadonlyMap<string, SetPair>;
  readonly bare: boolean;
  readonly cite: readonly string[];
  /** Nobody has checked that the files are there and hold what the entry says. */
  readonly unverified: boolean;
  /** Added by the user. */
  readonly added?: true;
}

export interface SetPair {
  /** `en-de`. */
  readonly name: string;
  /** As files name them: `en-cz`. */
  readonly code: string;
  readonly members: readonly SetMemberName[];
  /** Fields of the references that count; undefined if all do. */
  readonly references: readonly string[] | undefined;
}

interface SetMemberName {
  readonly path: string;
  readonly column?: number;
}

const setName = /^[A-Za-z\d][\w.+-]*(?:\/[A-Za-z\d][\w.+-]*)*$/;
const pairName = /^[A-Za-z][\w]*-[A-Za-z][\w]*$/;
const formats: readonly SetEntry['format'][] = ['sgml', 'xml', 'text', 'tsv', 'jsonl'];

/** An entry of the list, or of a file of the user, checked; `place` names it in messages. */
export function parseSet(entry: unknown, place: string): TestSet {
  const fail = (what: string): never => {
    throw new UsageError(`${place}: ${what}.`);
  };
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return fail('expected a JSON object');
  const { name, about = '', format, files = [], pairs, members = [], references, except = {}, ...more } = entry as Partial<SetEntry>; // prettier-ignore
  const unknown = Object.keys(more).find((key) => !['bare', 'cite', 'unverified'].includes(key));
  if (unknown !== undefined) {
    const known = ['name', 'about', 'format', 'files', 'pairs', 'members', 'references', 'except', 'bare'];
    fail(`unknown key ${unknown}. ${suggest(unknown, known).replace(/\.$/, '')}`);
  }
  if (typeof name !== 'string' || !setName.test(name)) {
    return fail('name must be letters, digits, ".", "-", "_" and "/", such as "news/2026"');
  }
  if (typeof about !== 'string') fail('about must be a text');
  if (!formats.includes(format!)) fail(`format must be ${formats.join(', ')}`);
  if (typeof pairs !== 'string' || pairs.trim() === '') return fail('pairs must be a text such as "en-de de-en"');
  if (!Array.isArray(files)) return fail('files must be a list of { "url": …, "md5": … }');
  for (const [f, file] of files.entries()) checkFile(file, (what) => fail(`files[${f}].${what}`));
  const exceptions = Object.entries(except).flatMap(([some, change]) =>
    some.split(/\s+/).map((pair) => [pair, change] as const),
  );
  const found = new Map<string, SetPair>();
  for (const typed of pairs.trim().split(/\s+/)) {
    const [pair = '', code = pair] = typed.split('=');
    if (!pairName.test(pair) || !pairName.test(code)) fail(`pairs: "${typed}" is not a pair such as en-de`);
    if (found.has(pair)) fail(`pairs: ${pair} is there twice`);
    const own = { members, references, ...exceptions.find(([each]) => each === pair)?.[1] };
    if (!isTexts(own.members)) return fail('members must be a list of names in the files');
    if (own.references !== undefined && !isTexts(own.references)) return fail('references must be a list of names');
    const isWhole = format === 'xml' || format === 'jsonl';
    // Texts that were copied have no files.
    if (files.length > 0 && (isWhole ? own.members.length !== 1 : own.members.length < 2)) {
      fail(`members: ${format} needs ${isWhole ? 'one file' : 'a source and at least one reference'}`);
    }
    found.set(pair, {
      name: pair,
      code,
      members: own.members.map((template) => memberOf(template, code, format === 'tsv')),
      references: own.references?.map((each) => (each === '' ? 'ref' : `ref:${each}`)),
    });
  }
  const strange = exceptions.find(([pair]) => !found.has(pair));
  if (strange) fail(`except: ${strange[0]} is not among the pairs`);
  const { bare = false, cite = [], unverified = false } = more;
  return { name, about, format: format!, files, pairs: found, bare, cite, unverified };
}

const isTexts = (list: unknown): list is readonly string[] =>
  Array.isArray(list) && list.every((each) => typeof each === 'string');

function checkFile(file: unknown, fail: (what: string) => never): void {
  const { url, md5, blob, folder } = (file ?? {}) as Partial<FileEntry>;
  if (typeof url !== 'string' || !/^(?:https?|file):\/\/./.test(url) || !URL.canParse(url)) {
    fail('url must start with https://, http:// or file://');
  }
  if (md5 !== undefined && !/^[\da-f]{32}$/.test(md5)) fail('md5 must be 32 hexadecimal digits');
  if (blob !== undefined && !/^[\da-f]{40}$/.test(blob)) fail('blob must be 40 hexadecimal digits');
  if (folder !== undefined && typeof folder !== 'string') fail('folder must be a text');
}

function memberOf(template: string, code: string, hasColumn: boolean): SetMemberName {
  const [source = '', target = ''] = code.split('-');
  const path = template.replaceAll('{pair}', code).replaceAll('{s}', source).replaceAll('{t}', target);
  const [, column, rest] = (hasColumn && /^(\d{1,4}):(.*)$/s.exec(path)) || [];
  return column === undefined ? { path } : { path: rest!, column: Number(column) };
}

/** Pairs that a name may mean: by its name, by its codes in the files, or by its languages. */
function pairsLike({ pairs }: TestSet, typed: string): SetPair[] {
  const all = [...pairs.values()];
  const languages = (pair: string): string => pair.replaceAll(/_\w+/g, '');
  const exact = pairs.get(typed) ?? all.find(({ code }) => code === typed);
  return exact ? [exact] : all.filter(({ name }) => languages(name) === typed);
}

export const isPairOf = (set: TestSet, typed: string): boolean => pairsLike(set, typed).length === 1;

export function pairOf(set: TestSet, typed: string): SetPair {
  const [found, ...more] = pairsLike(set, typed);
  if (found && more.length === 0) return found;
  const names = [...set.pairs.keys()];
  const others = names.length > 12 ? `See \`assay testset show ${set.name}\`.` : `It has ${names.join(', ')}.`;
  throw new UsageError(
    found
      ? `${set.name} has several pairs of these languages: ${[found, ...more].map(({ name }) => name).join(', ')}. Choose one.`
      : `${set.name} has no pair ${typed}. ${others}`,
  );
}
