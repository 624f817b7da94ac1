/** The row of a segment: what its words and their alignment come to. */

/** Of every language. */
const common = [
  'hypothesis words',
  'reference words',
  'matches',
  'exact matches',
  'pairs of matches',
  'crossing pairs',
  'chunks',
  'number mismatches',
  'segments',
] as const;

/** Of English only. */
const english = [
  'hypothesis content words',
  'reference content words',
  'matched hypothesis content words',
  'matched reference content words',
  'negation mismatches',
  'date mismatches',
  'name mismatches',
  'modality mismatches',
  'antonyms',
] as const;

/** Where words have tags. */
const tagged = ['matches of the same tag'] as const;

export type RowName = (typeof common)[number] | (typeof english)[number] | (typeof tagged)[number];

/** What is known of words beyond their letters. */
export interface Knowledge {
  readonly isEnglish: boolean;
  readonly hasTags: boolean;
}

export const rowNames = ({ isEnglish, hasTags }: Knowledge): readonly RowName[] => [
  ...common,
  ...(isEnglish ? english : []),
  ...(hasTags ? tagged : []),
];

/** What a change of meaning is counted by. */
export const mismatches = [
  'number mismatches',
  'negation mismatches',
  'date mismatches',
  'name mismatches',
  'modality mismatches',
  'antonyms',
] as const satisfies readonly RowName[];
