/** Starts the program of an external metric and keeps the scores that it gives. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { UsageError } from '../../../core/index.ts';
import { type Cache, openCache } from '../../../data/index.ts';
import { type Program, type ProgramOrder, noCommand } from '../../../metrics/neural/external.ts';
import type { ScoredTexts } from '../../../metrics/shared/scoredBody.ts';
import type { Introduction } from './introduction.ts';
import { ProgramScorer } from './programScorer.ts';
import { type RunningProgram, running } from './runningPrograms.ts';
import { splitCommand } from './splitCommand.ts';

/** `mayRun`: the command comes from the caller, not from a file. */
export async function loadProgram(order: string, mayRun: boolean): Promise<Program> {
  const known = JSON.parse(order) as ProgramOrder;
  if (known.command.trim() === '') throw new UsageError(noCommand);
  if (!mayRun) {
    throw new UsageError(
      'external runs a program. Type it after -m; commands in files, signatures and pages are never run.',
    );
  }
  const program = running.get(order) ?? startProgram(known);
  running.set(order, program);
  try {
    return await program;
  } catch (error) {
    running.delete(order); // it may work the next time
    throw error;
  }
}

async function startProgram({ command, shell, timeout, cached }: ProgramOrder): Promise<RunningProgram> {
  const words = splitCommand(command);
  const program = new ProgramScorer(
    shell ? { file: command, words: [], shell } : { file: words[0]!, words: words.slice(1), shell },
    { typed: command, timeout },
  );
  const said = await program.start();
  const prefix = identityOf(said, command, words);
  const scorer = new CachedScorer(program, cached ? openCache('programs') : undefined, prefix);
  return { ...said, signature: `program:${said.name}-${said.version}`, scorer, stop: () => program.stop() };
}

class CachedScorer {
  readonly #program: ProgramScorer;
  readonly #cache: Cache | undefined;
  readonly #identity: string;
  /** Outputs repeat each other across a test set, and memory is faster than any file. */
  readonly #recent = new Map<string, number>();
  #characters = 0;

  constructor(program: ProgramScorer, cache: Cache | undefined, identity: string) {
    this.#program = program;
    this.#cache = cache;
    this.#identity = identity;
  }

  async score(texts: readonly ScoredTexts[], onProgress?: (share: number) => void): Promise<Float64Array> {
    const scores = new Float64Array(texts.length);
    const missing: number[] = [];
    const keys = texts.map((each, i) => {
      const key = JSON.stringify([each.hypothesis, each.source, each.references]);
      const known = this.#known(key);
      if (known === undefined) missing.push(i);
      else scores[i] = known;
      return key;
    });
    let done = texts.length - missing.length;
    onProgress?.(done / texts.length);
    try {
      await this.#program.ask(
        missing.map((i) => texts[i]!),
        (m, score) => {
          const i = missing[m]!;
          scores[i] = score;
          this.#keep(keys[i]!, score);
          onProgress?.(++done / texts.length);
        },
      );
    } finally {
      this.#cache?.flush();
    }
    return scores;
  }

  #known(key: string): number | undefined {
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent;
    const kept = this.#cache?.get(this.#identity + key);
    if (kept?.length !== 8) return undefined;
    const score = new DataView(kept.buffer, kept.byteOffset).getFloat64(0, true);
    this.#remember(key, score);
    return score;
  }

  #keep(key: string, score: number): void {
    this.#remember(key, score);
    if (!this.#cache) return;
    const bytes = new DataView(new ArrayBuffer(8));
    bytes.setFloat64(0, score, true);
    this.#cache.put(this.#identity + key, new Uint8Array(bytes.buffer));
  }

  #remember(key: string, score: number): void {
    this.#characters += key.length;
    if (this.#characters > mostCharacters) {
      this.#recent.clear();
      this.#characters = key.length;
    }
    this.#recent.set(key, score);
  }
}

/** Of texts whose scores are kept in memory. */
const mostCharacters = 1 << 26;

/** Larger files are known by size and time; they are models, not scripts. */
const largestScript = 1 << 24;

/** All that scores depend on besides the texts; an edited script is another program. */
function identityOf(
  { name, version, identity, uses }: Introduction,
  command: string,
  words: readonly string[],
): string {
  const files = words.flatMap((word): (string | Buffer)[] => {
    const found = statSync(word, { throwIfNoEntry: false });
    if (!found?.isFile()) return [];
    return found.size > largestScript ? [`${found.size} ${found.mtimeMs}`] : [readFileSync(word)];
  });
  const hash = createHash('sha256').update(JSON.stringify([name, version, identity, uses, command]));
  for (const file of files) hash.update('\0').update(file);
  return hash.digest('hex');
}
