/** A typed array with twice the room, or with `least` places if that is more. */
export function enlarged<A extends Float64Array | Int32Array | Uint16Array | Uint8Array>(from: A, least = 0): A {
  const to = new (from.constructor as new (length: number) => A)(Math.max(least, 2 * from.length));
  to.set(from);
  return to;
}
