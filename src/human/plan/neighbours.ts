/** Which segments may be shown as context of another. */
import type { Campaign, TaskKind } from '../campaign/campaign.ts';
import { isJudged } from './listParts.ts';
import type { SegmentSplit } from './splitSegments.ts';

/**
 * Up to `reach` segments before and after in the same document, nearest last and first; segments without a document are taken as one. While
 * others edit, context ends where the segments for editing begin. None for `edit`, which shows each output alone (WMT09, section 3.2).
 */
export function neighboursOf(
  { segments }: Pick<Campaign, 'segments'>,
  { isEdited }: SegmentSplit,
  kind: TaskKind,
  segment: number,
  reach: number,
): { before: number[]; after: number[] } {
  const { document } = segments[segment]!;
  const walk = (step: 1 | -1): number[] => {
    const found: number[] = [];
    for (let s = segment + step; found.length < reach && kind !== 'edit'; s += step) {
      const other = segments[s];
      if (!other || other.document !== document) break;
      if (isJudged(kind) && isEdited[s] !== isEdited[segment]) break;
      found.push(s);
    }
    return found;
  };
  return { before: walk(-1).reverse(), after: walk(1) };
}
