import { parseWordClasses } from '../formats/index.ts';
import { withInput } from './input.ts';

/** By word, from a TSV of words and classes. */
export const readWordClasses = (path: string): Promise<Map<string, string>> =>
  withInput(path, undefined, parseWordClasses);
