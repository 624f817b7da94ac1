import { describe, expect, it } from 'vitest';
import { metrics } from '../../metrics/index.ts';
import { baseName, directionOf, errorsByName, isErrorCount, isErrorMetric } from './directionOf.ts';

describe('error metrics by name', () => {
  it.each(metrics.map((definition) => [definition.id, definition().name, definition().higherIsBetter] as const))(
    'knows which way %s (%s) goes',
    (id, name, higherIsBetter) => {
      expect(isErrorMetric(id)).toBe(!higherIsBetter);
      expect(isErrorMetric(name)).toBe(!higherIsBetter);
    },
  );

  it.each([
    ['TER-refA', true],
    ['TER-refA.refB', true],
    ['ter(case=mixed)', true],
    ['CharacTER-all', true],
    ['HTER', true],
    ['EED', true],
    ['MQM', true],
    ['MetricX', true],
    ['MetricX-23-QE-src', true],
    ['google/metricx-24-hybrid-large-v2p6', true],
    // Trained on MQM or on HTER, but higher is better.
    ['metricx_xxl_MQM_2020-refA', false],
    ['COMET-MQM_2021-refA', false],
    ['COMET-HTER', false],
    ['cometkiwi-src', false],
    ['BLEU-TER', false],
    ['__proto__', false],
    ['', false],
  ])('%s: %s', (name, expected) => expect(isErrorMetric(name)).toBe(expected));

  // Directions as the papers of the metrics state them.
  it.each([
    ['COMET', false],
    ['COMET-22-refA', false],
    ['Unbabel/wmt22-comet-da', false],
    ['wmt22-cometkiwi-da', false],
    ['CometKiwi-XL', false],
    ['XCOMET-XL', false],
    ['xcomet-xxl', false],
    ['BLEURT-20', false],
    ['BERTScore', false],
    ['bert-score', false],
    ['GEMBA-ESA-GPT4.1', false],
    ['GEMBA-DA', false],
    ['GEMBA-MQM', true],
    ['bleu-A', false],
    ['sentBLEU-refA', false],
    ['chrF2++', false],
    ['chrf-all', false],
    ['YiSi-1', false],
    ['MetricX-24-Hybrid-XL', true],
    ['TER', true],
    ['cometary', undefined],
    ['mine', undefined],
    ['metricx_xxl_MQM_2020', undefined],
    ['', undefined],
  ])('what %s says of errors: %s', (name, expected) => expect(errorsByName(name)).toBe(expected));

  it.each([
    ['mqm', true],
    ['round2.mqm.merged', true],
    ['MQM-col', true],
    ['wmt-z', false],
    ['esa', false],
    ['mqmish', false],
  ])('scores by people, %s: %s', (name, expected) => expect(isErrorCount(name)).toBe(expected));

  it('takes off options and references only', () => {
    expect(['TER-refA', 'YiSi-1', 'chrF++-src', 'bleu(tok=intl)', 'sent-ref-BLEU'].map(baseName)).toEqual([
      'ter',
      'yisi-1',
      'chrf++',
      'bleu',
      'sent-ref-bleu',
    ]);
  });
});

describe('directions', () => {
  const positive = { least: 0, most: 90 };
  const negative = { least: -90, most: 0 };
  const none = { least: Infinity, most: -Infinity };
  it.each([
    ['COMET', false, positive, {}, true, 'name'],
    ['COMET', false, negative, {}, true, 'name'],
    ['mine', undefined, positive, {}, true, 'default'],
    ['mine', undefined, negative, {}, true, 'default'],
    ['TER', true, positive, {}, false, 'name'],
    ['TER', true, negative, {}, true, 'sign'],
    ['TER', true, { least: -1, most: 1 }, {}, false, 'name'],
    ['TER', true, { least: 0, most: 0 }, {}, false, 'name'],
    ['TER', true, none, {}, false, 'name'],
    ['TER-refA', true, positive, { higherIsBetter: ['ter'] }, true, 'user'],
    ['COMET', false, positive, { lowerIsBetter: ['comet'] }, false, 'user'],
    ['COMET-refA', false, positive, { lowerIsBetter: ['COMET-refB'] }, true, 'name'],
    ['mine', undefined, { ...positive, stated: false }, {}, false, 'file'],
    ['mine', undefined, { ...positive, stated: false, isHigherByFormat: true }, {}, false, 'file'],
    ['TER', true, { ...positive, stated: true }, {}, true, 'file'],
    ['TER', true, { ...positive, stated: true }, { lowerIsBetter: ['TER'] }, false, 'user'],
    ['mine', undefined, { ...positive, isHigherByFormat: true }, {}, true, 'format'],
    ['TER', true, { ...positive, isHigherByFormat: true }, {}, false, 'name'],
    ['TER', true, { ...negative, isHigherByFormat: true }, {}, true, 'sign'],
  ] as const)('%s, error metric %s, known %j, asked %j: %s by %s', (name, countsErrors, known, options, higher, by) => {
    expect(directionOf(name, { countsErrors, ...known }, options)).toEqual({ higherIsBetter: higher, by });
  });

  it('refuses both at once', () => {
    const both = { lowerIsBetter: ['comet'], higherIsBetter: ['COMET-refA'] };
    expect(() => directionOf('COMET-refA', { countsErrors: false, ...positive }, both)).toThrow(
      /^COMET-refA: .* cannot both be right\./,
    );
  });
});
