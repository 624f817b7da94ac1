/**
 * The log of a pearmut campaign (Zouhar and Kocmi 2026): JSON Lines, one object per page that an annotator submitted; or the file that
 * its dashboard offers, one object with the pages of each campaign. A page has segments, each with outputs of some models.
 */
import type { Annotation, MarkedError, Rating } from '../../human/index.ts';
import { entryOf } from '../entryOf.ts';
import { isObject, tryJson } from '../json.ts';
import { detached } from '../lineReader.ts';
import { present } from '../../core/index.ts';
import { partsOfId } from './segmentIds.ts';
import { eachLine } from './rows.ts';
import { deletedSpans, markedErrors } from './errorSpans.ts';
import type { JudgmentFormat, JudgmentList } from './format.ts';

export const pearmut: JudgmentFormat = {
  id: 'pearmut',
  summary: 'JSON Lines logged by pearmut, or annotations.json from its dashboard: scores and error spans',
  recognises([firstLine]) {
    const value = tryJson(firstLine);
    return isPage(value) || campaignsOf(value) !== undefined;
  },
  async read(into) {
    const logs = new Map<string, Page[]>();
    const add = (task: string, value: unknown, line: number): void => {
      const page = pageOf(value, line);
      if (typeof page === 'string') return into.refuse('pages', page, line);
      entryOf(logs, task, () => []).push(page);
    };
    await eachLine(into, (text, line) => {
      const value = tryJson(text);
      const campaigns = campaignsOf(value);
      if (!campaigns) return add(into.file.task, value, line);
      into.countRows(campaigns.reduce((sum, [, pages]) => sum + pages.length, 0) - 1);
      for (const [campaign, pages] of campaigns) for (const page of pages) add(into.file.task || campaign, page, line);
    });
    for (const [task, pages] of logs) addPages(into.name(task), pages, into);
  },
};

/** One submitted page. */
interface Page {
  readonly judge: string;
  /** Identifies the page when the judge returns to it; undefined for a reset of all pages of the judge. */
  readonly place: string | undefined;
  /** Undefined if the organisers reset the page. */
  readonly annotation: readonly unknown[] | undefined;
  readonly items: readonly unknown[];
  readonly seconds?: number;
  readonly started?: number;
  readonly ended?: number;
  readonly line: number;
}

const reset = '__RESET__';
/** A gap this long is a break, as in pearmut. */
const longestGap = 60;

const isPage = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && 'user_id' in value && 'annotation' in value;

/** The dashboard file: lists of pages by campaign. */
function campaignsOf(value: unknown): [string, unknown[]][] | undefined {
  if (!isObject(value)) return undefined;
  const campaigns = Object.entries(value);
  const areLists = campaigns.every(([, pages]) => Array.isArray(pages) && pages.every(isPage));
  return areLists && campaigns.length > 0 ? (campaigns as [string, unknown[]][]) : undefined;
}

/** A page, or an error message. */
function pageOf(value: unknown, line: number): Page | string {
  if (!isPage(value)) return 'expected an object with user_id, item_i, annotation and item.';
  const { user_id: judge, item_i: place, annotation, item } = value;
  if (typeof judge !== 'string' || judge === '') return 'user_id must be a string.';
  const wasReset = annotation === reset;
  const isPlaced = typeof place === 'string' || typeof place === 'number';
  if (!isPlaced && !(wasReset && (place === undefined || place === null)))
    return 'item_i must be a number or a string.';
  if (!wasReset && !Array.isArray(annotation)) return 'annotation must be a list, with an entry for each segment.';
  if (!wasReset && !Array.isArray(item)) return 'item must be a list, with an entry for each segment.';
  return {
    judge,
    place: isPlaced ? String(place) : undefined,
    annotation: wasReset ? undefined : (annotation as unknown[]),
    items: Array.isArray(item) ? (item as unknown[]) : [],
    ...timesOf(value['actions']),
    line,
  };
}

function timesOf(actions: unknown): Pick<Page, 'seconds' | 'started' | 'ended'> {
  if (!Array.isArray(actions)) return {};
  const times = (actions as unknown[]).map((action) => (isObject(action) ? action['time'] : undefined));
  if (times.length < 2 || !times.every((time) => typeof time === 'number' && time >= 0)) return {};
  const numbers = times as number[];
  const seconds = numbers
    .slice(1)
    .reduce((sum, time, i) => sum + Math.max(0, Math.min(longestGap, time - numbers[i]!)), 0);
  return { seconds, started: numbers[0]!, ended: numbers.at(-1)! };
}

/** A page that was submitted again or reset no longer counts. */
function addPages(task: string, pages: readonly Page[], into: JudgmentList): void {
  const last = new Map<string, Page>();
  for (const page of pages) {
    const { judge, place } = page;
    if (place !== undefined) last.set(`${judge}\t${place}`, page);
    else for (const key of [...last.keys()]) if (key.startsWith(`${judge}\t`)) last.delete(key);
  }
  const outputs: Output[] = [];
  for (const page of pages) {
    const { judge, place, annotation, line } = page;
    if (place !== undefined && last.get(`${judge}\t${place}`) !== page) {
      into.leaveOut('pages submitted again or reset later', line);
    } else if (!annotation) {
      into.leaveOut('marks of a reset', line);
    } else if (/^(?:welcome|random|goodbye)_/.test(place!)) {
      into.leaveOut('pages for welcome, checks and goodbye', line);
    } else {
      outputs.push(...outputsOf(task, page, annotation, into));
    }
  }
  addOutputs(outputs, into);
}

/** One judged output. */
interface Output {
  readonly common: Omit<Rating, 'order' | 'score' | 'item'> & Omit<Annotation, 'order' | 'errors'>;
  readonly score: number | undefined;
  readonly errors: readonly MarkedError[];
  readonly line: number;
}

function outputsOf(
  task: string,
  { judge, place, items, seconds, started, ended, line }: Page,
  annotation: readonly unknown[],
  into: JudgmentList,
): Output[] {
  const outputs: Output[] = [];
  const refuse = (fault: string): void => into.refuse('segments', fault, line);
  annotation.forEach((answers, i) => {
    const item = items[i];
    if (!isObject(item)) return refuse(`item has no entry for segment ${i + 1} of annotation.`);
    if ('form' in item) return into.leaveOut('fields of forms', line);
    if (answers === null) return into.leaveOut('segments that were skipped', line);
    if (item['validation'] !== undefined && item['validation'] !== null) {
      return into.leaveOut('segments whose answer is prescribed, as a check', line);
    }
    const segment = item['item_id'] ?? item['src'];
    if ((typeof segment !== 'string' && typeof segment !== 'number') || segment === '') {
      return refuse(`segment ${i + 1} has neither item_id nor src, so it cannot be identified.`);
    }
    if (typeof segment === 'string' && /^attention_check_|_#_tutorial_#_/.test(segment)) {
      return into.leaveOut('segments of checks and tutorials', line);
    }
    if (!isObject(answers))
      return refuse(`the annotation of segment ${i + 1} must be an object with an entry for each model.`);
    const texts = isObject(item['tgt']) ? new Map(Object.entries(item['tgt'])) : new Map<string, unknown>();
    for (const [system, answer] of Object.entries(answers)) {
      const output = texts.get(system);
      const marked = isObject(answer)
        ? markedErrors(answer['error_spans'] ?? [], typeof output === 'string' ? output : undefined)
        : 'the annotation of a model must be an object.';
      const score = isObject(answer) ? scoreOf(answer) : undefined;
      if (typeof marked === 'string' || typeof score === 'string') {
        refuse(`segment ${i + 1}, model ${system}: ${typeof marked === 'string' ? marked : String(score)}`);
        continue;
      }
      const { errors, deleted } = marked;
      for (let d = 0; d < deleted; d++) into.leaveOut(deletedSpans, line);
      const parts = partsOfId(String(segment));
      const common = {
        task: into.name(parts?.task ?? task),
        segment: into.name(parts?.segment ?? String(segment)),
        ...(parts && { document: into.name(parts.document), domain: into.name(parts.domain) }),
        judge: into.name(judge),
        ...present({ started, ended, batch: place === undefined ? undefined : into.name(place) }),
        system: into.name(system),
      };
      for (const error of errors) into.noteError(error, line);
      outputs.push({ common, score, errors: errors.map(kept), line });
    }
  });
  // Time is logged per page, so it is known only for a page with a single output.
  const [only] = outputs;
  return only && outputs.length === 1 && annotation.length === 1 && seconds !== undefined
    ? [{ ...only, common: { ...only.common, seconds } }]
    : outputs;
}

const kept = (error: MarkedError): MarkedError =>
  error.text === undefined ? error : { ...error, text: detached(error.text) };

/** The score of an output; undefined if it has none, a string if it is not valid. */
function scoreOf(answer: Record<string, unknown>): number | string | undefined {
  const { score, sliders } = answer;
  const values = isObject(sliders) ? Object.values(sliders) : [];
  // A campaign can have its own sliders; only a single slider is a score of the output.
  const value = score ?? (values.length === 1 ? values[0] : undefined);
  if (value === undefined || value === null) return undefined;
  return typeof value === 'number' && Number.isFinite(value)
    ? value
    : `a score must be a number, not ${JSON.stringify(value)}.`;
}

/** Both fields are always logged, so a campaign asked for scores, or for errors, if any judge gave one. */
function addOutputs(outputs: readonly Output[], into: JudgmentList): void {
  const scores = outputs.some(({ score }) => score !== undefined);
  const marksErrors = outputs.some(({ errors }) => errors.length > 0);
  for (const { common, score, errors, line } of outputs) {
    if (score !== undefined) {
      into.ratings.push({ ...common, order: into.nextOrder('rating', common.judge), score, item: 'output' });
    } else if (scores || !marksErrors) into.leaveOut('outputs without a score', line);
    if (marksErrors) into.annotations.push({ ...common, order: into.nextOrder('annotation', common.judge), errors });
  }
}
