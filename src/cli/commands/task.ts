/** `assay task`: everything about a shared task, as one page or in any other form. */
import { integers, oneOf } from '../../core/index.ts';
import { describeTask } from '../../engine/index.ts';
import { rankingMethods, systemsByTask, withOwnWeights } from '../../human/index.ts';
import { unmetRequests } from '../../meta/index.ts';
import { type TaskReport, agreeDefaults, pageHtml, rankDefaults, taskPage, taskTables } from '../../report/index.ts';
import { defineCommand } from '../command.ts';
import { checkErrorWeights } from '../errorWeights.ts';
import { value } from '../options.ts';
import {
  type SharedTaskOptions,
  metaSettings,
  requestedTask,
  sharedTaskOptions,
  taskFolder,
} from '../sharedTaskInput.ts';
import { constrained, readSystemList, readUnlisted, unlisted } from '../systemList.ts';

const task = defineCommand({
  name: 'task',
  summary: 'Report everything about a shared task: systems, judges, metrics.',
  examples: [
    ['assay task task/ -o findings.html', 'one page that opens anywhere'],
    ['assay task task/ -t de-en -m bleu chrf amber -f markdown', 'one language pair, as Markdown'],
    ['assay task task/ -o findings.json -o findings.html', 'the data, and the page'],
  ],

  arguments: [taskFolder],
  options: {
    ...sharedTaskOptions,
    rankBy: value(oneOf(rankingMethods.map(({ id }) => id)), {
      value: 'score',
      default: 'ge',
      help: 'what orders systems that were ranked',
    }),
    constrained,
    unlisted,
    digits: value(integers(0, 15), { letter: 'd', help: 'decimals shown, where they are not usual ones' }),
  },

  async run(typed, given, terminal) {
    const { task: opened, metrics } = await requestedTask(typed, given);
    checkErrorWeights(given.errorWeights, opened.judgments.annotations, opened.placeOfError);
    const { samples, seed, identical } = given;
    const resampling = { samples, seed, level: given.level / 100 };
    const { samples: _samples, seed: _seed, level: _level, ...agreeing } = agreeDefaults;
    const weights = withOwnWeights(given.errorWeights ?? []);
    const systems = systemsByTask(opened.judgments);
    const isConstrained =
      given.constrained === undefined ? undefined : readSystemList(given.constrained, '--constrained', systems);
    const isListed = given.unlisted === undefined ? undefined : readUnlisted(given.unlisted, systems);
    const found = await describeTask(opened, metrics, {
      rank: { ...rankDefaults, by: given.rankBy, identical, weights, ...resampling },
      rankContext: {
        ...(isConstrained && { isConstrained }),
        ...(isListed && { isListed }),
        onProgress: ({ share, task: name }) => terminal.progress({ share, text: `resamples of ${name}` }),
      },
      agree: { ...agreeing, identical, weights, judges: true, curves: true, ...resampling },
      meta: { ...metaSettings(given), onProgress: (done) => terminal.progress(done) },
    });
    return withUnmetRequests(found, given);
  },

  forms: {
    tables: (report, given) => taskTables(report, given.digits),
    page: (report) => pageHtml(taskPage(report)),
  },
});

function withUnmetRequests(report: TaskReport, { systemMeasure, segmentTest }: SharedTaskOptions): TaskReport {
  const request = { segmentTest, ...(systemMeasure && { systemMeasures: systemMeasure }) };
  const unmet = report.meta?.tasks.flatMap((each) => unmetRequests(each, request)) ?? [];
  if (unmet.length === 0) return report;
  return { ...report, input: { ...report.input, notes: [...report.input.notes, ...unmet] } };
}

export default task;
