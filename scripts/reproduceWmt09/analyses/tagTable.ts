/** A table of analyses from what a tagger and a lemmatizer say. */

/** Coarse parts of speech instead of the deep ones that SemPOS needs; all other words are not content words. */
const semposOfTag: Readonly<Record<string, string>> = {
  NOUN: 'n.denot',
  PROPN: 'n.denot',
  VERB: 'v',
  ADJ: 'adj.denot',
  ADV: 'adv.denot',
  NUM: 'n.quant.def',
};

/** As in `sempos-en`, negations are not content words. */
const negations = new Set(['ne', "n'", 'n’', 'pas', 'no']);

export interface TaggedWord {
  readonly word: string;
  readonly tag: string;
}

/** The words of a line such as `Les_DET enfants_NOUN`. A word may have a `_` of its own, and a number a space between its digits, which is left out. */
export function taggedWords(line: string): TaggedWord[] {
  const words: TaggedWord[] = [];
  let read = 0;
  for (const { 0: token, 1: word, 2: tag } of line.matchAll(/(\S.*?)_([A-Z]+)(?: |$)/gy)) {
    words.push({ word: word!.replaceAll(' ', ''), tag: tag! });
    read += token.length;
  }
  if (read < line.length) throw new Error(`"${line.slice(read)}" does not begin with a word and its tag.`);
  return words;
}

export const semposOf = ({ word, tag }: TaggedWord): string =>
  negations.has(word.toLowerCase()) ? '-' : (semposOfTag[tag] ?? '-');

/** `lemmas` by word; `tagged` has a line for each text. */
export function tagTable(
  texts: readonly string[],
  tagged: readonly (readonly TaggedWord[])[],
  lemmas: ReadonlyMap<string, string>,
): string {
  const rows = texts.map((text, i) => {
    const words = tagged[i]!;
    return [
      text,
      ...[
        words.map(({ word }) => word),
        words.map(({ word }) => lemmas.get(word)!.toLowerCase()),
        words.map(({ tag }) => tag),
        words.map(semposOf),
      ].map((column) => column.join(' ')),
    ];
  });
  return [['text', 'word', 'lemma', 'tag', 'sempos'], ...rows].map((row) => `${row.join('\t')}\n`).join('');
}
