/** Files of analyses: what the user's own tools found out about the words of texts. */
import { UsageError } from '../../core/index.ts';
import type { AnalysedText, AnalysisFormat } from './analysedText.ts';
import { conllu } from './conllu.ts';
import { factored } from './factored.ts';
import { table } from './table.ts';

export { AnalysisStore } from './analysisStore.ts';

const formats: readonly AnalysisFormat[] = [conllu, factored, table];

/** The format that the name of a file tells, if it does. */
function formatByName(file: string): AnalysisFormat | undefined {
  const name = file.toLowerCase().replace(/\.gz$/, '');
  return formats.find(({ extensions }) => extensions.some((end) => name.endsWith(end)));
}

/** Whether a file of texts also holds the analyses of its words. */
export const holdsAnalyses = (file: string): boolean =>
  [conllu, factored].some((format) => format === formatByName(file));

/** All texts of a file, in order. */
export function readAnalyses(file: string, lines: readonly string[]): Generator<AnalysedText> {
  const first = lines.find((line) => line.trim() !== '');
  if (first === undefined) throw new UsageError(`${file} is empty: it holds no analyses.`);
  const format = formatByName(file) ?? formats.find(({ knows }) => knows(first));
  if (format) return format.read(file, lines);
  throw new UsageError(
    `${file} is no file of analyses. Expected CoNLL-U (.conllu), factored text as in houses|house|NNS (.factored), ` +
      'or a table whose first line names columns such as text, lemma and tag (.tsv).',
  );
}
