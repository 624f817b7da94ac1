/** `assay learn`: learns a metric that agrees with people, from other metrics and judgments. */
import { statSync } from 'node:fs';
import { type FoundMetric, UsageError, integers, isUsageError, oneOf, pick, present } from '../../core/index.ts';
import { digestOf, nameSystems, openSharedTask } from '../../data/index.ts';
import {
  featureRequest,
  isFeature,
  learnMetric,
  learnWeights,
  parseMetric,
  requestedFeatures,
} from '../../engine/index.ts';
import { type Judgments, tasksOf, withOwnWeights } from '../../human/index.ts';
import { learnRows, learnTables } from '../../report/index.ts';
import { defineCommand } from '../command.ts';
import { errorWeights, identical, judgmentReading, requestedJudgments, task } from '../input/judgmentInput.ts';
import { analyses, requestedMetrics, withAnalyses } from '../input/metricInput.ts';
import * as shared from '../input/sharedOptions.ts';
import { asSystem, human } from '../input/sharedTaskInput.ts';
import { isCampaign } from '../judge/campaignPlace.ts';
import { type Given, inputFiles, outputFile, refuseOptions, texts, value, values, words } from '../options.ts';
import { writeWhole } from '../output.ts';

/** Features that need no language resources. */
const usualFeatures = ['bleu::parts', 'chrf', 'ter', 'per', 'gtm', 'ribes', 'amber::parts'];

const options = {
  reference: shared.reference,
  source: shared.source,
  name: shared.name,
  judgments: inputFiles({ help: 'additional file of judgments; repeat for several' }),
  task: task('learn from this task, such as en-fr; repeat for several (default: all)'),
  testTask: values(texts, {
    value: 'task',
    help: 'test on this task of the folder instead of learning from it; repeat for several',
  }),
  asSystem,
  ...judgmentReading,
  analyses,
  features: words(texts, {
    value: 'feature',
    names: 'metrics',
    takes: isFeature,
    help: `features: metric for its score, metric::part for one of its parts, metric::parts for all (default: ${usualFeatures.join(' ')})`,
  }),
  baseline: words(texts, {
    letter: 'b',
    value: 'metric',
    names: 'metrics',
    takes: isFeature,
    help: 'metrics to compare with, whether they are features or not (default: bleu)',
  }),
  kind: value(oneOf(['pairwise', 'absolute']), {
    value: 'kind',
    help: 'learn which of two outputs is better, or the rating of an output (default: pairwise for rankings, else absolute)',
  }),
  amber: value(texts, {
    value: 'metric',
    names: 'metrics',
    help: 'learn the penalty weights and θ of AMBER instead, such as amber',
  }),
  model: outputFile({ help: 'write the learned metric to a file, for -m learned:FILE' }),
  folds: value(integers(2, 100), { default: 10, help: 'cross-validation folds, divided by sentence' }),
  human: human('judgments to learn from'),
  samples: shared.samples('resamples and permutations'),
  seed: shared.seed('seed of folds and resamples'),
  level: shared.level(),
  alpha: shared.alpha('significance level of differences between metrics'),
  identical,
  errorWeights,
  emptyReferences: shared.emptyReferences,
  threads: shared.threads(),
  digits: shared.digits(3),
};

type LearnOptions = Given<typeof options>;

const learn = defineCommand({
  name: 'learn',
  summary: 'Learn a metric from human judgments.',
  examples: [
    ['assay learn task/ --model model.json', 'from all judgments of a shared task, with the default features'],
    [
      'assay learn task/ -t en-fr -t en-es --test-task de-en --features bleu chrf ter',
      'from two tasks, tested on a third',
    ],
    [
      'assay learn judgments.tsv -r ref.txt a.txt b.txt c.txt --features amber::parts entailment::parts',
      'from files, with parts of metrics as features',
    ],
    ["assay learn task/ --amber 'amber(types=4)'", 'the penalty weights and θ of AMBER instead of a new metric'],
    ['assay score -r ref.txt sys.txt -m learned:model.json', 'use the learned metric like any other'],
  ],

  arguments: [
    {
      typed: '[judgments]',
      names: 'folder',
      help: 'the folder of a shared task, as for assay meta; or a file of judgments or a campaign, followed by the outputs',
    },
    {
      typed: '[outputs...]',
      names: 'input',
      help: 'outputs of the judged systems, with the same names as in the judgments',
    },
  ],
  options,

  async run(typed, given, terminal) {
    const [place] = typed;
    const named = [...(given.features ?? []), ...(given.baseline ?? [])];
    for (const word of named) if (!isFeature(word)) await refuseWord(word);
    const isAmber = given.amber !== undefined;
    if (isAmber) refuseOptions(given, ['features', 'kind', 'model'], 'the weights of AMBER');
    const learned = isAmber ? [given.amber] : (given.features ?? usualFeatures);
    const others = given.baseline ?? ['bleu'];
    // It is enough if one of all metrics reads analyses.
    const fill = withAnalyses(place === undefined || isTaskFolder(place) ? [] : typed.slice(1), given);
    const beside = (further: readonly FoundMetric[]) => (requests: FoundMetric[]) =>
      fill([...requests, ...further]).slice(0, requests.length);
    const besideOthers = beside(others.map(parseMetric));
    const features = isAmber ? undefined : await requestedFeatures(learned, besideOthers);
    const [amber] = isAmber ? await requestedMetrics(learned, besideOthers) : [];
    const baselines = await requestedMetrics(others, beside(learned.map(isAmber ? parseMetric : featureRequest)));
    const request = {
      ...(await readLearnInput(typed, given)),
      baselines,
      ...pick(given, ['human', 'identical', 'folds', 'seed', 'samples', 'alpha', 'threads', 'emptyReferences']),
      weights: withOwnWeights(given.errorWeights ?? []),
      level: given.level / 100,
      onProgress: terminal.progress,
    };
    if (!features) return learnWeights(amber!, request);
    const { report, model } = await learnMetric({ ...request, features, ...pick(given, ['kind']) });
    if (given.model !== undefined) await writeWhole(given.model, [`${JSON.stringify(model, null, 2)}\n`]);
    return report;
  },

  forms: { tables: (report, given) => learnTables(report, given.digits), rows: learnRows },
});

/** Explains what is wrong with a word that is neither a file nor a feature. */
async function refuseWord(word: string): Promise<void> {
  try {
    await requestedFeatures([word]);
  } catch (error) {
    if (isUsageError(error)) throw new UsageError(`${word} is neither a file nor a metric. ${error.message}`);
    throw error;
  }
}

export default learn;

type LearnInput = Pick<Parameters<typeof learnMetric>[0], 'shared' | 'tasks' | 'tests'>;

/** Whether the first word is the folder of a shared task. */
const isTaskFolder = (place: string): boolean =>
  !isCampaign(place) && (statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false);

async function readLearnInput(words: readonly string[], given: LearnOptions): Promise<LearnInput> {
  const [place, ...outputs] = words;
  if (place === undefined) {
    throw new UsageError(
      'Nothing to learn from. Name the folder of a shared task, or a file of judgments, a reference with -r, and outputs.',
    );
  }
  return isTaskFolder(place) ? readFolder(place, outputs, given) : readFiles(place, outputs, given);
}

async function readFolder(folder: string, rest: readonly string[], given: LearnOptions): Promise<LearnInput> {
  if (rest.length > 0) {
    throw new UsageError(
      `${folder} is the folder of a shared task and holds its outputs: leave out ${rest.join(', ')}.`,
    );
  }
  const held = (['reference', 'source', 'name', 'judgments'] as const).find((option) => given[option] !== undefined);
  if (held) throw new UsageError(`--${held} cannot be used with the folder of a shared task. Leave it out.`);
  const { task: typed, testTask: test = [] } = given;
  const both = test.find((each) => typed?.includes(each));
  if (both !== undefined) throw new UsageError(`Cannot learn from ${both} and also test on it.`);
  const shared = await openSharedTask(folder, {
    ...present({ tasks: typed && [...typed, ...test], asSystems: given.asSystem }),
    ...pick(given, ['judgmentFormat', 'lenient', 'strict']),
    withoutMetricScores: true,
  });
  const hasAll = shared.parts.filter((part) => part.outputs.length > 0 && part.references.length > 0);
  const tasks = typed ?? hasAll.map((part) => part.task).filter((each) => !test.includes(each));
  if (tasks.length === 0) throw new UsageError(`${folder} has no task with outputs and references to learn from.`);
  return { shared, tasks, tests: test };
}

async function readFiles(place: string, outputs: readonly string[], given: LearnOptions): Promise<LearnInput> {
  const { reference: references = [], testTask, judgments: further = [] } = given;
  if (testTask || given.asSystem) {
    throw new UsageError(
      `--${testTask ? 'test-task' : 'as-system'} needs the folder of a shared task, but ${place} is not one.`,
    );
  }
  if (outputs.length < 2) {
    if (place !== '-' && !statSync(place, { throwIfNoEntry: false })) {
      throw new UsageError(`cannot read ${place}: no such file or folder`);
    }
    throw new UsageError('Name the outputs of at least two systems after the judgments, such as sysA.txt sysB.txt.');
  }
  if (references.length === 0) throw new UsageError('No reference given. Name a file with -r.');
  const { judgments, input } = await requestedJudgments([place, ...further], given);
  const only = onlyTask(judgments);
  const names = nameSystems(outputs.map((path) => ({ path, name: undefined })), given.name ?? []); // prettier-ignore
  return {
    tasks: [only],
    tests: [],
    shared: {
      name: place,
      parts: [
        {
          task: only,
          ...pick(given, ['source']),
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
    throw new UsageError(
      `The judgments are of several tasks (${tasks.join(', ')}), but the outputs are of one. Choose the task with -t.`,
    );
  }
  return only;
}
