/** `assay meta`: how well metrics agree with people. */
import { UsageError } from '../../core/index.ts';
import { evaluateTask } from '../../engine/index.ts';
import { hasFigures } from '../../meta/index.ts';
import { metaRows, metaTables } from '../../report/index.ts';
import { defineCommand } from '../command.ts';
import { checkedWeights } from '../input/judgmentInput.ts';
import { digits } from '../input/sharedOptions.ts';
import { metaSettings, requestedTask, sharedTaskOptions, taskFolder, unmetNotes } from '../input/sharedTaskInput.ts';
import { toggle } from '../options.ts';

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
    checkedWeights(given.errorWeights, task.judgments.annotations, task.placeOfError);
    const report = await evaluateTask(task, metrics, { ...metaSettings(given), onProgress: terminal.progress });
    const notes = [...report.input.notes, ...unmetNotes(report.tasks, given)];
    if (!report.tasks.some(hasFigures)) {
      const reasons = notes.filter((note) => note.includes(', which needs '));
      throw new UsageError(`Nothing that was asked for can be measured. ${reasons.join(' ')}`.trim());
    }
    return { ...report, input: { ...report.input, notes } };
  },

  forms: { tables: (report, given) => metaTables(report, given.pairwise ?? false, given.digits), rows: metaRows },
});

export default meta;
