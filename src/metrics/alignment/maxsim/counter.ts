/** Counts MaxSim: matches the n-grams of a hypothesis and a reference in three stages. */
import {
  type Counter,
  type Explainer,
  type StepItem,
  Steps,
  type Text,
  UsageError,
  enlarged,
  roomFor,
} from '../../../core/index.ts';
import { HeaviestMatching } from '../../../text/index.ts';
import { runsOf } from '../../shared/shiftedItems.ts';
import { noWord } from './lemmas.ts';

/** What two words share, as bits. */
const sameTag = 1;
const synonyms = 2;
const sameLemma = 4;

/** The limit on pairs of hypothesis and reference words; texts with more pairs are not split into segments. */
const mostPairs = 1e8;

interface MaxSimSettings {
  readonly order: number;
  readonly alpha: number;
  readonly references: 'mean' | 'best';
}

/** How two n-grams, by their first words, were matched, and with which weight, from 0 to 1. */
type ReportMatch = (kind: 'match' | 'lemma' | 'similar', i: number, j: number, weight: number) => void;

/** Says how similar the n-grams of two texts are; `share` says whether two entries have a synonym in common. */
function maxSimilarity({ order, alpha }: MaxSimSettings, share: (a: number, b: number) => boolean) {
  let likeness = new Uint8Array(1024); // of hypothesis word i and reference word j, at i · words of the reference + j
  let taken = new Uint8Array(64); // by n-gram of the reference
  let left = new Int32Array(64); // n-grams of the hypothesis that are not yet matched
  const matching = new HeaviestMatching();

  const compare = (h: WordList, r: WordList): void => {
    const size = h.length * r.length;
    if (size > mostPairs) {
      throw new UsageError(
        `MaxSim compares every word of a hypothesis with every word of its reference, so ${h.length} and ${r.length} words are too many. Split the texts into segments.`,
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

  /** The weight of the two n-grams that begin here, as a sum over words of 0, 1 or 2; 0 if any word has weight 0. */
  const weightAt = (i: number, j: number, n: number, width: number): number => {
    let sum = 0;
    for (let k = 0, at = i * width + j; k < n; k++, at += width + 1) {
      const bits = likeness[at]! & (sameTag | synonyms);
      if (bits === 0) return 0;
      sum += bits === (sameTag | synonyms) ? 2 : 1;
    }
    return sum;
  };

  /** Matches n-grams that agree in all `bits`, from left to right; `left` and `taken` record what remains. Returns how many are left. */
  const matchAlike = (
    bits: number,
    lefts: number,
    rights: number,
    n: number,
    width: number,
    report: ReportMatch | undefined,
  ): number => {
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
      if (match < 0) left[still++] = i;
      else {
        taken[match] = 1;
        report?.(bits === sameLemma ? 'lemma' : 'match', i, match, 1);
      }
    }
    return still;
  };

  /** The sum of all matches, given the number of n-grams on each side. */
  const matchesOf = (n: number, lefts: number, rights: number, width: number, report?: ReportMatch): number => {
    if (lefts > left.length) left = new Int32Array(2 * lefts);
    if (rights > taken.length) taken = new Uint8Array(2 * rights);
    taken.fill(0, 0, rights);
    for (let i = 0; i < lefts; i++) left[i] = i;
    const afterTags = matchAlike(sameTag | sameLemma, lefts, rights, n, width, report);
    const over = matchAlike(sameLemma, afterTags, rights, n, width, report);
    if (over === 0) return lefts;
    matching.begin(over, rights);
    for (let l = 0; l < over; l++) {
      for (let j = 0; j < rights; j++) {
        if (taken[j] === 1) continue;
        const weight = weightAt(left[l]!, j, n, width);
        if (weight > 0) matching.pair(l, j, weight);
      }
    }
    const total = matching.total(report && ((l, j, weight) => report('similar', left[l]!, j, weight / (2 * n))));
    return lefts - over + total / (2 * n);
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

  return { compare, matchesOf, scoreAgainst };
}

/** Its views are tags, lemmas and entries, in this order. */
export function maxSimCounter(settings: MaxSimSettings, share: (a: number, b: number) => boolean): Counter {
  const { scoreAgainst } = maxSimilarity(settings, share);
  const hypothesis = new WordList();
  const references: WordList[] = [];
  let count = 0;
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
      rows[at] = count === 0 ? 0 : settings.references === 'best' ? best : sum / count;
      rows[at + 1] = count === 0 ? 0 : 1;
    },
  };
}

/** The matches of each order, against the best reference or against each. */
export function maxSimExplainer(settings: MaxSimSettings, share: (a: number, b: number) => boolean): Explainer {
  const { compare, matchesOf, scoreAgainst } = maxSimilarity(settings, share);
  const { order, alpha } = settings;

  /** The step `s`, with `mark` after all ids, and those before it. */
  const explainAgainst = (steps: Steps, h: WordList, r: WordList, reference: number, mark: string, note = {}): void => {
    compare(h, r);
    const shares: string[] = [];
    for (let n = 1; n <= order; n++) {
      const [lefts, rights] = [h.length - n + 1, r.length - n + 1].map((each) => Math.max(0, each)) as [number, number];
      if (lefts + rights === 0) break;
      const id = (letter: string) => `${letter}${n}${mark}`;
      steps.counted(id('h'), `${n}-grams in the output`, lefts);
      steps.counted(id('r'), `${n}-grams in the reference`, rights, n === 1 ? note : {});
      shares.push(id('F'));
      const name = `F-score of ${n}-grams`;
      if (lefts === 0 || rights === 0) {
        steps.computed(id('F'), name, '0', { note: 'only one text has any' });
        continue;
      }
      const items: StepItem[] = [];
      const [own, theirs] = [new Set<number>(), new Set<number>()];
      const spanOf = (words: WordList, at: number) => runsOf(words.places.slice(at, at + n));
      const inReference = (at: number) => spanOf(r, at).map((span) => ({ ...span, reference }));
      const matches = matchesOf(n, lefts, rights, r.length, (kind, i, j, adds) => {
        own.add(i);
        theirs.add(j);
        items.push({ kind, adds, hypothesis: spanOf(h, i), references: inReference(j) });
      });
      for (let i = 0; i < lefts; i++) if (!own.has(i)) items.push({ kind: 'extra', adds: 0, hypothesis: spanOf(h, i) });
      for (let j = 0; j < rights; j++) if (!theirs.has(j)) items.push({ kind: 'missing', adds: 0, references: inReference(j) }); // prettier-ignore
      steps.counted(id('m'), `${n}-grams matched, by similarity`, matches, { items });
      steps.computed(id('F'), name, `${id('m')} / (${alpha} * ${id('r')} + (1 - ${alpha}) * ${id('h')})`);
    }
    const name = mark === '' ? 'mean over orders' : `mean over orders, reference ${reference + 1}`;
    steps.computed(`s${mark}`, name, `(${shares.join(' + ')}) / ${shares.length}`);
  };

  return {
    explain(text, texts) {
      const steps = new Steps();
      const listOf = (each: Text) => {
        const words = new WordList();
        words.take(each);
        return words;
      };
      const hypothesis = listOf(text);
      const references = texts.map(listOf);
      const counting = [...references.keys()].filter((r) => references[r]!.length > 0);
      if (counting.length === 0) {
        steps.computed('s', 'score of the segment', '0', { note: 'no reference has words, so the segment is ignored' });
      } else if (settings.references === 'best' || counting.length === 1) {
        const scores = counting.map((r) => scoreAgainst(hypothesis, references[r]!));
        const chosen = counting[scores.indexOf(Math.max(...scores))]!;
        const note = texts.length > 1 && { note: `reference ${chosen + 1}${counting.length > 1 ? ' gives the highest score' : ', the only one with words'}` }; // prettier-ignore
        explainAgainst(steps, hypothesis, references[chosen]!, chosen, '', { ...note });
      } else {
        for (const r of counting) explainAgainst(steps, hypothesis, references[r]!, r, `_${r + 1}`, { note: `reference ${r + 1}` }); // prettier-ignore
        steps.computed('s', 'mean over references', `(${counting.map((r) => `s_${r + 1}`).join(' + ')}) / ${counting.length}`); // prettier-ignore
      }
      return steps.list;
    },
  };
}

/** The words of a text, without tokens that are not words. */
class WordList {
  length = 0;
  tags = new Int32Array(64);
  lemmas = new Int32Array(64);
  entries = new Int32Array(64);
  /** Where they are in the text. */
  places = new Int32Array(64);

  take(text: Text): void {
    const [tags, lemmas, entries] = [text[0]!, text[1]!, text[2]!];
    const tokens = entries.end - entries.start;
    this.tags = roomFor(this.tags, tokens);
    this.lemmas = roomFor(this.lemmas, tokens);
    this.entries = roomFor(this.entries, tokens);
    this.places = roomFor(this.places, tokens);
    this.length = 0;
    for (let i = 0; i < tokens; i++) {
      const entry = entries.ids[entries.start + i]!;
      if (entry === noWord) continue;
      this.tags[this.length] = tags.ids[tags.start + i]!;
      this.places[this.length] = i;
      this.lemmas[this.length] = lemmas.ids[lemmas.start + i]!;
      this.entries[this.length++] = entry;
    }
  }
}
