/** Starts code in WebAssembly that is kept as Base64 in the source, so that it needs no file of its own in Node or in a browser. */

const pageBytes = 1 << 16;

/**
 * Returns a function that makes instances, each with memory of its own. It returns undefined where WebAssembly, or its vector instructions,
 * are missing or forbidden, and where there is no room for more: TypeScript does the work then.
 */
export function kernelStarter(base64: string): () => WebAssembly.Exports | undefined {
  let compiled: WebAssembly.Module | false | undefined;
  return () => {
    try {
      compiled ??= new WebAssembly.Module(bytesOf(base64));
    } catch {
      compiled = false;
    }
    if (!compiled) return undefined;
    try {
      return new WebAssembly.Instance(compiled).exports;
    } catch {
      return undefined; // each instance takes much of the address space
    }
  };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** Makes the memory of an instance at least this large; arrays over it must be made again. */
export function reserveMemory(memory: WebAssembly.Memory, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
}

/**
 * Copies bytes to memory at `to`, a multiple of 8, or up to 7 bytes after it; returns where they begin there. Engines copy shared memory by
 * words only if both sides are aligned, which is ten times as fast: a few bytes before these are copied with them.
 */
export function copyAligned(bytes: Uint8Array, memory: ArrayBufferLike, to: number): number {
  const before = bytes.byteOffset & 7;
  new Uint8Array(memory).set(new Uint8Array(bytes.buffer, bytes.byteOffset - before, before + bytes.length), to);
  return to + before;
}

/** So much room is enough for `copyAligned`, and a multiple of 8. */
export const alignedRoom = (bytes: number): number => (bytes + 14) & ~7;
