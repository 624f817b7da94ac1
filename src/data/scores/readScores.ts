/** Reads scores computed elsewhere, by any metric: our own tables, files of the WMT metrics tasks, files of mt-metrics-eval. */
import { basename } from 'node:path';
import { UsageError, suggest } from '../../core/index.ts';
import { digestOf } from '../digestOf.ts';
import type { ByteStream } from '../input.ts';
import type { TaskScores } from './assembleScores.ts';
import { type ScoreOptions, ScoreReader } from './scoreReader.ts';

export interface ScoreRequest extends ScoreOptions {
  readonly files: readonly string[];
  /** What scores belong to that do not say so themselves. */
  readonly task?: string;
  readonly stdin?: ByteStream;
}

export interface ReadScores {
  readonly scores: readonly TaskScores[];
  /** What was taken for granted and what was left out. */
  readonly notes: readonly string[];
  readonly sha256: string;
}

export async function readScores({ files, task, stdin, ...options }: ScoreRequest): Promise<ReadScores> {
  const reader = new ScoreReader(options, stdin ? { stdin } : {});
  for (const path of files) await reader.read({ path, ...(task !== undefined && { task }) });
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
