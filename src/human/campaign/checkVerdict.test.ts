import { describe, expect, it } from 'vitest';
import type { Assignment, Campaign, CheckDesign } from './campaign.ts';
import type { CampaignRecord } from './campaignRecord.ts';
import { checkVerdict, completionOf } from './checkVerdict.ts';
import type { CampaignEvent } from './events.ts';
import { answered, assigned, campaign, recordOf } from './testing/makeRecord.ts';

const failures = (most: number, failing: CheckDesign['failing'] = 'token'): CheckDesign => ({
  damage: 'damaged',
  pass: { by: 'failures', most },
  failing,
});

/** Pairs of an output and its damaged copy, with the two scores. */
function judged(pairs: readonly (readonly [number, number])[], changed: Partial<Campaign>, seconds = 10, more: CampaignEvent[] = []): CampaignRecord {
  const asked = pairs.flatMap((_, i): Assignment[] => [
    assigned(`${i}`, 'j', 'assess', i % 4, 'abc'[Math.floor(i / 4)]!),
    assigned(`${i}!`, 'j', 'assess', i % 4, `!${'abc'[Math.floor(i / 4)]!}`, { part: 'check' }),
  ]);
  const answers = pairs.flatMap(([whole, damaged], i) => [
    answered('j', `${i}`, { kind: 'assess', score: whole }, { seconds }),
    answered('j', `${i}!`, { kind: 'assess', score: damaged }, { seconds }),
  ]);
  return recordOf([
    { kind: 'created', campaign: { ...campaign, kinds: ['assess'], ...changed } },
    { kind: 'judge-added', judge: 'j', codes: { passed: 'own-p', failed: 'own-f' } },
    { kind: 'assigned', assignments: asked },
    ...more,
    ...answers,
  ], seconds);
} // prettier-ignore

const verdictOf = (record: CampaignRecord) => checkVerdict(record, record.judges.get('j')!);
const good = Array.from({ length: 6 }, (_, i) => [80 + i, 20 + i] as const);
const bad = Array.from({ length: 6 }, (_, i) => [50 + i, 50 + i] as const);

describe('a verdict', () => {
  it.each<[string, readonly (readonly [number, number])[], number, boolean]>([
    ['none failed', good, 0, true],
    ['one too many', [...good.slice(0, 5), [10, 90]], 0, false],
    ['as many as allowed', [...good.slice(0, 5), [10, 90]], 1, true],
    ['a share as allowed', [[90, 10], [10, 90]], 0.5, true],
    ['a greater share', [[90, 10], [10, 90], [10, 90]], 0.5, false],
  ])('by failures: %s', (_, pairs, most, passed) => {
    expect(verdictOf(judged(pairs, { checks: failures(most) })).passed).toBe(passed);
  }); // prettier-ignore

  it('by the rule of Appraise: a test, and ten minutes', () => {
    const checks: CheckDesign = { damage: 'damaged', pass: { by: 'appraise', alpha: 0.01, seconds: 600 }, failing: 'token' }; // prettier-ignore
    // Six pairs, all scores different: P(U = 0) = 1 / C(12, 6).
    const slow = verdictOf(judged(good, { checks }, 60));
    expect(slow).toMatchObject({ passed: true, seen: 6, failed: 0 });
    expect(slow.test!.p).toBeCloseTo(1 / 924, 12);
    expect(slow.test!.seconds).toBeGreaterThanOrEqual(600);
    expect(verdictOf(judged(good, { checks }, 10)).passed).toBe(false);
    expect(verdictOf(judged(bad, { checks }, 60)).passed).toBe(false);
    // Without damaged outputs, time alone decides.
    expect(verdictOf(judged([], { checks: { ...checks, pass: { by: 'appraise', alpha: 0.01, seconds: 0 } } })).passed).toBe(true); // prettier-ignore
  });

  it('is that of a judge who passed, without a rule', () => {
    expect(verdictOf(judged(bad, {}))).toEqual({ passed: true, seen: 6, failed: 6 });
  });
});

describe('completion', () => {
  const completion = { link: 'https://p.example/?cc=${TOKEN}&u=${USER}', text: 'Code: ${TOKEN}' };
  const shown = (pairs: typeof good, changed: Partial<Campaign>, more: CampaignEvent[] = []) => {
    const record = judged(pairs, { checks: failures(0), ...changed }, 10, more);
    return completionOf(record, record.judges.get('j')!);
  };

  it('has a code of each judge, or one for all, by the verdict', () => {
    expect(shown(good, { completion })).toEqual({ code: 'own-p', text: 'Code: own-p', link: 'https://p.example/?cc=own-p&u=j' }); // prettier-ignore
    expect(shown(bad, { completion })!.code).toBe('own-f');
    expect(shown(good, { completion: { passed: 'YES', failed: 'NO' } })).toEqual({ code: 'YES' });
    expect(shown(bad, { completion: { passed: 'YES', failed: 'NO' } })).toEqual({ code: 'NO' });
  });

  it('does not depend on checks that only warn', () => {
    expect(shown(bad, { completion, checks: failures(0, 'warn') })!.code).toBe('own-p');
  });

  it('names people as their platform does, safely in a link', () => {
    const more: CampaignEvent[] = [{ kind: 'enrolled', judge: 'j', hash: 'h', parameters: { PROLIFIC_PID: 'a&b' } }];
    expect(shown(good, { completion }, more)!.link).toBe('https://p.example/?cc=own-p&u=a%26b');
  });

  it('is shown to judges who were stopped, but not before the end', () => {
    expect(shown([], { completion }, [{ kind: 'stopped', judge: 'j', reason: 'r' }])!.code).toBe('own-f');
    expect(shown([], { completion })).toBeUndefined();
    expect(shown(good, {})).toBeUndefined();
  });
});
