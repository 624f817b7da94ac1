/** Bytes of ASCII as text. */

/** Not more of them than a call may have arguments. */
const longest = 4096;

export function ascii(bytes: Uint8Array, from = 0, to: number = bytes.length): string {
  if (to - from <= longest) return String.fromCharCode(...bytes.subarray(from, to));
  const pieces: string[] = [];
  for (let at = from; at < to; at += longest) pieces.push(ascii(bytes, at, Math.min(to, at + longest)));
  return pieces.join('');
}
