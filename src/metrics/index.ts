// Generated from the files in this folder by npm run generate.
import type { MetricDefinition } from '../core/index.ts';
import bleu from './bleu.ts';
import chrf from './chrf.ts';
import ter from './ter.ts';

export { bleu, chrf, ter };

export const metrics: readonly MetricDefinition[] = [bleu, chrf, ter];
