/** Options and reading that the commands about judgments share. */
import { UsageError, oneOf, suggest } from '../core/index.ts';
import { readJudgments } from '../data/index.ts';
import { type PlaceOfError, judgmentFormats } from '../formats/index.ts';
import {
  type Judgments,
  allJudgments,
  countJudgments,
  droppedText,
  judgmentsOfTasks,
  tasksOf,
} from '../human/index.ts';
import type { JudgmentInput } from '../report/index.ts';
import { hidden, isCampaign, readCampaign } from './campaignInput.ts';
import type { Argument } from './command.ts';
import { type Given, texts, toggle, value, values } from './options.ts';

export const judgmentFiles: Argument = {
  typed: '<files...>',
  names: 'input',
  help: 'files of judgments; .gz too; - for standard input; or a campaign: its folder or postgres://…',
};

export const task = (help: string) => values(texts, { letter: 't', value: 'task', help });

/** How judgments are read. */
export const judgmentReading = {
  judgmentFormat: value(oneOf(judgmentFormats.map(({ id }) => id)), {
    value: 'format',
    help: 'format of judgments, where their first line does not tell',
  }),
  lenient: toggle({ help: 'leave malformed judgments out and say so, where they would be errors' }),
};

export const judgmentOptions = {
  task: task('only judgments of this task, such as de-en; repeat for several'),
  ...judgmentReading,
};

export type JudgmentOptions = Given<typeof judgmentOptions>;

export const identical = value(oneOf(['ties', 'left-out']), {
  value: 'what',
  default: 'ties',
  help: 'two systems whose outputs are one text, shown once: alike, or not compared',
});

export interface RequestedJudgments {
  readonly judgments: Judgments;
  readonly input: JudgmentInput;
  /** Absent of a campaign, which has no lines. */
  readonly placeOfError?: PlaceOfError;
}

/** The judgments of the files, only of the tasks asked for, and what a report says of them. */
export async function requestedJudgments(
  files: readonly string[],
  options: JudgmentOptions,
): Promise<RequestedJudgments> {
  const { task, judgmentFormat, lenient } = options;
  const campaign = files.find(isCampaign);
  if (campaign !== undefined) return judgmentsOfCampaign(campaign, files, options);
  const read = await readJudgments({
    files,
    ...(judgmentFormat !== undefined && { format: judgmentFormat }),
    ...(task?.length === 1 && { task: task[0]! }),
    ...(lenient && { lenient }),
  });
  const judgments = ofTasks(read.judgments, task);
  const { dropped } = judgments;
  const counts = countJudgments(judgments);
  const isNameless = allJudgments(judgments).some(({ task: name }) => name === '');
  const notes = [
    ...read.notes,
    ...(isNameless && files.length > 1
      ? [
          `judgments that name no task are taken together, from all ${files.length} files; give one at a time if they are of different tasks`,
        ]
      : []),
  ];
  return {
    judgments,
    input: { formats: read.formats, counts, dropped, notes, sha256: read.sha256 },
    placeOfError: read.placeOfError,
  };
}

async function judgmentsOfCampaign(
  place: string,
  files: readonly string[],
  { task, judgmentFormat, lenient }: JudgmentOptions,
): Promise<RequestedJudgments> {
  if (files.length > 1)
    throw new UsageError(`${hidden(place)} is a campaign, and is read by itself: leave out the other files.`);
  if (judgmentFormat !== undefined || lenient) {
    throw new UsageError('--judgment-format and --lenient are for files of judgments; a campaign has none.');
  }
  const { campaignJudgments } = await import('../engine/index.ts');
  const { judgments: all, input } = campaignJudgments(await readCampaign(place));
  const judgments = ofTasks(all, task);
  return { judgments, input: { ...input, counts: countJudgments(judgments) } };
}

/** An error that there is nothing to work on, which may be because it was left out. */
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
  const remedy = asked.length > 1 ? ' A single --task says what all of them belong to.' : '';
  return new UsageError(`${missing}: they name no tasks.${remedy}`);
}
