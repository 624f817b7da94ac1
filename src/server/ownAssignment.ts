/** An assignment of a judge who has agreed to take part; nobody gets to see one of somebody else's, nor that there is one. */
import type { Assignment, CampaignRecord, JudgeRecord } from '../human/index.ts';
import { hasConsented } from './judgeHome.ts';
import { Refusal } from './refusal.ts';

export function ownAssignment(record: CampaignRecord, judge: JudgeRecord, id: string): Assignment {
  if (!hasConsented(record, judge)) throw new Refusal(403, 'Please read and agree to what is asked of judges first.');
  // Not by `record.assignment`: what a judge is no longer asked, since its editor was erased, is not there either.
  const assignment = judge.assignments.find((own) => own.id === id);
  if (!assignment) throw new Refusal(404, 'There is no such assignment.');
  return assignment;
}
