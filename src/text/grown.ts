/** A copy with more room: twice as much, or `least` if that is more. */
export function grown(from: Int32Array, least = 0): Int32Array<ArrayBuffer> {
  const to = new Int32Array(Math.max(least, 2 * from.length));
  to.set(from);
  return to;
}
