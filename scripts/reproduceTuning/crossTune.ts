/**
 * Tunes on some segments and translates the others, in turn, until every segment is translated by weights that were not tuned on it; and all
 * that several times, with other parts and other seeds.
 */
import { type Metric, UsageError } from '../../src/core/index.ts';
import { tuneSystems } from '../../src/engine/index.ts';
import type { MethodSettings, TuneReport, TunedSystem } from '../../src/report/index.ts';
import { Pcg64 } from '../../src/stats/index.ts';
import { type TuningSet, bestTexts, decodedTexts, selectSet } from '../../src/tune/index.ts';

export interface CrossSettings {
  readonly metrics: readonly Metric[];
  /** Numbers of the metrics to tune to. */
  readonly objectives: readonly number[];
  readonly method: MethodSettings;
  /** Into how many parts the segments are dealt; each is held out once a run. */
  readonly folds: number;
  readonly runs: number;
  readonly seed: number;
  /** Equal weights if absent. */
  readonly start?: Float64Array;
  /** Tunes to the parts of this label, too. */
  readonly by?: string;
}

export type CrossSystem = Pick<TunedSystem, 'name' | 'kind' | 'objective'> & {
  /** By run, then segment: chosen by weights not tuned on it. What is not tuned has one run. */
  readonly translations: readonly (readonly string[])[];
};

export interface CrossTuned {
  readonly systems: readonly CrossSystem[];
  /** By run and fold, in that order; their systems are in the order of the systems here. */
  readonly tunings: readonly TuneReport[];
}

export async function crossTune(set: TuningSet, settings: CrossSettings): Promise<CrossTuned> {
  const { metrics, objectives, method, folds, runs, seed, start, by } = settings;
  const segments = set.references.length;
  const tunings: TuneReport[] = [];
  const systems: (CrossSystem & { readonly translations: string[][] })[] = [];
  for (let run = 0; run < runs; run++) {
    for (const heldOut of deal(segments, folds, seed + run)) {
      const isHeldOut = new Set(heldOut);
      const tunedOn = Array.from({ length: segments }, (_, i) => i).filter((i) => !isHeldOut.has(i));
      const { report } = await tuneSystems({
        set: selectSet(set, tunedOn),
        metrics,
        objectives,
        settings: method,
        runs: 1,
        seed: seed + run,
        threads: 1,
        ...(start && { start }),
        ...(by !== undefined && { by }),
      });
      tunings.push(report);
      report.systems.forEach((system, s) => {
        const { name, kind, objective } = system;
        const { translations } = (systems[s] ??= { name, kind, ...(objective !== undefined && { objective }), translations: [] }); // prettier-ignore
        if (run > 0 && (kind === 'decoded' || kind === 'start')) return;
        const texts = translate(set, system, by);
        translations[run] ??= new Array<string>(segments).fill('');
        for (const i of heldOut) translations[run]![i] = texts[i]!;
      });
    }
  }
  return { systems, tunings };
}

/** Segments in parts as equal as can be, each in order. The first of two is what `assay tune --hold-out 0.5` holds out. */
export function deal(segments: number, folds: number, seed: number): number[][] {
  if (folds < 2 || folds > segments) {
    throw new UsageError(`${segments} segments cannot be dealt into ${folds} parts of which one is held out.`);
  }
  const shuffled = Array.from({ length: segments }, (_, i) => i);
  const random = new Pcg64(seed);
  for (let i = segments - 1; i > 0; i--) {
    const k = random.below(i + 1);
    [shuffled[i], shuffled[k]] = [shuffled[k]!, shuffled[i]!];
  }
  return Array.from({ length: folds }, (_, fold) =>
    shuffled
      .slice(Math.round((fold * segments) / folds), Math.round(((fold + 1) * segments) / folds))
      .sort((a, b) => a - b),
  );
}

/** All segments by a system's weights, or by those of the part that each belongs to. */
function translate(set: TuningSet, { kind, weights, partWeights }: TunedSystem, by: string | undefined): string[] {
  if (kind === 'decoded') return decodedTexts(set);
  if (!partWeights) return bestTexts(set, Float64Array.from(weights!));
  const texts = new Map(partWeights.map((part) => [part.value, bestTexts(set, Float64Array.from(part.weights))]));
  return set.labels!.get(by!)!.map((value, i) => {
    const ofPart = texts.get(value);
    if (!ofPart) throw new UsageError(`No segment tuned on has ${value} as its ${by}.`);
    return ofPart[i]!;
  });
}
