/**
 * Lists that are shortened and notes that appear only in a condition, at their limits and one beyond: what reports say, against
 * `testing/approved/limits-*.txt`, which was read and approved.
 */
import { expect, it } from 'vitest';
import {
  type CompareReport,
  type MetaReport,
  type Report,
  acceptTables,
  agreeTables,
  compareTables,
  metaTables,
  oracleTables,
  paradoxTables,
  rankTables,
  scoreTables,
} from './index.ts';
import type { OracleReport } from './oracle/oracleReport.ts';
import type { DeletionReport, GenreReport, SignTestReport } from './paradox/paradoxReport.ts';
import {
  madeAcceptance,
  madeAgreement,
  madeComparison,
  madeMeta,
  madeRanking,
  madeScores,
} from './testing/madeReports.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const names = (count: number): string[] => numbers(count).map((i) => `s${i}`);

/** The answer, the captions with numbers of rows, findings and notes. */
function outline({ answer = [], tables, findings = [], notes }: Report): string {
  const told = [...answer, ...findings, ...notes].map(({ name, text }) => `${name}: ${text}`);
  const shapes = tables.map(
    ({ caption = 'table', rows, columns }) => `[${caption}: ${rows.length} × ${columns.length}]`,
  );
  return [...shapes, ...told].join('\n');
}

async function expectApproved(name: string, cases: Readonly<Record<string, Report>>): Promise<void> {
  // The first case in full, others as lines that are added or missing.
  const lines = Object.values(cases).map((report) => outline(report).split('\n'));
  const text = Object.keys(cases).map((title, i) => {
    const [first, own] = [lines[0]!, lines[i]!];
    const added = own.filter((line) => !first.includes(line)).map((line) => `+ ${line}`);
    const missing = first.filter((line) => !own.includes(line)).map((line) => `- ${line}`);
    return `# ${title}\n${(i === 0 ? first : [...missing, ...added]).join('\n')}\n`;
  });
  await expect(text.join('\n')).toMatchFileSnapshot(`testing/approved/limits-${name}.txt`);
}

const within = <T>(sizes: readonly number[], what: string, make: (size: number) => T): Record<string, T> =>
  Object.fromEntries(sizes.map((size) => [`${size} ${what}`, make(size)]));

it('score', async () => {
  const scored = (count: number, segments = 500) => {
    const scores = numbers(count).map((s) => [{ score: 10 + (s % 5) }, { score: 10 - (s % 4) }]);
    return scoreTables({ ...madeScores, systems: names(count), all: { segments, scores } }, 1);
  };
  await expectApproved('score', {
    ...within([1, 2, 6, 7, 8], 'systems', scored),
    ...within([1, 2, 99, 100], 'segments', (segments) => scored(2, segments)),
  });
});

it('rank', async () => {
  const [first] = madeRanking.rankings;
  const ranked = (tasks: number, judges = 5, systems = first!.systems): Report => {
    const rankings = numbers(tasks).map((t) => ({ ...first!, task: `t${t}`, judges: t === 0 ? judges : 9, systems }));
    return rankTables({ ...madeRanking, rankings, ratings: [] }, false);
  };
  const clusters = (...of: readonly number[]) => first!.systems.map((system, s) => ({ ...system, cluster: of[s]! }));
  await expectApproved('rank', {
    ...within([0, 1, 2, 3, 4, 5], 'tasks', (tasks) => ranked(tasks)),
    ...within([2, 3], 'judges of one task', (judges) => ranked(1, judges)),
    ...within([2, 3], 'judges of one task of two', (judges) => ranked(2, judges)),
    ...within([2, 1], 'systems listed', (count) => ranked(1, 5, first!.systems.map((each, s) => ({ ...each, listed: s < count })))), // prettier-ignore
    'a constrained system': ranked(1, 5, first!.systems.map((each, s) => ({ ...each, constrained: s > 0, constrainedWin: s === 1 }))), // prettier-ignore
    'a system that was never compared': ranked(1, 5, first!.systems.map((each, s) => (s === 2 ? { ...each, comparisons: 0 } : each))), // prettier-ignore
    'identical outputs left out': rankTables({ ...madeRanking, settings: { ...madeRanking.settings, identical: 'left-out' } }, false), // prettier-ignore
    'one system': ranked(1, 5, first!.systems.slice(0, 1)),
    'one cluster': ranked(1, 5, clusters(1, 1, 1)),
    'three clusters': ranked(1, 5, clusters(1, 2, 3)),
  });
});

it('meta', async () => {
  const [first] = madeMeta.tasks;
  const { systemTest: _, ...untested } = first!;
  const evaluated = (tasks: number, systems = 9, others = 1): Report => {
    const ranked = [{ name: 'TER', rank: 1, isWinner: true }, ...numbers(others).map((m) => ({ name: `m${m}`, rank: 1, isWinner: true }))]; // prettier-ignore
    const task = {
      ...first!,
      systems: numbers(systems).map((s) => ({ system: `s${s}`, human: s, scores: [s, -s] })),
      systemTest: { ...first!.systemTest!, names: ranked.map(({ name }) => name), p: ranked.map(() => ranked.map(() => 0.5)), ranked }, // prettier-ignore
    };
    return metaTables({ ...madeMeta, tasks: numbers(tasks).map((t) => ({ ...task, task: `t${t}`, systems: t === 0 ? task.systems : [...task.systems, ...task.systems] })) } as unknown as MetaReport, false, 3); // prettier-ignore
  };
  await expectApproved('meta', {
    ...within([1, 2, 3, 4, 5], 'tasks', (tasks) => evaluated(tasks)),
    'no measure of segments': metaTables({ ...madeMeta, tasks: [{ ...first!, segmentMeasures: [] }] }, false, 3),
    'no measure of systems': metaTables({ ...madeMeta, tasks: [{ ...untested, systemMeasures: [] }] }, false, 3),
    'no scores of segments': metaTables({ ...madeMeta, tasks: [{ ...first!, metrics: first!.metrics.map(({ ofSegments: __, ...metric }) => metric) }] }, false, 3), // prettier-ignore
    ...within([7, 8], 'systems', (systems) => evaluated(1, systems)),
    ...within([7, 8], 'systems in one task of two', (systems) => evaluated(2, systems)),
    ...within([0, 1, 2, 5, 6, 7], 'metrics that are not significantly worse', (others) => evaluated(1, 9, others)),
  });
});

it('agree', async () => {
  const [first] = madeAgreement.kinds;
  const kinds = ['rankings', 'verdicts', 'ratings', 'annotations'] as const;
  const unrepeated = { ...first!.all.labels, intra: { ...first!.all.labels.intra, compared: 0 } };
  const unshared = { ...unrepeated, inter: { ...first!.all.labels.inter, compared: 0 } };
  const agreed = (count: number, labels = first!.all.labels) =>
    agreeTables({ ...madeAgreement, kinds: kinds.slice(0, count).map((kind) => ({ ...first!, kind, all: { ...first!.all, labels } })) }); // prettier-ignore
  await expectApproved('agree', {
    ...within([1, 2, 4], 'kinds', (count) => agreed(count)),
    'nothing repeated': agreed(1, unrepeated),
    'nothing shared': agreed(1, unshared),
  });
});

it('accept', async () => {
  const [task] = madeAcceptance.tasks;
  const { ranking: _, ...unranked } = task!;
  await expectApproved('accept', {
    'without a ranking': acceptTables({ ...madeAcceptance, tasks: [unranked] }, 1),
    'two tasks': acceptTables({ ...madeAcceptance, tasks: [task!, { ...task!, task: 'en-de' }] }, 1),
  });
});

/** System s has the score 100 − s by TER negated; neighbours differ significantly unless they are undecided. */
function comparedSystems(
  count: number,
  more: Partial<CompareReport['answer']> = {},
  { of, ...facts }: { readonly of?: object } & Partial<CompareReport> = {},
): Report {
  const [only] = madeComparison.compared;
  const pairs = numbers(count).flatMap((first) => numbers(count).slice(first + 1).map((second) => ({ first, second }))); // prettier-ignore
  return compareTables(
    {
      ...madeComparison,
      systems: names(count),
      segments: 500,
      metrics: [...madeComparison.metrics, { ...madeComparison.metrics[0]!, name: 'other', metric: 'other' }],
      answer: { primary: 0, order: numbers(count), unbeaten: [0], undecided: [], dissents: [], ...more },
      compared: [0, 1].map(() => ({
        ...only!,
        systems: numbers(count).map((s) => ({ ...only!.systems[0]!, score: s })),
        ranking: { places: numbers(count).map((s) => ({ from: s + 1, to: s + 1 })) },
        comparisons: pairs.map((pair) => ({ ...only!.comparisons[0]!, ...pair, verdict: 1 as const })),
        ...of,
      })),
      ...facts,
    } as unknown as CompareReport,
    1,
    5,
  );
}

it('compare', async () => {
  const loss = (part: number) => ({ division: 'domain', part: `p${part}`, winner: 0, other: 1, difference: -part, corrected: part === 2 ? 0.01 : 0.02, isBound: false }); // prettier-ignore
  const dissent = (first: number, ...contradicted: readonly (readonly [number, number])[]) => ({ metric: 1, first, contradicted }); // prettier-ignore
  await expectApproved('compare', {
    ...within([2, 3, 6, 7, 8, 9], 'systems', (count) => comparedSystems(count)),
    ...within([2, 5, 6, 7, 8], 'systems share the lead', (lead) => comparedSystems(8, { unbeaten: numbers(lead) })),
    'neighbours that do not differ': comparedSystems(4, { undecided: [[1, 2]] }),
    'another system first': comparedSystems(3, { dissents: [dissent(1)] }),
    'a pair the other way': comparedSystems(3, { dissents: [dissent(0, [2, 1])] }),
    'two pairs the other way': comparedSystems(3, { dissents: [dissent(2, [2, 1], [2, 0])] }),
    ...within([0, 1, 2, 3], 'parts lost', (count) => comparedSystems(3, { losses: numbers(count).map((p) => loss(p + 1)) })), // prettier-ignore
  });
});

it('verdicts', async () => {
  await expectApproved('verdicts', {
    'three systems': comparedSystems(3),
    ...within([0, 1, 2], 'verdicts changed by the other unit', (count) => comparedSystems(3, {}, otherwise(count))),
    'the other unit, asked for': comparedSystems(3, {}, { ...otherwise(1), unit: 'segment', unitChosen: 'asked' }),
    ...within([1, 2, 499, 500], 'documents', (documents) => comparedSystems(3, {}, { documents })),
    'nothing can be significant': comparedSystems(3, { unbeaten: [0, 1] }, { of: { leastCorrected: 0.0501 } }),
    'just something can be': comparedSystems(3, { unbeaten: [0, 1] }, { of: { leastCorrected: 0.05 } }),
    'nothing can be by an exact test': comparedSystems(3, {}, { of: { leastCorrected: 0.25, settings: { ...settings, test: 'exact' } } }), // prettier-ignore
    ...within([59, 60], 'units of BCa intervals', (units) => comparedSystems(3, {}, { of: { units, settings: { ...settings, interval: 'bca' } } })), // prettier-ignore
    'a pair that cannot be compared': comparedSystems(3, {}, tested({ reason: 'No sums.', verdict: 0 })),
    'a sign test against itself': comparedSystems(3, {}, tested({ signTest: { ...bothWays, contradicts: true } })),
    'a sign test against the scores': comparedSystems(
      3,
      {},
      tested({ signTest: { ...bothWays, againstScores: true } }),
    ),
    'a test against the scores': comparedSystems(3, {}, tested({ better: -1, verdict: 1 })),
    'a metric against itself': comparedSystems(3, {}, contradiction(-2)),
    'the same for the other system': comparedSystems(3, {}, contradiction(2)),
    'no difference by scores': comparedSystems(3, {}, tested({ better: 0, verdict: 1 })),
    ...Object.fromEntries(['randomization', 'sign', 't', 'wilcoxon', 'sacrebleu-bs', 'sacrebleu-ar'].map((test) => [test, comparedSystems(3, {}, { of: { settings: { ...settings, test } } })])), // prettier-ignore
    'two systems': comparedSystems(2),
    'equal scores': comparedSystems(2, {}, tested({ difference: 0, interval: { low: 0, high: 0 }, verdict: 0 }, 1)),
    'equal scores that a test finds different': comparedSystems(2, {}, tested({ difference: 0, verdict: -1 }, 1)),
  });
});

const { settings, comparisons } = madeComparison.compared[0]!;

const bothWays = { intoSecond: { wins: 9, losses: 1, ties: 0, p: 0.02 }, intoFirst: { wins: 8, losses: 2, ties: 1, p: 0.1 } }; // prettier-ignore

/** The first pair is `first`; others are significant. */
const tested = (first: object, pairs = 2) => ({
  of: { comparisons: numbers(pairs).map((c) => ({ ...comparisons[0]!, first: 0, second: c + 1, verdict: 1, ...(c === 0 && first) })) }, // prettier-ignore
});

/** Systems 2 and 1 on the whole, the second metric, for which lower is better, as for TER. */
const contradiction = (difference: number) => ({
  explanation: { words: { tokenizer: '13a', lowercase: false }, divisions: [{ name: 'domain', systems: [2, 1], buckets: [], checks: [[], [{ first: 0, second: 1, difference, contradicts: true }, { first: 0, second: 1, difference, contradicts: false }]] }], leftOut: [], accuracies: [], pairs: [] } as unknown as NonNullable<CompareReport['explanation']>, // prettier-ignore
});

/** Whole documents are resampled; with single segments, the first pairs have another verdict. */
const otherwise = (changed: number): Partial<CompareReport> => ({
  unit: 'document',
  documents: 40,
  alternative: {
    unit: 'segment',
    compared: [0, 1].map(() => ({ ...madeComparison.compared[0]!, comparisons: numbers(3).map((p) => ({ ...comparisons[0]!, verdict: p < changed ? 0 : 1, corrected: 0.2 + p / 10, isBound: false })) })), // prettier-ignore
  },
});

const metric = { ...madeScores.metrics[0]!, decomposable: false };
const facts = { version: '0', systems: ['a', 'b'], segments: 30, metrics: [metric] };
const worked = { versions: [], explained: [] };
const standing = (score: number, penalty?: number) => ({ score, ...(penalty !== undefined && { parts: { 'length ratio': 0.9, 'brevity penalty': penalty } }) }); // prettier-ignore

it('genres', async () => {
  const difference = (better: number | null, penalty?: number) => ({ segments: 5, standings: [standing(better === 0 ? 3 : 2, penalty), standing(better === 1 ? 3 : 2)], difference: better === null ? 0 : better === 1 ? 1 : -1, better }); // prettier-ignore
  const genres = (count: number, agreeing: number, whole: number | null, contradicts: boolean, isBetween = true) => {
    const parts = numbers(count).map((p) => ({ value: p === 0 ? '' : `p${p}`, ...difference(p < agreeing ? whole : 0, 0.5 + p / 10) })); // prettier-ignore
    const report: GenreReport = { ...facts, worked, paradox: 'genres', label: 'domain', findings: [{ parts, whole: difference(whole, 0.8), contradicts, isBetween }] }; // prettier-ignore
    return paradoxTables(report, 1);
  };
  await expectApproved('genres', {
    ...within([2, 4, 5, 6], 'parts against the whole', (count) => genres(count, 0, 1, true)),
    ...within([0, 1, 4, 5, 7], 'of 7 parts as the whole', (count) => genres(7, count, 1, false)),
    'equal on the whole': genres(2, 0, null, false),
    'outside the parts': genres(2, 1, 1, false, false),
  });
});

it('sign-test', async () => {
  const exchange = (test: number, better: number | null, wins: number, losses: number, p: number) => ({ test, baseline: 1 - test, better, wins, losses, ties: test, p, average: standing(1, 0.5 + test / 4) }); // prettier-ignore
  const found = (exchanges: readonly object[], more: object = {}): Report =>
    paradoxTables({ ...facts, worked, paradox: 'sign-test', findings: [{ standings: [standing(30, 0.5), standing(20, 0.6)], exchanges, contradicts: false, againstScores: false, ...more }] } as unknown as SignTestReport, 1); // prettier-ignore
  const [none, other] = [exchange(1, null, 3, 2, 0.4), exchange(0, null, 2, 3, 0.6)];
  await expectApproved('sign-test', {
    'neither is better': found([none, other]),
    'the one with b as the baseline': found([none, exchange(0, 0, 9, 1, 0.02)]),
    'the other with a as the baseline': found([exchange(1, 1, 9, 1, 0.02), other]),
    'the baseline itself': found([exchange(1, 0, 1, 9, 0.02), other]),
    'the same both ways': found([exchange(1, 0, 1, 9, 0.02), exchange(0, 0, 8, 1, 0.04)]),
    'each as the test': found([exchange(1, 1, 9, 1, 0.02), exchange(0, 0, 8, 1, 0.04)], { contradicts: true }),
    'against the scores': found([exchange(1, 1, 9, 1, 0.02), other], { againstScores: true }),
    'against the scores, by the second': found([none, exchange(0, 1, 1, 9, 0.02)], { againstScores: true }),
  });
});

it('deletion', async () => {
  const deleted = (count: number, preferred: number, given = 0): Report => {
    const of = (chosenBy: number | null, segments: number) => ({ chosenBy, segments: numbers(segments).map((i) => i + 1), share: segments / 40, standings: [standing(50 - segments)] }); // prettier-ignore
    const report: DeletionReport = {
      ...facts,
      worked,
      systems: ['a'],
      paradox: 'deletion',
      deletions: [of(null, 0), ...(given > 0 ? [of(null, given)] : []), of(0, count)],
      findings: [{ preferred, contradicts: preferred > 0 }],
    };
    return paradoxTables(report, 1);
  };
  await expectApproved('deletion', {
    ...within([0, 1, 2, 20, 21], 'segments', (count) => deleted(count, count)),
    'some of them better than empty': deleted(3, 2),
    'none of them better than empty': deleted(3, 0),
    'given, but none chosen': deleted(0, 0, 4),
  });
});

it('oracle', async () => {
  const text = (score: number) => ({ text: 'x y', words: 2, score });
  const oracle = (count: number, more: Partial<OracleReport> = {}): Report =>
    oracleTables(
      {
        version: '0',
        from: 'lists',
        looksFor: 'best',
        metric,
        segments: count,
        size: 9,
        scores: { first: 20, oracle: 30, exact: true },
        pruned: [],
        bySegment: numbers(count).map((i) => ({ id: String(i + 1), first: text(1), oracle: text(2) })),
        input: { references: 1, sha256: 'abc', notes: [] },
        ...more,
      },
      1,
    );
  await expectApproved('oracle', {
    ...within([1, 50, 51], 'segments', (count) => oracle(count)),
    'a bound': oracle(1, { scores: { first: 20, oracle: 30, exact: false, bound: 30.01 } }),
    'no bound': oracle(1, { scores: { first: 20, oracle: 30, exact: false } }),
    'the worst': oracle(1, { looksFor: 'worst', scores: { first: 20, oracle: 10, exact: false, bound: 9.99 } }),
  });
});
