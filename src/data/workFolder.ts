/**
 * A folder in which processes that divide work leave their results, a file each. A file is for one input and one set of options, which its
 * key stands for, and ends with a checksum.
 */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { type DividedWork, UsageError, version } from '../core/index.ts';
import { type Shard, printShard } from './shard.ts';
import { listed } from './statistics.ts';

const kind = 'assay part';

interface Part {
  readonly kind: typeof kind;
  readonly version: string;
  readonly key: string;
  readonly part: Shard;
  readonly results: ReadonlyMap<string, unknown>;
}

const nameOf = ({ part, of }: Shard): string => `part-${part}-of-${of}`;

export class WorkFolder implements DividedWork {
  readonly #results = new Map<string, unknown>();
  readonly #part: Shard | undefined;
  readonly #folder: string;
  readonly #key: string;
  /** Whether the file of the part was there before, with the same key. */
  readonly isDone: boolean = false;
  #asked = 0;

  /** Without a part, it takes the results of all parts, and refuses to do without one. */
  constructor(folder: string, key: string, part?: Shard) {
    this.#folder = folder;
    this.#key = key;
    this.#part = part;
    if (part) {
      const before = readPart(this.file);
      this.isDone = typeof before !== 'string' && before.key === key;
      return;
    }
    for (const { results } of allParts(folder, key)) {
      for (const [name, result] of results) this.#results.set(name, result);
    }
  }

  /** The file of the part. */
  get file(): string {
    return join(this.#folder, nameOf(this.#part!));
  }

  get isPart(): boolean {
    return this.#part !== undefined;
  }

  found(name: string): { readonly result: unknown } | undefined {
    return this.#results.has(name) ? { result: this.#results.get(name) } : undefined;
  }

  /** Pieces are dealt out in turn. */
  takes(_name: string): boolean {
    if (!this.#part) return true;
    return !this.isDone && this.#asked++ % this.#part.of === this.#part.part - 1;
  }

  keep(name: string, result: unknown): void {
    if (this.#part) this.#results.set(name, result);
  }

  /** The content of the part's file. */
  bytes(): Uint8Array {
    const part: Part = { kind, version, key: this.#key, part: this.#part!, results: this.#results };
    const content = serialize(part);
    return Buffer.concat([content, digest(content)]);
  }
}

const digest = (content: Uint8Array): Buffer => createHash('sha256').update(content).digest();

/** The content of a file, or what is wrong with it. */
function readPart(file: string): Part | string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    return `Cannot read ${file}: ${(error as NodeJS.ErrnoException).code}.`;
  }
  const content = bytes.subarray(0, -32);
  if (!digest(content).equals(bytes.subarray(-32)))
    return `${file} is damaged: its content does not match its checksum.`;
  const part = deserialize(content) as Part;
  return part.kind === kind ? part : `${file} is not a part of work that \`--part\` wrote.`;
}

function allParts(folder: string, key: string): Part[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    throw new UsageError(`--work ${folder}: there is no such folder.`);
  }
  const files = names.filter((name) => /^part-\d+-of-\d+$/.test(name)).map((name) => join(folder, name));
  const parts = files.map((file) => {
    const part = readPart(file);
    if (typeof part === 'string') throw new UsageError(`${part} Make it again, with --part.`);
    if (part.version !== version) {
      throw new UsageError(
        `${file} is of Assay ${part.version}, and this is ${version}. Use one version for all parts.`,
      );
    }
    if (part.key === key) return part;
    throw new UsageError(`${file} is of other input, other options or another command. Use a folder for each run.`);
  });
  const [first] = parts;
  if (!first) throw new UsageError(`--work ${folder} holds no parts. Make them first, with --part 1/n to n/n.`);
  const { of } = first.part;
  const other = parts.findIndex(({ part }) => part.of !== of);
  if (other >= 0) {
    throw new UsageError(`${files[0]} and ${files[other]} are of different numbers of parts. Keep those of one.`);
  }
  const there = new Set(parts.map(({ part }) => part.part));
  const missing = Array.from({ length: of }, (_, i) => i + 1).filter((part) => !there.has(part));
  if (missing.length === 0) return parts;
  throw new UsageError(
    `${listed('Part', missing)} of ${of} ${missing.length === 1 ? 'is' : 'are'} missing in ${folder}. Run the command with --part ${printShard({ part: missing[0]!, of })} first.`,
  );
}
