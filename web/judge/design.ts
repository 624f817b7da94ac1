/** The design of an assignment: its scales, what can be marked, and its rules. */
import { type TaskDesign, percentScale } from '../../src/human/campaign/taskDesign.ts';
import type { ShownAssignment } from '../../src/server/wire.ts';

type ShownDesign = Pick<TaskDesign, 'protocol' | 'scales' | 'marking' | 'rules'>;

export function designOf({ kind, errors = { categories: [], severities: [] } }: ShownAssignment): ShownDesign {
  if (kind === 'assess') return { scales: [percentScale], rules: [] };
  if (kind !== 'mark') return { scales: [], rules: [] };
  return {
    scales: [percentScale],
    rules: [],
    marking: {
      severities: errors.severities.map((name) => ({ name })),
      categories: errors.categories.map((name) => ({ name, side: 'both' })),
      markers: [],
      inSource: true,
      unit: 'word',
    },
  };
}

/** Campaigns without a protocol ask for marks and leave the score to the judge. */
export const isScoreOptional = (assignment: ShownAssignment): boolean =>
  assignment.kind === 'mark' && designOf(assignment).protocol === undefined;
