/** A practice round: the same few assignments for every judge, with a damaged text among them, so that a hint can be given. */
import { type Pcg64, shuffle } from '../../stats/index.ts';
import type { Entry, TaskKind } from '../campaign/campaign.ts';
import { damageOutput } from './damage.ts';
import { isCompared, isJudged } from './listParts.ts';
import type { Item, KindState, PlanState } from './planState.ts';
import { neededSegments, practiceCount } from './splitSegments.ts';

/**
 * On segments that are not used elsewhere, if there are enough: two for each kind, or else the same two for all kinds but `edit`, or else
 * any. Of `edit` there is no practice then, for an editor must not see a segment twice.
 */
export function planPractice(state: PlanState, kinds: readonly TaskKind[], random: Pcg64): void {
  const needs = neededSegments(state.campaign);
  const judged = kinds.filter(isJudged).map((kind) => state.kind(kind));
  if (judged.length > 0) {
    const common = [...judged[0]!.eligible].filter((s) => judged.every(({ eligible }) => eligible.includes(s)));
    const order = shuffle(common, random);
    const spare = common.length - needs.judged;
    const isApart = spare >= practiceCount * judged.length;
    judged.forEach((kind, k) => {
      const from = isApart ? k * practiceCount : 0;
      kind.practice = makePractice(state, kind, order.slice(from, from + practiceCount), random);
    });
    const reserved = isApart ? practiceCount * judged.length : spare >= practiceCount ? practiceCount : 0;
    for (const segment of order.slice(0, reserved)) state.isReserved[segment] = 1;
  }
  if (!kinds.includes('edit')) return;
  const edit = state.kind('edit');
  if (edit.eligible.length - needs.edited < practiceCount) return;
  const segments = shuffle([...edit.eligible], random).slice(0, practiceCount);
  edit.practice = makePractice(state, edit, segments, random);
  for (const segment of segments) state.isReserved[segment] = 1;
}

/** Compared texts have a damaged one among them each time; texts that are judged alone, the second time. */
function makePractice(state: PlanState, kind: KindState, segments: readonly number[], random: Pcg64): Item[] {
  return segments.map((segment, at) => {
    const entries = shuffle([...state.entries(segment)], random);
    const damaged = damageOutput(state.campaign, segment, entries[0]!, kind.eligible, random, 2);
    if (isCompared(kind.kind)) return { segment, entries: withDamaged(entries, kind.most, damaged, random) };
    return { segment, entries: [at > 0 && damaged ? damaged : entries[0]!] };
  });
}

/**
 * The damaged text stands beside its original, the first of the entries. There are as many texts as without it, if more than one is left,
 * so that their number does not give it away.
 */
export const withDamaged = (
  entries: readonly Entry[],
  most: number,
  damaged: Entry | undefined,
  random: Pcg64,
): Entry[] =>
  shuffle(
    damaged ? [...entries.slice(0, Math.min(most, entries.length) - 1), damaged] : entries.slice(0, most),
    random,
  );
