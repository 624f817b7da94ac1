/** SP-Op: how many words of each part of speech two texts share. Giménez and Màrquez, WMT 2007; as in Asiya. */
import { type MetricBody, choice, defineMetric, lowercaseFlag } from '../../core/index.ts';
import { analysedWords, analysisNeeds, analysisOptions } from '../shared/analysisOptions.ts';
import { meanOfSegments } from '../shared/bestReference.ts';
import { allClasses, classOption, classView, overlapCounter, overlapExplainer } from '../shared/itemOverlap.ts';

const options = {
  ...analysisOptions,
  lowercase: lowercaseFlag(true),
  class: classOption('parts of speech'),
  items: choice(['lemma', 'word'], {
    key: 'items',
    default: 'lemma',
    help: 'Whether to compare lemmas, as in Asiya, or words as written.',
  }),
};

export default defineMetric({
  id: 'sp-op',
  summary:
    'Lemmas with their parts of speech in common with the reference, per such lemma of either text; ignores word order.',
  cite: 'Giménez and Màrquez (2007): Linguistic features for automatic evaluation of heterogenous MT systems. WMT. — Giménez and Màrquez (2010): Asiya: An open toolkit for automatic machine translation (meta-)evaluation. PBML.',
  notes: [
    'Lemmas with the same tag are one item. The overlap of two texts is the sum over items of the lower count, divided by the sum of the higher count; this is SP-Op(*) of Asiya. `class` selects some tags, and can be part of the name: `sp-op-NN` is SP-Op(NN). Asiya’s groups are `JJ*`, `NN*`, `PRP*`, `RB*`, `VB*+MD` and `W*`.',
    'Each segment is scored against the reference that gives the highest score; the score of several segments is their mean. With `class`, a segment counts only if the hypothesis or a reference has such words, as in Asiya. A class that no word can have is an error: a tag that the tagger does not have, or tags that do not occur in the files of `analyses`. If the given texts have no such word, nothing is counted, and the score of 0 is meaningless.',
    'Tags and lemmas come from the built-in English analyser, or from files named by `analyses`; Asiya uses other taggers, so its scores differ. An empty hypothesis scores 0. Empty references are ignored, and so are segments that have no other reference.',
  ],
  example: 'sp-op(class=NN*)',
  options,
  readName(name) {
    const [, tags] = /^sp-op-(.+)$/i.exec(name) ?? [];
    return tags === undefined ? undefined : { class: options.class.parse(tags) };
  },
  needs: analysisNeeds,
  create(settings, resources): MetricBody {
    const { class: tags, items, lowercase } = settings;
    const texts = analysedWords(settings, resources);
    return {
      name: tags === allClasses ? 'SP-Op' : `SP-Op-${tags}`,
      reads: [
        texts.view(items, { lowercase }),
        texts.view('tag'),
        classView(texts, 'tag', tags, settings.analyses !== ''),
      ],
      ...meanOfSegments,
      // Whether a segment has words of the class can depend on the hypothesis.
      decomposable: tags.split('+').includes(allClasses),
      counter: overlapCounter,
      explainer: () => overlapExplainer(`${items}s with their tags`, `such ${items}s`),
    };
  },
});
