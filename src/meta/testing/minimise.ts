/** The least value of a smooth convex function, from its values alone: the oracle of methods that know its derivatives. */

/** Newton's method with derivatives taken from differences: exact to about 10⁻⁷. */
export function minimise(loss: (at: readonly number[]) => number, start: readonly number[]): number[] {
  let at = [...start];
  const moved = (k: number, by: number, from = at): number[] => from.map((value, i) => (i === k ? value + by : value));
  for (let round = 0; round < 60; round++) {
    const slope = at.map((_, k) => (loss(moved(k, 1e-5)) - loss(moved(k, -1e-5))) / 2e-5);
    const h = 1e-3;
    const curvature = at.map((_, j) =>
      at.map((__, k) => {
        const corner = (a: number, b: number): number => loss(moved(k, b * h, moved(j, a * h)));
        return (corner(1, 1) - corner(1, -1) - corner(-1, 1) + corner(-1, -1)) / (4 * h * h);
      }),
    );
    const step = solve(curvature, slope);
    let size = 1;
    const now = loss(at);
    while (size > 1e-9 && loss(at.map((value, k) => value - size * step[k]!)) > now) size /= 2;
    at = at.map((value, k) => value - size * step[k]!);
    if (Math.max(...step.map(Math.abs)) < 1e-9) break;
  }
  return at;
}

/** Gauss's elimination. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]!]);
  rows.forEach((pivot, i) => {
    rows.forEach((row, j) => {
      if (j === i) return;
      const times = row[i]! / pivot[i]!;
      row.forEach((_, k) => (row[k]! -= times * pivot[k]!));
    });
  });
  return rows.map((row, i) => row.at(-1)! / row[i]!);
}
