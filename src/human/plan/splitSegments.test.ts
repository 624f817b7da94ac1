import { describe, expect, it } from 'vitest';
import type { Campaign, TaskKind } from '../campaign/campaign.ts';
import { neededSegments, neighboursOf, splitSegments } from './splitSegments.ts';
import { planCampaign } from './planCampaign.ts';
import { type Sizes, idMaker, makeInput, settingsOf } from './testing/makeInput.ts';

const campaignOf = (sizes: Partial<Sizes>, perJudge = 20, judges = 4): Campaign => {
  const input = makeInput({ systems: 3, segments: 200, kinds: ['rank', 'edit'], ...sizes });
  return planCampaign(input, settingsOf({ perJudge, judges }), idMaker()).campaign;
};
const editedOf = (campaign: Campaign): number => splitSegments(campaign).isEdited.reduce((a, b) => a + b, 0);

describe('the unit of the split', () => {
  const cases: [what: string, sizes: Partial<Sizes>, by: string, edited: number][] = [
    ['documents', { documentLength: 10 }, 'document', 100],
    ['runs of ten, of a text without documents', {}, 'run', 100],
    ['runs, of a single document', { documentLength: 200 }, 'run', 100],
    ['shorter runs, of a small set', { segments: 60 }, 'run', 30],
    ['nothing, if only one side is needed', { kinds: ['rank'] }, 'none', 0],
    ['nothing, if all is edited', { kinds: ['edit'] }, 'none', 200],
  ];
  it.each(cases)('%s', (_, sizes, by, edited) => {
    const campaign = campaignOf(sizes);
    expect(splitSegments(campaign).by).toBe(by);
    expect(editedOf(campaign)).toBe(edited);
  });

  it('documents are divided if one side would have too few segments', () => {
    // Documents of 55 and 5 segments; each side needs 18 and 2 more.
    const campaign = campaignOf({ segments: 60, documentLength: 55 });
    expect(splitSegments(campaign).by).toBe('run');
  });
});

describe('segments needed', () => {
  // Of 20 assignments: 2 repeats, 8 of the pool, 1 check, 9 or 10 of one's own.
  const cases: [kinds: TaskKind[], judges: number, judged: number, edited: number][] = [
    [['rank'], 4, 18, 0],
    [['assess'], 4, 17, 0],
    [['rank', 'edit'], 4, 18, 18],
    // 4 × 8 places in a pool of which each item has 2 editors: 16; 4 × 11 of one's own, 3 editors for each at most: 15.
    [['rank', 'edit', 'accept'], 4, 18, 31],
    // No pool for two: 2 × 18, one editor for each.
    [['edit', 'accept'], 2, 0, 36],
  ];
  it.each(cases)('%j, %i judges', (kinds, judges, judged, edited) => {
    const campaign = campaignOf({ kinds }, 20, judges);
    expect(neededSegments(campaign)).toEqual({ judged, edited });
  });
});

describe('neighbours', () => {
  const base = campaignOf({ segments: 60, documentLength: 10 });
  const split = (edited: readonly number[]) => ({
    by: 'run' as const,
    isEdited: Uint8Array.from(base.segments, (_, s) => (edited.includes(s) ? 1 : 0)),
  });
  const cases: [what: string, kind: TaskKind, segment: number, edited: number[], before: number[], after: number[]][] =
    [
      ['the requested number', 'rank', 4, [], [2, 3], [5, 6]],
      ['up to the ends of the document', 'rank', 11, [], [10], [12, 13]],
      ['up to the ends of the text', 'assess', 59, [], [57, 58], []],
      ['up to edited segments', 'rank', 4, [2, 5], [3], []],
      ['all of them once editing has ended', 'accept', 4, [4, 5], [2, 3], [5, 6]],
      ['none while editing', 'edit', 4, [4, 5], [], []],
    ];
  it.each(cases)('%s', (_, kind, segment, edited, before, after) => {
    expect(neighboursOf(base, split(edited), kind, segment, 2)).toEqual({ before, after });
  });

  it('without documents the whole text is one', () => {
    const segments = base.segments.map(({ key }) => ({ key }));
    expect(neighboursOf({ segments }, split([]), 'rank', 10, 1)).toEqual({ before: [9], after: [11] });
  });
});
