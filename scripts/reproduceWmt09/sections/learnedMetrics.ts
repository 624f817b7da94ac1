/** Metrics learned from the rankings of WMT09, on sentences and language pairs that they were not learned from. */
import { createMetrics, learnMetric, parseMetric, requestedFeatures } from '../../../src/engine/index.ts';
import type { LearnEvaluation, LearnReport } from '../../../src/report/index.ts';
import type { GuidePart } from '../guidePart.ts';
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

export async function learnedMetricsSection(wmt09: Wmt09, settings: Settings, threads: number): Promise<GuidePart> {
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
  const markdown = page(
    '## Learned from the judges',
    `[\`assay learn\`](../how-to/learning.md) learns weights for many features: here the scores of BLEU, chrF, TER, PER, GTM, RIBES and AMBER, the parts of BLEU and AMBER, and the parts of \`entailment\`, in the language of the references or for any language. Weights are tested on sentences that they were not learned from: by ten folds, or on another language pair. The figures are consistency with people, with an interval over sentences; p is two-sided, by permutation of sentences.`,
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
    `The last model was learned from ${grouped(last.examples.count)} decided comparisons of ${grouped(last.examples.sentences)} sentences; ${known!.sentences} of the ${known!.of} test sentences are among them, in the other languages. The chosen penalties, from 0.01 to 10,000, are ${listed(reports.map(({ penalty, tasks }) => `${grouped(penalty)} for ${tasks.join(' and ')}`))}. The best single feature is chosen by the same figures that it is compared by, which favours it.`,
  );
  return { markdown, finding: summary(rows) };
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
  /** It can be one of the baselines. */
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
  const count = (number: number) => (number === 1 ? 'once' : `${number} times`);
  const same: string[] = [];
  const said = ['BLEU', 'AMBER', 'the best single feature'].flatMap((name, k) => {
    const significant = rows.map(({ others }) => others[k]!).filter(({ p }) => p <= 0.05);
    const better = significant.filter(({ gain }) => gain > 0).length;
    const worse = significant.filter(({ gain }) => gain < 0).length;
    if (better > 0) return [`significantly better than ${name} ${count(better)} and ${worse > 0 ? `worse ${count(worse)}` : 'never worse'}`]; // prettier-ignore
    if (worse > 0) return [`significantly worse than ${name} ${count(worse)} and never better`];
    same.push(name);
    return [];
  });
  if (same.length > 0) said.push(`never significantly different from ${same.join(' or ')}`);
  return `In ${rows.length} comparisons with each, the learned metric is ${said.join('; it is ')} (p ≤ .05, not corrected).`;
}
