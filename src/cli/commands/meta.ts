/** `assay meta`: how well metrics agree with people. */
import { UsageError, oneOf, present } from '../../core/index.ts';
import { digestOf } from '../../data/index.ts';
import { evaluateTask } from '../../engine/index.ts';
import { hasFigures } from '../../meta/index.ts';
import { metaLatex, metaPage, metaRows, metaTables } from '../../report/index.ts';
import { defineCommand, warnedOfCut } from '../command.ts';
import { checkedWeights } from '../input/judgmentInput.ts';
import { digits } from '../input/sharedOptions.ts';
import {
  ablate,
  metaSettings,
  requestedTask,
  sharedTaskOptions,
  taskFolder,
  unmetNotes,
} from '../input/sharedTaskInput.ts';
import { divideWork, finishPart, workOptions } from '../input/workInput.ts';
import { refuseOptions, texts, toggle, value, words } from '../options.ts';
import { rowsOfTasks } from '../rows/rowsOfTasks.ts';

const meta = defineCommand({
  name: 'meta',
  summary: 'Evaluate metrics against human judgments.',
  examples: [
    ['assay meta task/', 'the default metrics against the judgments in the folder, for systems and segments'],
    ['assay meta task/ -t de-en -m bleu chrf amber RAC1 --pairwise', 'one task, these metrics, a test of every pair'],
    ['assay meta task/ --scores comet.tsv', 'with scores of a metric computed elsewhere'],
    [
      'assay meta task/ -m none --human mqm --segment-measure 2023',
      'only the scores in the folder, with the measures of WMT23',
    ],
    ['assay meta task/ --rows rows.parquet', 'metrics whose rows assay score --rows wrote'],
    [
      'assay meta task/ --weight de-en=2 -f latex',
      'means and clusters over all tasks, as metrics-task papers print them',
    ],
    ['assay meta task/ --by domain --reference-set refA', 'each domain by itself, with one of the references'],
    ['assay meta task/ --straw-men', 'which metrics fall for bad made-up systems?'],
    ['assay meta task/ --ablate amber', 'what each part of AMBER is worth on these judgments'],
  ],

  arguments: [taskFolder],
  options: {
    ...sharedTaskOptions,
    ablate,
    rows: words(texts, {
      value: 'file',
      names: 'scores',
      help: 'rows that assay score --rows wrote, instead of metrics to compute; TASK=FILE if there are several tasks',
    }),
    by: value(oneOf(['domain', 'document']), {
      value: 'label',
      help: 'domain: evaluate each domain by itself; document: documents in place of segments',
    }),
    weight: words(texts, {
      value: 'task=number',
      help: 'weight of a task in means over tasks, such as de-en=2; also systems=2 or segments=2 (default: 1)',
    }),
    strawMen: toggle({
      help: 'also score bad made-up systems (source copied, reference shortened or shuffled, …): which metrics fall for them?',
    }),
    pairwise: toggle({ help: 'show p for every pair of metrics' }),
    digits: digits(3),
    ...workOptions,
  },

  async run(typed, given, terminal) {
    if (given.rows)
      refuseOptions(
        given,
        ['metric', 'ablate', 'analyses', 'strawMen'],
        '--rows, which has the metrics that were computed',
      );
    const requested = await requestedTask(typed, given.rows ? { ...given, metric: ['none'] } : given);
    const { task, ablations } = requested;
    const read = given.rows && (await rowsOfTasks(given.rows, task));
    const metrics = read?.metrics ?? requested.metrics;
    checkedWeights(given.errorWeights, task.judgments.annotations, task.placeOfError);
    const ofRows = Array.from(read?.rows ?? [], ([name, { sums }]) => [name, ...sums.map((each) => [...each])]);
    const work = divideWork('meta', given)?.(digestOf([task.sha256, ofRows]));
    const report = await evaluateTask(task, metrics, {
      ...metaSettings(given),
      ...present({ by: given.by, strawMen: given.strawMen }),
      ...(given.weight && { taskWeights: readWeights(given.weight) }),
      ...present({ ablations, rows: read?.rows }),
      onProgress: terminal.progress,
      ...present({ work }),
    });
    if (work?.isPart) return finishPart(work, terminal);
    const cut = warnedOfCut(terminal, metrics);
    const notes = [...report.input.notes, ...cut, ...unmetNotes(report.tasks, given)];
    if (!report.tasks.some(hasFigures)) {
      const reasons = notes.filter((note) => note.includes(', which needs '));
      throw new UsageError(`None of the requested measures can be computed. ${reasons.join(' ')}`.trim());
    }
    return { ...report, input: { ...report.input, notes } };
  },

  forms: {
    own: { latex: (report, given) => metaLatex(report, given.pairwise ?? false, given.digits) },
    tables: (report, given) => metaTables(report, given.pairwise ?? false, given.digits),
    rows: metaRows,
    page: (report, given) => metaPage(report, given.pairwise ?? false, given.digits),
  },
});

/** `de-en=2`. */
function readWeights(typed: readonly string[]): Record<string, number> {
  const pairs = typed.map((each): [string, number] => {
    const [, name = '', number = ''] = /^(.+)=(.*)$/.exec(each) ?? [];
    const weight = number.trim() === '' ? NaN : Number(number);
    if (!(weight > 0 && weight < Infinity)) {
      throw new UsageError(`--weight must be a task and a number above 0, as in de-en=2, not "${each}".`);
    }
    return [name, weight];
  });
  const twice = pairs.find(([name], at) => pairs.findIndex(([other]) => other === name) !== at);
  if (twice) throw new UsageError(`--weight: ${twice[0]} has two weights.`);
  return Object.fromEntries(pairs);
}

export default meta;
