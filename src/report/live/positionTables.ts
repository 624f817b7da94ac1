/** Whether the place at which an output was shown matters, as a report to read. */
import type { PlaceFigures } from '../../human/index.ts';
import type { Report } from '../table.ts';
import { fine, intervalText, numberCell, percent, right } from '../wording.ts';

export function positionTables(places: readonly PlaceFigures[], level: number, digits = fine): Report {
  const outside = places.filter(({ low, high }) => low > 0.5 || high < 0.5).map(({ place }) => place);
  const found =
    outside.length === 0
      ? 'No place wins more or less often than the others beyond chance.'
      : `Intervals without 0.5: place ${outside.join(', ')}.`;
  return {
    title: 'Places on the screen',
    tables: [
      {
        caption: 'How often an output beats the others of its ranking, by the place it is shown at',
        columns: ['place', 'rankings', 'wins', 'ties', 'losses', 'wins / decided', percent(level)].map(right),
        rows: places.map(({ place, rankings, wins, ties, losses, share, ...interval }) => [
          ...[place, rankings, wins, ties, losses].map(String),
          numberCell(share, digits),
          intervalText(interval, digits),
        ]),
      },
    ],
    findings: [{ name: 'places', text: found }],
    notes: [
      {
        name: 'wins / decided',
        text: 'comparisons with the other outputs on the same screen, ties left out; 0.5 if the place does not matter; intervals take whole rankings as the unit',
      },
    ],
  };
}
