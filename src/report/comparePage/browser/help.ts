/** What the keys do and how differences and marks are to be read, in words. */
import { make } from './elements.ts';

const key = (name: string): HTMLElement => make('kbd', {}, name);

/** The keys in one line, always in sight, and when they work. */
export const makeKeys = (): HTMLElement =>
  make(
    'p',
    { class: 'keys' },
    make('span', {}, 'After a click here or Tab to here:'),
    ' ',
    make('span', {}, key('j'), ' ', key('k'), ' next, previous'),
    ' ',
    make('span', {}, key('/'), ' search'),
    ' ',
    make('span', {}, key('?'), ' help'),
  );

export function makeHelp(): HTMLDetailsElement {
  const term = (names: readonly string[], meaning: string): HTMLElement[] => [
    make('dt', {}, ...names.flatMap((name) => [key(name), ' '])),
    make('dd', {}, meaning),
  ];
  return make(
    'details',
    { class: 'help' },
    make('summary', {}, 'Help'),
    make(
      'dl',
      {},
      ...term(['j', '↓'], 'next segment; the arrow within the list only'),
      ...term(['k', '↑'], 'previous segment'),
      ...term(['/'], 'search'),
      ...term(['Enter', 'Esc'], 'from the search to the list'),
      ...term(['?'], 'this help'),
    ),
    ...[
      'Keys work once something in the browser was clicked or reached with Tab, and not while a field is being filled in. Whatever they do can be done with Tab and Enter, too.',
      'A difference is the score of B less that of A. Words are underlined where the text they are held against has them, and the more of them follow each other there, the heavier is the line. Marks of punctuation are words here, and a word matches however often it is repeated. Words struck through are in the closest reference and missing here.',
      'The address of the page holds all that is chosen: it can be kept and passed on, and going back undoes a choice. Downloads and prints hold the segments found, in their order; scores have six digits.',
    ].map((text) => make('p', {}, text)),
  );
}
