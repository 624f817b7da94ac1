/** What a metric is learned from: the folder of a shared task, or judgments with references and outputs. */
import { statSync } from 'node:fs';
import { UsageError } from '../core/index.ts';
import { type SharedTask, digestOf, nameSystems, openSharedTask } from '../data/index.ts';
import { type Judgments, tasksOf } from '../human/index.ts';
import { isCampaign } from './campaignInput.ts';
import { judgmentReading, requestedJudgments, task } from './judgmentInput.ts';
import { type Given, inputFiles, texts, values } from './options.ts';
import { name, reference, source } from './sharedOptions.ts';
import { asSystem } from './sharedTaskInput.ts';

export const learnInputOptions = {
  reference,
  source,
  name,
  judgments: inputFiles({ help: 'further file of judgments; repeat for several' }),
  task: task('learn from this task, such as en-fr; repeat for several (default: all)'),
  testTask: values(texts, {
    value: 'task',
    help: 'learn nothing from this task of the folder, but test on it; repeat for several',
  }),
  asSystem,
  ...judgmentReading,
};

type LearnInputOptions = Given<typeof learnInputOptions>;

export interface LearnInput {
  readonly shared: SharedTask;
  readonly tasks: readonly string[];
  readonly tests: readonly string[];
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
  const { task: typed, testTask: test = [], asSystem: asSystems, judgmentFormat, lenient } = given;
  const both = test.find((each) => typed?.includes(each));
  if (both !== undefined) throw new UsageError(`${both} cannot be learned from and tested on.`);
  const shared = await openSharedTask(folder, {
    ...(typed && { tasks: [...typed, ...test] }),
    ...(asSystems && { asSystems }),
    ...(judgmentFormat !== undefined && { judgmentFormat }),
    ...(lenient && { lenient }),
    withoutMetricScores: true,
  });
  const hasAll = shared.parts.filter((part) => part.outputs.length > 0 && part.references.length > 0);
  const tasks = typed ?? hasAll.map((part) => part.task).filter((each) => !test.includes(each));
  if (tasks.length === 0) throw new UsageError(`${folder} has no task with outputs and references to learn from.`);
  return { shared, tasks, tests: test };
}

async function readFiles(place: string, outputs: readonly string[], given: LearnInputOptions): Promise<LearnInput> {
  const {
    reference: references = [],
    source: sources,
    name: typedNames = [],
    testTask,
    judgments: further = [],
  } = given;
  if (testTask || given.asSystem) {
    throw new UsageError(
      `--${testTask ? 'test-task' : 'as-system'} is for the folder of a shared task, and ${place} is none.`,
    );
  }
  if (outputs.length < 2) {
    if (place !== '-' && !statSync(place, { throwIfNoEntry: false })) {
      throw new UsageError(`There is no file or folder ${place}.`);
    }
    throw new UsageError('Name the outputs of two systems or more after the judgments: sysA.txt sysB.txt.');
  }
  if (references.length === 0) throw new UsageError('Name the reference of the outputs: -r ref.txt.');
  const { judgments, input } = await requestedJudgments([place, ...further], given);
  const only = onlyTask(judgments);
  const names = nameSystems(outputs.map((path) => ({ path, name: undefined })), typedNames); // prettier-ignore
  return {
    tasks: [only],
    tests: [],
    shared: {
      name: place,
      parts: [
        {
          task: only,
          ...(sources !== undefined && { source: sources }),
          references: references.map((path) => ({ name: path, path })),
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
