/** What reports say of their input: how many references, which metrics, what is worth knowing of it, and a hash of it. */
import { counted } from '../core/index.ts';
import type { Note } from './table.ts';

/** Of texts scored against references. */
export interface TextInput {
  readonly references: number | 'var';
  readonly sha256: string;
  readonly notes: readonly string[];
}

export const inputNotes = ({ notes, sha256 }: Pick<TextInput, 'notes' | 'sha256'>): Note[] => [
  ...notes.map((text) => ({ name: 'note', text })),
  { name: 'input', text: `sha256:${sha256.slice(0, 16)}` },
];

export const signatureNotes = (metrics: readonly { readonly metric: string; readonly signature: string }[]): Note[] =>
  metrics.map(({ metric, signature }) => ({ name: metric, text: signature }));

/** `20, 2 references each`. */
export const segmentsText = (segments: number, { references }: Pick<TextInput, 'references'>): string =>
  `${segments}, ${references === 'var' ? 'a varying number of references' : counted(references, 'reference')} each`;
