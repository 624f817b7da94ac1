/** A judge whom an organiser names. */
import type { CampaignRecord, JudgeRecord } from '../human/index.ts';
import { Refusal } from './refusal.ts';

export function judgeNamed(record: CampaignRecord, id: string): JudgeRecord {
  const judge = record.judges.get(id);
  if (!judge) throw new Refusal(404, `There is no judge ${JSON.stringify(id)}.`);
  return judge;
}
