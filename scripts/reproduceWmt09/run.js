/** Writes docs/guide/wmt09.md and its figures from the data of WMT09, by `--samples <number>` resamples; see ../reproduceGuide.js. */
import { availableParallelism } from 'node:os';
import { reproduceGuide, root } from '../reproduceGuide.js';

await reproduceGuide({
  script: 'reproduce:wmt09',
  page: 'docs/guide/wmt09.md',
  generator: 'scripts/reproduceWmt09/guide.ts',
  threads: ['src/engine/countingThread.ts'],
  options: { samples: { type: 'string', default: '1000' } },
  async make({ joinSections, makeGuide, openWmt09, usualSettings }, values) {
    const samples = Number(values.samples);
    if (!Number.isInteger(samples) || samples < 1) {
      const message = `--samples must be an integer of at least 1, not ${values.samples}.`;
      throw Object.assign(new Error(message), { name: 'UsageError' });
    }
    const threads = Math.min(2, availableParallelism());
    const guide = await makeGuide(await openWmt09(values.data), { ...usualSettings, samples }, { threads, root });
    return { text: joinSections(guide), figures: guide.figures };
  },
});
