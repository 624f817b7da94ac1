/** Which items with gaps match, and where, to explain their number. Plain lists: explaining one segment need not be fast. */
import type { Span, StepItem, Tokens } from '../../core/index.ts';

interface GapSettings {
  /** Every other word; two runs with a gap between; or words in order with up to `gap` words between two. */
  readonly kind: 'fixed' | 'flexible' | 'skip';
  readonly n: number;
  /** For skip n-grams; may be infinite. */
  readonly gap: number;
  /** Which of the views that the metric shows the tokens are from. */
  readonly view?: number;
  /** What a match adds, given the places of its words in the hypothesis; 1 unless given. */
  readonly weightOf?: (places: readonly number[]) => number;
}

/** Texts with more items are not listed. */
const mostItems = 20_000;
/** Further matches are listed together. */
const mostListed = 100;

/** Each match of an item, clipped by the reference that has it most often; undefined if there are too many items. */
export function gapItems(
  hypothesis: Tokens,
  references: readonly Tokens[],
  settings: GapSettings,
): StepItem[] | undefined {
  const own = placesByItem(hypothesis, settings);
  const theirs = references.map((reference) => placesByItem(reference, settings));
  if (!own || theirs.includes(undefined)) return undefined;
  const { view = 0, weightOf = () => 1 } = settings;
  const items: StepItem[] = [];
  let [more, rest] = [0, 0];
  for (const [item, places] of own) {
    const found = theirs.map((each) => each!.get(item) ?? []);
    const most = Math.max(0, ...found.map(({ length }) => length));
    const reference = found.findIndex(({ length }) => length === most);
    places.slice(0, most).forEach((each, k) => {
      const adds = weightOf(each);
      if (items.length < mostListed) {
        const others = spansOf(found[reference]![k]!).map((span) => ({ ...span, reference }));
        items.push({ kind: 'match', view, adds, gapped: true, hypothesis: spansOf(each), references: others });
      } else {
        more++;
        rest += adds;
      }
    });
  }
  if (more > 0) items.push({ kind: 'match', view, adds: rest, text: `${more} more` });
  return items;
}

/** By item, the places of its words, for each time that it occurs; undefined if there are too many. */
function placesByItem(tokens: Tokens, settings: GapSettings): Map<string, (readonly number[])[]> | undefined {
  const found = new Map<string, (readonly number[])[]>();
  let count = 0;
  for (const { places, mark } of occurrences(tokens.end - tokens.start, settings)) {
    if (++count > mostItems) return undefined;
    const item = [mark, ...places.map((place) => tokens.ids[tokens.start + place]!)].join(' ');
    const known = found.get(item);
    if (known) known.push(places);
    else found.set(item, [places]);
  }
  return found;
}

/** `mark` distinguishes items of the same words with the gap in another place. */
interface Occurrence {
  readonly places: readonly number[];
  readonly mark: number;
}

function* occurrences(length: number, { kind, n, gap }: GapSettings): Generator<Occurrence> {
  const upTo = (count: number) => Array.from({ length: count }, (_, k) => k);
  if (kind === 'skip') {
    for (let i = 0; i < length; i++) yield* skips([i], length, n, gap);
    return;
  }
  for (let i = 0; i < length; i++) {
    if (kind === 'fixed') {
      if (i + 2 * n - 1 <= length) yield { places: upTo(n).map((k) => i + 2 * k), mark: 0 };
      continue;
    }
    for (let before = 1; before < n; before++) {
      for (let left = 1; i + left + n <= length; left++) {
        yield { places: upTo(n).map((k) => i + k + (k < before ? 0 : left)), mark: before };
      }
    }
  }
}

function* skips(places: readonly number[], length: number, n: number, gap: number): Generator<Occurrence> {
  if (places.length === n) {
    yield { places, mark: 0 };
    return;
  }
  const last = places.at(-1)!;
  for (let next = last + 1; next < length && next <= last + gap + 1; next++)
    yield* skips([...places, next], length, n, gap);
}

/** Adjacent places as one span. */
function spansOf(places: readonly number[]): Span[] {
  const spans: { from: number; to: number }[] = [];
  for (const place of places) {
    const last = spans.at(-1);
    if (last && last.to === place) last.to++;
    else spans.push({ from: place, to: place + 1 });
  }
  return spans;
}
