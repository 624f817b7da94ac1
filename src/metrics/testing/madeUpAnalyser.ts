/** Made-up analyses of any text, from the letters of its words, for tests of metrics that need analyses. */
import type { Analyser } from '../../text/index.ts';

const kinds = ['n.denot', 'v', 'adj.denot', 'adv.denot', '-'];

/** Equal words have equal lemmas, kinds and tags; their alignments also depend on their positions. */
export const madeUpAnalyser: Analyser = {
  name: 'made-up',
  factors: ['word', 'lemma', 'tag', 'sempos', 'align'],
  analyse(words) {
    const lemma = words.map((word) => word.toLowerCase().replace(/(.)s$/, '$1'));
    // Every text of the laws has one of these words; they are content words.
    const number = (word: string) => [...word].reduce((sum, letter) => sum + letter.codePointAt(0)!, 0);
    return {
      word: words,
      lemma,
      tag: lemma.map((each) => ['NN', 'VB', 'JJ', 'RB', 'DT'][number(each) % 5]!),
      sempos: lemma.map((each) => (/^(cat|mat|sat|中文)$/.test(each) ? 'n.denot' : kinds[number(each) % 5]!)),
      align: words.map((word, w) => {
        const at = number(word) % 7;
        return at === 0 ? '-' : at === 1 ? `${w},${w + 2}` : String((w + at) % (words.length + 2));
      }),
    };
  },
};
