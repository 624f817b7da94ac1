/** Made-up test sets, measured. */
import { type Metric, resolveOptions, rowMeasurement } from '../../core/index.ts';
import { type Measured, groupSegments, measureAll } from '../../measure/index.ts';
import { _4grr, amber, bleu, bleuSbp } from '../../metrics/index.ts';
import type { Recipe } from '../index.ts';

/** The names in the expected values. */
export const metrics: Readonly<Record<string, Metric>> = {
  bleu: bleu({ tokenizer: 'none', smoothing: 'none' }),
  bleu_sbp: bleuSbp({ tokenizer: 'none' }),
  '4grr': _4grr({ tokenizer: 'none' }),
  amber: amber({ tokenizer: 'none' }),
};

/** A recipe in its default sizes or others, measured by all four metrics, with an extra system whose outputs are empty. */
export function measuredBy(recipe: Recipe, sizes: Record<string, number> = {}) {
  const situation = recipe.build(resolveOptions(recipe.sizes, sizes));
  const { references, systems } = situation;
  const outputs = [...systems.values(), references.map(() => '')];
  const measured = measureAll(Object.values(metrics), { references }, outputs);
  return { ...situation, by: Object.fromEntries(Object.keys(metrics).map((name, m) => [name, measured[m]!])) };
}

export const genreOf = (labels: ReadonlyMap<string, readonly string[]>) => groupSegments(labels, 'genre');

/** The first system and the empty one. */
export function emptied(measured: Measured): Measured {
  const { metric, rows, width, segments, systems } = measured;
  const chosen = new Float64Array(2 * segments * width);
  chosen.set(rows.subarray(0, segments * width));
  chosen.set(rows.subarray((systems - 1) * segments * width), segments * width);
  const shape = { name: metric.name, higherIsBetter: metric.higherIsBetter, systems: 2, segments, width };
  const scored = rowMeasurement(shape, chosen, metric.score, metric.forSegments.score);
  return { ...scored, metric, systemNames: ['system', 'empty'] };
}
