/** `assay meta`: how well metrics agree with people. */
import { type Command, Option } from 'commander';
import { UsageError } from '../../core/index.ts';
import { evaluateTask } from '../../engine/index.ts';
import { hasFigures, unmetRequests } from '../../meta/index.ts';
import { type MetaReport, metaRows, metaTables } from '../../report/index.ts';
import { integerBetween } from '../arguments.ts';
import type { CliCommand } from '../command.ts';
import { checkErrorWeights } from '../errorWeights.ts';
import { type ReportFormat, reportFormats, showReport } from '../reportForm.ts';
import { filesOfMetrics } from '../metricFiles.ts';
import { checkOutputs } from '../output.ts';
import {
  type SharedTaskOptions,
  declareSharedTask,
  metaSettings,
  requestedFolder,
  requestedTask,
} from '../sharedTaskInput.ts';

interface MetaOptions extends SharedTaskOptions {
  pairwise?: boolean;
  format: ReportFormat;
  digits: number;
  output?: string;
}

const meta: CliCommand<MetaOptions, MetaReport> = {
  name: 'meta',
  summary: 'Evaluate metrics against judgments of people.',
  examples: [
    ['assay meta task/', 'usual metrics against the judgments in the folder, systems and segments'],
    ['assay meta task/ -t de-en -m bleu chrf amber RAC1 --pairwise', 'one task, these metrics, every test'],
    ['assay meta task/ --scores comet.tsv', 'with scores of a metric computed elsewhere'],
    ['assay meta task/ -m none --human mqm --segment-measure 2023', 'only scores in the folder, as WMT23 counted'],
  ],

  declare(command: Command) {
    declareSharedTask(command);
    command
      .option('--pairwise', 'the p of every two metrics')
      .addOption(new Option('-f, --format <format>', 'form of the report').choices(reportFormats).default('text'))
      .option('-w, --digits <number>', 'decimals shown', integerBetween(0, 15), 3)
      .option('-o, --output <file>', 'write the report to a file');
  },

  async run(typed, given, terminal) {
    checkOutputs(
      [given.output],
      [...(given.scores ?? []), ...(given.analyses ?? []), ...filesOfMetrics(given.metric)],
      requestedFolder(typed, given),
    );
    const { task, metrics } = await requestedTask(typed, given);
    checkErrorWeights(given.weights, task.judgments.annotations, task.placeOfError);
    const report = await evaluateTask(task, metrics, {
      ...metaSettings(given),
      onProgress: (done) => terminal.progress(done),
    });
    const { systemMeasure, segmentTest } = given;
    const request = { segmentTest, ...(systemMeasure && { systemMeasures: systemMeasure }) };
    const notes = [...report.input.notes, ...report.tasks.flatMap((each) => unmetRequests(each, request))];
    if (!report.tasks.some(hasFigures)) {
      const reasons = notes.filter((note) => note.includes(', which needs '));
      throw new UsageError(`Nothing that was asked for can be measured. ${reasons.join(' ')}`.trim());
    }
    return { ...report, input: { ...report.input, notes } };
  },

  show(report, { format, pairwise = false, digits }, style) {
    const forms = { tables: () => metaTables(report, pairwise, digits), rows: () => metaRows(report) };
    return showReport(report, format, forms, style);
  },
};

export default meta;
