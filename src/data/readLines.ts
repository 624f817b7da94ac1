/** The lines of files; gzip and standard input as everywhere. */
import { type ByteStream, Input } from './input.ts';
import { LineReader } from './lineReader.ts';

/** Lends a reader of the lines of a file, and closes the file when `use` is done. */
export async function withLines<T>(
  path: string,
  stdin: ByteStream | undefined,
  use: (reader: LineReader, input: Input) => Promise<T>,
): Promise<T> {
  const input = await Input.open(path, stdin ?? process.stdin);
  try {
    return await use(new LineReader(input.name, input.chunks()), input);
  } finally {
    await input.close();
  }
}

/** In pieces, so that a file of any size needs little memory. */
export async function* readLines(path: string, stdin: ByteStream = process.stdin): AsyncGenerator<readonly string[]> {
  const input = await Input.open(path, stdin);
  try {
    yield* new LineReader(input.name, input.chunks()).rest();
  } finally {
    await input.close();
  }
}

/** All of them at once, where a file is small or needed whole. */
export const readAllLines = (path: string, stdin?: ByteStream): Promise<string[]> =>
  withLines(path, stdin, (reader) => reader.all());
