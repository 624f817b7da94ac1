/** Reads files of judgments of any known format into one list. */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { UsageError } from '../../core/index.ts';
import type { Judgments } from '../../human/index.ts';
import { type ByteStream, Input } from '../input.ts';
import { LineReader } from '../lineReader.ts';
import { type JudgmentFormat, JudgmentList } from './format.ts';
import { wmt09 } from './wmt09.ts';

/** Asked in this order which of them a file is. */
export const judgmentFormats: readonly JudgmentFormat[] = [wmt09];

export interface JudgmentRequest {
  readonly files: readonly string[];
  /** The format of all files, where their first line does not tell. */
  readonly format?: string;
  /** What judgments belong to that do not say so themselves. */
  readonly task?: string;
  /** Leaves malformed rows out, and says so, where they would be errors. */
  readonly lenient?: boolean;
  readonly stdin?: ByteStream;
}

export interface ReadJudgments {
  readonly judgments: Judgments;
  /** The format of each file. */
  readonly formats: readonly string[];
  readonly sha256: string;
}

export async function readJudgments(request: JudgmentRequest): Promise<ReadJudgments> {
  const judgments = new JudgmentList(request.lenient ?? false);
  const formats: string[] = [];
  const digests: [name: string, digest: string][] = [];
  for (const path of request.files) {
    const input = await Input.open(path, request.stdin ?? process.stdin);
    try {
      const reader = new LineReader(input.name, input.chunks());
      if ((await reader.offer(1, Infinity)) === 0) throw new UsageError(`${input.name} is empty.`);
      const format = formatOf(reader.peek(), input.name, request.format);
      formats.push(format.id);
      await format.read({ name: input.name, task: request.task ?? '', lines: () => reader.rest() }, judgments);
    } finally {
      await input.close();
    }
    digests.push([basename(input.path), input.digest()]);
  }
  return { judgments, formats, sha256: createHash('sha256').update(JSON.stringify(digests)).digest('hex') };
}

function formatOf(firstLine: string, name: string, asked: string | undefined): JudgmentFormat {
  const format = judgmentFormats.find(({ id, recognises }) =>
    asked === undefined ? recognises(firstLine) : id === asked,
  );
  if (format) return format;
  throw new UsageError(
    `${name} is of no known format of judgments. Name it with --judgment-format: ${judgmentFormats.map(({ id }) => id).join(', ')}.`,
  );
}
