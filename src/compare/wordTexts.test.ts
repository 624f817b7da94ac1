import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Tokens, UsageError } from '../core/index.ts';
import { tokenizerNamed } from '../text/index.ts';
import { nastyText, tokensOf } from '../text/testing/texts.ts';
import { bySpaces } from './testing/examples.ts';
import { countWords, readWords } from './wordTexts.ts';

const intl = { tokenizer: tokenizerNamed('intl', '', new Map()), lowercase: true };

describe('readWords', () => {
  it('numbers the words of all texts', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(nastyText(), nastyText(), nastyText()), { maxLength: 5 }), (segments) => {
        const references = segments.map(([one, other]) => [one, other]);
        const outputs = new Map([['__proto__', segments.map(([, , text]) => text)]]);
        const texts = readWords({ references }, outputs, intl);
        const spelled = ({ ids, start, end }: Tokens) => [...ids.subarray(start, end)].map((id) => texts.words[id]);
        const plain = (text: string) => tokensOf(intl.tokenizer, text.toLowerCase());
        expect(texts.references.map((list) => list.map(spelled))).toEqual(references.map((list) => list.map(plain)));
        expect(texts.hypotheses.map((list) => list.map(spelled))).toEqual([segments.map(([, , text]) => plain(text))]);
        expect(new Set(texts.words).size).toBe(texts.words.length);
        expect([texts.systemNames, texts.segments]).toEqual([['__proto__'], segments.length]);
      }),
      { seed: 20311 },
    );
  });

  it('reads words as long as a line', () => {
    const long = 'ab'.repeat(50_000);
    expect(readWords({ references: [long] }, [['']], bySpaces).words).toEqual([long]);
  });

  it.each([
    [{ references: ['a', []] }, [['a', 'b']], 'Segment 2 has no reference.'],
    [{ references: ['a'] }, { one: [] }, 'one has 0 segments, but there are references for 1.'],
  ])('refuses %j', (testSet, outputs, message) => {
    expect(() => readWords(testSet, outputs, bySpaces)).toThrow(UsageError);
    expect(() => readWords(testSet, outputs, bySpaces)).toThrow(message);
  });
});

describe('countWords', () => {
  it('counts the words of a text', () => {
    const counts = countWords(['a B __proto__', '', 'A a'], { ...bySpaces, lowercase: true });
    expect([...counts]).toEqual([['a', 3], ['b', 1], ['__proto__', 1]]); // prettier-ignore
  });

  it('of any size', () => {
    const counts = countWords([Array.from({ length: 5000 }, (_, i) => `w${i}`).join(' '), 'w7 w4999'], bySpaces);
    expect([counts.size, counts.get('w7'), counts.get('w4999'), counts.get('w0')]).toEqual([5000, 2, 2, 1]);
  });
});
