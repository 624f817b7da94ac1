/**
 * N-best lists of a system that can delete single words or whole sentences. After the rules of Chiang, DeNeefe, Chan and
 * Ng (EMNLP 2008), section 3.3, which translate a word into nothing and have a feature whose weight is tuned with the others.
 */
import { UsageError } from '../../core/index.ts';
import { FeatureRowsBuilder, weigh } from '../../lattice/index.ts';
import { countWords, splitWords } from '../../text/index.ts';
import type { Candidates } from './candidates.ts';

export const deletionKinds = ['none', 'word', 'sentence'] as const;
export type DeletionKind = (typeof deletionKinds)[number];

export interface DeletionSettings {
  /** How many different texts of each list, from the first, get versions without some of their words. */
  readonly first: number;
  /** The longest run of words that is deleted from a text. */
  readonly longest: number;
}

/** Every version of a text lacks one word, so lists grow only by a small factor. */
export const deletionDefaults: DeletionSettings = { first: 20, longest: 1 };

/** Names of the new features. */
const names = {
  /** The number of deleted words. */
  deletion: 'deletion',
  /** The share of texts in the list that lack the deleted word; summed over the words. */
  doubt: 'deletion-doubt',
  /** The share of texts in which the words before and after the gap are adjacent. */
  bridge: 'deletion-bridge',
} as const;

/** The lists as they are, or with the candidates that a kind of deletion adds. */
export function deletionCandidates(
  candidates: Candidates,
  kind: DeletionKind,
  settings: DeletionSettings = deletionDefaults,
): Candidates {
  const taken = Object.values(names).find((name) => candidates.featureNames.includes(name));
  if (taken !== undefined) {
    throw new UsageError(
      `The n-best lists have a feature named ${taken}, a name that deletion uses. Rename the feature in the lists.`,
    );
  }
  switch (kind) {
    case 'none':
      return candidates;
    case 'word':
      return deleteWords(candidates, settings);
    case 'sentence':
      return deleteSentences(candidates);
  }
}

/**
 * After the candidates of a list come versions of its first texts without a run of words. A text that the list or an earlier version
 * already has is not added: it is the decoder's own and not a deletion. A version has the features of the candidate that it comes from,
 * because the decoder's features cannot be recomputed. They say nothing about which word is missing, where a decoder would use its language
 * model; so in addition to the number of deleted words, two features compare with the other texts of the list.
 */
function deleteWords(candidates: Candidates, { first, longest }: DeletionSettings): Candidates {
  const { starts, texts } = candidates;
  const added = [names.deletion, names.doubt, names.bridge];
  return extend(candidates, added, (segment, add) => {
    const known = new Set<string>();
    const origins: number[] = [];
    const list: string[][] = [];
    for (let c = starts[segment]!; c < starts[segment + 1]!; c++) {
      const words = splitWords(texts[c]!);
      const text = words.join(' ');
      if (known.has(text)) continue;
      known.add(text);
      list.push(words);
      origins.push(c);
    }
    const shares = sharesOf(list);
    list.slice(0, first).forEach((words, t) => {
      for (let length = 1; length <= Math.min(longest, words.length); length++) {
        for (let from = 0; from + length <= words.length; from++) {
          const to = from + length;
          const text = [...words.slice(0, from), ...words.slice(to)].join(' ');
          if (known.has(text)) continue;
          known.add(text);
          let doubt = 0;
          for (let k = from; k < to; k++) doubt += 1 - shares.word(words[k]!);
          add(text, [length, doubt, shares.pair(words[from - 1], words[to])], origins[t]);
        }
      }
    });
  });
}

/**
 * Every list gets an empty candidate, unless it has one. It uses no phrases and no words, so the features that the decoder sums over phrases
 * and words are 0; it deletes as many words as the first candidate has.
 */
function deleteSentences(candidates: Candidates): Candidates {
  const { starts, texts } = candidates;
  return extend(candidates, [names.deletion], (segment, add) => {
    const [from, to] = [starts[segment]!, starts[segment + 1]!];
    if (from === to || texts.slice(from, to).some((text) => countWords(text) === 0)) return;
    add('', [countWords(texts[from]!)]);
  });
}

/** By candidate; undefined for lists without deletion. */
export function deletedWords({ texts, featureNames, features }: Candidates): Float64Array {
  const weights = new Float64Array(featureNames.length);
  const feature = featureNames.indexOf(names.deletion);
  if (feature >= 0) weights[feature] = 1;
  return Float64Array.from(texts, (_, c) => weigh(features, c, weights));
}

/** Weights for lists with deletion that choose what the given weights choose without it: each deletion costs too much to be chosen. */
export function undeletedWeights(candidates: Candidates, weights: Float64Array): Float64Array {
  const { segments, starts, featureNames, features } = candidates;
  const feature = featureNames.indexOf(names.deletion);
  const extended = new Float64Array(featureNames.length);
  extended.set(weights);
  if (feature < 0) return extended;
  const deleted = deletedWords(candidates);
  let bound = 0;
  for (let i = 0; i < segments; i++) {
    let best = -Infinity;
    // New features come last.
    for (let c = starts[i]!; c < starts[i + 1]!; c++) {
      const score = weigh(features, c, weights);
      if (deleted[c] === 0) best = Math.max(best, score);
      else bound = Math.min(bound, (best - score) / deleted[c]!);
    }
  }
  let largest = 0;
  for (const weight of weights) largest = Math.max(largest, Math.abs(weight));
  extended[feature] = bound - (largest || 1);
  return extended;
}

/** The share of texts that have a word, or two adjacent words; nothing precedes the first word or follows the last. */
function sharesOf(list: readonly (readonly string[])[]) {
  const [words, pairs] = [new Map<string, number>(), new Map<string, number>()];
  const keyOf = (before = '', after = '') => `${before} ${after}`;
  const count = (counts: Map<string, number>, keys: Iterable<string>) => {
    for (const key of new Set(keys)) counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  for (const text of list) {
    count(words, text);
    count(pairs, Array.from({ length: text.length + 1 }, (_, k) => keyOf(text[k - 1], text[k]))); // prettier-ignore
  }
  return {
    word: (word: string): number => (words.get(word) ?? 0) / list.length,
    pair: (before: string | undefined, after: string | undefined): number =>
      (pairs.get(keyOf(before, after)) ?? 0) / list.length,
  };
}

/** Takes a candidate with its new features, and the features of the candidate that it comes from, if there is one. */
type Add = (text: string, added: readonly number[], origin?: number) => void;

/** The candidates of each segment, followed by the added ones. */
function extend(
  candidates: Candidates,
  featuresAdded: readonly string[],
  addTo: (segment: number, add: Add) => void,
): Candidates {
  const { segments, starts, featureNames, features } = candidates;
  const rows = new FeatureRowsBuilder();
  const texts: string[] = [];
  const totals: number[] = [];
  const ends = new Int32Array(segments + 1);
  const write = (text: string, total: number, added: readonly number[], origin?: number): void => {
    texts.push(text);
    totals.push(total);
    if (origin !== undefined) rows.addRow(features, origin);
    added.forEach((value, k) => rows.add(featureNames.length + k, value));
    rows.endRow();
  };
  for (let i = 0; i < segments; i++) {
    for (let c = starts[i]!; c < starts[i + 1]!; c++) write(candidates.texts[c]!, candidates.totals[c]!, [], c);
    addTo(i, (text, added, origin) => write(text, NaN, added, origin));
    ends[i + 1] = texts.length;
  }
  return {
    segments,
    starts: ends,
    texts,
    featureNames: [...featureNames, ...featuresAdded],
    features: rows.finish(),
    totals: Float64Array.from(totals),
  };
}
