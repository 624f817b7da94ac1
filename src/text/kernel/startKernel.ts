/** Starts the kernel that kernels/ngrams.ts is compiled to. */
import { ngrams } from './ngrams.generated.ts';

export interface KernelExports {
  readonly memory: WebAssembly.Memory;
  start(kind: number, order: number): void;
  count(size: number, references: number, systems: number, isApart: number, out: number): void;
  lineEnds(from: number, to: number, out: number): number;
  readonly mayHaveReturns: WebAssembly.Global;
  readonly dataOfWords: WebAssembly.Global;
  readonly dataOfCharacters: WebAssembly.Global;
  readonly tableAt: WebAssembly.Global;
  readonly columnsAt: WebAssembly.Global;
  readonly mostColumns: WebAssembly.Global;
  readonly mostOrder: WebAssembly.Global;
}

const pageBytes = 1 << 16;

let compiled: WebAssembly.Module | false | undefined;

/** The kernel, compiled once; false where WebAssembly, or its vector instructions, are missing or forbidden. */
function kernel(): WebAssembly.Module | false {
  if (compiled !== undefined) return compiled;
  try {
    compiled = new WebAssembly.Module(Uint8Array.from(atob(ngrams), (character) => character.charCodeAt(0)));
  } catch {
    compiled = false;
  }
  return compiled;
}

/** An instance with memory of its own; undefined where there is none, or no room for more: TypeScript does the work then. */
export function startKernel(): KernelExports | undefined {
  const found = kernel();
  if (!found) return undefined;
  try {
    return new WebAssembly.Instance(found).exports as unknown as KernelExports;
  } catch {
    return undefined; // each instance takes much of the address space
  }
}

/** Makes the memory of an instance at least this large; arrays over it must be made again. */
export function reserve({ memory }: KernelExports, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
}
