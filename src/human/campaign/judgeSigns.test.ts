import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JudgeAgreement } from '../agreement/judgeAgreement.ts';
import type { KindAgreement } from '../agreement/measureAgreement.ts';
import type { Answer, Assignment, TaskKind } from './campaign.ts';
import { agreementSigns, judgeSigns } from './judgeSigns.ts';
import { answered, assigned, recordWith } from './testing/makeRecord.ts';

interface Said {
  readonly judge: string;
  readonly kind: TaskKind;
  readonly entries: string;
  readonly answer: Answer;
  readonly segment?: number;
  readonly seconds?: number;
  readonly part?: Assignment['part'];
}

function signsOf(said: readonly Said[]) {
  const asked = said.map(({ judge, kind, entries, segment = 0, part = 'own' }, i) => assigned(String(i), judge, kind, segment, entries, { part })); // prettier-ignore
  const events = said.map(({ judge, answer, seconds = 10 }, i) => answered(judge, String(i), answer, { seconds }));
  return new Map(judgeSigns(recordWith(asked, ...events)).map((signs) => [signs.judge, signs]));
}

const ranked = (judge: string, entries: string, ...ranks: number[]): Said => ({ judge, kind: 'rank', entries, answer: { kind: 'rank', ranks } }); // prettier-ignore
const scored = (judge: string, entries: string, score: number): Said => ({ judge, kind: 'assess', entries, answer: { kind: 'assess', score } }); // prettier-ignore
const times = <Item>(n: number, item: Item): Item[] => Array.from({ length: n }, () => item);
const accept: Answer = { kind: 'accept', acceptable: true };
const span = { side: 'output', start: 0, end: 1, severity: 'minor', category: 'accuracy' } as const;

describe('checks', () => {
  it.each<[string, readonly Said[], seen: number, passed: number]>([
    ['ranked below its original', [ranked('j', 'a b !a', 2, 1, 3)], 1, 1],
    ['ranked like its original', [ranked('j', 'a b !a', 2, 1, 2)], 1, 0],
    ['without its original, below most others', [ranked('j', 'a !b c', 1, 3, 2)], 1, 1],
    ['without its original, below half of the others', [ranked('j', 'a !b c', 1, 2, 3)], 1, 0],
    ['alone', [ranked('j', '!a !b', 1, 2)], 0, 0],
    ['rated lower than its original', [scored('j', 'a', 50), scored('j', '!a', 49)], 1, 1],
    ['rated like its original', [scored('j', '!a', 50), scored('j', 'a', 50)], 1, 0],
    ['rated without its original', [scored('j', 'b', 50), scored('j', '!a', 10)], 0, 0],
    ['with more errors than its original', [
      { judge: 'j', kind: 'mark', entries: 'a', answer: { kind: 'mark', errors: [span] } },
      { judge: 'j', kind: 'mark', entries: '!a', answer: { kind: 'mark', errors: [{ ...span, severity: 'major' }] } },
    ], 1, 1],
    ['with errors of severities without a weight', [
      { judge: 'j', kind: 'mark', entries: 'a', answer: { kind: 'mark', errors: [{ ...span, severity: 'grave' }] } },
      { judge: 'j', kind: 'mark', entries: '!a', answer: { kind: 'mark', errors: [{ ...span, severity: 'grave' }] } },
    ], 1, 0],
    ['without an error', [{ judge: 'j', kind: 'mark', entries: '!a', answer: { kind: 'mark', errors: [] } }], 1, 0],
    ['left unchanged by the editor', [{ judge: 'j', kind: 'edit', entries: '!a', answer: { kind: 'edit', outcome: 'unchanged' } }], 1, 0],
    ['edited', [{ judge: 'j', kind: 'edit', entries: '!a', answer: { kind: 'edit', outcome: 'edited', text: 'x' } }], 1, 1],
    ['accepted', [{ judge: 'j', kind: 'accept', entries: '!a', answer: accept }], 1, 0],
    ['of practice', [{ ...ranked('j', 'a !a', 1, 2), part: 'practice' }], 0, 0],
    ['not answered', [{ judge: 'j', kind: 'rank', entries: 'a !a', answer: { kind: 'none' } }], 0, 0],
  ])('%s', (_, said, seen, passed) => {
    expect(signsOf(said).get('j')!.checks).toMatchObject({ seen, passed });
  }); // prettier-ignore

  it('are a sign if chance might notice as many', () => {
    const noticed = ranked('j', 'a !a', 1, 2);
    const missed = ranked('j', 'a !a', 1, 1);
    const found = (...said: Said[]) => signsOf(said).get('j')!.signs;
    // P(X ≥ 3) of 6 tosses is 42/64, P(X ≥ 6) is 1/64.
    expect(found(...times(3, noticed), ...times(3, missed))).toEqual([{ sign: 'checks', seen: 6, passed: 3, p: 42 / 64 }]); // prettier-ignore
    expect(found(...times(6, noticed))).toEqual([]);
    // Four are too few.
    expect(found(...times(4, missed))).toEqual([]);
  });
});

describe('habits', () => {
  /** Eleven different answers by each of two usual judges. */
  const usual = ['k', 'l'].flatMap((judge) =>
    Array.from({ length: 11 }, (_, i) => ({ ...scored(judge, 'a', 10 * i), seconds: 30 })),
  );
  const signs = (said: readonly Said[]) => signsOf([...usual, ...said]).get('j')!.signs;

  it('the same answer again and again', () => {
    const same = Array.from({ length: 12 }, () => ({ ...scored('j', 'a', 80), seconds: 30 }));
    expect(signs(same)).toEqual([{ sign: 'same', kind: 'assess', share: 1, others: 1 / 11 }]);
    expect(signs(same.slice(0, 9))).toEqual([]);
  });

  it('too little time', () => {
    const quick = (seconds: number) => usual.slice(0, 11).map((each) => ({ ...each, judge: 'j', seconds }));
    expect(signs(quick(9))).toEqual([{ sign: 'fast', kind: 'assess', seconds: 9, others: 30 }]);
    expect(signs(quick(10))).toEqual([]);
  });

  it('are compared with others only', () => {
    const alone = signsOf(times(20, { ...scored('j', 'a', 80), seconds: 0 })).get('j')!;
    expect(alone.signs).toEqual([]);
    expect(alone.kinds).toEqual([{ kind: 'assess', answers: 20, none: 0, medianSeconds: 0, same: 20 }]);
  });

  it('count answers and “Cannot judge” answers', () => {
    const { kinds } = signsOf([ranked('j', 'a b', 1, 2), { ...ranked('j', 'a b', 1, 1), seconds: 20 }, { judge: 'j', kind: 'rank', entries: 'a b', answer: { kind: 'none' } }]).get('j')!; // prettier-ignore
    expect(kinds).toEqual([{ kind: 'rank', answers: 3, none: 1, medianSeconds: 10, same: 1 }]);
  });

  it('a judge without answers has none', () => {
    const record = recordWith([assigned('1', 'j', 'rank', 0, 'a b')]);
    expect(judgeSigns(record)).toEqual([{ judge: 'j', checks: { seen: 0, passed: 0, p: 1 }, kinds: [], signs: [] }]);
  });
});

describe('agreementSigns', () => {
  const share = (agreed: number, compared: number) => ({ agreed, compared, share: agreed / compared });
  const kind = (of: KindAgreement['kind'], self: [number, number], others: [number, number]): KindAgreement => {
    const nothing = share(0, 0);
    const judge: JudgeAgreement = { judge: 'j', judgments: 1, withOthers: share(...others), withSelf: share(...self), firstHalf: nothing, lastHalf: nothing }; // prettier-ignore
    return { kind: of, judges: [judge] } as unknown as KindAgreement;
  };
  const found = (...args: Parameters<typeof kind>) => agreementSigns([kind(...args)]).get('j')!;

  it('reports agreement that may be chance', () => {
    expect(found('verdicts', [9, 10], [20, 20])).toEqual([]);
    const [self] = found('verdicts', [6, 10], [20, 20]);
    // P(X ≥ 6) of 10 tosses is 386/1024.
    expect(self).toMatchObject({ sign: 'self', kind: 'verdicts', agreed: 6, compared: 10 });
    expect((self as { p: number }).p).toBeCloseTo(386 / 1024, 12);
    expect(found('rankings', [0, 0], [0, 12])).toEqual([{ sign: 'others', kind: 'rankings', agreed: 0, compared: 12, p: 1 }]); // prettier-ignore
    expect(found('rankings', [0, 9], [0, 9])).toEqual([]);
  });

  it('has the exact probability of a plain sum', () =>
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 40 }), fc.nat(40), (n, k) => {
        const agreed = Math.min(n, k);
        let p = 0;
        let term = (2 / 3) ** n;
        for (let i = 0; i <= n; i++) {
          if (i >= agreed) p += term;
          term *= (n - i) / (i + 1) / 2;
        }
        const [sign] = found('rankings', [agreed, n], [n, n]);
        if (p < 0.05 - 1e-9) expect(sign).toBeUndefined();
        else if (p > 0.05 + 1e-9) expect((sign as { p: number }).p).toBeCloseTo(p, 10);
      }),
    ));
});
