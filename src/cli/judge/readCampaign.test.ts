import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { campaignJudgments } from '../../engine/index.ts';
import { type CampaignEvent } from '../../human/index.ts';
import { answered, assigned, campaign, recordOf } from '../../human/campaign/testing/makeRecord.ts';
import { createJournal } from '../../server/store/openJournal.ts';
import { hidden, isCampaign, readCampaign } from './campaignPlace.ts';
import { requestedJudgments } from '../input/judgmentInput.ts';

const events: CampaignEvent[] = [
  { kind: 'created', campaign },
  { kind: 'judge-added', judge: 'j' },
  { kind: 'assigned', assignments: [assigned('1', 'j', 'rank', 0, 'ab c'), assigned('2', 'j', 'rank', 1, 'a b')] },
  answered('j', '1', { kind: 'rank', ranks: [2, 1] }),
  answered('j', '2', { kind: 'none' }),
];

describe('campaigns as input', () => {
  let folder = '';
  let place = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-campaign-'));
    place = join(folder, 'campaign');
    const journal = await createJournal(place);
    await journal.append(events);
    await journal.close();
    writeFileSync(join(folder, 'judgments.tsv'), 'segment\tjudge\tsystem\trank\n1\tj\ta\t1\n');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are known by their journal, or the address of a database', () => {
    expect([place, join(place, 'judgments.sqlite'), 'postgres://x/y', 'PostgreSQL://x'].map(isCampaign)).toEqual([true, true, true, true]); // prettier-ignore
    expect([folder, join(folder, 'judgments.tsv'), '-', join(folder, 'missing')].map(isCampaign)).toEqual([false, false, false, false]); // prettier-ignore
  });

  it('are read as the record says', async () => {
    const expected = campaignJudgments(recordOf(events));
    const { judgments, input } = await requestedJudgments([place], {});
    expect(judgments).toEqual(expected.judgments);
    expect(input).toEqual(expected.input);
    expect(judgments.rankings).toEqual([
      { task: 'de-en', segment: '1', document: 'x', judge: 'j', order: 0, seconds: 10, systems: ['a', 'b', 'c'], ranks: [2, 2, 1], shown: [0, 0, 1] },
    ]); // prettier-ignore
    expect(input).toMatchObject({ formats: ['campaign'], dropped: [{ what: '“Cannot judge” answers', count: 1 }] }); // prettier-ignore
    expect((await readCampaign(join(place, 'judgments.sqlite'))).seq).toBe(events.length);
  });

  it('are read by themselves, and have no format', async () => {
    await expect(requestedJudgments([place, join(folder, 'judgments.tsv')], {})).rejects.toThrow('is a campaign, which cannot be combined with other files'); // prettier-ignore
    await expect(requestedJudgments([place], { lenient: true })).rejects.toThrow('are for files of judgments');
    await expect(requestedJudgments([place], { task: ['fr-en'] })).rejects.toThrow('no judgments of the task fr-en');
  });

  it('are named without their password', () => {
    expect(hidden('postgres://me:secret@host/db')).toBe('postgres://host/db');
    expect(hidden('campaign')).toBe('campaign');
  });
});
