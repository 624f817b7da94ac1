/** Reads files of scores computed elsewhere. */
import { basename } from 'node:path';
import { UsageError, present, suggest } from '../core/index.ts';
import {
  type ScoreContext,
  type ScoreFile,
  type ScoreOptions,
  ScoreReader,
  type TaskScores,
} from '../formats/index.ts';
import { type ByteStream, digestOf, withInput } from './input.ts';

/** Which files of scores to read, and how. */
export interface ScoreRequest extends ScoreOptions {
  readonly files: readonly string[];
  /** What scores belong to that do not say so themselves. */
  readonly task?: string;
  readonly stdin?: ByteStream;
}

/** Scores by metric and task, and what was taken for granted and left out. */
export interface ReadScores {
  readonly scores: readonly TaskScores[];
  /** What was taken for granted and what was left out. */
  readonly notes: readonly string[];
  readonly sha256: string;
}

export async function readScores({ files, task, stdin, ...options }: ScoreRequest): Promise<ReadScores> {
  const reader = new ScoreFiles(options, {}, stdin);
  for (const path of files) await reader.read(path, present({ task }));
  const { scores, notes } = reader.finish();
  checkNames(
    reader.unknownNames(),
    scores.map(({ scores: { name } }) => name),
  );
  const digests = reader.digests.map(([path, digest]) => [basename(path), digest]);
  return { scores, notes, sha256: digestOf(digests) };
}

/** A direction for scores that are not there is a slip of the pen. */
export function checkNames([unknown]: readonly string[], known: readonly string[]): void {
  if (unknown === undefined) return;
  throw new UsageError(
    known.length === 0
      ? `There are no scores, so none by ${unknown}.`
      : `There are no scores by ${unknown}. ${suggest(unknown, [...new Set(known)])}`,
  );
}

export class ScoreFiles extends ScoreReader {
  readonly digests: [path: string, digest: string][] = [];
  readonly #stdin: ByteStream | undefined;

  constructor(options: ScoreOptions, context: ScoreContext, stdin?: ByteStream) {
    super(options, context);
    this.#stdin = stdin;
  }

  async read(path: string, known: Pick<ScoreFile, 'task' | 'metric'>): Promise<void> {
    const file = { path, name: basename(path), ...known };
    if (!this.wants(file)) return;
    await withInput(path, this.#stdin, async (input) => {
      await this.take(input, file);
      this.digests.push([path, input.digest()]);
    });
  }
}
