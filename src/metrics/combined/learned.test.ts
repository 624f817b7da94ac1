import { describe, expect, it } from 'vitest';
import { UsageError, printMetric, printSignature, systemScore } from '../../core/index.ts';
import { measure, measureAll } from '../../measure/index.ts';
import { caseTexts } from '../testing/caseTexts.ts';
import learned, { type LoadedModel } from './learned.ts';
import { checkPart, newModel, partNames, printFeature, readModel } from './learned/model.ts';
import bleu from '../ngram/bleu.ts';
import chrf from '../ngram/chrf.ts';
import nist from '../ngram/nist.ts';

const features = [
  { metric: 'chrf', mean: 50, scale: 20, weight: 1.5 },
  { metric: 'bleu', part: 'precision 2', mean: 40, scale: 10, weight: -0.25 },
  { metric: 'nist', mean: 3, scale: 2, weight: 0.5 },
];
const loaded: LoadedModel = {
  model: newModel({ kind: 'absolute', intercept: 60, features }),
  metrics: [chrf(), bleu(), nist()],
  places: [0, 1, 2],
};
const made = learned({ file: 'm' }, new Map([['model:m', loaded]]));
const { hypotheses, references } = caseTexts.english;

describe('learned', () => {
  it('is the weighted sum of standardised features of each segment, and their mean', () => {
    const [own, ...parts] = measureAll([made, ...loaded.metrics], { references }, [hypotheses]);
    const row = (m: number, i: number) => {
      const { width, rows } = parts[m]!;
      return rows.subarray(i * width, (i + 1) * width);
    };
    const expected = hypotheses.map((_, i) => {
      const values = [
        parts[0]!.segmentScore(i),
        parts[1]!.metric.forSegments.parts!(row(1, i))['precision 2']!,
        parts[2]!.segmentScore(i),
      ];
      return values.reduce((sum, value, k) => sum + (features[k]!.weight * (value - features[k]!.mean)) / features[k]!.scale, 60); // prettier-ignore
    });
    expected.forEach((score, i) => expect(own!.segmentScore(i)).toBeCloseTo(score, 10));
    const mean = expected.reduce((sum, score) => sum + score, 0) / expected.length;
    expect(systemScore(own!, 0)).toBeCloseTo(mean, 10);
  });

  it('teaches features that learn from all references', () => {
    expect(made.learner).toBeDefined();
    const alone = measure(made, { references: references.slice(0, 1) }, [hypotheses.slice(0, 1)]);
    const among = measure(made, { references }, [hypotheses]);
    // NIST knows how rare words are from all segments.
    expect(alone.segmentScore(0)).not.toBeCloseTo(among.segmentScore(0), 6);
  });

  it('describes itself without a model, and says what is missing when it is to count', () => {
    const plain = learned();
    expect(plain.name).toBe('learned');
    expect(() => measure(plain, { references: ['a'] }, [['a']])).toThrow(
      new UsageError('The metric learned needs a model: learned:FILE, as assay learn writes it.'),
    );
    expect(() => learned({ file: 'x.json' }).counter()).toThrow(/^The model x\.json must be loaded first/);
  });

  it('is named after its file', () => {
    expect(learned.readName!('learned:dir/model.json')).toEqual({ file: 'dir/model.json' });
    expect(learned.readName!('Learned:M.json')).toEqual({ file: 'M.json' });
    expect(learned.readName!('learned')).toBeUndefined();
    expect(() => learned.readName!('learned:a|b')).toThrow(UsageError);
    const pinned = learned({ file: 'model.json@sha256:0123456789ab' });
    expect(printMetric(pinned)).toBe('learned(file=model.json@sha256:0123456789ab)');
    expect(printSignature(pinned, { references: 1 })).toMatch(/\|file:model\.json@sha256:0123456789ab$/);
  });
});

describe('readModel', () => {
  const text = (changed: object) => JSON.stringify({ ...loaded.model, ...changed });

  it('reads what was written', () => {
    expect(readModel(JSON.stringify(loaded.model), 'm.json')).toEqual(loaded.model);
  });

  it.each<[string, string, string]>([
    ['no JSON', '{"format":', 'm.json is no learned metric: it is not JSON ('],
    ['an empty file', '', 'm.json is no learned metric: it is not JSON ('],
    ['other JSON', '{"weights":[1]}', 'm.json is no learned metric: assay learn did not write it.'],
    ['no object', '7', 'm.json is no learned metric: assay learn did not write it.'],
    ['another version', text({ version: 0 }), 'm.json has version 0 of the format, and only version 1 can be read. Learn it again with assay learn.'],
    ['a kind unknown', text({ kind: 'both' }), 'm.json is no learned metric: its kind is neither pairwise nor absolute.'],
    ['no features', text({ features: [] }), 'm.json is no learned metric: it has no features.'],
    ['a feature of nothing', text({ features: [{ mean: 0 }] }), 'm.json is no learned metric: feature 1 names no metric.'],
    ['a weight that is null', text({ features: [features[0], { ...features[1], weight: null }] }), 'm.json is no learned metric: the weight of feature 2 is no number from −1e12 to 1e12.'],
    ['a scale of 0', text({ features: [{ ...features[0], scale: 0 }] }), 'm.json is no learned metric: the scale of feature 1 must be at least 1e-30.'],
    ['a scale below 0', text({ features: [{ ...features[0], scale: -1 }] }), 'm.json is no learned metric: the scale of feature 1 must be at least 1e-30.'],
    ['a scale that is nearly 0', text({ features: [{ ...features[0], scale: 1e-320 }] }), 'm.json is no learned metric: the scale of feature 1 must be at least 1e-30.'],
    ['a weight too large', text({ features: [{ ...features[0], weight: 1e308 }] }), 'm.json is no learned metric: the weight of feature 1 is no number from −1e12 to 1e12.'],
    ['a feature twice', text({ features: [features[0], features[1], features[1]] }), 'm.json is no learned metric: the feature bleu::precision 2 stands in it twice.'],
    ['a part that is no text', text({ features: [{ ...features[0], part: 3 }] }), 'm.json is no learned metric: the part of feature 1 is no text.'],
    ['no intercept', text({ intercept: 'much' }), 'm.json is no learned metric: its intercept is no number from −1e12 to 1e12.'],
  ])('refuses %s', (_, garbled, message) => {
    let found = '';
    try {
      readModel(garbled, 'm.json');
    } catch (error) {
      expect(error).toBeInstanceOf(UsageError);
      found = (error as Error).message;
    }
    expect(found.slice(0, message.length)).toBe(message);
  }); // prettier-ignore
});

describe('parts of metrics', () => {
  it('are known by name', () => {
    expect(partNames(bleu())).toContain('precision 1');
    expect(partNames(nist())).toEqual(Object.keys(nist().parts?.(new Float64Array(nist().statistics.length)) ?? {})); // prettier-ignore
    expect(() => checkPart(bleu(), 'precison 1', 'bleu::precison 1')).toThrow(
      /^bleu::precison 1: BLEU has no part precison 1\. Did you mean precision 1\?/,
    );
    expect(printFeature({ metric: 'bleu', part: 'precision 1' })).toBe('bleu::precision 1');
    expect(printFeature({ metric: 'bleu' })).toBe('bleu');
  });
});
