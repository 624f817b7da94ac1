/** The judgments of a campaign, as all that works on judgments takes them: a pure function of the journal. */
import {
  type Annotation,
  type Dropped,
  type Edit,
  type Judgment,
  type JudgmentKind,
  type Judgments,
  LeftOut,
  type MarkedError,
  type Ranking,
  type Rating,
  type Verdict,
} from '../judgments.ts';
import type { Answer, Assignment, Campaign, Entry, MarkedSpan } from './campaign.ts';
import type { CampaignRecord, GivenAnswer, JudgeRecord } from './campaignRecord.ts';

/**
 * Texts that several systems gave are expanded to all of them. Damaged texts are no judgments of systems: in rankings they are left out, as
 * ratings they are marked as such, which is what checks of judges are made from; what else was said of them only `judgeSigns` knows.
 */
export function collectJudgments(record: CampaignRecord, options: CollectOptions = {}): Judgments {
  return judgmentsFrom(record.campaign, countedAnswers(record, options));
}

/** The same from answers that are counted already. */
export function judgmentsFrom(campaign: Campaign, { counted, dropped }: CountedAnswers): Judgments {
  const collecting = new Collecting(campaign, counted);
  for (const each of counted) collecting.take(each);
  const { rankings, ratings, annotations, edits, verdicts, left } = collecting;
  return { rankings, ratings, annotations, edits, verdicts, dropped: [...dropped, ...left.list()] };
}

class Collecting {
  readonly rankings: Ranking[] = [];
  readonly ratings: Rating[] = [];
  readonly annotations: Annotation[] = [];
  readonly edits: Edit[] = [];
  readonly verdicts: Verdict[] = [];
  readonly left = new LeftOut();
  readonly #campaign: Campaign;
  /** Assignments whose rating counts as that of an output, so that a second one is a repetition. */
  readonly #rated: ReadonlySet<string>;
  /** How far each judge has come, by kind of judgment. */
  readonly #orders = new Map<string, number>();

  constructor(campaign: Campaign, counted: readonly CountedAnswer[]) {
    this.#campaign = campaign;
    this.#rated = new Set(counted.map(({ assignment }) => assignment.id));
  }

  take({ assignment, given }: CountedAnswer): void {
    const { answer, seq } = given;
    const [entry] = assignment.entries;
    const common = (kind: JudgmentKind) => this.#common(kind, assignment, given.seconds);
    if (answer.kind === 'rank' || answer.kind === 'pairwise') {
      const { outputs, ...expanded } = this.#expand(assignment, answer.ranks);
      if (outputs < 2) return this.#leaveOut('rankings of fewer than two outputs that are not damaged', seq);
      this.rankings.push(Object.assign(common('rankings'), expanded));
      return;
    }
    if (answer.kind === 'assess') return this.#rate(assignment, entry!, answer.score, common('ratings'));
    // Only ratings tell what was damaged.
    if (entry!.damaged !== undefined) return this.#leaveOut(`answers about damaged outputs (${answer.kind})`, seq);
    const systems = this.#names(entry!);
    switch (answer.kind) {
      case 'mark': {
        const errors = answer.errors.map((error) => this.#errorOf(assignment, entry!, error));
        const marked = common('annotations');
        for (const system of systems) this.annotations.push({ ...marked, system, errors });
        // Where outputs are also assessed, scores given with marks would be mixed up with those.
        if (answer.score === undefined) return;
        if (this.#campaign.kinds.includes('assess')) this.#leaveOut('scores given with marked errors', seq);
        else this.#rate(assignment, entry!, answer.score, common('ratings'));
        return;
      }
      case 'edit': {
        const edited = common('edits');
        const text = answer.outcome === 'edited' ? { text: answer.text } : {};
        for (const system of systems) this.edits.push({ ...edited, system, outcome: answer.outcome, ...text });
        return;
      }
      case 'accept': {
        const said = common('verdicts');
        const { editor } = assignment.edited!;
        for (const system of systems) this.verdicts.push({ ...said, system, editor, acceptable: answer.acceptable });
        return;
      }
      case 'none': // is never counted
    }
  }

  /** Systems one by one, in the order they were shown, and how many outputs that are not damaged there were. */
  #expand({ entries }: Assignment, given: readonly number[]) {
    const systems: string[] = [];
    const ranks: number[] = [];
    const shown: number[] = [];
    let outputs = 0;
    for (let e = 0; e < entries.length; e++) {
      const entry = entries[e]!;
      if (entry.damaged !== undefined) continue;
      for (const system of entry.systems) {
        systems.push(this.#campaign.systems[system]!);
        ranks.push(given[e]!);
        shown.push(outputs);
      }
      outputs++;
    }
    return outputs < systems.length ? { outputs, systems, ranks, shown } : { outputs, systems, ranks };
  }

  #rate({ repeats }: Assignment, entry: Entry, score: number, common: Judgment): void {
    const isRepeat = repeats !== undefined && this.#rated.has(repeats);
    const item = entry.damaged !== undefined ? 'damaged' : isRepeat ? 'repeat' : 'output';
    for (const system of this.#names(entry)) this.ratings.push({ ...common, system, score, item });
  }

  /** What a judge did before what is counted for each kind of judgment by itself. */
  #common(kind: JudgmentKind, { judge, segment }: Assignment, seconds: number): Judgment {
    const { key, document } = this.#campaign.segments[segment]!;
    const name = `${kind} ${judge}`;
    const order = this.#orders.get(name) ?? 0;
    this.#orders.set(name, order + 1);
    const { task } = this.#campaign;
    if (document === undefined) return { task, segment: key, judge, order, seconds };
    return { task, segment: key, document, judge, order, seconds };
  }

  #names(entry: Entry): string[] {
    return entry.systems.map((system) => this.#campaign.systems[system]!);
  }

  #errorOf({ segment }: Assignment, entry: Entry, { category, severity, side, start, end }: MarkedSpan): MarkedError {
    const { segments, outputs } = this.#campaign;
    const whole = side === 'source' ? segments[segment]!.source : outputs[entry.systems[0]!]?.[segment];
    const text = whole?.slice(start, end) ?? '';
    return { category, severity, side, ...(text !== '' && { text }) };
  }

  #leaveOut(what: string, seq: number): void {
    this.left.add(what, placeOf(seq));
  }
}

export interface CollectOptions {
  /** Which answer counts where a judge corrected one: the last one unless told otherwise. */
  readonly answers?: 'last' | 'first';
}

export interface CountedAnswer {
  readonly assignment: Assignment;
  readonly given: GivenAnswer;
}

export interface CountedAnswers {
  /** In the order in which they were first given: a correction does not move them. */
  readonly counted: readonly CountedAnswer[];
  readonly dropped: readonly Dropped[];
}

/** The answers of a campaign that count as judgments, and what of the others was left out, and why. */
export function countedAnswers(record: CampaignRecord, { answers = 'last' }: CollectOptions = {}): CountedAnswers {
  const counted: (CountedAnswer & { readonly since: number })[] = [];
  const against: { readonly reason: string; readonly since: number }[] = [];
  for (const judge of record.judges.values()) {
    for (const [id, { first, [answers]: given }] of judge.answers) {
      const assignment = record.assignment(id);
      const reason = reasonAgainst(record, judge, assignment, given.answer);
      const since = first.seq;
      if (reason === undefined) counted.push({ assignment: assignment!, given, since });
      else against.push({ reason, since });
    }
  }
  // In the order of the journal.
  counted.sort((a, b) => a.since - b.since);
  const left = new LeftOut();
  for (const { reason, since } of against.sort((a, b) => a.since - b.since)) left.add(reason, placeOf(since));
  return { counted, dropped: left.list() };
}

export const placeOf = (seq: number): string => `entry ${seq} of the journal`;

/** Why an answer does not count, as it goes on after a number; undefined if it does. */
function reasonAgainst(
  record: CampaignRecord,
  judge: JudgeRecord,
  assignment: Assignment | undefined,
  answer: Answer,
): string | undefined {
  if (assignment?.part === 'practice') return 'answers given for practice';
  if (judge.excluded !== undefined) return `answers of ${judge.id}, who is excluded (${judge.excluded})`;
  if (answer.kind === 'none') return 'answers that the judge cannot say';
  if (!assignment || !fits(record.campaign, assignment, answer)) return 'answers that do not fit what was asked';
  const editor = assignment.edited && record.judges.get(assignment.edited.editor);
  if (editor?.excluded !== undefined) {
    return `verdicts on what ${editor.id} edited, who is excluded (${editor.excluded})`;
  }
  return undefined;
}

/** Servers check answers before they store them; a journal that was put together elsewhere may hold anything. */
function fits({ segments, systems }: Campaign, assignment: Assignment, answer: Answer): boolean {
  const { kind, segment, entries, edited } = assignment;
  if (answer.kind !== kind || segments[segment] === undefined || entries.length === 0) return false;
  if (!entries.every((entry) => entry.systems.every((system) => systems[system] !== undefined))) return false;
  switch (answer.kind) {
    case 'rank':
    case 'pairwise':
      return answer.ranks.length === entries.length && answer.ranks.every((rank) => Number.isInteger(rank) && rank > 0);
    case 'assess':
      return Number.isFinite(answer.score);
    case 'accept':
      return edited !== undefined;
    case 'mark':
    case 'edit':
      return true;
  }
}
