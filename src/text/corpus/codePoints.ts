/** Reads UTF-8 in place, one code point at a time, without strings. Malformed bytes are read as U+FFFD, one for each byte. */

const replacement = 0xfffd;

/** A place in some bytes, and what is there. */
export class CodePoints {
  bytes: Uint8Array = new Uint8Array(0);
  /** Of the next code point. */
  at = 0;

  /** The code point that begins at `at` with a byte of 0x80 or more; moves on behind it, but never beyond `end`. */
  next(end: number): number {
    const { bytes, at } = this;
    const lead = bytes[at]!;
    const second = at + 1 < end ? bytes[at + 1]! : 0;
    this.at = at + 1;
    if (lead < 0xc2 || lead > 0xf4 || (second & 0xc0) !== 0x80) return replacement;
    if (lead < 0xe0) {
      this.at = at + 2;
      return ((lead & 0x1f) << 6) | (second & 0x3f);
    }
    const third = at + 2 < end ? bytes[at + 2]! : 0;
    if ((third & 0xc0) !== 0x80) return replacement;
    if (lead < 0xf0) {
      const found = ((lead & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f);
      if (found < 0x800 || (found >= 0xd800 && found < 0xe000)) return replacement;
      this.at = at + 3;
      return found;
    }
    const fourth = at + 3 < end ? bytes[at + 3]! : 0;
    const found = ((lead & 0x07) << 18) | ((second & 0x3f) << 12) | ((third & 0x3f) << 6) | (fourth & 0x3f);
    if ((fourth & 0xc0) !== 0x80 || found < 0x10000 || found > 0x10ffff) return replacement;
    this.at = at + 4;
    return found;
  }
}

/** Hashes of words start with it, so that no word has the hash 0 of an empty slot, not even one of U+0000. */
export const seed = 0x2545f491;

/** Two halves of a hash, one step for each code point or part. */
export const hashLow = (hash: number, part: number): number => {
  const mixed = Math.imul(hash ^ part, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
};
export const hashHigh = (hash: number, part: number): number => {
  const mixed = Math.imul(hash + part, 0x85ebca77);
  return (mixed << 13) | (mixed >>> 19);
};

/** Every bit of the result depends on every bit of the hash. */
export function finished(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
