// Generated from the files in this folder by npm run generate.
import type { MetricDefinition } from '../core/index.ts';
import bleu from './bleu.ts';
import chrf from './chrf.ts';
import nist from './nist.ts';
import ter from './ter.ts';

export { bleu, chrf, nist, ter };

export const metrics: readonly MetricDefinition[] = [bleu, chrf, nist, ter];
