/** Words between white space, as `tok=none` and Python's `str.split` see them. */
import { isSpace } from './characters.ts';

export function splitWords(text: string): string[] {
  const words: string[] = [];
  let start = -1;
  for (let i = 0; i <= text.length; i++) {
    if (i < text.length && !isSpace(text.charCodeAt(i))) {
      if (start < 0) start = i;
    } else if (start >= 0) {
      words.push(text.slice(start, i));
      start = -1;
    }
  }
  return words;
}

export const countWords = (text: string): number => splitWords(text).length;
