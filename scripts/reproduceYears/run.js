/** Writes docs/papers/years.md, its page of tables and its figure from judgments of shared tasks as published; see ../reproduceGuide.js. */
import { reproduceGuide } from '../reproduceGuide.js';

await reproduceGuide({
  script: 'reproduce:years',
  generator: 'scripts/reproduceYears/guide.ts',
  async make({ makeGuide, openYears }, { data }) {
    return makeGuide(await openYears(data));
  },
});
