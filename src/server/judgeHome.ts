/** Where a judge stands: what there is to do, what is done, what they are told and agree to. */
import type { CampaignRecord, JudgeRecord } from '../human/index.ts';
import { textVersion } from './textVersion.ts';
import type { JudgeHome } from './wire.ts';

export function judgeHome(record: CampaignRecord, judge: JudgeRecord): JudgeHome {
  const { campaign } = record;
  return {
    title: campaign.title,
    judge: judge.id,
    consent: {
      version: textVersion(campaign.consent),
      text: campaign.consent,
      given: hasConsented(record, judge),
    },
    frozen: record.frozen,
    tasks: campaign.kinds.map((kind) => {
      const own = judge.assignments
        .filter((assignment) => assignment.kind === kind)
        .map(({ id, part }) => ({ id, practice: part === 'practice', answered: judge.answers.has(id) }));
      const practice = own.filter((assignment) => assignment.practice);
      const rest = own.filter((assignment) => !assignment.practice);
      const instructions = campaign.instructions[kind] ?? '';
      return {
        kind,
        open: record.isOpen(kind),
        instructions,
        instructionsVersion: textVersion(instructions),
        done: rest.filter(({ answered }) => answered).length,
        total: rest.length,
        practiceDone: practice.filter(({ answered }) => answered).length,
        practiceTotal: practice.length,
        assignments: [...practice, ...rest],
      };
    }),
  };
}

/** To the text as it stands; where there is none, there is nothing to agree to. */
export function hasConsented({ campaign }: CampaignRecord, judge: JudgeRecord): boolean {
  return campaign.consent === '' || judge.consented === textVersion(campaign.consent);
}
