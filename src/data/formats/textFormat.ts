/** What a format of texts is: outputs, references, sources, and facts about their segments. */
import { UsageError } from '../../core/index.ts';
import type { FileFormat } from '../fileFormat.ts';
import type { Input } from '../input.ts';
import { LineReader } from '../lineReader.ts';
import type { FileRole, Part } from '../part.ts';

export interface TextFormat extends FileFormat {
  readonly extensions: readonly string[];
  /** What names the systems in it. */
  readonly systems: string;
  /** Reads as much as is needed to know what the file holds. */
  open(input: Input, role: FileRole): Promise<Part>;
}

/** A reader of the lines of an input that has at least one. */
export async function openLines(input: Input): Promise<LineReader> {
  const reader = new LineReader(input.name, input.chunks());
  await checkLines(input.name, reader);
  return reader;
}

/** Refuses a file without lines. */
export async function checkLines(file: string, reader: LineReader): Promise<void> {
  if ((await reader.offer(1, 1)) === 0) throw new UsageError(`${file} is empty: it has no lines.`);
}
