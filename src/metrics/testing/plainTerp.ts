/**
 * A plain TERp, the oracle of the fast one: words are strings, every candidate is aligned from scratch, nothing is reused.
 * Cells are visited in the order of the program, because ties between paths go to the first.
 */
import type { Costs, ShiftKind } from '../edit/terp/costs.ts';

interface PlainPhrase {
  readonly reference: readonly string[];
  readonly hypothesis: readonly string[];
  readonly cost: number;
}

export interface PlainTerp {
  readonly costs: Costs;
  readonly beam: number;
  readonly shifts: ShiftKind;
  readonly sameStem: (a: string, b: string) => boolean;
  readonly synonyms: (a: string, b: string) => boolean;
  readonly isStop: (word: string) => boolean;
  readonly phrases: readonly PlainPhrase[];
}

interface PlainStep {
  readonly kind: 'exact' | 'substitution' | 'stem' | 'synonym' | 'insertion' | 'deletion' | 'phrase';
  /** Words of the hypothesis and of the reference that it covers. */
  readonly h: number;
  readonly r: number;
}

interface PlainPath {
  readonly cost: number;
  readonly steps: readonly PlainStep[];
}

const phrasesAt = (
  { phrases }: PlainTerp,
  hypothesis: readonly string[],
  h: number,
  reference: readonly string[],
  r: number,
) =>
  phrases.filter(
    (phrase) =>
      phrase.reference.every((word, k) => reference[r + k] === word) &&
      phrase.hypothesis.every((word, k) => hypothesis[h + k] === word),
  );

function plainDistance(terp: PlainTerp, hypothesis: readonly string[], reference: readonly string[]): PlainPath {
  const { costs, beam } = terp;
  const cells = new Map<string, { cost: number; steps: readonly PlainStep[] }>();
  const reach = (h: number, r: number, cost: number, from: readonly PlainStep[], step: PlainStep): boolean => {
    const known = cells.get(`${h} ${r}`);
    if (known && known.cost <= cost) return false;
    cells.set(`${h} ${r}`, { cost, steps: [...from, step] });
    return true;
  };
  cells.set('0 0', { cost: 0, steps: [] });
  let [first, last, best] = [0, 0, Infinity];
  for (let h = 0; h <= hypothesis.length; h++) {
    const atEnd = h === hypothesis.length;
    let [nextFirst, nextLast, nextBest] = [-1, -1, Infinity];
    for (let r = first; r <= reference.length && (atEnd || r <= last); r++) {
      const cell = cells.get(`${h} ${r}`);
      if (!cell || (!atEnd && cell.cost > best + beam)) continue;
      if (nextFirst < 0) nextFirst = r;
      nextLast = r + 1;
      if (!atEnd && r < reference.length) {
        const [word, other] = [hypothesis[h]!, reference[r]!];
        if (word === other) {
          reach(h + 1, r + 1, cell.cost, cell.steps, { kind: 'exact', h: 1, r: 1 });
          nextBest = Math.min(nextBest, cell.cost);
        } else {
          const ways = [
            ['substitution', costs.substitution, true],
            ['stem', costs.stem, terp.sameStem(word, other)],
            ['synonym', costs.synonym, terp.synonyms(word, other)],
          ] as const;
          for (const [kind, price, possible] of ways) {
            if (!possible) continue;
            const better = reach(h + 1, r + 1, cell.cost + price, cell.steps, { kind, h: 1, r: 1 });
            if (better) nextBest = Math.min(nextBest, cell.cost + price);
          }
        }
      }
      for (const phrase of phrasesAt(terp, hypothesis, h, reference, r)) {
        const step = { kind: 'phrase', h: phrase.hypothesis.length, r: phrase.reference.length } as const;
        reach(h + step.h, r + step.r, cell.cost + phrase.cost, cell.steps, step);
      }
      if (!atEnd) reach(h + 1, r, cell.cost + costs.insertion, cell.steps, { kind: 'insertion', h: 1, r: 0 });
      if (r < reference.length) {
        const better = reach(h, r + 1, cell.cost + costs.deletion, cell.steps, { kind: 'deletion', h: 0, r: 1 });
        if (better) last = Math.max(last, r + 1);
      }
    }
    [first, last, best] = [nextFirst, nextLast, nextBest];
  }
  return cells.get(`${hypothesis.length} ${reference.length}`)!;
}

interface PlainShift {
  readonly start: number;
  readonly end: number;
  /** The word that the block follows afterwards. */
  readonly goal: number;
}

/** By size of the shift: the number of words on the larger side, at most 11. */
function plainShifts(
  terp: PlainTerp,
  hypothesis: readonly string[],
  reference: readonly string[],
  path: PlainPath,
): PlainShift[][] {
  const [wrong, wrongThere]: [boolean[], boolean[]] = [[], []];
  const [placeOf, placeOfThere]: [number[], number[]] = [[], []];
  let [h, r] = [-1, -1];
  for (const step of path.steps) {
    const [hFirst, rFirst] = [h + 1, r + 1];
    for (let k = 0; k < step.h; k++) {
      h++;
      wrong[h] = step.kind !== 'exact';
      placeOfThere[h] = step.r === 0 ? r : rFirst;
    }
    for (let k = 0; k < step.r; k++) {
      r++;
      wrongThere[r] = step.kind !== 'exact';
      placeOf[r] = step.h === 0 ? h : hFirst;
    }
  }
  const found = Array.from({ length: 11 }, () => new Map<string, PlainShift>());
  const propose = (start: number, end: number, at: number, atEnd: number) => {
    if (!wrong.slice(start, end).includes(true) || !wrongThere.slice(at, atEnd).includes(true)) return;
    if (hypothesis.slice(start, end).every(terp.isStop) || reference.slice(at, atEnd).every(terp.isStop)) return;
    const goal = placeOf[at]!;
    if ((goal >= start && goal < end) || Math.abs(goal - start) > 50) return;
    const size = Math.min(11, Math.max(end - start, atEnd - at));
    const goals = at === 0 ? [-1] : [];
    for (let there = at - 1; there < at + end - start; there++) {
      const place = placeOf[there];
      if (place === undefined || place === start) continue;
      if (there === at || place !== goal) goals.push(place);
    }
    for (const each of goals) found[size - 1]!.set(`${start} ${end} ${each}`, { start, end, goal: each });
  };
  const isLike = (word: string, other: string) =>
    word === other || (terp.shifts !== 'exact' && (terp.sameStem(word, other) || terp.synonyms(word, other)));
  const grow = (start: number, at: number, size: number, width: number): void => {
    for (let more = 0; size + more < 10; more++) {
      const [here, there] = [start + size + more, at + width + more];
      if (here >= hypothesis.length || there >= reference.length) return;
      const [from, to] = [
        placeOfThere[Math.max(0, here - 50)]!,
        placeOfThere[Math.min(hypothesis.length - 1, here + 50)]!,
      ];
      if (terp.shifts === 'relaxed' && there >= from && there <= to) {
        for (const phrase of phrasesAt(terp, hypothesis, here, reference, there)) {
          const longer = size + more + phrase.hypothesis.length;
          if (longer < 10) grow(start, at, longer, width + more + phrase.reference.length);
        }
      }
      if (!isLike(hypothesis[here]!, reference[there]!)) return;
      propose(start, here + 1, at, there + 1);
    }
  };
  hypothesis.forEach((_, start) => reference.forEach((__, at) => grow(start, at, 0, 0)));
  return found.map((map) => [...map.values()].sort((a, b) => a.start - b.start || a.end - b.end || a.goal - b.goal));
}

function afterShift<T>(list: readonly T[], { start, end, goal }: PlainShift): T[] {
  const block = list.slice(start, end);
  const rest = [...list.slice(0, start), ...list.slice(end)];
  // How many of the other words then precede it.
  const before = goal < start ? goal + 1 : goal >= end ? goal + 1 - block.length : goal;
  return [...rest.slice(0, before), ...block, ...rest.slice(before)];
}

export interface PlainResult {
  readonly cost: number;
  /** The words after the shift, by their positions before it. */
  readonly order: readonly number[];
  readonly steps: readonly PlainStep[];
  readonly shifts: number;
}

export function plainTerp(terp: PlainTerp, hypothesis: readonly string[], reference: readonly string[]): PlainResult {
  const { costs } = terp;
  if (hypothesis.length === 0 || reference.length === 0) {
    const cost = hypothesis.length * costs.insertion + reference.length * costs.deletion;
    return { cost, order: hypothesis.map((_, i) => i), steps: [], shifts: 0 };
  }
  let order = hypothesis.map((_, i) => i);
  let path = plainDistance(terp, hypothesis, reference);
  let moved = 0;
  let shifts = 0;
  while (terp.shifts !== 'none') {
    const words = order.map((i) => hypothesis[i]!);
    const candidates = plainShifts(terp, words, reference, path);
    let best: { path: PlainPath; order: number[] } | undefined;
    let total = path.cost;
    search: for (let size = 11; size >= 1; size--) {
      for (const shift of candidates[size - 1]!) {
        const gained = path.cost - total;
        if (gained > 2 * size || (best && gained === 2 * size)) break search;
        const next = afterShift(order, shift);
        const tried = plainDistance(
          terp,
          next.map((i) => hypothesis[i]!),
          reference,
        );
        const gain = total - (tried.cost + costs.shift);
        if (gain > 0 || (gain === 0 && !best && costs.shift > 0)) {
          best = { path: tried, order: next };
          total = tried.cost + costs.shift;
        }
      }
    }
    if (!best) break;
    ({ path, order } = best);
    moved += costs.shift;
    shifts++;
  }
  return { cost: path.cost + moved, order, steps: path.steps, shifts };
}
