/** What `assay mbr` chooses from: n-best lists, outputs of several systems, or lattices and forests. */
import { UsageError, counted, present } from '../core/index.ts';
import {
  type FormatId,
  LatticeFiles,
  type ReadNbest,
  digestOf,
  holdLists,
  readAllLines,
  readNbest,
  readTexts,
  unequalLattices,
} from '../data/index.ts';
import { atPlace, bestDerivation, prune } from '../lattice/index.ts';
import type { MbrSelection } from '../report/index.ts';
import {
  type ChosenPath,
  type Evidence,
  type LinearGain,
  type PosteriorRule,
  chosenTexts,
  firstCandidates,
  latticeEvidence,
  latticeMbr,
  likeliestTexts,
  listEvidence,
  systemEvidence,
} from '../tune/index.ts';
import { refuseOptions } from './arguments.ts';
import type { Terminal } from './command.ts';
import { type LatticeOptions, latticeReadingOptions, latticeRequest } from './latticeInput.ts';
import { type NbestOptions, nbestRequest } from './nbestInput.ts';
import { outputRequest, textRequest } from './textInput.ts';
import { requestedWeights } from './weightInput.ts';

export interface MbrInputOptions extends NbestOptions, LatticeOptions {
  lattice?: boolean;
  inputFormat?: FormatId;
  name?: string[];
  systemWeight?: number[];
  posteriors?: string;
  alpha: number;
  nbest?: number;
  prune?: number;
}

/** References are absent if none are given. */
export type MbrInput = Omit<MbrSelection, 'chosen' | 'utility' | 'references'> &
  Partial<Pick<MbrSelection, 'references'>> & {
    /** By segment, if the paths of lattices are chosen already. */
    readonly paths?: readonly ChosenPath[];
  };

/** With a gain, paths of lattices are chosen as they are read. */
export async function readMbrInput(
  files: readonly string[],
  given: MbrInputOptions,
  gain: LinearGain | undefined,
  terminal: Terminal,
): Promise<MbrInput> {
  if (given.lattice) return fromLattices(files, given, gain, terminal);
  const areLists = given.nbestFormat !== undefined || (await holdLists(files));
  return areLists ? fromLists(files, given) : fromSystems(files, given);
}

const latticeOnly = [...latticeReadingOptions, 'nbest', 'prune'] as const;

/** Of a lattice, where not said otherwise. */
export const nbestByDefault = 100;

async function fromLists(files: readonly string[], given: MbrInputOptions): Promise<MbrInput> {
  refuseOptions(given, ['name', 'systemWeight', 'inputFormat', ...latticeOnly], 'n-best lists');
  const read = await readNbest(nbestRequest(files, given));
  const { candidates, references, sources, sha256 } = read;
  const { rule, said, ruleNotes } = await ruleOf(read, given);
  const evidence = listEvidence(candidates, rule, sources);
  const first = chosenTexts(candidates, firstCandidates(candidates));
  const likeliest = likeliestTexts(evidence);
  const differs = likeliest.some((text, i) => text !== first[i]);
  return {
    from: 'lists',
    evidence,
    rivals: [
      { name: 'first of the list', texts: first },
      ...(differs ? [{ name: 'most probable', texts: likeliest }] : []),
    ],
    posteriors: said,
    ...present({ references, sources }),
    notes: [...read.notes, ...ruleNotes],
    sha256,
  };
}

interface NamedRule {
  readonly rule: PosteriorRule;
  readonly said: string;
  readonly ruleNotes: readonly string[];
}

async function ruleOf({ candidates, withoutTotal }: ReadNbest, given: MbrInputOptions): Promise<NamedRule> {
  const { weights: file, posteriors, samples, alpha } = given;
  const named = [
    file === undefined ? '' : '-w',
    posteriors === undefined ? '' : '--posteriors',
    samples ? '--samples' : '',
  ];
  const both = named.filter((name) => name !== '');
  if (both.length > 1)
    throw new UsageError(`${both.join(' and ')} say different things of what is probable. Give one.`);
  const scaled = `exp(${alpha} × `;
  const matched = await requestedWeights(given, candidates.featureNames);
  if (matched) {
    const rule = { from: 'weights', weights: matched.weights, scale: alpha } as const;
    return { rule, said: `${scaled}weights × features)`, ruleNotes: matched.notes };
  }
  if (posteriors !== undefined) {
    const rule = { from: 'numbers', numbers: await readNumbers(posteriors), place: posteriors } as const;
    return { rule, said: `as given by ${posteriors}`, ruleNotes: [] };
  }
  if (samples || alpha === 0) return { rule: { from: 'nothing' }, said: 'all alike', ruleNotes: [] };
  if (candidates.totals.every(Number.isNaN)) {
    return { rule: { from: 'nothing' }, said: 'all alike, since the lists have no totals', ruleNotes: [] };
  }
  if (withoutTotal !== undefined && candidates.totals.some(Number.isNaN)) {
    throw new UsageError(
      `${withoutTotal}: this candidate has no total, and others have one. Give weights with -w, or make all candidates alike with --alpha 0.`,
    );
  }
  return { rule: { from: 'totals', scale: alpha }, said: `${scaled}total)`, ruleNotes: [] };
}

async function readNumbers(path: string): Promise<number[]> {
  return (await readAllLines(path)).map((line, i) => {
    const number = line.trim() === '' ? NaN : Number(line);
    if (number >= 0 && number < Infinity) return number;
    throw new UsageError(`${path}, line ${i + 1}: ${JSON.stringify(line)} is no number from 0 on.`);
  });
}

async function fromSystems(files: readonly string[], given: MbrInputOptions): Promise<MbrInput> {
  refuseOptions(given, ['weights', 'posteriors', 'samples', ...latticeOnly], 'the outputs of systems');
  const { systemWeight } = given;
  const { systems, texts, references, sources, notes, sha256 } = await readTexts(outputRequest(files, given));
  if (systems.length < 2) {
    throw new UsageError(
      `${files.join(', ')} ${files.length === 1 ? 'is' : 'are'} the output of one system, which leaves nothing to choose. Give several, or n-best lists, or lattices with --lattice.`,
    );
  }
  if (systemWeight && systemWeight.length !== systems.length) {
    throw new UsageError(
      `${counted(systemWeight.length, 'weight')} given for ${counted(systems.length, 'system')} (${systems.join(', ')}). Give one for each.`,
    );
  }
  const evidence = atPlace('--system-weight', () => systemEvidence(texts, systemWeight, sources));
  if (evidence.length === 0) throw new UsageError(`${files.join(', ')} hold no segments.`);
  const { posteriors } = evidence[0]!;
  return {
    from: 'systems',
    evidence,
    rivals: systems.map((system, s) => ({ name: system, texts: texts[s]! })),
    posteriors: systemWeight
      ? systems.map((system, s) => `${system} ${Number(posteriors[s]!.toFixed(4))}`).join(', ')
      : 'all alike',
    ...present({ references, sources }),
    notes,
    sha256,
  };
}

async function fromLattices(
  files: readonly string[],
  given: MbrInputOptions,
  gain: LinearGain | undefined,
  terminal: Terminal,
): Promise<MbrInput> {
  refuseOptions(given, ['posteriors', 'samples', 'name', 'systemWeight', 'inputFormat', 'nbestFormat'], 'lattices');
  const { alpha: scale, nbest = nbestByDefault, prune: edgesPerWord } = given;
  const { references, sources, ...texts } = await readTexts(textRequest(given));
  const lattices = new LatticeFiles(latticeRequest(files, given, terminal));
  const evidence: Evidence[] = [];
  const paths: ChosenPath[] = [];
  const best: string[] = [];
  for await (const { place, hypergraph } of lattices.read()) {
    atPlace(place, () => {
      const pruned = prune(hypergraph, present({ edgesPerWord }));
      best.push(bestDerivation(pruned).text);
      if (gain) paths.push(latticeMbr(pruned, { ...gain, scale, nbest }));
      else evidence.push(latticeEvidence(pruned, { scale, nbest }, sources?.[best.length - 1]));
    });
  }
  if (references && references.length !== best.length) {
    throw unequalLattices(references.length, counted(best.length, 'lattice'));
  }
  if (sources && sources.length !== best.length) {
    const segments = counted(best.length, 'segment');
    throw new UsageError(`${given.source} has ${counted(sources.length, 'line')} for ${segments}.`);
  }
  return {
    from: 'lattices',
    ...(gain ? { paths } : { evidence }),
    rivals: [{ name: 'best derivation', texts: best }],
    posteriors: scale === 0 ? 'all alike' : `exp(${scale} × score)`,
    ...present({ references, sources }),
    notes: [...texts.notes, ...lattices.scoreNotes, ...lattices.weightNotes],
    sha256: digestOf([lattices.digest(), texts.sha256]),
  };
}
