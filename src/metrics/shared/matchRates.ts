/** Rates of the words that match in a shortest sequence of edits: MER, WIL and WIP of Morris, Maier and Green, Interspeech 2004. */
import {
  type Explainer,
  type MetricBody,
  Steps,
  type Tokens,
  UsageError,
  choice,
  defineMetric,
  percent,
} from '../../core/index.ts';
import { MatchedEdits } from '../../text/index.ts';
import { BestReference, type RowRule, bestRowCounter } from './bestReference.ts';
import { editItems } from './editItems.ts';
import { inReference } from './errorRate.ts';
import { wordNeeds, wordOptions, wordView } from './wordOptions.ts';

const options = {
  ...wordOptions,
  compat: choice(['none', 'jiwer'], {
    key: 'compat',
    default: 'none',
    help: 'Of several shortest sequences of edits, count the one with the most matches (none) or the one that jiwer finds (jiwer).',
  }),
};

type Compat = 'none' | 'jiwer';

const lengths = { hypothesis: 2, reference: 3 };

interface MatchRate {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly formula: string;
  readonly isError: boolean;
  /** From 0 to 1, of matches, edits and both lengths. */
  rate(matches: number, edits: number, hypothesis: number, reference: number): number;
  /** Adds the step `score` to those of the row: `m`, `E`, `c` and `r`. */
  explain(steps: Steps, row: ArrayLike<number>): void;
}

/** Tables of more cells would not fit into memory. */
const mostCells = 1 << 28;

function counting(compat: Compat): (hypothesis: Tokens, reference: Tokens, row: Float64Array) => void {
  const edits = new MatchedEdits();
  return (hypothesis, reference, row) => {
    const [own, theirs] = [hypothesis.end - hypothesis.start, reference.end - reference.start];
    if (compat === 'none') edits.count(hypothesis, reference);
    else if (own * theirs <= mostCells) edits.countAsRapidFuzz(hypothesis, reference);
    else {
      throw new UsageError(`Segments of ${own} and ${theirs} words are too long for compat=jiwer. Leave it out.`);
    }
    row[0] = edits.matches;
    row[1] = edits.edits;
    row[2] = own;
    row[3] = theirs;
  };
}

export function defineMatchRate({ id, name, summary, formula, isError, rate, explain }: MatchRate) {
  const score = (row: ArrayLike<number>): number => rate(row[0]!, row[1]!, row[2]!, row[3]!);
  const ruleFor = (compat: Compat): RowRule => {
    const count = counting(compat);
    return {
      width: 4,
      lengths,
      prefers: 'greater',
      isEmpty: () => false,
      count: ([hypothesis], [reference], row) => count(hypothesis!, reference!, row),
      score: (row) => (isError ? -score(row) : score(row)),
    };
  };
  return defineMetric({
    id,
    summary,
    cite: 'Morris, Maier and Green (2004): From WER and RIL to MER and WIL: improved evaluation measures for connected speech recognition. Interspeech.',
    notes: [
      `${formula} The counts are those of a shortest sequence of insertions, deletions and substitutions, added up over all segments.`,
      'There can be several such sequences, and they need not match the same number of words. Here the one with the most matches counts. jiwer takes the one that its library finds, which can have fewer; `compat=jiwer` gives its result.',
      'Each segment is scored against the reference that gives the best score. Ties go to the reference closest in length to the hypothesis, then to the shorter one. An empty text matches nothing; two empty texts have no error.',
    ],
    example: `${id}(case=lc)`,
    options,
    needs: wordNeeds,
    create(settings, resources): MetricBody {
      return {
        name,
        range: isError ? { worst: 100, best: 0 } : percent,
        decomposable: false,
        reads: [wordView(settings, resources)],
        statistics: ['matches', 'edits', 'hypothesis length', 'reference length'],
        lengths,
        counter: () => bestRowCounter(ruleFor(settings.compat)),
        score: (sums) => 100 * score(sums),
        explain(sums, segment) {
          const steps = new Steps(segment);
          steps.counted('m', 'words that match', sums[0]!);
          steps.counted('E', 'words to insert, delete or substitute', sums[1]!);
          steps.counted('c', 'words in the output', sums[2]!);
          steps.counted('r', 'words in the reference', sums[3]!);
          explain(steps, sums);
          return steps.list;
        },
        explainer: () => matchExplainer(ruleFor(settings.compat)),
      };
    },
  });
}

function matchExplainer(rule: RowRule): Explainer {
  const best = new BestReference(rule);
  return {
    explain(hypothesis, references) {
      const r = best.find(hypothesis, references);
      const [matches, edits, own, theirs] = best.row as unknown as [number, number, number, number];
      const steps = new Steps();
      const items = inReference(editItems(hypothesis[0]!, references[r]![0]!), r);
      const matched = items.filter(({ kind }) => kind === 'match').map((item) => ({ ...item, adds: 1 }));
      const note = references.length > 1 && { note: `with reference ${r + 1}, which gives the best score` };
      // Another sequence of as many edits may be shown than the one that counts with compat=jiwer.
      const isShown = matched.length === matches;
      steps.counted('m', 'words that match', matches, { ...note, ...(isShown && { items: matched }) });
      steps.counted('E', 'words to insert, delete or substitute', edits, {
        ...(isShown && { items: items.filter(({ kind }) => kind !== 'match') }),
      });
      steps.counted('c', 'words in the output', own);
      steps.counted('r', 'words in the reference', theirs);
      return steps.list;
    },
  };
}
