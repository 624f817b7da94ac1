import { expect, it } from 'vitest';
import type { PlanAudit } from '../../human/index.ts';
import { media, planTables } from '../index.ts';

const audit: PlanAudit = {
  seed: 7,
  judges: 2,
  systems: 3,
  segments: 90,
  split: { by: 'document', judged: 40, edited: 50, isDisjoint: true },
  editorsSeeingTwo: 0,
  unacceptable: 0,
  merged: 0,
  emptyOutputs: 0,
  kinds: [
    {
      kind: 'rank',
      judges: 2,
      assignments: 41,
      practice: 4,
      perJudge: [
        { judge: 'a', assignments: 20 },
        { judge: 'b', assignments: 21 },
      ],
      segments: 28,
      repeats: { count: 4, share: 4 / 41, closest: 11 },
      pool: { count: 16, share: 16 / 41, items: 8, fewestJudges: 2, meanJudges: 2 },
      checks: { count: 0, share: 0 },
      systems: { min: 30, max: 32, mean: 31 },
      pairs: { min: 19, max: 21, mean: 20.25, never: [] },
      places: { min: 10, max: 10, mean: 10 },
      halfWidth: 0.2178,
    },
    {
      kind: 'edit',
      judges: 2,
      assignments: 0,
      practice: 0,
      perJudge: [],
      segments: 0,
      repeats: { count: 0, share: 0 },
      pool: { count: 5, share: 0.25, items: 2, fewestJudges: 2, meanJudges: 2.5 },
      checks: { count: 0, share: 0 },
      systems: { min: 0, max: 0, mean: 0 },
    },
  ],
  problems: ['edit: a system is never shown.'],
  notes: ['accept is planned later.'],
};

it('prints the plan as tables', () => {
  const text = media.text(planTables(audit));
  expect(text).toMatch(/^2 judges, 3 systems, 90 segments$/m);
  expect(text).toMatch(/^rank +41 +20–21 +4 +9\.8 % +≥ 11 +39 % +2 +none$/m);
  expect(text).toMatch(/^edit +0 +0 +0 +none +– +25 % +≥ 2, mean 2\.5 +none$/m);
  expect(text).toMatch(/^rank +28 +8 +30–32$/m);
  expect(text).toMatch(/^rank +19–21 +20\.3 +0\.218 +0 +10$/m);
  expect(text).toMatch(/^problem +edit: a system is never shown\.$/m);
  expect(text).toMatch(/^kept apart +yes: 40 segments are ranked or rated, 50 others edited; split by documents$/m);
  expect(text).toMatch(/^note +accept is planned later\.$/m);
  expect(text).not.toMatch(/NaN|undefined/);
});

it('makes problems obvious', () => {
  const text = media.text(planTables({ ...audit, split: { ...audit.split, isDisjoint: false } }));
  expect(text).toMatch(/^kept apart +NO: /m);
});

it('nothing planned', () => {
  const text = media.text(
    planTables({ ...audit, kinds: [], problems: [], notes: [], split: { ...audit.split, by: 'none' } }),
  );
  expect(text).toMatch(/^seed +7$/m);
  expect(text).not.toMatch(/kept apart|win share/);
});
