/** Files of analyses: what the user's own tools found out about the words of texts. */
import { UsageError } from '../../core/index.ts';
import { formatByLines, formatByName } from '../fileFormat.ts';
import { type FormatId, formatOf, textFormats } from '../texts/index.ts';
import type { AnalysedText, AnalysisFormat } from './analysedText.ts';
import { table } from './table.ts';

export { AnalysisStore } from './analysisStore.ts';

/** Some texts hold the analyses of their words. */
export const analysisFormats: readonly AnalysisFormat[] = [
  ...textFormats.filter((format) => 'readAnalyses' in format),
  table,
];

/** Whether a file of texts also holds the analyses of its words. */
export const holdsAnalyses = (file: string, asked?: FormatId): boolean => 'readAnalyses' in formatOf(file, asked);

/** All texts of a file, in order. */
export function readAnalyses(file: string, lines: readonly string[]): Generator<AnalysedText> {
  const first = lines.find((line) => line.trim() !== '');
  if (first === undefined) throw new UsageError(`${file} is empty: it holds no analyses.`);
  const format = formatByName(analysisFormats, file) ?? formatByLines(analysisFormats, [first]);
  if (format) return format.readAnalyses(file, lines);
  const expected = analysisFormats.map((each) => `${each.expected ?? each.name} (${each.extensions[0]})`);
  throw new UsageError(
    `${file} is no file of analyses. Expected ${expected.slice(0, -1).join(', ')}, or ${expected.at(-1)}.`,
  );
}
