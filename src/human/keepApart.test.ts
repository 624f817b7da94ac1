import { describe, expect, it } from 'vitest';
import type { Annotation, Judgments, Rating } from './judgments.ts';
import { keepApart } from './keepApart.ts';

const rating = (further: Partial<Rating>): Rating => ({ task: 'de-en', segment: '1', judge: 'j', order: 0, system: 'a', score: 1, item: 'output', ...further }); // prettier-ignore
const annotation = (further: Partial<Annotation>): Annotation => ({ task: 'de-en', segment: '1', judge: 'j', order: 0, system: 'a', errors: [], ...further }); // prettier-ignore
const given = (ratings: readonly Partial<Rating>[], annotations: readonly Partial<Annotation>[] = []): Judgments => ({
  rankings: [],
  ratings: ratings.map(rating),
  annotations: annotations.map(annotation),
  edits: [],
  verdicts: [],
  dropped: [],
});

describe('keepApart', () => {
  it.each<[string, Judgments, string[], string[], string[]]>([
    ['one test set', given([{ testSet: 'wmt21' }, { testSet: 'wmt21' }]), ['de-en', 'de-en'], [], []],
    ['two years', given([{ testSet: 'wmt21' }, { testSet: 'wmt22' }]), ['de-en/wmt21', 'de-en/wmt22'], [],
      ['de-en: of different test sets, kept apart as de-en/wmt21, de-en/wmt22']],
    ['a year and none', given([{ testSet: 'wmt21' }, {}]), ['de-en/wmt21', 'de-en'], [],
      ['de-en: of different test sets, kept apart as de-en/wmt21, de-en']],
    ['two years of different tasks', given([{ testSet: 'wmt21' }, { testSet: 'wmt22', task: 'fr-en' }]), ['de-en', 'fr-en'], [], []],
    ['two scales', given([{ scale: 'z' }, {}]), ['de-en/z', 'de-en'], [], ['de-en: of different scales, kept apart as de-en/z, de-en']],
    ['two protocols of one kind', given([{ protocol: 'ESA' }], [{ protocol: 'ESA' }, { protocol: 'MQM' }]), ['de-en/ESA'], ['de-en/ESA', 'de-en/MQM'],
      ['de-en: of different protocols, kept apart as de-en/ESA, de-en/MQM']],
    ['two protocols of different kinds', given([{ protocol: 'DA' }], [{ protocol: 'MQM' }]), ['de-en'], ['de-en'], []],
    ['no task', given([{ task: '', testSet: 'wmt21' }, { task: '', testSet: 'wmt22' }]), ['wmt21', 'wmt22'], [],
      ['judgments: of different test sets, kept apart as wmt21, wmt22']],
  ])('of %s', (_, judgments, ratings, annotations, notes) => {
    const apart = keepApart(judgments);
    expect(apart.judgments.ratings.map(({ task }) => task)).toEqual(ratings);
    expect(apart.judgments.annotations.map(({ task }) => task)).toEqual(annotations);
    expect(apart.notes).toEqual(notes);
  }); // prettier-ignore
});
