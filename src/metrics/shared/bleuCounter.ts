/** Rows of BLEU: both lengths, then for each order the clipped matches, then for each the n-grams of the hypothesis. */
import type { Counter, Text, Tokens } from '../../core/index.ts';
import { NgramMatcher } from '../../text/index.ts';
import { type ReferenceLength, effectiveLength } from './referenceLength.ts';

export const bleuStatistics = (order: number): string[] => [
  'hypothesis length',
  'reference length',
  ...perOrder('matches', order),
  ...perOrder('n-grams', order),
];

/** Where in such a row both lengths stand. */
export const bleuLengths = { hypothesis: 0, reference: 1 };

export const perOrder = (name: string, order: number): string[] =>
  Array.from({ length: order }, (_, n) => `${name} ${n + 1}`);

/** Values by order, from 1 on, as parts of a score. */
export const namedByOrder = (name: string, values: readonly number[]): Record<string, number> =>
  Object.fromEntries(values.map((value, n) => [`${name} ${n + 1}`, value]));

/** The references of a segment through the first view; the list is the same from segment to segment. */
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
