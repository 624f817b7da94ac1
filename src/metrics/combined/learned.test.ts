import { describe, expect, it } from 'vitest';
import { UsageError, printMetric, printSignature, systemScore } from '../../core/index.ts';
import { measure, measureAll } from '../../measure/index.ts';
import { caseTexts } from '../testing/caseTexts.ts';
import learned, { type LoadedModel } from './learned.ts';
import { checkPart, newModel, partNames, printFeature, readModel } from './learned/model.ts';
import bleu from '../ngram/bleu.ts';
import chrf from '../ngram/chrf.ts';
import nist from '../ngram/nist.ts';
import { segmentSteps } from '../testing/segmentSteps.ts';

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

  it('describes itself without a model, and reports the missing model when it counts', () => {
    const plain = learned();
    expect(plain.name).toBe('learned');
    expect(() => measure(plain, { references: ['a'] }, [['a']])).toThrow(
      new UsageError('The metric learned needs a model file written by assay learn: learned:FILE.'),
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
    ['no JSON', '{"format":', 'Cannot read m.json as a learned metric: it is not JSON ('],
    ['an empty file', '', 'Cannot read m.json as a learned metric: it is not JSON ('],
    ['other JSON', '{"weights":[1]}', 'Cannot read m.json as a learned metric: assay learn did not write it.'],
    ['no object', '7', 'Cannot read m.json as a learned metric: assay learn did not write it.'],
    ['another version', text({ version: 0 }), 'm.json has version 0 of the format, but only version 1 can be read. Learn the metric again with assay learn.'],
    ['an unknown kind', text({ kind: 'both' }), 'Cannot read m.json as a learned metric: its kind must be pairwise or absolute.'],
    ['no features', text({ features: [] }), 'Cannot read m.json as a learned metric: it has no features.'],
    ['a feature without a metric', text({ features: [{ mean: 0 }] }), 'Cannot read m.json as a learned metric: feature 1 names no metric.'],
    ['a weight that is null', text({ features: [features[0], { ...features[1], weight: null }] }), 'Cannot read m.json as a learned metric: the weight of feature 2 must be a number from −1e12 to 1e12.'],
    ['a scale of 0', text({ features: [{ ...features[0], scale: 0 }] }), 'Cannot read m.json as a learned metric: the scale of feature 1 must be at least 1e-30.'],
    ['a scale below 0', text({ features: [{ ...features[0], scale: -1 }] }), 'Cannot read m.json as a learned metric: the scale of feature 1 must be at least 1e-30.'],
    ['a scale that is nearly 0', text({ features: [{ ...features[0], scale: 1e-320 }] }), 'Cannot read m.json as a learned metric: the scale of feature 1 must be at least 1e-30.'],
    ['a weight too large', text({ features: [{ ...features[0], weight: 1e308 }] }), 'Cannot read m.json as a learned metric: the weight of feature 1 must be a number from −1e12 to 1e12.'],
    ['a feature twice', text({ features: [features[0], features[1], features[1]] }), 'Cannot read m.json as a learned metric: it has the feature bleu::precision 2 twice.'],
    ['a part that is not text', text({ features: [{ ...features[0], part: 3 }] }), 'Cannot read m.json as a learned metric: the part of feature 1 must be text.'],
    ['no intercept', text({ intercept: 'much' }), 'Cannot read m.json as a learned metric: its intercept must be a number from −1e12 to 1e12.'],
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

it('its steps are those of its metrics, what each feature adds, and their sum', () => {
  const steps = segmentSteps(made, 'the cat', ['the cat sat']);
  expect(steps.words('m2_BLEU')[0]).toBe('match 1: the cat | the cat');
  expect(steps.step('y1').formula).toBe('1.5 * (chrF2 - 50) / 20');
  // Precision of bigrams is 100: −0.25 · (100 − 40) / 10.
  expect(steps.values('x2', 'y2')).toEqual([100, -1.5]);
  expect(steps.step('y2').name).toBe('what bleu::precision 2 adds');
  expect(steps.step('y3').formula).toBe('0.5 * (NIST - 3) / 2');
  expect(steps.step('s').formula).toBe('60 + y1 + y2 + y3');
  expect(steps.step('score').formula).toBe('s / n');
});
