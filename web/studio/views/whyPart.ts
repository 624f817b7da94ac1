/** What is explained: all segments, a document or a segment; and how the address names it. */

export type WhyPart =
  | { readonly kind: 'corpus' }
  | { readonly kind: 'document'; readonly name: string }
  | { readonly kind: 'segment'; readonly number: number };

/** All segments of a larger test set take long to explain, so it begins with the first. */
const manySegments = 2000;

/** `7`, `document/d3`, `all`; if there is none, all of the segments unless there are many. */
export function readWhyPart(part: string, segments: number): WhyPart {
  if (part === '' && segments > manySegments) return { kind: 'segment', number: 1 };
  if (/^[1-9]\d{0,8}$/.test(part)) return { kind: 'segment', number: Number(part) };
  const [, name] = /^document\/(.+)$/s.exec(part) ?? [];
  return name === undefined ? { kind: 'corpus' } : { kind: 'document', name: decoded(name) };
}

export function writeWhyPart(part: WhyPart): string {
  if (part.kind === 'segment') return String(part.number);
  return part.kind === 'document' ? `document/${encodeURIComponent(part.name)}` : 'all';
}

/** An address may have been typed by hand. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The systems to explain if there are too many for all: the best and the next. `scores` are by system, then metric. */
export function bestTwo(
  scores: readonly (readonly number[])[],
  metric: number,
  higherIsBetter: boolean,
): readonly [number, number] {
  const sign = higherIsBetter ? 1 : -1;
  const order = [...scores.keys()].sort((a, b) => sign * (scores[b]![metric]! - scores[a]![metric]!) || a - b);
  return [order[0]!, order[1]!];
}
