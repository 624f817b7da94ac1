/** Answers requests that come as lines of JSON, one after the other. */
import { decodeUtf8 } from '../../data/index.ts';
import type { Rights } from './readParams.ts';
import { type Answer, answerRequest, faultOf } from './protocol.ts';

export interface LineLimits extends Rights {
  /** Bytes of a request; a longer one is refused, and not kept. */
  readonly mostBytes: number;
}

/**
 * Yields one line for each request. It reads on only when an answer has been taken, so a client that does not read is not read from either,
 * and memory holds one request and one answer.
 */
export async function* answerLines(
  input: AsyncIterable<Uint8Array | string>,
  { mostBytes, ...rights }: LineLimits,
): AsyncGenerator<string> {
  for await (const line of linesOf(input, mostBytes)) {
    if (line !== undefined && line.length === 0) continue;
    const answer = line === undefined ? tooLong(mostBytes) : await answerLine(line, rights);
    yield `${printed(answer)}\n`;
  }
}

async function answerLine(line: Buffer, rights: Rights): Promise<Answer> {
  const text = decodeUtf8(line);
  return text === undefined
    ? { id: null, error: { kind: 'usage', message: 'The request is not valid UTF-8.' } }
    : answerRequest(text, rights);
}

/** A result can be too large for a string, which is an error like any other. */
function printed(answer: Answer): string {
  try {
    return JSON.stringify(answer);
  } catch (error) {
    return JSON.stringify({ id: answer.id, error: faultOf(error) });
  }
}

const tooLong = (mostBytes: number): Answer => ({
  id: null,
  error: {
    kind: 'usage',
    message: `The request is longer than ${mostBytes} bytes. Send less at a time, or raise the limit with --max-request.`,
  },
});

const lf = 0x0a;

/** Lines without their ends; undefined for one that is too long. */
async function* linesOf(
  input: AsyncIterable<Uint8Array | string>,
  mostBytes: number,
): AsyncGenerator<Buffer | undefined> {
  let parts: Buffer[] = [];
  let size = 0;
  const finish = (): Buffer | undefined => {
    const line = size > mostBytes ? undefined : parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    parts = [];
    size = 0;
    return line?.at(-1) === 0x0d ? line.subarray(0, -1) : line;
  };
  const take = (part: Buffer): void => {
    size += part.length;
    if (size > mostBytes) parts = [];
    else if (part.length > 0) parts.push(part);
  };
  for await (const piece of input) {
    let rest =
      typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    for (let end = rest.indexOf(lf); end >= 0; end = rest.indexOf(lf)) {
      take(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
      yield finish();
    }
    take(rest);
  }
  if (size > 0) yield finish();
}
