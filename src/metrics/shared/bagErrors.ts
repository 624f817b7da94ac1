/** Errors that are left when words may stand in any order: the length of the longer side less the words in common. */
import type { Tokens } from '../../core/index.ts';
import type { CommonTokens } from '../../text/index.ts';

export const bagErrors = (common: CommonTokens, hypothesis: Tokens, reference: Tokens): number =>
  Math.max(hypothesis.end - hypothesis.start, reference.end - reference.start) - common.count(hypothesis, reference);
