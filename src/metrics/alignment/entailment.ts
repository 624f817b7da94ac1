/** Whether hypothesis and reference mean the same, from features of their alignment, after Padó, Galley, Jurafsky and Manning (WMT 2009). */
import {
  type Explainer,
  type MetricBody,
  type Step,
  Steps,
  choice,
  defineMetric,
  exp,
  percent,
} from '../../core/index.ts';
import { analyserNeed, stemmerNeed, wordNetNeed } from '../../text/index.ts';
import { analysisOptions, stemmers } from '../shared/analysisOptions.ts';
import { BestReference, type RowRule, bestRowCounter } from '../shared/bestReference.ts';
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
    help: 'Language of the texts. Synonyms, tags and word lists exist only for English; any matches words only.',
  }),
  analyses,
};

export default defineMetric({
  id: 'entailment',
  summary:
    'Whether both texts mean the same, from their alignment: coverage in both directions, word order, and mismatches in numbers, names, dates, negation and modality.',
  cite: 'After Padó, Galley, Jurafsky and Manning (2009): Machine translation evaluation with textual entailment features. WMT. — Aligned as in Denkowski and Lavie (2014): Meteor universal. WMT.',
  notes: [
    'Intended as a source of features: `assay learn` learns a weight for each of its parts. It is not the metric of the paper, whose features and weights are not available.',
    'Words are lower-cased and aligned as in METEOR: first equal words, then equal stems, then, in English, words that share a sense in WordNet 3.0. The alignment covers as many words as possible in as few chunks as possible.',
    'The score is a simple formula: 100 · F · order · e^(−mismatches / reference words). F is the harmonic mean of the shares of matched words on both sides; order is the share of pairs of matches that do not cross. Mismatches are numbers, dates and modal words that only one text has, the difference in the number of negations, unmatched capitalised words that do not start the text, and unmatched hypothesis words that are antonyms of an unmatched reference word.',
    'In languages other than English, only numbers count as mismatches. The lists of English words are small and our own.',
    'With `analyses`, words and tags come from the files; tags are compared in any language, and so are stems (or else lemmas) if the files have them. Set `lang` to also use what is built in for a language.',
    'Each segment is scored against the reference that gives the highest score. An empty hypothesis scores 0. Empty references are ignored, and so are segments that have no other reference.',
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
      counter: () => bestRowCounter(rowRule(new SegmentFeatures(texts, names), names)),
      score: (sums) => score(namedSums(names, sums)),
      parts: (sums) => partsOf(namedSums(names, sums), knowledge),
      explain: (sums, segment) => explainEntailment(names, sums, segment),
      explainer: () => entailmentExplainer(new SegmentFeatures(texts, names), names),
    };
  },
});

const rowRule = (features: SegmentFeatures, names: readonly RowName[]): RowRule => ({
  width: names.length,
  prefers: 'smaller',
  count: (hypothesis, reference, row) => features.count(hypothesis, reference, row),
  score: (row) => score(namedSums(names, row)),
});

/** Sums by name; 0 for names that this language does not have. */
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

/** Mismatches are counts per segment; everything else is a share. */
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

/** The symbols and names of the numbers that make the score. */
const explained: Readonly<Partial<Record<RowName, readonly [id: string, name: string]>>> = {
  'hypothesis words': ['h', 'words in the output'],
  'reference words': ['r', 'words in the reference'],
  matches: ['m', 'words matched'],
  'pairs of matches': ['p', 'pairs of matches'],
  'crossing pairs': ['x', 'pairs of matches that cross'],
  'number mismatches': ['numbers', 'numbers that only one text has'],
  'negation mismatches': ['negations', 'difference in negations'],
  'date mismatches': ['dates', 'dates that only one text has'],
  'name mismatches': ['names', 'unmatched names'],
  'modality mismatches': ['modals', 'modal words that only one text has'],
  antonyms: ['antonyms', 'unmatched antonyms'],
};

function explainEntailment(
  names: readonly RowName[],
  sums: ArrayLike<number>,
  segment: readonly Step[] | undefined,
): readonly Step[] {
  const steps = new Steps(segment);
  const sum = namedSums(names, sums);
  for (const row of names) {
    const [id, name] = explained[row] ?? [];
    if (id !== undefined) steps.counted(id, name!, sum(row));
  }
  const none = { note: 'there are no words' };
  const hasWords = sum('hypothesis words') + sum('reference words') > 0;
  steps.computed('F', 'share of words matched', hasWords ? '2 * m / (h + r)' : '0', hasWords ? {} : none);
  const wrong = mismatches.filter((row) => names.includes(row)).map((row) => explained[row]![0]);
  steps.computed('W', 'mismatches', wrong.join(' + '));
  const hasReference = sum('reference words') > 0;
  steps.computed('E', 'penalty for mismatches', hasReference ? 'exp(-W / r)' : '1', hasReference ? {} : none);
  const hasPairs = sum('pairs of matches') > 0;
  steps.computed('O', 'order agreement', hasPairs ? '1 - x / p' : '1', hasPairs ? {} : { note: 'there are no pairs' });
  steps.computed('score', 'score', '100 * F * E * O');
  return steps.list;
}

/** The words behind these numbers, against the reference that gives the highest score. */
function entailmentExplainer(features: SegmentFeatures, names: readonly RowName[]): Explainer {
  const best = new BestReference(rowRule(features, names));
  return {
    explain(hypothesis, references) {
      const steps = new Steps();
      const chosen = best.find(hypothesis, references);
      if (chosen < 0) {
        steps.counted('h', 'words in the output', 0, { note: 'ignored, because no reference has words' });
        return steps.list;
      }
      const found = namedSums(names, best.row);
      const words = features.explain(hypothesis, references[chosen]!, chosen);
      for (const row of names) {
        const [id, name] = explained[row] ?? [];
        if (id === undefined) continue;
        const note = row === 'reference words' && references.length > 1 && { note: `reference ${chosen + 1} gives the highest score` }; // prettier-ignore
        steps.counted(id, name!, found(row), { ...note, ...(words.has(row) && { items: words.get(row)! }) });
      }
      return steps.list;
    },
  };
}
