/** A small campaign with assignments of every kind and part, for tests of the server. All names are unique enough to search for. */
import type { Assignment, Campaign, CampaignEvent, TaskKind } from '../../human/index.ts';
import { hashOfToken } from '../secretLinks.ts';
import { textVersion } from '../routes/judgeRoutes.ts';

export const campaign: Campaign = {
  version: 1,
  title: 'A small campaign',
  task: 'de-ar',
  source: { tag: 'de', direction: 'ltr' },
  target: { tag: 'ar', direction: 'rtl' },
  seed: 1,
  segments: [1, 2, 3, 4, 5, 6, 7, 8].map((n) => ({
    key: String(n),
    document: n < 7 ? 'first' : 'second',
    source: `Quelle ${n}`,
    reference: `Vorbild ${n}`,
  })),
  systems: ['zz-alpha', 'zz-beta', 'zz-gamma'],
  outputs: ['eins', 'zwei', 'drei'].map((word) => [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `Ausgabe ${n} ${word}`)),
  kinds: ['rank', 'pairwise', 'assess', 'mark', 'edit', 'accept'],
  settings: { judges: 3, perJudge: 3, rankedAtOnce: 5, repeats: 0.1, repeatDistance: 1, pool: 0.4, checks: 0.1 },
  instructions: { rank: 'Put them in order.', edit: 'Make it fluent.', accept: 'Yes or no?' },
  consent: 'You agree to be careful.',
  errors: { categories: ['addition', 'omission'], severities: ['minor', 'major'] },
};

export const consentVersion = textVersion(campaign.consent);
export const instructionsVersion = (kind: TaskKind): string => textVersion(campaign.instructions[kind] ?? '');

/** Known tokens: 16 bytes in base64url. */
export const tokens = {
  'zz-judge-1': 'AAAAAAAAAAAAAAAAAAAAA1',
  'zz-judge-2': 'AAAAAAAAAAAAAAAAAAAAA2',
  'zz-judge-3': 'AAAAAAAAAAAAAAAAAAAAA3',
  organiser: 'OOOOOOOOOOOOOOOOOOOOOO',
} as const;

export type TestJudge = Exclude<keyof typeof tokens, 'organiser'>;
export const judges: readonly TestJudge[] = ['zz-judge-1', 'zz-judge-2', 'zz-judge-3'];

/** Ids are opaque: `a17`. Kind and part can be looked up here. */
export const assignments: readonly Assignment[] = judges.flatMap((judge, j): Assignment[] => {
  const id = (n: number): string => `a${(j + 1) * 100 + n * 7}`;
  const all = [{ systems: [0] }, { systems: [1, 2] }];
  return [
    { id: id(0), judge, kind: 'rank', segment: 0, entries: [{ systems: [2] }, { systems: [0], damaged: 'Ausgabe 1 falsch' }], part: 'practice' },
    { id: id(1), judge, kind: 'rank', segment: 1, entries: [{ systems: [2] }, { systems: [0] }, { systems: [1] }], part: 'own' },
    { id: id(2), judge, kind: 'rank', segment: 1, entries: [{ systems: [1] }, { systems: [2] }, { systems: [0] }], part: 'repeat', repeats: id(1) },
    { id: id(3), judge, kind: 'pairwise', segment: 2, entries: all, part: 'pool' },
    { id: id(4), judge, kind: 'assess', segment: 2, entries: [{ systems: [1], damaged: 'Ausgabe kaputt' }], part: 'check' },
    { id: id(5), judge, kind: 'mark', segment: 6, entries: [{ systems: [0] }], part: 'own' },
    { id: id(6), judge, kind: 'edit', segment: [4, 5, 3][j]!, entries: [{ systems: [j] }], part: 'own' },
  ];
}); // prettier-ignore

/** The first events of the campaign's journal. */
export function testEvents(changed: Partial<Campaign> = {}): CampaignEvent[] {
  return [
    { kind: 'created', campaign: { ...campaign, ...changed } },
    ...judges.map((judge): CampaignEvent => ({ kind: 'judge-added', judge })),
    { kind: 'assigned', assignments },
    ...judges.map((judge): CampaignEvent => ({
      kind: 'link-made',
      role: 'judge',
      judge,
      hash: hashOfToken(tokens[judge]),
    })),
    { kind: 'link-made', role: 'organiser', hash: hashOfToken(tokens.organiser) },
  ];
}

/** The judge's first assignment of this kind that is not practice. */
export function assignmentOf(judge: TestJudge, kind: TaskKind, part?: Assignment['part']): Assignment {
  return assignments.find(
    (one) => one.judge === judge && one.kind === kind && (part ? one.part === part : one.part !== 'practice'),
  )!;
}
