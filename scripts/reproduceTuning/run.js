/** Writes docs/guide/tuning-study.md and its figure from n-best lists and lattices of real decoders; see ../reproduceGuide.js. */
import { join } from 'node:path';
import { reproduceGuide, root } from '../reproduceGuide.js';

await reproduceGuide({
  script: 'reproduce:tuning',
  page: 'docs/guide/tuning-study.md',
  generator: 'scripts/reproduceTuning/guide.ts',
  async make({ joinSections, makeGuide, openTuningData, usualSettings }, { data }) {
    const guide = await makeGuide(await openTuningData(data, join(root, 'examples')), usualSettings);
    return { text: joinSections(guide), figures: guide.figures };
  },
});
