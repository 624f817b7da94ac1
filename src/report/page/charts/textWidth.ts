/** How wide a text is about, where there is nothing to measure it with. Rather too wide than too narrow, so that nothing is cut: as in DejaVu Sans. */
import { displayWidth } from '../../width.ts';

const narrow = /[ijlI.,:;'|! ftr()[\]/-]/;
const broad = /[mwMW@%—…−+=<>≤≥]/;

/** In pixels, of a text in letters of this size. */
export function textWidth(text: string, size: number): number {
  let ems = 0;
  for (const character of text) {
    const columns = displayWidth(character);
    if (columns !== 1) ems += columns * 0.52;
    else if (narrow.test(character)) ems += 0.41;
    else if (broad.test(character)) ems += 0.99;
    else ems += /\p{Lu}/u.test(character) ? 0.74 : 0.64;
  }
  return ems * size;
}

/** A text cut to this many columns, with an ellipsis in place of the rest. */
export function shortened(text: string, columns = 30): string {
  if (displayWidth(text) <= columns) return text;
  let kept = '';
  for (const character of text) {
    if (displayWidth(kept) + displayWidth(character) >= columns) break;
    kept += character;
  }
  return `${kept}…`;
}
