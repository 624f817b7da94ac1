/** ParaEval: the words of the reference that the output has, as they are or by a paraphrase. Zhou, Lin and Hovy, EMNLP 2006. */
import {
  type Explainer,
  type MetricBody,
  type StepItem,
  Steps,
  type Text,
  UsageError,
  choice,
  defineMetric,
  file,
  lowercaseFlag,
  percent,
} from '../../core/index.ts';
import { textFileNamed, textFileNeed, wordColumn, words } from '../../text/index.ts';
import { BestReference, type RowRule, bestRowCounter } from '../shared/bestReference.ts';
import { once } from '../shared/presetOptions.ts';
import { wordNeeds, wordOptions, wordTokenizer } from '../shared/wordOptions.ts';
import { PhraseTable } from './meteor/phraseTable.ts';

const options = {
  ...wordOptions,
  lowercase: lowercaseFlag(true),
  paraphrases: file({
    key: 'paraphrases',
    accepts: 'a table of paraphrases in the text format of Meteor',
    help: 'The table: three lines per entry, a probability, a phrase and its paraphrase. Required.',
  }),
  base: choice(['recall', 'precision', 'f1'], {
    key: 'base',
    default: 'recall',
    help: 'What is reported: matched words per word of the reference, per word of the output, or F1 of both.',
  }),
  compat: choice(['none', 'paper'], {
    key: 'compat',
    default: 'none',
    help: 'Match equal words before paraphrases of the same length (none), or only words that no paraphrase covers (paper).',
  }),
};

type Compat = 'none' | 'paper';

type Base = 'recall' | 'precision' | 'f1';

const lengths = { hypothesis: 2, reference: 3 };

export default defineMetric({
  id: 'paraeval',
  summary:
    'Words of the reference that the output has, as they are or by a paraphrase from a table, per reference word.',
  cite: 'Zhou, Lin and Hovy (2006): Re-evaluating machine translation results with paraphrase support. EMNLP.',
  notes: [
    'Phrases of the reference are matched with phrases of the output that are equal to them or that the table links to them, in either direction. Phrases that cover the most reference words are matched first, equal ones before paraphrases, then from left to right; no word is matched twice. Recall, the default, is the ParaEval recall of Table 1 of Chiang et al. (2008).',
    'In the paper, equal words are matched only where no paraphrase was. Then a text can lose words that it has in common with its reference to paraphrases of other words, and need not score 100 against itself; so equal phrases come first here, among phrases of the same length. `compat=paper` matches all paraphrases first, longest first, and then equal words.',
    'Tables are those of METEOR’s module `paraphrase`; probabilities have no effect. Words of a table are compared as they are written, and texts are lower-cased by default, so the table should be in lower case and tokenized like the texts.',
    'Each segment is scored against the reference that gives the highest score. Ties go to the reference closest in length to the hypothesis, then to the shorter one. The score of a whole text is computed from sums over segments. Empty references are ignored.',
  ],
  example: 'paraeval(paraphrases=paraphrase-en.gz)',
  options,
  readName(name) {
    const [, base] = /^paraeval-(recall|precision|f1)$/i.exec(name) ?? [];
    return base === undefined ? undefined : { base: options.base.parse(base.toLowerCase()) };
  },
  needs: (settings) => [
    ...wordNeeds(settings),
    ...(settings.paraphrases === '' ? [] : [textFileNeed(settings.paraphrases)]),
  ],
  create(settings, resources): MetricBody {
    const { base, compat, lowercase, paraphrases } = settings;
    const tokenizer = wordTokenizer(settings, resources);
    const table = once(() => {
      if (paraphrases === '')
        throw new UsageError(
          "paraeval needs a table of paraphrases in Meteor's format. Type 'paraeval(paraphrases=FILE)'.",
        );
      return new PhraseTable(textFileNamed(paraphrases, resources));
    });
    const name = base === 'recall' ? 'ParaEval' : `ParaEval-${base}`;
    return {
      name,
      range: percent,
      decomposable: false,
      reads: [
        words(tokenizer, { lowercase }),
        wordColumn(`paraphrases:${textFileNeed(paraphrases)}`, table, tokenizer, { lowercase }),
      ],
      statistics: ['reference words matched', 'hypothesis words matched', 'hypothesis length', 'reference length'],
      lengths,
      counter: () => bestRowCounter(ruleFor(table(), base, compat)),
      score: (sums) => 100 * rates[base](sums),
      parts: (sums) => ({ precision: 100 * rates.precision(sums), recall: 100 * rates.recall(sums) }),
      explain: (sums, segment) => explainRates(new Steps(segment), sums, base),
      explainer: () => paraevalExplainer(table(), base, compat),
    };
  },
});

const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

const rates: Readonly<Record<Base, (row: ArrayLike<number>) => number>> = {
  recall: (row) => share(row[0]!, row[3]!),
  precision: (row) => share(row[1]!, row[2]!),
  f1(row) {
    const [precision, recall] = [rates.precision(row), rates.recall(row)];
    return precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0;
  },
};

function ruleFor(table: PhraseTable, base: Base, compat: Compat): RowRule {
  const matching = new PhraseMatching(table, compat);
  return {
    width: 4,
    lengths,
    prefers: 'greater',
    count(hypothesis, reference, row) {
      for (const { length, size } of matching.match(hypothesis, reference)) {
        row[0]! += size;
        row[1]! += length;
      }
      row[2] = hypothesis[0]!.end - hypothesis[0]!.start;
      row[3] = reference[0]!.end - reference[0]!.start;
    },
    score: rates[base],
  };
}

/** Words `from` … of the hypothesis, `length` of them, and words `at` … of the reference, `size` of them. */
interface PhrasePair {
  readonly from: number;
  readonly length: number;
  readonly at: number;
  readonly size: number;
  readonly isEqual: boolean;
}

/** In which order paraphrases are matched, so that neither the order of the table nor its direction matters. */
const byCover = (one: PhrasePair, other: PhrasePair): number =>
  other.size - one.size || one.at - other.at || one.length - other.length || one.from - other.from;

/** Matches phrases greedily; first those that cover the most reference words. */
class PhraseMatching {
  readonly #table: PhraseTable;
  readonly #compat: Compat;
  #hypothesisIsFree: Uint8Array = new Uint8Array(64);
  #referenceIsFree: Uint8Array = new Uint8Array(64);

  constructor(table: PhraseTable, compat: Compat) {
    this.#table = table;
    this.#compat = compat;
  }

  match(hypothesis: Text, reference: Text): PhrasePair[] {
    const [own, theirs] = [hypothesis[0]!, reference[0]!];
    const [words, others] = [own.end - own.start, theirs.end - theirs.start];
    this.#hypothesisIsFree = freed(this.#hypothesisIsFree, words);
    this.#referenceIsFree = freed(this.#referenceIsFree, others);
    const paraphrases: PhrasePair[] = [];
    this.#table.find(hypothesis[1]!, reference[1]!, (from, length, at, size) =>
      paraphrases.push({ from, length, at, size, isEqual: false }),
    );
    paraphrases.sort(byCover);
    const places = new Map<number, number[]>(); // of the words of the hypothesis, by id
    for (let i = 0; i < words; i++) {
      const id = own.ids[own.start + i]!;
      const known = places.get(id);
      if (known) known.push(i);
      else places.set(id, [i]);
    }
    const found: PhrasePair[] = [];
    const take = (pair: PhrasePair): void => {
      if (!isFree(this.#hypothesisIsFree, pair.from, pair.length)) return;
      if (!isFree(this.#referenceIsFree, pair.at, pair.size)) return;
      this.#hypothesisIsFree.fill(0, pair.from, pair.from + pair.length);
      this.#referenceIsFree.fill(0, pair.at, pair.at + pair.size);
      found.push(pair);
    };
    if (this.#compat === 'paper') paraphrases.splice(0).forEach(take);
    let next = 0;
    for (let size = paraphrases[0]?.size ?? 1; size > 0; size--) {
      for (let at = 0; at + size <= others; at++) {
        if (!isFree(this.#referenceIsFree, at, size)) continue;
        const from = places.get(theirs.ids[theirs.start + at]!)?.find((i) => {
          if (i + size > words || !isFree(this.#hypothesisIsFree, i, size)) return false;
          let k = 1;
          while (k < size && own.ids[own.start + i + k] === theirs.ids[theirs.start + at + k]) k++;
          return k === size;
        });
        if (from !== undefined) take({ from, length: size, at, size, isEqual: true });
      }
      for (; paraphrases[next]?.size === size; next++) take(paraphrases[next]!);
    }
    return found;
  }
}

const freed = (list: Uint8Array, length: number): Uint8Array =>
  (list.length < length ? new Uint8Array(2 * length) : list).fill(1, 0, length);

function isFree(list: Uint8Array, from: number, length: number): boolean {
  for (let k = from; k < from + length; k++) if (list[k] === 0) return false;
  return true;
}

function explainRates(steps: Steps, row: ArrayLike<number>, base: Base): Steps['list'] {
  const counts = {
    recall: ['m', 'reference words matched', 0, 'r', 'words in the reference', 3],
    precision: ['k', 'words of the output matched', 1, 'c', 'words in the output', 2],
  } as const;
  const wanted = base === 'f1' ? (['precision', 'recall'] as const) : [base];
  for (const each of wanted) {
    const [id, name, at, whole, wholeName, wholeAt] = counts[each];
    steps.counted(id, name, row[at]!);
    steps.counted(whole, wholeName, row[wholeAt]!);
  }
  if (rates[base](row) === 0) {
    const isEmpty = wanted.some((each) => row[counts[each][5]] === 0);
    steps.computed('score', 'score', '0', { note: isEmpty ? 'there are no words to compare' : 'nothing matches' });
  } else if (base === 'f1') {
    steps.computed('P', 'precision', 'k / c');
    steps.computed('R', 'recall', 'm / r');
    steps.computed('score', 'score', '100 * (2 * P * R / (P + R))');
  } else steps.computed('score', 'score', base === 'recall' ? '100 * (m / r)' : '100 * (k / c)');
  return steps.list;
}

/** Against the reference that counts. */
function paraevalExplainer(table: PhraseTable, base: Base, compat: Compat): Explainer {
  const best = new BestReference(ruleFor(table, base, compat));
  const matching = new PhraseMatching(table, compat);
  return {
    explain(hypothesis, references) {
      const r = best.find(hypothesis, references);
      if (r < 0) return [];
      const pairs = matching.match(hypothesis, references[r]!);
      const note = references.length > 1 && { note: `with reference ${r + 1}, which gives the highest score` };
      const [, , words, others] = best.row as unknown as [number, number, number, number];
      const steps = new Steps();
      const itemsBy = (adds: 'size' | 'length') => matchItems(pairs, words, others, r, adds);
      if (base !== 'precision') {
        steps.counted('m', 'reference words matched', best.row[0]!, { ...note, items: itemsBy('size') });
      }
      if (base !== 'recall') {
        steps.counted('k', 'words of the output matched', best.row[1]!, { ...note, items: itemsBy('length') });
      }
      return steps.list;
    },
  };
}

/** Pairs of phrases add the words of one side; words that no phrase covers add nothing. */
function matchItems(
  pairs: readonly PhrasePair[],
  words: number,
  others: number,
  reference: number,
  adds: 'size' | 'length',
): StepItem[] {
  const uncovered = (count: number, covers: (pair: PhrasePair, k: number) => boolean): number[] =>
    Array.from({ length: count }, (_, k) => k).filter((k) => !pairs.some((pair) => covers(pair, k)));
  return [
    ...pairs.map((pair): StepItem => ({
      kind: pair.isEqual ? 'match' : 'paraphrase',
      adds: pair[adds],
      hypothesis: [{ from: pair.from, to: pair.from + pair.length }],
      references: [{ from: pair.at, to: pair.at + pair.size, reference }],
    })),
    ...uncovered(words, ({ from, length }, i) => i >= from && i < from + length).map((i): StepItem => ({ kind: 'extra', adds: 0, hypothesis: [{ from: i, to: i + 1 }] })), // prettier-ignore
    ...uncovered(others, ({ at, size }, j) => j >= at && j < at + size).map((j): StepItem => ({ kind: 'missing', adds: 0, references: [{ from: j, to: j + 1, reference }] })), // prettier-ignore
  ];
}
