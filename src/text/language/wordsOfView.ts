/** The words of a text as a view sees them, to show them to people: a view may tell them itself, or how it cuts. */
import type { View } from '../../core/index.ts';
import { isWordView } from '../views.ts';
import { cutWords } from './cutWords.ts';

/** A view that tells its words, a token for each. */
export interface TellingView extends View {
  wordsOf(text: string): readonly string[];
}

const isTelling = (view: View): view is TellingView => 'wordsOf' in view;

/** Undefined for a view of something else than words. */
export function wordsOfView(view: View): ((text: string) => readonly string[]) | undefined {
  if (isTelling(view)) return (text) => view.wordsOf(text);
  if (!isWordView(view)) return undefined;
  const cut = cutWords(view.tokenizer);
  return (text) => cut(view.lowercase ? text.toLowerCase() : text);
}
