/**
 * Unicode 18.0 general categories P, N and S, frozen here so that a score does not change with the engine's own tables.
 * Each range is `gap` or `gap+more` in base 36: code points to skip since the end of the last range, further code points in it.
 */
import { CharClass, type ClassTable, classTable } from './characters.ts';

const punctuation =
  'x+2 1+5 1+3 a+1 3+1 q+2 1 r 1 z 5 3 a+1 3 3 ji 8 cy+5 15+1 1f 1 2 2 18+1 k+1 1+1 d 1+2 22+3 2u 17+d 6h+2 ' +
  '1i+e v 79+1 a 3w 3c 3d au c a7 2i a+1 4o+e 1 11+3 1z 22+4 4+1 33+5 4r h0+8 47 h9 18+1 26+2 1z+1 4d+2 1+2 ' +
  '11+a 8p+1 60+1 3k+6 1+5 4g+1 a+6 s+2 3g+3 1n+4 1q+1 1s+7 b n0+n 8+j 1+c 1+b u+1 e+1 hl+3 t+1 u5+d 27+1 v+9 ' +
  'b7+l 1r+3 w+1 l7+3 1+1 34 3z+1a 1+v 2+b 2+3 bh+2 4+9 2+b g c 2q 2i mwy+1 7h+2 2r a 37+5 ak+3 2e+1 14+2 1 ' +
  '1d+1 1b 2p+c g+1 3g+3 3i+1 g+1 6x g2a+1 5s+9 m+y 1+d 1 4 1+1 45+2 1+5 1+3 a+1 3+1 q+2 1 r 1 1+6 be+2 ik 1c ' +
  'bi kn 5j v 7k+8 12 34+6 1u+6 2h+3 cx 8u y 3o+4 18+3 59+6 31+1 1+3 3i+3 1c+1 27+3 4 d 1+2 2g+5 2z 8a+1 1+1 ' +
  '36+4 a+1 1 2w 6y+m 2x+2 s+c 24 3m+2 70 7c+2 4b 2k+7 2b+2 1+4 2l+9 5z 2n+4 16+1 hx+1 22+c 4v vk+4 29o+1 bjv+1 ' +
  '3p 1t+4 8 fc+2 87+3 93 f5o 5wn+4 29f ny+1';

const numbers =
  '1c+9 3c+1 5 2+2 141+9 3q+9 5i+9 bg+9 3a+9 4+5 30+9 3a+9 3a+9 2+5 32+c 37+9 8+6 2v+9 2w+6 7+i 31+9 2o+9 3a+9 ' +
  '1y+j 7g+9 1y+9 jz+j oh+2 6n+9 6+9 m+9 8c+9 3k+a 4l+9 6+9 52+9 2e+9 3q+9 6+9 t2 3+5 6+9 5i+1e 2+4 k6+1n 26+l ' +
  'hi+t 12h ll p+8 e+2 9j+3 3u+9 u+7 1+e w+9 13+e msg+9 58+9 8w+5 4a+9 12+9 5i+9 m+9 2e+9 ba+9 geu+9 dp+18 c+1k ' +
  'h+1 9h+q 10+3 t 8 3q+4 5m+9 q6+7 p+6 13+8 23+4 m+5 4g+1 2+f 2+19 1s+8 1g+1 u+2 23+4 2w+7 o+7 15+6 96+5 1c+9 ' +
  '6+9 7q+u 4e+9 16+3 34+6 3q+t 3k+9 1o+9 40+9 7+j 6z+9 9i+9 3a+9 ae+9 2u+9 6+j 24+b bo+i 2l+9 ie+9 2e+s 6b+9 ' +
  '1y+9 1i+9 9y+9 2u+k tn+33 5+a 5s+8m bl5+9 1t2+9 2e+9 3q+9 1+6 em+9 7a+m 9p+2 id5+9 152+j c+j 30+o ut+1d ' +
  '1ts+9 bq+9 dy+9 6v+9 jw+8 3k+9 lz+1m 1+2 1+3 24+18 1+e qq+c 25f+9';

const symbols =
  '10 6 g+2 v 1 r 1 z+4 1+1 2 1+3 2 3 u v cq+3 c+d 5+6 1 1+g 39 e+1 34 3v 7e+2 3a+2 2 2+1 5q a j+1 6v 7+1 3s ' +
  'a1+1 6+1 6t 3i 3m+7 3o 5r 15 5h 5d+2 f 1+2 2+5 k 1 1 3p+7 1+5 1+1 5+3 5h+1 kw+9 k3 a5 9w 4d+x 9t+9 9+8 u8 ' +
  '1+2 b+2 d+2 d+2 d+1 1x d 13+2 d+2 j+10 1n+1 1+3 1+1 a 1+2 5+5 1 1 1 4 b+1 4+4 5+3 1 1m+1 4+af 4+s 2+72 m+a ' +
  '29+25 m+h3 18+1c 2+u a+b6 m+1q 4+v 2+ad 2+3t 6d+5 9x+1 1a+p 1+2g c+5x q+f 4 d+1 c l+1 6+1 2j+1 6r+1 4+9 w+11 ' +
  '9 g+u b+t 8 f+v a+12 f+8v 534+1r h3k+1i ft+m 9+1 2v+1 4d+3 a+3 fx+2 69 e+1 fr1 3s+w a5+f 1s+1 1i+7 18+3 2q ' +
  '1+2 2 4a 6 g+2 v 1 r 1 3l+6 1+6 d+1 8p+8 1l+g 2+2 1+c 3 1b+18 1a2+1 gf jp+1 8p+1 6+7 1nq 1p1+s eve+3 5 g2e ' +
  '31f+6n a+2 3+c3 6+m 1+2 8+w 2a+37 1o+6t a+12 2+1n 5+2 m+1 7+t 4+43 3 d+7 2+1 1+v 3k+2e oa p v p v p v p v p ' +
  '1o+e7 1j+3 1e+7 1+d 1+1 3d+s 182 bz 1ws 3 3h ch+1 7i+17 4+2r c+e 2+e 1+e 1+10 n+4h 1j+s d+17 4+8 7+1 e+5 ' +
  '4a+rd 2+g 3+c 3+63 4+b 4+r 4+1j 8+9 6+13 8+t 2+b 4+1 e+8 13+9j 8+d 2+c 3+1y 1 3+h 1+c 3+b 5+42 1+2j a';

/** Ranges as [first, last], ascending. */
function decode(encoded: string): [first: number, last: number][] {
  const ranges: [number, number][] = [];
  let at = 0;
  for (const range of encoded.split(' ')) {
    const [gap = '', more = '0'] = range.split('+');
    const first = at + parseInt(gap, 36);
    const last = first + parseInt(more, 36);
    ranges.push([first, last]);
    at = last + 1;
  }
  return ranges;
}

/** Code point ranges of a general category. */
export const categoryRanges = {
  punctuation: () => decode(punctuation),
  numbers: () => decode(numbers),
  symbols: () => decode(symbols),
};

let separators: ClassTable | undefined;

/** Punctuation and symbols have the class of white space: everything else is letters and numbers. */
export const separatorTable = (): ClassTable =>
  (separators ??= classTable([
    [CharClass.space, categoryRanges.punctuation()],
    [CharClass.space, categoryRanges.symbols()],
  ]));

/** Whether it has a character other than punctuation, symbols and white space. */
export function hasLetters(word: string): boolean {
  const { units, beyond } = separatorTable();
  for (const character of word) {
    const codePoint = character.codePointAt(0)!;
    if ((codePoint > 0xffff ? beyond(codePoint) : units[codePoint]) !== CharClass.space) return true;
  }
  return false;
}
