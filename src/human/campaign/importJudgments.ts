/** Converts judgments made elsewhere into the events of a campaign, for its figures, exports and live page. */
import { UsageError } from '../../core/index.ts';
import { byCodeUnits } from '../comparisons.ts';
import {
  type Annotation,
  type Dropped,
  type Edit,
  type Judgment,
  type Judgments,
  LeftOut,
  type MarkedError,
  type Ranking,
  type Rating,
  type Verdict,
  allJudgments,
  tasksOf,
} from '../judgments.ts';
import type { Answer, Assignment, Campaign, CampaignSegment, Entry, MarkedSpan, TaskKind } from './campaign.ts';
import { textAnswers } from './designOf.ts';
import type { CampaignEvent } from './events.ts';

export interface ImportOptions {
  /** The task to import; required if there are several. */
  readonly task?: string;
  readonly title?: string;
  /** All segments in order, with their texts; default: the judged ones, without texts. */
  readonly segments?: readonly CampaignSegment[];
  /** Outputs by system, one for each of `segments`; default: empty. */
  readonly outputs?: ReadonlyMap<string, readonly string[]>;
}

interface ImportedCampaign {
  readonly events: readonly CampaignEvent[];
  /** Judgments that a campaign cannot hold. */
  readonly dropped: readonly Dropped[];
}

/**
 * Answers are in the order of the judgments. A campaign shows one output at a time except in rankings, so verdicts given on one screen
 * become successive answers. Unknown seconds are 0. Marked errors keep their span if the outputs are given and contain the text, otherwise
 * only their category and severity.
 */
export function importJudgments(all: Judgments, options: ImportOptions = {}): ImportedCampaign {
  const every = allJudgments(all);
  const tasks = tasksOf(every);
  const task = options.task ?? tasks[0];
  if (task === undefined || !tasks.includes(task)) {
    throw new UsageError(
      task === undefined ? 'There are no judgments to import.' : `There are no judgments for the task ${task}.`,
    );
  }
  if (options.task === undefined && tasks.length > 1) {
    throw new UsageError(`The judgments have several tasks: ${tasks.join(', ')}. Choose one to import.`);
  }
  const ofTask = <Kind extends Judgment>(some: readonly Kind[]): Kind[] => inTime(some.filter((each) => each.task === task)); // prettier-ignore
  const asked = every.filter((each) => each.task === task);
  const { rank, rate, mark, edit, accept, finish } = importing(asked, options);
  for (const ranking of ofTask(all.rankings)) rank(ranking);
  for (const rating of ofTask(all.ratings)) rate(rating);
  for (const annotation of ofTask(all.annotations)) mark(annotation);
  for (const edited of ofTask(all.edits)) edit(edited);
  for (const verdict of ofTask(all.verdicts)) accept(verdict);
  return finish(task);
}

/** In their own order if that agrees with the order of each judge's work, else sorted by that. */
function inTime<Kind extends Judgment>(judgments: readonly Kind[]): Kind[] {
  const latest = new Map<string, number>();
  const isInTime = judgments.every(({ judge, order }) => {
    const before = latest.get(judge);
    latest.set(judge, order);
    return before === undefined || before <= order;
  });
  return isInTime ? [...judgments] : judgments.toSorted((a, b) => a.order - b.order);
}

/** Converts the judgments of one task, kind by kind. */
function importing(judgments: readonly Judgment[], options: ImportOptions) {
  const segments = options.segments ?? judgedSegments(judgments);
  const segmentOf = new Map(segments.map(({ key }, s) => [key, s]));
  const named = judgments.flatMap((each) => namedSystems(each));
  const systems = [...new Set([...(options.outputs?.keys() ?? []), ...named])].sort(byCodeUnits);
  const systemOf = new Map(systems.map((system, s) => [system, s]));
  for (const [system, texts] of options.outputs ?? []) {
    if (texts.length === segments.length) continue;
    throw new UsageError(`${system} has ${texts.length} outputs, but there are ${segments.length} segments.`);
  }
  const assigned = new Map<string, Assignment[]>();
  const answers = new Map<TaskKind, CampaignEvent[]>();
  /** Ratings of outputs by judge, segment and system, which repeats refer to. */
  const rated = new Map<string, string>();
  const outcomes = new Map<string, Edit>();
  const dropped = new LeftOut();
  let count = 0;
  return { rank, rate, mark, edit, accept, finish };

  function rank(ranking: Ranking): void {
    const { ranks, shown } = ranking;
    const entries: { systems: number[]; rank: number }[] = [];
    const places = new Map<string, number>();
    ranking.systems.forEach((system, i) => {
      const rank = ranks[i]!;
      if (Number.isNaN(rank)) return leaveOut('outputs without a rank', ranking);
      // Outputs shown as one text have the same rank.
      const text = `${shown ? shown[i] : `alone ${i}`} ${rank}`;
      const known = places.get(text);
      if (known !== undefined) entries[known]!.systems.push(systemOf.get(system)!);
      else places.set(text, entries.push({ systems: [systemOf.get(system)!], rank }) - 1);
    });
    if (entries.length < 2) return leaveOut('rankings of fewer than two outputs', ranking);
    const answer: Answer = { kind: 'rank', ranks: entries.map(({ rank }) => rank) };
    add('rank', ranking, answer, { entries: entries.map(({ systems: merged }) => ({ systems: merged })) });
  }

  function rate(rating: Rating): void {
    const { item, score, judge, segment, system } = rating;
    if (item === 'reference') return leaveOut('ratings of references', rating);
    const key = JSON.stringify([judge, segment, system]);
    const original = rated.get(key);
    // The damaged text is unknown.
    const entry = item === 'damaged' ? { ...entryOf(system), damaged: '' } : entryOf(system);
    const id = add('assess', rating, { kind: 'assess', score }, {
      entries: [entry],
      part: item === 'damaged' ? 'check' : item === 'repeat' ? 'repeat' : 'own',
      ...(item === 'repeat' && original !== undefined && { repeats: original }),
    }); // prettier-ignore
    if (item === 'output') rated.set(key, id);
  }

  function mark(annotation: Annotation): void {
    const errors = annotation.errors.map((error) => spanOf(annotation, error));
    add('mark', annotation, { kind: 'mark', errors }, { entries: [entryOf(annotation.system)] });
  }

  function edit(edited: Edit): void {
    const { outcome, text = '' } = edited;
    const key = JSON.stringify([edited.segment, edited.system, edited.judge]);
    if (!outcomes.has(key)) outcomes.set(key, edited);
    const answer: Answer = outcome === 'edited' ? { kind: 'edit', outcome, text } : { kind: 'edit', outcome };
    add('edit', edited, answer, { entries: [entryOf(edited.system)] });
  }

  function accept(verdict: Verdict): void {
    const { editor, acceptable, segment, system } = verdict;
    const known = outcomes.get(JSON.stringify([segment, system, editor]));
    const edited = { editor, outcome: known?.outcome ?? ('edited' as const), text: known?.text ?? '' };
    add('accept', verdict, { kind: 'accept', acceptable }, { entries: [entryOf(system)], edited });
  }

  function finish(task: string): ImportedCampaign {
    const kinds = [...answers.keys()];
    const judges = [...assigned.keys()];
    const events: CampaignEvent[] = [
      { kind: 'created', campaign: campaignOf(task, kinds) },
      ...judges.map((judge) => ({ kind: 'judge-added', judge }) as const),
      ...judges.map((judge) => ({ kind: 'assigned', assignments: assigned.get(judge)! }) as const),
    ];
    for (const [kind, given] of answers) {
      if (kind === 'accept') {
        if (kinds.includes('edit')) events.push({ kind: 'closed', task: 'edit' });
        events.push({ kind: 'opened', task: 'accept' });
      }
      for (const answer of given) events.push(answer);
    }
    return { events, dropped: dropped.list() };
  }

  function campaignOf(task: string, kinds: readonly TaskKind[]): Campaign {
    const { title = `Judgments of ${task || 'no named task'}`, outputs } = options;
    const [source = '', target = ''] = task.split('-');
    const ofJudges = [...assigned.values()].map(({ length }) => length);
    const most = [...assigned.values()].flat().reduce((max, { entries }) => Math.max(max, entries.length), 0);
    const errors = [...(answers.get('mark') ?? [])].flatMap((event) =>
      event.kind === 'answered' ? textAnswers(event.answer).flatMap((each) => each.errors ?? []) : [],
    );
    const none = segments.map(() => '');
    return {
      version: 1,
      title,
      task,
      source: { tag: source || 'und', direction: 'ltr' },
      target: { tag: target || 'und', direction: 'ltr' },
      seed: 0,
      segments,
      systems,
      outputs: systems.map((system) => outputs?.get(system) ?? none),
      kinds,
      settings: {
        judges: ofJudges.length,
        perJudge: ofJudges.reduce((a, b) => Math.max(a, b), 0),
        rankedAtOnce: most,
        repeats: 0,
        repeatDistance: 0,
        pool: 0,
        checks: 0,
      },
      instructions: {},
      consent: '',
      errors: {
        categories: [...new Set(errors.map(({ category }) => category))],
        severities: [...new Set(errors.map(({ severity }) => severity))],
      },
    };
  }

  function add(
    kind: TaskKind,
    judgment: Judgment,
    answer: Answer,
    what: Pick<Assignment, 'entries'> & Partial<Assignment>,
  ): string {
    const { judge, segment, seconds = 0 } = judgment;
    const number = segmentOf.get(segment);
    if (number === undefined) throw new UsageError(`${judge} judged segment ${segment}, which is not among the ${segments.length} given segments.`); // prettier-ignore
    const id = `imported-${++count}`;
    const assignment: Assignment = { id, judge, kind, segment: number, part: 'own', ...what };
    const own = assigned.get(judge);
    if (own) own.push(assignment);
    else assigned.set(judge, [assignment]);
    const event: CampaignEvent = {
      kind: 'answered',
      judge,
      assignment: id,
      key: id,
      answer,
      seconds,
      instructions: '',
    };
    const given = answers.get(kind);
    if (given) given.push(event);
    else answers.set(kind, [event]);
    return id;
  }

  function entryOf(system: string): Entry {
    return { systems: [systemOf.get(system)!] };
  }

  /** The first occurrence of the text; an empty span at the start if unknown. */
  function spanOf({ system, segment }: Annotation, { category, severity, side, text = '' }: MarkedError): MarkedSpan {
    const at = segmentOf.get(segment)!;
    const whole = side === 'source' ? segments[at]?.source : options.outputs?.get(system)?.[at];
    const start = Math.max(0, whole?.indexOf(text) ?? 0);
    const end = whole?.startsWith(text, start) ? start + text.length : start;
    return { side, start, end, severity, category };
  }

  function leaveOut(what: string, { judge, order }: Judgment): void {
    dropped.add(what, `${judge}, judgment ${order}`);
  }
}

/** In numeric order if all are numbers, else in order of appearance. */
function judgedSegments(judgments: readonly Judgment[]): CampaignSegment[] {
  const found = new Map<string, CampaignSegment>();
  for (const { segment, document } of judgments) {
    if (found.get(segment)?.document !== undefined) continue;
    found.set(segment, { key: segment, ...(document !== undefined && { document }) });
  }
  const segments = [...found.values()];
  const areNumbers = segments.every(({ key }) => /^\d{1,15}$/.test(key));
  return areNumbers ? segments.sort((a, b) => Number(a.key) - Number(b.key)) : segments;
}

const namedSystems = (judgment: Judgment & { systems?: readonly string[]; system?: string }): readonly string[] =>
  judgment.systems ?? (judgment.system === undefined ? [] : [judgment.system]);
