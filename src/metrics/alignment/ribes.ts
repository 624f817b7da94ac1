/** RIBES: whether words are in the same order as in the reference, times precision and brevity. Isozaki et al., EMNLP 2010; as in RIBES 1.03. */
import {
  type Counter,
  type Explainer,
  type MetricBody,
  type StepItem,
  Steps,
  type Text,
  type Tokens,
  defineMetric,
  exp,
  number,
  pow,
} from '../../core/index.ts';
import { Correspondence } from '../../text/index.ts';
import { meanOfSegments } from '../shared/bestReference.ts';
import { wordNeeds, wordOptions, wordView } from '../shared/wordOptions.ts';

const options = {
  ...wordOptions,
  alpha: number({ key: 'alpha', default: 0.25, min: 0, help: 'Exponent of word precision.' }),
  beta: number({ key: 'beta', default: 0.1, min: 0, help: 'Exponent of the brevity penalty.' }),
};

export default defineMetric({
  id: 'ribes',
  summary:
    'Share of word pairs in the same order as in the reference, discounted by precision and brevity; for language pairs with very different word order.',
  cite: 'Isozaki, Hirao, Duh, Sudoh and Tsukada (2010): Automatic evaluation of translation quality for distant language pairs. EMNLP.',
  notes: [
    'The score is Kendall’s τ of the corresponding words, scaled to 0 … 1, times precisionᵅ times brevityᵝ, in percent. Words correspond by the rule of RIBES 1.03: a word that occurs once on each side corresponds; any other does if it can be identified together with words to its left or right. A single corresponding word has no order and scores 0, unless it is the whole reference.',
    'Each segment is scored against the reference that gives the highest score; the score of several segments is their mean. An empty hypothesis scores 0. Segments whose references have no words are ignored, where RIBES.py stops.',
    'In a text that repeats the same few words, some words may not correspond even to themselves; it then scores below 100 against itself, as in RIBES.py.',
    'NLTK’s `sentence_ribes` gives different numbers from RIBES.py; this implementation agrees with RIBES.py.',
  ],
  example: 'ribes(tok=intl)',
  options,
  needs: wordNeeds,
  create(settings, resources): MetricBody {
    const { alpha, beta } = settings;
    return {
      name: 'RIBES',
      reads: [wordView(settings, resources)],
      counter: () => ribesCounter(alpha, beta),
      ...meanOfSegments,
      explainer: () => ribesExplainer(alpha, beta),
    };
  },
});

const lengthOf = ({ start, end }: Tokens): number => end - start;

/** The score against one reference. */
function scoreWith(correspondence: Correspondence, alpha: number, beta: number) {
  return (hypothesis: Tokens, reference: Tokens): number => {
    const length = lengthOf(hypothesis);
    const referenceLength = lengthOf(reference);
    const count = correspondence.align(hypothesis, reference);
    const order = count === 1 && referenceLength === 1 ? 1 : orderAgreement(correspondence.positions, count);
    if (order === 0) return 0;
    const brevity = length < referenceLength ? exp(1 - referenceLength / length) : 1;
    return order * pow(count / length, alpha) * pow(brevity, beta);
  };
}

function ribesCounter(alpha: number, beta: number): Counter {
  const scoreAgainst = scoreWith(new Correspondence(), alpha, beta);
  let references: readonly Text[] = [];
  return {
    prepare(texts) {
      references = texts;
    },
    collect([hypothesis], rows, at) {
      let [best, counts] = [0, 0];
      for (const [reference] of references) {
        if (reference!.start === reference!.end) continue;
        counts = 1;
        best = Math.max(best, scoreAgainst(hypothesis!, reference!));
      }
      rows[at] = best;
      rows[at + 1] = counts;
    },
  };
}

/** The share of pairs whose second position is higher, which is (1 + τ) / 2; a pair at the same position counts like a crossed pair. */
const orderAgreement = (positions: Int32Array, count: number): number =>
  count < 2 ? 0 : risingPairs(positions, count) / ((count * (count - 1)) / 2);

function risingPairs(positions: Int32Array, count: number): number {
  let rising = 0;
  for (let j = 1; j < count; j++) {
    const position = positions[j]!;
    for (let i = 0; i < j; i++) if (positions[i]! < position) rising++;
  }
  return rising;
}

/** Against the reference that gives the highest score. */
function ribesExplainer(alpha: number, beta: number): Explainer {
  const correspondence = new Correspondence();
  const scoreAgainst = scoreWith(correspondence, alpha, beta);
  return {
    explain([hypothesis], references) {
      const steps = new Steps();
      const scores = references.map(([reference]) =>
        lengthOf(reference!) > 0 ? scoreAgainst(hypothesis!, reference!) : -1,
      );
      const best = Math.max(...scores);
      if (best < 0) {
        steps.computed('s', 'score of the segment', '0', { note: 'no reference has words, so the segment is ignored' });
        return steps.list;
      }
      const chosen = scores.indexOf(best);
      const reference = references[chosen]![0]!;
      const [length, target] = [lengthOf(hypothesis!), lengthOf(reference)];
      const count = correspondence.align(hypothesis!, reference);
      const { positions } = correspondence;
      steps.counted('m', 'words that correspond', count, {
        ...(references.length > 1 && { note: `reference ${chosen + 1} gives the highest score` }),
        items: wordItems(correspondence, count, length, target, chosen),
      });
      steps.counted('c', 'words in the output', length);
      steps.counted('r', 'words in the reference', target);
      const name = 'share of pairs in the same order';
      if (count >= 2) {
        steps.counted('a', 'pairs of them in the same order', risingPairs(positions, count));
        steps.computed('NKT', name, 'a / (m * (m - 1) / 2)', { note: 'Kendall’s τ, scaled to 0 … 1' });
      } else if (count === 1 && target === 1)
        steps.computed('NKT', name, '1', { note: 'the reference is a single word' }); // prettier-ignore
      else steps.computed('NKT', name, '0', { note: 'fewer than two words correspond, so they have no order' });
      if (best === 0) {
        steps.computed('s', 'score of the segment', '0', { note: 'no words are in the same order' });
        return steps.list;
      }
      steps.computed('P', 'precision', 'm / c');
      if (length < target) steps.computed('BP', 'brevity penalty', 'exp(1 - r / c)');
      else steps.computed('BP', 'brevity penalty', '1', { note: 'no penalty: c is at least r' });
      steps.computed('s', 'score of the segment', `NKT * P ^ ${alpha} * BP ^ ${beta}`);
      return steps.list;
    },
  };
}

/** Words that correspond, and the others on both sides. */
function wordItems(
  { words, positions }: Correspondence,
  count: number,
  length: number,
  target: number,
  reference: number,
): StepItem[] {
  // prettier-ignore
  const one = (at: number) => ({ from: at, to: at + 1 });
  const [own, theirs] = [words.subarray(0, count), positions.subarray(0, count)];
  const others = (size: number, taken: Int32Array) => Array.from({ length: size }, (_, at) => at).filter((at) => !taken.includes(at)); // prettier-ignore
  return [
    ...Array.from(own, (i, k): StepItem => ({ kind: 'match', adds: 1, hypothesis: [one(i)], references: [{ ...one(theirs[k]!), reference }] })),
    ...others(length, own).map((i): StepItem => ({ kind: 'extra', adds: 0, hypothesis: [one(i)] })),
    ...others(target, theirs).map((j): StepItem => ({ kind: 'missing', adds: 0, references: [{ ...one(j), reference }] })),
  ]; // prettier-ignore
}
