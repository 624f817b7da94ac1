/** Seeded inputs: nasty lines for tokenizers, segments with references for scores, long texts for TER's limits. */

/** mulberry32; `random(n)` is an integer below n. */
export function seeded(seed) {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const spaces =
  '\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a' +
  '\u2028\u2029\u202f\u205f\u3000';

/** [weight, pieces]; the weight is of the whole group. */
const groups = [
  [9, [...'abcdeXYZäčßøΣσςİıИж']],
  [9, [...'0123456789']],
  [9, ['.', ',']],
  [5, ['-', "'", "'s", "'S", '..', '...', ',,', '.,', ',.', '--', '-.', '.-', '1-', '-1', '1.', '.1']],
  [5, [...'!"#$%&()*+/:;<=>?@[\\]^_`{|}~']],
  [7, [' ']],
  [2, [...spaces]],
  [1, ['\u200b', '\ufeff', '\u00ad', '\u0301', '\u0307', '\u200d', '\ufe0f', '\0', '\x7f']],
  [3, [...'’‘“”„«»‹›–—―…·•¿¡€£¥¢°§¶©®™±×÷¬²³¹½¼ⅧⅫ٣०→⇒∑√∞≈']],
  [4, [...'中文翻译机器的一龥㐀䶵鿋鿿、。〈〉《》「」『』【】〔〕〖〗〜，．！？：；（）０９％＄～']],
  [2, [...'かなカナー・ゝ゜ｱｲ｡｢｣､･ㄅㆠㇰㇿ㈱㊀㋿㌀㍿㏿㇀⺀⼀豈ﬀ︐︰﹏ￗ한국어ㄱ']],
  [2, ['😀', '👍🏽', '👩‍👩‍👧', '🇨🇿', '𠀀', '𪛖', '𝟘', '𝟿', '𐎟', '𐄀', '𝛁', '𐏐', '𞤀', '𑁍', '𐒠']],
  [2, ['&quot;', '&amp;', '&lt;', '&gt;', '&apos;', '&amp;lt;', '&amp;quot;', '&quot', '<skipped>', '-\n', '\n-']],
];
const wheel = groups.flatMap(([weight, pieces]) => new Array(weight).fill(pieces));

/** Lines of up to 40 pieces; now and then any code point for which `allowed` holds. */
export function nastyLines(count, random, allowed) {
  const piece = () => {
    if (random(25) === 0) {
      const point = random(4) === 0 ? random(0x110000) : random(0x3100);
      if (allowed(point)) return String.fromCodePoint(point);
    }
    const pieces = wheel[random(wheel.length)];
    return pieces[random(pieces.length)];
  };
  return Array.from({ length: count }, () => Array.from({ length: random(41) }, piece).join(''));
}

/** Segments whose texts share pieces, in columns: hypotheses, and by reference its texts. */
export function nastyCorpus(size, perSegment, random, allowed) {
  const isOneLine = random(10) > 0;
  const texts = nastyLines(3 * size, random, allowed).map((text) => (isOneLine ? text.replaceAll('\n', ' ') : text));
  const joined = (i) => {
    const [a, b, c] = texts.slice(3 * i, 3 * i + 3);
    return [a + b, a + c, `${a} ${b}`, b + a, `${c} ${a}`, a][random(6)];
  };
  const column = () => Array.from({ length: size }, (_, i) => joined(i));
  return { hypotheses: column(), streams: Array.from({ length: perSegment }, column) };
}

const words = [
  'the', 'The', 'a', 'of', 'to', 'and', 'in', 'is', 'was', 'not', 'cat', 'cats', 'house', 'Parliament', 'budget', 'Tuesday',
  "isn't", "John's", "dog's.", 'well-known', '3-4', '1,000.5', '2020.', '5%', '$5', '(sic)', '"quoted"', '&quot;x&quot;',
  ',', '.', '!', '–', '…', '„Ja“', 'Straße', 'ÜBER', 'über', 'žluťoučký', 'kůň', 'İstanbul', 'ΟΔΟΣ', 'οδός', 'naïve', 'e\u0301',
  '机器翻译', '天气，', '很好。', '「是」', 'カナ', 'かな・', '한국어', '😀', '👍🏽', '🇨🇿', '𠀀𠀁', '٣٫٥', '½', 'x²', 'a\u00a0b', '\u200b',
]; // prettier-ignore

/** Some changes such as translations differ by: words dropped, added, replaced, a block moved. */
function changed(text, changes, random) {
  const list = [...text];
  for (let c = 0; c < changes; c++) {
    const at = random(list.length + 1);
    const kind = random(5);
    if (kind === 0) list.splice(at, 1);
    else if (kind === 1) list.splice(at, 0, words[random(words.length)]);
    else if (kind === 2) list[at] = words[random(words.length)];
    else if (kind === 3 && list.length > 0) list[at % list.length] = list[at % list.length].toUpperCase();
    else {
      const block = list.splice(at, 1 + random(5));
      list.splice(random(list.length + 1), 0, ...block);
    }
  }
  return list;
}

/** Segments with one to `mostReferences` references, or always that many; a few texts are empty. */
export function segments(count, mostReferences, varying, random) {
  const write = (list) => (random(40) === 0 ? '' : list.join(random(20) === 0 ? '  ' : ' ') + (random(10) ? '' : ' '));
  const hypotheses = [];
  const references = [];
  for (let i = 0; i < count; i++) {
    const base = Array.from({ length: 1 + random(random(8) === 0 ? 45 : 18) }, () => words[random(words.length)]);
    const number = varying ? 1 + random(mostReferences) : mostReferences;
    references.push(Array.from({ length: number }, () => write(changed(base, random(6), random))));
    hypotheses.push(write(changed(base, random(8), random)));
  }
  return { hypotheses, references };
}

/** Long texts over few words: the beam binds and the candidates run out. */
export function longSegments(count, random) {
  const hypotheses = [];
  const references = [];
  for (let i = 0; i < count; i++) {
    const types = [3, 8, 30, 200][i % 4];
    const reference = Array.from({ length: 26 + random(100) }, () => `w${random(types)}`);
    const gap = random(60);
    const at = random(reference.length);
    const cut = i % 3 === 0 ? [...reference.slice(0, at), ...reference.slice(at + gap)] : reference;
    const hypothesis = i % 2 === 0 ? changed(cut, 6, random) : [...cut].sort(() => random(3) - 1);
    hypotheses.push(hypothesis.join(' '));
    references.push([reference.join(' '), ...(i % 5 === 0 ? [reference.slice(0, 3).join(' ')] : [])]);
  }
  return { hypotheses, references };
}
