/** The metrics of the papers' tables: variants as their metrics declare them, and the metrics that the papers compare them with. */
import { parseMetric } from '../../src/engine/index.ts';
import { printMetric } from '../../src/core/index.ts';
import type { ListedMetric } from '../reproduceWmt09/metricList.ts';

export interface Study {
  readonly title: string;
  /** By the name that the table gives to the row; the first is what others are compared with. */
  readonly variants: ReadonlyMap<string, ListedMetric>;
}

/** The studies that a metric declares, as `assay meta --ablate` reads them. */
export function studiesOf(typed: string): Study[] {
  const { definition, options } = parseMetric(typed);
  return (definition.studies ?? []).map(({ title, variants }) => ({
    title,
    variants: new Map(
      variants.map((variant) => {
        const metric = printMetric({ definition, options: { ...options, ...variant.options } });
        return [variant.name, { label: metric, typed: metric }] as const;
      }),
    ),
  }));
}

/** Each metric once. */
export const withoutRepeats = (listed: readonly ListedMetric[]): ListedMetric[] => [
  ...new Map(listed.map((each) => [each.label, each])).values(),
];

export const chiangMetrics: readonly ListedMetric[] = [
  { label: 'METEOR', typed: { 'de-en': 'meteor(preset=0.6)', 'en-fr': 'meteor(preset=0.6,lang=fr)', 'en-es': 'meteor(preset=0.6,lang=es)' } }, // prettier-ignore
  { label: 'BLEU', typed: 'bleu(reflen=shortest)' },
  { label: 'WER', typed: 'wer' },
  { label: 'BLEU-SBP', typed: 'bleu-sbp' },
  { label: '4-GRR', typed: '4grr' },
  { label: '4-GRR, α = −0.9, β = 1', typed: '4grr(alpha=-0.9,beta=1)' },
];

export const amberRivals: readonly ListedMetric[] = [
  { label: 'BLEU (unsmoothed)', typed: 'bleu(smooth=none,eff=no)' },
  { label: 'BLEU', typed: 'bleu' },
  { label: 'METEOR 1.0', typed: { 'de-en': 'meteor(preset=1.0)', 'en-fr': 'meteor(preset=1.0,lang=fr)', 'en-es': 'meteor(preset=1.0,lang=es)' } }, // prettier-ignore
];
