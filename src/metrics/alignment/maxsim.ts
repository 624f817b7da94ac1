/** MaxSim: n-grams matched by lemma and part of speech, then by lemma, then by the heaviest matching of what is alike. Chan and Ng, ACL 2008. */
import { type MetricBody, choice, defineMetric, integer, number } from '../../core/index.ts';
import { wordNetKey, wordNetNeed, wordNetOf, wordNetVersions } from '../../text/index.ts';
import { maxSimCounter } from './maxsim/counter.ts';
import { entries, givenLemmas, wordNetLemmas } from './maxsim/lemmas.ts';
import { analysedWords, analysisNeeds, analysisOptions } from '../shared/analysisOptions.ts';
import { meanOfSegments } from '../shared/bestReference.ts';

const { lowercase: _, ...readOptions } = analysisOptions;

const options = {
  ...readOptions,
  wordNet: choice([...wordNetVersions, 'none'], {
    key: 'wordnet',
    default: '3.0',
    help: 'The WordNet that tells lemmas and synonyms of English words. With none, lemmas are those of the analyses and only equal ones are synonyms.',
  }),
  order: integer({ key: 'n', default: 3, min: 1, max: 9, help: 'Longest n-gram.' }),
  alpha: number({
    key: 'alpha',
    default: 0.5,
    min: 0,
    max: 1,
    help: 'Weight of recall in F: 1 for recall alone, 0 for precision alone.',
  }),
  references: choice(['mean', 'best'], {
    key: 'references',
    default: 'mean',
    help: 'With several references, whether the mean of the scores against each counts or the highest one.',
  }),
};

export default defineMetric({
  id: 'maxsim',
  summary: 'F of n-grams matched by lemma, part of speech and synonyms, one to one so that the most is matched.',
  cite: 'Chan and Ng (2008): MAXSIM: A maximum similarity metric for machine translation evaluation. ACL.',
  notes: [
    'This is the part of MaxSim that needs no parser. For each order, n-grams equal in all lemmas and tags are matched first, from left to right; of the others those equal in all lemmas; of what is left the matching is taken that weighs most. Two n-grams weigh the mean over their words of 0, ½ or 1: half for the same tag and half for lemmas that are equal or synonyms; nothing if any word weighs nothing. F of the sum of all matches is averaged over the orders, and over segments.',
    'Tokens without a letter or digit are left out, and lemmas are in lower case. Lemmas are found by WordNet for the part of speech of the tag, and two count as synonyms if they have a synonym in common, in any sense of either. With `analyses` lemmas and tags are those of the files; synonyms are still looked up in WordNet, which is of use for English alone, so set `wordnet=none` for other languages.',
    'With several references the score is the mean of those against each, so that a text equal to one of them can score below 100; `references=best` takes the highest. A reference without words does not count, nor does a segment without another one. An order longer than both texts is left out.',
    'Neither the weight of recall nor the rule for several references is certain in the original; scores hardly depend on the first.',
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
    return {
      name: 'MaxSim',
      reads: [texts.view('tag'), lemmas.view, entries(texts, key, lemmas, wordNet)],
      ...meanOfSegments,
      counter() {
        const dictionary = wordNet?.();
        return maxSimCounter(settings, dictionary ? (a, b) => dictionary.shareSynonym(a, b) : () => false);
      },
    };
  },
});
