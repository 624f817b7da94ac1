/** The recipes for made-up situations, all after Chiang, DeNeefe, Chan and Ng (EMNLP 2008), section 3. */
import { UsageError, integer } from '../core/index.ts';
import { type Recipe, Writer, run, wrong } from './situation.ts';

/** Limits on the number of segments. */
const countOfSegments = { min: 1, max: 100_000 };

/**
 * Two systems, each significantly better than the other by the sign test with BLEU (section 3.1).
 * Every sixth word of c is wrong and its end is missing; b continues with wrong words instead until it is longer than the reference.
 */
const padded = {
  segments: integer({ key: 'segments', default: 8, ...countOfSegments, help: 'Number of segments.' }),
  length: integer({ key: 'length', default: 20, min: 4, max: 1000, help: 'Words in each reference.' }),
  missing: integer({ key: 'missing', default: 3, min: 0, max: 999, help: 'Words by which c is shorter.' }),
  extra: integer({ key: 'extra', default: 1, min: 0, max: 1000, help: 'Words by which the other output is longer.' }),
};

export const padding: Recipe<typeof padded> = {
  summary: 'b is c, padded with wrong words beyond the length of the reference.',
  // Found by experiment; there are more such sizes.
  bleuContradictsItself:
    'with at least 6 segments of 10 to 100 words, of which at least 3 and at most half are missing, and 1 to 5 extra words',
  sizes: padded,
  build({ segments, length, missing, extra }) {
    if (missing >= length) {
      throw new UsageError(`missing must be less than length (${length}), or c would be empty; it is ${missing}.`);
    }
    const writer = new Writer('b', 'c');
    const c = run(1, length - missing).map((place) => (place % 6 === 0 ? -place : place));
    const b = [...c, ...wrong(length + 1, missing + extra)];
    for (let i = 1; i <= segments; i++) writer.add(`s${i}`, length, b, c);
    return writer.finish();
  },
};

/** Closer to the case that the paper reports (BLEU 29.6 at a length ratio of 1.02 against 29.3 at 0.97): b is a little longer and a little better. */
const scatteredSizes = {
  segments: integer({ key: 'segments', default: 10, ...countOfSegments, help: 'Number of segments.' }),
};

export const scattered: Recipe<typeof scatteredSizes> = {
  summary: 'b is c with two or three words that c lacks appended at the end, out of place.',
  bleuContradictsItself: 'with at least 6 segments',
  sizes: scatteredSizes,
  build({ segments }) {
    const writer = new Writer('b', 'c');
    const c = [
      [run(1, 4), wrong(1), run(6, 9), wrong(2), run(12, 16), wrong(3), run(18, 22), wrong(4, 2)],
      [run(25, 30), wrong(6), run(33, 37), wrong(7), run(39, 43), wrong(8), run(45, 50)],
    ].flat(2);
    for (let i = 1; i <= segments; i++) {
      const b = [...c, 10, 32, ...(i % 2 === 0 ? [23] : [])];
      writer.add(`s${i}`, 50, b, c);
    }
    return writer.finish();
  },
};

/**
 * An easy genre and a hard one, translated by a system for each and by one for both, which is worse on each genre but may have the
 * better BLEU on the whole: it is wordy where matches are easy and short where they are hard (section 3.2).
 */
const genreSizes = {
  newswire: integer({ key: 'newswire', default: 3, ...countOfSegments, help: 'Segments of the easy genre.' }),
  weblogs: integer({ key: 'weblogs', default: 5, ...countOfSegments, help: 'Segments of the hard genre.' }),
};

const genreLength = 25;

/** The mixed system has one right word fewer in every third segment of the easy genre and in every fifth of the hard one. */
const easySlip = 3;
const hardSlip = 5;

const easySpecific = [run(1, 5), wrong(1), run(7, 12), wrong(2), run(15, 19), wrong(3), run(21, genreLength)].flat();
const easyMixed = (slips: boolean) => [
  ...[run(1, 5), wrong(4, 2), run(7, 12), wrong(6, 2), slips ? wrong(8) : [14]].flat(),
  ...[run(15, 19), wrong(9, 2), run(21, genreLength)].flat(),
];

const hardSpecific = [
  wrong(1, 2),
  run(3, 6),
  wrong(3, 5),
  run(12, 13),
  wrong(8, 4),
  18,
  wrong(12, 3),
  22,
  wrong(15, 2),
].flat();
/** Two words shorter: two wrong words fewer, or one wrong and one right. */
const hardMixed = (slips: boolean) => hardSpecific.filter((place) => place !== -5 && place !== (slips ? 22 : -9));

export const genres: Recipe<typeof genreSizes> = {
  summary: 'A mixed system, wordy in the easy genre and short in the hard one, against one system for each genre.',
  // Found by experiment. With less of the hard genre, the wrong words in the easy one have too much weight; with more of it, the easy one has
  // too few words to compensate for those that are missing.
  bleuContradictsItself: 'with 0.51 to 38 times as many weblogs as newswire',
  sizes: genreSizes,
  build({ newswire, weblogs }) {
    const writer = new Writer('genre_specific', 'mixed_genre');
    for (let i = 1; i <= newswire; i++) writer.add(`n${i}`, genreLength, easySpecific, easyMixed(i % easySlip === 0));
    for (let i = 1; i <= weblogs; i++) writer.add(`b${i}`, genreLength, hardSpecific, hardMixed(i % hardSlip === 0));
    const genre = [...new Array<string>(newswire).fill('nw'), ...new Array<string>(weblogs).fill('web')];
    return writer.finish(new Map([['genre', genre]]));
  },
};

/** A wordy system, and the same with whole segments left empty, which BLEU does not notice (section 3.3). */
const deletionSizes = {
  segments: integer({ key: 'segments', default: 11, ...countOfSegments, help: 'Number of segments.' }),
  deleted: integer({ key: 'deleted', default: 1, ...countOfSegments, help: 'Segments left empty.' }),
  extra: integer({ key: 'extra', default: 2, min: 0, max: 1000, help: 'Words by which the output is longer.' }),
};

const wordyLength = 20;

/** The first segment that is left empty, counted from 0; the last is followed by the first. */
const firstDeleted = 3;

export const deletion: Recipe<typeof deletionSizes> = {
  summary: 'Every segment is longer than its reference; then some are left empty.',
  bleuContradictsItself: `if all extra words together fill a segment: if segments × extra is at least ${wordyLength} + extra`,
  sizes: deletionSizes,
  build({ segments, deleted, extra }) {
    if (deleted >= segments) {
      throw new UsageError(
        `deleted must be less than segments (${segments}), or every segment would be empty; it is ${deleted}.`,
      );
    }
    const writer = new Writer('baseline', 'sentence_deletion');
    const wordy = [run(1, 5), wrong(1), run(7, 12), wrong(2), run(14, wordyLength), wrong(3, extra)].flat();
    for (let i = 0; i < segments; i++) {
      const place = (i + segments - (firstDeleted % segments)) % segments;
      writer.add(`s${i + 1}`, wordyLength, wordy, place < deleted ? [] : wordy);
    }
    return writer.finish();
  },
};

/** The name of a paradox. */
export type Paradox = 'sign-test' | 'genres' | 'deletion';

/** The recipes for test sets that show each paradox, by paradox; the first is the default. */
export const paradoxRecipes: Readonly<Record<Paradox, Readonly<Record<string, Recipe>>>> = {
  'sign-test': { padding, scattered },
  genres: { genres },
  deletion: { deletion },
};
