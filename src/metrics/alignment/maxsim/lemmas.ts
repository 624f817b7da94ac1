/** Lemmas of words and their senses, as MaxSim reads them. */
import type { View } from '../../../core/index.ts';
import { type AnalysedTexts, type Analysis, type WordNet, type WordNetPos, hasLetters } from '../../../text/index.ts';
import { analysisView, equalTexts, remembering } from '../../shared/analysisOptions.ts';

/** Used in place of a WordNet entry: the lemma has no entry; the token is not a word. */
const noEntry = -1;
export const noWord = -2;

interface Lemmas {
  readonly view: View;
  /** The lemma of word i; called when texts are read, because it may need a dictionary. */
  of(analysis: Analysis, i: number): string;
}

/** Lemmas of the analyses, in lower case. */
export const givenLemmas = (texts: AnalysedTexts): Lemmas => ({
  view: texts.view('lemma', { lowercase: true }),
  of: (analysis, i) => analysis.lemma![i]!.toLowerCase(),
});

/** By the first letters of Penn tags. */
const partsOfSpeech: ReadonlyMap<string, WordNetPos> = new Map([
  ['NN', 'noun'],
  ['VB', 'verb'],
  ['JJ', 'adj'],
  ['RB', 'adv'],
]);

/** Base forms from WordNet for the part of speech of the tag; other words are their own lemmas. `key` is that of `wordNetKey`. */
export function wordNetLemmas(texts: AnalysedTexts, key: string, wordNet: () => WordNet): Lemmas {
  const byTag = new Map<string, (word: string) => string>();
  const lemmaFor = (tag: string): ((word: string) => string) => {
    const pos = partsOfSpeech.get(tag.slice(0, 2));
    if (!pos) return (word) => word;
    // "To found" is a verb, but "found" with a past tense tag is a form of another verb, "to find".
    const isInflected = pos === 'verb' && tag !== 'VB' && tag !== 'VBP';
    return remembering((word) => {
      const forms = wordNet().baseForms(word, pos);
      return (isInflected ? forms.find((form) => form !== word) : undefined) ?? forms[0] ?? word;
    });
  };
  const of = ({ word, tag }: Analysis, i: number): string => {
    let find = byTag.get(tag![i]!);
    if (!find) byTag.set(tag![i]!, (find = lemmaFor(tag![i]!)));
    return find(word[i]!.toLowerCase());
  };
  return { view: analysisView(texts, `lemma:${key}`, () => equalTexts(of)), of };
}

/** The WordNet entries of lemmas, or `noEntry`, or `noWord`; without a WordNet, no lemma has an entry. */
export function entries(texts: AnalysedTexts, key: string, { of }: Lemmas, wordNet: (() => WordNet) | undefined): View {
  return analysisView(texts, `entry:${key}`, () => {
    const dictionary = wordNet?.();
    const entryOf = remembering((lemma) => dictionary?.entry(lemma, 'word') ?? noEntry);
    const isWord = remembering(hasLetters);
    return {
      number: (analysis, i) => (isWord(analysis.word[i]!) ? entryOf(of(analysis, i)) : noWord),
    };
  });
}
