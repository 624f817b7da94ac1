/** `assay agree`: how far judges agree with each other and with themselves; Callison-Burch et al. (2009), section 3.4. */
import { type Command, Option } from 'commander';
import { UsageError } from '../../core/index.ts';
import { type Average, type Chance, type ErrorWeight, type Identical, withOwnWeights } from '../../human/index.ts';
import { type AgreeReport, agreeDefaults, agreeRows, agreeTables, reportAgreement } from '../../report/index.ts';
import { integerBetween, numberBetween } from '../arguments.ts';
import type { CliCommand } from '../command.ts';
import { checkErrorWeights, errorWeightsOption } from '../errorWeights.ts';
import { type JudgmentOptions, declareJudgmentInput, nothingLeft, requestedJudgments } from '../judgmentInput.ts';
import { type ReportFormat, reportFormats, showReport } from '../reportForm.ts';
import { checkOutputs } from '../output.ts';

interface AgreeOptions extends JudgmentOptions {
  curves?: boolean;
  judges?: boolean;
  chance: Chance;
  average: Average;
  identical: Identical;
  weights?: readonly ErrorWeight[];
  compat?: 'wmt16';
  rerank?: boolean;
  atLeast: number;
  level: number;
  samples: number;
  seed: number;
  format: ReportFormat;
  digits: number;
  output?: string;
}

const agree: CliCommand<AgreeOptions, AgreeReport> = {
  name: 'agree',
  summary: 'Measure how far judges agree with each other and with themselves.',
  examples: [
    ['assay agree judgments.tsv', 'κ with intervals, over all tasks and in each'],
    ['assay agree judgments.tsv --curves', 'and what becomes of it without some judgments'],
    ['assay agree judgments.tsv -t de-en --judges', 'one task, and how far each judge agrees'],
    ['assay agree judgments.csv --chance empirical --compat wmt16', 'as in WMT13 to WMT16, with their figures'],
  ],

  declare(command: Command) {
    declareJudgmentInput(command);
    command
      .option('--curves', 'κ without the first judgments of all, and without the judges who agree least')
      .option('--judges', 'agreement of each judge')
      .addOption(
        new Option('--chance <how>', 'agreement by chance: all labels equally likely, or as likely as they were given')
          .choices(['uniform', 'empirical'] satisfies Chance[])
          .default(agreeDefaults.chance),
      )
      .addOption(
        new Option('--average <of>', 'what counts alike: all pairs of labels, or all that was labelled')
          .choices(['pairs', 'keys'] satisfies Average[])
          .default(agreeDefaults.average),
      )
      .addOption(
        new Option('--identical <what>', 'two outputs that are one text, shown once: ties, or not compared')
          .choices(['ties', 'left-out'] satisfies Identical[])
          .default(agreeDefaults.identical),
      )
      .addOption(errorWeightsOption())
      .addOption(
        new Option('--compat <script>', 'also the figures as counted by the script of WMT13 to WMT16').choices([
          'wmt16',
        ]),
      )
      .option('--rerank', 'for curves: look anew who agrees least after each judge left out')
      .option(
        '--at-least <pairs>',
        'for curves: judges with fewer pairs with others are not left out',
        integerBetween(1, Number.MAX_SAFE_INTEGER),
        agreeDefaults.atLeast,
      )
      .option(
        '--level <percent>',
        'confidence level of the intervals',
        numberBetween(50, 99.99),
        100 * agreeDefaults.level,
      )
      .option('--samples <number>', 'bootstrap samples', integerBetween(1, 1_000_000), agreeDefaults.samples)
      .option(
        '--seed <number>',
        'seed of the bootstrap',
        integerBetween(0, Number.MAX_SAFE_INTEGER),
        agreeDefaults.seed,
      )
      .addOption(new Option('-f, --format <format>', 'form of the report').choices(reportFormats).default('text'))
      .option('-w, --digits <number>', 'decimals shown', integerBetween(0, 15), 3)
      .option('-o, --output <file>', 'write the report to a file');
  },

  async run(files, given) {
    checkOutputs([given.output], files);
    if (given.rerank && !given.curves) throw new UsageError('--rerank is for curves. Add --curves, or leave it out.');
    const { judgments, input, placeOfError } = await requestedJudgments(files, given);
    checkErrorWeights(given.weights, judgments.annotations, placeOfError);
    const { chance, average, identical, atLeast, level, samples, seed } = given;
    const report = reportAgreement(judgments, input, {
      chance,
      average,
      identical,
      weights: withOwnWeights(given.weights ?? []),
      judges: given.judges ?? false,
      curves: given.curves ?? false,
      wmt16: given.compat === 'wmt16',
      rerank: given.rerank ?? false,
      atLeast,
      level: level / 100,
      samples,
      seed,
    });
    if (report.kinds.length > 0) return report;
    throw nothingLeft(
      'There is nothing to agree on: no rankings, verdicts, ratings or marked errors were read.',
      input,
    );
  },

  show(report, { format, digits }, style) {
    const forms = { tables: () => agreeTables(report, digits), rows: () => agreeRows(report) };
    return showReport(report, format, forms, style);
  },
};

export default agree;
