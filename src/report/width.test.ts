import { describe, expect, it } from 'vitest';
import { displayWidth } from './width.ts';

describe('displayWidth', () => {
  it.each([
    ['BLEU ↑', 6],
    ['1–2 ≤ 3', 7],
    ['漢字', 4],
    ['e\u0301', 1], // a letter and a combining mark
    ['👍', 2],
    ['⌚', 2],
    ['🇩🇪', 2], // two letters of a flag
    ['a\u200bb', 2], // a space of no width
  ] as const)('of %s is %i', (text, width) => expect(displayWidth(text)).toBe(width));

  it('takes for one column what Unicode says is', () => {
    for (let code = 0x2000; code < 0x2400; code++) {
      const character = String.fromCharCode(code);
      const expected = /\p{Emoji_Presentation}/u.test(character) ? 2 : /[\p{Mn}\p{Me}\p{Cf}]/u.test(character) ? 0 : 1;
      expect(displayWidth(character), code.toString(16)).toBe(expected);
    }
  });
});
