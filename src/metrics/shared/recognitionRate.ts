/** Recognition rates: what was recognized over what there was to recognize, with weights that do not depend on the system. Chiang et al., EMNLP 2008, section 4.3. */
import {
  type Explainer,
  type MetricBody,
  type RecognitionSettings,
  type ScoreRange,
  type StepItem,
  Steps,
  type Text,
  type Tokens,
  type View,
} from '../../core/index.ts';
import { Recognition, countGrams } from '../../text/index.ts';
import { type PathStep, recognitionPath } from './recognitionPath.ts';

/** What a hypothesis recognizes of a reference. */
type Recognized = (hypothesis: Tokens, reference: Tokens) => number;

/** With nothing to recognize, the rate is 1 unless there are errors. */
const ratio = (recognized: number, whole: number): number =>
  whole > 0 ? recognized / whole : recognized === 0 ? 1 : 0;

/**
 * A reference word earns 1 to K by being matched, which `whole` consists of, and −β by being deleted, while a text of one word is whole
 * with 1. Only insertions are unbounded.
 */
const rangeOf = ({ insertion, deletion }: RecognitionSettings): ScoreRange => ({
  worst: insertion > 0 ? -Infinity : -100 * Math.max(0, deletion),
  best: insertion < 0 ? Infinity : 100 * Math.max(1, -deletion),
  unit: 100,
});

/** `recognizedBy` makes counters with memory of their own, if there is a faster way than the automaton. */
export function recognitionRate(
  name: string,
  view: View,
  settings: RecognitionSettings,
  recognizedBy = (): Recognized => {
    const recognition = new Recognition(settings);
    return (hypothesis, reference) => recognition.weigh(hypothesis, reference);
  },
): MetricBody {
  /** What there is to recognize in a reference of this many words. */
  const whole = (length: number): number => countGrams(length, settings.order);
  return {
    name,
    range: rangeOf(settings),
    decomposable: true,
    reads: [view],
    statistics: ['recognized', 'to recognize'],
    recognition: settings,
    counter() {
      const choice = new BestRate(recognizedBy(), whole);
      return {
        prepare: (texts) => choice.setReferences(texts),
        collect([hypothesis], rows, at) {
          choice.find(hypothesis!);
          rows[at] = choice.found;
          rows[at + 1] = choice.weight;
        },
      };
    },
    score: ({ 0: found = 0, 1: there = 0 }) => 100 * ratio(found, there),
    explain({ 0: found = 0, 1: there = 0 }, segment) {
      const steps = new Steps(segment);
      steps.counted('R', 'recognized', found);
      steps.counted('N', 'to recognize', there);
      if (there > 0) steps.computed('score', 'score', '100 * (R / N)');
      else if (found === 0) steps.computed('score', 'score', '100', { note: 'there is nothing to recognize' });
      else steps.computed('score', 'score', '0', { note: 'there is nothing to recognize, but there are errors' });
      return steps.list;
    },
    explainer: () => recognitionExplainer(settings, new BestRate(recognizedBy(), whole)),
  };
}

/** The highest rate of a hypothesis against any reference. */
class BestRate {
  /** Mean over references of what there is to recognize. */
  weight = 0;
  /** What is recognized, for this weight. */
  found = 0;
  /** Which reference gives the highest rate, what is recognized of it, and what there is. */
  reference = 0;
  here = 0;
  there = 0;
  #references: readonly Text[] = [];
  readonly #recognized: Recognized;
  readonly #whole: (length: number) => number;

  constructor(recognized: Recognized, whole: (length: number) => number) {
    this.#recognized = recognized;
    this.#whole = whole;
  }

  setReferences(texts: readonly Text[]): void {
    this.#references = texts;
    this.weight = 0;
    for (const [text] of texts) this.weight += this.#whole(text!.end - text!.start);
    this.weight /= texts.length;
  }

  find(hypothesis: Tokens): void {
    const { weight } = this;
    let best = -Infinity;
    for (let r = 0; r < this.#references.length; r++) {
      const reference = this.#references[r]![0]!;
      const here = this.#recognized(hypothesis, reference);
      const there = this.#whole(reference.end - reference.start);
      const rate = ratio(here, there);
      if (rate <= best) continue;
      best = rate;
      this.reference = r;
      this.here = here;
      this.there = there;
      // In this order a number of n-grams stays an integer as long as all references have the same number.
      this.found = there > 0 ? (here * weight) / there : weight > 0 ? rate * weight : here;
    }
  }
}

/** The matched n-grams by order, and the words that are extra or missing, in the alignment that counts. */
function recognitionExplainer(settings: RecognitionSettings, best: BestRate): Explainer {
  const { order, insertion, deletion } = settings;
  return {
    explain([hypothesis], references) {
      best.setReferences(references);
      best.find(hypothesis!);
      const { reference, here, there, found, weight } = best;
      const path = recognitionPath(hypothesis!, references[reference]![0]!, settings);
      const steps = new Steps();
      const several = references.length > 1;
      for (let n = 1; n <= order; n++) {
        const items = ngramsOf(path, n, reference);
        const note = several && n === 1 && { note: `reference ${reference + 1} gives the highest rate` };
        steps.counted(`g${n}`, `${n}-grams recognized`, items.reduce((sum, { adds = 0 }) => sum + adds, 0), { ...note, items }); // prettier-ignore
      }
      const extra = path.filter(({ kind }) => kind === 'extra');
      steps.counted('I', 'words inserted', extra.length, { items: extra.map(({ i }) => ({ kind: 'extra', adds: 1, hypothesis: [{ from: i, to: i + 1 }] })) }); // prettier-ignore
      const missing = path.filter(({ kind }) => kind === 'missing');
      steps.counted('D', 'words deleted', missing.length, { items: missing.map(({ j }) => ({ kind: 'missing', adds: 1, references: [{ from: j, to: j + 1, reference }] })) }); // prettier-ignore

      const grams = Array.from({ length: order }, (_, n) => `g${n + 1}`).join(' + ');
      const formula = `${grams} ${costTerm(insertion, 'I')} ${costTerm(deletion, 'D')}`;
      /** The automaton adds costs word by word; only sums of integers are the same in any order. */
      const weigh = (id: string, name: string) => {
        if (Number.isInteger(insertion) && Number.isInteger(deletion)) steps.computed(id, name, formula);
        else steps.counted(id, name, here, { note: `${formula}, added word by word` });
      };
      if (found === here) weigh('R', 'recognized');
      else {
        weigh('X', `recognized of reference ${reference + 1}`);
        steps.counted('T', 'to recognize of it', there);
      }
      steps.counted('N', 'to recognize', weight, {
        ...(several && { note: `mean of ${references.length} references` }),
      });
      if (found !== here) {
        if (there > 0) steps.computed('R', 'recognized, for the mean reference', 'X * N / T');
        else steps.computed('R', 'recognized, for the mean reference', found === 0 ? '0' : 'N', { note: 'the reference is empty' }); // prettier-ignore
      }
      return steps.list;
    },
  };
}

/** `- 1 * I`; a negative cost is a reward. */
const costTerm = (cost: number, symbol: string): string => `${cost < 0 ? '+' : '-'} ${Math.abs(cost)} * ${symbol}`;

/** Those that match; and for single words, those that are substituted. */
function ngramsOf(path: readonly PathStep[], n: number, reference: number): StepItem[] {
  return path
    .filter(({ kind, run }) => run >= n || (n === 1 && kind === 'substitution'))
    .map(({ kind, i, j }) => ({
      kind,
      adds: kind === 'match' ? 1 : 0,
      hypothesis: [{ from: i + 1 - n, to: i + 1 }],
      references: [{ from: j + 1 - n, to: j + 1, reference }],
    }));
}

export const recognitionNotes = [
  'With several references the highest rate of a segment counts, weighted by the mean of what there is to recognize in each. The weights of segments must not depend on the system; otherwise the score would not be the weighted mean of sentence scores that the paper calls for. Repeating a reference changes that mean.',
  'Scores below 0 are kept. An empty reference has nothing to recognize: it adds the cost of insertions and no weight; as a single segment it scores 100 if that cost is 0, otherwise 0.',
];
