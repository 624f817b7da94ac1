/**
 * The search of the documentation: in pages, and for `assay docs TOPIC`. Every word of the query but fillers has to be in an entry, at
 * least as the beginning of a word. Names count most, then titles, then text.
 */

/** What an entry is about; the order is that of equally good results. */
const entryKinds = ['command', 'metric', 'page', 'option', 'format', 'protocol', 'section', 'library'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** A part of a page: what its heading or its anchor is followed by. */
export interface SearchEntry {
  /** Index of the page. */
  readonly page: number;
  /** The heading or name. Parts that are names, not words, have backticks. */
  readonly title: string;
  /** The id of the part; empty for the page itself. */
  readonly anchor: string;
  readonly kind: EntryKind;
  readonly text: string;
}

export interface SearchIndex {
  readonly pages: readonly { readonly address: string; readonly title: string; readonly section: string }[];
  readonly entries: readonly SearchEntry[];
}

/** A part of text, and whether it matches the query. */
type Snippet = readonly { readonly text: string; readonly isFound: boolean }[];

interface Found {
  /** The title as plain text. */
  readonly title: string;
  /** Where it is: section and page. */
  readonly place: string;
  readonly kind: EntryKind;
  /** Relative to the root of the site. */
  readonly address: string;
  readonly snippet: Snippet;
}

export type Search = (query: string, most?: number) => Found[];

interface Prepared {
  readonly entry: SearchEntry;
  readonly names: readonly string[];
  readonly title: string;
  readonly page: string;
  /** The heading above a name. */
  readonly under: string;
  /** Its index. */
  readonly place: number;
}

/** Prepares an index, which takes some time, and returns its search. */
export function searchOf(index: SearchIndex): Search {
  let heading = '';
  const prepared = index.entries.map((entry, place): Prepared => {
    const isName = /^(?:option|format|library)$/.test(entry.kind);
    if (!isName) heading = entry.kind === 'page' || entry.kind === 'metric' ? '' : entry.title;
    return {
      entry,
      names: namesOf(entry),
      title: wordsOf(entry.title),
      page: wordsOf(index.pages[entry.page]!.title),
      under: isName ? heading : '',
      place,
    };
  });
  // Words are looked for in all texts once: the next letters of a query leave its other words as they are.
  let texts: readonly string[] | undefined;
  const known = new Map<string, Term>();
  const termOf = (term: string): Term => {
    const words = wordsOf(term);
    const start = words.trimEnd();
    const made = known.get(term) ?? {
      term,
      words,
      start,
      inTexts: Uint8Array.from((texts ??= index.entries.map(({ text }) => wordsOf(text))), (text: string) =>
        start === '' || !text.includes(start) ? 0 : text.includes(words) ? 4 : 2,
      ),
    };
    known.set(term, made);
    return made;
  };
  return (query, most = 12) => {
    const typed = folded(query)
      .trim()
      .replace(/\s+/g, ' ')
      .replace(/^assay (?=.)/, '');
    if (typed === '') return [];
    const terms = tellingOf(typed.split(' ')).map(termOf);
    const rated = prepared.flatMap((each) => {
      // The changelog has every word, but explains nothing.
      const points = rate(each, terms, typed) * (each.page === ' changelog ' ? 0.5 : 1);
      return points > 0 ? [{ each, points }] : [];
    });
    rated.sort((a, b) => b.points - a.points || order(a.each.entry) - order(b.each.entry));
    return rated.slice(0, most).map(({ each }) => foundOf(index, each, terms, query));
  };
}

const fillers = new Set('a an and are can do does for how i in is it my of on or the to what which with'.split(' '));

/** Without the words that every text has, unless there are no others: “how to cite a score” looks for “cite score”. */
function tellingOf(words: readonly string[]): readonly string[] {
  const telling = words.filter((word) => !fillers.has(folded(word)));
  return telling.length > 0 ? telling : words;
}

const order = ({ kind, page }: SearchEntry): number => entryKinds.indexOf(kind) * 100_000 + page;

const greek: Readonly<Record<string, string>> = { α: 'alpha', κ: 'kappa', ρ: 'rho', τ: 'tau' };

/** Lower case, without accents; letters that name statistics as words, since few people can type them. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ακρτ]/g, (letter) => greek[letter]!);

/** Words between spaces, with a space in front and at the end, so that beginnings and ends of words can be found. */
const wordsOf = (text: string): string =>
  ` ${folded(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/** A word of the query. */
interface Term {
  readonly term: string;
  /** As it is in texts, as whole words and as their beginning; empty if it has no letters and digits. */
  readonly words: string;
  readonly start: string;
  /** By entry: points if its text has the word or a word that begins with it. */
  readonly inTexts: Uint8Array;
}

/** What the entry is called: `-m`, `--metric`, `score --metric`. */
function namesOf({ kind, title, anchor }: SearchEntry): string[] {
  const code = [...title.matchAll(/`([^`]*)`/g)].map(([, name]) => name!);
  const names = code
    .flatMap((each) => each.split(', '))
    .map((each) => each.replace(/^(?:class|type) /, '').replace(/(?<=\S)[\s([<].*$/, ''));
  if (kind === 'command') names.push(title, title.replace(/^assay /, ''));
  if (kind === 'metric') names.push(title.replace(/ *\(`.*`\)$/, ''));
  if (kind === 'page' || kind === 'section') names.push(title.replaceAll('`', ''));
  if (kind === 'option' && anchor.startsWith('assay-')) {
    const [, command] = /^assay-([a-z]+)/.exec(anchor)!;
    names.push(...names.map((name) => `${command} ${name}`));
  }
  return names.map(folded);
}

/** Points for the whole query as a name, and for each of its words; 0 if one is missing. */
function rate(of: Prepared, terms: readonly Term[], typed: string): number {
  const isName = of.names.includes(typed);
  let points = isName ? 1000 : of.names.some((name) => name.replace(/^-+/, '') === typed) ? 700 : 0;
  for (const term of terms) {
    const most = ratingOf(of, term);
    if (most === 0) return 0;
    points += most;
  }
  return points;
}

function ratingOf(of: Prepared, { term, words, start, inTexts }: Term): number {
  if (of.names.includes(term)) return 100;
  if (term.startsWith('-')) return of.names.some((name) => name.startsWith(term)) ? 50 : inTexts[of.place]!;
  if (of.names.some((name) => name.startsWith(term))) return 60;
  if (start === '') return 0;
  const isTitle = of.entry.kind === 'page' || of.entry.kind === 'metric' || of.entry.kind === 'command';
  if (of.title.includes(words)) return isTitle ? 50 : 40;
  if (of.title.includes(start)) return isTitle ? 30 : 25;
  if (of.page.includes(words)) return 12;
  if (of.page.includes(start)) return 8;
  return inTexts[of.place]!;
}

function foundOf({ pages }: SearchIndex, { entry, under }: Prepared, terms: readonly Term[], query: string): Found {
  const { page, title, anchor, kind, text } = entry;
  const on = pages[page]!;
  const places = [on.section, ...(anchor === '' ? [] : [on.title]), under].filter((each) => each !== '');
  return {
    title: title.replaceAll('`', ''),
    place: places.join(' › ').replaceAll('`', ''),
    kind,
    address: anchor === '' ? on.address : `${on.address}#${anchor}`,
    snippet: snippetOf(
      text,
      tellingOf(query.trim().split(/\s+/)),
      terms.every(({ term }) => folded(title).includes(term)),
    ),
  };
}

/** Some 140 characters around the first word found or, if the title has them all, from the beginning. */
function snippetOf(text: string, terms: readonly string[], fromStart: boolean): Snippet {
  const starts = terms.map((term) => term.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${starts.join('|')})`, 'giu');
  const first = text.search(pattern);
  const from = fromStart || first < 80 ? 0 : text.indexOf(' ', first - 50) + 1;
  const end = text.length <= from + 150 ? text.length : Math.max(text.lastIndexOf(' ', from + 140), from + 1);
  const part = `${from > 0 ? '… ' : ''}${text.slice(from, end)}${end < text.length ? ' …' : ''}`;
  const pieces: { text: string; isFound: boolean }[] = [];
  let last = 0;
  for (const { 0: found, index } of part.matchAll(pattern)) {
    if (index > last) pieces.push({ text: part.slice(last, index), isFound: false });
    pieces.push({ text: found, isFound: true });
    last = index + found.length;
  }
  if (last < part.length) pieces.push({ text: part.slice(last), isFound: false });
  return pieces;
}
