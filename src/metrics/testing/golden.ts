/** Values of the original programs and of the papers' worked examples, if their files are next to the repository. */
import { existsSync, readFileSync } from 'node:fs';

const data = new URL('../../../../shared/data/', import.meta.url);
const goldenFile = new URL('golden/metrics.json', data);
const workedFile = new URL('paper-tables/worked_examples.tsv', data);

/** Pass to `describe.skipIf`; the title says why. */
export const goldenMissing = !existsSync(goldenFile) || !existsSync(workedFile);
export const goldenTitle = (title: string): string =>
  goldenMissing ? `${title} (skipped: ../shared/data is missing)` : title;

interface Item {
  readonly id: string;
  readonly hyp: string;
  readonly refs: readonly string[];
}

interface Reference {
  // oxlint-disable-next-line typescript/no-explicit-any -- each program reports its own shape
  readonly corpus: any;
  // oxlint-disable-next-line typescript/no-explicit-any -- each program reports its own shape
  readonly segments: Readonly<Record<string, any>>;
}

interface Golden {
  readonly items: readonly Item[];
  readonly reference: Readonly<Record<string, Reference>>;
  // oxlint-disable-next-line typescript/no-explicit-any -- a tree of numbers by metric and item
  readonly oracle: { readonly results: Readonly<Record<string, any>> };
  // oxlint-disable-next-line typescript/no-explicit-any -- a tree of numbers by metric and system
  readonly asiya_sample: any;
}

/** The file as it is; call it inside a test that is skipped when it is missing. */
export const readGolden = (): Golden => JSON.parse(readFileSync(goldenFile, 'utf8')) as Golden;

/** A1: every item with its first reference; A2: those with two or more, with two; A3: five of them with one. Tokens are separated by spaces. */
export function goldenTexts(corpus: 'A1' | 'A2' | 'A3') {
  const short = ['short_hyp', 'overlong', 'urban', 'identical', 'clip3'];
  const items = readGolden().items.filter(
    ({ id, refs }) => corpus === 'A1' || (corpus === 'A2' ? refs.length > 1 : short.includes(id)),
  );
  return {
    ids: items.map(({ id }) => id),
    hypotheses: items.map(({ hyp }) => hyp),
    references: items.map(({ refs }) => refs.slice(0, corpus === 'A2' ? 2 : 1)),
  };
}

export interface WorkedExample {
  readonly id: string;
  readonly paper: string;
  readonly where: string;
  readonly function: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- each example has its own shape
  readonly input: any;
  // oxlint-disable-next-line typescript/no-explicit-any -- each example has its own shape
  readonly expected: any;
  readonly tolerance: number;
  readonly status: string;
}

/** The worked examples of the papers by id. */
export function readWorkedExamples(): Map<string, WorkedExample> {
  const [header = '', ...lines] = readFileSync(workedFile, 'utf8').trimEnd().split('\n');
  const names = header.split('\t');
  return new Map(
    lines.map((line) => {
      const cells = Object.fromEntries(line.split('\t').map((cell, c) => [names[c]!, cell]));
      const { id = '', paper = '', where = '', function: name = '', status = '' } = cells;
      const example: WorkedExample = {
        id,
        paper,
        where,
        function: name,
        input: JSON.parse(cells['input_json']!),
        expected: JSON.parse(cells['expected_json']!),
        tolerance: Number(cells['tolerance'] || 1e-6),
        status,
      };
      return [id, example];
    }),
  );
}
