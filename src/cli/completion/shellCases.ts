/** The cases of a shell's `case`. */
import { groupBy } from '../../core/index.ts';

export type Case = readonly [pattern: string, does: string];

/** One case for all patterns that do the same, in the order of the first of each. */
export function cases(all: readonly Case[]): string {
  const byDoing = groupBy(all, ([, does]) => does);
  return [...byDoing].map(([does, each]) => `    ${each.map(([pattern]) => pattern).join('|')}) ${does} ;;`).join('\n');
}
