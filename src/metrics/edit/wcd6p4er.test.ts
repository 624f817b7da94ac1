import { describe, it } from 'vitest';
import { plainCover, plainLetterCost } from '../../text/testing/plainDistances.ts';
import { goldenMissing, goldenTitle, readGolden } from '../testing/golden.ts';
import { checkErrorRate, checkGolden, fractions } from '../testing/rates.ts';
import wcd6p4er from './wcd6p4er.ts';

function bagErrors(hypothesis: readonly string[], reference: readonly string[]): number {
  const words = new Set(hypothesis);
  const count = (list: readonly string[], word: string) => list.filter((each) => each === word).length;
  const common = [...words].map((word) => Math.min(count(hypothesis, word), count(reference, word)));
  return Math.max(hypothesis.length, reference.length) - common.reduce((sum, each) => sum + each, 0);
}

describe('plain wcd6p4er', () =>
  checkErrorRate(
    wcd6p4er,
    {},
    (hypothesis, reference) =>
      0.6 * plainCover(hypothesis, reference, plainLetterCost) + 0.4 * bagErrors(hypothesis, reference),
  ));

describe.skipIf(goldenMissing)(goldenTitle('the golden file'), () => {
  it('the oracle, A3', () => {
    const results = readGolden().oracle.results['A3'];
    const segments = fractions(results.segments, (each: Record<string, number>) => each['wcd6p4er(lev)']!);
    checkGolden(wcd6p4er, {}, 'A3', { corpus: results['wcd6p4er(lev)'], segments });
  });
});
