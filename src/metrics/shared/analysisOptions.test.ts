import { describe, expect, it } from 'vitest';
import { type MetricDefinition, systemScore } from '../../core/index.ts';
import { measure, textExplainer } from '../../measure/index.ts';
import { bleu, f1, gtm, nist, per, ter, wer } from '../index.ts';
import { factoredResources } from '../testing/factoredTexts.ts';

/** Texts that contain their analyses, word|lemma|tag; the words alone have nothing in common with the reference in the second segment. */
const analysed = {
  hypotheses: [
    'The|the|DT cats|cat|NNS were|be|VBD sleeping|sleep|VBG',
    'He|he|PRP Sees|See|VBZ dogs|dog|NNS ,|,|, he|he|PRP sees|see|VBZ cats|cat|NNS',
  ],
  references: [
    ['A|a|DT cat|cat|NN was|be|VBD sleeping|sleep|VBG', 'The|the|DT cat|cat|NN sleeps|sleep|VBZ'],
    ['They|they|PRP saw|see|VBD a|a|DT dog|dog|NN and|and|CC saw|see|VBD a|a|DT cat|cat|NN'],
  ],
};

/** The texts that have the values of a factor as their words. */
const plain = (factor: number) => {
  const cut = (text: string): string =>
    text
      .split(' ')
      .map((word) => word.split('|')[factor]!)
      .join(' ');
  return { hypotheses: analysed.hypotheses.map(cut), references: analysed.references.map((each) => each.map(cut)) };
};

const score = (
  definition: MetricDefinition,
  options: Readonly<Record<string, unknown>>,
  { hypotheses, references }: typeof analysed,
): number[] => {
  const measured = measure(definition(options, factoredResources()), { references }, [hypotheses]);
  return [systemScore(measured, 0), ...hypotheses.map((_, i) => measured.segmentScore(i))];
};

const none = { tokenizer: 'none' } as const;
const cases: [definition: MetricDefinition, options: Readonly<Record<string, unknown>>][] = [
  [bleu, none],
  [bleu, { ...none, lowercase: true, smoothing: 'floor' }],
  [nist, none],
  [nist, { ...none, lowercase: true }],
  [wer, none],
  [per, none],
  [f1, { ...none, lowercase: true }],
  [gtm, none],
  [ter, { lowercase: false }],
  [ter, {}],
];

describe.each(cases)('$id %j', (definition, options) => {
  it.each([
    ['lemma', 1],
    ['tag', 2],
  ])('of the factor %s is that of a text of such values', (factor, place) => {
    expect(score(definition, { ...options, factor }, analysed)).toEqual(score(definition, options, plain(place)));
  });

  it('is named by the factor', () => {
    const name = definition(options).name;
    expect(definition({ ...options, factor: 'lemma' }, factoredResources()).name).toBe(`${name}-lemma`);
  });
});

it('the words behind a score are those of the factor', () => {
  const explain = textExplainer(wer({ ...none, factor: 'lemma' }, factoredResources()));
  const { views } = explain('cats|cat|NNS', ['cat|cat|NN']);
  expect(views[0]).toMatchObject({ hypothesis: ['cat'], references: [['cat']] });
});

it('sources are not analysed', () => {
  const metric = nist({ ...none, factor: 'lemma' }, factoredResources());
  expect(() => measure(metric, { ...analysed, sources: ['x', 'y'] }, [analysed.hypotheses])).not.toThrow();
});

it('a value with a space is one word', () => {
  const analyser = {
    name: 'numbers',
    factors: ['word', 'lemma'] as const,
    analyse: () => ({ word: ['1 200', 'm'], lemma: ['1 200', 'metre'] }),
  };
  const metric = bleu({ factor: 'lemma', order: 1 }, new Map([['analyser:en', analyser]]));
  expect(measure(metric, { references: [['1200 m']] }, [['1 200 m']]).rows[0]).toBe(2);
});

it('files without a factor are refused', () => {
  expect(() => bleu({ analyses: 'a.conllu' })).toThrow('analyses works only with a factor, such as factor=lemma.');
});
