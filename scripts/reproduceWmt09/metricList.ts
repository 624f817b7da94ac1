/** The metrics that the guide holds against people: a name for its tables, and what is typed behind `-m`. */

export interface ListedMetric {
  readonly label: string;
  readonly typed: string;
}

const named = (label: string, typed = label): ListedMetric => ({ label, typed });

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
  ...[...new Set(grid)].filter((name) => !mainMetrics.some(({ label }) => label === name)).map((name) => named(name)),
];
