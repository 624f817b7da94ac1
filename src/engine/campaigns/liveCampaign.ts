/** What the organiser of a campaign sees: computed from its record by what the commands use, so that page and commands say the same. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CampaignRecord, CollectOptions } from '../../human/index.ts';
import { type LiveCampaign, type LiveOptions, reportLive } from '../../report/index.ts';
import { campaignJudgments } from './campaignJudgments.ts';

export const liveCampaign = (
  record: CampaignRecord,
  options: LiveOptions & Pick<CollectOptions, 'answers'> = {},
): Promise<LiveCampaign> =>
  reportLive(record, campaignJudgments(record, options), { ...options, pause: () => nextTurn() });
