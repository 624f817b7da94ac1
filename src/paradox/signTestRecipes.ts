/** Two systems of which each is significantly better than the other by the sign test with BLEU. Chiang et al. (EMNLP 2008), section 3.1. */
import { UsageError, integer } from '../core/index.ts';
import { type Recipe, Writer, countOfSegments, run, wrong } from './situation.ts';

/** Every sixth word of c is wrong and its end is missing; b goes on with wrong words instead until it is longer than the reference. */
const padded = {
  segments: integer({ key: 'segments', default: 8, ...countOfSegments, help: 'Number of segments.' }),
  length: integer({ key: 'length', default: 20, min: 4, max: 1000, help: 'Words of each reference.' }),
  missing: integer({ key: 'missing', default: 3, min: 0, max: 999, help: 'Words by which c is shorter.' }),
  extra: integer({ key: 'extra', default: 1, min: 0, max: 1000, help: 'Words by which the other output is longer.' }),
};

export const padding: Recipe<typeof padded> = {
  summary: 'b is c, filled up with wrong words beyond the length of the reference.',
  // Found by trying; there are more such sizes.
  bleuContradictsItself:
    'with 6 segments or more of 10 to 100 words, of which 3 or more are missing, but no more than half, and 1 to 5 extra',
  sizes: padded,
  build({ segments, length, missing, extra }) {
    if (missing >= length) {
      throw new UsageError(`missing must be less than length (${length}), or nothing of c is left; it is ${missing}.`);
    }
    const writer = new Writer('b', 'c');
    const c = run(1, length - missing).map((place) => (place % 6 === 0 ? -place : place));
    const b = [...c, ...wrong(length + 1, missing + extra)];
    for (let i = 1; i <= segments; i++) writer.add(`s${i}`, length, b, c);
    return { references: writer.references, systems: writer.systems, labels: new Map() };
  },
};

/** Nearer to the case the paper reports (BLEU 29.6 at a length ratio of 1.02 against 29.3 at 0.97): b is a little longer and a little better. */
const scatteredSizes = {
  segments: integer({ key: 'segments', default: 10, ...countOfSegments, help: 'Number of segments.' }),
};

export const scattered: Recipe<typeof scatteredSizes> = {
  summary: 'b is c, with two or three words that c lacks put at the end, out of their place.',
  bleuContradictsItself: 'with 6 segments or more',
  sizes: scatteredSizes,
  build({ segments }) {
    const writer = new Writer('b', 'c');
    const c = [
      ...run(1, 4),
      ...wrong(1),
      ...run(6, 9),
      ...wrong(2),
      ...run(12, 16),
      ...wrong(3),
      ...run(18, 22),
      ...wrong(4, 2),
      ...run(25, 30),
      ...wrong(6),
      ...run(33, 37),
      ...wrong(7),
      ...run(39, 43),
      ...wrong(8),
      ...run(45, 50),
    ];
    for (let i = 1; i <= segments; i++) {
      const b = [...c, 10, 32, ...(i % 2 === 0 ? [23] : [])];
      writer.add(`s${i}`, 50, b, c);
    }
    return { references: writer.references, systems: writer.systems, labels: new Map() };
  },
};
