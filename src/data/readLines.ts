/** The lines of a text file, in pieces, so that a file of any size needs little memory; gzip and standard input as everywhere. */
import { type ByteStream, Input } from './input.ts';
import { LineReader } from './lineReader.ts';

export async function* readLines(path: string, stdin: ByteStream = process.stdin): AsyncGenerator<readonly string[]> {
  const input = await Input.open(path, stdin);
  try {
    const reader = new LineReader(input.name, input.chunks());
    if ((await reader.offer(1, Infinity)) > 0) yield* reader.rest();
  } finally {
    await input.close();
  }
}

/** All of them at once, where a file is small or needed whole. */
export async function readAllLines(path: string, stdin?: ByteStream): Promise<string[]> {
  const lines: string[] = [];
  for await (const some of readLines(path, stdin)) for (const line of some) lines.push(line);
  return lines;
}
