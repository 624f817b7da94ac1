/** The judgments of WMT09 (Callison-Burch et al. 2009) replayed as a campaign: its live page has the published figures. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readJudgments } from '../src/data/index.ts';
import { liveCampaign } from '../src/engine/index.ts';
import { CampaignRecord, collectJudgments, importJudgments } from '../src/human/index.ts';
import {
  rankDefaults,
  reportAgreement,
  reportAcceptability,
  reportRanking,
  agreeDefaults,
} from '../src/report/index.ts';
import { roundedTwice } from './wmt09/paperTables.ts';
import { readTable6 } from './wmt09/table6.ts';

const data = new URL('../../shared/data/', import.meta.url);
const present = existsSync(new URL('wmt09-ranking/', data)) && existsSync(new URL('paper-tables/', data));
const skipped = present ? '' : ' (skipped: ../shared/data is not there)';
const task = 'de-en';

describe.skipIf(!present)(`WMT09 as a campaign${skipped}`, () => {
  const table = present ? readTable6(new URL('paper-tables/wmt09_table06_official_results.tsv', data)) : undefined;

  async function replay() {
    const file = fileURLToPath(new URL('wmt09-ranking/judgments/wmt09-human-judgments.tsv', data));
    const { judgments, formats, sha256 } = await readJudgments({ files: [file] });
    const ofTask = <Kind extends { task: string }>(some: readonly Kind[]) => some.filter((each) => each.task === task);
    const raw = {
      rankings: ofTask(judgments.rankings),
      ratings: [],
      annotations: [],
      edits: ofTask(judgments.edits),
      verdicts: ofTask(judgments.verdicts),
      dropped: [],
    };
    const { events, dropped } = importJudgments(judgments, { task });
    const record = new CampaignRecord();
    events.forEach((event, i) => record.take({ seq: i + 1, at: '2009-01-01T00:00:00.000Z', event }));
    return { raw, record, dropped, input: { formats, counts: {}, dropped: [], sha256 } };
  }

  it('gives back every judgment', async () => {
    const { raw, record, dropped } = await replay();
    expect(dropped).toEqual([]);
    const { rankings, edits, verdicts } = collectJudgments(record);
    expect([rankings.length, edits.length, verdicts.length]).toEqual([748, 1269, 4175]);
    expect(rankings.map(({ segment, judge, systems, ranks }) => [segment, judge, systems, ranks])).toEqual(
      raw.rankings.map(({ segment, judge, systems, ranks }) => [segment, judge, systems, ranks]),
    );
    expect(verdicts.map(({ segment, judge, system, editor, acceptable }) => [segment, judge, system, editor, acceptable])).toEqual(
      raw.verdicts.map(({ segment, judge, system, editor, acceptable }) => [segment, judge, system, editor, acceptable]),
    ); // prettier-ignore
  });

  it('has the figures of Table 6 and what the commands print of the raw files', async () => {
    const { raw, record, input } = await replay();
    const { isListed, isConstrained } = table!;
    const live = await liveCampaign(record, { isListed, isConstrained });
    const settings = { ...rankDefaults, samples: 200 };
    const [expected] = reportRanking(raw, input, settings, { isListed, isConstrained }).rankings;
    const [shown] = live.ranking!.data.rankings;
    expect(shown).toEqual(expected);
    const printed = table!.rows.filter((row) => row.task === task);
    expect(printed).toHaveLength(16);
    for (const row of printed) {
      const found = shown!.systems.find(({ system }) => system === row.system)!;
      // .6149 is printed as .62: rounded to three digits, then to two.
      const score = row.system === 'rbmt4' ? roundedTwice(found.score) : Number(found.score.toFixed(2));
      expect([score, found.win, found.constrainedWin], row.system).toEqual([row.geOthers, row.win, row.constrainedWin]);
    }
    const agreement = reportAgreement(raw, input, { ...agreeDefaults, samples: 200 });
    expect(live.agreement!.data.kinds.map(({ kind, all }) => ({ kind, all }))).toEqual(
      agreement.kinds.map(({ kind, all }) => ({ kind, all })),
    );
    expect(live.acceptability!.data.tasks).toEqual(reportAcceptability(raw, input, { level: 0.95 }).tasks);
  });
});
