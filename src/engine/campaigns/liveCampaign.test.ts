import { describe, expect, it } from 'vitest';
import {
  type CampaignEvent,
  type CampaignRecord,
  type Judgments,
  type Ranking,
  importJudgments,
} from '../../human/index.ts';
import { answered, assigned, campaign, recordOf, recordWith } from '../../human/campaign/testing/makeRecord.ts';
import {
  acceptDefaults,
  agreeDefaults,
  agreeTables,
  rankDefaults,
  rankTables,
  reportAcceptability,
  reportAgreement,
  reportRanking,
} from '../../report/index.ts';
import { Pcg64 } from '../../stats/index.ts';
import { campaignJudgments, liveCampaign } from './campaignJudgments.ts';

const none: Judgments = { rankings: [], ratings: [], annotations: [], edits: [], verdicts: [], dropped: [] };
const now = new Date('2026-03-01T00:00:30Z');

/** Judgments by four judges, who mostly prefer a to b and b to c. */
function made(): Judgments {
  const random = new Pcg64(7);
  const rankings = Array.from({ length: 120 }, (_, i): Ranking => {
    const systems = ['a', 'b', 'c'].map((system) => ({ system, at: random.below(100) })).sort((x, y) => x.at - y.at);
    const ranks = systems.map(({ system }) => 1 + Math.min(2, ['a', 'b', 'c'].indexOf(system) + random.below(2)));
    const common = { task: 'de-en', segment: String(1 + (i % 20)), judge: `j${i % 4}`, order: i, seconds: 20 };
    return { ...common, systems: systems.map(({ system }) => system), ranks };
  });
  const edit = { task: 'de-en', segment: '1', judge: 'j0', order: 0, seconds: 5 };
  return {
    ...none,
    rankings,
    edits: [{ ...edit, system: 'a', outcome: 'edited', text: 'x' }],
    verdicts: [{ ...edit, judge: 'j1', system: 'a', editor: 'j0', acceptable: true }],
  };
}

const replayed = (...more: CampaignEvent[]): CampaignRecord => recordOf([...importJudgments(made()).events, ...more]);

describe('liveCampaign', () => {
  it('shows exactly the results of the commands', async () => {
    const record = replayed({ kind: 'excluded', judge: 'j3', reason: 'r' });
    const live = await liveCampaign(record, { now, samples: 50, seed: 3 });
    const { judgments, input } = campaignJudgments(record);
    const resampling = { samples: 50, seed: 3 };
    const ranking = reportRanking(judgments, input, { ...rankDefaults, ...resampling });
    expect(live.ranking).toEqual({ data: ranking, report: rankTables(ranking, false) });
    const agreement = reportAgreement(judgments, input, { ...agreeDefaults, ...resampling, judges: true, curves: true, mostFirst: 20, mostWorst: 20 }); // prettier-ignore
    expect(live.agreement).toEqual({ data: agreement, report: agreeTables(agreement) });
    expect(live.acceptability!.data).toEqual(reportAcceptability(judgments, input, acceptDefaults));
    expect(judgments.rankings).toHaveLength(90);
    expect(live.dropped).toEqual([{ what: 'answers of j3, who is excluded (r)', count: 30, first: expect.stringMatching(/^entry \d+ of the journal$/) as string }]); // prettier-ignore
    expect(live.sha256).toBe(input.sha256);
    expect(live.problems).toEqual([]);
    const notes = live.ranking!.report.notes.map(({ text }) => text).join('\n');
    expect(notes).toContain('50 resamples of whole rankings, seed 3');
    expect(notes).toContain('30 answers of j3, who is excluded (r); first: entry');
    expect(notes).toContain(`sha256:${live.sha256.slice(0, 16)}`);
  });

  it('is the same for the same journal and moment', async () => {
    const [one, other] = await Promise.all([liveCampaign(replayed(), { now }), liveCampaign(replayed(), { now })]);
    expect(JSON.stringify(other)).toBe(JSON.stringify(one));
    expect(one).toMatchObject({ generatedAt: now.toISOString(), samples: 200, seed: 12345 });
  });

  it('is a snapshot: answers stored while it is computed are not in it', async () => {
    const record = replayed();
    const before = await liveCampaign(record, { now });
    const computing = liveCampaign(record, { now });
    record.take({ seq: record.seq + 1, at: now.toISOString(), event: { kind: 'excluded', judge: 'j0', reason: 'r' } });
    expect(await computing).toEqual(before);
    expect(await liveCampaign(record, { now })).not.toEqual(before);
  });

  it('has another hash for another answer, correction, exclusion or plan', async () => {
    const asked = [assigned('1', 'j', 'rank', 0, 'a b')];
    const first = answered('j', '1', { kind: 'rank', ranks: [1, 2] });
    const records = [
      recordWith(asked),
      recordWith(asked, first),
      recordWith(asked, answered('j', '1', { kind: 'rank', ranks: [2, 1] })),
      recordWith(asked, first, answered('j', '1', { kind: 'rank', ranks: [1, 2] }, { key: 'again' })),
      recordWith(asked, first, { kind: 'excluded', judge: 'j', reason: 'r' }),
      recordWith([assigned('1', 'j', 'rank', 0, 'a c')], first),
      recordWith([assigned('1', 'j', 'rank', 0, 'a !b')], first),
      recordWith(asked, { kind: 'created', campaign: { ...campaign, title: 'Other' } }, first),
    ];
    const hashes = await Promise.all(records.map(async (record) => (await liveCampaign(record, { now })).sha256));
    expect(new Set(hashes).size).toBe(records.length);
  });

  it('reports progress, pace and comments', async () => {
    const asked = [
      assigned('p', 'j', 'rank', 0, 'a b', { part: 'practice' }),
      assigned('1', 'j', 'rank', 0, 'a b'),
      assigned('2', 'j', 'rank', 1, 'a b'),
      assigned('3', 'j', 'edit', 2, 'a'),
      assigned('4', 'k', 'rank', 0, 'a b'),
    ];
    const record = recordWith(
      asked,
      answered('j', 'p', { kind: 'rank', ranks: [1, 2] }),
      answered('j', '1', { kind: 'rank', ranks: [1, 2] }, { seconds: 30, comment: '<b>odd</b>' }),
      answered('j', '3', { kind: 'none' }, { seconds: 10 }),
      { kind: 'excluded', judge: 'k', reason: 'left' },
      { kind: 'closed', task: 'edit' },
      { kind: 'frozen' },
    );
    const live = await liveCampaign(record, { now });
    expect(live.kinds.filter(({ total }) => total > 0)).toEqual([
      { kind: 'rank', open: true, done: 1, total: 2 },
      { kind: 'edit', open: false, done: 0 + 1, total: 1 },
    ]);
    expect(live.frozen).toBe(true);
    const [j, k] = live.judges;
    expect(j).toMatchObject({ judge: 'j', done: 2, total: 3, lastHour: 2, perHour: 180, medianSeconds: 20, lastSeen: '2026-03-01T00:00:06.000Z', signs: [] }); // prettier-ignore
    expect(j!.kinds.find(({ kind }) => kind === 'edit')).toEqual({ kind: 'edit', done: 1, total: 1, none: 1, medianSeconds: 10 }); // prettier-ignore
    expect(k).toMatchObject({ judge: 'k', excluded: 'left', done: 0, total: 1, perHour: NaN, medianSeconds: NaN });
    expect(k).not.toHaveProperty('lastSeen');
    expect(live.pace).toEqual([{ from: '2026-03-01T00', answers: 3 }]);
    expect(live.comments).toEqual([{ judge: 'j', kind: 'rank', segment: '1', at: '2026-03-01T00:00:05.000Z', text: '<b>odd</b>' }]); // prettier-ignore
  });

  it('words the signs of a judge', async () => {
    const asked = Array.from({ length: 6 }, (_, i) => assigned(String(i), 'j', 'rank', 0, 'a !a'));
    const record = recordWith(asked, ...asked.map(({ id }) => answered('j', id, { kind: 'rank', ranks: [1, 1] })));
    const { judges } = await liveCampaign(record, { now });
    expect(judges[0]!.signs).toEqual([{ sign: 'checks', text: 'noticed 0 of 6 damaged outputs (p = 1.000)' }]);
  });

  it('has no figures before the first answer, and continues if one cannot be computed', async () => {
    const live = await liveCampaign(recordWith([assigned('1', 'j', 'rank', 0, 'a b')]), { now });
    for (const part of ['agreement', 'ranking', 'acceptability', 'positions']) expect(live).not.toHaveProperty(part);
    expect(live).toMatchObject({ pace: [], comments: [], problems: [] });
    const errors = [{ side: 'output', start: 0, end: 1, severity: 'grave', category: 'x' }] as const;
    const odd = await liveCampaign(
      recordWith([assigned('1', 'j', 'mark', 0, 'a')], answered('j', '1', { kind: 'mark', errors })),
      { now },
    );
    expect(odd.ranking).toBeUndefined();
    expect(odd.problems[0]).toMatch(/^Errors of severity "grave" \(category x\) have no weight/);
    expect(odd.judges[0]!.done).toBe(1);
  });

  it('counts first answers if asked, and says so', async () => {
    const record = recordWith(
      [assigned('1', 'j', 'rank', 0, 'a b')],
      answered('j', '1', { kind: 'rank', ranks: [1, 2] }),
      answered('j', '1', { kind: 'rank', ranks: [2, 1] }),
    );
    const best = async (answers: 'first' | 'last') => {
      const live = await liveCampaign(record, { now, answers });
      return live.ranking!.data.rankings[0]!.systems[0]!.system;
    };
    expect([await best('first'), await best('last')]).toEqual(['a', 'b']);
    const { ranking } = await liveCampaign(record, { now, answers: 'first' });
    expect(ranking!.report.notes).toContainEqual({ name: 'note', text: 'if a judge corrected an answer, the first one counts' }); // prettier-ignore
  });
});
