/** The first line of a program: what it is and what it reads. */
import { type ScoreRange, UsageError, beginningOf } from '../../../core/index.ts';

export interface Introduction {
  readonly name: string;
  readonly version: string;
  readonly range: ScoreRange;
  readonly uses: { readonly source: boolean; readonly references: boolean };
  /** Requests come in groups of at most this many, each followed by an empty line; by default one by one. */
  readonly batch: number | undefined;
  /** What else its scores depend on, such as a checksum of its model. */
  readonly identity: string;
}

export const exampleLine =
  '{"name": "my scorer", "version": "1.0", "direction": "higher", "range": [0, 1], "reads": ["source", "references"]}';

/** A name without what signatures and lists of metrics separate by. */
const nameable = /^[^\s|;:,()+"'][^|;:,()+"'\n]{0,59}$/;

/** Throws what is wrong as a UsageError. */
export function readIntroduction(line: string): Introduction {
  const said = parsed(line);
  if (said === undefined) throw new UsageError(`its first line is not a JSON object: ${beginningOf(line.trim())}.`);
  const { name, version, direction, range, reads, batch, identity } = said;
  const wrong = (what: string): UsageError => new UsageError(`its first line ${what}.`);
  if (typeof name !== 'string' || !nameable.test(name)) {
    throw wrong('needs a "name": up to 60 characters without | ; : , ( ) + and quotes');
  }
  const versionText = typeof version === 'number' ? String(version) : version;
  if (typeof versionText !== 'string' || !nameable.test(versionText)) {
    throw wrong('needs a "version": up to 60 characters without | ; : , ( ) + and quotes');
  }
  if (direction !== 'higher' && direction !== 'lower') {
    throw wrong('needs a "direction": "higher" if higher scores are better, otherwise "lower"');
  }
  if (!Array.isArray(reads) || !reads.every((each) => each === 'source' || each === 'references')) {
    throw wrong('needs "reads": a list of "source" and "references", whichever it reads; it may be empty');
  }
  if (batch !== undefined && !(Number.isInteger(batch) && (batch as number) >= 1 && (batch as number) <= 1e6)) {
    throw wrong('has a "batch" that is not an integer from 1 to 1000000');
  }
  if (identity !== undefined && typeof identity !== 'string') throw wrong('has an "identity" that is not text');
  const [low, high] = rangeOf(range) ?? [];
  if (low === undefined || high === undefined) {
    throw wrong('has a "range" that is not two numbers, the smaller first, or null for an open end');
  }
  return {
    name,
    version: versionText,
    range: direction === 'higher' ? { worst: low, best: high } : { worst: high, best: low },
    uses: { source: reads.includes('source'), references: reads.includes('references') },
    batch: batch as number | undefined,
    identity: identity ?? '',
  };
}

function rangeOf(range: unknown): [number, number] | undefined {
  if (range === undefined || range === null) return [-Infinity, Infinity];
  if (!Array.isArray(range) || range.length !== 2) return undefined;
  const [low, high] = [range[0] ?? -Infinity, range[1] ?? Infinity] as [unknown, unknown];
  return typeof low === 'number' && typeof high === 'number' && low < high ? [low, high] : undefined;
}

/** The object that a line holds, if it does. */
export function parsed(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
