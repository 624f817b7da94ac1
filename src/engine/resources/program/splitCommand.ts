/** Splits a command into words, as a shell would, but without its other rules: no variables, patterns, pipes or redirections. */
import { UsageError } from '../../../core/index.ts';

/** Words are separated by spaces; quotes of either kind keep spaces in a word, and `\"` and `\'` are quotes as such. */
export function splitCommand(command: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let i = 0; i < command.length; i++) {
    const letter = command[i]!;
    const next = command[i + 1];
    if (letter === '\\' && (next === '"' || next === "'") && quote !== "'") {
      word = (word ?? '') + next;
      i++;
    } else if (quote !== '') {
      if (letter === quote) quote = '';
      else word += letter;
    } else if (letter === '"' || letter === "'") {
      quote = letter;
      word ??= '';
    } else if (/\s/.test(letter)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + letter;
    }
  }
  if (quote !== '') throw new UsageError(`A quote ${quote} in the command ${command} is not closed.`);
  return word === undefined ? words : [...words, word];
}
