/** Which reference word each hypothesis word corresponds to, straight from the rule of RIBES 1.03: every context is looked up. */

/** The positions of `words` in `text`. */
function occurrences(words: readonly number[], text: readonly number[]): number[] {
  return [...text.keys()].filter((at) => words.every((word, k) => text[at + k] === word));
}

/** Reference positions of the aligned hypothesis words. */
export function plainCorrespondence(hypothesis: readonly number[], reference: readonly number[]): number[] {
  const whereIfOnce = (from: number, to: number): number | undefined => {
    if (from < 0 || to > hypothesis.length) return undefined;
    const words = hypothesis.slice(from, to);
    const found = occurrences(words, reference);
    return found.length === 1 && occurrences(words, hypothesis).length === 1 ? found[0] : undefined;
  };
  return hypothesis.flatMap((_, i) => {
    for (let context = 0; context < hypothesis.length; context++) {
      const left = whereIfOnce(i - context, i + 1);
      if (left !== undefined) return [left + context];
      const right = whereIfOnce(i, i + context + 1);
      if (right !== undefined) return [right];
    }
    return [];
  });
}
