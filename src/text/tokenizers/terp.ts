/** The tokenizer of TERp: rules of its own, related to those of tercom, after which words lie between spaces. */
import { cutSpaces } from '../cut.ts';
import { type Tokenizer, unchanged } from './tokenizer.ts';

export interface TerpSettings {
  /** Undo entities and cut punctuation off words. */
  readonly normalized: boolean;
  readonly punctuation: boolean;
}

type Rule = readonly [pattern: RegExp, replacement: string];

const entities: readonly Rule[] = [
  [/<skipped>/g, ''],
  [/&quot;/g, '"'],
  [/&amp;/g, '&'],
  [/&lt;/g, '<'],
  [/&gt;/g, '>'],
];

/**
 * For a line between spaces. The first rule triples spaces, so that the third, which uses one up, leaves the words before it alone.
 * Only after punctuation is there no more than one, so that in “(etc. )” the bracket stays with its word, as it does in the program.
 */
const western: readonly Rule[] = [
  [/([ -&(-+/:-@[-`{-~])/g, ' $1 '],
  [/'s /g, " 's "],
  [/ ([^,. ]+)([.,]) /g, '$1 $2 '], // of a word with no period or comma before
  [/([0-9])-/g, '$1 - '],
];

export function tokenizerTerp({ normalized, punctuation }: TerpSettings): Tokenizer {
  const rewrite = (text: string): string => {
    let line = text;
    if (normalized) {
      line = line.replace(/\s+/g, ' ').trim();
      for (const [pattern, replacement] of entities) line = line.replace(pattern, replacement);
      line = ` ${line} `;
      for (const [pattern, replacement] of western) line = line.replace(pattern, replacement);
    }
    return punctuation ? line : line.replace(/[.,?:;!"()]/g, '');
  };
  const plain = !normalized && punctuation;
  const name = ['terp', normalized ? 'normalized' : '', punctuation ? '' : 'no-punct'].filter(Boolean).join('-');
  return { name, rewrite: plain ? unchanged : rewrite, cut: cutSpaces };
}
