/** Round numbers on an axis that hold the range between them: about so many steps at most, none smaller than the least. */
export function ticksOver(low: number, high: number, most: number, least: number): number[] {
  let step = least;
  // 1, 2, 5, 10, 20, 50, …
  for (let i = 0; (high - low) / step > most + rounding; i++) step *= i % 3 === 1 ? 2.5 : 2;
  const from = Math.floor(low / step + rounding);
  const to = Math.max(Math.ceil(high / step - rounding), from + 1);
  return Array.from({ length: to - from + 1 }, (_, i) => Number(((from + i) * step).toFixed(4)));
}

/** A number that is a tick but for the last bits of it is one. */
const rounding = 1e-9;
