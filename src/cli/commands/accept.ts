/** `assay accept`: how often edited outputs were found acceptable; Callison-Burch et al. (2009), sections 3.2, 3.3 and 4.2. */
import { type Command, Option } from 'commander';
import {
  type AcceptReport,
  acceptDefaults,
  acceptRows,
  acceptTables,
  reportAcceptability,
} from '../../report/index.ts';
import { integerBetween, numberBetween } from '../arguments.ts';
import type { CliCommand } from '../command.ts';
import { type JudgmentOptions, declareJudgmentInput, nothingLeft, requestedJudgments } from '../judgmentInput.ts';
import { type ReportFormat, reportFormats, showReport } from '../reportForm.ts';
import { checkOutputs } from '../output.ts';

interface AcceptOptions extends JudgmentOptions {
  level: number;
  format: ReportFormat;
  digits: number;
  output?: string;
}

const accept: CliCommand<AcceptOptions, AcceptReport> = {
  name: 'accept',
  summary: 'Show how often edited outputs of each system were found acceptable.',
  examples: [
    ['assay accept judgments.tsv', 'shares of yes votes by task and system, with error bars'],
    ['assay accept judgments.tsv -t de-en --format json', 'one task, with Wilson intervals, for other programs'],
  ],

  declare(command: Command) {
    declareJudgmentInput(command);
    command
      .option(
        '--level <percent>',
        'confidence level of the intervals in JSON, CSV, TSV',
        numberBetween(50, 99.99),
        100 * acceptDefaults.level,
      )
      .addOption(new Option('-f, --format <format>', 'form of the report').choices(reportFormats).default('text'))
      .option('-w, --digits <number>', 'decimals of percentages', integerBetween(0, 15), 1)
      .option('-o, --output <file>', 'write the report to a file');
  },

  async run(files, given) {
    checkOutputs([given.output], files);
    const { judgments, input } = await requestedJudgments(files, given);
    if (judgments.verdicts.length === 0) {
      throw nothingLeft('There are no yes/no verdicts on edited outputs among the judgments.', input);
    }
    return reportAcceptability(judgments, input, { level: given.level / 100 });
  },

  show(report, { format, digits }, style) {
    const forms = { tables: () => acceptTables(report, digits), rows: () => acceptRows(report) };
    return showReport(report, format, forms, style);
  },
};

export default accept;
