/** Finds where lines end in UTF-8, many bytes at a time where WebAssembly is available. */
import type { IdList } from '../../core/index.ts';
import { type KernelExports, reserve, startKernel } from './startKernel.ts';

const lf = 0x0a;
/** Bytes that the kernel gets at once. */
const pieceBytes = 1 << 18;
/** For less, starting the kernel takes longer than it saves. */
const fewestBytes = 1 << 17;

/** One for all scanners: it keeps nothing between two calls, and hundreds of files can be open. */
let shared: KernelExports | undefined;

export class LineScanner {
  /** Whether there may be a CR in what was scanned so far. */
  mayHaveReturns = false;

  /** Appends to `ends` where in `bytes` each LF is, plus `offset`. */
  scan(bytes: Uint8Array, ends: IdList, offset = 0): void {
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const piece = bytes.subarray(at, at + pieceBytes);
      const kernel = piece.length < fewestBytes ? shared : (shared ??= startKernel());
      if (kernel) this.#scanFast(kernel, piece, ends, offset + at);
      else this.#scanSlowly(piece, ends, offset + at);
    }
  }

  #scanFast(kernel: KernelExports, bytes: Uint8Array, ends: IdList, offset: number): void {
    const { memory, lineEnds, mayHaveReturns, dataOfWords } = kernel;
    const from = Number(dataOfWords.value);
    const out = from + pieceBytes + 64;
    reserve(kernel, out + 4 * (bytes.length + 1));
    new Uint8Array(memory.buffer).set(bytes, from);
    const count = lineEnds(from, from + bytes.length, out);
    const found = new Uint32Array(memory.buffer, out, count);
    ends.reserve(count);
    for (let i = 0; i < count; i++) ends.values[ends.length + i] = found[i]! + offset;
    ends.length += count;
    if (mayHaveReturns.value) this.mayHaveReturns = true;
  }

  #scanSlowly(bytes: Uint8Array, ends: IdList, offset: number): void {
    for (let at = bytes.indexOf(lf); at >= 0; at = bytes.indexOf(lf, at + 1)) ends.push(at + offset);
    this.mayHaveReturns ||= bytes.includes(0x0d);
  }
}
