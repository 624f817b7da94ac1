/** So many zeros, in the memory of a list if it is long enough. */
export function emptied(list: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  return length > list.length ? new Int32Array(2 * length) : list.fill(0, 0, length);
}
