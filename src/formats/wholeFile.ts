/** Whole files: bytes, and text of formats that can also be UTF-16. */
import { UsageError } from '../core/index.ts';
import { type ByteSource, LineReader, readText } from './lineReader.ts';

/** More would not fit into one array in every browser. */
const mostBytes = 1 << 30;
/** A V8 string has at most 512 Mi characters. */
const mostCharacters = 1 << 28;

/** All bytes of a file that has some. */
export async function readBytes({ name, chunks }: BoundSource): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks()) {
    // A copy, since a chunk is only valid until the next one.
    pieces.push(new Uint8Array(chunk));
    size += chunk.length;
    if (size > mostBytes) throw new UsageError(`${name} is larger than 1 GiB. Split it, or convert it to TSV.`);
  }
  if (size === 0) throw new UsageError(`${name} is empty.`);
  const all = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** The parts of a `ByteSource` that reading bytes needs; `chunks` can be called without its object. */
interface BoundSource {
  readonly name: string;
  readonly chunks: () => AsyncIterable<Uint8Array>;
}

/**
 * The text of a file in UTF-8, or in UTF-16 with a byte order mark, as many translation tools write it. Lines end in LF.
 * `check` sees the bytes before they are decoded.
 */
export async function readEncodedText(source: ByteSource, check?: (bytes: Uint8Array) => void): Promise<string> {
  const { name, decode } = source;
  const bytes = await readBytes({ name, chunks: () => source.chunks() });
  const encoding = utf16Of(bytes);
  if (encoding === undefined) {
    check?.(bytes);
    const again: ByteSource = {
      name,
      async *chunks() {
        yield bytes;
      },
      ...(decode ? { decode } : {}),
    };
    return readText(name, new LineReader(again));
  }
  if (bytes.length / 2 > mostCharacters) {
    throw new UsageError(`${name} is longer than 256 Mi characters. Split it, or convert it to TSV.`);
  }
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes).replace(/\r\n/g, '\n');
  } catch {
    throw new UsageError(`${name} starts like UTF-16, but is not valid UTF-16. Save it as UTF-8.`);
  }
}

/** By the mark at the start; that of UTF-32 starts in the same way. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? undefined : 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}
