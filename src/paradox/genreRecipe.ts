/**
 * An easy genre and a hard one, translated by systems made for each and by one for both, which is worse on each genre but may have the
 * better BLEU on the whole: it is wordy where matches are easy and short where they are not. Chiang et al. (EMNLP 2008), section 3.2.
 */
import { integer } from '../core/index.ts';
import { type Recipe, Writer, countOfSegments, run, wrong } from './situation.ts';

const sizes = {
  newswire: integer({ key: 'newswire', default: 3, ...countOfSegments, help: 'Segments of the easy genre.' }),
  weblogs: integer({ key: 'weblogs', default: 5, ...countOfSegments, help: 'Segments of the hard genre.' }),
};

const length = 25;

/** The mixed system has one right word less in every third segment of the easy genre and in every fifth of the hard one. */
const easySlip = 3;
const hardSlip = 5;

const easySpecific = [
  ...run(1, 5),
  ...wrong(1),
  ...run(7, 12),
  ...wrong(2),
  ...run(15, 19),
  ...wrong(3),
  ...run(21, length),
];
const easyMixed = (slips: boolean) => [
  ...run(1, 5),
  ...wrong(4, 2),
  ...run(7, 12),
  ...wrong(6, 2),
  ...(slips ? wrong(8) : [14]),
  ...run(15, 19),
  ...wrong(9, 2),
  ...run(21, length),
];

const hardSpecific = [
  ...wrong(1, 2),
  ...run(3, 6),
  ...wrong(3, 5),
  ...run(12, 13),
  ...wrong(8, 4),
  18,
  ...wrong(12, 3),
  22,
  ...wrong(15, 2),
];
/** Two words shorter: two wrong ones less, or one wrong and one right. */
const hardMixed = (slips: boolean) => hardSpecific.filter((place) => place !== -5 && place !== (slips ? 22 : -9));

export const genres: Recipe<typeof sizes> = {
  summary: 'A mixed system, wordy in the easy genre and short in the hard one, against one system for each genre.',
  // Found by trying. With less of the hard genre, the wrong words in the easy one weigh too much; with more of it, the easy one has too
  // few words to make up for those that are missing.
  bleuContradictsItself: 'with 0.51 to 38 times as many weblogs as newswire',
  sizes,
  build({ newswire, weblogs }) {
    const writer = new Writer('genre_specific', 'mixed_genre');
    for (let i = 1; i <= newswire; i++) writer.add(`n${i}`, length, easySpecific, easyMixed(i % easySlip === 0));
    for (let i = 1; i <= weblogs; i++) writer.add(`b${i}`, length, hardSpecific, hardMixed(i % hardSlip === 0));
    const genre = [...new Array<string>(newswire).fill('nw'), ...new Array<string>(weblogs).fill('web')];
    return { references: writer.references, systems: writer.systems, labels: new Map([['genre', genre]]) };
  },
};
