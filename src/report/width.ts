/** How many columns of a terminal a text takes. A few ranges here rather than a library, which would take longer to load than most scores take. */

// Wide East Asian characters: Unicode's East Asian Width W and F, in blocks.
const wide = [
  [0x1100, 0x115f], [0x2e80, 0x303e], [0x3041, 0x4dbf], [0x4e00, 0xa4cf], [0xac00, 0xd7a3], [0xf900, 0xfaff], [0xfe30, 0xfe6f],
  [0xff00, 0xff60], [0xffe0, 0xffe6], [0x20000, 0x3fffd],
] as const; // prettier-ignore

// One column each: letters of Europe, and the dashes, arrows and operators of our own tables. Known without the patterns, which take longer to
// compile than a table to make.
const isNarrow = (code: number): boolean =>
  code < 0x300 || (code >= 0x2010 && code <= 0x2027) || (code >= 0x2190 && code <= 0x22ff);

// A flag is two letters, each of one column.
let emoji: RegExp | undefined;
let noColumn: RegExp | undefined;

export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    if (isNarrow(code)) width++;
    else if (wide.some(([first, last]) => code >= first && code <= last)) width += 2;
    else if ((emoji ??= /^(?!\p{RI})\p{Emoji_Presentation}$/u).test(character)) width += 2;
    else if (!(noColumn ??= /^[\p{Mn}\p{Me}\p{Cf}]$/u).test(character)) width++;
  }
  return width;
}
