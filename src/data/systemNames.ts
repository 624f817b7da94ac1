/** The names of the systems of a task. */
import { basename } from 'node:path';
import { UsageError, counted } from '../core/index.ts';
import { textFormats } from '../formats/index.ts';

/** A system of a file; undefined is named after the file. */
export interface FoundSystem {
  readonly path: string;
  readonly name: string | undefined;
}

const extensions = ['.gz', '.zst', ...textFormats.flatMap((format) => format.extensions)];

/** The path without extensions that say nothing about the system: `runs/big.hyp.txt.gz` is `runs/big`. */
function withoutExtensions(path: string): string {
  const extension = extensions.find((end) => path.toLowerCase().endsWith(end)) ?? '';
  const shorter = path.slice(0, path.length - extension.length);
  // `.txt` and `runs/.txt` would have no name.
  return shorter === path || basename(`${shorter}x`) === 'x' ? path : withoutExtensions(shorter);
}

/** Names for a path, the shortest first: `big`, `runs/big`, `runs/big.txt`. */
function candidates(path: string): string[] {
  if (path === '-') return ['stdin'];
  const whole = withoutExtensions(path);
  return [basename(whole), whole, path];
}

/** One name per system: the given names, or those of the files, made longer if two would be equal. */
export function nameSystems(found: readonly FoundSystem[], given: readonly string[] = []): string[] {
  if (given.length > 0 && given.length !== found.length) {
    const files = [...new Set(found.map(({ path }) => path))].join(', ');
    throw new UsageError(
      `${counted(given.length, 'name')} given for ${counted(found.length, 'system')} (${files}). Give one name per system.`,
    );
  }
  const choices = found.map(({ path, name }, i) => {
    if (given.length > 0) return [given[i]!];
    return name === undefined ? candidates(path) : [name];
  });
  let names = choices.map(([name]) => name!);
  for (let round = 1; round < 3; round++) {
    const uses = new Map<string, number>();
    for (const name of names) uses.set(name, (uses.get(name) ?? 0) + 1);
    names = names.map((name, i) => (uses.get(name)! > 1 ? (choices[i]![round] ?? name) : name));
  }
  check(names, found, choices);
  return names;
}

function check(names: readonly string[], found: readonly FoundSystem[], choices: readonly string[][]): void {
  const seen = new Map<string, number>();
  names.forEach((name, i) => {
    const { path } = found[i]!;
    if (name.trim() === '') throw new UsageError(`A system of ${path} has an empty name. Give it one with -n.`);
    const first = seen.get(name);
    if (first !== undefined) {
      throw new UsageError(
        `Two systems are named ${choices[i]![0]}: in ${found[first]!.path} and ${path}. Give each its own name with -n.`,
      );
    }
    seen.set(name, i);
  });
}
