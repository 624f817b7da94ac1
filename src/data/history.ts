/** The history of a gate: a file of JSON lines to which every run adds one. */
import { closeSync, fstatSync, ftruncateSync, openSync, readFileSync, readSync, statSync, writeSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UsageError, beginningOf } from '../core/index.ts';
import type { GateReport, HistoryEntry } from '../report/index.ts';

const kind = 'assay-history-1';

/** What was read: whole entries in the order of the file, and lines that are none. */
interface ReadHistory {
  readonly entries: readonly HistoryEntry[];
  readonly skipped: readonly { readonly line: number; readonly reason: string }[];
}

/**
 * Adds an entry. One write at the end of the file: of two runs at once, neither loses its line or cuts that of the other. A line that
 * could not be written whole, as on a full disk, is taken back.
 */
export function appendHistory(
  path: string,
  gate: GateReport,
  { date, commit }: Pick<HistoryEntry, 'date' | 'commit'>,
): void {
  const line = `${JSON.stringify({ history: kind, date, ...(commit !== undefined && { commit }), ...gate })}\n`;
  const file = openSync(path, 'a+');
  try {
    const { size } = fstatSync(file);
    // Something else may have left a line without an end.
    const bytes = Buffer.from(endsLine(file, size) ? line : `\n${line}`);
    let written = 0;
    try {
      written = writeSync(file, bytes);
    } finally {
      if (written < bytes.length && fstatSync(file).size === size + written) ftruncateSync(file, size);
    }
    if (written < bytes.length) throw new UsageError(`Cannot write ${path}: no space is left.`);
  } finally {
    closeSync(file);
  }
}

function endsLine(file: number, size: number): boolean {
  if (size === 0) return true;
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, size - 1);
  return last[0] === 0x0a;
}

/** Refuses a file that holds something else, before anything is computed. */
export function checkHistory(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile() || found.size === 0) return;
  const file = openSync(path, 'r');
  try {
    const beginning = Buffer.alloc(Math.min(found.size, 200));
    readSync(file, beginning, 0, beginning.length, 0);
    const text = beginning.toString('utf8');
    if (!text.includes(kind)) {
      throw new UsageError(
        `${path} is not a history: it begins with ${beginningOf(text.split('\n')[0]!)}. Name a new file with --history.`,
      );
    }
  } finally {
    closeSync(file);
  }
}

/** Lines that cannot be read are left out and named. */
export function readHistory(path: string): ReadHistory {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(code === 'ENOENT' ? `There is no file ${path}. assay gate --history ${path} starts it.` : `Cannot read ${path}: ${code}.`); // prettier-ignore
  }
  const entries: HistoryEntry[] = [];
  const skipped: { line: number; reason: string }[] = [];
  text.split('\n').forEach((line, i) => {
    if (line.trim() === '') return;
    const entry = entryOf(line);
    if (typeof entry === 'string') skipped.push({ line: i + 1, reason: entry });
    else entries.push(entry);
  });
  if (entries.length === 0) {
    const [first] = skipped;
    throw new UsageError(
      first
        ? `${path}, line ${first.line}: ${first.reason}. assay gate --history writes such files.`
        : `${path} is empty. assay gate --history ${path} adds the first entry.`,
    );
  }
  return { entries, skipped };
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** Or why the line is not an entry. */
function entryOf(line: string): HistoryEntry | string {
  let found: Partial<HistoryEntry & { history: string }>;
  try {
    found = JSON.parse(line) as typeof found;
  } catch {
    return 'not a JSON object, perhaps cut off';
  }
  if (found?.history !== kind) return `not an entry of ${kind}`;
  const { date, metrics } = found;
  if (typeof date !== 'string' || Number.isNaN(Date.parse(date))) return 'no date';
  const isWhole =
    Array.isArray(metrics) &&
    metrics.every((each) => [each.score, each.baselineScore, each.drop, each.low, each.high, each.p].every(isNumber) && typeof each.name === 'string'); // prettier-ignore
  return isWhole ? (found as HistoryEntry) : 'without scores';
}

/** The commit that is checked out: as the CI system says, else from the folder `.git`, upwards from here. */
export function currentCommit(environment: NodeJS.ProcessEnv = process.env, from = process.cwd()): string | undefined {
  const said = environment['GITHUB_SHA'] ?? environment['CI_COMMIT_SHA'];
  if (said) return said;
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const git = join(folder, '.git');
    const found = statSync(git, { throwIfNoEntry: false });
    if (found) return commitOf(found.isDirectory() ? git : resolve(folder, (textOf(git) ?? '').replace(/^gitdir: /, '').trim())); // prettier-ignore
    if (dirname(folder) === folder) return undefined;
  }
}

function commitOf(git: string): string | undefined {
  const head = textOf(join(git, 'HEAD'))?.trim();
  const [, reference] = /^ref: (.+)$/.exec(head ?? '') ?? [];
  if (reference === undefined) return isCommit(head) ? head : undefined;
  // A worktree has a HEAD of its own; branches are in the folder that it shares with others.
  const shared = resolve(git, textOf(join(git, 'commondir'))?.trim() ?? '.');
  const loose = textOf(join(shared, reference))?.trim();
  const packed = (): string | undefined =>
    (textOf(join(shared, 'packed-refs')) ?? '').split('\n').find((line) => line.endsWith(` ${reference}`))?.split(' ')[0]; // prettier-ignore
  const commit = loose ?? packed();
  return isCommit(commit) ? commit : undefined;
}

const isCommit = (text: string | undefined): boolean => /^[0-9a-f]{40,64}$/.test(text ?? '');

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
