/** Takes a command line apart without reading its values, so that parts of it can be typed again elsewhere. */
import { type Declarations, flagOf } from '../options.ts';

/** An option with its values, as typed, or a word that belongs to none. */
export interface TypedWords {
  readonly option?: string;
  readonly words: readonly string[];
}

const isFlag = (word: string): boolean => word.startsWith('-') && word !== '-';

/** What was typed, in order. A flag that is not declared is a word of its own: the parser refuses it later. */
export function splitTyped(declarations: Declarations, typed: readonly string[]): TypedWords[] {
  const found: TypedWords[] = [];
  for (let at = 0; at < typed.length;) {
    const word = typed[at]!;
    if (word === '--') {
      found.push(...typed.slice(at).map((each) => ({ words: [each] })));
      break;
    }
    const option = isFlag(word) ? optionOf(declarations, word) : undefined;
    let end = at + 1;
    if (option !== undefined) {
      const { kind, many, letter } = declarations[option]!;
      const hasValue = word.includes('=') || (!word.startsWith('--') && letter !== undefined && word.length > 2);
      if (kind && !hasValue) end++;
      if (many === 'words') while (end < typed.length && !isFlag(typed[end]!)) end++;
    }
    found.push({ ...(option !== undefined && { option }), words: typed.slice(at, end) });
    at = end;
  }
  return found;
}

/** `--shards=4`, `--shards`, `-m`, `-mbleu`. */
function optionOf(declarations: Declarations, word: string): string | undefined {
  return Object.entries(declarations).find(([name, { letter }]) =>
    word.startsWith('--') ? word.split('=')[0] === flagOf(name) : letter !== undefined && word[1] === letter,
  )?.[0];
}

/** The words that are typed again: those of the options that `isKept`, and with `undefined` those of no option. */
export const typedAgain = (all: readonly TypedWords[], isKept: (option: string | undefined) => boolean): string[] =>
  all.filter(({ option }) => isKept(option)).flatMap(({ words }) => words);

/** As a shell takes it. */
export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
