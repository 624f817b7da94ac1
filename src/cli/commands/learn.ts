/** `assay learn`: a metric that says what people say, from other metrics and judgments. */
import { existsSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { type FoundMetric, UsageError, isUsageError } from '../../core/index.ts';
import type { EmptyReferences } from '../../data/index.ts';
import {
  featureRequest,
  isFeature,
  learnAmber,
  learnMetric,
  parseMetric,
  requestedFeatures,
} from '../../engine/index.ts';
import { type ErrorWeight, type Identical, withOwnWeights } from '../../human/index.ts';
import { type LearnReport, learnRows, learnTables } from '../../report/index.ts';
import { type AnalysesOptions, declareAnalyses, withAnalyses } from '../analysesInput.ts';
import { integerBetween, numberBetween, refuseOptions, requestedMetrics } from '../arguments.ts';
import type { CliCommand } from '../command.ts';
import { declareJudgmentReading } from '../judgmentReading.ts';
import { type LearnInputOptions, declareLearnInput, isTaskFolder, readLearnInput } from '../learnInput.ts';
import { filesOfMetrics } from '../metricFiles.ts';
import { checkOutputs, writeWhole } from '../output.ts';
import { type ReportFormat, reportFormats, showReport } from '../reportForm.ts';

interface LearnOptions extends LearnInputOptions, AnalysesOptions {
  features?: string[];
  baseline?: string[];
  amber?: string;
  kind?: 'pairwise' | 'absolute';
  human?: string;
  model?: string;
  folds: number;
  seed: number;
  samples: number;
  level: number;
  alpha: number;
  identical: Identical;
  weights?: readonly ErrorWeight[];
  emptyReferences: EmptyReferences;
  threads: number | 'auto';
  format: ReportFormat;
  digits: number;
  output?: string;
}

/** What needs nothing of a language. */
const usualFeatures = ['bleu::parts', 'chrf', 'ter', 'per', 'gtm', 'ribes', 'amber::parts'];

const learn: CliCommand<LearnOptions, LearnReport> = {
  name: 'learn',
  summary: 'Learn a metric from judgments of people.',
  examples: [
    ['assay learn task/ --model model.json', 'from all judgments of a shared task, by usual features'],
    ['assay learn task/ -t en-fr -t en-es --test de-en --features bleu chrf ter', 'from two tasks, tested on a third'],
    [
      'assay learn judgments.tsv -r ref.txt a.txt b.txt c.txt --features amber::parts entailment::parts',
      'from files, by parts of metrics',
    ],
    ["assay learn task/ --amber 'amber(types=4)'", 'the weights of AMBER’s penalties, and θ, in place of a new metric'],
    ['assay score -r ref.txt sys.txt -m learned:model.json', 'what was learned, used like any metric'],
  ],

  declare(command: Command) {
    declareLearnInput(command);
    declareAnalyses(command);
    command
      .option(
        '--features <feature...>',
        `features: a metric for its score, metric::part for a part of it, metric::parts for all (default: ${usualFeatures.join(' ')})`,
      )
      .option('-b, --baseline <metric...>', 'metrics to compare with, whether they are features or not (default: bleu)')
      .addOption(
        new Option(
          '--kind <kind>',
          'learn which of two outputs is better, or the rating of one (default: pairwise for rankings, else absolute)',
        ).choices(['pairwise', 'absolute']),
      )
      .option('--amber <metric>', 'learn the weights of an AMBER instead, such as amber: of its penalties, and θ')
      .option('--model <file>', 'write the learned metric, for -m learned:FILE')
      .option('--folds <number>', 'folds of sentences to cross-validate with', integerBetween(2, 100), 10)
      .option('--human <name>', 'judgments to learn from: rankings, annotations, ratings, or a name of scores')
      .option('--samples <number>', 'resamples and permutations', integerBetween(1, 1_000_000), 1000)
      .option('--seed <number>', 'seed of folds and resamples', integerBetween(0, Number.MAX_SAFE_INTEGER - 1), 12345)
      .option('--level <percent>', 'confidence level of the intervals', numberBetween(50, 99.99), 95)
      .option('--alpha <p>', 'greatest p of a significant difference between metrics', numberBetween(0, 1), 0.05);
    declareJudgmentReading(command);
    command
      .addOption(new Option('-f, --format <format>', 'form of the report').choices(reportFormats).default('text'))
      .option('-w, --digits <number>', 'decimals shown', integerBetween(0, 15), 3)
      .option('-o, --output <file>', 'write the report to a file');
  },

  async run(typed, given, terminal) {
    // --features and -b take what follows them; a word that is no metric is meant as a file.
    const isFile = (word: string): boolean => !isFeature(word);
    const following = [...(given.features ?? []), ...(given.baseline ?? [])].filter(isFile);
    for (const word of following) if (!existsSync(word)) await refuseWord(word);
    const words = [...typed, ...following];
    const [place] = words;
    checkOutputs(
      [given.model, given.output],
      [
        ...words.slice(1),
        ...(given.reference ?? []),
        ...(given.judgments ?? []),
        ...(given.analyses ?? []),
        given.source,
        ...filesOfMetrics([...(given.features ?? []), ...(given.baseline ?? []), given.amber ?? ''], featureRequest),
      ],
      place !== undefined && isTaskFolder(place) ? place : undefined,
    );
    if (place !== undefined && !isTaskFolder(place)) checkOutputs([given.model, given.output], [place]);
    const asked = (given.features ?? []).filter((word) => !isFile(word));
    if (given.features && asked.length === 0)
      throw new UsageError('No feature given: a metric must follow --features.');
    const isAmber = given.amber !== undefined;
    if (isAmber) refuseOptions(given, ['features', 'kind', 'model'], 'the weights of AMBER');
    const learned = isAmber ? [given.amber!] : given.features ? asked : usualFeatures;
    const others = given.baseline ? given.baseline.filter((word) => !isFile(word)) : ['bleu'];
    // It is enough if one of all metrics reads analyses.
    const fill = withAnalyses(place === undefined || isTaskFolder(place) ? [] : words.slice(1), given);
    const beside = (further: readonly FoundMetric[]) => (requests: FoundMetric[]) =>
      fill([...requests, ...further]).slice(0, requests.length);
    const besideOthers = beside(others.map(parseMetric));
    const features = isAmber ? undefined : await requestedFeatures(learned, besideOthers);
    const [amber] = isAmber ? await requestedMetrics(learned, besideOthers) : [];
    const baselines = await requestedMetrics(others, beside(learned.map(isAmber ? parseMetric : featureRequest)));
    const { kind, human, folds, seed, samples, level, alpha, identical, threads, emptyReferences } = given;
    const request = {
      ...(await readLearnInput(words, given)),
      baselines,
      ...(human !== undefined && { human }),
      identical,
      weights: withOwnWeights(given.weights ?? []),
      folds,
      seed,
      samples,
      level: level / 100,
      alpha,
      threads,
      emptyReferences,
      onProgress: (done: Parameters<typeof terminal.progress>[0]) => terminal.progress(done),
    };
    if (!features) return learnAmber(amber!, request);
    const { report, model } = await learnMetric({ ...request, features, ...(kind && { kind }) });
    if (given.model !== undefined) await writeWhole(given.model, [`${JSON.stringify(model, null, 2)}\n`]);
    return report;
  },

  show(report, { format, digits }, style) {
    const forms = { tables: () => learnTables(report, digits), rows: () => learnRows(report) };
    return showReport(report, format, forms, style);
  },
};

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
