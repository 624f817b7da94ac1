/** Metrics with stems, synonyms, tags or antonyms: where these come from, and how the scores compare with those that the paper prints. */
import { type Scores, comparisonMeasures, systemMeasures } from '../../../src/meta/index.ts';
import { pearson } from '../../../src/stats/index.ts';
import type { GuidePart } from '../guidePart.ts';
import { PrintedScores, consistencyTables, readConsistencies } from '../../../test/wmt09/metricTables.ts';
import { coreNlpVersion } from '../analyses/coreNlp.ts';
import { type Analyses, analysesFolder } from '../analyses/makeAnalyses.ts';
import { alignerVersion, simplemmaVersion } from '../analyses/python.ts';
import { metricsOfLanguages, printedNames, typedFor } from '../metricList.ts';
import type { JudgedMetrics } from '../scoreTasks.ts';
import { capitalised, commands, listed, numberWord, page, share, signed, table, within } from '../wording.ts';
import type { Settings, Wmt09 } from '../wmt09.ts';

type JudgedTask = JudgedMetrics['tasks'][number];

const spearman = systemMeasures.find(({ id }) => id === 'spearman')!;
const consistency = comparisonMeasures.find(({ id }) => id === 'consistency')!;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

export function languageMetricsSection(
  { tables }: Wmt09,
  { tasks }: JudgedMetrics,
  analyses: Analyses,
  settings: Settings,
): GuidePart {
  const printed = printedTable(tasks, new PrintedScores(tables));
  const typedIn = (task: string): string =>
    metricsOfLanguages
      .map((metric) => typedFor(metric, task))
      .map((typed) => (/[()]/.test(typed) ? `'${typed}'` : typed))
      .join(' ');
  const markdown = page(
    '## Metrics with linguistic knowledge',
    'Stems come from Snowball, synonyms and base forms from WordNet 3.0, English tags from a tagger; the [guide to languages](../how-to/languages.md) says what each metric needs. Assay has no tagger for French and Spanish, so the script does what a user would do and makes [analyses](../how-to/analyses.md):',
    [
      `- **Tags** are the universal tags of Stanford CoreNLP ${coreNlpVersion}, whose French and Spanish taggers were trained on treebanks of Universal Dependencies. **Lemmas** come from simplemma ${simplemmaVersion}, which ignores tags. Both are in \`fr.tsv\` and \`es.tsv\`.`,
      `- **Alignments** of the source with the reference and with every output come from systran-align ${alignerVersion}, a version of fast_align, trained on the same texts in both directions and combined. They are in ${listed(tasks.map(({ task }) => `\`${task}.align.tsv\``))}.${severalText(analyses)}`,
    ].join('\n'),
    `The files are in \`${analysesFolder}\`, for commands like these:`,
    commands(...tasks.map(({ task }) => `assay meta wmt09-ranking -t ${task} -m ${typedIn(task)}`)),
    '[Tables 7, 10 and 12](wmt09-tables-metrics.md#metrics-of-today) show how these metrics agree with people. Some know less about French and Spanish than about English. MaxSim finds no synonyms there, and TERp neither stems nor synonyms. Entailment knows stems and numbers, but no synonyms, antonyms, dates or negation. SemPOS needs deep analyses, which none of these tools makes. It is approximated in all three languages: nouns and names, verbs, adjectives, adverbs and numbers are each one semantic part of speech, negations and all other words have none (in English `sempos-en`). LRscore gives word order and BLEU equal weights, because the weights were tuned for each language pair and are not known for these.',
    '### Compared with the columns of the paper',
    ...printed.markdown,
    ...consistencyTable(tasks, tables, settings),
  );
  return { markdown, finding: printed.finding };
}

function severalText({ severalSources }: Analyses): string {
  if (severalSources === 0) return '';
  const [have, its] = severalSources === 1 ? ['text has', 'its'] : ['texts have', 'their'];
  return ` ${capitalised(numberWord(severalSources))} ${have} two sources; a table has each text once, so only links that are the same in both of ${its} alignments are kept.`;
}

interface Beside {
  readonly label: string;
  readonly task: string;
  /** Those that have outputs and a printed score. */
  readonly systems: readonly string[];
  readonly ours: readonly number[];
  readonly printed: readonly number[];
  readonly rho: { readonly ours: number; readonly printed: number };
}

/** Tables 25 and 26 have shares where scores here are in percent. */
function besidePrinted({ task, human, scores }: JudgedTask, label: string, printed: PrintedScores): Beside | undefined {
  const own = scores.get(label)!;
  const column = printed.correlated(task, printedNames[label]!);
  if (column.ofSystems.some(Number.isNaN)) return undefined;
  const both = own.systems.filter((system) => column.systems.includes(system));
  const of = (side: Scores) => both.map((system) => side.ofSystems[side.systems.indexOf(system)]!);
  return {
    label,
    task,
    systems: both,
    ours: of(own).map((score) => score / 100),
    printed: of(column),
    rho: { ours: rhoOver(both, human, own), printed: rhoOver(both, human, column) },
  };
}

const rhoOver = (systems: readonly string[], human: Scores, metric: Scores): number =>
  spearman.of({ ...human, ...only(human, systems) }, metric).value;

function only({ systems, ofSystems }: Scores, kept: readonly string[]): Pick<Scores, 'systems' | 'ofSystems'> {
  return { systems: kept, ofSystems: Float64Array.from(kept, (system) => ofSystems[systems.indexOf(system)]!) };
}

const printedMetrics = metricsOfLanguages.filter(({ label }) => label in printedNames);

function printedTable(
  tasks: readonly JudgedTask[],
  printed: PrintedScores,
): { readonly markdown: readonly string[]; readonly finding: string } {
  const rows = printedMetrics.flatMap(({ label }) =>
    tasks.flatMap((task) => besidePrinted(task, label, printed) ?? []),
  );
  const far = rows.filter(
    ({ label, ours, printed: theirs }) => label !== 'Entailment' && Math.abs(mean(ours) - mean(theirs)) > 0.03,
  );
  const fitting = rows.filter(({ label }) => label !== 'Entailment').length - far.length;
  const summary =
    far.length === 0
      ? 'No mean score is more than .03 from the printed one.'
      : `The mean scores of ${fitting} of ${fitting + far.length} printed columns are within .03 of the printed mean.`;
  return {
    finding: `${summary} The others use resources that are lost or that we replaced: parsers, paraphrases, French and Spanish tags.`,
    markdown: [
      'Tables 25 and 26 print the scores of systems to two digits. Over the systems in both: the mean of the printed scores and of ours, their mean distance, their correlation r, and the ρ of each with people. Entailment is compared with RTE (absolute), which it imitates: the weights of RTE are not available and its scale differs, so only r and ρ are comparable. SP-Op, SemPOS and LRscore have no column for these pairs.',
      table(
        ['metric', 'pair', 'systems', 'printed', 'ours', 'distance', 'r', 'ρ printed', 'ρ ours'],
        rows.map(({ label, task, ours, printed: theirs, rho }) => [
          label,
          task,
          String(ours.length),
          share(mean(theirs)),
          share(mean(ours)),
          share(mean(ours.map((score, s) => Math.abs(score - theirs[s]!)))),
          share(pearson(ours, theirs), 3),
          share(rho.printed, 2),
          share(rho.ours, 2),
        ]),
        2,
      ),
      `${far.length === 0 ? 'No mean is more than .03 from the printed one.' : `More than .03 from the printed mean: ${listed(far.map(({ label, task }) => `${label} for ${task}`))}.`} The ULC of 2009 also averaged metrics that need parsers, which Assay does not have. TERp used a paraphrase table, which is lost. The paper’s Spanish columns of TER and TERp are plainly wrong: both are far below what its own BLEU − TER implies.`,
      taggedText(rows),
    ],
  };
}

/** How well tags that differ from those of 2009 reproduce the printed scores. */
function taggedText(rows: readonly Beside[]): string {
  const tagged = rows.filter(({ label, task }) => ['wpF', 'wpBLEU'].includes(label) && task !== 'de-en');
  const pairs = [...new Set(tagged.map(({ task }) => task))].map((task) => tagged.filter((row) => row.task === task));
  const shownOf = (own: readonly Beside[], r: (row: Beside) => number) =>
    listed(own.map((row) => `${share(r(row))} (${row.label})`));
  const ends = tagged.map(({ ours, printed }) => mean(ours) - mean(printed)).sort((a, b) => a - b) as [number];
  return [
    'wpF and wpBLEU of French and Spanish use other tags than in 2009.',
    `Over systems, r with the printed scores is ${pairs.map((own) => `${shownOf(own, (row) => pearson(row.ours, row.printed))} for ${own[0]!.task}`).join(', and ')}.`,
    ...pairs.flatMap((own) => strangerText(own, shownOf)),
    ends[0] > 0
      ? `On average ours are higher, by ${share(ends[0])} to ${share(ends.at(-1)!)}: there are few universal tags, so more sequences of them match.`
      : `On average the difference is between ${signed(ends[0])} and ${signed(ends.at(-1)!)}.`,
  ].join(' ');
}

/** Whether a low r is due to one system alone. */
function strangerText(
  own: readonly Beside[],
  shownOf: (own: readonly Beside[], r: (row: Beside) => number) => string,
): string[] {
  if (own.every(({ ours, printed }) => pearson(ours, printed) >= 0.95)) return [];
  const { task, systems } = own[0]!;
  const without = (at: number) => (row: Beside) =>
    pearson(
      row.ours.filter((_, s) => s !== at),
      row.printed.filter((_, s) => s !== at),
    );
  const least = (at: number) => Math.min(...own.map(without(at)));
  const stranger = [...systems.keys()].reduce((a, b) => (least(b) > least(a) ? b : a));
  if (least(stranger) < 0.95) return [];
  return [
    `For ${task} a single system causes the difference: without ${systems[stranger]!.toUpperCase()}, r is ${shownOf(own, without(stranger))}.${
      task === 'en-es' && systems[stranger] === 'rbmt3'
        ? ' Other columns also print scores of it that its outputs do not give; see [discrepancies](wmt09-tables-errata.md).'
        : ''
    }`,
  ];
}

const segmentTables = [
  'wmt09_table10_sentence_consistency_into_english.tsv',
  'wmt09_table11_sentence_consistency_out_of_english.tsv',
];

function consistencyTable(tasks: readonly JudgedTask[], tables: URL, settings: Settings): string[] {
  const { samples, seed, level } = settings;
  const cellsOf = (names: readonly string[]) => names.flatMap((name) => readConsistencies(new URL(name, tables)));
  const [segments, systems] = [cellsOf(segmentTables), cellsOf(consistencyTables)];
  const rows = printedMetrics
    .filter(({ label }) => label !== 'Entailment')
    .flatMap(({ label }) =>
      tasks.flatMap(({ task, comparisons, scores, priors }) => {
        const find = (cells: typeof segments) =>
          cells.find(({ metric, pair }) => metric === printedNames[label] && pair === task);
        const [ofSegments, ofSystems] = [find(segments), find(systems)];
        if (!ofSegments || !ofSystems) return [];
        const ours = [scores, priors].map((from) =>
          consistency.of(comparisons, from.get(label)!, { samples, seed, level }),
        );
        return [{ label, task, printed: [ofSegments.share, ofSystems.share] as const, ours }];
      }),
    );
  const apart = (side: 0 | 1) => mean(rows.map(({ printed, ours }) => Math.abs(ours[side]!.value - printed[side])));
  const shown = ({ value, interval }: { value: number; interval?: { low: number; high: number } }) =>
    `${share(value)} ${within(interval!)}`;
  return [
    'The paper prints two kinds of consistency: of segment scores in Tables 10 and 11, and of the system’s score for each of its segments in Tables 12 and 13. The printed figures cover all systems, ours those with outputs, with intervals over segments:',
    table(
      ['metric', 'pair', 'segments, printed', 'ours', 'systems, printed', 'ours'],
      rows.map(({ label, task, printed, ours }) => [
        label,
        task,
        share(printed[0], 2),
        shown(ours[0]!),
        share(printed[1], 2),
        shown(ours[1]!),
      ]),
      2,
    ),
    `The mean distance is ${share(apart(0))} for segments, where the printed figures [look misaligned](wmt09-tables-claims.md#the-systems-score-as-prior), and ${share(apart(1))} for systems.`,
  ];
}
