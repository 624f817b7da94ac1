/** GTM: F1 of common words, with more weight on longer common runs. Turian, Shen and Melamed, MT Summit 2003; as in GTM 1.4. */
import { type MetricBody, type StepItem, type Tokens, defineMetric, number, pow } from '../../core/index.ts';
import { CommonRuns } from '../../text/index.ts';
import { factorName, factorNeeds, factorNote, factorOptions, factorView } from '../shared/analysisOptions.ts';
import { type Common, type CommonSteps, overlapBody } from '../shared/overlap.ts';
import { wordOptions } from '../shared/wordOptions.ts';

const options = {
  ...wordOptions,
  exponent: number({
    key: 'e',
    default: 1.2,
    // With a smaller exponent the score of a long text exceeds all bounds.
    min: 0.1,
    max: 100,
    help: 'How much long runs are favoured: 1 for not at all; below 1, scattered words are favoured and scores can exceed 100.',
  }),
  ...factorOptions,
};

const nameOf = ({ exponent }: { readonly exponent: number }): string => `GTM-${exponent}`;

export default defineMetric({
  id: 'gtm',
  summary: 'F1 of the words in common with the reference, with more weight on words that are contiguous in both.',
  cite: 'Turian, Shen and Melamed (2003): Evaluation of machine translation and its evaluation. MT Summit IX. — Melamed, Green and Turian (2003): Precision and recall of machine translation. HLT-NAACL.',
  notes: [
    'The longest run of words that both texts have is removed from both, repeatedly; ties go to the first run in the hypothesis, then to the first in the reference. The match size is (Σ runᵉ)^(1/e). Divided by the length of the hypothesis it is precision, by that of the reference recall. The score is their F1; for a whole text it is computed from the sums of match sizes and lengths.',
    'The exponent is part of the name: `gtm-2` is `gtm(e=2)`. With 1 it is the F1 of single words, `f1`.',
    'With an exponent below 1, such as the .5 of some WMT submissions, runs count less than scattered words: a perfect translation scores 100, but other texts can score more, without limit. Use such scores only to rank.',
    'Each segment is scored against the reference that gives the highest score. Ties go to the reference closest in length to the hypothesis, then to the shorter one. What GTM 1.4 does with several references is not known. An empty hypothesis has no words in common with any reference. Empty references are ignored.',
    factorNote,
  ],
  example: 'gtm(e=2)',
  options,
  readName(name) {
    const [, exponent] = /^gtm-?(\d*\.?\d+)$/i.exec(name) ?? [];
    return exponent === undefined ? undefined : { exponent: options.exponent.parse(exponent) };
  },
  nameOf,
  needs: factorNeeds,
  create(settings, resources): MetricBody {
    const { exponent } = settings;
    return {
      name: factorName(nameOf(settings), settings),
      ...(exponent < 1 && {
        caution: `${nameOf(settings)}: with an exponent below 1, a perfect translation scores 100 and other texts can score more. Use these scores only to rank.`,
      }),
      reads: [factorView(settings, resources)],
      ...overlapBody('match size', () => matchSize(exponent), explainSize(exponent)),
      ...(exponent < 1 && { range: { worst: 0, best: Infinity, unit: 100 } }),
    };
  },
});

/** (Σ runᵉ)^(1/e), as longest · (Σ (run / longest)ᵉ)^(1/e), which stays small and is exact for a single run. */
function matchSize(exponent: number): Common {
  const runs = new CommonRuns();
  return (hypothesis, reference) => {
    const count = runs.take(hypothesis, reference);
    const { lengths } = runs;
    if (count === 0) return 0;
    let sum = 0;
    if (exponent === 1) {
      for (let k = 0; k < count; k++) sum += lengths[k]!;
      return sum;
    }
    const longest = lengths[0]!;
    let length = longest;
    let power = 1;
    for (let k = 0; k < count; k++) {
      if (lengths[k] !== length) {
        length = lengths[k]!;
        power = pow(length / longest, exponent);
      }
      sum += power;
    }
    return longest * pow(sum, 1 / exponent);
  };
}

/** The runs, and their sum of powers as `matchSize` adds it up. */
function explainSize(exponent: number): CommonSteps {
  return (steps, hypothesis, reference, r) => {
    const runs = commonRuns(hypothesis, reference);
    const [longest = 0] = runs.map(({ length }) => length);
    const itemsFor = (adds: (length: number) => number): StepItem[] =>
      runs.map(({ own, theirs, length }) => ({
        kind: 'run',
        adds: adds(length),
        hypothesis: [{ from: own, to: own + length }],
        references: [{ from: theirs, to: theirs + length, reference: r }],
      }));
    if (longest === 0) steps.counted('m', 'match size', 0, { note: 'no words in common' });
    else if (exponent === 1) {
      const words = runs.reduce((sum, { length }) => sum + length, 0);
      steps.counted('m', 'match size', words, { items: itemsFor((length) => length) });
    } else {
      const power = (length: number) => (length === longest ? 1 : pow(length / longest, exponent));
      steps.counted('L', 'words in the longest common run', longest);
      const powers = runs.reduce((sum, { length }) => sum + power(length), 0);
      steps.counted('S', 'common runs, each as (its words / L)^e', powers, {
        note: `e is ${exponent}`,
        items: itemsFor(power),
      });
      steps.computed('m', 'match size', `L * S^(1 / ${exponent})`);
    }
  };
}

interface CommonRun {
  /** Where it begins in the hypothesis and in the reference. */
  readonly own: number;
  readonly theirs: number;
  readonly length: number;
}

/** As CommonRuns takes them, the longest first, with their places; plain, because explaining one segment need not be fast. */
function commonRuns(hypothesis: Tokens, reference: Tokens): CommonRun[] {
  const own: (number | undefined)[] = [...hypothesis.ids.subarray(hypothesis.start, hypothesis.end)];
  const theirs: (number | undefined)[] = [...reference.ids.subarray(reference.start, reference.end)];
  const runs: CommonRun[] = [];
  for (;;) {
    let best: CommonRun = { own: 0, theirs: 0, length: 0 };
    let after: number[] = []; // by reference position: the run that begins there and one hypothesis position later
    for (let i = own.length - 1; i >= 0; i--) {
      const here = theirs.map((word, j) => (word !== undefined && word === own[i] ? 1 + (after[j + 1] ?? 0) : 0));
      for (let j = here.length - 1; j >= 0; j--) {
        if (here[j]! >= best.length) best = { own: i, theirs: j, length: here[j]! };
      }
      after = here;
    }
    if (best.length === 0) return runs;
    runs.push(best);
    own.fill(undefined, best.own, best.own + best.length);
    theirs.fill(undefined, best.theirs, best.theirs + best.length);
  }
}
