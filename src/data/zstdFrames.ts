/**
 * Frames of zstd data (RFC 8878), recognised by their headers alone. Node decompresses each chunk only up to the end of a frame and
 * drops the rest, and does not report data that stops inside a frame; so frames are passed one by one, and their ends are checked.
 */

/** What comes next in the data: a number of bytes to read or to skip. */
interface Step {
  readonly bytes: number;
  readonly isLook: boolean;
}

const look = (bytes: number): Step => ({ bytes, isLook: true });
const pass = (bytes: number): Step => ({ bytes, isLook: false });
const littleEndian = (bytes: readonly number[]): number => bytes.reduceRight((sum, byte) => sum * 256 + byte, 0);

/** Ends with the frame; receives the bytes that it asked to read. */
function* frame(): Generator<Step, void, readonly number[]> {
  const magic = littleEndian(yield look(4));
  if (magic >>> 4 === 0x184d2a5) {
    yield pass(littleEndian(yield look(4)));
    return;
  }
  if (magic !== 0xfd2fb528) throw new ZstdFault('damaged');
  const [descriptor = 0] = yield look(1);
  const isSingle = (descriptor & 0x20) !== 0;
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >>> 6]!;
  yield pass((isSingle ? 0 : 1) + [0, 1, 2, 4][descriptor & 3]! + sizeBytes);
  for (let isLast = false; !isLast;) {
    const header = littleEndian(yield look(3));
    isLast = (header & 1) === 1;
    const isRepeated = ((header >>> 1) & 3) === 1;
    yield pass(isRepeated ? 1 : header >>> 3);
  }
  if ((descriptor & 4) !== 0) yield pass(4);
}

/** What is wrong with the data. */
export class ZstdFault extends Error {
  readonly what: 'damaged' | 'cut off';

  constructor(what: ZstdFault['what']) {
    super(`zstd data is ${what}`);
    this.what = what;
  }
}

/** The same bytes in chunks that never extend past the end of a frame. */
export async function* cutAtFrames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let walk: ReturnType<typeof frame> | undefined;
  let step = look(0);
  let looked: number[] = [];
  let left = 0;
  for await (const chunk of chunks) {
    let from = 0;
    let at = 0;
    while (at < chunk.length) {
      if (walk === undefined) {
        walk = frame();
        step = walk.next().value as Step;
        left = step.bytes;
      }
      const end = Math.min(chunk.length, at + left);
      if (step.isLook) looked.push(...chunk.subarray(at, end));
      left -= end - at;
      at = end;
      while (left === 0 && walk !== undefined) {
        const next: IteratorResult<Step, void> = walk.next(looked);
        looked = [];
        if (next.done) {
          walk = undefined;
          yield chunk.subarray(from, at);
          from = at;
        } else {
          step = next.value;
          left = step.bytes;
        }
      }
    }
    if (from < at) yield chunk.subarray(from, at);
  }
  if (walk !== undefined) throw new ZstdFault('cut off');
}
