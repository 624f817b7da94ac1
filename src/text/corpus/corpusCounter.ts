/** Counts lines, words, characters, lengths, duplicates and scripts of a text of any size from its UTF-8, in one pass and bounded memory. */
import { IdList } from '../../core/index.ts';
import { type Tokenizer, Units } from '../words/cut.ts';
import { isHighSurrogate, isLowSurrogate } from '../unicode/characters.ts';
import { CodePoints, finished, hashHigh, hashLow, seed } from './codePoints.ts';
import { DistinctCounter } from './distinctCounter.ts';
import { isSpaceAt, lowerOf, scriptNames, scriptOf } from './letters.ts';

export interface CorpusSettings {
  /** Without one, words are separated by white space, and no strings are made. */
  readonly tokenizer?: Tokenizer;
  /** Whether words that differ in case are the same. */
  readonly lowercase: boolean;
  /** Lines with more words than this are too long. */
  readonly overlong: number;
}

/** Lines of some kind: how many, and the numbers of the first ones, from 1. */
interface OddLines {
  readonly count: number;
  readonly first: readonly number[];
}

export interface CorpusStatistics {
  readonly lines: number;
  readonly words: number;
  readonly distinctWords: number;
  /** Code points, without line ends. */
  readonly characters: number;
  /** Lines with the same words as an earlier one; empty lines do not count. */
  readonly duplicates: number;
  /** What was estimated from a sample of hashes, because there were too many to keep. */
  readonly estimated: readonly ('distinctWords' | 'duplicates')[];
  readonly empty: OddLines;
  readonly overlong: OddLines;
  /** Not valid UTF-8. */
  readonly malformed: OddLines;
  /** Words in lines that are not empty. */
  readonly lengths: {
    readonly mean: number;
    readonly median: number;
    /** 95 % of the lines have at most this many. */
    readonly p95: number;
    readonly longest: number;
    /** How many lines have 0, 1, 2, … words; the last number is for all that have as many or more. */
    readonly counts: readonly number[];
  };
  /** Letters, and lines in which a script is the most frequent one; the most frequent script first. */
  readonly scripts: readonly { readonly script: string; readonly letters: number; readonly lines: number }[];
}

/** Lengths that are counted separately. */
const mostLength = 5000;
const mostNamed = 5;
/** Words that were met lately, by hash: most words of a text are frequent ones, and a small table stays in the processor's cache. */
const recent = 1 << 12;
const lf = 0x0a;

const kinds = { other: 0, lower: 1, upper: 2, space: 3, newline: 4, beyond: 5 } as const;
/** By byte; `beyond` for those that are not ASCII. */
const byteKinds = Uint8Array.from({ length: 256 }, (_, code) => {
  if (code >= 0x80) return kinds.beyond;
  if (code === lf) return kinds.newline;
  if (isSpaceAt(code)) return kinds.space;
  const character = String.fromCharCode(code);
  return /[a-z]/.test(character) ? kinds.lower : /[A-Z]/.test(character) ? kinds.upper : kinds.other;
});

/** By kind. */
const isLetterKind = Uint8Array.of(0, 1, 1, 0, 0, 0);

class OddLineCounter {
  count = 0;
  readonly first: number[] = [];

  add(line: number): void {
    this.count++;
    if (this.first.length < mostNamed) this.first.push(line);
  }
}

const decoder = new TextDecoder();

export class CorpusCounter {
  readonly #settings: CorpusSettings;
  readonly #isUtf8: (bytes: Uint8Array) => boolean;
  readonly #distinctWords = new DistinctCounter();
  readonly #distinctLines = new DistinctCounter();
  readonly #recentLows = new Int32Array(recent);
  readonly #recentHighs = new Int32Array(recent);
  readonly #points = new CodePoints();
  readonly #letters = new Float64Array(scriptNames.length);
  readonly #scriptLines = new Float64Array(scriptNames.length);
  readonly #lineLetters = new Uint32Array(scriptNames.length);
  readonly #lengths = new Float64Array(mostLength + 1);
  readonly #empty = new OddLineCounter();
  readonly #overlong = new OddLineCounter();
  readonly #malformed = new OddLineCounter();
  readonly #units = new Units();
  readonly #spans = new IdList();
  #lines = 0;
  #words = 0;
  #characters = 0;
  #longest = 0;
  /** Of the current line. */
  #lineWords = 0;
  #lineLow = 0;
  #lineHigh = 0;

  constructor(settings: CorpusSettings, isUtf8: (bytes: Uint8Array) => boolean) {
    this.#settings = settings;
    this.#isUtf8 = isUtf8;
  }

  /** Lines so far. */
  get lines(): number {
    return this.#lines;
  }

  /** Takes lines, each followed by LF. */
  add(column: Uint8Array): void {
    const { tokenizer, lowercase } = this.#settings;
    if (!this.#isUtf8(column)) this.#findMalformed(column);
    const points = this.#points;
    points.bytes = column;
    const isPlain = tokenizer === undefined;
    let from = 0;
    let low = seed;
    let high = seed;
    let isInWord = false;
    let characters = 0;
    let latin = 0;
    let hasText = false;
    for (let at = 0; at < column.length;) {
      let codePoint = column[at]!;
      let kind = byteKinds[codePoint]!;
      if (kind !== kinds.beyond) {
        if (kind < kinds.space) {
          // Most of a text: the ASCII letters and marks of a word.
          const start = at;
          do {
            latin += isLetterKind[kind]!;
            if (isPlain) {
              const folded = lowercase && kind === kinds.upper ? codePoint | 0x20 : codePoint;
              low = hashLow(low, folded);
              high = hashHigh(high, folded);
            }
            codePoint = column[++at]!;
            kind = byteKinds[codePoint]!;
          } while (kind < kinds.space);
          characters += at - start;
          isInWord = isPlain;
          hasText = true;
          continue;
        }
        at++;
        if (isInWord) {
          this.#addWord(low, high);
          isInWord = false;
          low = high = seed;
        }
        if (kind === kinds.newline) {
          if (tokenizer && hasText) this.#tokenize(tokenizer, decoder.decode(column.subarray(from, at - 1)));
          this.#endLine(hasText, characters, latin);
          characters = latin = 0;
          hasText = false;
          from = at;
        } else characters++;
        continue;
      }
      points.at = at;
      codePoint = points.next(column.length);
      at = points.at;
      characters++;
      if (isSpaceAt(codePoint)) {
        if (isInWord) {
          this.#addWord(low, high);
          isInWord = false;
          low = high = seed;
        }
        continue;
      }
      const script = scriptOf(codePoint);
      if (script >= 0) this.#lineLetters[script]!++;
      hasText = true;
      if (!isPlain) continue;
      if (lowercase) codePoint = lowerOf(codePoint);
      low = hashLow(low, codePoint);
      high = hashHigh(high, codePoint);
      isInWord = true;
    }
  }

  statistics(): CorpusStatistics {
    const filled = this.#lines - this.#empty.count;
    const counts = Array.from(this.#lengths.subarray(0, Math.min(this.#longest, mostLength) + 1));
    const estimated = [
      ...(this.#distinctWords.isExact ? [] : ['distinctWords' as const]),
      ...(this.#distinctLines.isExact ? [] : ['duplicates' as const]),
    ];
    return {
      lines: this.#lines,
      words: this.#words,
      distinctWords: this.#distinctWords.distinct,
      characters: this.#characters,
      duplicates: this.#distinctLines.repeats,
      estimated,
      empty: shown(this.#empty),
      overlong: shown(this.#overlong),
      malformed: shown(this.#malformed),
      lengths: {
        mean: filled === 0 ? 0 : this.#words / filled,
        median: quantile(counts, 0.5 * filled),
        p95: quantile(counts, 0.95 * filled),
        longest: this.#longest,
        counts,
      },
      scripts: scriptNames
        .map((script, s) => ({ script, letters: this.#letters[s]!, lines: this.#scriptLines[s]! }))
        .filter(({ letters }) => letters > 0)
        .sort((a, b) => b.letters - a.letters),
    };
  }

  #addWord(low: number, high: number): void {
    this.#lineWords++;
    const a = finished(low);
    const b = finished(high ^ low);
    this.#lineLow = hashLow(this.#lineLow, a);
    this.#lineHigh = hashHigh(this.#lineHigh, b);
    const slot = a & (recent - 1);
    if (this.#recentLows[slot] === a && this.#recentHighs[slot] === b) return;
    this.#recentLows[slot] = a;
    this.#recentHighs[slot] = b;
    this.#distinctWords.add(a, b);
  }

  #tokenize(tokenizer: Tokenizer, line: string): void {
    const { lowercase } = this.#settings;
    this.#units.load(tokenizer.rewrite(line));
    this.#spans.length = 0;
    tokenizer.cut(this.#units, this.#spans);
    const { values } = this.#units;
    for (let s = 0; s < this.#spans.length; s += 3) {
      let [low, high] = [seed, seed];
      for (let i = this.#spans.values[s]!, end = this.#spans.values[s + 1]!; i < end; i++) {
        let codePoint = values[i]!;
        if (isHighSurrogate(codePoint) && i + 1 < end && isLowSurrogate(values[i + 1]!)) {
          codePoint = 0x10000 + ((codePoint & 0x3ff) << 10) + (values[++i]! & 0x3ff);
        }
        if (lowercase) codePoint = lowerOf(codePoint);
        low = hashLow(low, codePoint);
        high = hashHigh(high, codePoint);
      }
      this.#addWord(low, high);
    }
  }

  #endLine(hasText: boolean, characters: number, latin: number): void {
    this.#lines++;
    this.#characters += characters;
    const words = this.#lineWords;
    if (hasText) {
      this.#words += words;
      this.#lengths[Math.min(words, mostLength)]!++;
      if (words > this.#longest) this.#longest = words;
      if (words > this.#settings.overlong) this.#overlong.add(this.#lines);
      this.#distinctLines.add(finished(this.#lineLow), finished(this.#lineHigh ^ words));
      this.#endScripts(latin);
    } else this.#empty.add(this.#lines);
    this.#lineWords = this.#lineLow = this.#lineHigh = 0;
  }

  /** ASCII letters are counted apart, as most lines have no others. */
  #endScripts(latin: number): void {
    const letters = this.#lineLetters;
    letters[0]! += latin;
    let main = 0;
    for (let s = 0; s < letters.length; s++) {
      if (letters[s] === 0) continue;
      this.#letters[s]! += letters[s]!;
      if (letters[s]! > letters[main]!) main = s;
    }
    if (letters[main]! > 0) this.#scriptLines[main]!++;
    letters.fill(0);
  }

  #findMalformed(column: Uint8Array): void {
    let line = this.#lines;
    for (let from = 0, end; from < column.length; from = end + 1) {
      end = column.indexOf(lf, from);
      line++;
      if (!this.#isUtf8(column.subarray(from, end))) this.#malformed.add(line);
    }
  }
}

const shown = ({ count, first }: OddLineCounter): OddLines => ({ count, first });

/** The least length that at least this many lines do not exceed. */
function quantile(counts: readonly number[], lines: number): number {
  let sum = 0;
  for (const [length, count] of counts.entries()) {
    sum += count;
    if (sum >= lines) return length;
  }
  return Math.max(counts.length - 1, 0);
}
