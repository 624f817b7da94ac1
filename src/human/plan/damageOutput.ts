/** Damaged outputs of a campaign: for attention checks and for practice. */
import type { Pcg64 } from '../../stats/index.ts';
import type { Campaign, Entry } from '../campaign/campaign.ts';
import { damage, isUnspaced } from './damage.ts';

/** Texts of other segments to take words from, drawn for each damage. */
const donors = 8;
const draws = 6;

/**
 * An entry with its output damaged by words of outputs for other segments of the same side, so that no word of a segment that others edit
 * is shown. What comes out is the output of no system; undefined if nothing can be damaged.
 */
export function damageOutput(
  { outputs, target }: Campaign,
  segment: number,
  { systems }: Entry,
  side: Int32Array,
  random: Pcg64,
  strength = 1,
): Entry | undefined {
  const text = outputs[systems[0]!]![segment]!;
  for (let draw = 0; draw < draws; draw++) {
    const others: string[] = [];
    for (let d = 0; d < donors; d++) {
      const other = side[random.below(side.length)]!;
      if (other !== segment) others.push(outputs[random.below(outputs.length)]![other]!);
    }
    const damaged = damage(text, others, random, { unspaced: isUnspaced(target.tag), strength });
    if (damaged !== undefined && outputs.every((texts) => texts[segment] !== damaged)) return { systems, damaged };
  }
  return undefined;
}
