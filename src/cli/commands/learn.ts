/** `assay learn`: a metric that says what people say, from other metrics and judgments. */
import { type FoundMetric, UsageError, integers, isUsageError, oneOf } from '../../core/index.ts';
import {
  featureRequest,
  isFeature,
  learnMetric,
  learnWeights,
  parseMetric,
  requestedFeatures,
} from '../../engine/index.ts';
import { withOwnWeights } from '../../human/index.ts';
import { learnRows, learnTables } from '../../report/index.ts';
import { analyses, withAnalyses } from '../analysesInput.ts';
import { defineCommand } from '../command.ts';
import { errorWeights } from '../errorWeights.ts';
import { identical } from '../judgmentInput.ts';
import { isTaskFolder, learnInputOptions, readLearnInput } from '../learnInput.ts';
import { outputFile, refuseOptions, texts, value, words } from '../options.ts';
import { writeWhole } from '../output.ts';
import { requestedMetrics } from '../requestedMetrics.ts';
import { alpha, digits, level, samples, seed, threads } from '../sharedOptions.ts';
import { human } from '../sharedTaskInput.ts';
import { emptyReferences } from '../textInput.ts';

/** What needs nothing of a language. */
const usualFeatures = ['bleu::parts', 'chrf', 'ter', 'per', 'gtm', 'ribes', 'amber::parts'];

const learn = defineCommand({
  name: 'learn',
  summary: 'Learn a metric from judgments of people.',
  examples: [
    ['assay learn task/ --model model.json', 'from all judgments of a shared task, by usual features'],
    [
      'assay learn task/ -t en-fr -t en-es --test-task de-en --features bleu chrf ter',
      'from two tasks, tested on a third',
    ],
    [
      'assay learn judgments.tsv -r ref.txt a.txt b.txt c.txt --features amber::parts entailment::parts',
      'from files, by parts of metrics',
    ],
    ["assay learn task/ --amber 'amber(types=4)'", 'the weights of AMBER’s penalties, and θ, in place of a new metric'],
    ['assay score -r ref.txt sys.txt -m learned:model.json', 'what was learned, used like any metric'],
  ],

  arguments: [
    {
      typed: '[judgments]',
      names: 'folder',
      help: 'the folder of a shared task, as for assay meta; or a file of judgments, or a campaign, for the outputs that follow',
    },
    {
      typed: '[outputs...]',
      names: 'input',
      help: 'outputs of the systems that were judged, each named as in the judgments',
    },
  ],
  options: {
    ...learnInputOptions,
    analyses,
    features: words(texts, {
      value: 'feature',
      names: 'metrics',
      takes: isFeature,
      help: `features: a metric for its score, metric::part for a part of it, metric::parts for all (default: ${usualFeatures.join(' ')})`,
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
      help: 'learn which of two outputs is better, or the rating of one (default: pairwise for rankings, else absolute)',
    }),
    amber: value(texts, {
      value: 'metric',
      names: 'metrics',
      help: 'learn the weights of an AMBER instead, such as amber: of its penalties, and θ',
    }),
    model: outputFile({ help: 'write the learned metric, for -m learned:FILE' }),
    folds: value(integers(2, 100), { default: 10, help: 'folds of sentences to cross-validate with' }),
    human: human('judgments to learn from'),
    samples: samples(1000, 'resamples and permutations'),
    seed: seed('seed of folds and resamples'),
    level: level(0.95),
    alpha: alpha(0.05, 'greatest p of a significant difference between metrics'),
    identical,
    errorWeights,
    emptyReferences,
    threads: threads(),
    digits: digits(3),
  },

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
    const { kind, folds } = given;
    const request = {
      ...(await readLearnInput(typed, given)),
      baselines,
      ...(given.human !== undefined && { human: given.human }),
      identical: given.identical,
      weights: withOwnWeights(given.errorWeights ?? []),
      folds,
      seed: given.seed,
      samples: given.samples,
      level: given.level / 100,
      alpha: given.alpha,
      threads: given.threads,
      emptyReferences: given.emptyReferences,
      onProgress: (done: Parameters<typeof terminal.progress>[0]) => terminal.progress(done),
    };
    if (!features) return learnWeights(amber!, request);
    const { report, model } = await learnMetric({ ...request, features, ...(kind && { kind }) });
    if (given.model !== undefined) await writeWhole(given.model, [`${JSON.stringify(model, null, 2)}\n`]);
    return report;
  },

  forms: { tables: (report, given) => learnTables(report, given.digits), rows: learnRows },
});

/** Tells what is wrong with a word that is neither a file nor a feature. */
async function refuseWord(word: string): Promise<void> {
  try {
    await requestedFeatures([word]);
  } catch (error) {
    if (isUsageError(error)) throw new UsageError(`${word} is neither a file nor a metric. ${error.message}`);
    throw error;
  }
}

export default learn;
