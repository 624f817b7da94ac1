/** The lines of a text file, in pieces, so that a file of any size needs little memory; gzip and standard input as everywhere. */
import { Input } from './input.ts';
import { LineReader } from './lineReader.ts';

export async function* readLines(path: string): AsyncGenerator<readonly string[]> {
  const input = await Input.open(path, process.stdin);
  try {
    const reader = new LineReader(input.name, input.chunks());
    if ((await reader.offer(1, Infinity)) > 0) yield* reader.rest();
  } finally {
    await input.close();
  }
}
