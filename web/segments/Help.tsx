/** Explains the keys, differences and marks. */
import type { JSX } from 'preact';

const keys: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['j', '↓'], 'next segment (arrow: only in the list)'],
  [['k', '↑'], 'previous segment'],
  [['/'], 'search'],
  [['Enter', 'Esc'], 'from the search to the list'],
  [['?'], 'this help'],
];

const whenKeysWork =
  'To use the keys, first click in the segment browser or reach it with Tab. They do not work while you type in a field. You can do everything with Tab and Enter as well.';

const explanations = [
  'A difference is the score of B minus the score of A. Words are underlined if the text they are compared with contains them; the more of them match in a row, the heavier the line. Punctuation marks count as words, and a repeated word matches every time. Words struck through are in the closest reference but missing here.',
  'The address of the page contains all your choices: you can bookmark or share it, and the Back button undoes a choice. Downloads and prints contain the segments found, in the order shown; scores have six digits.',
];

/** The keys in one line, always in sight, and when they work; the rest is folded. Touch screens show nothing about keys. */
export const Help = (): JSX.Element => (
  <>
    <p class="keys by-key">
      <span>After a click or Tab into this area:</span>{' '}
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
      <dl class="by-key">
        {keys.map(([names, does]) => (
          <>
            <dt>{names.flatMap((name) => [<kbd>{name}</kbd>, ' '])}</dt>
            <dd>{does}</dd>
          </>
        ))}
      </dl>
      <p class="by-key">{whenKeysWork}</p>
      {explanations.map((text) => (
        <p>{text}</p>
      ))}
    </details>
  </>
);
