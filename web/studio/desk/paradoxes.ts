/** The paradoxes of Chiang, DeNeefe, Chan and Ng (EMNLP 2008) on made-up outputs, with changes made by hand. */
import { type Metric, type OptionSpecs, resolveOptions } from '../../../src/core/index.ts';
import { createMetrics } from '../../../src/engine/createMetrics.ts';
import { parseMetric } from '../../../src/engine/parseMetric.ts';
import { groupSegments, measureAll } from '../../../src/measure/index.ts';
import {
  type DeletionParadox,
  type GenreFinding,
  type Paradox,
  type SignTestFinding,
  deletionParadox,
  genreParadox,
  paradoxRecipes,
  signTestParadox,
} from '../../../src/paradox/index.ts';
import { textSize } from '../../../src/report/paradox/paradoxReport.ts';
import { composite } from '../../../src/stats/index.ts';

export interface LiveRequest {
  readonly paradox: Paradox;
  /** Sizes of the made-up outputs; those that are not given have their defaults. */
  readonly sizes: Readonly<Record<string, number>>;
  /** From 0: those exchanged between the systems, or left empty. */
  readonly segments: readonly number[];
}

interface Made {
  readonly metrics: readonly { readonly name: string; readonly decomposable: boolean }[];
  readonly systems: readonly string[];
  readonly references: readonly string[];
  /** By system, then segment. */
  readonly outputs: readonly (readonly string[])[];
}

export interface LiveSignTest extends Made {
  readonly paradox: 'sign-test';
  /** By metric. */
  readonly findings: readonly SignTestFinding[];
  /** By metric: the score of each system with the chosen segments of the other. */
  readonly mixed: readonly (readonly number[])[];
}

export interface LiveGenres extends Made {
  readonly paradox: 'genres';
  /** By metric. */
  readonly findings: readonly GenreFinding[];
}

export interface LiveDeletion extends Made, DeletionParadox {
  readonly paradox: 'deletion';
}

export type LiveParadox = LiveSignTest | LiveGenres | LiveDeletion;

/** As `assay paradox` has them for made-up outputs. */
const names = ['bleu(tok=none,smooth=none)', 'bleu-sbp(tok=none)', '4grr(tok=none)'];

let made: Promise<Metric[]> | undefined;

export async function liveParadox({ paradox, sizes, segments }: LiveRequest): Promise<LiveParadox> {
  const metrics = await (made ??= createMetrics(names.map(parseMetric)));
  const recipe = Object.values(paradoxRecipes[paradox])[0]!;
  const { references, systems, labels } = recipe.build(resolveOptions(recipe.sizes as OptionSpecs, sizes));
  const common = {
    metrics: metrics.map(({ name, decomposable }) => ({ name, decomposable })),
    systems: [...systems.keys()],
    references,
    outputs: [...systems.values()],
  };
  const chosen = segments.filter((segment) => segment < references.length);
  if (paradox === 'deletion') {
    // The recipe leaves some empty in its second system; here the reader does.
    const [whole] = common.outputs as [readonly string[]];
    const measured = measureAll(metrics, { references }, [whole, whole.map(() => '')]);
    return { ...common, paradox, ...deletionParadox(measured, whole.map(textSize), chosen) };
  }
  const measured = measureAll(metrics, { references }, systems);
  if (paradox === 'genres') {
    const parts = groupSegments(labels, 'genre');
    return { ...common, paradox, findings: measured.map((each) => genreParadox(each, parts)) };
  }
  return {
    ...common,
    paradox,
    findings: measured.map(signTestParadox),
    mixed: measured.map((each) =>
      [0, 1].map((own) => {
        const outputs = composite(each, own);
        for (const segment of chosen) outputs.replace(segment, 1 - own);
        return outputs.score();
      }),
    ),
  };
}
