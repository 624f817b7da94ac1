/** Answers requests that come as lines of JSON, with bytes behind some of them, one after the other. */
import { UsageError, counted } from '../../core/index.ts';
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
  const reader = new RequestReader(input, mostBytes);
  for (;;) {
    const line = await reader.line();
    if (line === undefined) return;
    if (line !== 'too long' && line.length === 0) continue;
    const answer = line === 'too long' ? tooLong(mostBytes) : await answerLine(line, rights, reader);
    yield `${printed(answer)}\n`;
  }
}

async function answerLine(line: Buffer, rights: Rights, reader: RequestReader): Promise<Answer> {
  const text = decodeUtf8(line);
  if (text === undefined) return { id: null, error: { kind: 'usage', message: 'The request is not valid UTF-8.' } };
  return answerRequest(text, rights, (sizes) => reader.attached(sizes, line.length));
}

/** A result can be too large for a string, which is an error like any other. */
function printed(answer: Answer): string {
  try {
    return JSON.stringify(answer);
  } catch (error) {
    return JSON.stringify({ id: answer.id, error: faultOf(error) });
  }
}

const longerThan = (mostBytes: number): string =>
  `The request is longer than ${mostBytes} bytes. Send less at a time, or raise the limit with --max-request.`;

const tooLong = (mostBytes: number): Answer => ({
  id: null,
  error: { kind: 'usage', message: longerThan(mostBytes) },
});

const lf = 0x0a;

/** Reads lines, and bytes that follow a line. */
class RequestReader {
  readonly #pieces: AsyncIterator<Uint8Array | string>;
  readonly #mostBytes: number;
  /** What was read but not taken yet. */
  #rest: Buffer = Buffer.alloc(0);

  constructor(input: AsyncIterable<Uint8Array | string>, mostBytes: number) {
    this.#pieces = input[Symbol.asyncIterator]();
    this.#mostBytes = mostBytes;
  }

  /** The next line without its end; undefined after the last. */
  async line(): Promise<Buffer | 'too long' | undefined> {
    const parts: Buffer[] = [];
    let size = 0;
    for (;;) {
      const end = this.#rest.indexOf(lf);
      const part = this.#take(end < 0 ? this.#rest.length : end);
      size += part.length;
      if (size > this.#mostBytes) parts.length = 0;
      else if (part.length > 0) parts.push(part);
      if (end >= 0) this.#take(1);
      else if (await this.#more()) continue;
      else if (size === 0) return undefined;
      if (size > this.#mostBytes) return 'too long';
      const line = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
      return line.at(-1) === 0x0d ? line.subarray(0, -1) : line;
    }
  }

  /** Bytes of these sizes, which follow a line of `before` bytes. If they are too many, they are skipped. */
  async attached(sizes: readonly number[], before: number): Promise<Buffer[]> {
    const isTooLong = sizes.reduce((sum, size) => sum + size, before) > this.#mostBytes;
    const found: Buffer[] = [];
    for (const size of sizes) {
      const bytes = isTooLong ? undefined : Buffer.allocUnsafeSlow(size);
      for (let at = 0; at < size;) {
        if (this.#rest.length === 0 && !(await this.#more())) {
          throw new UsageError(`The input ends within the bytes that follow a request: ${counted(size - at, 'byte')} of ${size} are missing.`); // prettier-ignore
        }
        const part = this.#take(Math.min(size - at, this.#rest.length));
        bytes?.set(part, at);
        at += part.length;
      }
      if (bytes) found.push(bytes);
    }
    if (isTooLong) throw new UsageError(longerThan(this.#mostBytes));
    return found;
  }

  #take(size: number): Buffer {
    const taken = this.#rest.subarray(0, size);
    this.#rest = this.#rest.subarray(size);
    return taken;
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#pieces.next();
    if (done) return false;
    const piece: Uint8Array | string = value;
    this.#rest = typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece.buffer, piece.byteOffset, piece.length); // prettier-ignore
    return true;
  }
}
