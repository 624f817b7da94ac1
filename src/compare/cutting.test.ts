import { describe, expect, it } from 'vitest';
import { amber, bleu, chrf, nist, ter } from '../metrics/index.ts';
import { cuttingOf } from './wordTexts.ts';

describe('cuttingOf', () => {
  it.each([
    ['the first metric that reads words', [chrf(), bleu({ tokenizer: 'intl', lowercase: true }), ter()], 'intl', true],
    ['13a where none reads words', [chrf()], '13a', false],
    ['13a without metrics', [], '13a', false],
    ['a metric that reads words in a way of its own', [nist({ tokenizer: 'zh', lowercase: true })], 'zh', true],
    ['pieces of words of a tokenizer', [amber({ tokenizer: 'none' })], 'none', false],
    ['words with marks cut off, as chrF++ has them', [chrf({ wordOrder: 2 })], 'chrf', false],
  ])('follows %s', (_, metrics, name, lowercase) => {
    const cutting = cuttingOf(metrics);
    expect([cutting.tokenizer.name, cutting.lowercase]).toEqual([name, lowercase]);
  });
});
