/** Lengths of the common runs taken greedily, straight from the rule: find the longest run not yet taken, take it, repeat. */
export function plainCommonRuns<T>(hypothesis: readonly T[], reference: readonly T[]): number[] {
  const left = { hypothesis: hypothesis.map(() => true), reference: reference.map(() => true) };
  const lengths: number[] = [];
  for (;;) {
    let best = { i: 0, j: 0, length: 0 };
    for (let i = 0; i < hypothesis.length; i++) {
      for (let j = 0; j < reference.length; j++) {
        let length = 0;
        while (
          i + length < hypothesis.length &&
          hypothesis[i + length] === reference[j + length] &&
          left.hypothesis[i + length] &&
          left.reference[j + length]
        )
          length++;
        if (length > best.length) best = { i, j, length };
      }
    }
    if (best.length === 0) return lengths;
    lengths.push(best.length);
    left.hypothesis.fill(false, best.i, best.i + best.length);
    left.reference.fill(false, best.j, best.j + best.length);
  }
}
