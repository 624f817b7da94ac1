/** Counts n-grams of many segments at once in WebAssembly, from UTF-8; see kernels/ngrams.ts. */
import { type TextBlock, alignedRoom, copyAligned } from '../../core/index.ts';
import { chineseTable, internationalTable } from '../tokenizers/mteval.ts';
import type { ClassTable } from '../unicode/characters.ts';
import { type KernelExports, reserve, startKernel } from './startKernel.ts';

/** What texts are cut into, in the order of the numbers that the kernel gives them; `edge-marks` is how chrF++ cuts words. */
const kinds = ['13a', 'none', 'edge-marks', 'intl', 'zh', 'characters', 'characters:space'] as const;
type KernelTokens = (typeof kinds)[number];

/** Classes of characters, for those that are cut by them. */
const tables: { readonly [tokens in KernelTokens]?: () => ClassTable } = { intl: internationalTable, zh: chineseTable };

export const isKernelTokens = (name: string): name is KernelTokens => (kinds as readonly string[]).includes(name);

/** Blocks of more bytes are left to TypeScript: memory of WebAssembly grows, but does not shrink. */
const mostBytes = 1 << 26;
/** The kernel reads ahead of the end of a text. */
const slack = 128;

/** In place of a length: the kernel leaves the segment, or a system of it, to the caller. */
export const isHard = 0xffffffff;

/** Has memory of its own; one per thread and use. */
export class NgramKernel {
  readonly #exports: KernelExports;
  readonly #isApart: boolean;
  readonly #order: number;
  readonly #dataAt: number;

  private constructor(exports: KernelExports, tokens: KernelTokens, order: number, isApart: boolean) {
    this.#exports = exports;
    this.#order = order;
    this.#isApart = isApart;
    const isOfCharacters = tokens.startsWith('characters');
    this.#dataAt = Number((isOfCharacters ? exports.dataOfCharacters : exports.dataOfWords).value);
    reserve(exports, this.#dataAt);
    exports.start(kinds.indexOf(tokens), order);
    const table = tables[tokens]?.();
    if (table) new Uint8Array(exports.memory.buffer).set(table.units, Number(exports.tableAt.value));
  }

  /**
   * A kernel for n-grams up to `order`, which counts matches with all references together or, if `isApart`, with each; undefined if it
   * cannot: TypeScript counts then.
   */
  static of(tokens: KernelTokens, order: number, isApart: boolean): NgramKernel | undefined {
    const made = startKernel();
    return made && order <= Number(made.mostOrder.value) ? new NgramKernel(made, tokens, order, isApart) : undefined;
  }

  /**
   * The numbers of the block, valid until the next call. For each segment the lengths of the references, in tokens; then for each system
   * its length and the matches of each order, with all references together or, if apart, first with one, then with the next. The first
   * length is `isHard` if the segment is left to the caller, that of a system if only the system is. Undefined if the whole block is left
   * to the caller: it is too large, or one of its texts has several lines.
   */
  count({ size, references, hypotheses }: TextBlock): Uint32Array | undefined {
    const { memory, columnsAt, mostColumns } = this.#exports;
    const columns = [...references, ...hypotheses];
    const width = this.width(references.length, hypotheses.length);
    const bytes = columns.reduce((sum, column) => sum + alignedRoom(column.length + slack), 0);
    if (columns.length > Number(mostColumns.value) || bytes + 4 * size * width > mostBytes) return undefined;
    const out = (this.#dataAt + bytes + 3) & ~3;
    reserve(this.#exports, out + 4 * size * width + slack);
    const begins = new Uint32Array(memory.buffer, Number(columnsAt.value), columns.length);
    let at = this.#dataAt;
    const ends = columns.map((column, c) => {
      begins[c] = copyAligned(column, memory.buffer, at);
      at += alignedRoom(column.length + slack);
      return begins[c] + column.length;
    });
    this.#exports.count(size, references.length, hypotheses.length, Number(this.#isApart), out);
    if (ends.some((end, c) => begins[c] !== end)) return undefined;
    return new Uint32Array(memory.buffer, out, size * width);
  }

  /** How many numbers there are for each segment. */
  width(references: number, systems: number): number {
    return references + (this.#isApart ? references : 1) * systems * (this.#order + 1);
  }
}
