/** The example test set of the repository, and small things that tests of this layer share. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { type TestSet, bySegment } from '../../measure/index.ts';
import { type ComparisonSettings, comparisonDefaults } from '../../stats/index.ts';
import { tokenizerNamed } from '../../text/index.ts';
import { type Cutting, readWords } from '../index.ts';
import type { WordTexts } from '../wordTexts.ts';

const linesOf = (file: string): string[] =>
  readFileSync(new URL(`../../../examples/${file}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');

export const names = ['good', 'terse', 'verbose', 'shuffled'] as const;

export function readExamples() {
  const [header = '', ...rows] = linesOf('labels.tsv');
  const testSet: TestSet = {
    references: bySegment(linesOf('reference.A.en.txt'), linesOf('reference.B.en.txt')),
  };
  return {
    testSet,
    outputs: new Map(names.map((name) => [name, linesOf(`${name}.txt`)])),
    labels: new Map(header.split('\t').map((label, c) => [label, rows.map((row) => row.split('\t')[c]!)])),
  };
}

/** Cuts at white space. */
export const bySpaces: Cutting = { tokenizer: tokenizerNamed('none', '', new Map()), lowercase: false };

export const settings: ComparisonSettings = { ...comparisonDefaults, test: 'randomization', samples: 200 };

/** Words of few kinds, so that they match; some are names that objects have. */
const someWords = (maxLength = 8): fc.Arbitrary<string[]> =>
  fc.array(fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor'), { maxLength });

/** Segments of words: outputs of `systems` systems, and one to three references. */
export const someSegments = (systems: number, minLength = 1) =>
  fc.array(
    fc.record({
      outputs: fc.array(someWords(), { minLength: systems, maxLength: systems }),
      references: fc.array(someWords(), { minLength: 1, maxLength: 3 }),
    }),
    { minLength, maxLength: 6 },
  );

export interface WordSegment {
  readonly outputs: readonly (readonly string[])[];
  readonly references: readonly (readonly string[])[];
}

/** The same as texts. */
export function textsOf(segments: readonly WordSegment[]): { testSet: TestSet; outputs: string[][] } {
  const systems = segments[0]!.outputs.map((_, s) => s);
  return {
    testSet: { references: segments.map(({ references }) => references.map((words) => words.join(' '))) },
    outputs: systems.map((s) => segments.map(({ outputs }) => outputs[s]!.join(' '))),
  };
}

export function wordTextsOf(segments: readonly WordSegment[]): WordTexts {
  const { testSet, outputs } = textsOf(segments);
  return readWords(testSet, outputs, bySpaces);
}
