/** What the app calls each kind of task, and what it asks of a judge. */
import type { TaskKind } from '../../src/human/index.ts';

interface KindWords {
  /** Of the task, on the home page. */
  readonly name: string;
  /** The heading of an assignment. */
  readonly heading: string;
  /** One line below it; the organiser's instructions say the rest. */
  readonly ask: string;
}

export const kindWords: Readonly<Record<TaskKind, KindWords>> = {
  rank: {
    name: 'Ranking',
    heading: 'Rank the translations',
    ask: 'Give every translation a rank: 1 is best. Equally good ones get the same rank.',
  },
  pairwise: {
    name: 'Comparing two',
    heading: 'Compare two translations',
    ask: 'Which of the two is better, or are they equally good?',
  },
  assess: {
    name: 'Rating',
    heading: 'Rate the translation',
    ask: 'How good is it, from 0 to 100?',
  },
  mark: {
    name: 'Marking errors',
    heading: 'Mark the errors',
    ask: 'Select the words of an error, then say how bad it is and of which sort. No error is an answer, too.',
  },
  edit: {
    name: 'Correcting',
    heading: 'Correct the translation',
    ask: 'Make the text as fluent as you can.',
  },
  accept: {
    name: 'Accepting',
    heading: 'Judge the edited translation',
    ask: 'Is it fully fluent, and does it mean the same as the sentence in bold?',
  },
};

/** Translations go by letters, because ranks are numbers. */
export const letter = (place: number): string => String.fromCharCode(65 + place);
