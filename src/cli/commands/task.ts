/** `assay task`: everything about a shared task, as one page or in any other form. */
import { integers, oneOf, pick } from '../../core/index.ts';
import { describeTask } from '../../engine/index.ts';
import { rankingMethods, systemsByTask } from '../../human/index.ts';
import { agreeDefaults, rankDefaults, taskPage, taskTables } from '../../report/index.ts';
import { defineCommand, warnedOfCut } from '../command.ts';
import { checkedWeights, constrained, listedSystems, unlisted } from '../input/judgmentInput.ts';
import { metaSettings, requestedTask, sharedTaskOptions, taskFolder, unmetNotes } from '../input/sharedTaskInput.ts';
import { value } from '../options.ts';

const task = defineCommand({
  name: 'task',
  summary: 'Report everything about a shared task: systems, judges, metrics.',
  examples: [
    ['assay task task/ -o findings.html', 'one self-contained web page'],
    ['assay task task/ -t de-en -m bleu chrf amber -f markdown', 'one language pair, as Markdown'],
    ['assay task task/ -o findings.json -o findings.html', 'the data, and the page'],
  ],

  arguments: [taskFolder],
  options: {
    ...sharedTaskOptions,
    rankBy: value(oneOf(rankingMethods.map(({ id }) => id)), {
      value: 'score',
      default: rankDefaults.by,
      help: 'how to order systems that were ranked',
    }),
    constrained,
    unlisted,
    digits: value(integers(0, 15), { letter: 'd', help: 'decimals shown, instead of the defaults' }),
  },

  async run(typed, given, terminal) {
    const { task: opened, metrics } = await requestedTask(typed, given);
    const { annotations } = opened.judgments;
    const weights = checkedWeights(given.errorWeights, annotations, opened.placeOfError);
    const common = { identical: given.identical, weights };
    const resampling = { ...pick(given, ['samples', 'seed']), level: given.level / 100 };
    const { samples: _samples, seed: _seed, level: _level, ...agreeing } = agreeDefaults;
    const report = await describeTask(opened, metrics, {
      rank: { ...rankDefaults, by: given.rankBy, ...common, ...resampling },
      rankContext: {
        ...listedSystems(given, systemsByTask(opened.judgments)),
        onProgress: ({ share, task: name }) => terminal.progress({ share, text: `resamples of ${name}` }),
      },
      agree: { ...agreeing, ...common, judges: true, curves: true, ...resampling },
      meta: { ...metaSettings(given), onProgress: terminal.progress },
    });
    const more = [...warnedOfCut(terminal, metrics), ...unmetNotes(report.meta?.tasks ?? [], given)];
    if (more.length === 0) return report;
    return { ...report, input: { ...report.input, notes: [...report.input.notes, ...more] } };
  },

  forms: {
    tables: (report, given) => taskTables(report, given.digits),
    page: (report) => taskPage(report),
  },
});

export default task;
