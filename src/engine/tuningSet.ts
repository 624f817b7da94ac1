/** What is tuned on or held out: n-best lists or lattices with their references, parts of them, and what weights choose there. */
import { UsageError } from '../core/index.ts';
import { type Hypergraph, bestDerivation, weightEdges } from '../lattice/index.ts';
import {
  type Candidates,
  bestCandidates,
  chosenTexts,
  firstCandidates,
  holdOut,
  segmentsWithCandidates,
  selectSegments,
} from '../tune/index.ts';

/** What weights choose from. */
export type TuningMaterial =
  | { readonly kind: 'lists'; readonly candidates: Candidates }
  | { readonly kind: 'lattices'; readonly forests: readonly Hypergraph[]; readonly featureNames: readonly string[] };

export interface TuningSet {
  readonly material: TuningMaterial;
  readonly references: readonly (readonly string[])[];
  readonly sources?: readonly string[];
  /** By name, then segment. */
  readonly labels: ReadonlyMap<string, readonly string[]>;
}

interface Division {
  readonly dev: TuningSet;
  readonly test: TuningSet | undefined;
  /** Where the segments of `test`, or of `dev` without one, stand among those that a translation is written for. */
  readonly translated: { readonly segments: number; readonly members: readonly number[] };
  /** Segments that were drawn to be held out. */
  readonly drawn?: readonly number[];
}

/** Segments without candidates are left out. With a share of 0 nothing is held out, as without a test set. */
export function divideSet(
  set: TuningSet,
  test: TuningSet | { readonly share: number } | undefined,
  seed: number,
): Division {
  const usable = withCandidates(set);
  if (usable.length === 0) throw new UsageError('There is nothing to tune on: no segment has a candidate.');
  if (test && 'share' in test && test.share > 0) {
    const { tunedOn, heldOut } = holdOut(usable, test.share, seed);
    return {
      dev: selectSet(set, tunedOn),
      test: selectSet(set, heldOut),
      translated: { segments: heldOut.length, members: heldOut.map((_, i) => i) },
      drawn: heldOut,
    };
  }
  const other = test && 'share' in test ? undefined : test;
  const members = other ? withCandidates(other) : usable;
  if (members.length === 0) throw new UsageError('There is nothing to test on: no segment held out has a candidate.');
  return {
    dev: selectSet(set, usable),
    test: other && selectSet(other, members),
    translated: { segments: (other ?? set).references.length, members },
  };
}

const withCandidates = ({ material, references }: TuningSet): number[] =>
  material.kind === 'lists' ? segmentsWithCandidates(material.candidates) : references.map((_, i) => i);

/** Some of the segments, in the order of `members`. */
export function selectSet({ material, references, sources, labels }: TuningSet, members: readonly number[]): TuningSet {
  const pick = <T>(values: readonly T[]): T[] => members.map((i) => values[i]!);
  return {
    material:
      material.kind === 'lists'
        ? { kind: 'lists', candidates: selectSegments(material.candidates, members) }
        : { ...material, forests: pick(material.forests) },
    references: pick(references),
    ...(sources && { sources: pick(sources) }),
    labels: new Map([...labels].map(([name, values]) => [name, pick(values)])),
  };
}

export const featureNamesOf = (material: TuningMaterial): readonly string[] =>
  material.kind === 'lists' ? material.candidates.featureNames : material.featureNames;

/** By segment the decoder's choice. */
export const decodedTexts = ({ material }: TuningSet): string[] =>
  material.kind === 'lists'
    ? chosenTexts(material.candidates, firstCandidates(material.candidates))
    : material.forests.map((forest) => bestDerivation(forest).text);

/** By segment what the weights choose. */
export const bestTexts = ({ material }: TuningSet, weights: Float64Array): string[] =>
  material.kind === 'lists'
    ? chosenTexts(material.candidates, bestCandidates(material.candidates, weights))
    : material.forests.map((forest) => bestDerivation(weightEdges(forest, weights)).text);
