/** MaxSim: n-grams matched by lemma and part of speech, then by lemma, then by maximum-weight matching of similar n-grams. Chan and Ng, ACL 2008. */
import { type MetricBody, choice, defineMetric, integer, number } from '../../core/index.ts';
import { wordNetKey, wordNetNeed, wordNetOf, wordNetVersions } from '../../text/index.ts';
import { maxSimCounter, maxSimExplainer } from './maxsim/counter.ts';
import { entries, givenLemmas, wordNetLemmas } from './maxsim/lemmas.ts';
import { analysedWords, analysisNeeds, analysisOptions } from '../shared/analysisOptions.ts';
import { meanOfSegments } from '../shared/bestReference.ts';

const { lowercase: _, ...readOptions } = analysisOptions;

const options = {
  ...readOptions,
  wordNet: choice([...wordNetVersions, 'none'], {
    key: 'wordnet',
    default: '3.0',
    help: 'The WordNet version used for lemmas and synonyms of English words. With none, lemmas come from the analyses, and only equal lemmas count as synonyms.',
  }),
  order: integer({ key: 'n', default: 3, min: 1, max: 9, help: 'Longest n-gram.' }),
  alpha: number({
    key: 'alpha',
    default: 0.5,
    min: 0,
    max: 1,
    help: 'Weight of recall in F: 1 for recall only, 0 for precision only.',
  }),
  references: choice(['mean', 'best'], {
    key: 'references',
    default: 'mean',
    help: 'With several references, whether the score is the mean over all of them or the highest.',
  }),
};

export default defineMetric({
  id: 'maxsim',
  summary: 'F-score of n-grams matched one to one by lemma, part of speech and synonyms, with maximum total weight.',
  cite: 'Chan and Ng (2008): MAXSIM: A maximum similarity metric for machine translation evaluation. ACL.',
  notes: [
    'This is the part of MaxSim that needs no parser. For each order, n-grams equal in all lemmas and tags are matched first, from left to right; then those equal in all lemmas; the rest by a maximum-weight matching. The weight of two n-grams is the mean over their words of 0, ½ or 1: half for the same tag and half for lemmas that are equal or synonyms. It is 0 if any word has weight 0. The F-score of all matches is averaged over orders and over segments.',
    'Tokens without a letter or digit are ignored, and lemmas are lower-cased. Lemmas come from WordNet, given the part of speech of the tag. Two lemmas are synonyms if they share a synonym in any sense. With `analyses`, lemmas and tags come from the files; synonyms still come from WordNet, which covers only English, so set `wordnet=none` for other languages.',
    'With several references the score is the mean over all of them, so a text equal to one reference can score below 100; `references=best` takes the highest score. References without words are ignored, and so are segments that have no other reference. Orders longer than both texts are ignored.',
    'The publications do not settle the weight of recall or the rule for several references; scores hardly depend on the weight.',
  ],
  example: 'maxsim(alpha=0.9)',
  options,
  needs: (settings) => [
    ...analysisNeeds({ ...settings, lowercase: true }),
    ...(settings.wordNet === 'none' ? [] : [wordNetNeed(settings.wordNet)]),
  ],
  create(settings, resources): MetricBody {
    const { wordNet: version, analyses } = settings;
    const texts = analysedWords({ ...settings, lowercase: true }, resources);
    const wordNet = version === 'none' ? undefined : () => wordNetOf(version, resources);
    const key = version === 'none' ? version : wordNetKey(version, resources);
    const lemmas = wordNet && analyses === '' ? wordNetLemmas(texts, key, wordNet) : givenLemmas(texts);
    const share = (): ((a: number, b: number) => boolean) => {
      const dictionary = wordNet?.();
      return dictionary ? (a, b) => dictionary.shareSynonym(a, b) : () => false;
    };
    return {
      name: 'MaxSim',
      reads: [texts.view('tag'), lemmas.view, entries(texts, key, lemmas, wordNet)],
      shows: [texts.view('word')],
      ...meanOfSegments,
      counter: () => maxSimCounter(settings, share()),
      explainer: () => maxSimExplainer(settings, share()),
    };
  },
});
