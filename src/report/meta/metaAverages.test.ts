import { expect, it } from 'vitest';
import type { MetaEvaluation } from '../../meta/index.ts';
import { metaAverages } from './metaReport.ts';

const measure = (id: string) => ({ id, title: id });

/** Of each metric: values over systems, then over segments, each in the order of the measures. */
function task(
  systemMeasures: readonly string[],
  metrics: Readonly<Record<string, readonly [systems: readonly number[], segments?: readonly [number, number]]>>,
): MetaEvaluation {
  return {
    task: 't',
    human: { id: 'rankings', name: '' },
    systems: [],
    unscored: [],
    unjudged: [],
    outliers: [],
    systemMeasures: systemMeasures.map(measure),
    segmentMeasures: [measure('consistency')],
    metrics: Object.entries(metrics).map(([name, [ofSystems, ofSegments]]) => ({
      name,
      higherIsBetter: true,
      ofSystems: ofSystems.map((value) => ({ value, systems: 4 })),
      ...(ofSegments && {
        ofSegments: [
          {
            value: ofSegments[0] / ofSegments[1],
            counted: ofSegments[1],
            missing: 0,
            fraction: { above: ofSegments[0], below: ofSegments[1] },
          },
        ],
      }),
    })),
  };
}

it('means by measure, whatever its place, over the tasks that have a figure; shares are pooled, too', () => {
  const averages = metaAverages([
    task(['spearman', 'pearson'], { a: [[0.5, 0.9], [1, 2]], b: [[NaN, 0.1]] }),
    task(['pearson', 'spearman'], { a: [[0.7, 0.1], [9, 10]], c: [[0.3, 0.2]] }),
  ]); // prettier-ignore
  expect(averages.map(({ level, measure: { id } }) => [level, id])).toEqual([
    ['system', 'spearman'],
    ['system', 'pearson'],
    ['segment', 'consistency'],
  ]);
  const [spearman, pearson, consistency] = averages;
  expect(spearman!.metrics.map(({ name, tasks }) => [name, tasks])).toEqual([['a', 2], ['b', 0], ['c', 1]]); // prettier-ignore
  expect(spearman!.metrics[0]!.mean).toBeCloseTo(0.3, 12);
  expect(spearman!.metrics[1]!.mean).toBeNaN();
  expect(pearson!.metrics[0]!.mean).toBeCloseTo(0.8, 12);
  expect(pearson!.metrics[1]!.mean).toBeCloseTo(0.1, 12);
  expect(consistency!.metrics[0]!.mean).toBeCloseTo(0.7, 12);
  expect(consistency!.metrics[0]!.pooled).toBeCloseTo(10 / 12, 12);
});
