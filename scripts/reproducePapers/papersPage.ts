/** What the pages of the papers share. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SystemAgreement } from '../../src/meta/index.ts';
import { systemMeasures } from '../../src/meta/index.ts';
import { spearman as rankCorrelation } from '../../src/stats/index.ts';
import type { JudgedMetrics } from '../reproduceWmt09/scoreTasks.ts';

export const generatedNote =
  '<!-- Written by npm run reproduce:papers from the data; edit scripts/reproducePapers and run that. -->';

/** `what it says → which command gives it → what we found` */
export const columns = ['the paper', 'command', 'what we found'] as const;

/** A block that shows a command and what it prints, as test/transcripts.test.ts runs it. */
export const transcript = (typed: string): string => `\`\`\`console\n$ ${typed}\n${run(typed)}\`\`\``;

/** What a command prints that is typed in the root of the repository, which is the working directory. */
export function run(typed: string): string {
  const shell = `assay() { node dist/command/assay.cjs "$@"; }\n{ ${typed}\n} 2>&1`;
  const env = { ...process.env, NO_COLOR: '1', ASSAY_CACHE: 'off' };
  return execFileSync('bash', ['-c', shell], { encoding: 'utf8', env });
}

/** The folders of docs, seen from docs/papers, in which a page of the guide can be. */
const folders = ['.', '../understand', '../how-to', '../start'];

/** Pages with `guide/name.md` in links replaced by where that page is. */
export const linked = (pages: readonly (readonly [name: string, text: string])[]): Map<string, string> =>
  new Map(
    pages.map(([name, text]) => [
      name,
      text.replace(/\]\(\.\.\/guide\/([\w-]+\.md)/g, (_, file: string) => {
        const found = folders.find((folder) => existsSync(join('docs/papers', folder, file)));
        if (found === undefined) throw new Error(`${name} links to ${file}, which is not in docs.`);
        return `](${found === '.' ? '' : `${found}/`}${file}`;
      }),
    ]),
  );

export const dataText =
  'WMT09’s judgments, outputs and references are at <https://www.statmt.org/wmt09/>; `wmt09-ranking` is a folder with them, laid out as a [shared task](../guide/shared-task.md). We have outputs for de-en, en-fr and en-es.';

export const reproduceText =
  '`npm run reproduce:papers -- --data ../shared/data` writes this page; with `--check` it says whether the page is current. Except for quotations from the paper, every number is computed, and the script chooses sentences that depend on a number by that number.';

const spearman = systemMeasures.find(({ id }) => id === 'spearman')!;

/** Spearman’s ρ of a metric with people, over the systems of each language pair. */
export const systemAgreements = ({ tasks }: JudgedMetrics, label: string): SystemAgreement[] =>
  tasks.map(({ human, scores }) => spearman.of(human, scores.get(label)!));

export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

export const meanRho = (judged: JudgedMetrics, label: string): number =>
  meanOf(systemAgreements(judged, label).map(({ value }) => value));

/** How alike two columns order the rows: Spearman’s ρ of what is printed with what we found. */
export const orderAgreement = (printed: readonly number[], found: readonly number[]): number =>
  rankCorrelation(printed, found);

/** `71.6`, as papers print correlations in percent. */
export const hundredfold = (value: number): string => (100 * value).toFixed(1);
