/**
 * What each report shows, in full: tables with their notes, rows for other programs, and pages with the data of their charts, against texts
 * that were read and approved: `testing/approved/*.txt`. Where the numbers come from is tested elsewhere; this is how they are shown, and
 * that all media show the same. After a deliberate change, run it with `-u` and read the differences.
 */
import { describe, expect, it } from 'vitest';
import { UsageError, sumRows, version } from '../core/index.ts';
import {
  type Ranking,
  type Rating,
  compareRankings,
  countJudgments,
  countedAnswers,
  judgmentsFrom,
} from '../human/index.ts';
import { judgmentsOf, rankingsOf, verdictsOf } from '../human/agreement/testing/makeJudgments.ts';
import { answered, assigned, campaign, recordOf, recordWith } from '../human/campaign/testing/makeRecord.ts';
import { FeatureNames, HypergraphBuilder, LatticeBuilder, symbolOf } from '../lattice/index.ts';
import { type Evaluation, measureAll } from '../measure/index.ts';
import { type FeatureTable, type HumanSide, humanSides, scoresOfRankings } from '../meta/index.ts';
import { amber, bleu, meteor, per, ter } from '../metrics/index.ts';
import { comparisonDefaults } from '../stats/index.ts';
import { type ListSet } from '../tune/index.ts';
import { madeCandidates } from '../tune/testing/madeCandidates.ts';
import { checkExamples, checkValues, varyingFeatures } from './learn/checkExamples.ts';
import { learnableWeights } from './learn/learnWeights.ts';
import {
  type Page,
  type Report,
  LatticeOracles,
  acceptRows,
  acceptTables,
  agreeDefaults,
  agreePage,
  agreeRows,
  agreeTables,
  alignPage,
  alignRows,
  alignText,
  checkKind,
  comparePage,
  compareRows,
  compareTables,
  describeLattice,
  documentLines,
  edgeLines,
  explainPage,
  explainRows,
  explainTables,
  latticeRows,
  latticeTables,
  learnRows,
  learnTables,
  makeUpParadox,
  mbrRows,
  mbrTables,
  media,
  metaPage,
  metaRows,
  metaTables,
  mosesLines,
  ngramLines,
  oracleLines,
  oracleRows,
  oracleTables,
  paradoxTables,
  plainStyle,
  rankDefaults,
  rankPage,
  rankRows,
  rankTables,
  reportAgreement,
  reportAlignments,
  reportComparison,
  reportDeletionStudy,
  reportExplanations,
  reportLearned,
  reportLearnedWeights,
  reportListOracle,
  reportLive,
  reportMbr,
  reportMeta,
  reportRanking,
  reportRerank,
  reportScores,
  reportTask,
  reportTuning,
  rerankRows,
  rerankTables,
  scorePage,
  scoreRows,
  scoreTables,
  segmentLines,
  taskPage,
  taskTables,
  tuneRows,
  tunePage,
  tuneTables,
} from './index.ts';
import { describePage } from './testing/describePage.ts';
import { madeAcceptance, madeAgreement, madeComparison, madeMeta, madeRanking, madeRankings, madeRuns, madeScores, madeTuning } from './testing/madeReports.ts'; // prettier-ignore

/** What was shown, without the version of Assay. */
const withoutVersion = (shown: string): string => shown.replaceAll(new RegExp(`\\b${version.replaceAll('.', '\\.')}\\b`, 'g'), 'VERSION'); // prettier-ignore
const style = { bold: (text: string) => `*${text}*`, dim: (text: string) => text };
const shown = (report: Report): string => media.text(report, style);

interface Shown {
  readonly tables?: Report;
  readonly rows?: Report;
  readonly page?: Page;
  readonly more?: readonly string[];
}

async function expectApproved(name: string, { tables, rows, page, more = [] }: Shown): Promise<void> {
  const parts = [
    ...(tables ? [shown(tables)] : []),
    ...(rows ? [media.tsv(rows)] : []),
    ...(page ? [describePage(page)] : []),
    ...more,
  ];
  const text = parts.join(`\n${'='.repeat(100)}\n\n`);
  expect(text).not.toMatch(/undefined(?!\.)|\[object/);
  await expect(withoutVersion(text)).toMatchFileSnapshot(`testing/approved/${name}.txt`);
}

const pair = (kappa: number, compared: number) => ({ pA: 0.8, pE: 0.5, kappa, agreed: 0.75 * compared, compared });
const point = (dropped: number) => ({
  dropped,
  judgments: 40 - dropped,
  kept: (40 - dropped) / 40,
  inter: pair(0.3 + dropped / 100, 80 - dropped),
  intra: pair(0.5 + dropped / 100, 20 - dropped),
});
const points = (count: number) => Array.from({ length: count }, (_, dropped) => point(dropped));
const curves = {
  first: points(13),
  worst: points(12).map((each) => ({
    ...each,
    judge: `j${each.dropped}`,
    heldOut: pair(0.25 + each.dropped / 100, 9),
  })),
};
/** With agreement on outputs that differ, as well. */
const madeCurves = {
  ...madeAgreement,
  settings: { ...madeAgreement.settings, curves: true },
  kinds: madeAgreement.kinds.map((kind, k) =>
    k === 0 ? { ...kind, curves, all: { ...kind.all, distinct: madeAgreement.kinds[1]!.all.labels } } : kind,
  ),
};
const madeTask = {
  version,
  name: 'made',
  rank: madeRanking,
  agree: madeAgreement,
  accept: madeAcceptance,
  meta: madeMeta,
  input: { ...madeRanking.input, notes: ['a note'] },
};

/** One of the systems is an outlier, which TER has no score of; BLEU agrees less without it. */
const madeOutliers = {
  ...madeMeta,
  combined: [{ name: 'ULC', of: ['BLEU', 'TER'], normalized: true }],
  tasks: madeMeta.tasks.map((of) => ({
    ...of,
    outliers: ['b'],
    metrics: [
      { ...of.metrics[0]!, withoutOutliers: [{ value: 0.1, systems: 1 }, { value: 0.2, systems: 1 }] },
      { ...of.metrics[1]!, ofSystems: of.metrics[1]!.ofSystems.map((figure) => ({ ...figure, systems: 1 })) },
    ],
  })),
}; // prettier-ignore

describe('reports made by hand', () => {
  it.each<[string, Shown]>([
    ['score', { tables: scoreTables(madeScores, 1), rows: scoreRows(madeScores), page: scorePage(madeScores, 1) }],
    ['compare', { tables: compareTables(madeComparison, 1, 5), rows: compareRows(madeComparison) }],
    ['compare-runs', { tables: compareTables(madeRuns, 1, 5), rows: compareRows(madeRuns) }],
    ['rank', { tables: rankTables(madeRanking, true), rows: rankRows(madeRanking, true), page: rankPage(madeRanking) }],
    ['agree', { tables: agreeTables(madeAgreement), rows: agreeRows(madeAgreement), page: agreePage(madeAgreement) }],
    ['agree-curves', { tables: agreeTables(madeCurves), rows: agreeRows(madeCurves), page: agreePage(madeCurves) }],
    ['accept', { tables: acceptTables(madeAcceptance), rows: acceptRows(madeAcceptance) }],
    ['meta', { tables: metaTables(madeMeta, true, 3), rows: metaRows(madeMeta), page: metaPage(madeMeta, true) }],
    ['meta-outliers', { tables: metaTables(madeOutliers, true, 3), rows: metaRows(madeOutliers), page: metaPage(madeOutliers, true) }], // prettier-ignore
    ['meta-rankings', { tables: metaTables(madeRankings, true, 3), rows: metaRows(madeRankings), page: metaPage(madeRankings, true) }], // prettier-ignore
    ['tune', { tables: tuneTables(madeTuning, 1), rows: tuneRows(madeTuning), page: tunePage(madeTuning, 1) }],
    ['task', { tables: taskTables(madeTask), page: taskPage(madeTask) }],
  ])('%s', expectApproved);
});

const references = ['the cat sat on the mat', 'a dog barked at it', 'it rained all day long', 'we went home early', 'no', 'she sells sea shells by the sea shore'].map((text) => [text]); // prettier-ignore
const outputs = [
  ['the cat sat on a mat', 'a dog barked', 'it rained all day long', 'we walked home', 'no no', 'she sells shells by the shore'],
  ['cat on the mat', 'the dog barked at it', 'it rained', 'we went home early', 'yes', 'sea shells'],
  ['the mat', 'dog', '', 'home', 'no', 'she sells sea shells by the sea shore today'],
]; // prettier-ignore
const systems = ['old', 'new', 'short'];
const metrics = [bleu(), ter()];
const input = { sha256: '0'.repeat(64), notes: ['a note'] };
const evaluation: Evaluation = {
  systems,
  segments: references.length,
  sums: [],
  rows: measureAll(metrics, { references }, outputs).map(({ rows }) => rows),
  labels: new Map([
    ['document', ['x', 'x', 'x', 'y', 'y', 'y']],
    ['domain', ['news', 'news', 'web', 'web', '', '']],
  ]),
  references: 1,
};

describe('reports of six segments', () => {
  it('score', async () => {
    const confidence = { level: 0.9, samples: 60, seed: 3 };
    const report = await reportScores(metrics, evaluation, { by: ['domain'], confidence, primary: 1, input });
    await expectApproved('score-parts', { tables: scoreTables(report, 1), rows: scoreRows(report), page: scorePage(report, 1) }); // prettier-ignore
  });

  it('scores from elsewhere', async () => {
    const [segments, ofSegments] = [references.map((_, i) => String(i + 1)), Float64Array.from({ length: 18 }, (_, i) => i / 18)]; // prettier-ignore
    const means = { name: 'means', higherIsBetter: true, systems, segments, ofSystems: Float64Array.of(5 / 36, 17 / 36, 29 / 36), ofSegments }; // prettier-ignore
    const unlike = { ...means, name: 'unlike', ofSystems: Float64Array.of(-1, 0.2, 1) };
    const whole = { name: 'whole', higherIsBetter: false, systems, segments: [], ofSystems: Float64Array.of(1, 1.01, 0), ofSegments: new Float64Array() }; // prettier-ignore
    const confidence = { level: 0.9, samples: 60, seed: 3 };
    const report = await reportScores([ter()], { ...evaluation, rows: evaluation.rows!.slice(1) }, { by: ['domain'], imported: [means, unlike, whole], confidence, input }); // prettier-ignore
    await expectApproved('score-imported', { tables: scoreTables(report, 1), rows: scoreRows(report), page: scorePage(report, 1) }); // prettier-ignore
  });

  it.each([
    ['compare-why', {}],
    ['compare-baseline', { baseline: 'short', primary: 1 }],
  ])('%s', async (name, more) => {
    const frequencies = new Map([['the', 500], ['cat', 20], ['sat', 3]]); // prettier-ignore
    const { report, texts } = await reportComparison(
      { evaluation, hypotheses: outputs, references, sources: references.map((_, i) => `source ${i}`), input },
      metrics,
      { settings: { ...comparisonDefaults, samples: 200 }, explain: { top: 3, frequencies }, ...more },
    );
    await expectApproved(name, { tables: compareTables(report, 2, 3), rows: compareRows(report), page: comparePage(report, texts) }); // prettier-ignore
  });

  it('two systems, with scores from elsewhere that are at most 1', async () => {
    const lowercased = [bleu({ tokenizer: 'none', lowercase: true })];
    const two = { systems: systems.slice(0, 2), hypotheses: outputs.slice(0, 2) };
    const rows = measureAll(lowercased, { references }, two.hypotheses).map((each) => each.rows);
    const segments = references.map((_, i) => String(i + 1));
    const model = { name: 'model', higherIsBetter: true, systems: two.systems, segments, ofSystems: Float64Array.of(0.5, 0.6), ofSegments: Float64Array.of(0.25, 0.5, 0.75, 0.25, 0.5, 0.75, 0.2, 0.9, 0.8, 0.6, 0.5, 0.6) }; // prettier-ignore
    const { report, texts } = await reportComparison(
      { evaluation: { ...evaluation, systems: two.systems, rows }, hypotheses: two.hypotheses, references, input },
      lowercased,
      { settings: { ...comparisonDefaults, samples: 100 }, explain: { top: 2 }, imported: [model] },
    );
    await expectApproved('compare-two', { tables: compareTables(report, 2, 3), rows: compareRows(report), page: comparePage(report, texts) }); // prettier-ignore
  });

  it.each([
    ['explain', systems.slice(0, 2), { segments: [1, 5], documents: ['x'], corpus: true, top: 2 }],
    ['explain-one', systems.slice(2), { segments: [3, 6] }],
  ])('%s', async (name, some, request) => {
    const shares: number[] = [];
    const texts = { systems: some, texts: some.map((system) => outputs[systems.indexOf(system)]!), references, sources: references.map((_, i) => `source ${i}`), labels: evaluation.labels }; // prettier-ignore
    const report = reportExplanations(metrics, texts, { ...request, input, onProgress: ({ share }) => shares.push(share) }); // prettier-ignore
    // The words of two metrics, in each of three and six segments, for both systems.
    expect(shares).toEqual(some.length > 1 ? [1 / (2 * 2 * (3 + 6))] : []);
    await expectApproved(name, { tables: explainTables(report, 2), rows: explainRows(report), page: explainPage(report, 2) }); // prettier-ignore
  });

  it('compare-several-runs', async () => {
    const runs = { test: 'crossed', systems: [{ name: 'a', files: ['old', 'new'] }, { name: 'b', files: ['short'] }] } as const; // prettier-ignore
    const { report, texts } = await reportComparison({ evaluation, hypotheses: outputs, references, input }, metrics, {
      settings: { ...comparisonDefaults, samples: 100 },
      runs,
    });
    await expectApproved('compare-several-runs', { tables: compareTables(report, 2, 3), rows: compareRows(report), page: comparePage(report, texts) }); // prettier-ignore
  });

  it('align', async () => {
    const texts = {
      systems: systems.slice(0, 2),
      checksum: input.sha256,
      notes: input.notes,
      async *batches() {
        yield { start: 0, size: 6, hypotheses: outputs.slice(0, 2), references };
      },
    };
    const aligned = await reportAlignments(async () => texts, meteor({ preset: '2005', language: 'universal' }));
    const moves = [{ from: 0, to: 1, before: 3 }, { from: 1, to: 3, before: 0 }]; // prettier-ignore
    const report = { ...aligned.report, pairs: aligned.report.pairs.map((each, i) => (i === 0 ? { ...each, moves, links: [{ hypothesis: { from: 0, to: 2 }, reference: { from: 1, to: 4 }, kind: 'paraphrase' }] } : each)) }; // prettier-ignore
    const narrow = { ...plainStyle, width: 30 };
    await expectApproved('align', {
      rows: alignRows(report),
      more: [
        alignText(report, 3, { ...style, dim: (text) => `~${text}~` }),
        alignText(report, 3, narrow),
        mosesLines(report),
        alignPage(report, 3),
      ],
    });
  });
});

const lists: ListSet = {
  candidates: madeCandidates(new FeatureNames(['lm', 'tm']), [
    [['the cat sat', { lm: 3, tm: 1 }], ['the cat sat on the mat', { lm: 1, tm: 3 }], ['cat', { lm: 2, tm: 2 }]],
    [['a dog barked at', { lm: 2, tm: 0 }], ['a dog barked at it', { lm: 0, tm: 2 }]],
    [],
    [['we went home early', { lm: 1, tm: 1 }], ['home', { lm: 0, tm: 0 }], ['we went', { lm: 3, tm: 0 }]],
    [['yes', { lm: 1, tm: 0 }], ['no', { lm: 0, tm: 1 }]],
    [['sea shells', { lm: 5, tm: 1 }], ['she sells sea shells by the sea', { lm: 2, tm: 4 }]],
  ]),
  references,
  labels: evaluation.labels,
  sha256: input.sha256,
  notes: input.notes,
}; // prettier-ignore

describe('reports of n-best lists', () => {
  it('rerank', async () => {
    const report = reportRerank(lists, { weights: Float64Array.of(0.1, 1) }, metrics, ['weights are made up']);
    await expectApproved('rerank', { tables: rerankTables(report, 1), rows: rerankRows(report) });
  });

  it.each([
    ['oracle', bleu(), {}],
    ['oracle-worst', ter(), { worst: true, weights: Float64Array.of(0.1, 1), notes: ['made up'] }],
  ] as const)('%s', async (name, metric, options) => {
    const { report, paths } = reportListOracle(metric, lists, options);
    await expectApproved(name, { tables: oracleTables(report, 1), rows: oracleRows(report), more: [[...oracleLines(report)].join(''), paths.join('\n')] }); // prettier-ignore
  });

  it('mbr', async () => {
    const evidence = references.map((_, i) => {
      const texts = outputs.map((of) => of[i]!);
      return { texts, posteriors: Float64Array.of(0.5, 0.25, 0.25) };
    });
    const rivals = systems.slice(0, 2).map((name, s) => ({ name, texts: outputs[s]! }));
    const chosen = references.map((_, i) => outputs[i % 3]![i]!);
    const common = { chosen, rivals, posteriors: 'as given', references, ...input };
    const pairwise = reportMbr({ ...common, from: 'systems', evidence, utility: { form: 'pairwise', metric: bleu() } }, metrics); // prettier-ignore
    const gain = { thetas: [-1, 0.5], ngrams: 'presence' } as const;
    const linear = reportMbr({ ...common, from: 'lattices', rivals: [], utility: { form: 'linear', gain } }, metrics);
    await expectApproved('mbr', { tables: mbrTables(pairwise, 1), rows: mbrRows(pairwise), more: [shown(mbrTables(linear, 1))] }); // prettier-ignore
  });

  it('tune', async () => {
    const { report, weights, translations } = await reportTuning({
      set: lists,
      metrics,
      objectives: [0, 1],
      settings: { method: 'mert', restarts: 1, randomDirections: 1 },
      runs: 2,
      seed: 7,
      test: { share: 0.5 },
      by: 'domain',
      notes: ['made up'],
    });
    const more = [weights.join(' '), translations.join('\n')];
    await expectApproved('tune-lists', { tables: tuneTables(report, 1), rows: tuneRows(report), more });
  });

  it('deletion study', async () => {
    const shares: number[] = [];
    const report = await reportDeletionStudy({
      set: lists,
      metrics,
      objectives: [1, 0],
      restarts: 1,
      seed: 7,
      deletion: { first: 1, longest: 2 },
      notes: ['made up'],
      onProgress: ({ share }) => shares.push(share),
    });
    const { weights, parts } = report;
    expect(shares.every((share, i) => share >= (shares[i - 1] ?? 0) && share < 1)).toBe(true);
    await expectApproved('deletion-study', { tables: paradoxTables(report, 2), more: [JSON.stringify({ weights, parts }, null, 1)] }); // prettier-ignore
  });

  it.each(['sign-test', 'genres', 'deletion'] as const)('%s', async (name) => {
    const [usual, smoothed] = [bleu({ tokenizer: 'none', smoothing: 'none' }), bleu({ tokenizer: 'none' })];
    const report = makeUpParadox(name, [usual, smoothed, per()]);
    const { versions, explained } = report.worked;
    const worked = explained.map((ofMetric) => versions.map((version_, v) => `${version_}: ${ofMetric[v]!.score}`).join('\n')); // prettier-ignore
    await expectApproved(`paradox-${name}`, { tables: paradoxTables(report, 2), more: worked });
  });
});

describe('reports of lattices', () => {
  const builder = new LatticeBuilder(new FeatureNames(['lm']), 'small');
  builder.start('0');
  for (const [from, to, word, score] of [
    ['0', '1', 'the', -1],
    ['0', '1', 'a', -0.5],
    ['1', '2', 'cat', 0],
    ['1', '2', 'dog', -2],
    ['0', '2', 'it', -3],
  ] as const) {
    builder.arc({ from, to, words: [word], score, features: [[0, score]] });
  }
  builder.final('2');
  const lattice = builder.finish();
  const forest = new HypergraphBuilder(new FeatureNames(), 'small');
  const [goal, noun] = [forest.node('S'), forest.node('N')];
  for (const word of ['cats', 'dogs'])
    forest.edge({ head: noun, symbols: [forest.word(word)], score: word === 'dogs' ? 1 : 0 });
  forest.edge({ head: goal, symbols: [symbolOf(noun), forest.word('like'), symbolOf(noun)] });
  const named = [
    { id: '1', place: 'a.lat', format: 'slf', hypergraph: lattice },
    { id: '1', place: 'b.json', format: 'joshua', hypergraph: forest.finish(goal) },
  ]; // prettier-ignore

  it('lattice', async () => {
    const report = { version, lattices: named.map(describeLattice), input };
    const likely = { scale: 0.5, least: 0.2 };
    await expectApproved('lattice', {
      tables: latticeTables(report, 2),
      rows: latticeRows(report),
      more: [
        shown(latticeTables({ ...report, lattices: report.lattices.slice(0, 1) }, 2)),
        ...named.map((each) => edgeLines(each, {})),
        edgeLines(named[0]!, likely),
        ngramLines(named[0]!, 2, likely),
      ],
    });
  });

  /** `count` words in a row, each with some alternatives. */
  const long = (alternatives: number, count: number) => {
    const chain = new LatticeBuilder(new FeatureNames(), 'long');
    chain.start('0');
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < alternatives; k++)
        chain.arc({ from: String(i), to: String(i + 1), words: [`w${k}`], score: 0 });
    }
    chain.final(String(count));
    return { id: 'long', place: 'long.lat', format: 'slf', hypergraph: chain.finish() };
  };
  it.each([
    [10, 8, '100000000', '100000000'],
    [10, 9, '1000000000', '1.0e+9'],
    [10, 300, `1${'0'.repeat(300)}`, '1.0e+300'],
    // 640 log10(3) is 305.36, and 10 to the power of 0.36 is 2.3.
    [3, 640, '2e+305', '2e+305'],
  ])('%i to the power of %i derivations', (alternatives, count, full, short) => {
    const described = describeLattice(long(alternatives, count));
    expect(described.derivations).toBe(full);
    const [row] = latticeTables({ version, lattices: [described], input }, 2).tables[0]!.rows;
    expect(row![6]).toBe(short);
  });

  it('oracle', async () => {
    const oracles = new LatticeOracles(bleu({ tokenizer: 'none' }), [0.3], 2);
    for (const each of named) oracles.take(each, ['a cat likes dogs']);
    const report = oracles.report(input);
    const unpruned = new LatticeOracles(bleu({ tokenizer: 'none' }));
    unpruned.take(named[0]!, ['a cat']);
    expect(unpruned.report(input)).not.toHaveProperty('scale');
    await expectApproved('oracle-lattices', { tables: oracleTables(report, 1), rows: oracleRows(report), more: [[...oracleLines(report)].join('')] }); // prettier-ignore
  });
});

/** Four systems whose outputs are the better the higher their first feature; people prefer by it in all but every seventh comparison. */
function judgedTask(task: string, segments: number) {
  const names = ['a', 'b', 'c', 'd'];
  const keys = Array.from({ length: segments }, (_, g) => String(g + 1));
  const worth = (s: number, g: number): number => ((7 * s + 5 * g) % 11) + s;
  const table: FeatureTable = {
    task,
    systems: names,
    segments: keys,
    width: 3,
    values: Float64Array.from(names.flatMap((_, s) => keys.flatMap((__, g) => [worth(s, g), (3 * s + 7 * g) % 5, 1]))),
    sentences: Int32Array.from(keys, (_, g) => g),
  };
  const rankings: Ranking[] = keys.flatMap((segment, g) =>
    names.slice(1).map((second, s): Ranking => {
      const isFirst = worth(s, g) > worth(s + 1, g) !== ((3 * g + s) % 7 === 0);
      const ranks = (g + s) % 9 === 0 ? [1, 1] : isFirst ? [1, 2] : [2, 1];
      return { task, segment, judge: `j${g % 2}`, order: g, systems: [names[s]!, second], ranks };
    }),
  );
  const comparisons = compareRankings(task, rankings, 'ties');
  const side: HumanSide = { id: 'rankings', scores: scoresOfRankings(comparisons), comparisons };
  const values = names.map((_, s) => keys.map((__, g) => -worth(s, g) + ((s * g) % 3)));
  const scores = {
    name: 'TER',
    higherIsBetter: false,
    systems: names,
    segments: keys,
    ofSystems: Float64Array.from(values, (row) => row.reduce((sum, each) => sum + each, 0) / segments),
    ofSegments: Float64Array.from(values.flat()),
  };
  return { table, side, scores: [scores], rankings };
}

const feature = (metric: number, typed: string, isNamed = true) => ({ metric, typed, isNamed });

describe('reports of judgments', () => {
  const task = judgedTask('de-en', 24);

  it('learn', async () => {
    const { report, model } = reportLearned(
      'pairwise',
      { name: 'made', tasks: ['de-en'], references: 1, materials: [task, judgedTask('fr-en', 30)], input: { formats: ['assay'], dropped: [], ...input } },
      { metrics: [bleu()], features: [feature(0, 'bleu'), feature(0, 'bleu#other'), feature(0, 'bleu#constant', false)] },
      [ter()],
      { folds: 4, seed: 3, samples: 40, level: 0.9, alpha: 0.05 },
    ); // prettier-ignore
    const facts = JSON.stringify({ model, evaluations: report.evaluations.map(({ known, losses }) => ({ known, losses })) }, null, 1); // prettier-ignore
    await expectApproved('learn', { tables: learnTables(report, 3), rows: learnRows(report), more: [facts] });
    // Against TER, whose agreement and p are made up: p is small if the metric of the row agrees better.
    const [first] = report.evaluations;
    const { segmentTest: test, metrics: agreed } = first!.contest;
    const findingWith = (more: number, ofLearned: number, ofOthers: number): string => {
      const p = test!.p.map((row, i) => row.map(() => (test!.names[i] === 'learned' ? ofLearned : ofOthers)));
      const moved = agreed.map((each) => (each.name === 'TER' ? { ...each, ofSegments: each.ofSegments!.map((figure) => ({ ...figure, value: figure.value + more })) } : each)); // prettier-ignore
      const contest = { ...first!.contest, metrics: moved, segmentTest: { ...test!, p } };
      return learnTables({ ...report, evaluations: [{ ...first!, contest }] }, 3).findings!.at(-1)!.text.split(': ')[1]!; // prettier-ignore
    };
    expect(findingWith(-0.1, 0.05, 0.9)).toBe('significantly better (p = 0.050).');
    expect(findingWith(-0.1, 0.051, 0.01)).toBe('better, but not significantly (p = 0.051).');
    expect(findingWith(0.1, 0.9, 0.05)).toBe('significantly worse (p = 0.050).');
    expect(findingWith(0.1, NaN, NaN)).toBe('worse.');
  });

  it('meta', async () => {
    const other = judgedTask('fr-en', 15);
    const report = reportMeta(
      { name: 'made', references: 1, input: { formats: ['assay'], dropped: [], ...input } },
      [task, other].map(({ table, side, scores }) => ({
        task: table.task,
        side,
        scores: [...scores, { ...scores[0]!, name: 'quality', higherIsBetter: true }],
        notes: [`${table.task} is made up`],
      })),
      [ter()],
      { identical: 'ties', systemMeasures: ['pearson', 'spearman'], segmentMeasures: ['wmt14'], systemTest: 'williams', segmentTest: 'inputs', alpha: 0.05, samples: 40, seed: 3, level: 0.9 },
    ); // prettier-ignore
    await expectApproved('meta-tasks', { tables: metaTables(report, true, 3), rows: metaRows(report), page: metaPage(report, true) }); // prettier-ignore
  });

  it('task', async () => {
    const judgments = judgmentsOf({ rankings: task.rankings, verdicts: verdictsOf('j 1 a k yes', 'k 1 a k no', 'j 2 b k yes') }); // prettier-ignore
    const of = { name: 'made', judgments, input: { formats: ['assay'], counts: countJudgments(judgments), dropped: [], sha256: input.sha256 }, notes: ['a note'] }; // prettier-ignore
    const resampling = { samples: 40, seed: 3 };
    const settings = { rank: { ...rankDefaults, ...resampling }, rankContext: { isConstrained: (_: string, system: string) => system < 'c' }, agree: { ...agreeDefaults, ...resampling, judges: true, curves: true, atLeast: 1 } }; // prettier-ignore
    const report = reportTask(of, settings);
    await expectApproved('task-judged', { tables: taskTables(report), page: taskPage(report) });
    // Each part is there if there is something to say.
    const partsOf = (some: Partial<typeof judgments>) =>
      Object.keys(reportTask({ ...of, judgments: judgmentsOf(some) }, settings)).filter((key) => /rank|agree|accept|meta/.test(key)); // prettier-ignore
    expect(partsOf({ rankings: judgments.rankings })).toEqual(['rank', 'agree']);
    expect(partsOf({ verdicts: judgments.verdicts })).toEqual(['agree', 'accept']);
    expect(partsOf({})).toEqual([]);
    expect(reportTask(of, settings, { ...madeMeta, tasks: [] })).not.toHaveProperty('meta');
    expect(reportTask(of, settings, madeMeta).meta).toBe(madeMeta);
  });

  it('agree', async () => {
    const rankings = rankingsOf(
      'j 1 a>b>c',
      'k 1 a>c>b',
      'j 2 b>a=c',
      'k 2 b>c>a',
      'l 1 c>a>b',
      'j 1 a>b=c',
      'l 2 b>a>c',
    );
    const judgments = judgmentsOf({ rankings });
    const of = { formats: ['assay'], counts: countJudgments(judgments), dropped: [{ what: 'rows without a judge', count: 2, first: 'line 3' }], sha256: input.sha256 }; // prettier-ignore
    const report = reportAgreement(judgments, of, { ...agreeDefaults, judges: true, curves: true, wmt16: true, atLeast: 1, samples: 40, seed: 3 }); // prettier-ignore
    await expectApproved('agree-judges', { tables: agreeTables(report), rows: agreeRows(report), page: agreePage(report) }); // prettier-ignore
  });

  it('live', async () => {
    const record = recordWith(
      [
        assigned('a1', 'j', 'rank', 0, 'a b c'),
        assigned('a2', 'j', 'rank', 1, 'a b c'),
        assigned('a3', 'j', 'rank', 1, 'a b c', { part: 'practice' }),
        assigned('b1', 'k', 'rank', 0, 'c b a'),
        assigned('b2', 'k', 'rank', 1, 'a b c'),
        assigned('c1', 'l', 'assess', 2, 'a'),
      ],
      answered('j', 'a3', { kind: 'rank', ranks: [1, 2, 3] }, { comment: 'only practice' }),
      answered('j', 'a1', { kind: 'rank', ranks: [1, 2, 3] }, { seconds: 30, comment: 'hard' }),
      answered('j', 'a2', { kind: 'rank', ranks: [1, 2, 2] }, { seconds: 60 }),
      answered('k', 'b1', { kind: 'rank', ranks: [3, 1, 2] }, { comment: 'easy' }),
      { kind: 'excluded', judge: 'l', reason: 'no time' },
    );
    const answers = countedAnswers(record);
    const judgments = judgmentsFrom(record.campaign, answers);
    const of = {
      formats: ['campaign'],
      counts: countJudgments(judgments),
      dropped: judgments.dropped,
      sha256: input.sha256,
    };
    // A second after midnight the campaign starts, with an entry a second: an hour before is between the answers of j.
    const live = await reportLive(record, { judgments, input: of, answers }, { now: new Date('2026-03-01T01:00:06.500Z'), samples: 40, seed: 3 }); // prettier-ignore
    const { agreement, ranking, acceptability, positions, ...facts } = live;
    expect(acceptability).toBeUndefined();
    const more = [agreement, ranking, positions].map((part) => shown(part!.report));
    await expectApproved('live', { more: [...more, JSON.stringify(facts, null, 1)] });
  });
});

describe('reports of many systems and documents', () => {
  // System k gets the first k words of every third segment wrong, and other systems other segments.
  const names = Array.from({ length: 8 }, (_, k) => `s${k}`);
  const right = Array.from({ length: 48 }, (_, g) =>
    Array.from({ length: 6 + (g % 5) }, (__, w) => `w${(g * w) % 13}`),
  );
  const hypotheses = names.map((_, k) =>
    right.map((words, g) => words.map((word, w) => (w < k && (g * 7 + k) % 3 > 0 ? `x${w}` : word)).join(' ')),
  );
  const many = right.map((words) => [words.join(' ')]);
  const evaluated: Evaluation = {
    systems: names,
    segments: many.length,
    sums: [],
    rows: measureAll(metrics, { references: many }, hypotheses).map(({ rows }) => rows),
    labels: new Map([['document', many.map((_, g) => `d${Math.floor(g / 2)}`)], ['domain', many.map((_, g) => (g % 3 === 0 ? 'easy' : 'hard'))]]),
    references: 1,
  }; // prettier-ignore
  const compared = { evaluation: evaluated, hypotheses, references: many, input };

  it.each([
    ['compare-many', { settings: { ...comparisonDefaults, samples: 200, power: true, equivalence: 2, correction: 'bh', interval: 'bca' }, explain: { top: 2, wordClasses: new Map([['w1', 'odd'], ['w2', 'even']]) } }],
    ['compare-sign', { settings: { ...comparisonDefaults, samples: 100, test: 'sign', level: 0.995 }, unit: 'segment' }],
    ['compare-randomization', { settings: { ...comparisonDefaults, samples: 100, test: 'randomization', correction: 'none' }, baseline: 's3', unit: 'document' }],
  ] as const)('%s', async (name, options) => {
    const { report, texts } = await reportComparison(compared, metrics, options);
    await expectApproved(name, { tables: compareTables(report, 2, 2), rows: compareRows(report), page: comparePage(report, texts) });
  }); // prettier-ignore

  it('equal systems', async () => {
    // TER is a mean over segments, as t-test and Wilcoxon's test need it.
    const [ofErrors, twice] = [[ter()], [hypotheses[2]!, hypotheses[2]!]];
    const rows = measureAll(ofErrors, { references: many }, twice).map((each) => each.rows);
    const same = { ...compared, evaluation: { ...evaluated, systems: ['a', 'b'], rows }, hypotheses: twice };
    const more: string[] = [];
    for (const test of ['bootstrap', 'wilcoxon', 't', 'randomization'] as const) {
      const settings = { ...comparisonDefaults, samples: 50, test };
      const { report } = await reportComparison(same, ofErrors, { settings, unit: 'segment' });
      more.push(shown(compareTables(report, 2, 2)));
    }
    await expectApproved('compare-equal', { more });
  });

  it('scores of segments and documents', async () => {
    const labels = new Map([...evaluation.labels, ['score', ['1', '2', '3', '4', '5', '6']]]);
    const measured = measureAll(metrics, { references }, outputs);
    const sums = measured.map((each) => Float64Array.from(systems.flatMap((_, s) => [...sumRows(each, s)])));
    const summed = await reportScores(metrics, { ...evaluation, rows: undefined, sums }, { input });
    await expectApproved('score-lines', {
      tables: scoreTables(summed, 1),
      more: [[...segmentLines(measured, labels)].join(''), [...documentLines(measured, labels)].join('')],
    });
  });

  it('warnings come before everything else', () => {
    const report: Report = { title: 't', warnings: ['first', 'second'], tables: [], notes: [{ name: 'n', text: 'x' }] };
    expect(media.text(report)).toBe('warning  first\nwarning  second\n\nn  x\n');
  });
});

describe('ratings and marked errors', () => {
  const rating = (judge: string, segment: number, system: string, score: number, item: Rating['item'] = 'output'): Rating => ({ task: '', segment: String(segment), judge, order: segment, system, score, item }); // prettier-ignore
  const spread = (judge: string, shift: number) =>
    [1, 2, 3, 4, 5, 6, 7, 8].flatMap((segment) => [
      ...['a', 'b', 'c'].map((system, s) => rating(judge, segment, system, 50 + shift - 15 * s + ((segment * 5 + s) % 7))),
      rating(judge, segment, 'a', judge === 'j' ? 10 + segment : 60, 'damaged'),
      rating(judge, segment, 'b', 36 + shift, 'repeat'),
    ]); // prettier-ignore
  const error = (severity: string, category: string) => ({ severity, category, side: 'output' as const });
  const annotations = [1, 2, 3, 4].flatMap((segment) =>
    ['a', 'b'].map((system, s) => ({ task: 'x-y', segment: String(segment), judge: 'j', order: segment, system, errors: [error('minor', 'fluency'), ...(s === 1 ? [error('major', 'accuracy')] : [])] })),
  ); // prettier-ignore

  it.each([
    ['rank-ratings', judgmentsOf({ ratings: [...spread('j', 0), ...spread('k', 20), rating('l', 1, 'a', 70)] })],
    ['rank-errors', judgmentsOf({ annotations })],
  ])('%s', async (name, judgments) => {
    const of = { formats: ['assay'], counts: countJudgments(judgments), dropped: [], sha256: input.sha256 };
    const weights = [{ severity: 'major', weight: 5 }, { category: 'fluency', weight: 0.5 }]; // prettier-ignore
    const report = reportRanking(judgments, of, { ...rankDefaults, weights, samples: 40, seed: 3 });
    await expectApproved(name, { tables: rankTables(report, true), rows: rankRows(report, true), page: rankPage(report) }); // prettier-ignore
  });

  it('against metrics, with ties', async () => {
    const ratings = spread('j', 0).filter(({ item }) => item === 'output').map((each) => ({ ...each, task: 'x-y', score: 10 * Math.round(each.score / 10) })); // prettier-ignore
    const [side] = humanSides('x-y', judgmentsOf({ ratings }));
    const keys = [1, 2, 3, 4, 5, 6, 7, 8].map(String);
    const scoreOf = (s: number, g: number): number => -s + ((g * 5) % 3) / 4;
    const scores = {
      name: 'quality', higherIsBetter: true, systems: ['a', 'b', 'c'], segments: keys,
      ofSystems: Float64Array.of(3, 2, 1),
      ofSegments: Float64Array.from([0, 1, 2].flatMap((s) => keys.map((_, g) => scoreOf(s, g)))),
    }; // prettier-ignore
    const report = reportMeta(
      { name: 'made', references: 1, input: { formats: ['assay'], dropped: [], ...input } },
      [{ task: 'x-y', side: side!, scores: [scores, { ...scores, name: 'error', higherIsBetter: false }], notes: [] }],
      [],
      { identical: 'ties', systemMeasures: ['pearson', 'accuracy'], segmentMeasures: ['acc-eq', 'darr', 'wmt14'], systemTest: 'systems', segmentTest: 'cells', alpha: 0.05, samples: 40, seed: 3, level: 0.9 },
    ); // prettier-ignore
    await expectApproved('meta-ratings', { tables: metaTables(report, false, 3), rows: metaRows(report), page: metaPage(report, false) }); // prettier-ignore
  });

  it('what kind of learning they allow', () => {
    const [ranked] = [judgedTask('de-en', 4).side];
    const [rated] = humanSides('', judgmentsOf({ ratings: spread('j', 0) }));
    const whole = { ...rated!, scores: { ...rated!.scores, segments: [] } };
    expect(() => checkKind('pairwise', 'de-en', ranked)).not.toThrow();
    expect(() => checkKind('absolute', 'de-en', rated!)).not.toThrow();
    expect(() => checkKind('absolute', 'de-en', ranked)).toThrow('Use --kind pairwise');
    expect(() => checkKind('pairwise', 'de-en', whole)).toThrow('of de-en are of whole systems only');
  });
});

describe('signs about judges', () => {
  // j always gives the same answer at once, and prefers damaged outputs; m never gives the same answer again; k and l agree.
  const orders = [[1, 2, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]]; // prettier-ignore
  const answerOf = (judge: string, segment: number, round: number) =>
    judge === 'j' ? [1, 2, 3] : orders[(segment + (judge === 'm' ? round : 0)) % 4]!;
  const asked = ['j', 'k', 'l', 'm'].flatMap((judge) =>
    [0, 1, 2, 3].flatMap((segment) =>
      [0, 1, 2].map((round) => {
        const assignment = assigned(`${judge}${segment}${round}`, judge, 'rank', segment, 'a b c');
        return { assignment, ranks: answerOf(judge, segment, round), seconds: judge === 'j' ? 3 : 30 };
      }),
    ),
  );
  const checks = Array.from({ length: 12 }, (_, i) => ({
    assignment: assigned(`check${i}`, 'j', 'rank', i % 4, '!a b c', { part: 'check' }),
    ranks: [1, 2, 3],
    seconds: 3,
  }));
  const all = [...asked, ...checks];
  const record = recordWith(
    all.map(({ assignment }) => assignment),
    ...all.map(({ assignment: { judge, id }, ranks, seconds }) => answered(judge, id, { kind: 'rank', ranks }, { seconds })),
  ); // prettier-ignore

  it('of a long campaign: answers by day, the latest comments, and what goes wrong', async () => {
    const liveWith = (count: number) => {
      const assignments = Array.from({ length: count }, (_, i) => assigned(`a${i}`, 'j', 'rank', i % 4, 'a b c'));
      const given = assignments.map(({ id }) => answered('j', id, { kind: 'rank', ranks: [1, 2, 3] }, { comment: id }));
      const long = recordOf([{ kind: 'created', campaign }, { kind: 'judge-added', judge: 'j' }, { kind: 'assigned', assignments }, ...given], 3600); // prettier-ignore
      const answers = countedAnswers(long);
      const judgments = judgmentsFrom(long.campaign, answers);
      const of = { formats: [], counts: countJudgments(judgments), dropped: [], sha256: '' };
      const isListed = () => {
        throw new UsageError('Nothing is listed.');
      };
      return reportLive(long, { judgments, input: of, answers }, { samples: 10, isListed });
    };
    // An entry an hour, answers from three o'clock on: 96 of them are four days, and as many hours as are told apart.
    const [short, long] = [await liveWith(96), await liveWith(201)];
    expect(short.pace).toHaveLength(96);
    expect(short.pace[1]).toEqual({ from: '2026-03-01T04', answers: 1 });
    expect(long.pace.map(({ answers }) => answers)).toEqual([21, 24, 24, 24, 24, 24, 24, 24, 12]);
    expect(long.pace.at(-1)!.from).toBe('2026-03-09');
    expect(short.comments).toHaveLength(96);
    expect([long.comments.length, long.comments[0]!.text, long.comments.at(-1)!.text]).toEqual([200, 'a200', 'a1']);
    expect([long.problems, long.ranking]).toEqual([['Nothing is listed.'], undefined]);
  });

  it('are said in words', async () => {
    const answers = countedAnswers(record);
    const judgments = judgmentsFrom(record.campaign, answers);
    const of = { formats: ['campaign'], counts: countJudgments(judgments), dropped: judgments.dropped, sha256: input.sha256 }; // prettier-ignore
    const live = await reportLive(record, { judgments, input: of, answers }, { now: new Date('2026-03-01T01:00:00Z'), samples: 20, seed: 3 }); // prettier-ignore
    await expectApproved('live-signs', { more: live.judges.map(({ judge, signs }) => `${judge}: ${signs.map(({ text }) => text).join('; ')}`) }); // prettier-ignore
  });
});

it('the weights of AMBER', async () => {
  const { table, side } = judgedTask('de-en', 24);
  const right = Array.from({ length: 12 }, (_, k) => `w${k}`);
  const texts = table.systems.map((_, s) =>
    table.segments.map((__, g) => {
      const wrong = 12 - table.values[(s * table.segments.length + g) * table.width]!;
      return right.map((word, k) => (k < wrong ? `x${k}` : word)).join(' ');
    }),
  );
  const compared = [amber(), ter()] as const;
  const rows = measureAll(compared, { references: table.segments.map(() => [right.join(' ')]) }, texts).map((each) => each.rows); // prettier-ignore
  const { task, systems: names, segments, sentences } = table;
  const report = await reportLearnedWeights(
    { name: 'made', tasks: ['de-en'], references: 1, materials: [{ task, systems: names, segments, sentences, side, rows }, { task: 'fr-en', systems: names, segments, sentences, side, rows }], input: { formats: ['assay'], dropped: [], ...input } },
    compared,
    { folds: 3, seed: 3, samples: 20, level: 0.9, alpha: 0.05 },
    async (found) => found.map(({ definition, options }) => definition(options as never)),
  ); // prettier-ignore
  // 10 weights need 20 comparisons.
  const few = { task, systems: names, segments: segments.slice(0, 4), sentences: sentences.slice(0, 4), side, rows };
  const learning = reportLearnedWeights({ name: 'made', tasks: ['de-en'], references: 1, materials: [few], input: { formats: ['assay'], dropped: [], ...input } }, compared, { folds: 3, seed: 3, samples: 20, level: 0.9, alpha: 0.05 }, async () => []); // prettier-ignore
  await expect(learning).rejects.toThrow(/too few to learn 10 weights from in 3 folds/);
  expect(() => learnableWeights(ter())).toThrow('TER has no weights to learn. Use amber.');
  const { settings, examples, intercept, penalty } = report;
  await expectApproved('learn-amber', { tables: learnTables(report, 3), rows: learnRows(report), more: [JSON.stringify({ settings, examples, intercept, penalty })] }); // prettier-ignore
});

it('the tests between metrics', async () => {
  const tests = ['williams', 'systems', 'inputs', 'systems-and-inputs', 'cells', 'pairs'] as const;
  const more = tests.map((test) => {
    const [only] = madeMeta.tasks;
    const segmentTest = { ...only!.systemTest!, test, measure: 'kendall' };
    const tested = { ...only!, systemTest: { ...only!.systemTest!, test }, ...(test !== 'williams' && test !== 'systems' && { segmentTest }) }; // prettier-ignore
    return metaTables({ ...madeMeta, tasks: [tested as never] }, false, 3).notes.map(({ name, text }) => `${name}: ${text}`).join('\n'); // prettier-ignore
  });
  await expectApproved('meta-tests', { more });
});

describe('what cannot be learned from', () => {
  const { table, side } = judgedTask('de-en', 8);
  const examples = {
    kind: 'pairwise' as const, count: 4, width: 2, ties: 0, missing: 0,
    values: Float64Array.of(1, 2, 1, 3, 1, 4, 1, 5),
    first: Int32Array.of(0, 1, 2, 3), second: Int32Array.of(1, 2, 3, 0),
    target: Float64Array.of(1, -1, 1, -1), sentence: Int32Array.of(0, 1, 2, 3),
  }; // prettier-ignore
  const check = (more: object, folds = 2, features = 2) => checkExamples({ ...examples, ...more }, [{ table, side }], { folds, features }); // prettier-ignore

  it.each<[string, () => void, RegExp | undefined]>([
    ['enough', () => check({}), undefined],
    ['as few sentences as there may be', () => check({ sentence: Int32Array.of(0, 1, 1, 1) }, 1), undefined],
    ['too few sentences', () => check({ sentence: Int32Array.of(0, 1, 1, 2) }), /^4 decided comparisons of 3 sentences are too few to learn 2 weights from in 2 folds: there must be at least 2 sentences per fold, and 4 decided comparisons\./],
    ['too few for the number of features', () => check({}, 2, 3), /^4 decided comparisons of 4 sentences are too few to learn 3 weights from .* and 6 decided comparisons\./],
    ['a single one', () => check({ count: 1, sentence: Int32Array.of(0) }), /^1 decided comparison of 1 sentence is too few/],
    ['nothing', () => check({ count: 0 }), /: no decided comparison of the given outputs\. Nobody judged two outputs of a segment\.$/],
    ['no ratings', () => check({ kind: 'absolute', count: 0 }), /: no rating of the given outputs\. Nobody judged an output of a segment\.$/],
    ['only ties', () => check({ count: 0, ties: 3 }), / 3 comparisons found both outputs equal\.$/],
    ['equal ratings', () => check({ kind: 'absolute', target: Float64Array.of(5, 5, 5, 5) }), /^All 4 ratings are 5: /],
    ['ratings that differ', () => check({ kind: 'absolute' }), undefined],
    // Rows 0 to 7 are of system a, 8 to 15 of b.
    ['one system always better', () => check({ target: Float64Array.of(1, 1, 1, 1), second: Int32Array.of(8, 9, 10, 11) }), /^All 4 decided comparisons prefer the same system of two: /],
    ['always the first, of several systems', () => check({ target: Float64Array.of(1, 1, 1, 1), second: Int32Array.of(8, 9, 10, 16) }), undefined],
    ['infinite features', () => checkValues([{ ...table, values: table.values.map((value, at) => (at === 3 * 9 + 1 ? Infinity : value)) }], ['x', 'y', 'z']), /^The feature y is Infinity for segment 2 of b in de-en\. /],
    ['finite features', () => checkValues([table], ['x', 'y', 'z']), undefined],
    ['constant features', () => varyingFeatures({ ...examples, width: 1, values: Float64Array.of(1, 1, 1, 1) }, [feature(0, 'x', false)]), /^Every feature is the same for all judged outputs\.$/],
    ['a constant feature that was named', () => varyingFeatures(examples, [feature(0, 'x'), feature(0, 'y')]), /^The feature x is the same for all outputs that were judged against each other: /],
    ['the same of ratings', () => varyingFeatures({ ...examples, kind: 'absolute' }, [feature(0, 'x'), feature(0, 'y')]), /for all outputs that were judged: /],
  ])('%s', (_, run, message) => {
    if (message === undefined) return run();
    expect(run).toThrow(UsageError);
    expect(run).toThrow(message);
  }); // prettier-ignore

  it('names up to three systems without outputs', () => {
    const without = (systems: string[]) => {
      const judged = [{ table: { ...table, systems }, side }];
      return () => checkExamples({ ...examples, count: 0, missing: 9 }, judged, { folds: 2, features: 2 });
    };
    const start = '9 judgments are of systems or segments without outputs: ';
    expect(without(['a'])).toThrow(`${start}system b, system c, system d.`);
    expect(without([])).toThrow(`${start}system a, system b, system c, ….`);
    const fewer = [{ table: { ...table, segments: table.segments.slice(2) }, side }];
    expect(() => checkExamples({ ...examples, count: 0, missing: 9 }, fewer, { folds: 2, features: 2 })).toThrow(`${start}segment 1, segment 2.`); // prettier-ignore
  });

  it('leaves out constant parts, and says so', () => {
    const { kept, notes } = varyingFeatures(examples, [feature(0, 'x', false), feature(0, 'y')]);
    expect(kept).toEqual([1]);
    expect(notes).toEqual(['Features left out, since they are the same for all judged outputs: x.']);
    expect(varyingFeatures({ ...examples, kind: 'absolute' }, [feature(0, 'x', false), feature(0, 'y')]).kept).toEqual([1]); // prettier-ignore
  });
});
