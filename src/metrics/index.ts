import bleu from './bleu.ts';
import chrf from './chrf.ts';
import ter from './ter.ts';
import type { MetricDefinition } from '../core/index.ts';

export { bleu, chrf, ter };
export const metrics: readonly MetricDefinition[] = [bleu, chrf, ter];
