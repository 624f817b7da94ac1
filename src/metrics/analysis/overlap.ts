/** Overlap of any factor of an analysis, such as semantic roles: items in common, per item of either text. Giménez and Màrquez, WMT 2007. */
import { type MetricBody, UsageError, type View, choice, defineMetric, lowercaseFlag } from '../../core/index.ts';
import { analysedWords, factorName, factorNeeds, factorOptions, factorView } from '../shared/analysisOptions.ts';
import { meanOfSegments } from '../shared/bestReference.ts';
import { allClasses, classOption, classView, overlapCounter, overlapExplainer } from '../shared/itemOverlap.ts';
import { wordOptions } from '../shared/wordOptions.ts';

const options = {
  ...wordOptions,
  lowercase: lowercaseFlag(true),
  ...factorOptions,
  items: choice(['word', 'lemma', 'none'], {
    key: 'items',
    default: 'word',
    help: 'What is compared together with a tag, sempos or role: the word that has it, its lemma, or nothing.',
  }),
  class: classOption('tags, sempos or roles'),
};

/** Factors that say what kind of word it is, not which. */
const kinds: readonly string[] = ['tag', 'sempos', 'role'];

/** Factors that a word may lack. */
const partial: readonly string[] = ['sempos', 'tecto', 'role'];

export default defineMetric({
  id: 'overlap',
  summary:
    'Words, or another factor of their analyses such as semantic roles, in common with the reference, per one of either text.',
  cite: 'Giménez and Màrquez (2007): Linguistic features for automatic evaluation of heterogenous MT systems. WMT. — Giménez and Màrquez (2010): Asiya: An open toolkit for automatic machine translation (meta-)evaluation. PBML.',
  notes: [
    'The overlap of two texts is the sum over items of the lower count, divided by the sum of the higher count. By default the items are words: this is Ol of Asiya. With `factor=lemma`, `stem` or `tecto` they are that factor of each word.',
    'With `factor=tag`, `sempos` or `role`, an item is a word with its tag, sempos or role. So `overlap(factor=role,analyses=FILE)` is the semantic role overlap of Table 1 of Chiang et al. (2008), SR-Or(*) in Asiya: words that fill the same role in both texts. `items=none` compares the roles alone, which is SR-Or; `class=A0` selects a role, SR-Or(A0), and can be part of the name: `overlap-role-A0`. `overlap(factor=tag,items=lemma)` equals [`sp-op`](sp-op.md).',
    'Roles come from files named by `analyses`, with the role of the argument that each word belongs to, or `-` for none. Words that have `-` as their sempos, tecto or role do not count.',
    'Each segment is scored against the reference that gives the highest score; the score of several segments is their mean. A segment counts only if the hypothesis or a reference has items. Empty references are ignored.',
  ],
  example: 'overlap(factor=tag,class=NN*)',
  options,
  readName(name) {
    const [, factor, classes] = /^overlap-(tag|sempos|role)-(.+)$/i.exec(name) ?? [];
    if (factor === undefined || classes === undefined) return undefined;
    return { factor: options.factor.parse(factor.toLowerCase()), class: options.class.parse(classes) };
  },
  needs: factorNeeds,
  create(settings, resources): MetricBody {
    const { factor, items, lowercase, class: classes } = settings;
    const isKind = kinds.includes(factor);
    if (!isKind && (items !== 'word' || classes !== allClasses)) {
      throw new UsageError(
        `${items === 'word' ? 'class' : 'items'} works only with factor=tag, factor=sempos or factor=role.`,
      );
    }
    const reads = (): readonly View[] => {
      if (factor === 'word') return [factorView(settings, resources)];
      const texts = analysedWords(settings, resources);
      const own = texts.view(factor, { lowercase: lowercase && !isKind });
      const shown = isKind && items !== 'none' ? texts.view(items, { lowercase }) : own;
      if (!isKind && !partial.includes(factor)) return [own];
      return [shown, own, classView(texts, factor, classes, settings.analyses !== '')];
    };
    const what = isKind ? (items === 'none' ? `${factor}s` : `${items}s with their ${factor}`) : `${factor}s`;
    return {
      name: `${factorName('Overlap', settings)}${classes === allClasses ? '' : `-${classes}`}`,
      reads: reads(),
      ...meanOfSegments,
      // Whether a segment has items can depend on the hypothesis.
      decomposable: !partial.includes(factor) && classes.split('+').includes(allClasses),
      counter: overlapCounter,
      explainer: () => overlapExplainer(what, 'such items'),
    };
  },
});
