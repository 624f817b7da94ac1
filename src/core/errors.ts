/** Mistakes of the caller, reported so that the caller can fix them. */

/** An error caused by the caller or the input; its message says what is wrong, where, and what to do instead. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Whether an error is the caller's mistake, even if it crossed a thread and lost its class. */
export function isUsageError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'UsageError';
}

/** Throws unless `count` can be a number of things, such as resamples. */
export function checkCount(count: number, what: string): void {
  if (!Number.isInteger(count) || count < 1)
    throw new UsageError(`The number of ${what} must be an integer of at least 1, not ${count}.`);
}

/** `1 line`, `2 lines`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The beginning of a text in quotes, for messages. It never splits a character. */
export function beginningOf(text: string): string {
  const characters = Array.from(text.slice(0, 100)); // 40 characters are 80 units at most
  return JSON.stringify(characters.length > 40 ? `${characters.slice(0, 40).join('')}…` : text);
}

/** `Did you mean …?` if a known name is close to the one typed, otherwise the list of known names. */
export function suggest(typed: string, known: readonly string[]): string {
  const near = nearest(typed, known);
  return near === undefined ? `Known: ${known.join(', ')}.` : `Did you mean ${near}?`;
}

/** The known name with the fewest edits, if they are at most a third of its length (but at least one edit is allowed). */
export function nearest(typed: string, known: readonly string[]): string | undefined {
  const wanted = typed.toLowerCase();
  let best: string | undefined;
  let bestDistance = Infinity;
  for (const name of known) {
    const candidate = name.toLowerCase();
    const prefix = wanted.length > 1 && candidate.startsWith(wanted);
    const distance = prefix ? 0.5 : editDistance(wanted, candidate);
    // If every letter would change, nothing is close.
    const isNear = distance < candidate.length && distance <= Math.max(1, candidate.length / 3);
    if (isNear && distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

/** The number of edits of single letters, where a swap of neighbours is one edit. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next[j] = Math.min(
        row[j]! + 1,
        next[j - 1]! + 1,
        row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
        swapped ? before[j - 2]! + 1 : Infinity,
      );
    }
    before = row;
    row = next;
  }
  return row[b.length]!;
}
