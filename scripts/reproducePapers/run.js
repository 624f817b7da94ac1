/** Writes docs/papers from the data of WMT09, n-best lists and the tables of the papers, by `--samples <number>` resamples; see ../reproduceGuide.js. */
import { availableParallelism } from 'node:os';
import { reproduceGuide, root } from '../reproduceGuide.js';

await reproduceGuide({
  script: 'reproduce:papers',
  generator: 'scripts/reproducePapers/guide.ts',
  folder: 'papers',
  options: { samples: { type: 'string', default: '1000' } },
  async make({ makeGuide, openPapers, usualSettings }, values) {
    const samples = Number(values.samples);
    if (!Number.isInteger(samples) || samples < 1) {
      const message = `--samples must be an integer of at least 1, not ${values.samples}.`;
      throw Object.assign(new Error(message), { name: 'UsageError' });
    }
    const threads = Math.min(2, availableParallelism());
    const papers = await openPapers(values.data);
    // The pages show commands that are run in the root.
    process.chdir(root);
    return makeGuide(papers, { ...usualSettings, samples }, threads);
  },
});
