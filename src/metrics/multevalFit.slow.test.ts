/**
 * Values on the example of MultEval, a German–English output of WMT10 similar to those of WMT09 with a BLEU of 19 to 20,
 * as found when definitions were fitted to the table of WMT09; to three digits.
 */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Metric, systemScore } from '../core/index.ts';
import { measure } from '../measure/index.ts';
import maxsim from './alignment/maxsim.ts';
import { resourcesForTests } from './testing/resources.ts';
import wpbleu from './analysis/wpbleu.ts';
import wpf from './analysis/wpf.ts';

const folder = new URL('../../../shared/data/metric-reference-outputs/multeval-example/', import.meta.url);
const missing = !existsSync(folder);
const lines = (name: string) => readFileSync(new URL(name, folder), 'utf8').trimEnd().split('\n');

describe.skipIf(missing)(`the example of MultEval${missing ? ' (skipped: ../shared/data is missing)' : ''}`, () => {
  const resources = resourcesForTests();
  const tokenizer = 'none';
  const score = (metric: Metric, every = 1) => {
    const some = (texts: readonly string[]) => texts.filter((_, i) => i % every === 0);
    const references = some(lines('refs.test2010.lc.tok.en.0'));
    return systemScore(measure(metric, { references }, [some(lines('hyps.lc.tok.en.baseline.opt0'))]), 0) / 100;
  };

  it('wpF is the arithmetic mean, not the geometric', async () => {
    expect(score(wpf({ tokenizer }, await resources)).toFixed(3)).toBe('0.335');
    expect(score(wpf({ tokenizer, mean: 'geometric' }, await resources)).toFixed(3)).toBe('0.258');
  });

  it('wpBLEU is the mean of both', async () => {
    expect(score(wpbleu({ tokenizer }, await resources)).toFixed(3)).toBe('0.259');
  });

  it('MaxSim of every sixth segment, with a lower and a higher weight of recall', async () => {
    const found = [0.5, 0.8, 0.9].map(async (alpha) =>
      score(maxsim({ tokenizer, alpha }, await resources), 6).toFixed(3),
    );
    expect(await Promise.all(found)).toEqual(['0.466', '0.475', '0.479']);
  });
});
