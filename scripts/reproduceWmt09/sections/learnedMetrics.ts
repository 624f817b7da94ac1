/** Metrics learned from the rankings of WMT09, on sentences and language pairs that they were not learned from. */
import { createMetrics, learnMetric, parseMetric, requestedFeatures } from '../../../src/engine/index.ts';
import type { LearnEvaluation, LearnReport } from '../../../src/report/index.ts';
import { commands, grouped, listed, page, share, table, within } from '../wording.ts';
import type { Settings, Wmt09 } from '../wmt09.ts';

interface Lesson {
  readonly tasks: readonly string[];
  readonly tests: readonly string[];
  /** The language of all references, or `any`. */
  readonly language: string;
}

const lessons: readonly Lesson[] = [
  { tasks: ['de-en'], tests: [], language: 'en' },
  { tasks: ['en-fr'], tests: [], language: 'fr' },
  { tasks: ['en-es'], tests: [], language: 'es' },
  { tasks: ['en-fr', 'en-es'], tests: ['de-en'], language: 'any' },
];

const featuresIn = (language: string): string[] => [
  'bleu', 'bleu::parts', 'chrf', 'ter', 'per', 'gtm', 'ribes', 'amber', 'amber::parts',
  language === 'en' ? 'entailment::parts' : `entailment(lang=${language})::parts`,
]; // prettier-ignore

const baselines = ['bleu', 'amber'] as const;

export async function learnedMetricsSection(wmt09: Wmt09, settings: Settings, threads: number): Promise<string> {
  const reports: LearnReport[] = [];
  for (const { tasks, tests, language } of lessons) {
    const { report } = await learnMetric({
      shared: wmt09.task,
      tasks,
      tests,
      features: await requestedFeatures(featuresIn(language)),
      baselines: await createMetrics(baselines.map(parseMetric)),
      identical: 'ties',
      folds: 10,
      ...settings,
      alpha: 0.05,
      threads,
    });
    reports.push(report);
  }
  const rows = reports.flatMap((report) => report.evaluations.map((evaluation) => rowOf(report, evaluation)));
  const last = reports.at(-1)!;
  const { known } = last.evaluations.find(({ set }) => set === 'tested')!;
  return page(
    '## Learned from the judges',
    `[\`assay learn\`](learning.md) finds weights of many features, here the scores of BLEU, chrF, TER, PER, GTM, RIBES and AMBER, the parts of BLEU and AMBER, and the parts of \`entailment\`, in the language of the references or for any. Weights are judged on sentences they were not learned from: by ten folds, or on another language pair. Consistency with people, each with its interval over sentences; p, two-sided, is by permutation of segments.`,
    commands(
      `assay learn wmt09-ranking -t de-en -b bleu amber --features ${featuresIn('en').join(' ')}`,
      `assay learn wmt09-ranking -t en-fr -t en-es --test-task de-en -b bleu amber --features ${featuresIn('any').map(quoted).join(' ')}`,
    ),
    table(
      ['learned from', 'tested on', 'learned', 'BLEU', 'p', 'AMBER', 'p', 'best single feature', 'p'],
      rows.map(({ from, on, learned, others }) => [
        from,
        on,
        learned,
        ...others.flatMap(({ text, p }) => [text, share(p)]),
      ]),
      2,
    ),
    summary(rows),
    `The last was learned from ${grouped(last.examples.count)} decided comparisons of ${grouped(last.examples.sentences)} sentences; ${known!.sentences} of the ${known!.of} sentences it is tested on are among them, in the other languages. Penalties chosen, from 0.01 to 10,000: ${listed(reports.map(({ penalty, tasks }) => `${grouped(penalty)} for ${tasks.join(' and ')}`))}. The best single feature is chosen by the figures that it is compared by, which favours it.`,
  );
}

const quoted = (typed: string): string => (/[()]/.test(typed) ? `'${typed}'` : typed);

interface Row {
  readonly from: string;
  readonly on: string;
  readonly learned: string;
  /** BLEU, AMBER and the best single feature. */
  readonly others: readonly { readonly text: string; readonly gain: number; readonly p: number }[];
}

function rowOf({ tasks }: LearnReport, { task, set, contest }: LearnEvaluation): Row {
  const test = contest.segmentTest!;
  const agreementOf = (name: string) => contest.metrics.find((metric) => metric.name === name)!.ofSegments![0]!;
  const own = agreementOf('learned');
  const single = contest.metrics
    .map(({ name }) => name)
    .filter((name) => name !== 'learned' && !baselines.includes(name as 'bleu'));
  /** It may be one of the baselines. */
  const best = [...single, ...baselines].reduce((a, b) => (agreementOf(b).value > agreementOf(a).value ? b : a));
  const other = (name: string, label: string) => {
    const [i, j] = [test.names.indexOf('learned'), test.names.indexOf(name)] as [number, number];
    return {
      text: `${share(agreementOf(name).value)}${label}`,
      gain: own.value - agreementOf(name).value,
      p: Math.min(1, 2 * Math.min(test.p[i]![j]!, test.p[j]![i]!)),
    };
  };
  return {
    from: tasks.join(' and '),
    on: set === 'tested' ? task : `${task}, other sentences`,
    learned: `${share(own.value)} ${within(own.interval!)}`,
    others: [other('bleu', ''), other('amber', ''), other(best, ` ${best.replaceAll('|', '\\|')}`)],
  };
}

function summary(rows: readonly Row[]): string {
  const said = ['BLEU', 'AMBER', 'the best single feature'].map((name, k) => {
    const better = rows.filter(({ others }) => others[k]!.gain > 0 && others[k]!.p <= 0.05).length;
    const worse = rows.filter(({ others }) => others[k]!.gain < 0 && others[k]!.p <= 0.05).length;
    const count = (number: number) => (number === 0 ? 'never' : number === 1 ? 'once' : `${number} times`);
    return `against ${name} it is significantly better ${count(better)} and worse ${count(worse)}`;
  });
  return `Of ${rows.length} comparisons each, ${listed(said)} (p ≤ .05, not corrected).`;
}
