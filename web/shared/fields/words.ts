/** The names of the kinds of task, and the question that each asks a judge. */
import type { TaskKind } from '../../../src/human/index.ts';

interface KindWords {
  /** Name of the task on the home page. */
  readonly name: string;
  /** The heading of an assignment. */
  readonly heading: string;
  /** One line below the heading; the organiser's instructions have the details. */
  readonly ask: string;
}

export const kindWords: Readonly<Record<TaskKind, KindWords>> = {
  rank: {
    name: 'Ranking',
    heading: 'Rank the translations',
    ask: 'Rank every translation: 1 is best. Equally good translations get the same rank.',
  },
  pairwise: {
    name: 'Comparing pairs',
    heading: 'Compare two translations',
    ask: 'Which translation is better, or are they equally good?',
  },
  assess: {
    name: 'Rating',
    heading: 'Rate the translation',
    ask: 'How good is the translation?',
  },
  mark: {
    name: 'Marking errors',
    heading: 'Mark the errors',
    ask: 'Select the words of each error and choose how severe it is. If there are no errors, submit without marking any.',
  },
  edit: {
    name: 'Editing',
    heading: 'Correct the translation',
    ask: 'Make the text as fluent as you can.',
  },
  accept: {
    name: 'Accepting',
    heading: 'Judge the edited translation',
    ask: 'Is it fully fluent, and does it mean the same as the sentence in bold?',
  },
};

/** Translations are named by letters, because ranks are numbers. */
export const letter = (place: number): string => String.fromCharCode(65 + place);
