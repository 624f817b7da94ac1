/** Scores of what minimum-Bayes-risk selection chose, beside what there was to choose from. */
import { type Metric, printMetric, printSignature, systemScore, teach, version } from '../core/index.ts';
import { type MbrUtility, scoredMetric } from '../engine/index.ts';
import { SegmentCounter, measureAll, referencesPerSegment } from '../measure/index.ts';
import type { MbrReport } from '../report/index.ts';
import { requestedMetrics } from './arguments.ts';
import type { MbrInput } from './mbrInput.ts';

/** The choice beside what there was, and the best there could be. */
export async function scoreChoice(
  input: MbrInput,
  chosen: readonly string[],
  utility: MbrUtility,
  score: readonly string[] | undefined,
): Promise<MbrReport> {
  const references = input.references!;
  const metrics = await scoringMetrics(utility, score);
  const taught = metrics.map((metric) => teach(metric, references));
  const testSet = { references, ...(input.sources && { sources: input.sources }) };
  const named = [...input.rivals.map(({ name, texts }) => [name, texts] as const), ['MBR choice', chosen] as const];
  const measured = measureAll(taught, testSet, named.map(([, texts]) => texts)); // prettier-ignore
  const rows = named.map(([name, texts], s): MbrReport['rows'][number] => {
    const scores = measured.map((each) => systemScore(each, s));
    if (s === named.length - 1) return { name, kind: 'choice', scores };
    return { name, kind: 'rival', chosen: texts.filter((text, i) => text === chosen[i]).length, scores };
  });
  const perSegment = referencesPerSegment(references);
  return {
    version,
    from: input.from,
    segments: references.length,
    ...(input.evidence && { candidates: input.evidence.reduce((sum, { texts }) => sum + texts.length, 0) }),
    utility: { form: utility.form, of: nameOf(utility) },
    posteriors: input.posteriors,
    metrics: metrics.map((metric) => scoredMetric(metric, { references: perSegment })),
    rows: input.evidence ? [...rows, { name: 'oracle', kind: 'oracle', scores: oracleScores(input, taught) }] : rows,
    input: { references: perSegment, sha256: input.sha256, notes: input.notes },
  };
}

async function scoringMetrics(utility: MbrUtility, score: readonly string[] | undefined): Promise<Metric[]> {
  if (score) return requestedMetrics(score);
  const usual = ['bleu', 'chrf', 'ter'];
  const own = utility.form === 'linear' ? [] : [printMetric(utility.metric)];
  return requestedMetrics([...usual, ...own.filter((typed) => !usual.includes(typed))]);
}

function nameOf(utility: MbrUtility): string {
  if (utility.form !== 'linear') return printSignature(utility.metric.forSegments, { references: 1 });
  const { thetas, ngrams } = utility.gain;
  return `θ = ${thetas.map((theta) => Number(theta.toFixed(4))).join(', ')}, n-grams by ${ngrams}`;
}

/** By metric: the score of the candidates that are best segment by segment. */
function oracleScores({ evidence, references, sources }: MbrInput, taught: readonly Metric[]): number[] {
  const counter = new SegmentCounter(taught);
  const sums = taught.map(({ statistics }) => new Float64Array(statistics.length));
  evidence!.forEach(({ texts }, i) => {
    const distinct = [...new Set(texts)];
    const rows = taught.map(({ statistics }) => new Float64Array(distinct.length * statistics.length));
    counter.count(distinct, references![i]!, sources?.[i], rows, 0, 1);
    taught.forEach(({ statistics: { length: width }, forSegments, higherIsBetter }, m) => {
      let best: Float64Array | undefined;
      let most = -Infinity;
      for (let k = 0; k < distinct.length; k++) {
        const row = rows[m]!.subarray(k * width, (k + 1) * width);
        const score = (higherIsBetter ? 1 : -1) * forSegments.score(row);
        if (best === undefined || score > most) [best, most] = [row, score];
      }
      best!.forEach((value, n) => (sums[m]![n]! += value));
    });
  });
  return taught.map((metric, m) => metric.score(sums[m]!));
}
