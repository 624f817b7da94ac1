/** Counts MaxSim: n-grams of a hypothesis and a reference are matched in three stages. */
import { type Counter, type Text, UsageError, enlarged, roomFor } from '../../../core/index.ts';
import { HeaviestMatching } from '../../../text/index.ts';
import { noWord } from './lemmas.ts';

/** What two words share, as bits. */
const sameTag = 1;
const synonyms = 2;
const sameLemma = 4;

/** Pairs of words of a hypothesis and a reference; texts with more are not cut into segments. */
const mostPairs = 1e8;

interface MaxSimSettings {
  readonly order: number;
  readonly alpha: number;
  readonly references: 'mean' | 'best';
}

/** Of the views it sees tags, lemmas and entries, in this order; `share` tells whether two entries have a synonym in common. */
export function maxSimCounter(
  { order, alpha, references: rule }: MaxSimSettings,
  share: (a: number, b: number) => boolean,
): Counter {
  const hypothesis = new WordList();
  const references: WordList[] = [];
  let count = 0;
  let likeness = new Uint8Array(1024); // of hypothesis word i and reference word j, at i · words of the reference + j
  let taken = new Uint8Array(64); // by n-gram of the reference
  let left = new Int32Array(64); // n-grams of the hypothesis that are not yet matched
  const matching = new HeaviestMatching();

  const compare = (h: WordList, r: WordList): void => {
    const size = h.length * r.length;
    if (size > mostPairs) {
      throw new UsageError(
        `MaxSim compares every word of a hypothesis with every word of its reference, and ${h.length} and ${r.length} words are too many: the texts must be cut into segments.`,
      );
    }
    if (size > likeness.length) likeness = enlarged(likeness, size);
    let at = 0;
    for (let i = 0; i < h.length; i++) {
      const tag = h.tags[i]!;
      const lemma = h.lemmas[i]!;
      const entry = h.entries[i]!;
      for (let j = 0; j < r.length; j++) {
        const tagBit = tag === r.tags[j] ? sameTag : 0;
        if (lemma === r.lemmas[j]) likeness[at++] = tagBit | synonyms | sameLemma;
        else likeness[at++] = tagBit | (share(entry, r.entries[j]!) ? synonyms : 0);
      }
    }
  };

  /** What n-grams that begin there weigh, as a sum over words of 0, 1 or 2; 0 if any word weighs 0. */
  const weightAt = (i: number, j: number, n: number, width: number): number => {
    let sum = 0;
    for (let k = 0, at = i * width + j; k < n; k++, at += width + 1) {
      const bits = likeness[at]! & (sameTag | synonyms);
      if (bits === 0) return 0;
      sum += bits === (sameTag | synonyms) ? 2 : 1;
    }
    return sum;
  };

  /** Matches n-grams alike in all `bits` from left to right; `left` and `taken` tell what is over. Returns how many are left. */
  const matchAlike = (bits: number, lefts: number, rights: number, n: number, width: number): number => {
    let still = 0;
    for (let l = 0; l < lefts; l++) {
      const i = left[l]!;
      let match = -1;
      for (let j = 0; j < rights && match < 0; j++) {
        if (taken[j] === 1) continue;
        let k = 0;
        for (let at = i * width + j; k < n && (likeness[at]! & bits) === bits; at += width + 1) k++;
        if (k === n) match = j;
      }
      if (match >= 0) taken[match] = 1;
      else left[still++] = i;
    }
    return still;
  };

  /** The sum of all matches of n-grams, of which there are so many on each side. */
  const matchesOf = (n: number, lefts: number, rights: number, width: number): number => {
    if (lefts > left.length) left = new Int32Array(2 * lefts);
    if (rights > taken.length) taken = new Uint8Array(2 * rights);
    taken.fill(0, 0, rights);
    for (let i = 0; i < lefts; i++) left[i] = i;
    const afterTags = matchAlike(sameTag | sameLemma, lefts, rights, n, width);
    const over = matchAlike(sameLemma, afterTags, rights, n, width);
    if (over === 0) return lefts;
    matching.begin(over, rights);
    for (let l = 0; l < over; l++) {
      for (let j = 0; j < rights; j++) {
        if (taken[j] === 1) continue;
        const weight = weightAt(left[l]!, j, n, width);
        if (weight > 0) matching.pair(l, j, weight);
      }
    }
    return lefts - over + matching.total() / (2 * n);
  };

  const scoreAgainst = (h: WordList, r: WordList): number => {
    compare(h, r);
    let sum = 0;
    let orders = 0;
    for (let n = 1; n <= order; n++) {
      const lefts = h.length - n + 1;
      const rights = r.length - n + 1;
      if (lefts <= 0 && rights <= 0) break;
      orders++;
      // PR / (αP + (1 − α)R), where precision and recall have the same numerator.
      if (lefts > 0 && rights > 0) {
        sum += matchesOf(n, lefts, rights, r.length) / (alpha * rights + (1 - alpha) * lefts);
      }
    }
    return sum / orders;
  };

  return {
    prepare(texts) {
      count = 0;
      for (let t = 0; t < texts.length; t++) {
        const words = (references[count] ??= new WordList());
        words.take(texts[t]!);
        if (words.length > 0) count++;
      }
    },
    collect(text, rows, at) {
      hypothesis.take(text);
      let sum = 0;
      let best = 0;
      for (let r = 0; r < count; r++) {
        const score = scoreAgainst(hypothesis, references[r]!);
        sum += score;
        if (score > best) best = score;
      }
      rows[at] = count === 0 ? 0 : rule === 'best' ? best : sum / count;
      rows[at + 1] = count === 0 ? 0 : 1;
    },
  };
}

/** The words of a text, without the tokens that are none. */
class WordList {
  length = 0;
  tags = new Int32Array(64);
  lemmas = new Int32Array(64);
  entries = new Int32Array(64);

  take(text: Text): void {
    const [tags, lemmas, entries] = [text[0]!, text[1]!, text[2]!];
    const tokens = entries.end - entries.start;
    this.tags = roomFor(this.tags, tokens);
    this.lemmas = roomFor(this.lemmas, tokens);
    this.entries = roomFor(this.entries, tokens);
    this.length = 0;
    for (let i = 0; i < tokens; i++) {
      const entry = entries.ids[entries.start + i]!;
      if (entry === noWord) continue;
      this.tags[this.length] = tags.ids[tags.start + i]!;
      this.lemmas[this.length] = lemmas.ids[lemmas.start + i]!;
      this.entries[this.length++] = entry;
    }
  }
}
