/**
 * The parts of an assignment that a judge may see: no names, no part of the plan, no second text where the kind forbids it (WMT09,
 * Callison-Burch et al. 2009, sections 3.1 to 3.3).
 */
import { present } from '../core/index.ts';
import {
  type Assignment,
  type Campaign,
  type CampaignDocument,
  type CampaignLanguage,
  type CampaignRecord,
  type MarkedSpan,
  type SegmentSplit,
  type TaskDesign,
  categoryPaths,
  designOf,
  neighboursOf,
  splitSegments,
} from '../human/index.ts';
import type { ShownAssignment, ShownContext, ShownDocument, ShownText } from './wire.ts';

/** Number of neighbours shown on each side, from the same document. */
const neighbours = 2;

type Side = 'source' | 'reference';

export function showAssignment(record: CampaignRecord, assignment: Assignment): ShownAssignment {
  const { campaign } = record;
  const { id, kind, part, segment, tutorial } = assignment;
  const last = record.judges.get(assignment.judge)?.answers.get(id)?.last;
  const design = designOf(campaign, kind);
  const item = tutorial === undefined ? undefined : campaign.tutorial?.[tutorial];
  const document = item || design.context !== 'document' ? undefined : shownDocument(record, assignment, design);
  const { instruction } = item ?? documentOf(campaign, segment) ?? {};
  const prefilled = entrySpans(campaign, assignment);
  const constituent = shownConstituent(campaign, assignment);
  return {
    id,
    kind,
    practice: part === 'practice',
    design,
    ...present({ instruction }),
    ...(part === 'practice' && (!item || item.isSkippable) && { skippable: true }),
    ...(last && { answer: last.answer }),
    ...(last?.comment !== undefined && { comment: last.comment }),
    ...Object.fromEntries(design.shows.flatMap((side) => shownSide(campaign, side, assignment, design))),
    texts: shownTexts(campaign, assignment).map((text) => shown(text, campaign.target)),
    ...(prefilled.some((spans) => spans.length > 0) && { prefilled }),
    ...present({ constituent, document }),
    ...(asksDocumentScore(record, assignment) && { asksDocumentScore: true }),
    ...(design.marking && {
      errors: {
        categories: categoryPaths(design.marking.categories).map(({ path }) => path),
        severities: design.marking.severities.map(({ name }) => name),
      },
    }),
  };
}

/** The texts to judge, in the order they are shown. */
export function shownTexts(campaign: Campaign, assignment: Assignment): string[] {
  const { entries, segment, edited, tutorial } = assignment;
  if (tutorial !== undefined) return [...(campaign.tutorial?.[tutorial]?.outputs ?? [])];
  return entries.map(({ systems, damaged }) => {
    if (damaged !== undefined) return damaged;
    if (edited?.outcome === 'edited') return edited.text;
    return campaign.outputs[systems[0]!]![segment]!;
  });
}

/** The source or reference that is shown with the texts. */
export function shownPartner(campaign: Campaign, side: Side, { segment, tutorial }: Assignment): string | undefined {
  return (tutorial === undefined ? campaign.segments[segment] : campaign.tutorial?.[tutorial])?.[side];
}

/** Whether the document is scored with this assignment: it is the last of its page and of the document. */
export function asksDocumentScore({ campaign, judges }: CampaignRecord, assignment: Assignment): boolean {
  const { id, judge, kind, page, segment } = assignment;
  if (page === undefined || !designOf(campaign, kind).documentScore) return false;
  const { document } = campaign.segments[segment] ?? {};
  if (document === undefined || campaign.segments[segment + 1]?.document === document) return false;
  return judges.get(judge)?.assignments.findLast((each) => each.page === page)?.id === id;
}

function shownSide(
  campaign: Campaign,
  side: Side,
  assignment: Assignment,
  { context }: TaskDesign,
): [Side, ShownContext][] {
  const { kind, segment, tutorial } = assignment;
  const textOf = (s: number): string | undefined => campaign.segments[s]?.[side];
  const here = shownPartner(campaign, side, assignment);
  if (here === undefined) return [];
  const language = side === 'source' ? campaign.source : campaign.target;
  const isAlone = context !== 'neighbours' || tutorial !== undefined;
  const { before, after } = isAlone
    ? { before: [], after: [] }
    : neighboursOf(campaign, splitOf(campaign), kind, segment, neighbours);
  const list = (found: readonly number[]): ShownText[] =>
    found.map(textOf).flatMap((text) => (text === undefined ? [] : [shown(text, language)]));
  return [[side, { before: list(before), here: shown(here, language), after: list(after) }]];
}

/** The document with the outputs of the same systems; texts that were damaged for this page stay damaged. */
function shownDocument(record: CampaignRecord, assignment: Assignment, { shows }: TaskDesign): ShownDocument {
  const { campaign } = record;
  const { kind, segment, judge, page, entries } = assignment;
  const { before, after } = neighboursOf(campaign, splitOf(campaign), kind, segment, Infinity);
  const own = record.judges.get(judge)?.assignments ?? [];
  const onPage = new Map(
    own.flatMap((each) => (page !== undefined && each.page === page ? [[each.segment, each]] : [])),
  );
  onPage.set(segment, assignment);
  const segments = [...before, segment, ...after].map((s) => {
    const judged = onPage.get(s);
    const outputs = entries.map(({ systems }) => campaign.outputs[systems[0]!]![s]!);
    const texts = judged ? shownTexts(campaign, judged) : outputs;
    const side = (name: Side): object => {
      const text = shows.includes(name) ? campaign.segments[s]![name] : undefined;
      return text === undefined ? {} : { [name]: shown(text, name === 'source' ? campaign.source : campaign.target) };
    };
    return {
      ...side('source'),
      ...side('reference'),
      texts: texts.map((text) => shown(text, campaign.target)),
      ...(judged && { assignment: judged.id }),
    };
  });
  return { here: before.length, segments };
}

function documentOf({ documents, segments }: Campaign, segment: number): CampaignDocument | undefined {
  const { document } = segments[segment] ?? {};
  return document === undefined || !documents || !Object.hasOwn(documents, document) ? undefined : documents[document];
}

/** By entry: errors marked in advance. In a damaged text, those that the damage did not touch. */
function entrySpans(
  campaign: Campaign,
  { entries, segment, tutorial }: Assignment,
): readonly (readonly MarkedSpan[])[] {
  if (tutorial !== undefined) return campaign.tutorial?.[tutorial]?.prefilled ?? [];
  return entries.map(({ systems, damaged }) => {
    const spans = campaign.prefilled?.[systems[0]!]?.[segment] ?? [];
    if (damaged === undefined || spans.length === 0) return spans;
    const whole = campaign.outputs[systems[0]!]![segment]!;
    const { front, back } = commonEnds(whole, damaged);
    const longer = damaged.length - whole.length;
    return spans.flatMap((span): MarkedSpan[] => {
      if (span.side === 'source' || span.end <= front) return [span];
      if (span.start < whole.length - back) return [];
      return [{ ...span, start: span.start + longer, end: span.end + longer }];
    });
  });
}

/** How much of the beginning and end of two texts is the same, without overlap. */
export function commonEnds(whole: string, damaged: string): { front: number; back: number } {
  const shorter = Math.min(whole.length, damaged.length);
  let front = 0;
  while (front < shorter && whole[front] === damaged[front]) front++;
  let back = 0;
  while (back < shorter - front && whole.at(-1 - back) === damaged.at(-1 - back)) back++;
  return { front, back };
}

function shownConstituent(campaign: Campaign, { segment, entries }: Assignment): ShownAssignment['constituent'] {
  const { constituent } = campaign.segments[segment] ?? {};
  if (!constituent) return undefined;
  // A damaged text is not divided as the output was.
  const spans = entries.map(({ systems, damaged }) =>
    damaged === undefined ? constituent.outputs[systems[0]!] : null,
  );
  return { source: constituent.source, texts: spans.map((span) => span ?? null) };
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
