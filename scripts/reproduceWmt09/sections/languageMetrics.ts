/** Metrics that know stems, synonyms, tags or antonyms, beside the columns that the paper prints of them. */
import { type Scores, comparisonMeasures, systemMeasures } from '../../../src/meta/index.ts';
import { pearson } from '../../../src/stats/index.ts';
import { PrintedScores } from '../../../test/wmt09/metricTables.ts';
import { type ListedMetric, englishMetrics, mainMetrics, printedNames, typedFor } from '../metricList.ts';
import type { JudgedMetrics } from '../scoreTasks.ts';
import { commands, listed, page, percent, share, table, within } from '../wording.ts';
import type { Settings, Wmt09 } from '../wmt09.ts';

type JudgedTask = JudgedMetrics['tasks'][number];

const spearman = systemMeasures.find(({ id }) => id === 'spearman')!;
const consistency = comparisonMeasures.find(({ id }) => id === 'consistency')!;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

export function languageMetricsSection({ tables }: Wmt09, { tasks }: JudgedMetrics, settings: Settings): string {
  const byLanguage = mainMetrics.filter(({ typed }) => typeof typed !== 'string');
  const typedIn = (task: string): string =>
    [...byLanguage, ...englishMetrics]
      .flatMap((metric) => typedFor(metric, task) ?? [])
      .map((typed) => (/[()]/.test(typed) ? `'${typed}'` : typed))
      .join(' ');
  const english = tasks.find(({ task }) => task === 'de-en')!;
  return page(
    '## Metrics that know language',
    'Stems come from Snowball, synonyms and base forms from WordNet 3.0, English tags from a tagger; what they need is told in the [guide to languages](languages.md). There is no tagger for French and Spanish here, so that metrics of tags are computed for German–English only.',
    commands(...tasks.map(({ task }) => `assay meta wmt09-ranking -t ${task} -m ${typedIn(task)}`)),
    '### Only for English',
    ...englishTable(english, settings),
    '### Beside the columns of the paper',
    ...printedTable(tasks, byLanguage, new PrintedScores(tables)),
  );
}

function englishTable({ human, comparisons, scores }: JudgedTask, { samples, seed, level }: Settings): string[] {
  const rows = [...englishMetrics, { label: 'BLEU' }, { label: 'METEOR 0.7' }].map(({ label }) => ({
    label,
    rho: spearman.of(human, scores.get(label)!, { level }),
    right: consistency.of(comparisons, scores.get(label)!, { samples, seed, level }),
  }));
  return [
    `Of German–English, ${human.systems.length} systems: Spearman’s ρ as in Table 7 and consistency as in Table 10, each with its interval; BLEU and METEOR 0.7 for comparison.`,
    table(
      ['metric', 'systems, ρ', 'segments, consistency', 'ties'],
      rows
        .sort((a, b) => b.right.value - a.right.value)
        .map(({ label, rho, right }) => [
          label,
          `${share(rho.value, 2)} ${within(rho.interval!, 2)}`,
          `${share(right.value)} ${within(right.interval!)}`,
          percent(right.counts!.metricTies / right.counted),
        ]),
    ),
  ];
}

interface Beside {
  readonly label: string;
  readonly task: string;
  readonly ours: readonly number[];
  readonly printed: readonly number[];
  readonly rho: { readonly ours: number; readonly printed: number };
}

/** Tables 25 and 26 have shares where scores here are in percent. */
function besidePrinted({ task, human, scores }: JudgedTask, label: string, printed: PrintedScores): Beside | undefined {
  const own = scores.get(label);
  if (!own) return undefined;
  const column = printed.correlated(task, printedNames[label]!);
  if (column.ofSystems.some(Number.isNaN)) return undefined;
  const both = own.systems.filter((system) => column.systems.includes(system));
  const of = (side: Scores) => both.map((system) => side.ofSystems[side.systems.indexOf(system)]!);
  return {
    label,
    task,
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

function printedTable(tasks: readonly JudgedTask[], byLanguage: readonly ListedMetric[], printed: PrintedScores) {
  const rows = [...byLanguage, ...englishMetrics]
    .filter(({ label }) => label in printedNames)
    .flatMap(({ label }) => tasks.flatMap((task) => besidePrinted(task, label, printed) ?? []));
  const far = rows.filter(({ ours, printed: theirs }) => Math.abs(mean(ours) - mean(theirs)) > 0.03);
  return [
    'Tables 25 and 26 print the scores of systems to two digits. Over the systems that are in both: the mean of the printed scores and of ours, the mean distance of the two, their correlation r, and ρ with people of the one and the other.',
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
    `${far.length === 0 ? 'No mean is more than .03 from the printed one.' : `More than .03 from the printed mean: ${listed(far.map(({ label, task }) => `${label} for ${task}`))}.`} ULC of 2009 averaged parsers’ metrics as well, of which there are none here. TERp used a table of paraphrases, which is lost; the paper’s TER and TERp columns of Spanish are plainly wrong, since both are far below what its own BLEU − TER implies.`,
  ];
}
