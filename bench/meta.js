/** How long tests between two metrics take on one core. */
import { bootstrapAgreement, permuteMetrics, permutePairs } from 'assay/meta';
import { Pcg64 } from 'assay/stats';

export function timeMeta({ systems, segments, times }) {
  const table = scoresByChance(systems, segments);
  const agreements = {
    'systems, Pearson': { level: 'system', correlation: 'pearson' },
    'systems, Kendall': { level: 'system', correlation: 'kendall' },
    'by item, Pearson': { level: 'segment', averaging: 'item', correlation: 'pearson' },
    'by item, Kendall': { level: 'segment', averaging: 'item', correlation: 'kendall' },
    'all cells, Kendall': { level: 'segment', averaging: 'none', correlation: 'kendall' },
  };
  const pairs = (systems * (systems - 1)) / 2;
  const tallies = {
    onlyFirst: new Uint32Array(segments).fill(pairs / 7),
    onlySecond: new Uint32Array(segments).fill(pairs / 7),
    pairs: new Uint32Array(segments).fill(pairs),
  };
  const runs = [
    ...Object.entries(agreements).map(([name, agreement]) => [
      'permutation of cells',
      name,
      () => permuteMetrics({ agreement, table, swap: 'cells', permutations: times }),
    ]),
    ...Object.entries(agreements).map(([name, agreement]) => [
      'draws of systems and inputs',
      name,
      () => bootstrapAgreement({ agreement, table, draw: 'both', samples: times }),
    ]),
    ['permutation of pairs', 'acc_eq', () => permutePairs({ tallies, mean: 'groups', permutations: times })],
  ];
  return runs.map(([test, agreement, run]) => {
    const started = performance.now();
    run();
    return { test, agreement, seconds: (performance.now() - started) / 1000 };
  });
}

/** Systems of some quality, and two metrics that see it through noise. No two scores are equal, which takes longest. */
function scoresByChance(systems, segments) {
  const random = new Pcg64(1);
  const noise = () => random.float() + random.float() + random.float() - 1.5;
  const qualities = Array.from({ length: systems }, noise);
  const human = Float64Array.from(
    { length: systems * segments },
    (_, at) => qualities[Math.floor(at / segments)] + noise(),
  );
  return { systems, segments, human, metrics: [1, 1.1].map((size) => human.map((score) => score + size * noise())) };
}
