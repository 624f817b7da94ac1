/** The metrics that the guide compares with people: a name for its tables, and the value of `-m`. */

/** The language pairs with outputs, in the order of the guide. */
export const tasks: readonly string[] = ['de-en', 'en-fr', 'en-es'];

export interface ListedMetric {
  readonly label: string;
  /** The same for all language pairs, or by language pair. */
  readonly typed: string | Readonly<Record<string, string>>;
}

const named = (label: string, typed: ListedMetric['typed'] = label): ListedMetric => ({ label, typed });

export const typedFor = ({ typed }: ListedMetric, task: string): string =>
  typeof typed === 'string' ? typed : typed[task]!;

/** The value of `-m` for each language pair. */
const byPair = (typed: (task: string, language: string) => string): ListedMetric['typed'] =>
  Object.fromEntries(tasks.map((task) => [task, typed(task, task.slice(3))]));

const meteor = (preset: string) => byPair((_, language) => `meteor(preset=${preset},lang=${language})`);

/** Stems and synonyms are those of English. */
const terp = byPair((_, language) => (language === 'en' ? 'terp' : 'terp(stemming=no,wordnet=no)'));

/** Assay tags English; analyses of other languages are in a file, see analyses/makeAnalyses.ts. */
const tagged = (id: string, ...options: readonly string[]) =>
  byPair((_, language) => (language === 'en' ? id : `${id}(${[`analyses=${language}.tsv`, ...options].join(',')})`));

const ulc = byPair((_, language) => `ulc(of=wmt09-${language})`);
const sempos = byPair((_, language) => (language === 'en' ? 'sempos-en' : `sempos(analyses=${language}.tsv)`));
const entailment = byPair((_, language) => (language === 'en' ? 'entailment' : `entailment(lang=${language})`));
const lrscore = byPair((task) => `lrscore(analyses=${task}.align.tsv)`);

/** Metrics with linguistic knowledge. */
export const metricsOfLanguages: readonly ListedMetric[] = [
  named('METEOR 0.6', meteor('0.6')),
  named('METEOR 0.7', meteor('0.7')),
  named('METEOR ranking', meteor('ranking')),
  named('TERp-A', terp),
  named('ULC', ulc),
  named('MaxSim', tagged('maxsim', 'wordnet=none')),
  named('wpF', tagged('wpf')),
  named('wpBLEU', tagged('wpbleu')),
  named('SP-Op', tagged('sp-op')),
  named('SemPOS (approximation)', sempos),
  named('Entailment', entailment),
  named('LRscore', lrscore),
];

/** Their names in the paper's tables; that of Entailment is the metric that it imitates. */
export const printedNames: Readonly<Record<string, string>> = {
  'METEOR 0.6': 'meteor-0.6',
  'METEOR 0.7': 'meteor-0.7',
  'METEOR ranking': 'meteor-rank',
  'TERp-A': 'terp',
  ULC: 'ulc',
  MaxSim: 'maxsim',
  wpF: 'wpF',
  wpBLEU: 'wpbleu',
  Entailment: 'rte (absolute)',
};

/** Metrics that have a row in the tables. */
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

/** A variant of Song et al. with clipped counts. With one order there is no mean, so both means are called A. */
export const variant = (base: Base, mean: Mean, brevity: Brevity, order: number): string =>
  `${base}${order === 1 ? 'A' : mean}${brevity}C${order}`;

const grid = bases.flatMap((base) =>
  means.flatMap((mean) => brevities.flatMap((brevity) => [1, 2, 3, 4].map((n) => variant(base, mean, brevity, n)))),
);

export const allMetrics: readonly ListedMetric[] = [
  ...mainMetrics,
  ...[...new Set(grid)].filter((name) => !mainMetrics.some(({ label }) => label === name)).map((name) => named(name)),
];
