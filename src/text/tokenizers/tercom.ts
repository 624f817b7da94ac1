/** The tokenizers of TER (tercom), as in sacreBLEU, and of TERp, whose rules are related. By default they only split at white space. */
import { stripEnd } from '../unicode/characters.ts';
import { type Tokenizer, cutSpaces, unchanged } from '../words/cut.ts';
import { unescapeEntities } from './mteval.ts';

interface TerpSettings {
  /** Decode entities and separate punctuation from words. */
  readonly normalized: boolean;
  readonly punctuation: boolean;
}

interface TercomSettings extends TerpSettings {
  readonly asian: boolean;
}

type Rule = readonly [pattern: RegExp, replacement: string];

const western: readonly Rule[] = [
  [/([!-&(-+/:-@[-`{-~])/g, ' $1 '],
  [/'s /g, " 's "],
  [/([^0-9])([.,])/gu, '$1 $2 '],
  [/([.,])([^0-9])/gu, ' $1 $2'],
  [/([0-9])(-)/g, '$1 $2 '],
];

const asianPunctuation = '\u3001\u3002\u3008-\u3011\u3014-\u301f\uff61-\uff65\u30fb';
const fullWidthPunctuation = '\uff0e\uff0c\uff1f\uff1a\uff1b\uff01\uff02\uff08\uff09';

/** tercom has three more rules, for kana; their anchors meet the padding space and so never match. */
const asianRules: readonly Rule[] = [
  /([\u4e00-\u9fff\u3400-\u4dbf])/g,
  /([\u31c0-\u31ef\u2e80-\u2eff])/g,
  /([\u3300-\u33ff\uf900-\ufaff\ufe30-\ufe4f])/g,
  /([\u3200-\u3f22])/g,
  new RegExp(`([${asianPunctuation}])`, 'g'),
  new RegExp(`([${fullWidthPunctuation}])`, 'g'),
].map((pattern) => [pattern, ' $1 ']);

const westernMarks = /[.,?:;!"()]/g;
const asianMarks = new RegExp(`[${asianPunctuation}${fullWidthPunctuation}]`, 'g');

/** Makes the tokenizer of TER (tercom) as in sacreBLEU. */
export function tercom(settings: TercomSettings): Tokenizer {
  const { normalized, punctuation, asian } = settings;
  const rules = asian ? [...western, ...asianRules] : western;
  return afterRules('tercom', settings, (text) => {
    // White space at the end would keep a final 's from being separated, unless it is a plain space.
    let line = stripEnd(text);
    if (line === '') return line;
    if (normalized) line = applied(rules, unescapeEntities(line.replaceAll('\n-', '').replaceAll('\n', ' ')));
    if (punctuation) return line;
    line = line.replace(westernMarks, '');
    return asian ? line.replace(asianMarks, '') : line;
  });
}

/**
 * For a line with a space at either end. The first rule triples spaces, so that the third, which consumes one, leaves the words before it alone.
 * After punctuation there is only one, so in “(etc. )” the bracket stays with its word, as in the program.
 */
const terpRules: readonly Rule[] = [
  [/([ -&(-+/:-@[-`{-~])/g, ' $1 '],
  [/'s /g, " 's "],
  [/ ([^,. ]+)([.,]) /g, '$1 $2 '], // of a word with no period or comma before
  [/([0-9])-/g, '$1 - '],
];

export function tokenizerTerp(settings: TerpSettings): Tokenizer {
  const { normalized, punctuation } = settings;
  return afterRules('terp', settings, (text) => {
    const unescaped = (): string => unescapeEntities(text.replace(/\s+/g, ' ').trim().replaceAll('<skipped>', ''));
    const line = normalized ? applied(terpRules, unescaped()) : text;
    return punctuation ? line : line.replace(westernMarks, '');
  });
}

/** A line with a space at either end after these rules. */
const applied = (rules: readonly Rule[], line: string): string =>
  rules.reduce((changed, [pattern, replacement]) => changed.replace(pattern, replacement), ` ${line} `);

/** Words separated by spaces, in a text rewritten according to the settings. */
function afterRules(
  id: string,
  { normalized, punctuation, asian }: TerpSettings & Partial<TercomSettings>,
  rewrite: (text: string) => string,
): Tokenizer {
  const name = [id, normalized && 'normalized', !punctuation && 'no-punct', asian && 'asian'].filter(Boolean).join('-');
  return { name, rewrite: normalized || !punctuation ? rewrite : unchanged, cut: cutSpaces };
}
