/** `assay task`: everything about a shared task, as one page or in any other form. */
import { type Command, Option } from 'commander';
import { describeTask } from '../../engine/index.ts';
import { type RankingMethodId, rankingMethods, systemsByTask, withOwnWeights } from '../../human/index.ts';
import { unmetRequests } from '../../meta/index.ts';
import {
  type TaskReport,
  agreeDefaults,
  media,
  pageHtml,
  rankDefaults,
  taskPage,
  taskTables,
} from '../../report/index.ts';
import { integerBetween } from '../arguments.ts';
import type { CliCommand } from '../command.ts';
import { checkErrorWeights } from '../errorWeights.ts';
import { filesOfMetrics } from '../metricFiles.ts';
import { checkOutputs, writeWhole } from '../output.ts';
import {
  type SharedTaskOptions,
  declareSharedTask,
  metaSettings,
  requestedFolder,
  requestedTask,
} from '../sharedTaskInput.ts';
import { readSystemList, readUnlisted } from '../systemList.ts';

const formats = ['text', 'markdown', 'latex', 'json'] as const;

interface TaskOptions extends SharedTaskOptions {
  report?: string;
  by: RankingMethodId;
  constrained?: string;
  unlisted?: string;
  format: (typeof formats)[number];
  digits?: number;
  output?: string;
}

const task: CliCommand<TaskOptions, TaskReport> = {
  name: 'task',
  summary: 'Report everything about a shared task: systems, judges, metrics.',
  examples: [
    ['assay task task/ --report findings.html', 'one page that opens anywhere'],
    ['assay task task/ -t de-en -m bleu chrf amber -f markdown', 'one language pair, as Markdown'],
    ['assay task task/ -f json -o findings.json --report findings.html', 'the data, and the page'],
  ],

  declare(command: Command) {
    declareSharedTask(command);
    command
      .option('--report <file>', 'write a page (HTML) with tables and charts, complete in itself')
      .addOption(
        new Option('--by <score>', 'what orders systems that were ranked')
          .choices(rankingMethods.map(({ id }) => id))
          .default('ge'),
      )
      .option('--constrained <systems>', 'constrained systems, as for assay rank')
      .option('--unlisted <systems>', "systems that only count as opponents, likewise: '*-combo*'")
      .addOption(new Option('-f, --format <format>', 'form of the report').choices(formats).default('text'))
      .option('-w, --digits <number>', 'decimals shown, where they are not usual ones', integerBetween(0, 15))
      .option('-o, --output <file>', 'write the report to a file');
  },

  async run(typed, given, terminal) {
    checkOutputs(
      [given.report, given.output],
      [
        ...(given.scores ?? []),
        ...(given.analyses ?? []),
        ...filesOfMetrics(given.metric),
        given.constrained,
        given.unlisted,
      ],
      requestedFolder(typed, given),
    );
    const { task: opened, metrics } = await requestedTask(typed, given);
    checkErrorWeights(given.weights, opened.judgments.annotations, opened.placeOfError);
    const { samples, seed, level, identical, by } = given;
    const resampling = { samples, seed, level: level / 100 };
    const { samples: _samples, seed: _seed, level: _level, ...agreeing } = agreeDefaults;
    const weights = withOwnWeights(given.weights ?? []);
    const systems = systemsByTask(opened.judgments);
    const isConstrained =
      given.constrained === undefined ? undefined : readSystemList(given.constrained, '--constrained', systems);
    const isListed = given.unlisted === undefined ? undefined : readUnlisted(given.unlisted, systems);
    const found = await describeTask(opened, metrics, {
      rank: { ...rankDefaults, by, identical, weights, ...resampling },
      rankContext: {
        ...(isConstrained && { isConstrained }),
        ...(isListed && { isListed }),
        onProgress: ({ share, task: name }) => terminal.progress({ share, text: `resamples of ${name}` }),
      },
      agree: { ...agreeing, identical, weights, judges: true, curves: true, ...resampling },
      meta: { ...metaSettings(given), onProgress: (done) => terminal.progress(done) },
    });
    const report = withUnmetRequests(found, given);
    if (given.report !== undefined) {
      terminal.progress({ share: undefined, text: 'charts' });
      const page = taskPage(report);
      await writeWhole(given.report, [pageHtml(page)]);
    }
    return report;
  },

  show(report, { format, digits }, style) {
    if (format === 'json') return `${JSON.stringify(report, null, 2)}\n`;
    return media[format](taskTables(report, digits), style);
  },
};

function withUnmetRequests(report: TaskReport, { systemMeasure, segmentTest }: TaskOptions): TaskReport {
  const request = { segmentTest, ...(systemMeasure && { systemMeasures: systemMeasure }) };
  const unmet = report.meta?.tasks.flatMap((each) => unmetRequests(each, request)) ?? [];
  if (unmet.length === 0) return report;
  return { ...report, input: { ...report.input, notes: [...report.input.notes, ...unmet] } };
}

export default task;
