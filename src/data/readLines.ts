/** The lines of files; gzip and standard input as everywhere. */
import { LineReader } from '../formats/lineReader.ts';
import { parseWordClasses } from '../formats/wordClasses.ts';
import { type ByteStream, Input, withInput } from './input.ts';

/** In pieces, so that a file of any size needs little memory. */
export async function* readLines(path: string, stdin: ByteStream = process.stdin): AsyncGenerator<readonly string[]> {
  const input = await Input.open(path, stdin);
  try {
    yield* new LineReader(input).rest();
  } finally {
    await input.close();
  }
}

/** All of them at once, where a file is small or needed whole. */
export const readAllLines = (path: string, stdin?: ByteStream): Promise<string[]> =>
  withInput(path, stdin, (input) => new LineReader(input).all());

/** Classes of words by word, from a TSV of both. */
export const readWordClasses = (path: string): Promise<Map<string, string>> =>
  withInput(path, undefined, parseWordClasses);
