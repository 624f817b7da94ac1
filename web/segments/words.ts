/** Scores as the segment browser writes them. */

export const scoreText = (score: number, digits: number): string =>
  Number.isNaN(score) ? '–' : score.toFixed(digits).replace('-', '−');

/** With its sign, unless it is shown as zero. */
export function differenceText(difference: number, digits: number): string {
  const text = scoreText(difference, digits);
  if (Number.isNaN(difference) || Number(Math.abs(difference).toFixed(digits)) === 0) return text.replace('−', '');
  return difference > 0 ? `+${text}` : text;
}
