/** What `assay mbr` chooses from: n-best lists, outputs of several systems, or lattices and forests. */
import { UsageError, counted } from '../core/index.ts';
import {
  type FormatId,
  checkStandardInput,
  digestOf,
  readAllLines,
  readOutputs,
  readReferences,
} from '../data/index.ts';
import { type Hypergraph, atPlace, bestDerivation, nbestDerivations, pruneToDensity } from '../lattice/index.ts';
import {
  type Candidates,
  type ChosenPath,
  type Evidence,
  type LinearGain,
  type PosteriorRule,
  candidatePosteriors,
  chosenTexts,
  firstCandidates,
  latticeMbr,
  normalized,
  posteriorsOf,
} from '../tune/index.ts';
import { refuseOptions } from './arguments.ts';
import type { Terminal } from './command.ts';
import { LatticeFiles, type LatticeOptions, latticeReadingOptions, unequalLattices } from './latticeInput.ts';
import { type NbestOptions, holdLists, requestedNbest } from './nbestInput.ts';
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

/** Something that is scored beside the choice: what a system says, or a decoder thinks best. */
interface Rival {
  readonly name: string;
  readonly texts: readonly string[];
}

export interface MbrInput {
  readonly from: 'lists' | 'systems' | 'lattices';
  /** By segment; absent if the paths of lattices are chosen already. */
  readonly evidence?: readonly Evidence[];
  /** By segment, if chosen already. */
  readonly chosen?: readonly ChosenPath[];
  readonly rivals: readonly Rival[];
  /** Where the posteriors come from, in words. */
  readonly posteriors: string;
  /** References and sources, if they are given. */
  readonly references?: readonly (readonly string[])[];
  readonly sources?: readonly string[];
  readonly notes: readonly string[];
  readonly sha256: string;
}

/** With a gain, paths of lattices are chosen as they are read. */
export async function readMbrInput(
  files: readonly string[],
  given: MbrInputOptions,
  gain: LinearGain | undefined,
  terminal: Terminal,
): Promise<MbrInput> {
  const { reference = [], source, weights, posteriors, symbols } = given;
  checkStandardInput([...files, ...reference, source, weights, posteriors, symbols]);
  if (given.lattice) return fromLattices(files, given, gain, terminal);
  return (await holdLists(files, given.nbestFormat)) ? fromLists(files, given) : fromSystems(files, given);
}

const latticeOnly = [...latticeReadingOptions, 'nbest', 'prune'] as const;

/** Of a lattice, where not said otherwise. */
export const nbestByDefault = 100;

async function fromLists(files: readonly string[], given: MbrInputOptions): Promise<MbrInput> {
  refuseOptions(given, ['name', 'systemWeight', 'inputFormat', ...latticeOnly], 'n-best lists');
  const { candidates, against, notes, withoutTotal, sha256 } = await requestedNbest(files, given);
  const empty = candidates.starts.findIndex((start, i) => start === candidates.starts[i + 1]);
  if (empty >= 0) {
    throw new UsageError(`There is nothing to choose for segment ${empty}, numbered from 0: it has no candidates.`);
  }
  const { rule, said, ruleNotes } = await ruleOf(candidates, given);
  const sources = against?.sources ?? (await plainSources(given));
  checkSources(given, sources, candidates.segments);
  if (rule.from === 'totals' && withoutTotal !== undefined && candidates.totals.some(Number.isNaN)) {
    throw new UsageError(
      `${withoutTotal}: this candidate has no total, and others have one. Give weights with -w, or make all candidates alike with --alpha 0.`,
    );
  }
  const posteriors =
    rule.from === 'numbers'
      ? atPlace(given.posteriors!, () => candidatePosteriors(candidates, rule))
      : candidatePosteriors(candidates, rule);
  const { starts, texts } = candidates;
  const evidence = posteriors.map((ofSegment, i) => ({
    texts: texts.slice(starts[i], starts[i + 1]),
    posteriors: ofSegment,
    ...(sources && { source: sources[i]! }),
  }));
  const first = chosenTexts(candidates, firstCandidates(candidates));
  const likeliest = evidence.map((each) => each.texts[highest(each.posteriors)] ?? '');
  const differs = likeliest.some((text, i) => text !== first[i]);
  return {
    from: 'lists',
    evidence,
    rivals: [
      { name: 'first of the list', texts: first },
      ...(differs ? [{ name: 'most probable', texts: likeliest }] : []),
    ],
    posteriors: said,
    ...(against && { references: against.references }),
    ...(sources && { sources }),
    notes: [...notes, ...ruleNotes],
    sha256,
  };
}

/** Sources without references, for utilities that read them. */
async function plainSources({ source, reference }: MbrInputOptions): Promise<readonly string[] | undefined> {
  return source === undefined || reference !== undefined ? undefined : readAllLines(source);
}

function checkSources({ source }: MbrInputOptions, lines: readonly string[] | undefined, segments: number): void {
  if (lines === undefined || lines.length === segments) return;
  throw new UsageError(`${source} has ${counted(lines.length, 'line')} for ${counted(segments, 'segment')}.`);
}

interface NamedRule {
  readonly rule: PosteriorRule;
  readonly said: string;
  readonly ruleNotes: readonly string[];
}

async function ruleOf(candidates: Candidates, given: MbrInputOptions): Promise<NamedRule> {
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
    const rule = { from: 'numbers', numbers: await readNumbers(posteriors) } as const;
    return { rule, said: `as given by ${posteriors}`, ruleNotes: [] };
  }
  if (samples || alpha === 0) return { rule: { from: 'nothing' }, said: 'all alike', ruleNotes: [] };
  if (candidates.totals.every(Number.isNaN)) {
    return { rule: { from: 'nothing' }, said: 'all alike, since the lists have no totals', ruleNotes: [] };
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
  const { reference, source, name, systemWeight, inputFormat, emptyReferences } = given;
  const read = await readOutputs({
    files,
    emptyReferences,
    ...(reference && { references: reference }),
    ...(source !== undefined && { sources: source }),
    ...(name && { names: name }),
    ...(inputFormat && { format: inputFormat }),
  });
  const { systems, texts, references, sources, notes, sha256 } = read;
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
  const posteriors = atPlace('--system-weight', () => normalized(systemWeight ?? systems.map(() => 1)));
  const evidence = texts[0]!.map((_, i) => ({
    texts: texts.map((ofSystem) => ofSystem[i]!),
    posteriors,
    ...(sources && { source: sources[i]! }),
  }));
  if (evidence.length === 0) throw new UsageError(`${files.join(', ')} hold no segments.`);
  return {
    from: 'systems',
    evidence,
    rivals: systems.map((system, s) => ({ name: system, texts: texts[s]! })),
    posteriors: systemWeight
      ? systems.map((system, s) => `${system} ${Number(posteriors[s]!.toFixed(4))}`).join(', ')
      : 'all alike',
    ...(references && { references }),
    ...(sources && { sources }),
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
  const { reference, source, emptyReferences, alpha, nbest = nbestByDefault, prune } = given;
  const against =
    reference &&
    (await readReferences({
      references: reference,
      emptyReferences,
      ...(source !== undefined && { sources: source }),
    }));
  const sources = against?.sources ?? (await plainSources(given));
  const lattices = await LatticeFiles.open(files, given, terminal);
  const evidence: Evidence[] = [];
  const chosen: ChosenPath[] = [];
  const best: string[] = [];
  for await (const { place, hypergraph } of lattices.read()) {
    atPlace(place, () => {
      const pruned = prune === undefined ? hypergraph : pruneToDensity(hypergraph, prune);
      best.push(bestDerivation(pruned).text);
      if (gain) chosen.push(latticeMbr(pruned, { ...gain, scale: alpha, nbest }));
      else evidence.push(listOf(pruned, given, sources?.[best.length - 1]));
    });
  }
  if (against && against.references.length !== best.length) {
    throw unequalLattices(against.references.length, counted(best.length, 'lattice'));
  }
  checkSources(given, sources, best.length);
  return {
    from: 'lattices',
    ...(gain ? { chosen } : { evidence }),
    rivals: [{ name: 'best derivation', texts: best }],
    posteriors: alpha === 0 ? 'all alike' : `exp(${alpha} × score)`,
    ...(against && { references: against.references }),
    ...(sources && { sources }),
    notes: [...(against?.notes ?? []), ...lattices.scoreNotes, ...lattices.weightNotes],
    sha256: digestOf([lattices.digest(), against?.sha256]),
  };
}

function listOf(
  hypergraph: Hypergraph,
  { nbest = nbestByDefault, alpha }: MbrInputOptions,
  source: string | undefined,
): Evidence {
  const { derivations } = nbestDerivations(hypergraph, nbest, { distinctTexts: true });
  return {
    texts: derivations.map(({ text }) => text),
    posteriors: posteriorsOf(
      derivations.map(({ score }) => score),
      alpha,
    ),
    ...(source !== undefined && { source }),
  };
}

function highest(numbers: Float64Array): number {
  let best = 0;
  numbers.forEach((number, k) => {
    if (number > numbers[best]!) best = k;
  });
  return best;
}
