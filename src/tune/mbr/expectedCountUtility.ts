/** Utility against the expected n-gram counts of all candidates, in time linear in their number: DeNero, Chiang and Knight, ACL 2009. */
import { type ExpectedCounts, type Metric, UsageError, idsWith, printMetric } from '../../core/index.ts';
import { metrics as definitions } from '../../metrics/index.ts';
import type { Expectation } from './choose.ts';
import { NgramBag } from './ngramBag.ts';
import { readTexts } from './readTexts.ts';

/** Metrics that have a form by expected counts; for the others expected utility is computed pair by pair. */
export const expectedCountMetrics = (): string[] =>
  idsWith(definitions, ({ expectedForm }) => expectedForm !== undefined);

/**
 * u(k, average of all j) in place of the average of u(k, j). Matches are Σ min(count, expected count), which is never less than the
 * average of the matches, since a minimum is concave in what it is taken of; the reference length is the expected one.
 */
export function expectedCountUtility(metric: Metric): Expectation {
  const { reads, statistics, forSegments, expectedForm: form } = metric;
  if (!form) {
    throw new UsageError(
      `There is no form by expected counts for ${printMetric(metric)}, only for ${expectedCountMetrics().join(' and ')}. ` +
        'Every metric can be expected pair by pair.',
    );
  }
  const { orders } = form;
  const readers = reads.map((view) => view.reader());
  const bags = orders.map((order) => new NgramBag(order));
  const views: ExpectedCounts[] = orders.map((order) => ({
    own: new Float64Array(order),
    expected: new Float64Array(order),
    matches: new Float64Array(order),
  }));
  const row = new Float64Array(statistics.length);
  return {
    higherIsBetter: forSegments.higherIsBetter,
    expect(texts, posteriors, _source, into) {
      for (const reader of readers) reader.forget();
      const references = readTexts(readers, texts, 'reference');
      const hypotheses = readTexts(readers, texts, 'hypothesis');
      bags.forEach((bag, v) => {
        const { expected } = views[v]!;
        bag.clear();
        expected.fill(0);
        references.forEach((reference, j) => {
          const posterior = posteriors[j]!;
          if (posterior === 0) return;
          const tokens = reference[v]!;
          bag.add(tokens, posterior, false);
          for (let n = 0; n < expected.length; n++) {
            expected[n]! += posterior * Math.max(0, tokens.end - tokens.start - n);
          }
        });
      });
      hypotheses.forEach((hypothesis, k) => {
        views.forEach(({ own, matches }, v) => {
          const tokens = hypothesis[v]!;
          for (let n = 0; n < own.length; n++) own[n] = Math.max(0, tokens.end - tokens.start - n);
          bags[v]!.matchClipped(tokens, matches.fill(0));
        });
        form.write(views, row);
        into[k] = forSegments.score(row);
      });
    },
  };
}
