/** CharacTER: character edits after shifts of phrases, per hypothesis character. Wang, Peter, Rosendahl and Ney, WMT 2016. */
import { type Counter, type Explainer, type MetricBody, Steps, type Text, defineMetric } from '../../core/index.ts';
import { ShiftedSpelling, spelledWords } from '../../text/index.ts';
import { explainMean } from '../shared/bestReference.ts';
import { letterItems } from '../shared/letterItems.ts';
import { ofSpelledWords } from '../shared/spelledCounter.ts';
import { wordNeeds, wordOptions, wordTokenizer } from '../shared/wordOptions.ts';

export default defineMetric({
  id: 'character',
  summary:
    'Character edits per hypothesis character, after shifts of phrases at a cost; a segment counts at most 1. Not CER.',
  cite: 'Wang, Peter, Rosendahl and Ney (2016): CharacTER: Translation edit rate on character level. WMT.',
  notes: [
    'It is not the character error rate of speech recognition, [`cer`](cer.md), which shifts nothing and divides by the length of the reference.',
    'The algorithm is that of the authors’ program: words match if they are equal, each shift reduces the word edit distance as much as possible, a shifted phrase costs the mean length of its words, and spaces count as characters. `tok=none` tokenizes texts as the program does. The variant of the paper that also matches words at an edit distance of 1 is not in the program and not implemented here.',
    'The corpus score is the mean over segments. With several references the lowest rate of a segment counts.',
    'An empty hypothesis scores 100, and so does any hypothesis against an empty reference; two empty texts score 0. Characters are code points in NFC. In segments of hundreds of words the search for shifts stops after a fixed number of steps, where the authors’ program continues for minutes.',
  ],
  example: 'character(tok=none)',
  options: wordOptions,
  needs: wordNeeds,
  create(settings, resources): MetricBody {
    return ofSpelledWords({
      name: 'CharacTER',
      range: { worst: 100, best: 0 },
      decomposable: true,
      reads: [spelledWords(wordTokenizer(settings, resources), settings)],
      statistics: ['sum of rates', 'segments'],
      counter: characterCounter,
      score: ({ 0: rates = 0, 1: segments = 0 }) => (segments > 0 ? 100 * (rates / segments) : 0),
      explain: (sums, segment) => explainMean(sums, segment, '100 * (s / n)'),
      explainer: characterExplainer,
    });
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

/** Against the reference with the lowest rate. */
function characterExplainer(): Explainer {
  const shifted = new ShiftedSpelling();
  return {
    explain([words, characters], references) {
      const length = characters!.end - characters!.start;
      const edits = ([target, letters]: Text) => shifted.edits(words!, characters!, target!, letters!);
      const costs = references.map(edits);
      const reference = costs.indexOf(Math.min(...costs));
      edits(references[reference]!);
      const { shifts, price, order, spelling } = shifted.explain(words!, characters!);
      const steps = new Steps();
      steps.counted('S', 'cost of shifts: for each, the mean length of its words', price, {
        ...(references.length > 1 && { note: `reference ${reference + 1} has the lowest rate` }),
        items: shifts.map(({ from, size, to, price: adds }) => ({
          kind: 'shift',
          adds,
          hypothesis: [{ from, to: from + size }],
          note: `moved to place ${to + 1}`,
        })),
      });
      const items = letterItems(spelling, order, references[reference]![1]!, reference);
      steps.counted('L', 'characters to edit', items.reduce((sum, { adds = 0 }) => sum + adds, 0), { items }); // prettier-ignore
      steps.counted('c', 'characters in the output, with spaces', length);
      const name = 'character edits per character, at most 1';
      if (length > 0) steps.computed('s', name, 'min(1, (S + L) / c)');
      else steps.computed('s', name, 'min(1, S + L)', { note: 'the output is empty' });
      return steps.list;
    },
  };
}
