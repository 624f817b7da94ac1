/** All judgment formats, and reading a file in any of them. */
import { UsageError } from '../../core/index.ts';
import { formatById, formatByLines, unknownFormat } from '../fileFormat.ts';
import { type ByteSource, LineReader } from '../lineReader.ts';
import { appraiseDa } from './appraiseDa.ts';
import { appraiseXml } from './appraiseXml.ts';
import { assay } from './assay.ts';
import type { JudgmentFormat, JudgmentList } from './format.ts';
import { jsonl } from './jsonl.ts';
import { humeval } from './humeval.ts';
import { mqm, psqm } from './mqm.ts';
import { pearmut } from './pearmut.ts';
import { wmt07, wmt09 } from './wmt09.ts';
import { wmt10Edits, wmt10Verdicts } from './wmt10.ts';
import { wmtDa } from './wmtDa.ts';
import { wmtRanking } from './wmtRanking.ts';

/** Tried in this order. */
export const judgmentFormats: readonly JudgmentFormat[] = [
  wmt07,
  wmt09,
  wmt10Edits,
  wmt10Verdicts,
  wmtRanking,
  wmtDa,
  appraiseDa,
  mqm,
  psqm,
  humeval,
  appraiseXml,
  pearmut,
  jsonl,
  assay,
];

export interface JudgmentParsing {
  /** The format of the file, if its first line does not show it. */
  readonly format?: string;
  /** The task of judgments that do not name one. */
  readonly task?: string;
}

/** Adds the judgments of a file to a list and returns the id of the file's format. */
export async function parseJudgments(
  source: ByteSource,
  into: JudgmentList,
  { format: asked, task = '' }: JudgmentParsing = {},
): Promise<string> {
  const { name } = source;
  const reader = new LineReader(source);
  if ((await reader.offer(1, Infinity)) === 0) throw new UsageError(`${name} is empty.`);
  const format = formatOf(reader.peek(), name, asked);
  into.open({ name, task, lines: () => reader.rest() });
  await format.read(into);
  into.close();
  return format.id;
}

function formatOf(firstLine: string, name: string, asked: string | undefined): JudgmentFormat {
  if (asked !== undefined) return formatById(judgmentFormats, asked, 'judgments');
  const format = formatByLines(judgmentFormats, [firstLine]);
  if (format) return format;
  throw unknownFormat(name, 'judgments', [firstLine], 'Name its format with --judgment-format', judgmentFormats);
}
