import { describe, expect, it } from 'vitest';
import { scoreErrors } from '../ranking/outputScores.ts';
import { type Assignment, type TaskKind, taskKinds } from '../campaign/campaign.ts';
import { auditPlan } from './auditPlan.ts';
import { defaultConsent, defaultErrors, defaultInstructions } from './instructions.ts';
import { planCampaign } from './planCampaign.ts';
import { idMaker, makeInput, settingsOf } from './testing/makeInput.ts';

const { campaign } = planCampaign(
  makeInput({ systems: 3, segments: 60, kinds: ['rank', 'edit', 'accept'], documentLength: 5 }),
  settingsOf({ judges: 2, perJudge: 14, repeatDistance: 2, pool: 0.4, checks: 0 }),
  idMaker(),
);
/** Of the first segment for ranking and for editing. */
const { isEdited } = await import('./splitSegments.ts').then(({ splitSegments }) => splitSegments(campaign));
const [ranked, edited] = [isEdited.indexOf(0), isEdited.indexOf(1)];
let made = 0;
const make = (judge: string, kind: TaskKind, segment: number, systems: number[], part: Assignment['part'], repeats?: string): Assignment => ({
  id: `m${made++}`, judge, kind, segment, part, entries: systems.map((system) => ({ systems: [system] })),
  ...(repeats !== undefined && { repeats }),
}); // prettier-ignore

describe('a plan by hand', () => {
  const first = make('a', 'rank', ranked, [0, 1], 'pool');
  const list = [
    make('a', 'rank', ranked + 1, [0, 1], 'practice'),
    first,
    make('a', 'rank', ranked + 1, [1, 0], 'own'),
    make('a', 'rank', ranked + 2, [0, 1], 'own'),
    make('a', 'rank', ranked, [1, 0], 'repeat', first.id),
    make('b', 'rank', ranked, [1, 0], 'pool'),
    make('a', 'edit', edited, [0], 'own'),
    make('b', 'edit', edited, [2], 'own'),
  ];
  const audit = auditPlan(campaign, list, ['a', 'b']);

  it('is counted', () => {
    const [rank, edit] = audit.kinds;
    expect(rank).toMatchObject({
      kind: 'rank',
      judges: 2,
      assignments: 5,
      practice: 1,
      perJudge: [
        { judge: 'a', assignments: 4 },
        { judge: 'b', assignments: 1 },
      ],
      segments: 3,
      repeats: { count: 1, share: 0.2, closest: 2 },
      pool: { count: 2, share: 0.4, items: 1, fewestJudges: 2, meanJudges: 2 },
      checks: { count: 0, share: 0 },
      systems: { min: 0, max: 4 },
      pairs: { min: 0, max: 4, mean: 4 / 3, never: [['system0', 'system2'], ['system1', 'system2']] },
      places: { min: 0, max: 3 },
    }); // prettier-ignore
    // 1.96 × √(¼ ÷ (4/3)).
    expect(rank!.halfWidth).toBeCloseTo(0.8487, 4);
    expect(edit).toMatchObject({ kind: 'edit', assignments: 2, systems: { min: 0, max: 1, mean: 2 / 3 } });
    expect(edit).not.toHaveProperty('pairs');
  });

  it('its problems are reported', () => {
    expect(audit.problems).toEqual([
      'Every judge edits 1 segment: nobody is left to accept the edits.',
      'rank: a system is never shown.',
      'rank: 2 pairs of systems never compared: system0 and system2, system1 and system2.',
      'rank: no full practice round: too few segments are left.',
      'edit: no repeats, so agreement of judges with themselves is undefined.',
      'edit: a system is never shown.',
      'edit: no full practice round: too few segments are left.',
    ]);
  });

  const faults: [what: string, more: Assignment[], problem: RegExp][] = [
    ['a segment on both sides', [make('a', 'rank', edited, [0, 1], 'own')], /^Some segments are both edited/],
    ['two systems for an editor', [make('a', 'edit', edited, [1], 'own')], /^Editors see two systems of one segment 1 time/],
    ['a repeat at once', [make('b', 'rank', ranked, [0, 1], 'repeat', list[5]!.id)], /^rank: a repeat comes after only 0 others, not 2/],
    ['a pool of one', [make('b', 'rank', ranked + 3, [0, 1], 'pool')], /only one judge/],
  ]; // prettier-ignore
  it.each(faults)('%s', (_, more, problem) => {
    const { problems } = auditPlan(campaign, [...list, ...more], ['a', 'b']);
    expect(problems.filter((each) => problem.test(each))).toHaveLength(1);
  });

  it('an empty plan has an empty audit', () => {
    expect(auditPlan(campaign, [], [])).toMatchObject({ judges: 0, kinds: [], problems: [] });
  });
});

describe('texts for judges', () => {
  it('every kind has instructions', () => {
    for (const kind of taskKinds) expect(defaultInstructions[kind].length).toBeGreaterThan(80);
  });

  it('the consent text says that judges may stop, download and delete', () => {
    expect(defaultConsent).toMatch(/pseudonym.*We store.*stop at any time.*download.*deleted/);
  });

  it('the default weights cover every category and severity', () => {
    for (const category of defaultErrors.categories) {
      for (const severity of defaultErrors.severities) {
        expect(scoreErrors([{ category, severity, side: 'output', text: '' }])).toBeLessThan(0);
      }
    }
  });
});
