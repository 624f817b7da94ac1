/**
 * Attention checks: translations damaged in a way that an attentive judge must notice. The rule is that of the BAD items of Appraise's
 * scripts: an inner span is replaced by a span of another segment, of 2 words in texts of up to 5, 3 in up to 8, 4 in up to 15, 5 in up to
 * 20, else 6; in languages written without spaces, of twice as many characters.
 */
import { groupBy } from '../../core/index.ts';
import { type Pcg64, shuffle } from '../../stats/index.ts';
import type { Campaign, Entry, TaskKind } from '../campaign/campaign.ts';
import { isCompared, isJudged, isPaged } from './listParts.ts';
import type { Item, KindState, PlanState } from './planState.ts';
import { neededSegments, practiceCount } from './splitSegments.ts';

interface DamageSettings {
  /** Count characters instead of words. */
  readonly unspaced?: boolean;
  /** Multiplies the length of the span: 2 for practice, to make the damage obvious. */
  readonly strength?: number;
}

/** Number of texts tried before the fallback. */
const draws = 24;

/** Undefined if no other text changes anything and the text reads the same backwards. */
export function damage(
  text: string,
  otherTexts: readonly string[],
  random: Pcg64,
  { unspaced = false, strength = 1 }: DamageSettings = {},
): string | undefined {
  const units = cutUnits(text, unspaced);
  const span = spanLength(units.length, unspaced) * strength;
  const [first, last] = innerSpan(units.length, span, random);
  const before = units.length === 0 ? text : text.slice(0, units[first]!.start);
  const after = units.length === 0 ? '' : text.slice(units[last]!.end);
  for (let draw = 0; draw < draws && otherTexts.length > 0; draw++) {
    const other = otherTexts[random.below(otherTexts.length)]!;
    const from = cutUnits(other, unspaced);
    if (from.length === 0) continue;
    const length = Math.min(span, from.length);
    const start = random.below(from.length - length + 1);
    const damaged = before + other.slice(from[start]!.start, from[start + length - 1]!.end) + after;
    if (damaged !== text) return damaged;
  }
  const reversed = units
    .map(({ start, end }) => text.slice(start, end))
    .reverse()
    .join(unspaced ? '' : ' ');
  return reversed === text ? undefined : reversed;
}

/** Moves a run of five words, or ten characters, to the end, as the attention checks of contrastive ESA do; undefined if nothing changes. */
function rotate(text: string, random: Pcg64, unspaced: boolean): string | undefined {
  const units = cutUnits(text, unspaced);
  const run = unspaced ? 10 : 5;
  if (units.length <= run) return undefined;
  const first = random.below(units.length - run);
  const [start, end] = [units[first]!.start, units[first + run]!.start];
  const rest = text.slice(end).trimEnd();
  const rotated = `${text.slice(0, start)}${rest}${unspaced ? '' : ' '}${text.slice(start, end).trimEnd()}`;
  return rotated === text ? undefined : rotated;
}

export function spanLength(units: number, unspaced: boolean): number {
  const words = units <= 5 ? 2 : units <= 8 ? 3 : units <= 15 ? 4 : units <= 20 ? 5 : 6;
  return unspaced ? 2 * words : words;
}

/** First and last unit to replace: neither the first nor the last of the text, unless it is too short; the first unit of the text is given up last. */
function innerSpan(units: number, span: number, random: Pcg64): [first: number, last: number] {
  if (units < 2) return [0, 0];
  if (units < span + 2) return [1, Math.min(span, units - 1)];
  const first = 1 + random.below(units - span - 1);
  return [first, first + span - 1];
}

/** Words, or characters with the marks that belong to them; the engine's table of marks differs only in characters of new scripts. */
function cutUnits(text: string, unspaced: boolean): { start: number; end: number }[] {
  const pattern = unspaced ? /\S\p{M}*/gu : /\S+/gu;
  return Array.from(text.matchAll(pattern), ({ 0: unit, index }) => ({ start: index, end: index + unit.length }));
}

/** Languages written without spaces between words. */
const unspacedLanguages: ReadonlySet<string> = new Set([
  'bo', 'cmn', 'dz', 'ja', 'km', 'lo', 'lzh', 'my', 'nan', 'th', 'wuu', 'yue', 'zh',
]); // prettier-ignore

/** By its BCP 47 tag: `zh-Hant`. */
export const isUnspaced = (tag: string): boolean => unspacedLanguages.has(tag.split(/[-_]/)[0]!.toLowerCase());

/** Number of other segments drawn for each damage, to take words from. */
const donors = 8;
const drawsOfDonors = 6;

/**
 * For attention checks and practice: an entry whose output is damaged with words from outputs of other segments of the same side, so no
 * word of a segment that others edit is shown. The result equals no system's output; undefined if nothing can be damaged.
 */
export function damageOutput(
  { outputs, target, checks }: Campaign,
  segment: number,
  { systems }: Entry,
  side: Int32Array,
  random: Pcg64,
  strength = 1,
): Entry | undefined {
  const text = outputs[systems[0]!]![segment]!;
  const unspaced = isUnspaced(target.tag);
  const rotated = checks?.damage === 'rotated' ? rotate(text, random, unspaced) : undefined;
  if (rotated !== undefined && outputs.every((texts) => texts[segment] !== rotated))
    return { systems, damaged: rotated };
  for (let draw = 0; draw < drawsOfDonors; draw++) {
    const others: string[] = [];
    for (let d = 0; d < donors; d++) {
      const other = side[random.below(side.length)]!;
      if (other !== segment) others.push(outputs[random.below(outputs.length)]![other]!);
    }
    const damaged = damage(text, others, random, { unspaced, strength });
    if (damaged !== undefined && outputs.every((texts) => texts[segment] !== damaged)) return { systems, damaged };
  }
  return undefined;
}

/**
 * A practice round: the same few assignments for every judge, with a damaged text among them, which allows feedback. It uses segments that
 * are not used elsewhere, if there are enough: two for each kind, or the same two for all kinds except `edit`, or any. In the last two
 * cases `edit` has no practice, because an editor must not see a segment twice.
 */
export function planPractice(state: PlanState, kinds: readonly TaskKind[], random: Pcg64): void {
  const { campaign } = state;
  const needs = neededSegments(campaign);
  const withoutTutorial = kinds.filter((kind) => !campaign.tutorial?.some((item) => item.kind === kind));
  for (const kind of withoutTutorial) if (isPaged(kind, campaign)) practiseDocument(state, state.kind(kind), random);
  const judged = withoutTutorial
    .filter((kind) => isJudged(kind) && !isPaged(kind, campaign))
    .map((kind) => state.kind(kind));
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
  if (!withoutTutorial.includes('edit')) return;
  const edit = state.kind('edit');
  if (edit.eligible.length - needs.edited < practiceCount) return;
  const segments = shuffle([...edit.eligible], random).slice(0, practiceCount);
  edit.practice = makePractice(state, edit, segments, random);
  for (const segment of segments) state.isReserved[segment] = 1;
}

/** With fewer documents, all are needed for judging. */
const enoughDocuments = 4;

/** Practice with the first segments of a short document that is judged nowhere else. */
function practiseDocument(state: PlanState, kind: KindState, random: Pcg64): void {
  const { segments } = state.campaign;
  const free = [...kind.eligible].filter((s) => state.isReserved[s] === 0);
  const documents = [...groupBy(free, (s) => segments[s]!.document).values()];
  if (documents.length < enoughDocuments) return;
  const able = shuffle(
    documents.filter(({ length }) => length >= practiceCount),
    random,
  );
  const [shortest] = able.sort((a, b) => a.length - b.length);
  if (!shortest) return;
  kind.practice = makePractice(state, kind, shortest.slice(0, practiceCount), random);
  for (const segment of shortest) state.isReserved[segment] = 1;
}

/** Compared texts always include a damaged one; of texts judged alone, the second is damaged. */
function makePractice(state: PlanState, kind: KindState, segments: readonly number[], random: Pcg64): Item[] {
  return segments.map((segment, at) => {
    const entries = shuffle([...state.entries(segment)], random);
    const damaged = damageOutput(state.campaign, segment, entries[0]!, kind.eligible, random, 2);
    if (isCompared(kind.kind, state.campaign.designs))
      return { segment, entries: withDamaged(entries, kind.most, damaged, random) };
    return { segment, entries: [at > 0 && damaged ? damaged : entries[0]!] };
  });
}

/**
 * Adds the damaged text next to its original, the first entry. If more than one entry remains, the number of texts stays the same, so it
 * does not give the check away.
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
