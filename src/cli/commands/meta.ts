/** `assay meta`: how well metrics agree with people. */
import { UsageError } from '../../core/index.ts';
import { evaluateTask } from '../../engine/index.ts';
import { hasFigures, unmetRequests } from '../../meta/index.ts';
import { metaRows, metaTables } from '../../report/index.ts';
import { defineCommand } from '../command.ts';
import { checkErrorWeights } from '../errorWeights.ts';
import { toggle } from '../options.ts';
import { digits } from '../sharedOptions.ts';
import { metaSettings, requestedTask, sharedTaskOptions, taskFolder } from '../sharedTaskInput.ts';

const meta = defineCommand({
  name: 'meta',
  summary: 'Evaluate metrics against judgments of people.',
  examples: [
    ['assay meta task/', 'usual metrics against the judgments in the folder, systems and segments'],
    ['assay meta task/ -t de-en -m bleu chrf amber RAC1 --pairwise', 'one task, these metrics, every test'],
    ['assay meta task/ --scores comet.tsv', 'with scores of a metric computed elsewhere'],
    ['assay meta task/ -m none --human mqm --segment-measure 2023', 'only scores in the folder, as WMT23 counted'],
  ],

  arguments: [taskFolder],
  options: { ...sharedTaskOptions, pairwise: toggle({ help: 'the p of every two metrics' }), digits: digits(3) },

  async run(typed, given, terminal) {
    const { task, metrics } = await requestedTask(typed, given);
    checkErrorWeights(given.errorWeights, task.judgments.annotations, task.placeOfError);
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

  forms: { tables: (report, given) => metaTables(report, given.pairwise ?? false, given.digits), rows: metaRows },
});

export default meta;
