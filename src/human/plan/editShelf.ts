/** Edits to be judged, and who may judge them: nobody who edited the segment, and nobody the same text twice. */
import { type Pcg64, shuffle } from '../../stats/index.ts';
import type { Assignment } from '../campaign/campaign.ts';
import type { CampaignRecord } from '../campaign/campaignRecord.ts';
import type { PlanSoFar } from './extendPlan.ts';

/** One edit, including outputs left unchanged because they are correct or the editor was unable to correct them. */
export interface FinishedEdit {
  readonly editor: string;
  readonly segment: number;
  /** The systems whose output it was. */
  readonly systems: readonly number[];
  readonly outcome: NonNullable<Assignment['edited']>['outcome'];
  /** The output itself where it was not changed. */
  readonly text: string;
}

/** The last answer to each assignment, without practice and without excluded editors, in the order of judges and assignments. */
export function finishedEdits(record: CampaignRecord): FinishedEdit[] {
  const { outputs } = record.campaign;
  return [...record.judges.values()].flatMap(({ id, excluded, assignments, answers }) =>
    excluded !== undefined
      ? []
      : assignments.flatMap((each): FinishedEdit[] => {
          const answer = answers.get(each.id)?.last.answer;
          if (each.kind !== 'edit' || each.part === 'practice' || answer?.kind !== 'edit') return [];
          const { systems } = each.entries[0]!;
          const text = answer.outcome === 'edited' ? answer.text : outputs[systems[0]!]![each.segment]!;
          return [{ editor: id, segment: each.segment, systems, outcome: answer.outcome, text }];
        }),
  );
}

export interface ShelvedEdit extends FinishedEdit {
  /** Number of its text among the texts of all segments; edits of a segment may be identical. */
  readonly textId: number;
  /** Number of judges who were given any output of this segment to edit. */
  readonly editors: number;
  /** Number of judges who have it. */
  use: number;
  isPooled: boolean;
}

export interface Acceptor {
  readonly id: string;
  /** Whether the judge had nothing to accept before. */
  readonly isNew: boolean;
  /** By segment: whether the judge was given it to edit, and whether an edit of it is on the judge's list. */
  readonly hasEdited: Uint8Array;
  readonly hasSegment: Uint8Array;
  /** By number of text. */
  readonly hasText: Uint8Array;
  /** Edits assigned in this plan. */
  readonly taken: { readonly edit: ShelvedEdit; readonly part: 'own' | 'pool' }[];
  /** Number of edits to assign in all. */
  wish: number;
}

/** Number of draws of an edit for a check or for practice. */
const draws = 50;
/** Number of candidate edits searched for one on a new segment. */
const lookedAt = 40;

export class EditShelf {
  /** In random order. */
  readonly edits: readonly ShelvedEdit[];
  readonly acceptors: readonly Acceptor[];
  readonly #textIds = new Map<string, number>();
  /** Of every edit, for loops over all edits for all judges. */
  readonly #segmentColumn: Int32Array;
  readonly #textColumn: Int32Array;
  readonly #textsOf = new Map<number, Set<string>>();

  constructor(
    edits: readonly FinishedEdit[],
    { campaign, assignments }: PlanSoFar,
    judges: readonly string[],
    random: Pcg64,
  ) {
    const editors = new Map<number, Set<string>>();
    const note = (segment: number, editor: string): void =>
      void editors.set(segment, (editors.get(segment) ?? new Set()).add(editor));
    for (const { kind, segment, judge } of assignments) if (kind === 'edit') note(segment, judge);
    for (const { segment, editor, text } of edits) {
      note(segment, editor);
      this.#textsOf.set(segment, (this.#textsOf.get(segment) ?? new Set()).add(text));
    }
    const shelved = edits.map((edit): ShelvedEdit => {
      const key = textKey(edit.segment, edit.text);
      const textId = this.#textIds.get(key) ?? this.#textIds.size;
      this.#textIds.set(key, textId);
      return { ...edit, textId, editors: editors.get(edit.segment)!.size, use: 0, isPooled: false };
    });
    this.edits = shuffle(shelved, random);
    this.#segmentColumn = Int32Array.from(this.edits, ({ segment }) => segment);
    this.#textColumn = Int32Array.from(this.edits, ({ textId }) => textId);
    const before = new Set(assignments.filter(({ kind }) => kind === 'accept').map(({ judge }) => judge));
    this.acceptors = judges.map((id) => ({
      id,
      isNew: !before.has(id),
      hasEdited: Uint8Array.from(campaign.segments, (_, s) => (editors.get(s)?.has(id) ? 1 : 0)),
      hasSegment: new Uint8Array(campaign.segments.length),
      hasText: new Uint8Array(this.#textIds.size),
      taken: [],
      wish: 0,
    }));
    this.#takeUp(assignments);
  }

  /** Counts the earlier plan. */
  #takeUp(assignments: PlanSoFar['assignments']): void {
    const acceptors = new Map(this.acceptors.map((acceptor) => [acceptor.id, acceptor]));
    const known = new Map(this.edits.map((edit) => [JSON.stringify([edit.editor, edit.systems, edit.textId]), edit]));
    for (const { kind, judge, part, segment, entries, edited } of assignments) {
      if (kind !== 'accept') continue;
      const textId = this.#textIds.get(textKey(segment, edited!.text));
      const acceptor = acceptors.get(judge);
      if (acceptor) {
        acceptor.hasSegment[segment] = 1;
        if (textId !== undefined) acceptor.hasText[textId] = 1;
      }
      const edit = known.get(JSON.stringify([edited!.editor, entries[0]!.systems, textId]));
      if (!edit || (part !== 'own' && part !== 'pool')) continue;
      edit.use++;
      edit.isPooled ||= part === 'pool';
    }
  }

  canSee({ hasEdited, hasText }: Acceptor, { segment, textId }: ShelvedEdit): boolean {
    return hasEdited[segment] === 0 && hasText[textId] === 0;
  }

  /** Number of different texts that the judge can still be given. */
  supply(acceptor: Acceptor): number {
    const counted = acceptor.hasText.slice();
    let supply = 0;
    for (let e = 0; e < this.edits.length; e++) {
      const text = this.#textColumn[e]!;
      if (acceptor.hasEdited[this.#segmentColumn[e]!] === 1 || counted[text] === 1) continue;
      counted[text] = 1;
      supply++;
    }
    return supply;
  }

  unjudged(): number {
    return this.edits.filter(({ use }) => use === 0).length;
  }

  /** The same, without texts that someone sees as another person's edit. */
  unseen(): number {
    const seen = new Set(this.edits.filter(({ use }) => use > 0).map(({ textId }) => textId));
    return this.edits.filter(({ textId }) => !seen.has(textId)).length;
  }

  /** Edits already in the pool, then those that most judges may see; ties in random order. */
  byAudience(): ShelvedEdit[] {
    return this.edits.toSorted((a, b) => Number(b.isPooled) - Number(a.isPooled) || a.editors - b.editors);
  }

  give(edit: ShelvedEdit, acceptor: Acceptor, part: 'own' | 'pool'): void {
    acceptor.taken.push({ edit, part });
    acceptor.hasText[edit.textId] = 1;
    acceptor.hasSegment[edit.segment] = 1;
    edit.use++;
    edit.isPooled ||= part === 'pool';
  }

  /** Judges take turns; each takes an edit that the fewest judges have, on a new segment if one is found among the candidates. */
  dealRest(random: Pcg64): void {
    const levels: (ShelvedEdit[] | undefined)[] = [];
    const shelve = (edit: ShelvedEdit): void => void (levels[edit.use] ??= []).push(edit);
    for (const edit of this.edits) shelve(edit);
    let waiting = shuffle([...this.acceptors], random).filter(({ taken, wish }) => taken.length < wish);
    while (waiting.length > 0) {
      waiting = waiting.filter((acceptor) => {
        const edit = this.#takeFor(acceptor, levels);
        if (!edit) return false;
        this.give(edit, acceptor, 'own');
        shelve(edit);
        return acceptor.taken.length < acceptor.wish;
      });
    }
  }

  #takeFor(acceptor: Acceptor, levels: readonly (ShelvedEdit[] | undefined)[]): ShelvedEdit | undefined {
    for (const level of levels) {
      if (!level) continue;
      let found = -1;
      for (let at = level.length - 1, seen = 0; at >= 0 && seen < lookedAt; at--) {
        if (!this.canSee(acceptor, level[at]!)) continue;
        const isNew = acceptor.hasSegment[level[at]!.segment] === 0;
        if (found < 0 || isNew) found = at;
        if (isNew) break;
        seen++;
      }
      if (found < 0) continue;
      const edit = level[found]!;
      // The order within a level is random anyway.
      level[found] = level.at(-1)!;
      level.pop();
      return edit;
    }
    return undefined;
  }

  /** An edit of a segment that the judge has not edited, and preferably not on the list; undefined if none was drawn. */
  drawEdit(acceptor: Acceptor, random: Pcg64): ShelvedEdit | undefined {
    return this.#draw(acceptor, random, acceptor.hasSegment, ({ segment }) => segment);
  }

  /** An edit of another segment that the judge has not edited, and preferably does not see elsewhere; undefined if none was drawn. */
  foreignEdit(acceptor: Acceptor, { segment }: ShelvedEdit, random: Pcg64): ShelvedEdit | undefined {
    const here = this.#textsOf.get(segment)!;
    // An empty text would give the check away.
    const isForeign = (other: ShelvedEdit): boolean =>
      other.segment !== segment && !here.has(other.text) && other.text.trim() !== '';
    return this.#draw(acceptor, random, acceptor.hasText, ({ textId }) => textId, isForeign);
  }

  /** Prefers one that the judge has not seen, and records it; else the first valid one. */
  #draw(
    { hasEdited }: Acceptor,
    random: Pcg64,
    seen: Uint8Array,
    numberOf: (edit: ShelvedEdit) => number,
    willDo: (edit: ShelvedEdit) => boolean = () => true,
  ): ShelvedEdit | undefined {
    let second: ShelvedEdit | undefined;
    for (let draw = 0; draw < draws; draw++) {
      const edit = this.edits[random.below(this.edits.length)]!;
      if (hasEdited[edit.segment] === 1 || !willDo(edit)) continue;
      if (seen[numberOf(edit)] === 0) {
        seen[numberOf(edit)] = 1;
        return edit;
      }
      second ??= edit;
    }
    return second;
  }
}

const textKey = (segment: number, text: string): string => `${segment} ${text}`;
