/** A wordy system, and the same with whole segments left out, which BLEU does not notice. Chiang et al. (EMNLP 2008), section 3.3. */
import { UsageError, integer } from '../core/index.ts';
import { type Recipe, Writer, countOfSegments, run, wrong } from './situation.ts';

const sizes = {
  segments: integer({ key: 'segments', default: 11, ...countOfSegments, help: 'Number of segments.' }),
  deleted: integer({ key: 'deleted', default: 1, ...countOfSegments, help: 'Segments left out.' }),
  extra: integer({ key: 'extra', default: 2, min: 0, max: 1000, help: 'Words by which the output is longer.' }),
};

const length = 20;

/** The segment from which on some are left out, counted from 0; after the last comes the first. */
const firstDeleted = 3;

export const deletion: Recipe<typeof sizes> = {
  summary: 'Every segment is longer than its reference; then some are left out.',
  bleuContradictsItself: `where all extra words together fill a segment: where segments × extra is at least ${length} + extra`,
  sizes,
  build({ segments, deleted, extra }) {
    if (deleted >= segments) {
      throw new UsageError(`deleted must be less than segments (${segments}), or nothing is left; it is ${deleted}.`);
    }
    const writer = new Writer('baseline', 'sentence_deletion');
    const wordy = [...run(1, 5), ...wrong(1), ...run(7, 12), ...wrong(2), ...run(14, length), ...wrong(3, extra)];
    for (let i = 0; i < segments; i++) {
      const place = (i + segments - (firstDeleted % segments)) % segments;
      writer.add(`s${i + 1}`, length, wordy, place < deleted ? [] : wordy);
    }
    return { references: writer.references, systems: writer.systems, labels: new Map() };
  },
};
