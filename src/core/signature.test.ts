import { describe, expect, it } from 'vitest';
import { bleu, chrf, metrics, ter } from '../metrics/index.ts';
import { UsageError } from './errors.ts';
import { printMetric } from './metric.ts';
import { printSignature, readSignature } from './signature.ts';
import { version } from './version.ts';

describe('signatures', () => {
  it.each([
    [bleu(), `BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:assay-${version}|n:4`],
    [
      bleu({ smoothing: 'floor' }),
      `BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:floor[0.10]|version:assay-${version}|n:4`,
    ],
    [
      bleu({ smoothing: 'add-k[0.125]', order: 2 }),
      `BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:add-k[0.125]|version:assay-${version}|n:2`,
    ],
    [
      chrf({ wordOrder: 2 }),
      `chrF2++|nrefs:1|case:mixed|eff:yes|nc:6|nw:2|space:no|version:assay-${version}|beta:2|compat:none`,
    ],
    [
      chrf({ beta: 3 }),
      `chrF3|nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:assay-${version}|beta:3|compat:none`,
    ],
    [
      ter({ normalized: true }),
      `TER|nrefs:1|case:lc|tok:tercom|norm:yes|punct:yes|asian:no|version:assay-${version}|compat:none`,
    ],
  ])('%# prints and reads back', (metric, expected) => {
    expect(printSignature(metric, { references: 1 })).toBe(expected);
    expect(readSignature(expected, metrics).options).toEqual(metric.options);
  });

  it('states the bootstrap, and a varying number of references', () => {
    const signature = printSignature(bleu(), { references: 'var', bootstrap: { samples: 1000, seed: 12345 } });
    expect(signature).toBe(
      `BLEU|nrefs:var|bs:1000|seed:12345|case:mixed|eff:no|tok:13a|smooth:exp|version:assay-${version}|n:4`,
    );
    expect(readSignature(signature, metrics).options).toEqual(bleu().options);
  });

  // As sacreBLEU 2.6.0 prints them.
  it.each([
    ['BLEU|nrefs:1|case:lc|eff:no|tok:intl|smooth:exp|version:2.6.0', bleu({ lowercase: true, tokenizer: 'intl' })],
    [
      'chrF2++|nrefs:2|case:mixed|eff:yes|nc:6|nw:2|space:no|version:2.6.0',
      chrf({ wordOrder: 2, compat: 'sacrebleu' }),
    ],
    ['TER|nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no|version:2.6.0', ter({ compat: 'sacrebleu' })],
    // As its JSON has them, without the name.
    ['nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0', bleu()],
    [
      'nrefs:1|bs:1000|seed:12345|case:lc|eff:no|tok:intl|smooth:exp|version:2.6.0',
      bleu({ lowercase: true, tokenizer: 'intl' }),
    ],
    ['nrefs:1|case:mixed|eff:yes|nc:6|nw:2|space:no|version:2.6.0', chrf({ wordOrder: 2, compat: 'sacrebleu' })],
    ['nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no|version:2.6.0', ter({ compat: 'sacrebleu' })],
  ])('reads %s', (signature, metric) => {
    expect(printMetric(readSignature(signature, metrics))).toBe(printMetric(metric));
  });

  it('reads the names of tokenizers that sacreBLEU prints with a version', () => {
    // Reading makes the metric, which then asks for its dictionary: the name was understood.
    expect(() =>
      readSignature('BLEU|nrefs:1|case:mixed|eff:no|tok:ja-mecab-0.996-IPA|smooth:exp|version:2.6.0', metrics),
    ).toThrow(/dictionary/);
  });

  it.each([
    ['BLUE|nrefs:1', 'Unknown metric BLUE. Did you mean bleu?'],
    ['nrefs:1|case:mixed|tok:13a', 'A signature starts with the name of its metric: BLEU|nrefs:1|case:mixed|tok:13a.'],
    [
      'BLEU|tok:flores200',
      'The tokenizer flores200 needs a model to be loaded first: call await loadMetric(…) from assay/engine.',
    ],
    ['BLEU|nrefs', '"nrefs" in signature "BLEU|nrefs" is not a key:value pair.'],
    [
      'BLEU|tok:nope',
      'tok must be one of none, 13a, intl, char, zh, ja-mecab, ko-mecab, spm, flores101, flores200, spBLEU-1K, not "nope". Did you mean none?',
    ],
    [
      'chrF2++|nrefs:1|nw:1',
      'nw:1 in signature "chrF2++|nrefs:1|nw:1" contradicts the name chrF2++, which means nw:2.',
    ],
    [
      'BLEU|__proto__:1',
      'Unknown option __proto__. Known: case, eff, tok, smooth, n, model, reflen, factor, lang, analyses.',
    ],
  ])('refuses %s', (signature, message) => {
    expect(() => readSignature(signature, metrics)).toThrow(new UsageError(message));
  });
});
