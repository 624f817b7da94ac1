import { describe, expect, it } from 'vitest';
import { tokensOf } from '../testing/texts.ts';
import { tercom } from './tercom.ts';

const plain = { normalized: false, punctuation: true, asian: false };
const norm = { ...plain, normalized: true };
const normAsian = { ...norm, asian: true };
const bare = { ...plain, punctuation: false };
const bareAsian = { ...bare, asian: true };
const all = { normalized: true, punctuation: false, asian: true };

describe('tercom', () => {
  // sacreBLEU 2.6.0, case kept.
  it.each([
    [plain, '', ''],
    [plain, ' Hello,  world! ', 'Hello, world!'],
    [plain, 'a &amp; b\n-c', 'a &amp; b -c'],
    [{ ...plain, asian: true }, '机器翻译。', '机器翻译。'],
    [norm, '', ''],
    [norm, 'Hello, world!', 'Hello , world !'],
    [norm, "That is John's.", "That is John's ."],
    [norm, "John's cat's 's", "John 's cat 's 's"],
    [norm, "the dog's\u2009", "the dog 's"],
    [norm, '3-4 well-known 1...2 .5', '3 - 4 well-known 1 . . .2 . 5'],
    [norm, '&quot;a&quot; &amp;lt; &apos;', '" a " < & apos ;'],
    [norm, 'end\n-of line', 'endof line'],
    [norm, 'hyphen-\nated', 'hyphen- ated'],
    [norm, '机器翻译。', '机器翻译。'],
    [normAsian, '机器翻译。好，吗？', '机 器 翻 译 。 好 ， 吗 ？'],
    [normAsian, 'かなカナ・한국어', 'かなカナ ・ 한국어'],
    [normAsian, '㈱ 㐀𠀀', '㈱ 㐀 𠀀'],
    [bare, 'Hello, "world"! (1.5; 2:3?)', 'Hello world 15 23'],
    [bare, '机器，翻译。', '机器，翻译。'],
    [bareAsian, '机器，翻译。「好」', '机器翻译好'],
    [all, '机器，翻译。「好」 Hello, world!', '机 器 翻 译 好 Hello world'],
  ])('%j: %j → %s', (settings, text, tokens) => {
    expect(tokensOf(tercom(settings), text).join(' ')).toBe(tokens);
  });

  it('is not idempotent when it normalizes, which is why references must not pass through it twice', () => {
    const tokenizer = tercom(norm);
    const once = tokensOf(tokenizer, "John's.").join(' ');
    expect(once).toBe("John's .");
    expect(tokensOf(tokenizer, once).join(' ')).toBe("John 's .");
  });

  it('names its settings, so that views are distinct', () => {
    const names = [true, false].flatMap((normalized) =>
      [true, false].flatMap((punctuation) =>
        [true, false].map((asian) => tercom({ normalized, punctuation, asian }).name),
      ),
    );
    expect(new Set(names).size).toBe(8);
  });
});
