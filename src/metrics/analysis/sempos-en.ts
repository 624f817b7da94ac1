/** An approximation of SemPOS for English: lemmas and parts of speech of content words instead of deep analyses. */
import { type MetricBody, UsageError, defineMetric } from '../../core/index.ts';
import type { AnalysisWith } from '../../text/index.ts';
import { analysedWords, analysisNeeds, analysisOptions } from '../shared/analysisOptions.ts';
import {
  type ContentWords,
  contentWords,
  formNamed,
  formOption,
  semposBody,
  semposType,
} from '../shared/semposOverlap.ts';

const options = { ...analysisOptions, form: formOption };

export default defineMetric({
  id: 'sempos-en',
  summary:
    'An approximation of SemPOS for English: content words in common, by part of speech, from lemmas and tags only.',
  cite: 'After Kos and Bojar (2009): Evaluation of machine translation metrics for Czech as the target language. Prague Bulletin of Mathematical Linguistics 92.',
  notes: [
    'This is not SemPOS: it makes no deep analysis, so do not compare its scores with those of `sempos` or with published ones. The formulas are the same.',
    'Content words are nouns, verbs, adjectives, adverbs and numbers; each of these is a type. These are not content words: modal verbs; *be*, *have* and *do* before another verb with only adverbs and pronouns in between; *not* and *n’t*; pronouns, articles, prepositions, conjunctions and particles. Words are equal if they have the same lemma and type.',
    'Tags are Penn Treebank tags, or universal tags if `analyses` has them. Any other tag is an error.',
  ],
  example: 'sempos-en(form=cap-macro)',
  options,
  readName: (name) => formNamed(name, 'sempos-en'),
  needs: analysisNeeds,
  create(settings, resources): MetricBody {
    const { form, lowercase } = settings;
    const texts = analysedWords(settings, resources);
    const content: ContentWords = (text, add) => addContent(texts.analysisOf(text, 'lemma', 'tag'), add);
    return {
      name: form === 'wmt09' ? 'SemPOS-en' : `SemPOS-en-${form}`,
      reads: [contentWords(`en:${texts.view('tag').key}`, () => content, lowercase)],
      ...semposBody(form),
    };
  },
});

const placeOf = (type: string): number => semposType(type, () => 'here');
const [noun, verb, adjective, adverb, quantity] = ['n.denot', 'v', 'adj.denot', 'adv.denot', 'n.quant.def'].map(
  placeOf,
) as [number, number, number, number, number];
const none = -1;

const types: ReadonlyMap<string, number> = new Map(
  Object.entries({
    [noun]: 'NN NNS NNP NNPS NOUN PROPN',
    [verb]: 'VB VBD VBG VBN VBP VBZ VERB',
    [adjective]: 'JJ JJR JJS ADJ',
    [adverb]: 'RB RBR RBS ADV',
    [quantity]: 'CD NUM',
    [none]:
      'CC DT EX FW IN LS MD PDT POS PRP PRP$ RP SYM TO UH WDT WP WP$ WRB -LRB- -RRB- HYPH NFP ADD AFX GW XX ' +
      'ADP AUX CCONJ SCONJ DET INTJ PART PRON PUNCT X',
  }).flatMap(([type, tags]) => tags.split(' ').map((tag) => [tag, Number(type)] as const)),
);

const negations = new Set(['not', 'n’t', "n't", 'nt']);
const auxiliaries = new Set(['be', 'have', 'do']);
const pronouns = new Set(['PRP', 'PRON', 'EX']);

function typeOfTag(tag: string, word: string): number {
  const type = types.get(tag);
  if (type !== undefined) return type;
  if (!/[A-Za-z0-9]/.test(tag)) return none; // the tag of punctuation is the mark itself
  throw new UsageError(
    `"${word}" has the tag ${tag}, which is neither a Penn Treebank tag nor a universal one, so its part of speech is unknown.`,
  );
}

function addContent(
  { word, lemma, tag }: AnalysisWith<'lemma' | 'tag'>,
  add: (lemma: string, type: number) => void,
): void {
  /** Whether a verb comes next, apart from adverbs and pronouns; filled from the last word to the first. */
  const beforeVerb: boolean[] = [];
  let next = false;
  for (let w = word.length - 1; w >= 0; w--) {
    beforeVerb[w] = next;
    const type = typeOfTag(tag[w]!, word[w]!);
    if (type !== adverb && !pronouns.has(tag[w]!)) next = type === verb;
  }
  word.forEach((each, w) => {
    const type = typeOfTag(tag[w]!, each);
    const base = lemma[w]!.toLowerCase();
    const helps = type === verb && beforeVerb[w]! && auxiliaries.has(base);
    const denies = type === adverb && negations.has(base);
    if (type !== none && !helps && !denies) add(lemma[w]!, type);
  });
}
