/** SemPOS: content words in common, by semantic part of speech. Kos and Bojar, 2009; forms as for WMT 2009 and as in Moses. */
import {
  type MetricBody,
  type Resources,
  UsageError,
  beginningOf,
  defineMetric,
  files,
  lowercaseFlag,
} from '../../core/index.ts';
import { analysedTexts, analyserNeed, splitWords, tokenizerNamed } from '../../text/index.ts';
import {
  type ContentWords,
  contentWords,
  formNamed,
  formOption,
  semposBody,
  semposType,
} from '../shared/semposOverlap.ts';

const options = {
  lowercase: lowercaseFlag(false),
  form: formOption,
  analyses: files({
    key: 'analyses',
    accepts: 'a file of analyses with lemma and sempos of each word: CoNLL-U, factored text or a table',
    help: 'Lemmas and semantic parts of speech of hypotheses and references. Without it, the texts themselves must be factored: lemma|sempos.',
  }),
};

export default defineMetric({
  id: 'sempos',
  summary:
    'Content words in common with the reference, counted by semantic part of speech; needs deep analyses of the texts.',
  cite: 'Kos and Bojar (2009): Evaluation of machine translation metrics for Czech as the target language. Prague Bulletin of Mathematical Linguistics 92. — Macháček and Bojar (2011): Approximating a deep-syntactic metric for MT evaluation and tuning. WMT.',
  notes: [
    'The metric compares pairs of a deep lemma and a semantic part of speech (sempos), as written by TectoMT and Treex. Texts are either factored, as for Moses (`dog|n.denot bark|v`), or plain, with files named by `analyses` that have the lemma and sempos of each word. A word with the sempos `-` is not a content word. `sempos-en` is an approximation for English texts without such analyses.',
    '`form=wmt09`: for each type, the words in common over all segments are divided by the words in either text (the smaller count of each word divided by the greater). The score is the mean over the types that occur, in percent. This is the overlap of Giménez and Màrquez, which the WMT 2009 paper refers to; whether the metric of that year capped its counts is not known.',
    '`form=cap-macro` and `form=cap-micro` divide by the words of the reference: cap-macro is the mean over the types that it has, cap-micro the share of all its words. These are the two overlaps of Moses, whose scores they reproduce.',
    'The types are the 19 values of the Prague Dependency Treebank and, for coarser analyses, any prefix of one that ends before a full stop, such as `adv.denot`, which is then a type of its own. Any other value is an error.',
    'Each segment is scored against the reference that gives the highest score; Moses intends the same but keeps the last reference. Segments where neither text has a content word are ignored, where Moses gives 1; with the capped forms, so are segments where no reference has one. Empty references are ignored, and so are segments that have no other reference.',
  ],
  example: 'sempos(form=cap-micro)',
  options,
  readName: (name) => formNamed(name, 'sempos'),
  needs: ({ analyses }) => (analyses === '' ? [] : [analyserNeed('', analyses)]),
  create({ lowercase, form, analyses }, resources): MetricBody {
    const view =
      analyses === ''
        ? contentWords('factored', () => factoredWords, lowercase)
        : contentWords(`analyses:${analyses}`, () => analysedContent(analyses, resources), lowercase);
    return { name: form === 'wmt09' ? 'SemPOS' : `SemPOS-${form}`, reads: [view], ...semposBody(form) };
  },
});

/** Texts as Moses reads them: words separated by spaces, each `lemma|sempos`. */
const factoredWords: ContentWords = (text, add) => {
  for (const word of splitWords(text)) {
    const bar = word.indexOf('|');
    if (bar <= 0 || bar !== word.lastIndexOf('|')) {
      throw new UsageError(
        `In ${beginningOf(text)}: "${word}" must have two factors: lemma|sempos. ` +
          `For plain texts give files with the lemma and sempos of each word: sempos(analyses=FILE).`,
      );
    }
    const type = semposType(word.slice(bar + 1), () => `In ${beginningOf(text)}, word "${word}"`);
    if (type >= 0) add(word.slice(0, bar), type);
  }
};

function analysedContent(analyses: string, resources: Resources): ContentWords {
  const texts = analysedTexts(analyserNeed('', analyses), resources, tokenizerNamed('none', '', resources));
  return (text, add) => {
    const { word, lemma, sempos } = texts.analysisOf(text, 'lemma', 'sempos');
    word.forEach((each, w) => {
      const type = semposType(sempos[w]!, () => `In ${beginningOf(text)}, word ${w + 1} ("${each}")`);
      if (type >= 0) add(lemma[w]!, type);
    });
  };
}
