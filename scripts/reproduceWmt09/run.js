/** Writes docs/papers/wmt09.md, its pages of tables and its figures from the data of WMT09, by `--samples <number>` resamples; see ../reproduceGuide.js. */
import { availableParallelism } from 'node:os';
import { reproduceGuide, root } from '../reproduceGuide.js';

await reproduceGuide({
  script: 'reproduce:wmt09',
  generator: 'scripts/reproduceWmt09/guide.ts',
  options: { samples: { type: 'string', default: '1000' } },
  async make({ makeGuide, openWmt09, usualSettings }, values) {
    const samples = Number(values.samples);
    if (!Number.isInteger(samples) || samples < 1) {
      const message = `--samples must be an integer of at least 1, not ${values.samples}.`;
      throw Object.assign(new Error(message), { name: 'UsageError' });
    }
    const threads = Math.min(2, availableParallelism());
    return makeGuide(await openWmt09(values.data), { ...usualSettings, samples }, { threads, root });
  },
});
