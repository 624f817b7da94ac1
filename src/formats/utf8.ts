/** UTF-8 to strings, and where it is not valid. */
import { UsageError } from '../core/index.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of some bytes; undefined if they are not valid UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Position of the first byte that is not part of a valid UTF-8 sequence (Unicode 16.0, table 3-7), or -1. */
export function findInvalidUtf8(bytes: Uint8Array): number {
  let i = 0;
  while (i < bytes.length) {
    const first = bytes[i]!;
    if (first < 0x80) {
      i++;
      continue;
    }
    const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    if (length === 0) return i;
    // The second byte excludes overlong forms, surrogates and code points past U+10FFFF.
    const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
    const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
    const second = bytes[i + 1] ?? 0;
    if (second < low || second > high) return i;
    for (let k = 2; k < length; k++) {
      if (((bytes[i + k] ?? 0) & 0xc0) !== 0x80) return i;
    }
    i += length;
  }
  return -1;
}

/** The fault in a run of lines, given what precedes it in the file. */
export function invalidUtf8(file: string, run: Uint8Array, linesBefore: number, bytesBefore: number): UsageError {
  const at = findInvalidUtf8(run);
  let line = linesBefore + 1;
  let lineStart = 0;
  for (let end = run.indexOf(0x0a); end >= 0 && end < at; end = run.indexOf(0x0a, lineStart)) {
    line++;
    lineStart = end + 1;
  }
  const value = run[at]!.toString(16).toUpperCase().padStart(2, '0');
  return new UsageError(
    `${file}, line ${line}, byte ${at - lineStart + 1}: not valid UTF-8 (0x${value}, byte ${bytesBefore + at + 1} of the file). ` +
      'Convert the file to UTF-8, for example with iconv.',
  );
}

/** Bytes of a byte order mark at the start of a file: 3 or 0; that of UTF-16 is an error. */
export function byteOrderMark(file: string, bytes: Uint8Array): number {
  const [first, second, third] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new UsageError(`${file} is UTF-16, not UTF-8. Convert it, for example with iconv -f UTF-16 -t UTF-8.`);
  }
  return first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0;
}
