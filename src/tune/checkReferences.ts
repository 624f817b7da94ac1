/** Refuses references and sources that are not those of the segments at hand. */
import { UsageError, counted } from '../core/index.ts';

/** `what` there is of each segment, in the singular: an n-best list, a forest. */
export function checkReferences(
  segments: number,
  what: string,
  references: readonly (readonly string[])[],
  sources: readonly string[] | undefined,
): void {
  const given = { references, ...(sources && { sources }) };
  for (const [name, { length }] of Object.entries(given)) {
    if (length === segments) continue;
    throw new UsageError(
      `There are ${name} for ${counted(length, 'segment')}, but ${counted(segments, what)}. They must belong to the same segments.`,
    );
  }
  const without = references.findIndex((each) => each.length === 0);
  if (without >= 0) throw new UsageError(`Segment ${without + 1} has no reference.`);
}
