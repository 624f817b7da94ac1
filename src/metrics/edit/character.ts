/** CharacTER: character edits after shifts of phrases, per hypothesis character. Wang, Peter, Rosendahl and Ney, WMT 2016. */
import { type Counter, type MetricBody, type Text, defineMetric } from '../../core/index.ts';
import { ShiftedSpelling, spelledWords } from '../../text/index.ts';
import { spelledCounter } from '../shared/spelledCounter.ts';
import { wordNeeds, wordOptions, wordTokenizer } from '../shared/wordOptions.ts';

export default defineMetric({
  id: 'character',
  summary:
    'Character edits per character of the hypothesis, after phrases were shifted for a price; a segment counts at most 1.',
  cite: 'Wang, Peter, Rosendahl and Ney (2016): CharacTER: Translation edit rate on character level. WMT.',
  notes: [
    'As the authors’ program does it: words match when they are equal, each shift lowers the edit distance of words as much as any can, a shifted phrase costs the mean length of its words, and spaces count as characters. With `tok=none` texts are cut as it cuts them. The paper’s variant that also matches words at an edit distance of 1 is not in the program and not here.',
    'The corpus score is the mean over segments. With several references the lowest rate of a segment counts.',
    'An empty hypothesis scores 100, and so does any against an empty reference; two empty texts score 0. Characters are code points in NFC. In segments of hundreds of words the search for shifts ends after a set number of steps, where the authors’ program goes on for minutes.',
  ],
  example: 'character(tok=none)',
  options: wordOptions,
  needs: wordNeeds,
  create(settings, resources): MetricBody {
    return {
      name: 'CharacTER',
      range: { worst: 100, best: 0 },
      decomposable: true,
      reads: [spelledWords(wordTokenizer(settings, resources), settings)],
      statistics: ['sum of rates', 'segments'],
      counter: () => spelledCounter(characterCounter()),
      score: ({ 0: rates = 0, 1: segments = 0 }) => (segments > 0 ? 100 * (rates / segments) : 0),
    };
  },
});

function characterCounter(): Counter {
  const shifted = new ShiftedSpelling();
  let references: readonly Text[] = [];
  return {
    prepare(texts) {
      references = texts;
    },
    collect([words, characters], rows, at) {
      const length = characters!.end - characters!.start;
      let lowest = 1;
      for (let r = 0; r < references.length; r++) {
        const edits = shifted.edits(words!, characters!, references[r]![0]!, references[r]![1]!);
        const rate = length > 0 ? edits / length : edits;
        if (rate < lowest) lowest = rate;
      }
      rows[at] = lowest;
      rows[at + 1] = 1;
    },
  };
}
