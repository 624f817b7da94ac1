/**
 * The parts of an assignment that a judge may see: no names, no part of the plan, no second text where the kind forbids it (WMT09,
 * Callison-Burch et al. 2009, sections 3.1 to 3.3).
 */
import {
  type Assignment,
  type Campaign,
  type CampaignLanguage,
  type CampaignRecord,
  type SegmentSplit,
  type TaskKind,
  neighboursOf,
  splitSegments,
} from '../human/index.ts';
import type { ShownAssignment, ShownContext, ShownText } from './wire.ts';

/** Number of neighbours shown on each side, from the same document. */
const neighbours = 2;

type Side = 'source' | 'reference';

export function showAssignment(record: CampaignRecord, assignment: Assignment): ShownAssignment {
  const { campaign } = record;
  const { id, kind, part, segment } = assignment;
  const last = record.judges.get(assignment.judge)?.answers.get(id)?.last;
  // Editors see neither, and judges who accept see only the reference.
  const sides: Side[] = kind === 'edit' ? [] : kind === 'accept' ? ['reference'] : ['source', 'reference'];
  return {
    id,
    kind,
    practice: part === 'practice',
    ...(last && { answer: last.answer }),
    ...(last?.comment !== undefined && { comment: last.comment }),
    ...Object.fromEntries(sides.flatMap((side) => shownSide(campaign, side, kind, segment))),
    texts: shownTexts(campaign, assignment).map((text) => shown(text, campaign.target)),
    ...(kind === 'mark' && { errors: campaign.errors }),
  };
}

/** The texts to judge, in the order they are shown. */
export function shownTexts(campaign: Campaign, { entries, segment, edited }: Assignment): string[] {
  return entries.map(({ systems, damaged }) => {
    if (damaged !== undefined) return damaged;
    if (edited?.outcome === 'edited') return edited.text;
    return campaign.outputs[systems[0]!]![segment]!;
  });
}

function shownSide(campaign: Campaign, side: Side, kind: TaskKind, segment: number): [Side, ShownContext][] {
  const textOf = (s: number): string | undefined => campaign.segments[s]?.[side];
  const here = textOf(segment);
  if (here === undefined) return [];
  const language = side === 'source' ? campaign.source : campaign.target;
  const { before, after } = neighboursOf(campaign, splitOf(campaign), kind, segment, neighbours);
  const list = (found: readonly number[]): ShownText[] =>
    found.map(textOf).flatMap((text) => (text === undefined ? [] : [shown(text, language)]));
  return [[side, { before: list(before), here: shown(here, language), after: list(after) }]];
}

const splits = new WeakMap<Campaign, SegmentSplit>();

/** A campaign never changes, so its split can be cached. */
function splitOf(campaign: Campaign): SegmentSplit {
  let split = splits.get(campaign);
  if (!split) {
    const { kinds, segments } = campaign;
    split = kinds.includes('edit')
      ? splitSegments(campaign)
      : { by: 'none', isEdited: new Uint8Array(segments.length) };
    splits.set(campaign, split);
  }
  return split;
}

const shown = (text: string, { tag, direction }: CampaignLanguage): ShownText => ({ text, lang: tag, dir: direction });
