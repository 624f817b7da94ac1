/** What editors made of outputs, as the journal tells it. */
import type { Assignment } from '../campaign/campaign.ts';
import type { CampaignRecord } from '../campaign/campaignRecord.ts';

/** One edit, also of an output that was left as it is because it is right or beyond correction. */
export interface FinishedEdit {
  readonly editor: string;
  readonly segment: number;
  /** The systems whose output it was. */
  readonly systems: readonly number[];
  readonly outcome: NonNullable<Assignment['edited']>['outcome'];
  /** The output itself where it was not changed. */
  readonly text: string;
}

/** The last answer to each assignment; without practice, and without editors who are excluded. In the order of judges and assignments. */
export function finishedEdits(record: CampaignRecord): FinishedEdit[] {
  const { outputs } = record.campaign;
  return [...record.judges.values()].flatMap(({ id, excluded, assignments, answers }) =>
    excluded !== undefined
      ? []
      : assignments.flatMap((each): FinishedEdit[] => {
          const answer = answers.get(each.id)?.last.answer;
          if (each.kind !== 'edit' || each.part === 'practice' || answer?.kind !== 'edit') return [];
          const { systems } = each.entries[0]!;
          const text = answer.outcome === 'edited' ? answer.text : outputs[systems[0]!]![each.segment]!;
          return [{ editor: id, segment: each.segment, systems, outcome: answer.outcome, text }];
        }),
  );
}
