/** Base forms of words as WordNet finds them: by lists of irregular forms, otherwise by endings. The routine is known as morphy. */
import { UsageError } from '../../core/index.ts';
import type { WordNetPos } from './wordNet.ts';
import { type WordNetFiles, ascii, partsOfSpeech } from './wordNetFiles.ts';

/** The bases of an irregular form, in the order of the list; none for other words. */
export type IrregularForms = (form: string, pos: WordNetPos) => readonly string[];

/** Reads lists of lines such as `geese goose` and `axes ax axis`; undefined if there is no list at all. */
export function readIrregularForms(files: WordNetFiles): IrregularForms | undefined {
  const lists = new Map<WordNetPos, ReadonlyMap<string, readonly string[]>>();
  for (const pos of partsOfSpeech) {
    const bytes = files[`${pos}.exc`];
    if (bytes) lists.set(pos, readList(`${pos}.exc`, ascii(bytes)));
  }
  return lists.size === 0 ? undefined : (form, pos) => lists.get(pos)?.get(form) ?? [];
}

function readList(file: string, text: string): Map<string, readonly string[]> {
  const list = new Map<string, readonly string[]>();
  for (const [i, line] of text.split('\n').entries()) {
    const [form, ...bases] = line.trim().split(/\s+/);
    if (!form) continue;
    if (bases.length === 0) throw new UsageError(`${file}, line ${i + 1}: expected an irregular form and its base.`);
    // A form may have several lines.
    list.set(form, [...(list.get(form) ?? []), ...bases]);
  }
  return list;
}

/** Endings and, after a hyphen, their replacements in the base form, in the order in which WordNet tries them. */
const endings: Readonly<Record<WordNetPos, readonly string[]>> = {
  noun: ['s-', 'ses-s', 'xes-x', 'zes-z', 'ches-ch', 'shes-sh', 'men-man', 'ies-y'],
  verb: ['s-', 'ies-y', 'es-e', 'es-', 'ed-e', 'ed-', 'ing-e', 'ing-'],
  adj: ['er-', 'est-', 'er-e', 'est-e'],
  adv: [],
};

/** The word itself if `has` it, then its irregular bases; without such a base, those by endings. */
export function baseForms(
  word: string,
  pos: WordNetPos,
  irregular: IrregularForms,
  has: (form: string) => boolean,
): string[] {
  const found = new Set<string>();
  const add = (form: string) => {
    if (has(form)) found.add(form);
  };
  add(word);
  const bases = irregular(word, pos);
  if (bases.length > 0) bases.forEach(add);
  else forEachRegularBase(word, pos, add);
  return [...found];
}

function forEachRegularBase(word: string, pos: WordNetPos, take: (base: string) => void): void {
  let stem = word;
  let after = '';
  if (pos === 'noun') {
    if (word.endsWith('ful'))
      [stem, after] = [word.slice(0, -3), 'ful']; // spoonsful
    else if (word.endsWith('ss') || word.length <= 2) return;
  }
  for (const rule of endings[pos]) {
    const [ending = '', base = ''] = rule.split('-');
    if (stem.endsWith(ending)) take(stem.slice(0, stem.length - ending.length) + base + after);
  }
}
