/** Judgments read from a text, for tests. */
import { UsageError } from '../../../core/index.ts';
import type { Judgments } from '../../../human/index.ts';
import type { ByteStream } from '../../../data/input.ts';
import { type JudgmentRequest, readJudgments } from '../../../data/readJudgments.ts';

type Options = Omit<JudgmentRequest, 'files' | 'stdin'>;

async function* once(content: string | Uint8Array): ByteStream & AsyncGenerator<string | Uint8Array> {
  yield content;
}

/** Reads a text as standard input. */
export async function readText(content: string | Uint8Array, options: Options = {}): Promise<Judgments> {
  return (await readJudgments({ files: ['-'], stdin: once(content), ...options })).judgments;
}

/** The message of the UsageError thrown by reading a text, by default strictly, without the file name. */
export async function faultOf(content: string | Uint8Array, options: Options = {}): Promise<string> {
  try {
    await readText(content, { strict: true, ...options });
  } catch (error) {
    if (error instanceof UsageError) return error.message.replace(/^standard input,? ?/, '');
    throw error;
  }
  return 'no fault';
}

/** The number of rows left out, by reason. */
export const leftOut = ({ dropped }: Judgments): [count: number, what: string][] =>
  dropped.map(({ count, what }) => [count, what]);

/** Lines of fields as TSV or CSV. */
export const table = (separator: '\t' | ',', ...rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.join(separator)}\n`).join('');
