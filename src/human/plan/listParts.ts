/** The parts of a judge's list: own assignments, those of the common pool, repeats and attention checks (WMT09, section 3.4). */
import { type Pcg64, shuffle } from '../../stats/index.ts';
import type { Campaign, PlanSettings, TaskKind } from '../campaign/campaign.ts';

export interface ListParts {
  readonly own: number;
  readonly pool: number;
  readonly repeats: number;
  readonly checks: number;
}

type Designs = Campaign['designs'];

/** Whether several translations are on one screen. */
export const isCompared = (kind: TaskKind, designs?: Designs): boolean =>
  kind === 'rank' || kind === 'pairwise' || (designs?.[kind]?.sideBySide ?? 1) > 1;

/** Whether whole documents are judged at once: page by page, with all of a page by the same systems. */
export const isPaged = (kind: TaskKind, { designs, segments }: Pick<Campaign, 'designs' | 'segments'>): boolean =>
  (kind === 'assess' || kind === 'mark') &&
  designs?.[kind]?.context === 'document' &&
  segments.some(({ document }) => document !== undefined);

/** Whether source or reference are shown while others edit. */
export const isJudged = (kind: TaskKind): boolean => kind !== 'edit' && kind !== 'accept';

/** Whether a check shows an item of the list again, so the two must be far apart. */
export const checkHasPartner = (kind: TaskKind, designs?: Designs): boolean =>
  (kind === 'assess' || kind === 'mark') && !isCompared(kind, designs);

/** Parts of a list of this length. A share above 0 gives at least one; `own`, the rest, may be negative. */
export function partsOf(
  kind: TaskKind,
  length: number,
  shares: Pick<PlanSettings, 'repeats' | 'pool' | 'checks'>,
): ListParts {
  const count = (share: number): number => (share > 0 ? Math.max(1, Math.round(share * length)) : 0);
  const pool = count(shares.pool);
  const repeats = count(shares.repeats);
  const checks = kind === 'edit' ? 0 : count(shares.checks);
  return { own: length - pool - repeats - checks, pool, repeats, checks };
}

/** Whether the parts exist and can be arranged with pairs this far apart; see `arrangeList` for the bound. */
export function fits(kind: TaskKind, parts: ListParts, distance: number, designs?: Designs): boolean {
  const { own, pool, repeats, checks } = parts;
  const length = own + pool + repeats + checks;
  const pairs = parts.repeats + (checkHasPartner(kind, designs) ? parts.checks : 0);
  return own >= 0 && pairs <= own + pool && (pairs === 0 || pairs <= length - distance - 1);
}

/** Limit for the length of a list. */
export const longestList = 10_000;

/** Whether lists of every kind hold their parts; `accept` is planned later, as its edits allow. */
export const allFit = (campaign: Campaign, settings: PlanSettings): boolean =>
  campaign.kinds.every(
    (kind) =>
      kind === 'accept' ||
      isPaged(kind, campaign) ||
      fits(kind, partsOf(kind, settings.perJudge, settings), settings.repeatDistance, campaign.designs),
  );

/** Whether a plan with this many assignments per judge, all else equal, has no problems. Only numbers that pass are recommended. */
export type Trial = (perJudge: number) => boolean;

/** Number of random orders tried before a fixed one is used. */
const draws = 40;

/**
 * Puts a judge's list in random order, except that pairs, a repeat and its original, must be far apart. The first of each pair comes first,
 * with at least `distance` others between. That is possible if and only if there are at most length − distance − 1 pairs, where length is
 * that of the whole list: pair i at places i and length − pairs + i.
 */
export function arrangeList<T>(
  pairs: readonly (readonly [first: T, second: T])[],
  singles: readonly T[],
  distance: number,
  random: Pcg64,
): T[] {
  const length = 2 * pairs.length + singles.length;
  const places = drawPlaces(pairs.length, length, distance, random);
  const list = new Array<T | undefined>(length).fill(undefined);
  const isTaken = new Uint8Array(length);
  shuffle([...pairs], random).forEach(([first, second], p) => {
    const [a, b] = places[p]!;
    list[a] = first;
    list[b] = second;
    isTaken[a] = 1;
    isTaken[b] = 1;
  });
  const rest = shuffle([...singles], random);
  for (let place = 0; place < length; place++) if (isTaken[place] === 0) list[place] = rest.pop();
  return list as T[];
}

function drawPlaces(pairs: number, length: number, distance: number, random: Pcg64): [number, number][] {
  if (pairs === 0) return [];
  if (pairs > length - distance - 1)
    throw new RangeError(`${pairs} pairs cannot be ${distance} apart in ${length} places.`);
  const isFar = (first: number, second: number): boolean => second - first - 1 >= distance;
  const all = Array.from({ length }, (_, place) => place);
  for (let draw = 0; draw < draws; draw++) {
    const drawn = shuffle([...all], random).slice(0, 2 * pairs);
    const sorted = drawn.sort((a, b) => a - b);
    const places = Array.from({ length: pairs }, (_, p): [number, number] => [sorted[p]!, sorted[p + pairs]!]);
    if (places.every(([first, second]) => isFar(first, second))) return mixed(places, isFar, random);
  }
  return Array.from({ length: pairs }, (_, p) => [p, length - pairs + p]);
}

/** Exchanges partners where they stay far enough apart, so repeats do not come in the order of their originals. */
function mixed(
  places: [number, number][],
  isFar: (first: number, second: number) => boolean,
  random: Pcg64,
): [number, number][] {
  for (let p = places.length - 1; p > 0; p--) {
    const [one, other] = [places[p]!, places[random.below(p + 1)]!];
    if (isFar(one[0], other[1]) && isFar(other[0], one[1])) [one[1], other[1]] = [other[1], one[1]];
  }
  return places;
}
