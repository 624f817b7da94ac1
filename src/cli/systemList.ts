/** Lists of systems as typed: names with commas between, or a file of them; `*` stands for any letters. */
import { readFileSync, statSync } from 'node:fs';
import { UsageError, suggest } from '../core/index.ts';
import { texts, value } from './options.ts';

export const constrained = value(texts, {
  value: 'systems',
  names: 'input',
  help: 'constrained systems: names with commas between, or a file (task, tab, system)',
});

export const unlisted = value(texts, {
  value: 'systems',
  names: 'input',
  help: "systems that only count as opponents, likewise: '*-combo*'",
});

export type IsOnList = (task: string, system: string) => boolean;

interface Entry {
  /** Absent: any. */
  readonly task?: string;
  readonly name: string;
  /** Where it stands, for messages. */
  readonly where: string;
}

/** `systems` are those known, by task. Every name on the list must be one of them; of a file, entries of other tasks are passed over. */
export function readSystemList(
  typed: string,
  option: string,
  systems: ReadonlyMap<string, readonly string[]>,
): IsOnList {
  // Also what is no plain file, such as the pipe that a shell makes of <(…).
  const isFile = statSync(typed, { throwIfNoEntry: false })?.isDirectory() === false;
  const entries: readonly Entry[] = isFile
    ? fileEntries(typed).filter(({ task }) => task === undefined || systems.has(task))
    : typed
        .split(',')
        .map((name) => ({ name: name.trim(), where: option }))
        .filter(({ name }) => name !== '');
  if (!isFile && entries.length === 0) {
    throw new UsageError(`${option} names no system. Give names with commas between, or a file of them.`);
  }
  for (const { task, name, where } of entries) {
    const known = task === undefined ? [...new Set([...systems.values()].flat())] : systems.get(task)!;
    if (known.some((system) => matches(name, system))) continue;
    const place = task === undefined ? '' : ` in ${task}`;
    const noFile = isFile ? '' : ', and no such file';
    throw new UsageError(`${where}: there is no system ${name}${place}${noFile}. ${suggest(name, known)}`);
  }
  return (task, system) =>
    entries.some((entry) => (entry.task === undefined || entry.task === task) && matches(entry.name, system));
}

/** `--unlisted`: says which systems are listed. There must be some, if not in every task. */
export function readUnlisted(typed: string, systems: ReadonlyMap<string, readonly string[]>): IsOnList {
  const isUnlisted = readSystemList(typed, '--unlisted', systems);
  const isListed: IsOnList = (task, system) => !isUnlisted(task, system);
  if ([...systems].some(([task, names]) => names.some((name) => isListed(task, name)))) return isListed;
  throw new UsageError(`--unlisted ${typed} holds all systems, so that none is left to be listed.`);
}

const header = /^(?:task\t)?system$/;

/** One name a line, or a task, a tab and a name; a first line of these titles is passed over. */
function fileEntries(path: string): Entry[] {
  const entries: Entry[] = [];
  read(path)
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .forEach((line, i) => {
      if (line.trim() === '' || (i === 0 && header.test(line))) return;
      const fields = line.split('\t').map((field) => field.trim());
      const where = `${path}, line ${i + 1}`;
      const [first = '', second] = fields;
      if (fields.length > 2 || first === '' || second === '') {
        throw new UsageError(`${where}: a line must hold a system, or a task, a tab and a system.`);
      }
      entries.push(second === undefined ? { name: first, where } : { task: first, name: second, where });
    });
  return entries;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${(error as Error).message}`, { cause: error });
  }
}

function matches(pattern: string, system: string): boolean {
  if (!pattern.includes('*')) return pattern === system;
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(system);
}
