/** Options and readers shared by the commands on judgments: the judgments, weights of marked errors, lists of systems. */
import { readFileSync, statSync } from 'node:fs';
import { UsageError, type ValueKind, groupBy, oneOf, present, suggest } from '../../core/index.ts';
import { readJudgments } from '../../data/index.ts';
import { type PlaceOfError, judgmentFormats } from '../../formats/index.ts';
import {
  type Annotation,
  type ErrorWeight,
  type Judgments,
  allJudgments,
  countJudgments,
  droppedText,
  errorWeights as usualWeights,
  fitsError,
  judgmentsOfTasks,
  tasksOf,
  withOwnWeights,
  withoutWeight,
} from '../../human/index.ts';
import type { JudgmentInput } from '../../report/index.ts';
import type { Argument } from '../command.ts';
import { hidden, isCampaign, readCampaign } from '../judge/campaignPlace.ts';
import { type Given, texts, toggle, value, values } from '../options.ts';

export const judgmentFiles: Argument = {
  typed: '<files...>',
  names: 'input',
  help: 'files of judgments; .gz and .zst too; - for standard input; or a campaign: its folder or postgres://…',
};

export const task = (help: string) => values(texts, { letter: 't', value: 'task', help });

/** How judgments are read. */
export const judgmentReading = {
  judgmentFormat: value(oneOf(judgmentFormats.map(({ id }) => id)), {
    value: 'format',
    help: 'format of judgments, if the first line does not show it',
  }),
  lenient: toggle({ help: 'leave out and count any number of malformed judgments, not only 1 % of a file' }),
  strict: toggle({ help: 'stop at the first malformed judgment' }),
};

export const judgmentOptions = {
  task: task('only judgments of this task, such as de-en; repeat for several'),
  ...judgmentReading,
};

export type JudgmentOptions = Given<typeof judgmentOptions>;

export const identical = value(oneOf(['ties', 'left-out']), {
  value: 'what',
  default: 'ties',
  help: 'count two systems with the same output, shown once, as tied, or do not compare them',
});

export interface RequestedJudgments {
  readonly judgments: Judgments;
  readonly input: JudgmentInput;
  /** Absent for a campaign, which has no lines. */
  readonly placeOfError?: PlaceOfError;
}

/** The judgments of the files, only of the requested tasks, and what a report says about them. */
export async function requestedJudgments(
  files: readonly string[],
  options: JudgmentOptions,
): Promise<RequestedJudgments> {
  const { task, judgmentFormat: format, lenient, strict } = options;
  const campaign = files.find(isCampaign);
  if (campaign !== undefined) return judgmentsOfCampaign(campaign, files, options);
  const only = task?.length === 1 ? task[0] : undefined;
  const read = await readJudgments({ files, ...present({ format, task: only, lenient, strict }) });
  const { placeOfError, formats, sha256 } = read;
  const judgments = ofTasks(read.judgments, task);
  const { dropped } = judgments;
  const notes = [...read.notes];
  if (files.length > 1 && allJudgments(judgments).some(({ task: name }) => name === '')) {
    notes.push(
      `judgments without a task are pooled over all ${files.length} files; if they are of different tasks, give one file at a time`,
    );
  }
  return { judgments, input: { formats, counts: countJudgments(judgments), dropped, notes, sha256 }, placeOfError };
}

async function judgmentsOfCampaign(
  place: string,
  files: readonly string[],
  { task, judgmentFormat, lenient, strict }: JudgmentOptions,
): Promise<RequestedJudgments> {
  if (files.length > 1)
    throw new UsageError(`${hidden(place)} is a campaign, which cannot be combined with other files. Leave them out.`);
  if (judgmentFormat !== undefined || lenient || strict) {
    throw new UsageError(
      '--judgment-format, --lenient and --strict are for files of judgments, not for a campaign. Leave them out.',
    );
  }
  const { campaignJudgments } = await import('../../engine/index.ts');
  const { judgments: all, input } = campaignJudgments(await readCampaign(place));
  const judgments = ofTasks(all, task);
  return { judgments, input: { ...input, counts: countJudgments(judgments) } };
}

/** An error that nothing is left to work on; lists the judgments that were left out. */
export function nothingLeft(message: string, { dropped }: JudgmentInput): UsageError {
  const left = dropped.map((each) => `${droppedText(each)} (first: ${each.first})`);
  return new UsageError(left.length === 0 ? message : `${message} Left out: ${left.join('; ')}`);
}

function ofTasks(judgments: Judgments, tasks: readonly string[] | undefined): Judgments {
  if (!tasks) return judgments;
  const known = tasksOf(allJudgments(judgments));
  const unknown = tasks.find((task) => !known.includes(task));
  if (unknown !== undefined) throw noSuchTask(unknown, known, tasks);
  return judgmentsOfTasks(judgments, new Set(tasks));
}

function noSuchTask(unknown: string, known: readonly string[], asked: readonly string[]): UsageError {
  const missing = `There are no judgments of the task ${unknown}`;
  const named = known.filter((task) => task !== '');
  if (named.length > 0) return new UsageError(`${missing}. ${suggest(unknown, named)}`);
  if (known.length === 0) return new UsageError(`${missing}: there are none at all.`);
  const remedy = asked.length > 1 ? ' Give a single --task to assign them all to it.' : '';
  return new UsageError(`${missing}: the judgments do not name tasks.${remedy}`);
}

/** Weights of marked errors, as typed: `critical=25,minor:style=0.5`; `*` stands for any severity. */
const weightLists: ValueKind<readonly ErrorWeight[]> = {
  accepts: 'weights such as critical=25,minor:style=0.5',
  read: (typed, flag) => readWeights(String(typed), flag),
};

export const errorWeights = value(weightLists, {
  value: 'weights',
  help: 'weights of marked errors, in addition to the defaults: critical=25,minor:style=0.5 (severity:category)',
});

function readWeights(typed: string, flag: string): ErrorWeight[] {
  const weights: ErrorWeight[] = [];
  for (const entry of typed.split(',')) {
    const [, severity = '', category, weight = ''] = /^\s*([^:=]+)(?::([^=]+))?=(.+)$/.exec(entry) ?? [];
    const number = weight.trim() === '' ? NaN : Number(weight);
    if (!Number.isFinite(number)) {
      throw new UsageError(`${flag}: "${entry}" is not a weight. Write severity=number or severity:category=number.`);
    }
    if (number < 0) {
      throw new UsageError(
        `${flag}: "${entry}" is below 0, but weights are subtracted from the score: write ${entry.replace(/=\s*-/, '=')}.`,
      );
    }
    const read = {
      ...(severity.trim() !== '*' && { severity: severity.trim().toLowerCase() }),
      ...present({ category: category?.trim().toLowerCase() }),
      weight: number,
    };
    if (weights.some((each) => each.severity === read.severity && each.category === read.category)) {
      throw new UsageError(`${flag}: "${entry}" gives a second weight to ${nameOf(read)}. Leave one of them out.`);
    }
    weights.push(read);
  }
  return weights;
}

const nameOf = ({ severity = '*', category }: ErrorWeight): string =>
  category === undefined ? severity : `${severity}:${category}`;

/** An MQM severity without a default weight; it can be given one even if no error has it. */
const furtherSeverity = 'critical';

/** The weights of all errors. Throws if an error has no weight, or if no error matches a typed weight. */
export function checkedWeights(
  own: readonly ErrorWeight[] | undefined,
  annotations: readonly Annotation[],
  placeOf?: PlaceOfError,
): readonly ErrorWeight[] {
  const marked = groupBy(
    annotations.flatMap(({ errors }) => errors),
    ({ severity, category }) => `${severity}\t${category}`,
  );
  const errors = [...marked.values()].map(([first]) => first!);
  const weights = withOwnWeights(own ?? []);
  for (const error of errors) {
    if (!weights.some((each) => fitsError(each, error))) throw withoutWeight(error, weights, placeOf?.(error));
  }
  if (own === undefined) return weights;
  if (annotations.length === 0) {
    throw new UsageError(
      '--error-weights sets the weights of marked errors, but the judgments hold none. Leave it out.',
    );
  }
  const severities = known([...errors, ...usualWeights, { severity: furtherSeverity }], 'severity');
  const categories = known([...errors, ...usualWeights], 'category');
  for (const { severity, category } of own) {
    if (severity !== undefined && !severities.includes(severity)) {
      throw new UsageError(`--error-weights: no error is of severity ${severity}. ${suggest(severity, severities)}`);
    }
    const isKnown = (name: string): boolean =>
      fitsError({ category: category!, weight: 0 }, { category: name, severity: '', side: 'output' });
    if (category !== undefined && !categories.some(isKnown)) {
      throw new UsageError(`--error-weights: no error is of category ${category}. ${suggest(category, categories)}`);
    }
  }
  return weights;
}

function known<K extends 'severity' | 'category'>(all: readonly { readonly [Key in K]?: string }[], key: K): string[] {
  return [...new Set(all.flatMap((each) => each[key]?.toLowerCase() ?? []))].filter((name) => name !== '');
}

/** Lists of systems as typed: names separated by commas, or a file of names; `*` stands for any letters. */
export const constrained = value(texts, {
  value: 'systems',
  names: 'input',
  help: 'constrained systems: names separated by commas, or a file (task, tab, system)',
});

export const unlisted = value(texts, {
  value: 'systems',
  names: 'input',
  help: "systems that count only as opponents, in the same form: '*-combo*'",
});

type IsOnList = (task: string, system: string) => boolean;
type SystemsByTask = ReadonlyMap<string, readonly string[]>;

/** `--constrained` and `--unlisted` as options of a ranking; `systems` are the known systems by task. */
export const listedSystems = (
  given: { readonly constrained?: string; readonly unlisted?: string },
  systems: SystemsByTask,
) =>
  present({
    isConstrained:
      given.constrained === undefined ? undefined : readSystemList(given.constrained, '--constrained', systems),
    isListed: given.unlisted === undefined ? undefined : readUnlisted(given.unlisted, systems),
  });

interface Entry {
  /** Absent: any. */
  readonly task?: string;
  readonly name: string;
  /** Its place, for messages. */
  readonly where: string;
}

/** Every name on the list must be a known system; in a file, entries of other tasks are ignored. */
function readSystemList(typed: string, option: string, systems: SystemsByTask): IsOnList {
  // Includes files that are not regular, such as the pipe that a shell makes of <(…).
  const isFile = statSync(typed, { throwIfNoEntry: false })?.isDirectory() === false;
  const entries: readonly Entry[] = isFile
    ? fileEntries(typed).filter(({ task }) => task === undefined || systems.has(task))
    : typed
        .split(',')
        .map((name) => ({ name: name.trim(), where: option }))
        .filter(({ name }) => name !== '');
  if (!isFile && entries.length === 0) {
    throw new UsageError(`${option} names no system. Give names separated by commas, or a file of names.`);
  }
  for (const { task, name, where } of entries) {
    const known = task === undefined ? [...new Set([...systems.values()].flat())] : systems.get(task)!;
    if (known.some((system) => matches(name, system))) continue;
    const place = task === undefined ? '' : ` in ${task}`;
    const noFile = isFile ? '' : ', and no such file';
    throw new UsageError(`${where}: there is no system ${name}${place}${noFile}. ${suggest(name, known)}`);
  }
  return (task, system) =>
    entries.some((entry) => (entry.task === undefined || entry.task === task) && matches(entry.name, system));
}

/** `--unlisted`: returns which systems are listed. At least one task must have some. */
function readUnlisted(typed: string, systems: SystemsByTask): IsOnList {
  const isUnlisted = readSystemList(typed, '--unlisted', systems);
  const isListed: IsOnList = (task, system) => !isUnlisted(task, system);
  if ([...systems].some(([task, names]) => names.some((name) => isListed(task, name)))) return isListed;
  throw new UsageError(`--unlisted ${typed} matches all systems, so none is left to list.`);
}

const header = /^(?:task\t)?system$/;

/** One name per line, or a task, a tab and a name; a header line is skipped. */
function fileEntries(path: string): Entry[] {
  const lines = read(path)
    .replace(/^\ufeff/, '')
    .split(/\r?\n/);
  return lines.flatMap((line, i): Entry[] => {
    if (line.trim() === '' || (i === 0 && header.test(line))) return [];
    const fields = line.split('\t').map((field) => field.trim());
    const where = `${path}, line ${i + 1}`;
    const [first = '', second] = fields;
    if (fields.length > 2 || first === '' || second === '') {
      throw new UsageError(`${where}: a line must hold a system, or a task, a tab and a system.`);
    }
    return [second === undefined ? { name: first, where } : { task: first, name: second, where }];
  });
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${(error as Error).message}`, { cause: error });
  }
}

function matches(pattern: string, system: string): boolean {
  if (!pattern.includes('*')) return pattern === system;
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(system);
}
