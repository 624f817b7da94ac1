/** What reports say about their input: how much was read, what was left out and why, which metrics, and a hash. */
import { counted } from '../core/index.ts';
import { type Dropped, droppedText } from '../human/index.ts';
import { type InputWarning, warningLines } from '../measure/index.ts';
import type { Note } from './table.ts';
import { listed } from './wording.ts';

/** Of texts scored against references. */
export interface TextInput {
  readonly references: number | 'var';
  readonly sha256: string;
  readonly notes: readonly string[];
  /** Warnings about suspicious input; absent if there are none. */
  readonly warnings?: readonly InputWarning[];
}

/** Shown first. */
export const inputWarnings = ({ warnings = [] }: Pick<TextInput, 'warnings'>): string[] => warningLines(warnings);

export const inputNotes = ({ notes, sha256 }: Pick<TextInput, 'notes' | 'sha256'>): Note[] => [
  ...notes.map((text) => ({ name: 'note', text })),
  { name: 'input', text: `sha256:${sha256.slice(0, 16)}` },
];

export const signatureNotes = (metrics: readonly { readonly metric: string; readonly signature: string }[]): Note[] =>
  metrics.map(({ metric, signature }) => ({ name: metric, text: signature }));

/** `20, 2 references each`. */
export const segmentsText = (segments: number, { references }: Pick<TextInput, 'references'>): string =>
  references === 0 ? String(segments) : `${segments}, ${referencesText(references)}`;

/** `4 systems, 20 segments with 2 references each, by BLEU and TER`. */
export const testedText = (
  systems: readonly string[],
  segments: number,
  { references }: Pick<TextInput, 'references'>,
  metrics: readonly string[],
): string =>
  `${counted(systems.length, 'system')}, ${counted(segments, 'segment')}${references === 0 ? '' : ` with ${referencesText(references)}`}, by ${listed(metrics)}`;

const referencesText = (references: TextInput['references']): string =>
  `${references === 'var' ? 'a varying number of references' : counted(references, 'reference')} each`;

export interface JudgmentInput {
  /** The formats of the files, as named on the command line. */
  readonly formats: readonly string[];
  /** How many judgments of each kind were read, by name: `rankings`. */
  readonly counts: Readonly<Record<string, number>>;
  readonly dropped: readonly Dropped[];
  /** Further notes. */
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
