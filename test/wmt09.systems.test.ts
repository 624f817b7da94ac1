/**
 * Compares the scores of the 37 available outputs of WMT09 with those of sacreBLEU 2.6.0, for the corpus and for segments, within 1e-9.
 * The texts are next to the repository; scripts/check-sacrebleu/wmt09.py wrote the expected numbers.
 */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseMetric } from '../src/engine/index.ts';
import { measure, systemScore } from '../src/api/index.ts';

interface Expected {
  readonly corpus: number;
  /** Sum of the scores of all segments. */
  readonly sum: number;
  /** Scores of some segments, evenly spread from the first on. */
  readonly some: readonly number[];
}

const { systems } = JSON.parse(readFileSync(new URL('wmt09.cases.json', import.meta.url), 'utf8')) as {
  systems: Record<string, Record<string, Expected>>;
};
const data = new URL('../../shared/data/wmt09-ranking/', import.meta.url);
const present = existsSync(data);
const lines = (path: string) => readFileSync(new URL(path, data), 'utf8').replace(/\n$/, '').split('\n');

describe.skipIf(!present)(
  `WMT09 as scored by sacreBLEU${present ? '' : ' (skipped: ../shared/data is not there)'}`,
  () => {
    it('has all outputs', () => expect(Object.keys(systems)).toHaveLength(37));

    it.each(Object.entries(systems))('%s', (system, expected) => {
      const [pair = ''] = system.split('/');
      const references = lines(`text/newstest2009.${pair.split('-')[1]}.txt`);
      const output = lines(`outputs/${system}.txt`);
      for (const [typed, { corpus, sum, some }] of Object.entries(expected)) {
        const { definition, options } = parseMetric(typed);
        const count = typed === 'ter' ? 100 : output.length;
        const measured = measure(definition(options), { references: references.slice(0, count) }, [
          output.slice(0, count),
        ]);
        const segments = Array.from({ length: count }, (_, i) => measured.segmentScore(i));
        const apart = Math.max(1, Math.floor(count / 8));
        expect(Math.abs(systemScore(measured, 0) - corpus), `${typed} of all segments`).toBeLessThan(1e-9);
        expect(Math.abs(segments.reduce((total, score) => total + score, 0) - sum) / count).toBeLessThan(1e-9);
        some.forEach((score, i) =>
          expect(Math.abs(segments[i * apart]! - score), `${typed}, segment ${i * apart + 1}`).toBeLessThan(1e-9),
        );
      }
    });
  },
);
