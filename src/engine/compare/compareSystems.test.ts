import { describe, expect, it } from 'vitest';
import { rowMeasurement } from '../../core/index.ts';
import { measureAll } from '../../measure/index.ts';
import { bleu, ter } from '../../metrics/index.ts';
import {
  type ComparisonTestId,
  type RunSettings,
  compareMeasured,
  compareRuns,
  comparisonDefaults,
  comparisonTests,
  meanMeasurement,
} from '../../stats/index.ts';
import { compareSystemRuns, compareSystems } from '../index.ts';

const references = ['the cat sat on the mat', 'a dog barked at me', 'one two three four five', 'so it goes on'];
const outputs = {
  one: ['the cat sat on a mat', 'a dog barked', 'one two three five four', 'so it goes'],
  two: ['cat sat on the mat', 'the dog barked at me', 'one two three four', 'so goes it on'],
  three: ['a cat on the mat', 'dog', 'five four three two one', 'it goes on'],
};
const ratings = meanMeasurement({
  name: 'rating',
  higherIsBetter: true,
  systemNames: ['one', 'two', 'three'],
  scores: [
    [3, 4, 5, 2],
    [4, 4, 4, 4],
    [1, 2, 2, 5],
  ],
});
const shorter = meanMeasurement({
  name: 'other segments',
  higherIsBetter: false,
  systemNames: ['one', 'two'],
  scores: [
    [3, 4],
    [4, 5],
  ],
});
/** Scored by a function, which no thread can make. */
const { name, systems, segments, higherIsBetter, width } = ratings;
const opaque = rowMeasurement({ name, systems, segments, higherIsBetter, width }, ratings.rows, ratings.scoreSums);

const measured = [...measureAll([bleu(), ter()], { references }, outputs), ratings, shorter, opaque];

// More threads than one need the built files: see test/compareThreads.systems.test.ts.
const options = { threads: 1 };

describe('compareSystems', () => {
  it.each(comparisonTests.filter((test) => test !== 't' && test !== 'wilcoxon'))(
    '%s gives what compareMeasured gives of each',
    async (test) => {
      const settings = { ...comparisonDefaults, test, samples: 120, equivalence: 1, power: true };
      const found = await compareSystems(measured, settings, options);
      expect(found).toEqual(measured.map((each) => compareMeasured(each, settings)));
    },
  );

  it.each<ComparisonTestId>(['t', 'wilcoxon'])('%s takes means', async (test) => {
    const settings = { ...comparisonDefaults, test, samples: 60 };
    const ofMeans = measured.slice(1);
    expect(await compareSystems(ofMeans, settings, options)).toEqual(
      ofMeans.map((each) => compareMeasured(each, settings)),
    );
    await expect(compareSystems(measured, settings, options)).rejects.toThrow('The BLEU of a system is not a mean');
  });

  it('draws whole documents', async () => {
    const settings = { ...comparisonDefaults, samples: 60, units: Uint32Array.of(1, 1, 2, 2) };
    const [found] = await compareSystems(measured.slice(0, 1), settings, options);
    expect(found).toEqual(compareMeasured(measured[0]!, settings));
    expect(found!.units).toBe(2);
  });

  it('reports progress up to the end, never backwards', async () => {
    const shares: number[] = [];
    const settings = { ...comparisonDefaults, test: 'randomization' as const, samples: 120 };
    await compareSystems(measured, settings, { ...options, onProgress: (share) => shares.push(share) });
    expect(shares.at(-1)).toBe(1);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.length).toBeGreaterThan(6);
  });

  it('accepts no systems and no metrics', async () => {
    expect(await compareSystems([], comparisonDefaults, options)).toEqual([]);
  });
});

describe('compareSystemRuns', () => {
  it.each(['crossed', 'stratified'] as const)('%s gives what compareRuns gives of each', async (test) => {
    const { correction, seed, level, alpha } = comparisonDefaults;
    const settings: RunSettings = { correction, seed, level, alpha, samples: 130, test };
    const runs = [[0, 2], [1]];
    const ofThree = measured.filter((each) => each.systems === 3);
    expect(await compareSystemRuns(ofThree, runs, settings, options)).toEqual(
      ofThree.map((each) => compareRuns(each, runs, settings)),
    );
  });
});
