/** Which n-grams match and which do not, with their places, to explain a count. Plain maps: explaining one segment need not be fast. */
import type { Span, StepItem, Tokens } from '../../core/index.ts';

export interface NgramItemSettings {
  readonly n: number;
  /** Which view of the metric the tokens are from. */
  readonly view?: number;
  /** References whose n-grams are listed if the hypothesis lacks them; all, unless given. */
  readonly wanted?: readonly number[];
  /** What one match of an n-gram adds; 1 unless given. The span is its first place in the hypothesis. */
  readonly weightOf?: (place: Span) => number;
  /** Whether an n-gram counts at most as often as a reference has it, as it does unless this is false. */
  readonly isClipped?: boolean;
}

/** What items add together. */
export const sumOf = (items: readonly StepItem[]): number => items.reduce((sum, { adds = 0 }) => sum + adds, 0);

/** Matched n-grams add to a count clipped by the reference that has them most often; the others add nothing. */
export function ngramItems(
  hypothesis: Tokens,
  references: readonly Tokens[],
  { n, view = 0, wanted = [...references.keys()], weightOf = () => 1, isClipped = true }: NgramItemSettings,
): StepItem[] {
  const own = ngramPlaces(hypothesis, n);
  const theirs = references.map((reference) => ngramPlaces(reference, n));
  const from = view > 0 && { view };
  const items: StepItem[] = [];
  for (const [ngram, places] of own) {
    const found = theirs.map((each) => each.get(ngram) ?? []);
    const most = Math.max(0, ...found.map(({ length }) => length));
    const reference = found.findIndex(({ length }) => length === most);
    const counted = isClipped || most === 0 ? most : places.length;
    const matched = places.slice(0, counted);
    const rest = places.slice(counted);
    if (matched.length > 0) {
      items.push({
        kind: 'match',
        ...from,
        adds: matched.length * weightOf(matched[0]!),
        hypothesis: matched,
        references: found[reference]!.slice(0, matched.length).map((place) => ({ ...place, reference })),
      });
    }
    if (rest.length > 0) {
      items.push({
        kind: most > 0 ? 'clipped' : 'extra',
        ...from,
        adds: 0,
        hypothesis: rest,
        ...(most > 0 && { note: `${places.length} in the output, ${most} in the reference` }),
      });
    }
  }
  for (const r of wanted) {
    for (const [ngram, places] of theirs[r]!) {
      const missing = places.slice(own.get(ngram)?.length ?? 0);
      if (missing.length === 0) continue;
      items.push({
        kind: 'missing',
        ...from,
        adds: 0,
        references: missing.map((place) => ({ ...place, reference: r })),
      });
    }
  }
  return items;
}

/** By n-gram, where it is in a text. */
export function ngramPlaces({ ids, start, end }: Tokens, n: number): Map<string, Span[]> {
  const places = new Map<string, Span[]>();
  for (let i = start; i + n <= end; i++) {
    const key = ids.subarray(i, i + n).join(' ');
    const place = { from: i - start, to: i - start + n };
    const known = places.get(key);
    if (known) known.push(place);
    else places.set(key, [place]);
  }
  return places;
}
