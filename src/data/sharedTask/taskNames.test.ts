import { describe, expect, it } from 'vitest';
import { languagesOf, taskKey, taskOfName } from './taskFolder.ts';

it('spellings of one task have one key, as long as the name', () => {
  for (const name of ['cs-en', 'cz-en', 'CZ_EN', 'cs_en']) expect(taskKey(name)).toBe('cs-en');
  expect(taskKey('en-cz')).toBe('en-cs');
  expect(taskKey('czech')).toBe('czech');
});

it.each([
  ['de-en', { source: 'de', target: 'en' }],
  ['cz_EN', { source: 'cs', target: 'en' }],
  ['en-de_AT', { source: 'en', target: 'de_at' }],
  ['news', undefined],
  ['a-b-c', undefined],
])('languages of %s', (task, expected) => expect(languagesOf(task)).toEqual(expected));

describe('the task a name starts with', () => {
  const keys = ['de-en', 'en-de', 'en-de-at', 'news.de-en'];
  it.each([
    ['de-en', 'de-en', ''],
    ['DE_EN.refA', 'de-en', 'refA'],
    ['de-en-A', 'de-en', 'A'],
    ['en-de_AT.refA', 'en-de-at', 'refA'],
    ['en-de_CH.refA', 'en-de', 'CH.refA'],
    ['news.de-en.x', 'news.de-en', 'x'],
    ['de-en.a.b', 'de-en', 'a.b'],
    ['de-english', undefined, undefined],
    ['fr-en', undefined, undefined],
    ['', undefined, undefined],
  ])('%s', (name, key, rest) => {
    expect(taskOfName(name, keys)).toEqual(key === undefined ? undefined : { key, rest });
  });
});
