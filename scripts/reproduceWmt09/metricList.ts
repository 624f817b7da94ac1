/** The metrics that the guide holds against people: a name for its tables, and what is typed behind `-m`. */

export interface ListedMetric {
  readonly label: string;
  /** The same for all language pairs, or by language pair; a pair without has no such metric. */
  readonly typed: string | Readonly<Record<string, string>>;
}

const named = (label: string, typed: ListedMetric['typed'] = label): ListedMetric => ({ label, typed });

export const typedFor = ({ typed }: ListedMetric, task: string): string | undefined =>
  typeof typed === 'string' ? typed : typed[task];

const meteor = (preset: string): ListedMetric['typed'] =>
  Object.fromEntries(
    ['de-en', 'en-fr', 'en-es'].map((task) => [task, `meteor(preset=${preset},lang=${task.slice(3)})`]),
  );

/** Those that know something of the language, in any of the three, and the row of the paper's tables that they stand beside. */
const metricsOfLanguages: readonly ListedMetric[] = [
  named('METEOR 0.6', meteor('0.6')),
  named('METEOR 0.7', meteor('0.7')),
  named('METEOR ranking', meteor('ranking')),
  // Stems and synonyms are those of English.
  named('TERp-A', {
    'de-en': 'terp',
    'en-fr': 'terp(stemming=no,wordnet=no)',
    'en-es': 'terp(stemming=no,wordnet=no)',
  }),
  named('ULC', { 'de-en': 'ulc(of=wmt09-en)', 'en-fr': 'ulc(of=wmt09-fr)', 'en-es': 'ulc(of=wmt09-es)' }),
];

const english = (typed: string): ListedMetric['typed'] => ({ 'de-en': typed });

/** Those that need what there is for English only. */
export const englishMetrics: readonly ListedMetric[] = [
  named('MaxSim', english('maxsim')),
  named('wpF', english('wpf')),
  named('wpBLEU', english('wpbleu')),
  named('SP-Op', english('sp-op')),
  named('SemPOS (English approximation)', english('sempos-en')),
  named('Entailment', english('entailment')),
];

/** Metrics of the language guide, by the names that the paper's tables have for them. */
export const printedNames: Readonly<Record<string, string>> = {
  'METEOR 0.6': 'meteor-0.6',
  'METEOR 0.7': 'meteor-0.7',
  'METEOR ranking': 'meteor-rank',
  'TERp-A': 'terp',
  ULC: 'ulc',
  MaxSim: 'maxsim',
  wpF: 'wpF',
  wpBLEU: 'wpbleu',
};

/** Those with a row of their own in the tables. */
export const mainMetrics: readonly ListedMetric[] = [
  named('BLEU', 'bleu'),
  named('BLEU (lower case)', 'bleu(case=lc)'),
  named('BLEU (unsmoothed)', 'bleu(smooth=none)'),
  named('BLEU-SBP', 'bleu-sbp'),
  named('4-GRR', '4grr'),
  named('AMBER(1)'),
  named('AMBER(1,4,6)'),
  named('NIST', 'nist'),
  named('TER', 'ter'),
  named('WER', 'wer'),
  named('PER', 'per'),
  named('CDER', 'cder'),
  named('wcd6p4er'),
  named('bleusp'),
  named('bleusp4114'),
  named('GTM', 'gtm'),
  named('ROUGE-1', 'rouge-1'),
  named('ROUGE-2', 'rouge-2'),
  named('ROUGE-L', 'rouge-l'),
  named('ROUGE-W', 'rouge-w'),
  named('ROUGE-SU4', 'rouge-su4'),
  named('RIBES', 'ribes'),
  named('chrF', 'chrf'),
  named('chrF++', 'chrf++'),
  named('CharacTER', 'character'),
  ...metricsOfLanguages,
  ...['PGBC4', 'PABC4', 'RGBC4', 'RABC4', 'RAC4', 'RAC1', 'PAC1', 'FAC1'].map((name) => named(name)),
];

export type Base = 'P' | 'R' | 'F';
export type Mean = 'A' | 'G';
export type Brevity = 'B' | '';

export const bases: readonly Base[] = ['P', 'R', 'F'];
export const means: readonly Mean[] = ['A', 'G'];
export const brevities: readonly Brevity[] = ['B', ''];

/** A variant of Song et al., counts clipped. Of one order there is no mean to take, so that both means are called A. */
export const variant = (base: Base, mean: Mean, brevity: Brevity, order: number): string =>
  `${base}${order === 1 ? 'A' : mean}${brevity}C${order}`;

const grid = bases.flatMap((base) =>
  means.flatMap((mean) => brevities.flatMap((brevity) => [1, 2, 3, 4].map((n) => variant(base, mean, brevity, n)))),
);

export const allMetrics: readonly ListedMetric[] = [
  ...mainMetrics,
  ...englishMetrics,
  ...[...new Set(grid)].filter((name) => !mainMetrics.some(({ label }) => label === name)).map((name) => named(name)),
];
