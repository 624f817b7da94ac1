/** All 37 outputs of WMT09 that are at hand, against what sacreBLEU 2.6.0 printed for them. The data stand beside the repository. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bleu, chrf, measureAll, systemScore } from '../src/index.ts';

const data = new URL('../../shared/data/', import.meta.url);
const golden = new URL('metric-reference-outputs/run-here/sacrebleu-2.6.0.sys.tsv', data);
const present = existsSync(golden) && existsSync(new URL('wmt09-ranking/outputs', data));

const lines = (path: string) => readFileSync(new URL(path, data), 'utf8').replace(/\n$/, '').split('\n');

const rows = present
  ? readFileSync(golden, 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t') as [string, string, string, ...string[]])
  : [];

describe.skipIf(!present)(
  `WMT09 as scored by sacreBLEU${present ? '' : ' (skipped: ../shared/data is not there)'}`,
  () => {
    const metrics = [bleu(), bleu({ lowercase: true }), chrf()];

    it('has all outputs', () => expect(rows).toHaveLength(37));

    it.each(rows.map(([, pair, system, ...scores]) => [pair, system, scores.map(Number)] as const))(
      '%s %s',
      (pair, system, [cased, lower, penalty, chrf2]) => {
        const references = lines(`wmt09-ranking/text/newstest2009.${pair.split('-')[1]}.txt`);
        const output = lines(`wmt09-ranking/outputs/${pair}/${system}.txt`);
        const [one, two, three] = measureAll(metrics, { references }, [output]).map((measured) => ({
          score: systemScore(measured, 0),
          sums: Array.from({ length: measured.width }, (_, k) =>
            measured.rows.reduce((sum, value, at) => (at % measured.width === k ? sum + value : sum), 0),
          ),
        }));
        // The golden table has six decimals.
        expect(one!.score).toBeCloseTo(cased!, 6);
        expect(two!.score).toBeCloseTo(lower!, 6);
        expect(three!.score).toBeCloseTo(chrf2!, 6);
        expect(metrics[0]!.parts!(one!.sums)['brevity penalty']).toBeCloseTo(penalty!, 6);
      },
    );
  },
);
