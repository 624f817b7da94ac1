/** Writes docs/understand/tuning-study.md, its page of tables and its figure from n-best lists and lattices of real decoders; see ../reproduceGuide.js. */
import { join } from 'node:path';
import { reproduceGuide, root } from '../reproduceGuide.js';

await reproduceGuide({
  script: 'reproduce:tuning',
  generator: 'scripts/reproduceTuning/guide.ts',
  folder: 'understand',
  async make({ makeGuide, openTuningData, usualSettings }, { data }) {
    return makeGuide(await openTuningData(data, join(root, 'examples')), usualSettings);
  },
});
