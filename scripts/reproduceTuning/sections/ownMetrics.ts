/** Whether it helps to tune to the metric of the evaluation, or BLEU would have done as well. */
import { correctP } from '../../../src/stats/index.ts';
import type { GuidePart } from '../../reproduceWmt09/guidePart.ts';
import { spreadOf } from '../judged.ts';
import { type Studied, equalWeights, firstTuned } from '../studyMetrics.ts';
import type { StudySettings } from '../studySettings.ts';
import { difference, listed, numberWord, pText, page, partOf, points, spread, table, within } from '../wording.ts';

export const ownMetricSection = (studied: readonly Studied[], settings: StudySettings): GuidePart => ({
  finding: page('### Should you tune to the metric that you report?', ...ownMetricText(studied, settings)),
  markdown: page(
    '### Tuned to the metric of the evaluation',
    ...studied.flatMap((each) => ownMetricTable(each, settings)),
  ),
});

/** By each metric: the system tuned to it against the one tuned to BLEU. */
function ownMetrics({ judged, metrics, others, tunedTo, cross }: Studied, settings: StudySettings) {
  const rows = metrics.flatMap((metric, m) => {
    const system = firstTuned + m;
    if (!others.includes(system)) return [];
    const found = judged.compare({ metric: m }, tunedTo('BLEU'), [system], settings).against(system);
    const tunedOn = spreadOf(cross.tunings.map(({ parts }) => parts[0]!.scores[system]![m]!));
    const before = spreadOf(cross.tunings.map(({ parts }) => parts[0]!.scores[equalWeights]![m]!));
    const sign = metric.higherIsBetter ? 1 : -1;
    const start = judged.spread(equalWeights, { metric: m }).mean;
    const own = judged.spread(system, { metric: m });
    return [{ metric, found, tunedOn, before, sign, start, own }];
  });
  const corrected = correctP(
    rows.map(({ found }) => found.p),
    'holm',
  );
  return rows.map((row, r) => ({ ...row, p: corrected[r]! }));
}

function ownMetricTable(studied: Studied, settings: StudySettings): string[] {
  return [
    `**${studied.corpus.title}**, each row by the metric in its first column:`,
    table(
      ['metric', 'tuned on: equal weights', 'tuned on: tuned', 'held out: equal weights', 'held out: tuned to it', 'minus tuned to BLEU', '95 %', 'p'], // prettier-ignore
      ownMetrics(studied, settings).map(({ metric, found, tunedOn, before, start, own, p }) => [
        metric.name,
        points(before.mean),
        points(tunedOn.mean),
        points(start),
        spread(own),
        difference(found.difference),
        within(found.interval),
        pText(p),
      ]),
    ),
  ];
}

function ownMetricText(studied: readonly Studied[], settings: StudySettings): string[] {
  const rows = studied.flatMap((each) => ownMetrics(each, settings).map((row) => ({ ...row, each })));
  const better = rows.filter(({ found, sign }) => sign * found.difference > 0).length;
  const sure = rows.filter(({ p }) => p <= 0.05);
  const gaining = rows.filter(({ tunedOn, before, sign }) => sign * (tunedOn.mean - before.mean) > 0).length;
  const { segments } = studied[0]!.cross.tunings[0]!.parts[0]!;
  const kept = studied.map((each) => {
    const own = rows.filter((row) => row.each === each);
    return {
      title: each.corpus.title,
      features: each.cross.tunings[0]!.featureNames.length,
      all: own.length,
      above: own.filter(({ own: held, start, sign }) => sign * (held.mean - start) > 0).length,
    };
  });
  return [
    `${gaining === rows.length ? 'By every metric, tuning gains on the segments tuned on.' : `Tuning gains on the segments tuned on in ${partOf(gaining, rows.length)} cases.`} On held-out segments, tuning to a metric beats equal weights by that metric for ${kept.map(({ title, above, all, features }) => `${partOf(above, all)} metrics on ${title}, where ${features} weights are fitted to ${segments} segments`).join(', and for ')}.`,
    `Tuning to the metric of the evaluation is better than tuning to BLEU in ${partOf(better, rows.length)} cases, ${sure.length === 0 ? 'never significantly' : `significantly in ${numberWord(sure.length)} (${listed(sure.map(({ metric, each }) => `${metric.name} on ${each.corpus.title}`))})`}. Here p is corrected for the metrics of one list.`,
  ];
}
