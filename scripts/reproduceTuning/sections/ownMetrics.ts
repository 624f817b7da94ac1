/** Whether it pays to tune to the metric one is judged by, or BLEU would have done as well. */
import { correctP } from '../../../src/stats/index.ts';
import { spreadOf } from '../judged.ts';
import { type Studied, equalWeights, firstTuned } from '../studyMetrics.ts';
import type { StudySettings } from '../studySettings.ts';
import { difference, listed, numberWord, pText, page, partOf, points, spread, table, within } from '../wording.ts';

export const ownMetricSection = (studied: readonly Studied[], settings: StudySettings): string =>
  page(
    '### Does it pay to tune to the metric one is judged by?',
    ...studied.flatMap((each) => ownMetricTable(each, settings)),
    ...ownMetricText(studied, settings),
  );

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
    `**${studied.corpus.title}**, each row by the metric it names:`,
    table(
      ['metric', 'tuned on: equal weights', 'tuned on: tuned', 'held out: equal weights', 'held out: tuned to it', 'less tuned to BLEU', '95 %', 'p'], // prettier-ignore
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
    `“Tuned on” is the mean over the halves that were tuned on, and shows what tuning promises; “held out” is what it keeps. ${gaining === rows.length ? 'Tuning gains on what it has seen by every metric.' : `Tuning gains on what it has seen in ${partOf(gaining, rows.length)} rows.`} On segments it has not seen, tuning to a metric beats equal weights by that metric for ${kept.map(({ title, above, all, features }) => `${partOf(above, all)} metrics on ${title}, where ${features} weights are fitted to ${segments} segments`).join(', and for ')}.`,
    `Tuning to the metric one is judged by is better than tuning to BLEU in ${partOf(better, rows.length)} rows, ${sure.length === 0 ? 'never significantly' : `significantly in ${numberWord(sure.length)} (${listed(sure.map(({ metric, each }) => `${metric.name} on ${each.corpus.title}`))})`}. Here p is corrected for the rows of one table.`,
  ];
}
