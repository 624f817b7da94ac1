/** The lines of a file that a metric reads whole, such as a table of phrases. */
import type { TextFile } from '../../text/index.ts';
import { readPinnedLines } from './pinned.ts';

export async function loadTextFile(name: string): Promise<TextFile> {
  const { path, lines } = await readPinnedLines(name, 'file');
  return { name: path, lines };
}
