/** The summary: what the guide is about, its findings, the data, and which command computes which number. */
import { countPairs } from '../../../src/human/index.ts';
import type { JudgmentParts } from '../guide.ts';
import { type FiguredPart, type GuidePart, generatedNote } from '../guidePart.ts';
import { image } from '../drawFigures.ts';
import { tasks as scoredTasks } from '../metricList.ts';
import { commands, grouped, listed, page, table } from '../wording.ts';
import type { Settings, Wmt09 } from '../wmt09.ts';

interface SummaryParts extends JudgmentParts {
  readonly metrics: FiguredPart;
  readonly languages: GuidePart;
  readonly learned: GuidePart;
  readonly claims: GuidePart;
}

export function summaryPage(wmt09: Wmt09, settings: Settings, parts: SummaryParts): string {
  const { metrics, languages, learned, claims } = parts;
  return `${page(
    introduction(wmt09),
    '## Findings',
    ...judgmentFindings(parts),
    `**[Metrics of today](wmt09-tables-metrics.md#metrics-of-today).** ${metrics.finding}`,
    ...metrics.figures.map(image),
    `**[Metrics with linguistic knowledge](wmt09-tables-languages.md).** ${languages.finding}`,
    `**[Learned metrics](wmt09-tables-languages.md#learned-from-the-judges).** ${learned.finding}`,
    `**[Discrepancies](wmt09-tables-errata.md)** between the paper and the data. ${parts.errata.finding}`,
    '## Claims of four papers',
    claims.finding,
    reproduction(settings),
  )}\n`;
}

/** The start of the page. */
export function introduction({ judgments, task, compared }: Wmt09): string {
  const { rankings, edits, verdicts } = judgments;
  const tasks = [...new Set(rankings.map((each) => each.task))];
  const comparisons = tasks.reduce((sum, name) => sum + compared(name).count, 0);
  const judges = new Set([...rankings, ...edits, ...verdicts].map(({ judge }) => judge)).size;
  const scored = scoredTasks.map((name) => {
    const { outputs } = task.parts.find((part) => part.task === name)!;
    const { size } = countPairs(compared(name));
    return `${outputs.length} of ${size} systems for ${name}`;
  });
  return page(
    '# The WMT09 paper, recomputed',
    generatedNote,
    'To recompute the tables of the WMT09 paper from its raw judgments, with today’s metrics next to those of 2009, run:',
    commands('npm run reproduce:wmt09 -- --data ../shared/data'),
    'In 2009 the Workshop on Statistical Machine Translation asked people to rank outputs of systems, to edit them, and to say whether edited outputs were acceptable (Callison-Burch, Koehn, Monz and Schroeder, _Findings of the 2009 Workshop on Statistical Machine Translation_). The judgments are public. This page compares the paper’s tables with the judgments, adds later metrics, and tests claims of other papers. Except for quotations from papers, every number is computed, and the script chooses sentences that depend on a number by that number.',
    `The judgments are at <https://www.statmt.org/wmt09/> (\`wmt09-human-judgments.csv.gz\`, which is tab-separated despite its name): ${grouped(rankings.length)} rankings with ${grouped(comparisons)} comparisons of two outputs in ${tasks.length} tasks, ${grouped(edits.length)} edits and ${grouped(verdicts.length)} yes/no votes, by ${judges} judges. Outputs and references are in the same place; we have those of ${listed(scored)}.`,
  );
}

/** What the judgments and the printed tables alone show. */
export const judgmentFindings = ({ table6, appendix, agreement, printed }: JudgmentParts): string[] => [
  `**[Who won](wmt09-tables-ranking.md) (Table 6).** ${table6.finding}`,
  `**[Every pair of systems](wmt09-tables-ranking.md#every-pair-of-systems) (Tables 14 to 24).** ${appendix.finding}`,
  `**[Agreement of judges](wmt09-tables-agreement.md) (Table 4, Figures 4 to 6).** ${agreement.finding}`,
  `**[The metrics of 2009](wmt09-tables-metrics.md) (Tables 7, 8, 12 and 13).** ${printed.finding}`,
];

function reproduction({ samples, seed }: Settings): string {
  return page(
    '## Reproduce it',
    `\`npm run reproduce:wmt09\` writes this page, its pages of tables and its figures. \`--check\` only says whether they are current, and \`--samples\` sets the number of resamples (here ${grouped(samples)}, seed ${seed}). It takes some minutes on two cores, and the same data give the same bytes. Metrics that read tags, lemmas and alignments need [other tools](wmt09-tables-languages.md): Java, Maven and Python 3.10 or 3.11 must be installed, and the first run downloads about 500 MB. The data folder has \`wmt09-ranking\` (judgments, outputs, references, laid out as a [shared task](../how-to/shared-task.md)) and \`paper-tables\` (the tables of the papers as TSV).`,
    'These commands compute the same figures:',
    table(
      ['command', 'what it computes'],
      [
        ['`assay rank`', 'Table 6 with ● and \\*, rank ranges, clusters; with `--pairwise` Tables 14 to 24'],
        [
          '`assay agree`',
          'Table 4; with `--curves --rerank` Figures 4 and 5; with `--compat wmt16` the figures of the later script',
        ],
        ['`assay accept`', 'Figure 6 and footnote 5'],
        [
          '`assay meta`',
          'Tables 7, 10 and 12 for metrics of today, with intervals; with `--pairwise` the one-sided p of every two metrics',
        ],
        ['`assay task`', 'everything on one page: `assay task wmt09-ranking -o findings.html`'],
      ],
      2,
    ),
    'The guides to [ranking](../how-to/ranking.md), [agreement](../understand/agreement.md) and [metrics against people](../how-to/meta.md) explain the methods. Only the script compares with the printed tables, computes intervals of differences and pools figures over language pairs; it uses the same functions.',
  );
}
