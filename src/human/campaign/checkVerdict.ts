/** What attention checks decide about a judge: whether they were passed, by the rule of the campaign, and what the judge is shown at the end. */
import { type RankSumVerdict, rankSumVerdict } from '../ranking/judgeChecks.ts';
import type { CampaignRecord, JudgeRecord } from './campaignRecord.ts';
import { checksOf, inEarnest, scoreOf } from './judgeSigns.ts';

export interface CheckVerdict {
  readonly passed: boolean;
  /** Attention checks seen and failed. */
  readonly seen: number;
  readonly failed: number;
  /** By the rule of Appraise: p-value, NaN without pairs, and seconds of work. */
  readonly test?: Pick<RankSumVerdict, 'p' | 'seconds'>;
}

/** A judge of a campaign without a rule has passed. */
export function checkVerdict(record: CampaignRecord, judge: JudgeRecord): CheckVerdict {
  const { seen, passed } = checksOf(record, judge);
  const failed = seen - passed;
  const { pass } = record.campaign.checks ?? {};
  if (!pass) return { passed: true, seen, failed };
  if (pass.by === 'failures')
    return { passed: pass.most < 1 ? failed <= pass.most * seen : failed <= pass.most, seen, failed };
  const ratings = inEarnest(record, judge).flatMap(({ assignment, last }) => {
    const ended = Date.parse(last.at) / 1000;
    return assignment.entries.flatMap(({ systems, damaged }, place) => {
      const score = last.answer.kind === assignment.kind ? scoreOf(last.answer, place, true) : undefined;
      if (score === undefined) return [];
      const segment = `${assignment.kind} ${assignment.segment}`;
      const item = damaged === undefined ? ('output' as const) : ('damaged' as const);
      return [{ segment, system: systems.join('+'), score, item, started: ended - last.seconds, ended }];
    });
  });
  const { p, seconds, passed: isPassed } = rankSumVerdict(judge.id, ratings, pass);
  return { passed: isPassed, seen, failed, test: { p, seconds } };
}

export interface ShownCompletion {
  readonly code: string;
  readonly text?: string;
  readonly link?: string;
}

/** When the judge has answered everything, or was stopped; undefined before, and in campaigns without codes. */
export function completionOf(record: CampaignRecord, judge: JudgeRecord): ShownCompletion | undefined {
  const { completion, settings, assignment, kinds, checks } = record.campaign;
  if (!completion) return undefined;
  const given = judge.assignments.filter(({ part }) => part !== 'practice');
  const isFull = (assignment?.by ?? 'plan') === 'plan' || kinds.every((kind) => given.filter((each) => each.kind === kind).length >= settings.perJudge); // prettier-ignore
  const isDone = given.length > 0 && isFull && given.every(({ id }) => judge.answers.has(id));
  if (!isDone && judge.stopped === undefined) return undefined;
  const decides = checks?.failing === 'token' || checks?.failing === 'stop';
  const isPassed = judge.stopped === undefined && (!decides || checkVerdict(record, judge).passed);
  const { passed = judge.codes?.passed, failed = judge.codes?.failed ?? completion.passed } = completion;
  const code = (isPassed ? passed : failed) ?? '';
  // The platform knows people by their own ids.
  const user = Object.values(judge.enrolled ?? {})[0] ?? judge.id;
  const filled = (text: string, encode: (value: string) => string): string =>
    text.replaceAll('${TOKEN}', encode(code)).replaceAll('${USER}', encode(user));
  return {
    code,
    ...(completion.text !== undefined && { text: filled(completion.text, (value) => value) }),
    ...(completion.link !== undefined && { link: filled(completion.link, encodeURIComponent) }),
  };
}
