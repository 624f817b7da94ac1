/** What the keys do and how differences and marks are to be read, in words. */
import type { JSX } from 'preact';

const keys: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['j', '↓'], 'next segment; the arrow within the list only'],
  [['k', '↑'], 'previous segment'],
  [['/'], 'search'],
  [['Enter', 'Esc'], 'from the search to the list'],
  [['?'], 'this help'],
];

const explanations = [
  'Keys work once something in the browser was clicked or reached with Tab, and not while a field is being filled in. Whatever they do can be done with Tab and Enter, too.',
  'A difference is the score of B less that of A. Words are underlined where the text they are held against has them, and the more of them follow each other there, the heavier is the line. Marks of punctuation are words here, and a word matches however often it is repeated. Words struck through are in the closest reference and missing here.',
  'The address of the page holds all that is chosen: it can be kept and passed on, and going back undoes a choice. Downloads and prints hold the segments found, in their order; scores have six digits.',
];

/** The keys in one line, always in sight, and when they work; the rest is folded. */
export const Help = (): JSX.Element => (
  <>
    <p class="keys">
      <span>After a click here or Tab to here:</span>{' '}
      <span>
        <kbd>j</kbd> <kbd>k</kbd> next, previous
      </span>{' '}
      <span>
        <kbd>/</kbd> search
      </span>{' '}
      <span>
        <kbd>?</kbd> help
      </span>
    </p>
    <details class="help">
      <summary>Help</summary>
      <dl>
        {keys.map(([names, does]) => (
          <>
            <dt>{names.flatMap((name) => [<kbd>{name}</kbd>, ' '])}</dt>
            <dd>{does}</dd>
          </>
        ))}
      </dl>
      {explanations.map((text) => (
        <p>{text}</p>
      ))}
    </details>
  </>
);
