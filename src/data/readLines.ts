/** Reads the lines of files, including gzip and standard input. */
import { LineReader } from '../formats/lineReader.ts';
import { parseWordClasses } from '../formats/wordClasses.ts';
import { type ByteStream, Input, withInput } from './input.ts';

/** In chunks, so a file of any size needs little memory. */
export async function* readLines(path: string, stdin?: ByteStream): AsyncGenerator<readonly string[]> {
  const input = await Input.open(path, stdin);
  try {
    yield* new LineReader(input).rest();
  } finally {
    await input.close();
  }
}

/** All lines at once, for a file that is small or needed whole. */
export const readAllLines = (path: string, stdin?: ByteStream): Promise<string[]> =>
  withInput(path, stdin, (input) => new LineReader(input).all());

/** Classes of words by word, from a TSV of both. */
export const readWordClasses = (path: string): Promise<Map<string, string>> =>
  withInput(path, undefined, parseWordClasses);
