/** What `assay tune` tunes on, and what it holds out: n-best lists, or lattices and forests, with their references. */
import { UsageError, counted } from '../core/index.ts';
import { digestOf, readReferences } from '../data/index.ts';
import type { TuningSet } from '../engine/index.ts';
import { type FeatureNames, type Hypergraph, atPlace, bestDerivation } from '../lattice/index.ts';
import { refuseOptions } from './arguments.ts';
import type { Terminal } from './command.ts';
import { LatticeFiles, type LatticeOptions, latticeReadingOptions, unequalLattices } from './latticeInput.ts';
import { type NbestOptions, requestedNbest } from './nbestInput.ts';

export interface TuningInputOptions extends NbestOptions, LatticeOptions {
  lattice?: boolean;
}

export interface TuningInput {
  readonly set: TuningSet;
  readonly notes: readonly string[];
  readonly sha256: string;
}

/** Features have their numbers from `names`, which what is held out shares. Weights are not read here: they are where tuning starts. */
export async function readTuningInput(
  files: readonly string[],
  given: TuningInputOptions,
  names: FeatureNames,
  terminal: Terminal,
): Promise<TuningInput> {
  if (!given.reference) throw new UsageError('No reference given. Name a file with -r.');
  if (given.lattice) return fromLattices(files, given, names, terminal);
  refuseOptions(given, latticeReadingOptions, 'n-best lists');
  const { candidates, against, notes, sha256 } = await requestedNbest(files, given, names);
  const { references, sources, labels } = against!;
  if (names.names.length === 0) {
    throw new UsageError('The n-best lists have no features, so there is nothing to tune.');
  }
  return {
    set: { material: { kind: 'lists', candidates }, references, ...(sources && { sources }), labels },
    notes,
    sha256,
  };
}

async function fromLattices(
  files: readonly string[],
  given: TuningInputOptions,
  features: FeatureNames,
  terminal: Terminal,
): Promise<TuningInput> {
  refuseOptions(given, ['nbestFormat'], 'lattices');
  const { reference = [], source, labels: labelFile, emptyReferences, weights: _, ...reading } = given;
  const lattices = await LatticeFiles.open(files, reading, terminal, { features });
  const { references, sources, labels, notes, sha256 } = await readReferences({
    references: reference,
    emptyReferences,
    ...(source !== undefined && { sources: source }),
    ...(labelFile !== undefined && { labels: labelFile }),
  });
  const forests: Hypergraph[] = [];
  for await (const { place, hypergraph } of lattices.read(references.length)) {
    // What cannot be written out is refused while it is known where it stands.
    atPlace(place, () => bestDerivation(hypergraph));
    forests.push(hypergraph);
  }
  if (forests.length !== references.length) {
    throw unequalLattices(references.length, counted(forests.length, 'lattice'));
  }
  if (features.names.length === 0) throw new UsageError('The lattices have no features, so there is nothing to tune.');
  const isScored = forests.some(({ scores }) => scores.some((score) => score !== 0));
  return {
    set: {
      material: { kind: 'lattices', forests, featureNames: features.names },
      references,
      ...(sources && { sources }),
      labels,
    },
    notes: [...notes, ...(isScored ? [] : ['The lattices have no scores: "as decoded" is any of their translations.'])],
    sha256: digestOf([lattices.digest(), sha256]),
  };
}
