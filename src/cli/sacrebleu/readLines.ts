/** Reads texts line by line as sacreBLEU does: what ends a line, which bytes are refused, what is stripped. */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { invalidUtf8 } from '../../formats/index.ts';
import { stripEnd } from '../../text/index.ts';
import { Failure } from './failure.ts';

/** Lines of a file end at LF only; `.gz` is unpacked. White space at their ends is stripped. */
export async function readLines(file: string, encoding: string): Promise<string[]> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
    if (file.endsWith('.gz')) bytes = await promisify(gunzip)(bytes);
  } catch (error) {
    throw new Failure(`Cannot read ${file}: ${(error as Error).message}`);
  }
  const lines = decode(bytes, encoding, file).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map(stripEnd);
}

/** Lines of standard input end at LF, CR or CRLF. There is always a first one. */
export async function readStandardInput(stream: NodeJS.ReadableStream, encoding: string): Promise<string[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  const lines = decode(Buffer.concat(chunks), encoding, 'standard input').split(/\r\n|\r|\n/);
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines.map(stripEnd);
}

/** A byte order mark is a character like any other, and a wrong byte is an error, as in Python. */
function decode(bytes: Uint8Array, encoding: string, what: string): string {
  const name = encoding.toLowerCase().replaceAll('_', '-');
  switch (name) {
    case 'utf-8':
    case 'utf8':
    case 'utf-8-sig':
      try {
        return new TextDecoder('utf-8', { fatal: true, ignoreBOM: name !== 'utf-8-sig' }).decode(bytes);
      } catch {
        throw new Failure(invalidUtf8(what, Buffer.from(bytes), 0, 0).message);
      }
    case 'latin-1':
    case 'latin1':
    case 'iso-8859-1':
    case 'iso8859-1':
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    case 'ascii':
    case 'us-ascii':
      if (bytes.some((byte) => byte > 0x7f)) throw new Failure(`${what} is not ASCII.`);
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    default:
      throw new Failure(`Unknown encoding ${encoding}. Known: utf-8, utf-8-sig, latin-1, ascii.`);
  }
}
