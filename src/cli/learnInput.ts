/** What a metric is learned from: the folder of a shared task, or judgments with references and outputs. */
import { statSync } from 'node:fs';
import type { Command } from 'commander';
import { UsageError } from '../core/index.ts';
import { type SharedTask, digestOf, nameSystems, openSharedTask } from '../data/index.ts';
import { type Judgments, tasksOf } from '../human/index.ts';
import { collect } from './arguments.ts';
import { isCampaign } from './campaignInput.ts';
import { type JudgmentOptions, requestedJudgments } from './judgmentInput.ts';

export interface LearnInputOptions extends JudgmentOptions {
  reference?: string[];
  source?: string;
  name?: string[];
  judgments?: string[];
  test?: string[];
  asSystem?: string[];
}

export interface LearnInput {
  readonly shared: SharedTask;
  readonly tasks: readonly string[];
  readonly tests: readonly string[];
}

export function declareLearnInput(command: Command): void {
  command
    .argument(
      '[judgments]',
      'the folder of a shared task, as for assay meta; or a file of judgments, or a campaign, for the outputs that follow',
    )
    .argument('[outputs...]', 'outputs of the systems that were judged, each named as in the judgments')
    .option('-r, --reference <file>', 'reference translation of the outputs; repeat for several', collect)
    .option('-s, --source <file>', 'source text of the outputs')
    .option('-n, --name <name>', 'name of a system, in the order of the outputs; repeat for several', collect)
    .option('--judgments <file>', 'further file of judgments; repeat for several', collect)
    .option('-t, --task <task>', 'learn from this task, such as en-fr; repeat for several (default: all)', collect)
    .option('--test <task>', 'learn nothing from this task of the folder, but test on it; repeat for several', collect)
    .option('--as-system <name>', 'a reference that also is among the outputs, to be taken as a system', collect);
}

/** Whether the first word is the folder of a shared task. */
export const isTaskFolder = (place: string): boolean =>
  !isCampaign(place) && (statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false);

export async function readLearnInput(words: readonly string[], given: LearnInputOptions): Promise<LearnInput> {
  const [place, ...outputs] = words;
  if (place === undefined) {
    throw new UsageError(
      'Nothing to learn from. Name the folder of a shared task, or a file of judgments, a reference with -r, and outputs.',
    );
  }
  return isTaskFolder(place) ? readFolder(place, outputs, given) : readFiles(place, outputs, given);
}

async function readFolder(folder: string, rest: readonly string[], given: LearnInputOptions): Promise<LearnInput> {
  if (rest.length > 0) {
    throw new UsageError(
      `${folder} is the folder of a shared task and holds its outputs: leave out ${rest.join(', ')}.`,
    );
  }
  for (const option of ['reference', 'source', 'name', 'judgments'] as const) {
    if (given[option] !== undefined) {
      throw new UsageError(`--${option} is not for the folder of a shared task, which holds all that. Leave it out.`);
    }
  }
  const { task, test = [], asSystem, judgmentFormat, lenient } = given;
  const both = test.find((each) => task?.includes(each));
  if (both !== undefined) throw new UsageError(`${both} cannot be learned from and tested on.`);
  const shared = await openSharedTask(folder, {
    ...(task && { tasks: [...task, ...test] }),
    ...(asSystem && { asSystems: asSystem }),
    ...(judgmentFormat !== undefined && { judgmentFormat }),
    ...(lenient && { lenient }),
    withoutMetricScores: true,
  });
  const hasAll = shared.parts.filter((part) => part.outputs.length > 0 && part.references.length > 0);
  const tasks = task ?? hasAll.map((part) => part.task).filter((each) => !test.includes(each));
  if (tasks.length === 0) throw new UsageError(`${folder} has no task with outputs and references to learn from.`);
  return { shared, tasks, tests: test };
}

async function readFiles(place: string, outputs: readonly string[], given: LearnInputOptions): Promise<LearnInput> {
  const { reference = [], source, name = [], test, asSystem, judgments: further = [] } = given;
  if (test || asSystem) {
    throw new UsageError(`--${test ? 'test' : 'as-system'} is for the folder of a shared task, and ${place} is none.`);
  }
  if (outputs.length < 2) {
    if (place !== '-' && !statSync(place, { throwIfNoEntry: false })) {
      throw new UsageError(`There is no file or folder ${place}.`);
    }
    throw new UsageError('Name the outputs of two systems or more after the judgments: sysA.txt sysB.txt.');
  }
  if (reference.length === 0) throw new UsageError('Name the reference of the outputs: -r ref.txt.');
  const { judgments, input } = await requestedJudgments([place, ...further], given);
  const task = onlyTask(judgments);
  const names = nameSystems(outputs.map((path) => ({ path, name: undefined })), name); // prettier-ignore
  return {
    tasks: [task],
    tests: [],
    shared: {
      name: place,
      parts: [
        {
          task,
          ...(source !== undefined && { source }),
          references: reference.map((path) => ({ name: path, path })),
          outputs: outputs.map((path, s) => ({ name: names[s]!, path })),
          humanScores: [],
          metricScores: [],
        },
      ],
      judgments,
      formats: input.formats,
      notes: input.notes ?? [],
      sha256: digestOf([input.sha256]),
    },
  };
}

function onlyTask({ rankings, ratings, annotations }: Judgments): string {
  const tasks = tasksOf([...rankings, ...ratings, ...annotations]);
  const [only] = tasks;
  if (only === undefined) throw new UsageError('There are no rankings, ratings or marked errors to learn from.');
  if (tasks.length > 1) {
    throw new UsageError(`The judgments are of ${tasks.join(', ')}, and the outputs of one task. Say which with -t.`);
  }
  return only;
}
