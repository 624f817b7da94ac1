/** What the guide is about, where the data are to be had, and which command gives which number. */
import { countPairs } from '../../../src/human/index.ts';
import { tasks as scoredTasks } from '../metricList.ts';
import { commands, grouped, listed, page, table } from '../wording.ts';
import type { Settings, Wmt09 } from '../wmt09.ts';

export function introduction({ judgments, task, compared }: Wmt09, { samples, seed }: Settings): string {
  const { rankings, edits, verdicts } = judgments;
  const tasks = [...new Set(rankings.map((each) => each.task))];
  const comparisons = tasks.reduce((sum, name) => sum + compared(name).count, 0);
  const judges = new Set([...rankings, ...edits, ...verdicts].map(({ judge }) => judge)).size;
  const scored = scoredTasks.map((name) => {
    const { outputs } = task.parts.find((part) => part.task === name)!;
    const { size } = countPairs(compared(name));
    return `${outputs.length} of ${size} systems ${name}`;
  });
  return page(
    '# The WMT09 paper, recomputed',
    '<!-- Written by npm run reproduce:wmt09 from the data; edit scripts/reproduceWmt09 and run that. -->',
    'In 2009 the Workshop on Statistical Machine Translation asked people to rank outputs of systems, to edit them, and to say whether edited outputs were acceptable (Callison-Burch, Koehn, Monz and Schroeder, _Findings of the 2009 Workshop on Statistical Machine Translation_). The judgments are public. So the paper’s tables can be computed anew, its metrics can be joined by later ones, and claims of other papers can be put to the test. This page does all three. What is quoted from papers apart, every number on it is computed, and sentences that depend on a number are chosen by it.',
    '## Data and commands',
    `The judgments are at <https://www.statmt.org/wmt09/> (\`wmt09-human-judgments.csv.gz\`, separated by tabs in spite of its name): ${grouped(rankings.length)} rankings with ${grouped(comparisons)} comparisons of two outputs in ${tasks.length} tasks, ${grouped(edits.length)} edits and ${grouped(verdicts.length)} yes/no votes, by ${judges} judges. Outputs and references are in the same place; at hand were those of ${listed(scored)}. The folder is laid out as in [Shared tasks as folders](shared-task.md).`,
    commands('npm run reproduce:wmt09 -- --data ../shared/data'),
    `writes this page and its figures; \`--check\` only says whether they are as they would be written, \`--samples\` sets the number of resamples (here ${grouped(samples)}, seed ${seed}). It takes some minutes on two cores, and the same data give the same bytes. Metrics of tags, lemmas and alignments need [tools of others](#metrics-that-know-language): Java, Maven and Python 3.10 or 3.11 must be there, and the first time some 500 MB are fetched. The folder holds \`wmt09-ranking\` (judgments, outputs, references) and \`paper-tables\` (the tables of the papers as TSV).`,
    table(
      ['command', 'what of this page it gives'],
      [
        ['`assay rank`', 'Table 6 with ● and \\*, ranges of ranks, clusters; with `--pairwise` Tables 14 to 24'],
        [
          '`assay agree`',
          'Table 4; with `--curves --rerank` Figures 4 and 5; with `--compat wmt16` the figures of the later script',
        ],
        ['`assay accept`', 'Figure 6 and footnote 5'],
        [
          '`assay meta`',
          'Tables 7, 10 and 12 for metrics of today, with intervals; with `--pairwise` the p of every two metrics, one-sided',
        ],
        ['`assay task`', 'all of it as one page: `assay task wmt09-ranking -o findings.html`'],
      ],
      2,
    ),
    'The guides to [ranking](ranking.md), [agreement](agreement.md) and [metrics against people](meta.md) explain the methods. Comparisons with the printed tables, intervals of differences and figures pooled over language pairs are made by the script alone, from the same functions.',
  );
}
