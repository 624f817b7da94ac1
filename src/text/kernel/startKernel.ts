/** Starts the kernel that kernels/ngrams.ts is compiled to. */
import { kernelStarter, reserveMemory } from '../../core/index.ts';
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

/** An instance with memory of its own; undefined where there is none: TypeScript does the work then. */
export const startKernel = kernelStarter(ngrams) as () => KernelExports | undefined;

/** Makes the memory of an instance at least this large; arrays over it must be made again. */
export const reserve = ({ memory }: KernelExports, bytes: number): void => reserveMemory(memory, bytes);
