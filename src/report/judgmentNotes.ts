/** What every report on judgments says of its input: how much was read, what was left out and why, and a hash of it. */
import { inputNotes } from './inputNotes.ts';
import { counted } from '../core/index.ts';
import { type Dropped, droppedText } from '../human/index.ts';
import type { Note } from './table.ts';

export interface JudgmentInput {
  /** The formats of the files, as named on the command line. */
  readonly formats: readonly string[];
  /** How many judgments of each kind were read, by name: `rankings`. */
  readonly counts: Readonly<Record<string, number>>;
  readonly dropped: readonly Dropped[];
  /** What else is worth knowing of it. */
  readonly notes?: readonly string[];
  readonly sha256: string;
}

export function judgmentNotes({ formats, counts, dropped, notes = [], sha256 }: JudgmentInput): Note[] {
  return [
    { name: 'judgments', text: `${countsText(counts) || 'none'} (${[...new Set(formats)].join(', ')})` },
    ...droppedNotes(dropped),
    ...inputNotes({ notes, sha256 }),
  ];
}

/** What was left out, why, and where the first of it stood. */
export const droppedNotes = (dropped: readonly Dropped[]): Note[] =>
  dropped.map((each) => ({ name: 'left out', text: `${droppedText(each)}; first: ${each.first}` }));

/** `7686 rankings, 8596 edits`. */
export const countsText = (counts: JudgmentInput['counts']): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => counted(count, kind.replace(/s$/, '')))
    .join(', ');
