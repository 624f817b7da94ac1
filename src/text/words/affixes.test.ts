import { describe, expect, it } from 'vitest';
import { AffixSplitter } from './affixSplitter.ts';
import { prefixes, roots, suffixes } from './affixes.ts';

const lists = { prefixes, roots, suffixes };

describe.each(Object.entries(lists))('%s', (_, list) => {
  it('have at least two lower-case letters, and none occurs twice', () => {
    expect(list.filter((entry) => !/^[a-z]{2,}$/.test(entry))).toEqual([]);
    expect(list.filter((entry, i) => list.indexOf(entry) !== i)).toEqual([]);
  });

  it('are many', () => expect(list.length).toBeGreaterThanOrEqual(150));
});

function partsOf(splitter: AffixSplitter, word: string): string[] {
  const padded = `..${word}..`;
  splitter.split(
    Uint16Array.from({ length: padded.length }, (_, i) => padded.charCodeAt(i)),
    2,
    2 + word.length,
  );
  const { prefix, suffix } = splitter;
  return [word.slice(0, prefix), word.slice(prefix, word.length - suffix), word.slice(word.length - suffix)].filter(
    (part) => part !== '',
  );
}

describe('AffixSplitter', () => {
  const splitter = new AffixSplitter(prefixes, roots, suffixes);

  it.each([
    // prefix, root and suffix
    ['transportation', 'trans port ation'],
    ['prediction', 'pre dict ion'],
    ['international', 'inter nat ional'],
    ['unbreakable', 'un break able'],
    ['democratic', 'demo crat ic'],
    // one affix
    ['translate', 'trans late'],
    ['walking', 'walk ing'],
    ['kindness', 'kind ness'],
    // the longest prefix and suffix
    ['interplay', 'inter play'],
    ['nationalization', 'national ization'],
    // a middle of three letters stays, even if an affix is given up for it
    ['being', 'be ing'],
    ['under', 'und er'],
    ['undo', 'undo'],
    ['into', 'into'],
    ['the', 'the'],
    ['', ''],
    // words that are not spelled with a … z have no affix there
    ['réaction', 'réac tion'],
    ['中文翻译', '中文翻译'],
    ['1999', '1999'],
  ])('%s is %s', (word, parts) => expect(partsOf(splitter, word).join(' ')).toBe(parts));

  it('prefers a split that leaves a root to a longer prefix or suffix', () => {
    const own = new AffixSplitter(['co', 'con'], ['neat'], ['en', 'ten']);
    expect(partsOf(own, 'coneaten')).toEqual(['co', 'neat', 'en']);
    expect(partsOf(own, 'conxaten')).toEqual(['con', 'xat', 'en']); // no room for the longer suffix
    expect(partsOf(own, 'conxyzaten')).toEqual(['con', 'xyza', 'ten']);
  });

  it('counts letters, not units', () => {
    const own = new AffixSplitter(['un'], [], ['ing']);
    expect(partsOf(own, 'un😀😀')).toEqual(['un😀😀']);
    expect(partsOf(own, 'un😀😀😀')).toEqual(['un', '😀😀😀']);
    expect(partsOf(own, 'un😀😀😀ing')).toEqual(['un', '😀😀😀', 'ing']);
  });

  it('takes words of any length', () => {
    const long = 'x'.repeat(100);
    expect(partsOf(splitter, `un${long}ing`)).toEqual(['un', long, 'ing']);
  });
});
