/** Tables made by chance: people, and two metrics that follow them with noise. */
import { normal, normals } from '../../../stats/testing/chance.ts';
import type { Pcg64 } from '../../../stats/index.ts';
import type { ScoreTable } from '../scoreTable.ts';

export interface Simulation {
  readonly systems: number;
  readonly segments: number;
  /** How much each metric errs by itself, cell by cell. */
  readonly noise: readonly [number, number];
  /** How much each metric is biased for or against a system, drawn for each system and metric. */
  readonly bias?: number;
  /** The same for a segment. */
  readonly drift?: number;
}

export function simulateTable(
  { systems, segments, noise, bias = 0, drift = 0 }: Simulation,
  random: Pcg64,
): ScoreTable {
  const quality = normals(systems, random);
  const ease = normals(segments, random);
  const human = Float64Array.from(
    { length: systems * segments },
    (_, at) => quality[Math.floor(at / segments)]! + ease[at % segments]! + normal(random),
  );
  const metrics = noise.map((size) => {
    const biases = normals(systems, random);
    const drifts = normals(segments, random);
    return human.map(
      (score, at) =>
        score + bias * biases[Math.floor(at / segments)]! + drift * drifts[at % segments]! + size * normal(random),
    );
  });
  return { systems, segments, human, metrics };
}
