/** A table of word alignments, for LRscore. */

/** Words as the aligner sees them: runs of letters and digits, and every other character by itself. */
const pieces = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+|[^\s]/gu) ?? [];

export interface CutText {
  /** In lower case. */
  readonly words: readonly string[];
  /** Which word between spaces each of them is of. */
  readonly spaced: readonly number[];
}

export function cutText(text: string): CutText {
  const cut = text
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map(pieces);
  return {
    words: cut.flat().map((word) => word.toLowerCase()),
    spaced: cut.flatMap((own, at) => own.map(() => at)),
  };
}

export interface Pair {
  readonly source: CutText;
  readonly text: string;
  readonly target: CutText;
}

const joined = ({ words }: CutText): string => words.join(' ');

/** How many targets have several sources. */
export function severalSources(pairs: readonly Pair[]): number {
  const sources = new Map<string, Set<string>>();
  for (const { source, target } of pairs) {
    const known = sources.get(joined(target));
    if (known) known.add(joined(source));
    else sources.set(joined(target), new Set([joined(source)]));
  }
  return [...sources.values()].filter(({ size }) => size > 1).length;
}

/**
 * `links` are `0-0 1-2` for each pair. LRscore counts source words at spaces, so the table has links of those. It says one thing only of a
 * target: for one with several sources, only the links that it has with all of them are kept.
 */
export function alignTable(pairs: readonly Pair[], links: readonly string[]): string {
  const known = new Map<string, Set<string>>();
  pairs.forEach(({ source, target }, p) => {
    const own = new Set(linksOf(links[p]!).map(([s, t]) => `${source.spaced[s]!}-${t}`));
    const before = known.get(joined(target));
    known.set(joined(target), before ? new Set([...before].filter((link) => own.has(link))) : own);
  });
  const targets = new Map(pairs.map(({ text, target }) => [text, target]));
  const rows = [...targets].map(([text, target]) => [text, joined(target), [...known.get(joined(target))!].join(' ')]);
  return [['text', 'word', 'align'], ...rows].map((row) => `${row.join('\t')}\n`).join('');
}

const linksOf = (links: string): (readonly [source: number, target: number])[] =>
  links
    .split(' ')
    .filter((link) => link !== '')
    .map((link) => link.split('-').map(Number) as [number, number]);
