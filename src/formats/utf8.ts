/** Decodes UTF-8 and finds where it is not valid. */
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

export const isUtf8 = (bytes: Uint8Array): boolean => decodeUtf8(bytes) !== undefined;

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

/** The error for a run of lines, given what precedes it in the file. */
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

/** Bytes of a byte order mark at the start of a file: 3 or 0; another encoding than UTF-8 is an error. */
export function byteOrderMark(file: string, bytes: Uint8Array): number {
  refuseBinary(file, bytes);
  const found = otherEncoding(bytes);
  if (found) {
    const { name, isMarked } = found;
    throw new UsageError(
      `${file} is ${name.slice(0, 6)}${isMarked ? '' : ' without a byte order mark'}, not UTF-8. Convert it, for example with iconv -f ${name} -t UTF-8.`,
    );
  }
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/** Refuses workbooks and archives, which no text starts like; formats that read them do not come here. */
function refuseBinary(file: string, bytes: Uint8Array): void {
  const startsWith = (...head: number[]): boolean => head.every((byte, i) => bytes[i] === byte);
  if (startsWith(0xd0, 0xcf, 0x11, 0xe0)) {
    throw new UsageError(`${oldWorkbook(file)}, or as CSV (UTF-8).`);
  }
  if (startsWith(0x50, 0x4b, 0x03, 0x04)) {
    throw new UsageError(
      `${file} is a zip file or an Excel workbook, not text. Unpack it, or save the sheet as TSV or CSV (UTF-8).`,
    );
  }
}

/** Says what a file of Microsoft's old container format is, without a full stop. */
export const oldWorkbook = (file: string): string =>
  `${file} is an old workbook (.xls) or has a password. In Excel or LibreOffice, save it as .xlsx without a password`;

/** The number of bytes checked at the start of a file. */
const sampleBytes = 1 << 12;

/** UTF-16 or UTF-32 by the mark at the start or, without one, by where bytes are 0: iconv's name for it. */
function otherEncoding(bytes: Uint8Array): { readonly name: string; readonly isMarked: boolean } | undefined {
  const startsWith = (...mark: number[]): boolean => mark.every((byte, i) => bytes[i] === byte);
  if (startsWith(0xff, 0xfe, 0, 0) || startsWith(0, 0, 0xfe, 0xff)) return { name: 'UTF-32', isMarked: true };
  if (startsWith(0xff, 0xfe) || startsWith(0xfe, 0xff)) return { name: 'UTF-16', isMarked: true };
  const sample = bytes.subarray(0, sampleBytes);
  const zeros = [0, 0, 0, 0];
  sample.forEach((byte, i) => byte === 0 && zeros[i & 3]!++);
  const all = zeros.reduce((sum, count) => sum + count, 0);
  if (all < 4 || all < sample.length / 25) return undefined;
  // In any script, a UTF-16 or UTF-32 space has a byte of 0 next to it; in UTF-8 with some bytes of 0 it does not.
  const spaces = Array.from(sample.keys()).filter((i) => sample[i] === 0x20);
  if (2 * spaces.filter((i) => sample[i - 1] === 0 || sample[i + 1] === 0).length < spaces.length) return undefined;
  const isAt = (...places: number[]): boolean => places.reduce((sum, place) => sum + zeros[place]!, 0) >= 0.95 * all;
  const isThree = (...places: number[]): boolean => places.every((place) => zeros[place]! >= sample.length / 5);
  if (isThree(2, 3) && isAt(1, 2, 3)) return { name: 'UTF-32LE', isMarked: false };
  if (isThree(0, 1) && isAt(0, 1, 2)) return { name: 'UTF-32BE', isMarked: false };
  if (isAt(1, 3)) return { name: 'UTF-16LE', isMarked: false };
  return isAt(0, 2) ? { name: 'UTF-16BE', isMarked: false } : undefined;
}
