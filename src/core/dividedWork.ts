/**
 * Work that several processes divide among them: each does some of the pieces, and the last one takes all results. Pieces have names, which
 * are the same in every process, as is the order in which they are asked for.
 */
export interface DividedWork {
  /** Whether this process does a part of the pieces only: what it makes of them is not the whole, and is thrown away. */
  readonly isPart: boolean;
  /** The result of a piece that was done before, by this process or another. */
  found(name: string): { readonly result: unknown } | undefined;
  /** Whether the piece is for this process to do. Asked once for each piece. */
  takes(name: string): boolean;
  keep(name: string, result: unknown): void;
}

/** The result of a piece. `make` gets whether the whole of it is needed; if not, anything of the same shape will do. */
export function doPiece<T>(work: DividedWork | undefined, name: string, make: (isNeeded: boolean) => T): T {
  if (!work) return make(true);
  const found = work.found(name);
  if (found) return found.result as T;
  const isMine = work.takes(name);
  const result = make(isMine);
  if (isMine) work.keep(name, result);
  return result;
}
