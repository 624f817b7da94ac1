/** Whether hypothesis and reference say the same, by features of their alignment, after Padó, Galley, Jurafsky and Manning (WMT 2009). */
import { type MetricBody, choice, defineMetric, exp, percent } from '../../core/index.ts';
import { analyserNeed, stemmerNeed, wordNetNeed } from '../../text/index.ts';
import { analysisOptions, stemmers } from '../shared/analysisOptions.ts';
import { bestRowCounter } from '../shared/bestReference.ts';
import { wordNeeds } from '../shared/wordOptions.ts';
import { type RowName, SegmentFeatures, mismatches, rowNames } from './entailment/segmentFeatures.ts';
import { type Knowledge, entailmentTexts, knowledgeOf } from './entailment/texts.ts';

const { tokenizer, model, analyses } = analysisOptions;

const options = {
  tokenizer,
  model,
  language: choice(['en', 'cs', 'de', 'es', 'fr', 'any'], {
    key: 'lang',
    default: 'en',
    help: 'Language of the texts. Only for English are there synonyms, tags and lists of words; any matches words alone.',
  }),
  analyses,
};

export default defineMetric({
  id: 'entailment',
  summary:
    'Whether both texts say the same, from their alignment: words covered both ways, their order, and mismatches of numbers, names, dates, negation and modality.',
  cite: 'After Padó, Galley, Jurafsky and Manning (2009): Machine translation evaluation with textual entailment features. WMT. — Aligned as in Denkowski and Lavie (2014): Meteor universal. WMT.',
  notes: [
    'Made to be learned from: its parts are features for `assay learn`, which finds out what each is worth. It is not the metric of the paper, whose features and weights are not to be had.',
    'Words are aligned as METEOR does, lower-cased: equal ones, then equal stems, then, in English, words that share a sense in WordNet 3.0; as many as can be, in as few chunks as can be.',
    'The score by itself is a plain one: 100 · F · order · e^(−mismatches / reference words). F is the harmonic mean of the shares of words that are matched on both sides, and order the share of pairs of matches that do not cross. Mismatches are numbers, dates and words of modality that only one text has, the difference in the number of negations, capitalised words without a match that do not start the text, and unmatched words of the hypothesis that are the opposite of an unmatched one of the reference.',
    'In languages other than English mismatches are those of numbers alone. The lists of English words are small and our own.',
    'With `analyses`, words and tags are those of the files, whose tags are compared in any language; so are stems, or else lemmas, where the files tell them. What a language is known for stays: name it with `lang`.',
    'Each segment counts against the reference that gives it the highest score. An empty hypothesis scores 0; an empty reference does not count, nor does a segment without another one.',
  ],
  example: 'entailment(lang=fr)',
  options,
  needs(settings) {
    const { language, analyses: files } = settings;
    return [
      ...wordNeeds({ ...settings, lowercase: true }),
      ...(language === 'any' ? [] : [stemmerNeed(stemmers[language])]),
      ...(language === 'en' ? [wordNetNeed('3.0')] : []),
      ...(knowledgeOf(settings).hasTags ? [analyserNeed(language, files)] : []),
    ];
  },
  create(settings, resources): MetricBody {
    const knowledge = knowledgeOf(settings);
    const names = rowNames(knowledge);
    const texts = entailmentTexts(settings, resources);
    return {
      name: 'entailment',
      range: percent,
      decomposable: false,
      reads: texts.views,
      statistics: names,
      lengths: { hypothesis: names.indexOf('hypothesis words'), reference: names.indexOf('reference words') },
      counter() {
        const features = new SegmentFeatures(texts, names);
        return bestRowCounter({
          width: names.length,
          prefers: 'smaller',
          count: (hypothesis, reference, row) => features.count(hypothesis, reference, row),
          score: (row) => score(namedSums(names, row)),
        });
      },
      score: (sums) => score(namedSums(names, sums)),
      parts: (sums) => partsOf(namedSums(names, sums), knowledge),
    };
  },
});

/** Sums by name; those of other languages are 0. */
type Sums = (name: RowName) => number;

const namedSums =
  (names: readonly RowName[], sums: ArrayLike<number>): Sums =>
  (name) =>
    sums[names.indexOf(name)] ?? 0;

const share = (part: number, whole: number, otherwise: number): number => (whole > 0 ? part / whole : otherwise);

function score(sum: Sums): number {
  const matches = sum('matches');
  const f = share(2 * matches, sum('hypothesis words') + sum('reference words'), 0);
  const wrong = mismatches.reduce((all, name) => all + sum(name), 0);
  const order = 1 - share(sum('crossing pairs'), sum('pairs of matches'), 0);
  return 100 * f * exp(-share(wrong, sum('reference words'), 0)) * order;
}

/** Mismatches are numbers for each segment, all else are shares. */
function partsOf(sum: Sums, { isEnglish, hasTags }: Knowledge): Record<string, number> {
  const matches = sum('matches');
  const perSegment = (name: RowName): number => share(sum(name), sum('segments'), 0);
  const unmatched = (all: RowName, matched: RowName): number => share(sum(all) - sum(matched), sum(all), 0);
  return {
    precision: share(matches, sum('hypothesis words'), 0),
    recall: share(matches, sum('reference words'), 0),
    'exact matches': share(sum('exact matches'), matches, 0),
    'order agreement': 1 - share(sum('crossing pairs'), sum('pairs of matches'), 0),
    fragmentation: share(sum('chunks'), matches, 0),
    'number mismatches': perSegment('number mismatches'),
    ...(isEnglish && {
      'unmatched content of hypothesis': unmatched('hypothesis content words', 'matched hypothesis content words'),
      'unmatched content of reference': unmatched('reference content words', 'matched reference content words'),
      'negation mismatches': perSegment('negation mismatches'),
      'date mismatches': perSegment('date mismatches'),
      'name mismatches': perSegment('name mismatches'),
      'modality mismatches': perSegment('modality mismatches'),
      antonyms: perSegment('antonyms'),
    }),
    ...(hasTags && { 'tag agreement': share(sum('matches of the same tag'), matches, 0) }),
  };
}
