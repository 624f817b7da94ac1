/**
 * Splits segments into those to edit and those to rank or rate: nobody may see the source or reference of a segment that is edited at the
 * same time (WMT09, section 3.2). A pure function of the campaign, so later extensions use the same split.
 */
import { UsageError, counted, groupBy } from '../../core/index.ts';
import { Pcg64, shuffle } from '../../stats/index.ts';
import type { Campaign, TaskKind } from '../campaign/campaign.ts';
import { designOf } from '../campaign/designOf.ts';
import { type Trial, allFit, isCompared, isJudged, isPaged, partsOf } from './listParts.ts';

export interface SegmentSplit {
  /** The unit of the split: documents; if they are too few or missing, runs of neighbours; else single segments. */
  readonly by: 'document' | 'run' | 'segment' | 'none';
  /** By segment: 1 if it is for editing, 0 if it is for the other tasks. */
  readonly isEdited: Uint8Array;
}

/** Practice assignments of each kind. */
export const practiceCount = 2;

/** If there are too few segments, the message recommends only numbers that pass `isSound`; by default none. */
export function splitSegments(campaign: Campaign, isSound: Trial = () => false): SegmentSplit {
  const { kinds, segments, seed } = campaign;
  const needs = neededSegments(campaign);
  const canJudge = segments.map((_, s) => kinds.filter(isJudged).every((kind) => isEligible(campaign, kind, s)));
  const canEdit = segments.map((_, s) => isEligible(campaign, 'edit', s));
  const edits = kinds.includes('edit');
  if (!edits || !kinds.some(isJudged)) {
    const [can, need] = edits ? [canEdit, needs.edited] : [canJudge, needs.judged];
    if (can.filter(Boolean).length < need) throw tooFew(campaign, canJudge, canEdit, isSound);
    return { by: 'none', isEdited: new Uint8Array(segments.length).fill(edits ? 1 : 0) };
  }
  const judgedKinds = kinds.filter(isJudged).length;
  // Segments for practice are more important than whole documents.
  for (const practice of [practiceCount, 0]) {
    const wanted = { judged: needs.judged + practice * judgedKinds, edited: needs.edited + practice };
    for (const by of ['document', 'run', 'segment'] as const) {
      const isEdited = splitUnits(unitsBy(by, campaign), canJudge, canEdit, wanted, new Pcg64(seed));
      if (isEdited) return { by, isEdited };
    }
  }
  throw tooFew(campaign, canJudge, canEdit, isSound);
}

/** Whether a segment can be judged: it has two texts to compare, or a source or reference to compare with. */
export function isEligible(campaign: Campaign, kind: TaskKind, segment: number): boolean {
  const { segments, outputs, kinds, designs } = campaign;
  const { source, reference, constituent } = segments[segment]!;
  if (kind === 'edit' || kind === 'accept') return !kinds.includes('accept') || Boolean(reference);
  const shown = { source, reference };
  const { shows } = designOf(campaign, kind);
  if (!shows.some((side) => shown[side])) return false;
  if (designs?.[kind]?.protocol === 'constituents' && !constituent) return false;
  const first = outputs[0]![segment];
  return !isCompared(kind, designs) || isPaged(kind, campaign) || outputs.some((texts) => texts[segment] !== first);
}

/**
 * Context of a segment: up to `reach` segments before and after in the same document, nearest last and first; segments without a document
 * count as one document. While others edit, context stops at segments for editing. None for `edit`, which shows each output alone (WMT09,
 * section 3.2).
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

/** The number of judges who edit one output of the pool: all, or half of them if the others judge the edits. */
export const editorsOfPoolItem = (judges: number, kinds: readonly TaskKind[]): number =>
  kinds.includes('accept') ? Math.min(judges - 1, Math.max(2, Math.floor(judges / 2))) : judges;

/** Whether every judge gets a list of different segments in advance: not pages of documents, and nothing that is assigned later. */
const isListed = (campaign: Campaign, kind: TaskKind): boolean =>
  !isPaged(kind, campaign) && (campaign.assignment?.by ?? 'plan') === 'plan';

/** The minimum number of segments for each side, without practice. */
export function neededSegments(campaign: Campaign): { judged: number; edited: number } {
  const { kinds, settings, designs } = campaign;
  const { judges, perJudge } = settings;
  let judged = 0;
  for (const kind of kinds.filter((each) => isJudged(each) && isListed(campaign, each))) {
    const { own, pool, checks } = partsOf(kind, perJudge, settings);
    judged = Math.max(judged, own + pool + (isCompared(kind, designs) ? checks : 0));
  }
  if (!kinds.includes('edit')) return { judged, edited: 0 };
  const { own, pool } = partsOf('edit', perJudge, settings);
  if (!kinds.includes('accept')) return { judged, edited: own + pool };
  const editors = editorsOfPoolItem(judges, kinds);
  // At least one judge must not have edited a segment. If judges do not divide evenly, one of them has one more own segment.
  const spread = (owned: number): number => Math.max(owned, Math.ceil((judges * owned) / (judges - 1)));
  return {
    judged,
    edited: editors < 2 ? spread(own + pool) : Math.ceil((judges * pool) / editors) + spread(own + (pool > 0 ? 1 : 0)),
  };
}

/** Neighbours that stay together, in the order of the test set. */
function unitsBy(by: 'document' | 'run' | 'segment', { segments }: Campaign): number[][] {
  if (by === 'document') {
    if (segments.some(({ document }) => document === undefined)) return [];
    return [...groupBy(segments.keys(), (s) => segments[s]!.document).values()];
  }
  // Ten neighbours give context; small sets get shorter runs, to have enough to choose from.
  const length = by === 'segment' ? 1 : Math.max(1, Math.min(10, Math.floor(segments.length / 20)));
  const units: number[][] = [];
  for (let s = 0; s < segments.length; s++) {
    if (s % length === 0) units.push([]);
    units.at(-1)!.push(s);
  }
  return units;
}

/** Half for each side, as far as the needs of both allow; undefined if these units cannot meet them. */
function splitUnits(
  units: number[][],
  canJudge: readonly boolean[],
  canEdit: readonly boolean[],
  needs: { readonly judged: number; readonly edited: number },
  random: Pcg64,
): Uint8Array | undefined {
  const total = canJudge.filter(Boolean).length;
  const isEdited = new Uint8Array(canJudge.length);
  let judged = total;
  let edited = 0;
  const order = shuffle([...units], random);
  const give = (unit: readonly number[], isAllowed: (edits: number, stay: number) => boolean): boolean => {
    const [gained, lost] = [unit.filter((s) => canEdit[s]).length, unit.filter((s) => canJudge[s]).length];
    if (!isAllowed(edited + gained, judged - lost)) return false;
    edited += gained;
    judged -= lost;
    for (const s of unit) isEdited[s] = 1;
    return true;
  };
  const half = Math.max(needs.edited, Math.min(canEdit.filter(Boolean).length / 2, total - needs.judged));
  const left = order.filter((unit) => !give(unit, (edits, stay) => edits <= half && stay >= needs.judged));
  // The smallest remaining units make up the rest.
  left.sort((a, b) => a.length - b.length);
  for (const unit of left) if (edited < needs.edited) give(unit, (_, stay) => stay >= needs.judged);
  return edited >= Math.max(1, needs.edited) && judged >= Math.max(1, needs.judged) ? isEdited : undefined;
}

function tooFew(
  campaign: Campaign,
  canJudge: readonly boolean[],
  canEdit: readonly boolean[],
  isSound: Trial,
): UsageError {
  const { kinds, segments, settings } = campaign;
  const { judged, edited } = neededSegments(campaign);
  // Editors practise on segments that nobody else sees; other judges only if both sides have segments to spare.
  const practice = edited > 0 ? practiceCount * (1 + kinds.filter(isJudged).length) : 0;
  const parts = [
    ...(judged > 0 ? [`${judged} to ${kinds.filter(isJudged).join(' and ')}`] : []),
    ...(edited > 0 ? [`${edited}${judged > 0 ? ' others' : ''} to edit`] : []),
    ...(practice > 0 ? [`${practice} for practice`] : []),
  ];
  const [judgeable, editable] = [canJudge.filter(Boolean).length, canEdit.filter(Boolean).length];
  const isShort = judged > judgeable;
  const able = isShort ? judgeable : Math.max(judged > 0 ? judgeable : 0, edited > 0 ? editable : 0);
  const usable = able < segments.length ? ` that can be judged, out of ${segments.length}` : '';
  const found =
    `Too few segments: ${counted(settings.perJudge, 'assignment')} per judge need ${listed(parts)}; ` +
    `there are ${able}${usable}`;
  if (isShort && judgeable === 0 && kinds.some((kind) => isCompared(kind, campaign.designs))) {
    return new UsageError(`${found}. Segments with the same output from all systems cannot be compared.`);
  }
  const most = soundShorter(campaign, able, isSound);
  const remedy = most === undefined ? '' : `, or plan at most ${counted(most, 'assignment')} per judge`;
  return new UsageError(`${found}. Give at least ${judged + edited + practice} segments${remedy}.`);
}

/** `a`, `a and b`, `a, b and c`. */
const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/** The largest number of assignments below the requested one that works. */
function soundShorter(campaign: Campaign, able: number, isSound: Trial): number | undefined {
  const { settings: asked } = campaign;
  for (let perJudge = asked.perJudge - 1; perJudge > 0; perJudge--) {
    const settings = { ...asked, perJudge };
    const { judged, edited } = neededSegments({ ...campaign, settings });
    if (judged + edited <= able && allFit(campaign, settings) && isSound(perJudge)) return perJudge;
  }
  return undefined;
}
