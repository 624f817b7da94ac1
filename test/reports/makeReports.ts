/** Makes reports of everything with nothing but the floors that run in a browser; the same code runs in Node and in a page. */
import { type Evaluation, measureAll } from '../../src/measure/index.ts';
import { type Judgments, countJudgments } from '../../src/human/index.ts';
import { FeatureNames } from '../../src/lattice/index.ts';
import { bleu, ter } from '../../src/metrics/index.ts';
import {
  agreeDefaults,
  comparePage,
  compareTables,
  makeUpParadox,
  media,
  pageHtml,
  paradoxTables,
  rankDefaults,
  reportComparison,
  reportTask,
  reportTuning,
  taskPage,
  taskTables,
  tuneTables,
} from '../../src/report/index.ts';
import { comparisonDefaults } from '../../src/stats/index.ts';
import { madeCandidates } from '../../src/tune/testing/madeCandidates.ts';

const samples = 100;
const input = { sha256: '0'.repeat(64), notes: [] };

/** Texts and pages, by name. */
export async function makeReports(
  outputs: Readonly<Record<string, readonly string[]>>,
  references: readonly (readonly string[])[],
): Promise<Record<string, string>> {
  const metrics = [bleu(), ter()];
  const hypotheses = Object.values(outputs);
  const evaluation: Evaluation = {
    systems: Object.keys(outputs),
    segments: references.length,
    sums: [],
    rows: measureAll(metrics, { references }, outputs).map(({ rows }) => rows),
    labels: new Map([['document', references.map((_, i) => (i % 2 === 0 ? 'even' : 'odd'))]]),
    references: 1,
  };
  const { report, texts } = await reportComparison({ evaluation, hypotheses, references, input }, metrics, {
    settings: { ...comparisonDefaults, samples },
    unit: 'segment',
    explain: { top: 2 },
  });
  const judgments = rankingsOf(evaluation.systems);
  const task = reportTask(
    {
      name: 'made',
      judgments,
      input: { formats: ['assay'], counts: countJudgments(judgments), dropped: [], ...input },
      notes: [],
    },
    {
      rank: { ...rankDefaults, samples },
      rankContext: {},
      agree: { ...agreeDefaults, samples, judges: true, curves: true },
    },
  );
  const lists = references.map(([text = ''], i) => [
    [hypotheses[0]![i]!, { x: 1, y: i % 2 }] as const,
    [text, { x: 0, y: 1 }] as const,
  ]);
  const { report: tuned } = await reportTuning({
    set: { candidates: madeCandidates(new FeatureNames(['x', 'y']), lists), references },
    metrics,
    objectives: [0],
    settings: { method: 'mert', restarts: 2 },
    runs: 2,
    seed: 1,
  });
  return {
    comparison: media.text(compareTables(report, 2, 2)),
    comparisonPage: pageHtml(comparePage(report, texts)),
    task: media.text(taskTables(task)),
    taskPage: pageHtml(taskPage(task)),
    tuning: media.text(tuneTables(tuned, 2)),
    paradox: media.text(paradoxTables(makeUpParadox('genres', metrics), 2)),
  };
}

/** Two judges rank all systems in six segments, in the order they have, in turn from behind. */
function rankingsOf(systems: readonly string[]): Judgments {
  const rankings = ['j', 'k'].flatMap((judge, j) =>
    Array.from({ length: 6 }, (_, i) => ({
      task: 'de-en',
      segment: String(i + 1),
      judge,
      order: i,
      systems,
      ranks: systems.map((__, s) => ((i + j) % 3 === 0 ? systems.length - s : s + 1)),
    })),
  );
  return { rankings, ratings: [], annotations: [], edits: [], verdicts: [], dropped: [] };
}
