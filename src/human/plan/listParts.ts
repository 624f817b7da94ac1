/** What a judge's list is made of: own assignments, those of the common pool, repeats and attention checks (WMT09, section 3.4). */
import type { PlanSettings, TaskKind } from '../campaign/campaign.ts';

export interface ListParts {
  readonly own: number;
  readonly pool: number;
  readonly repeats: number;
  readonly checks: number;
}

/** Translations are compared with each other, not judged alone. */
export const isCompared = (kind: TaskKind): boolean => kind === 'rank' || kind === 'pairwise';

/** Source or reference are seen at the time when others edit. */
export const isJudged = (kind: TaskKind): boolean => kind !== 'edit' && kind !== 'accept';

/** Whether a check is a second view of something on the list, so that both must be far apart. */
export const checkHasPartner = (kind: TaskKind): boolean => kind === 'assess' || kind === 'mark';

/** Of a list of this length. A share above 0 comes to at least one; `own`, what is left, may come out below 0. */
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

/** Whether the parts are there and can be put in an order with pairs so far apart; see `arrangeList` for the bound. */
export function fits(kind: TaskKind, parts: ListParts, distance: number): boolean {
  const { own, pool, repeats, checks } = parts;
  const length = own + pool + repeats + checks;
  const pairs = pairsOf(kind, parts);
  return own >= 0 && pairs <= own + pool && (pairs === 0 || pairs <= length - distance - 1);
}

const pairsOf = (kind: TaskKind, { repeats, checks }: ListParts): number =>
  repeats + (checkHasPartner(kind) ? checks : 0);

/** Nobody asks for longer lists. */
export const longestList = 10_000;

/** Whether lists of every kind hold their parts; `accept` is planned later, as long as there are edits for it. */
export const allFit = (kinds: readonly TaskKind[], settings: PlanSettings): boolean =>
  kinds.every(
    (kind) => kind === 'accept' || fits(kind, partsOf(kind, settings.perJudge, settings), settings.repeatDistance),
  );

/** Whether a plan with so many assignments per judge, all else as asked, has no problems. Only what passed it is recommended. */
export type Trial = (perJudge: number) => boolean;
