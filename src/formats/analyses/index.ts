/** Analysis files: lemmas, tags and other factors of words, made by the user's own tools. */
import { UsageError } from '../../core/index.ts';
import { formatByLines, formatByName } from '../fileFormat.ts';
import { type FormatId, formatOf, textFormats } from '../texts/index.ts';
import type { AnalysedText, AnalysisFormat } from './analysedText.ts';
import { table } from './table.ts';

export { AnalysisStore } from './analysisStore.ts';

/** Some text formats contain analyses of their words. */
export const analysisFormats: readonly AnalysisFormat[] = [
  ...textFormats.filter((format) => 'readAnalyses' in format),
  table,
];

/** Whether a text file also contains analyses of its words. */
export const holdsAnalyses = (file: string, asked?: FormatId): boolean => 'readAnalyses' in formatOf(file, asked);

/** Parses the lines of an analysis file and yields its texts in order. */
export function readAnalyses(file: string, lines: readonly string[]): Generator<AnalysedText> {
  const first = lines.find((line) => line.trim() !== '');
  if (first === undefined) throw new UsageError(`${file} is empty: it has no analyses.`);
  const format = formatByName(analysisFormats, file) ?? formatByLines(analysisFormats, [first]);
  if (format) return format.readAnalyses(file, lines);
  const expected = analysisFormats.map((each) => `${each.expected ?? each.name} (${each.extensions[0]})`);
  throw new UsageError(
    `Cannot read ${file} as analyses. Expected ${expected.slice(0, -1).join(', ')}, or ${expected.at(-1)}.`,
  );
}
