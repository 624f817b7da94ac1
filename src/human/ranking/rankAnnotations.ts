/** Ranks the systems of one task by the errors marked in their outputs. */
import { Pcg64 } from '../../stats/index.ts';
import type { Annotation } from '../judgments.ts';
import { type ErrorWeight, errorScores } from './errorScores.ts';
import { type ScoredSystem, rankByBootstrap } from './rankScores.ts';

export interface AnnotateOptions {
  readonly weights: readonly ErrorWeight[];
  readonly samples: number;
  readonly seed: number;
  /** How much of the ranks of a system its range holds: 0.95. */
  readonly level: number;
  readonly isListed?: (system: string) => boolean;
}

export interface AnnotatedSystem extends ScoredSystem {
  /** Outputs looked at, counted once for each judge. */
  readonly annotations: number;
  readonly errors: number;
}

export interface AnnotatedSystems {
  readonly task: string;
  readonly annotations: number;
  readonly judges: number;
  /** From best to worst. */
  readonly systems: readonly AnnotatedSystem[];
}

export function rankAnnotations(
  task: string,
  all: readonly Annotation[],
  { weights, samples, seed, level, isListed }: AnnotateOptions,
): AnnotatedSystems {
  const annotations = all.filter((each) => each.task === task);
  const { systems } = rankByBootstrap(errorScores(task, annotations, weights), {
    samples,
    level,
    random: new Pcg64(seed),
    ...(isListed && { isListed }),
  });
  return {
    task,
    annotations: annotations.length,
    judges: new Set(annotations.map(({ judge }) => judge)).size,
    systems: systems.map((each) => {
      const own = annotations.filter(({ system }) => system === each.system);
      return { ...each, annotations: own.length, errors: own.reduce((sum, { errors }) => sum + errors.length, 0) };
    }),
  };
}
