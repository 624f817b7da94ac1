/** Which translations of a segment are shown: those whose systems were shown least, and least often together. */
import type { Pcg64 } from '../../stats/index.ts';
import type { Entry } from '../campaign/campaign.ts';
import { isCompared } from './listParts.ts';
import type { JudgeState, KindState, PlanState } from './planState.ts';

/** For one judge, whose own count of systems then comes first where texts are judged alone; or for the pool. */
export function chooseEntries(
  state: PlanState,
  { kind, balance, most }: KindState,
  segment: number,
  judge: JudgeState | undefined,
  random: Pcg64,
): Entry[] {
  const entries = state.entries(segment);
  if (isCompared(kind)) return balance.chooseSome(entries, most, random);
  return [balance.chooseOne(entries, judge?.of(kind).shown, random)];
}
