/** `assay rerank`: the best translations of n-best lists under given weights. */
import { type Command, Option } from 'commander';
import { UsageError } from '../../core/index.ts';
import { checkStandardInput, readNbest, writeNbest } from '../../data/index.ts';
import { type RerankReport, reportRerank, rerankRows, rerankTables } from '../../report/index.ts';
import { bestCandidates, chosenTexts, rerank as rerankCandidates } from '../../tune/index.ts';
import { integerBetween, requestedMetrics, separateFiles } from '../arguments.ts';
import type { CliCommand } from '../command.ts';
import { type NbestOptions, declareNbestInput, nbestRequest } from '../nbestInput.ts';
import { filesRead } from '../metricFiles.ts';
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
    const inputs = filesRead(given, files, requests);
    checkOutputs([given.output], inputs);
    checkStandardInput(inputs);
    const metrics = await requestedMetrics(requests.length === 0 ? ['bleu'] : requests);
    const read = await readNbest(nbestRequest(files, given));
    const { candidates, references } = read;
    const { weights, notes } = (await requestedWeights(given, candidates.featureNames))!;
    if (references) return { report: reportRerank({ ...read, references }, weights, metrics, notes) };
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
