import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import { nastyText, pythonSpaces, pythonStripEnd, tokensOf } from '../testing/texts.ts';
import { tokenizerNamed, tokenizerNames, tokenizerNeeds } from './index.ts';
import { tokenizerChrf, tokenizerNone } from './simple.ts';
import { tercom } from './tercom.ts';

describe('tokenizerNamed', () => {
  it('gives every tokenizer by its name, those with a resource if it is loaded', () => {
    for (const name of tokenizerNames) {
      const needs = tokenizerNeeds(name, 'some.model');
      if (needs.length === 0) expect(tokenizerNamed(name, '', new Map()).name).toBe(name);
      else {
        expect(() => tokenizerNamed(name, 'some.model', new Map())).toThrow(UsageError);
        expect(tokenizerNamed(name, 'some.model', new Map([[needs[0]!, tokenizerNone]]))).toBe(tokenizerNone);
      }
    }
  });
});

const flags = [false, true];
const all = [
  ...tokenizerNames.filter((name) => tokenizerNeeds(name, '').length === 0),
  ...flags.flatMap((normalized) =>
    flags.flatMap((punctuation) => flags.map((asian) => tercom({ normalized, punctuation, asian }))),
  ),
  tokenizerChrf,
].map((each) => (typeof each === 'string' ? tokenizerNamed(each, '', new Map()) : each));

describe.each(all)('$name', (tokenizer) => {
  it('makes tokens that are not empty and contain no white space', () => {
    fc.assert(
      fc.property(nastyText(), (text) => {
        for (const token of tokensOf(tokenizer, text)) {
          expect(token).not.toBe('');
          expect([...pythonSpaces].some((space) => token.includes(space))).toBe(false);
        }
      }),
      { seed: 20273, numRuns: 500 },
    );
  });

  it('ignores white space at the end, which sacreBLEU strips first', () => {
    const spaces = fc.string({ unit: fc.constantFrom(...pythonSpaces), minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(nastyText(12), fc.constantFrom('', "'s", '-', '5.', '5', '。'), spaces, (text, end, space) => {
        const line = pythonStripEnd(text + end);
        expect(tokensOf(tokenizer, line + space)).toEqual(tokensOf(tokenizer, line));
      }),
      { seed: 20274, numRuns: 2000 },
    );
  });
});
