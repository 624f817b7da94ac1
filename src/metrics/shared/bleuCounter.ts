/** Rows of BLEU: both lengths, then for each order the clipped matches, then for each the n-grams of the hypothesis. */
import { type BlockCounter, type Counter, type Explainer, Steps, type Text, type Tokens } from '../../core/index.ts';
import { NgramKernel, NgramMatcher, isHard, isKernelTokens } from '../../text/index.ts';
import { ngramItems, sumOf } from './ngramItems.ts';
import { type ReferenceLength, effectiveLength } from './referenceLength.ts';
import type { WordSettings } from './wordOptions.ts';

export const bleuStatistics = (order: number): string[] => [
  'hypothesis length',
  'reference length',
  ...perOrder('matches', order),
  ...perOrder('n-grams', order),
];

/** Where in such a row the two lengths are. */
export const bleuLengths = { hypothesis: 0, reference: 1 };

export const perOrder = (name: string, order: number): string[] =>
  Array.from({ length: order }, (_, n) => `${name} ${n + 1}`);

/** Values by order, from 1, as parts of a score. */
export const namedByOrder = (name: string, values: readonly number[]): Record<string, number> =>
  Object.fromEntries(values.map((value, n) => [`${name} ${n + 1}`, value]));

/** The references of a segment through the first view; the list object is reused from segment to segment. */
export function takeWords(texts: readonly Text[], references: Tokens[]): Tokens[] {
  references.length = texts.length;
  for (let r = 0; r < texts.length; r++) references[r] = texts[r]![0]!;
  return references;
}

export function bleuCounter(order: number, referenceLength: ReferenceLength): Counter {
  const matcher = new NgramMatcher(order);
  const lengthOf = effectiveLength[referenceLength];
  const references: Tokens[] = [];
  return {
    prepare(texts) {
      matcher.setReferences(takeWords(texts, references));
    },
    collect(hypothesis, rows, at) {
      const tokens = hypothesis[0]!;
      const length = tokens.end - tokens.start;
      writeLengths(rows, at, order, length, lengthOf(references, length));
      rows.fill(0, at + 2, at + 2 + order);
      matcher.match(tokens, rows, at + 2);
    },
  };
}

/** All of such a row but the matches. */
function writeLengths(rows: Float64Array, at: number, order: number, length: number, wanted: number): void {
  rows[at] = length;
  rows[at + 1] = wanted;
  const totals = at + 2 + order;
  for (let n = 0; n < order; n++) rows[totals + n] = length > n ? length - n : 0;
}

/** The same for many segments at once, where a kernel can cut words as these settings say; rows have `width` numbers. */
export function bleuBlockCounter(
  order: number,
  referenceLength: ReferenceLength,
  { tokenizer, lowercase }: WordSettings,
  width = 2 + 2 * order,
): BlockCounter | undefined {
  const ofCharacters = tokenizer === 'char';
  const cut = ofCharacters ? 'characters' : tokenizer;
  const kernel = isKernelTokens(cut) ? NgramKernel.of(cut, order, ofCharacters) : undefined;
  const lengthOf = effectiveLength[referenceLength];
  const lengths: { ids: Int32Array; start: number; end: number }[] = [];
  return (
    kernel && {
      count(given, rows, at, apart) {
        const block = lowercase ? given.lower() : given;
        const { size } = block;
        const references = block.references.length;
        const systems = block.hypotheses.length;
        // Characters are matched with one reference at a time.
        const counts = ofCharacters && references > 1 ? undefined : kernel.count(block);
        if (!counts) return Array(size).keys();
        const left: number[] = [];
        while (lengths.length < references) lengths.push({ ids: new Int32Array(0), start: 0, end: 0 });
        lengths.length = references;
        for (let i = 0, from = 0; i < size; i++) {
          let isLeft = counts[from] === isHard;
          for (let r = 0; r < references; r++) lengths[r]!.end = counts[from + r]!;
          from += references;
          for (let s = 0; s < systems; s++, from += order + 1) {
            const length = counts[from]!;
            if (length === isHard) isLeft = true;
            if (isLeft) continue;
            const to = (at + s * apart + i) * width;
            writeLengths(rows, to, order, length, references === 1 ? lengths[0]!.end : lengthOf(lengths, length));
            for (let n = 0; n < order; n++) rows[to + 2 + n] = counts[from + 1 + n]!;
          }
          if (isLeft) left.push(i);
        }
        return left;
      },
    }
  );
}

/** Adds the steps `c` and `r`; returns the number of the reference whose length counts, or −1 if it is that of none. */
export function countLengths(
  steps: Steps,
  length: number,
  references: readonly Tokens[],
  referenceLength: ReferenceLength,
): number {
  const wanted = effectiveLength[referenceLength](references, length);
  const chosen = references.findIndex(({ start, end }) => end - start === wanted);
  steps.counted('c', 'words in the output', length);
  steps.counted('r', 'words in the reference', wanted, {
    ...(references.length > 1 && {
      note: chosen < 0 ? `${referenceLength} length` : `reference ${chosen + 1}, the ${referenceLength} in length`,
    }),
  });
  return chosen;
}

/** The words behind such a row. */
export function bleuExplainer(order: number, referenceLength: ReferenceLength): Explainer {
  return {
    explain(hypothesis, texts) {
      const references = takeWords(texts, []);
      const tokens = hypothesis[0]!;
      const length = tokens.end - tokens.start;
      const steps = new Steps();
      const chosen = countLengths(steps, length, references, referenceLength);
      for (let n = 1; n <= order; n++) {
        const items = ngramItems(tokens, references, { n, ...(chosen >= 0 && { wanted: [chosen] }) });
        steps.counted(`m${n}`, `${n}-grams matched`, sumOf(items), { items });
        steps.counted(`t${n}`, `${n}-grams in the output`, Math.max(0, length - n + 1));
      }
      return steps.list;
    },
  };
}
