/** Reads score files computed by other programs. */
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

/** The score files to read and the options for reading them. */
export interface ScoreRequest extends ScoreOptions {
  /** Paths; `METRIC=path`, `METRIC:SYSTEM=path` or `:SYSTEM=path` says what the scores are of. */
  readonly files: readonly string[];
  /** The systems that the scores are of, if known; files may name them by other names, such as `runs/big.txt` for `big`. */
  readonly systems?: readonly string[];
  /** The task of scores that do not name one. */
  readonly task?: string;
  readonly stdin?: ByteStream;
}

/** The scores read from files, by metric and task, with notes on what was assumed and left out. */
export interface ReadScores {
  readonly scores: readonly TaskScores[];
  /** What was assumed and what was left out. */
  readonly notes: readonly string[];
  /** Metrics of which nothing tells whether higher or lower is better. */
  readonly undirected: readonly string[];
  readonly sha256: string;
}

export async function readScores({ files, task, systems, stdin, ...options }: ScoreRequest): Promise<ReadScores> {
  const reader = new ScoreFiles(options, systems ? { systemsOf: () => systems } : {}, stdin);
  for (const typed of files) {
    const { path, said } = scoreFileOf(typed);
    await reader.read(path, present({ task, said }));
  }
  const { scores, notes, undirected } = reader.finish();
  checkNames(reader.unknownNames(), [...scores.map(({ scores: { name } }) => name), ...undirected]);
  const digests = reader.digests.map(([path, digest]) => [basename(path), digest]);
  return { scores, notes, undirected, sha256: digestOf(digests) };
}

/** A score file as typed: a path, `METRIC=path`, `METRIC:SYSTEM=path` or `:SYSTEM=path`. A path that has an equals sign needs a folder: `./a=b.tsv`. */
export function scoreFileOf(typed: string): Pick<ScoreFile, 'path' | 'said'> {
  const [, metric, system, path] = /^(?=[^=])([^=:/\\]*)(?::([^=/\\]+))?=(.+)$/s.exec(typed) ?? [];
  return path === undefined ? { path: typed } : { path, said: present({ metric: metric || undefined, system }) };
}

/** A direction for scores that do not exist is a typing error. */
export function checkNames([unknown]: readonly string[], known: readonly string[]): void {
  if (unknown === undefined) return;
  throw new UsageError(
    known.length === 0
      ? `No scores by ${unknown}: there are no scores.`
      : `No scores by ${unknown}. ${suggest(unknown, [...new Set(known)])}`,
  );
}

export class ScoreFiles extends ScoreReader {
  readonly digests: [path: string, digest: string][] = [];
  readonly #stdin: ByteStream | undefined;

  constructor(options: ScoreOptions, context: ScoreContext, stdin?: ByteStream) {
    super(options, context);
    this.#stdin = stdin;
  }

  async read(path: string, known: Pick<ScoreFile, 'task' | 'metric' | 'said'>): Promise<void> {
    const file = { path, name: basename(path), ...known };
    if (!this.wants(file)) return;
    await withInput(path, this.#stdin, async (input) => {
      await this.take(input, file);
      this.digests.push([path, input.digest()]);
    });
  }
}
