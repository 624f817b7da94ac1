/** Common subsequences and skip bigrams of two texts, straight from their definitions. Lin (2004), sections 3 to 5. */

export function plainLongest<T>(one: readonly T[], other: readonly T[]): number {
  const table = [...one, null].map(() => [...other, null].map(() => 0));
  one.forEach((a, i) =>
    other.forEach((b, j) => {
      table[i + 1]![j + 1] = a === b ? table[i]![j]! + 1 : Math.max(table[i]![j + 1]!, table[i + 1]![j]!);
    }),
  );
  return table[one.length]![other.length]!;
}

/** The weight by the recurrence of the paper; and the weight of runs of reference words on the way back, as in ROUGE-1.5.5. */
export function plainWeighted<T>(hypothesis: readonly T[], reference: readonly T[], exponent: number) {
  const f = (k: number) => k ** exponent;
  const table = () => [...reference, null].map(() => [...hypothesis, null].map(() => 0));
  const [c, w] = [table(), table()];
  for (let i = 1; i <= reference.length; i++) {
    for (let j = 1; j <= hypothesis.length; j++) {
      if (reference[i - 1] === hypothesis[j - 1]) {
        const k = w[i - 1]![j - 1]!;
        c[i]![j] = c[i - 1]![j - 1]! + f(k + 1) - f(k);
        w[i]![j] = k + 1;
      } else c[i]![j] = Math.max(c[i - 1]![j]!, c[i]![j - 1]!);
    }
  }
  const marks = reference.map(() => ' ');
  let [i, j] = [reference.length, hypothesis.length];
  while (i > 0 && j > 0) {
    if (reference[i - 1] === hypothesis[j - 1]) {
      marks[i - 1] = 'x';
      i--;
      j--;
    } else if (c[i - 1]![j]! >= c[i]![j - 1]!) i--;
    else j--;
  }
  const runs = marks.join('').split(' ');
  return {
    heaviest: c[reference.length]![hypothesis.length]!,
    traced: runs.reduce((sum, run) => sum + f(run.length), 0),
  };
}

/** All pairs of words in order with at most `gap` words between. */
export const plainSkipBigrams = (text: readonly (string | number)[], gap: number): string[] =>
  text.flatMap((first, i) => text.flatMap((second, j) => (j > i && j - i - 1 <= gap ? [`${first} ${second}`] : [])));

/** How many items of one list can be paired with equal items of the other. */
export function plainCommon<T>(one: readonly T[], other: readonly T[]): number {
  const left = [...other];
  return one.filter((item) => {
    const at = left.indexOf(item);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
}
