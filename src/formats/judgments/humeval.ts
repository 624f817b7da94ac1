/**
 * Human evaluation of WMT24 and WMT25 as published in JSON Lines (`wmt25-genmt-humeval.jsonl`): one object per segment, with the texts and,
 * for each system, scores and error spans of its judges. WMT24 lists them; WMT25 numbers them by wave: `human1`, `errors1`, `annotator1`.
 */
import { present } from '../../core/index.ts';
import { isObject, tryJson } from '../json.ts';
import { deletedSpans, markedErrors } from './errorSpans.ts';
import type { JudgmentFormat, JudgmentList } from './format.ts';
import { eachLine } from './rows.ts';
import { type SegmentParts, partsOfId } from './segmentIds.ts';

type Fields = Readonly<Record<string, unknown>>;

const isSegment = (value: unknown): value is Fields =>
  isObject(value) && isObject(value['scores']) && typeof value['doc_id'] === 'string';

export const humeval: JudgmentFormat = {
  id: 'wmt-humeval',
  summary: 'JSON Lines of the human evaluation of WMT24 and WMT25: scores and error spans by system and judge',
  recognises: ([firstLine]) => isSegment(tryJson(firstLine)),
  read: (into) =>
    eachLine(into, (text, line) => {
      const value = tryJson(text);
      const fault = isSegment(value) ? readSegment(value, into, line) : 'expected an object with doc_id and scores.';
      if (fault !== undefined) into.refuse('lines', fault, line);
    }),
};

/** Adds the judgments of a segment, or returns what is wrong with it. */
function readSegment(value: Fields, into: JudgmentList, line: number): string | undefined {
  const id = value['doc_id'] as string;
  const parts = partsOfId(id);
  if (!parts) return `doc_id must name pair, domain, document and segment, separated by _#_, not "${id.slice(0, 60)}".`;
  const texts = isObject(value['tgt_text']) ? value['tgt_text'] : {};
  const read = Object.entries(value['scores'] as Fields).flatMap(([system, given]) => {
    const output = Object.hasOwn(texts, system) ? texts[system] : undefined;
    return answersOf(given).map((answer) =>
      readAnswer(answer, system, typeof output === 'string' ? output : undefined),
    );
  });
  const fault = read.find((each) => typeof each === 'string');
  if (fault !== undefined) return fault;
  if (read.length === 0) into.leaveOut('segments without a score', line);
  for (const answer of read) if (typeof answer !== 'string') add(answer, parts, into, line);
  return undefined;
}

interface Answer {
  readonly score: unknown;
  readonly errors: unknown;
  readonly judge: unknown;
  readonly times: unknown;
  readonly protocol?: unknown;
  readonly wave?: string;
}

/** The answers about one output: a list (WMT24), or fields by wave (WMT25). */
function answersOf(given: unknown): Answer[] {
  if (Array.isArray(given)) {
    return (given as unknown[]).map((each) => {
      const { score, errors, annotator: judge, times, protocol } = isObject(each) ? each : ({} as Fields);
      return { score, errors, judge, times, protocol };
    });
  }
  if (!isObject(given)) return [{ score: undefined, errors: undefined, judge: undefined, times: undefined }];
  const waves = Object.keys(given).flatMap((key) => /^human(\d+)$/.exec(key)?.[1] ?? []);
  return waves.map((wave) => ({
    score: given[`human${wave}`],
    errors: given[`errors${wave}`],
    judge: given[`annotator${wave}`],
    times: given[`times${wave}`],
    wave,
  }));
}

function readAnswer(
  { score, errors, judge, times, protocol, wave }: Answer,
  system: string,
  output: string | undefined,
) {
  const about = (what: string): string => `system ${system}: ${what}`;
  if (typeof score !== 'number' || !(score >= 0 && score <= 100)) {
    return about(`a score must be a number from 0 to 100, not ${JSON.stringify(score) ?? 'missing'}.`);
  }
  if (typeof judge !== 'string' || judge === '') return about('an annotator must be named.');
  const marked = markedErrors(errors ?? [], output);
  if (typeof marked === 'string') return about(marked);
  const [started, ended] = Array.isArray(times) ? (times as unknown[]).map(Number) : [];
  const isTimed = started !== undefined && ended !== undefined && ended >= started && started > 0;
  return {
    system,
    judge,
    score,
    ...marked,
    facts: present({
      ...(isTimed && { seconds: Math.round(1000 * (ended - started)) / 1000, started, ended }),
      protocol: typeof protocol === 'string' ? protocol : 'ESA',
      wave,
    }),
  };
}

function add(
  answer: Exclude<ReturnType<typeof readAnswer>, string>,
  parts: SegmentParts,
  into: JudgmentList,
  line: number,
): void {
  const { system, score, errors, deleted, facts } = answer;
  const judge = into.name(answer.judge);
  const common = {
    task: into.name(parts.task),
    segment: into.name(parts.segment),
    document: into.name(parts.document),
    domain: into.name(parts.domain),
    judge,
    ...facts,
    system: into.name(system),
  };
  for (let d = 0; d < deleted; d++) into.leaveOut(deletedSpans, line);
  for (const error of errors) into.noteError(error, line);
  into.ratings.push({ ...common, order: into.nextOrder('rating', judge), score, item: 'output' });
  into.annotations.push({ ...common, order: into.nextOrder('annotation', judge), errors });
}
