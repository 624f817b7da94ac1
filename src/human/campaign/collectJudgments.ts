/** The judgments of a campaign in the common form: a pure function of the journal. */
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
import type { Answer, Assignment, Campaign, Entry, MarkedSpan, TaskKind } from './campaign.ts';
import type { CampaignRecord, GivenAnswer, JudgeRecord } from './campaignRecord.ts';
import { designOf, protocolName, textAnswers } from './designOf.ts';
import type { Scale } from './taskDesign.ts';

/**
 * Texts shared by several systems are expanded to all of them. Answers about damaged texts do not judge systems: rankings leave them out,
 * and ratings mark them as damaged, for the checks of judges. Only `judgeSigns` uses the other answers about them.
 */
export function collectJudgments(record: CampaignRecord, options: CollectOptions = {}): Judgments {
  return judgmentsFrom(record.campaign, countedAnswers(record, options));
}

/** Converts the counted answers of a campaign into judgments. */
export function judgmentsFrom(campaign: Campaign, { counted, dropped }: CountedAnswers): Judgments {
  const rankings: Ranking[] = [];
  const ratings: Rating[] = [];
  const annotations: Annotation[] = [];
  const edits: Edit[] = [];
  const verdicts: Verdict[] = [];
  const left = new LeftOut();
  /** Assignments whose rating counts; a second rating of the same output is a repeat. */
  const rated = new Set(counted.map(({ assignment }) => assignment.id));
  /** Whether rankings come from ranking and from comparing pairs, or ratings from rating and from marking. */
  const has = (kind: TaskKind, isGiven: (answer: Answer) => boolean = () => true): boolean =>
    counted.some(({ assignment, given }) => assignment.kind === kind && isGiven(given.answer));
  const isOfSeveral = {
    rankings: has('rank') && has('pairwise'),
    ratings: has('assess') && has('mark', (answer) => textAnswers(answer).some(({ scores }) => scores)),
  };
  /** The number of judgments so far, by judge and kind. */
  const orders = new Map<string, number>();
  for (const each of counted) take(each);
  return { rankings, ratings, annotations, edits, verdicts, dropped: [...dropped, ...left.list()] };

  function take({ assignment, given: { answer, seq, seconds } }: CountedAnswer): void {
    const [entry] = assignment.entries;
    const common = (kind: JudgmentKind) => commonOf(kind, assignment, seconds);
    const leaveOut = (what: string): void => left.add(what, placeOf(seq));
    if (answer.kind === 'rank' || answer.kind === 'pairwise') {
      const { outputs, ...expanded } = expand(assignment, answer.ranks);
      if (outputs < 2) return leaveOut('rankings of fewer than two outputs that are not damaged');
      rankings.push(Object.assign(common('rankings'), protocolOf(answer.kind, 'rankings'), expanded));
      return;
    }
    if (answer.kind === 'assess' || answer.kind === 'mark') return takeScored(assignment, answer, seconds, leaveOut);
    // Only ratings can mark damaged outputs.
    if (entry!.damaged !== undefined) return leaveOut(`answers about damaged outputs (${answer.kind})`);
    const systems = namesOf(entry!);
    switch (answer.kind) {
      case 'edit': {
        const edited = common('edits');
        const text = answer.outcome === 'edited' ? { text: answer.text } : {};
        for (const system of systems) edits.push({ ...edited, system, outcome: answer.outcome, ...text });
        return;
      }
      case 'accept': {
        const said = common('verdicts');
        const { editor } = assignment.edited!;
        for (const system of systems) verdicts.push({ ...said, system, editor, acceptable: answer.acceptable });
        return;
      }
      case 'none': // never counted
    }
  }

  /** Scores and marked errors of every text, and scores of documents. */
  function takeScored(
    assignment: Assignment,
    answer: Extract<Answer, { kind: 'assess' | 'mark' }>,
    seconds: number,
    leaveOut: (what: string) => void,
  ): void {
    const { entries, kind, segment, id } = assignment;
    const { scales } = designOf(campaign, kind);
    const page = entries.length > 1 ? { batch: id } : {};
    textAnswers(answer).forEach(({ errors, scores }, e) => {
      const entry = entries[e]!;
      if (errors && entry.damaged !== undefined) leaveOut('answers about damaged outputs (mark)');
      else if (errors) {
        const marked = { ...commonOf('annotations', assignment, seconds), ...page, ...protocolOf(kind, 'annotations') };
        const found = errors.map((error) => errorOf(assignment, entry, error));
        for (const system of namesOf(entry)) annotations.push({ ...marked, system, errors: found });
      }
      scores?.forEach((score, s) => {
        const common = {
          ...commonOf('ratings', assignment, seconds),
          ...page,
          ...protocolOf(kind, 'ratings', scales[s]),
        };
        rate(assignment, entry, score, { ...common, ...scaleOf(scales[s]) });
      });
      const { document } = campaign.segments[segment]!;
      const score = 'document' in answer ? answer.document?.[e] : undefined;
      if (score === undefined || document === undefined || entry.damaged !== undefined) return;
      const common = { ...commonOf('ratings', assignment, seconds), segment: document };
      const ofScale = { ...protocolOf(kind, 'ratings', scales[0]), ...scaleOf(scales[0]) };
      for (const system of namesOf(entry)) ratings.push({ ...common, ...ofScale, system, score, item: 'document' });
    });
  }

  /** Named by the design, or by the kind of task where one kind of judgment comes from several; see `keepApart`. */
  function protocolOf(
    kind: TaskKind,
    of: 'rankings' | 'ratings' | 'annotations',
    scale?: Scale,
  ): { protocol?: string } {
    const { protocol } = campaign.designs?.[kind] ?? {};
    const isOne = designOf(campaign, kind).scales.length < 2;
    if (protocol !== undefined) return { protocol: protocolName(protocol) + (isOne || !scale ? '' : `-${scale.id}`) };
    return of !== 'annotations' && isOfSeveral[of] ? { protocol: kind } : {};
  }

  /** The systems in the order shown, and the number of outputs that are not damaged. */
  function expand({ entries }: Assignment, given: readonly number[]) {
    const systems: string[] = [];
    const ranks: number[] = [];
    const shown: number[] = [];
    let outputs = 0;
    for (let e = 0; e < entries.length; e++) {
      const entry = entries[e]!;
      if (entry.damaged !== undefined) continue;
      for (const system of entry.systems) {
        systems.push(campaign.systems[system]!);
        ranks.push(given[e]!);
        shown.push(outputs);
      }
      outputs++;
    }
    return outputs < systems.length ? { outputs, systems, ranks, shown } : { outputs, systems, ranks };
  }

  function rate({ repeats }: Assignment, entry: Entry, score: number, common: Judgment & Pick<Rating, 'scale'>): void {
    const isRepeat = repeats !== undefined && rated.has(repeats);
    const item = entry.damaged !== undefined ? 'damaged' : isRepeat ? 'repeat' : 'output';
    for (const system of namesOf(entry)) ratings.push({ ...common, system, score, item });
  }

  /** The order of a judge's work is counted separately for each kind of judgment. */
  function commonOf(kind: JudgmentKind, { judge, segment }: Assignment, seconds: number): Judgment {
    const { key, document } = campaign.segments[segment]!;
    const name = `${kind} ${judge}`;
    const order = orders.get(name) ?? 0;
    orders.set(name, order + 1);
    const { task } = campaign;
    if (document === undefined) return { task, segment: key, judge, order, seconds };
    return { task, segment: key, document, judge, order, seconds };
  }

  function namesOf(entry: Entry): string[] {
    return entry.systems.map((system) => campaign.systems[system]!);
  }

  function errorOf({ segment }: Assignment, entry: Entry, error: MarkedSpan): MarkedError {
    const { category, severity, side, start, end, marker } = error;
    const { segments, outputs } = campaign;
    const whole = side === 'source' ? segments[segment]!.source : outputs[entry.systems[0]!]?.[segment];
    const text = whole?.slice(start, end) ?? '';
    // A marker stands for the text that is not there, as in files of Appraise.
    const named = marker !== undefined && category === '' ? marker : category;
    return { category: named, severity, side, ...(text !== '' && { text }), ...(campaign.designs && { start, end }) };
  }
}

/** Only scales that are not 0 to 100 are named. */
const scaleOf = (scale: Scale | undefined): Pick<Rating, 'scale'> =>
  !scale || (scale.min === 0 && scale.max === 100) ? {} : { scale: `${scale.min}-${scale.max}` };

export interface CollectOptions {
  /** Which answer counts if a judge corrected one; default: the last. */
  readonly answers?: 'last' | 'first';
}

export interface CountedAnswer {
  readonly assignment: Assignment;
  readonly given: GivenAnswer;
}

export interface CountedAnswers {
  /** In the order in which they were first given; corrections do not move them. */
  readonly counted: readonly CountedAnswer[];
  readonly dropped: readonly Dropped[];
}

/** The answers of a campaign that count as judgments, and why the others were left out. */
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

const placeOf = (seq: number): string => `entry ${seq} of the journal`;

/** Why an answer does not count, as a phrase after a number; undefined if it counts. */
function reasonAgainst(
  record: CampaignRecord,
  judge: JudgeRecord,
  assignment: Assignment | undefined,
  answer: Answer,
): string | undefined {
  if (assignment?.part === 'practice') return 'answers given for practice';
  if (judge.excluded !== undefined) return `answers of ${judge.id}, who is excluded (${judge.excluded})`;
  if (answer.kind === 'none') return '“Cannot judge” answers';
  if (!assignment || !fits(record.campaign, assignment, answer)) return 'answers that do not fit the assignment';
  const editor = assignment.edited && record.judges.get(assignment.edited.editor);
  if (editor?.excluded !== undefined) {
    return `verdicts on edits by ${editor.id}, who is excluded (${editor.excluded})`;
  }
  return undefined;
}

/** Servers check answers before they store them, but a journal from elsewhere may contain anything. */
function fits({ segments, systems }: Campaign, assignment: Assignment, answer: Answer): boolean {
  const { kind, segment, entries, edited } = assignment;
  if (answer.kind !== kind || segments[segment] === undefined || entries.length === 0) return false;
  if (!entries.every((entry) => entry.systems.every((system) => systems[system] !== undefined))) return false;
  switch (answer.kind) {
    case 'rank':
    case 'pairwise':
      return answer.ranks.length === entries.length && answer.ranks.every((rank) => Number.isInteger(rank) && rank > 0);
    case 'assess':
    case 'mark': {
      const said = textAnswers(answer);
      const areNumbers = said.every(({ scores = [] }) => scores.every(Number.isFinite));
      return (
        said.length === entries.length && areNumbers && (answer.kind === 'mark' || said.every(({ scores }) => scores))
      );
    }
    case 'accept':
      return edited !== undefined;
    case 'edit':
      return true;
  }
}
