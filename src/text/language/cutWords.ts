/** The words of a tokenizer as texts, for what cannot work on numbers: taggers, stemmers, dictionaries. */
import { IdList } from '../../core/index.ts';
import type { Tokenizer } from '../tokenizers/tokenizer.ts';
import { Units } from '../units.ts';

/** One to cut texts with; it reuses its memory. */
export function cutWords(tokenizer: Tokenizer): (text: string) => string[] {
  const units = new Units();
  const spans = new IdList();
  return (text) => {
    const line = tokenizer.rewrite(text);
    units.load(line);
    spans.length = 0;
    tokenizer.cut(units, spans);
    const words: string[] = [];
    for (let i = 0; i < spans.length; i += 3) words.push(line.slice(spans.values[i], spans.values[i + 1]));
    return words;
  };
}
