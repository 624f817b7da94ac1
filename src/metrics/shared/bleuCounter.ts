/** Rows of BLEU: both lengths, then for each order the clipped matches, then for each the n-grams of the hypothesis. */
import { type Counter, type Explainer, Steps, type Text, type Tokens } from '../../core/index.ts';
import { NgramMatcher } from '../../text/index.ts';
import { ngramItems, sumOf } from './ngramItems.ts';
import { type ReferenceLength, effectiveLength } from './referenceLength.ts';

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
      rows[at] = length;
      rows[at + 1] = lengthOf(references, length);
      const matches = at + 2;
      const totals = matches + order;
      for (let n = 0; n < order; n++) {
        rows[matches + n] = 0;
        rows[totals + n] = length > n ? length - n : 0;
      }
      matcher.match(tokens, rows, matches);
    },
  };
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
