/** `assay rerank`: the best translations of n-best lists under given weights. */
import { type Command, Option } from 'commander';
import { type Metric, UsageError, systemScore, teach, version } from '../../core/index.ts';
import { writeNbest } from '../../data/index.ts';
import { scoredMetric } from '../../engine/index.ts';
import { measureAll, referencesPerSegment } from '../../measure/index.ts';
import { type RerankReport, rerankRows, rerankTables } from '../../report/index.ts';
import {
  bestCandidates,
  chosenTexts,
  firstCandidates,
  rerank as rerankCandidates,
  segmentsWithCandidates,
} from '../../tune/index.ts';
import { integerBetween, requestedMetrics, separateFiles } from '../arguments.ts';
import type { CliCommand } from '../command.ts';
import { type NbestOptions, type RequestedNbest, declareNbestInput, requestedNbest } from '../nbestInput.ts';
import { filesOfMetrics } from '../metricFiles.ts';
import { checkOutputs } from '../output.ts';
import { type ReportFormat, reportFormats, showReport } from '../reportForm.ts';
import { type WeightOptions, declareWeights, requestedWeights } from '../weightInput.ts';

interface RerankOptions extends NbestOptions, WeightOptions {
  metric?: string[];
  nbest?: number;
  format: ReportFormat;
  digits: number;
  output?: string;
}

/** Translations or lists are printed as they are; scores are a report. */
type Result = { readonly lines: readonly string[] } | { readonly report: RerankReport };

const rerank: CliCommand<RerankOptions, Result> = {
  name: 'rerank',
  summary: 'Choose the best translations of n-best lists under given weights.',
  examples: [
    ['assay rerank nbest.txt -w weights.txt', 'the best translations, one a line'],
    ['assay rerank run1.nbest run2.nbest -w moses.ini -o best.txt', 'of two lists, merged, to a file'],
    ['assay rerank nbest.txt -w weights.txt -r ref.txt -m bleu ter', 'scores before and after'],
    ['assay rerank nbest.txt -w weights.txt --nbest 10', 'the ten best of each segment, as a list of Moses'],
  ],

  declare(command: Command) {
    declareNbestInput(command);
    declareWeights(command, 'weights by name, as Moses, Joshua or cdec write them, as JSON, or as a row');
    command
      .option('-m, --metric <metric...>', 'with -r: metrics, as for assay score (default: bleu)')
      .option(
        '--nbest <number>',
        'print so many of each segment, best first, as a list of Moses',
        integerBetween(1, 1_000_000_000),
      )
      .addOption(
        new Option('-f, --format <format>', 'with -r: form of the report').choices(reportFormats).default('text'),
      )
      .option('--digits <number>', 'decimals shown', integerBetween(0, 15), 2)
      .option('-o, --output <file>', 'write to a file');
  },

  async run(positional, given, terminal) {
    const { files, requests } = separateFiles(positional, given.metric ?? [], false);
    if (given.weights === undefined) throw new UsageError('No weights given. Name a file of weights with -w.');
    checkOptions(given, requests);
    checkOutputs(
      [given.output],
      [...files, ...(given.reference ?? []), given.source, given.weights, ...filesOfMetrics(requests)],
    );
    const metrics = await requestedMetrics(requests.length === 0 ? ['bleu'] : requests);
    const read = await requestedNbest(files, given);
    const { candidates } = read;
    const { weights, notes } = (await requestedWeights(given, candidates.featureNames))!;
    if (read.against) return { report: scored(read, weights, metrics, notes) };
    for (const note of [...read.notes, ...notes]) terminal.warn(note);
    if (given.nbest === undefined) {
      return { lines: chosenTexts(candidates, bestCandidates(candidates, weights)).map((text) => `${text}\n`) };
    }
    const { order, scores } = rerankCandidates(candidates, weights);
    return { lines: [...writeNbest(candidates, { order, totals: scores, most: given.nbest })] };
  },

  show(result, { format, digits }, style) {
    if ('lines' in result) return result.lines.join('');
    const { report } = result;
    const forms = { tables: () => rerankTables(report, digits), rows: () => rerankRows(report) };
    return showReport(report, format, forms, style);
  },
};

export default rerank;

function checkOptions(given: RerankOptions, requests: readonly string[]): void {
  if (given.reference) {
    if (given.nbest !== undefined) {
      throw new UsageError('--nbest prints lists, -r scores: give one of them, or run the command twice.');
    }
    return;
  }
  const unused = requests.length > 0 ? '-m' : given.source === undefined ? undefined : '-s';
  if (unused !== undefined) throw new UsageError(`${unused} is for scores, which need references: give them with -r.`);
  if (given.format !== 'text') {
    throw new UsageError('--format is for scores, which need references: give them with -r, or leave out --format.');
  }
}

/** Segments without candidates are not scored, as a tuner passes over them. */
function scored(
  { candidates, against, notes, sha256 }: RequestedNbest,
  weights: Float64Array,
  metrics: readonly Metric[],
  weightNotes: readonly string[],
): RerankReport {
  const { references, sources } = against!;
  const members = segmentsWithCandidates(candidates);
  const chosen = [firstCandidates(candidates), bestCandidates(candidates, weights)].map((each) => {
    const texts = chosenTexts(candidates, each);
    return members.map((i) => texts[i]!);
  });
  const [first, reranked] = chosen as [string[], string[]];
  const testSet = {
    references: members.map((i) => references[i]!),
    ...(sources && { sources: members.map((i) => sources[i]!) }),
  };
  const taught = metrics.map((metric) => teach(metric, references));
  const measured = measureAll(taught, testSet, { first, reranked });
  const perSegment = referencesPerSegment(references);
  return {
    version,
    segments: candidates.segments,
    candidates: candidates.texts.length,
    scored: members.length,
    changed: first.filter((text, i) => text !== reranked[i]).length,
    metrics: metrics.map((metric) => scoredMetric(metric, { references: perSegment })),
    choices: (['first', 'reranked'] as const).map((choice, s) => ({
      choice,
      scores: measured.map((each) => systemScore(each, s)),
    })),
    weights: candidates.featureNames.map((feature, f) => ({ feature, weight: weights[f]! })),
    input: { references: perSegment, sha256, notes: [...notes, ...weightNotes] },
  };
}
