/** What `assay mbr` chooses from: n-best lists, outputs of several systems, or lattices and forests. */
import { UsageError, type ValueKind, counted, integers, numbers, oneOf, present } from '../core/index.ts';
import {
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
  type MbrUtility,
  type PosteriorRule,
  chosenTexts,
  expectedCountMetrics,
  firstCandidates,
  latticeEvidence,
  latticeMbr,
  likeliestTexts,
  listEvidence,
  systemEvidence,
} from '../tune/index.ts';
import type { Terminal } from './command.ts';
import { latticeReading, latticeReadingOptions, latticeRequest } from './latticeInput.ts';
import { nbestFormat, nbestRequest } from './nbestInput.ts';
import {
  type Given,
  inputFile,
  outputFile,
  refuseOptions,
  refuseOthers,
  texts,
  toggle,
  value,
  values,
  words,
} from './options.ts';
import { digits, metric, name, reference, source, threads } from './sharedOptions.ts';
import { emptyReferences, inputFormat, outputRequest, textRequest } from './textInput.ts';
import { requestedWeights, weightOptions } from './weightInput.ts';

const forms = ['pairwise', 'expected', 'linear'] as const;

/** Of a lattice, where not said otherwise. */
const nbestByDefault = 100;

const sharesAboveZero: ValueKind<number> = {
  accepts: 'a number above 0 and at most 1',
  read(given, flag) {
    const share = numbers(0, 1).read(given, flag);
    if (share > 0) return share;
    throw new UsageError(`${flag} must be ${this.accepts}, not 0.`);
  },
};

/** What can be typed after `assay mbr`. */
export const mbrOptions = {
  lattice: toggle({ help: 'the files are lattices or forests' }),
  metric: metric('utility: one metric, with options in brackets (default: bleu)'),
  form: value(oneOf(forms), {
    value: 'form',
    help: `how utility is computed: pair by pair; against expected n-gram counts, for ${expectedCountMetrics().join(' and ')}; or as linear gain (default: pairwise, of lattices linear)`,
  }),
  ...weightOptions('weights of features: candidates are as probable as exp(scale × weights × features)'),
  scale: value(numbers(0, 1e9), { default: 1, help: 'scale of scores; 0 makes all candidates alike' }),
  posteriors: inputFile({ only: ['n-best lists'], help: 'a number from 0 on for each candidate, one a line' }),
  sampled: toggle({
    only: ['n-best lists'],
    help: 'they are samples: all alike, and what is said twice counts twice',
  }),
  systemWeight: values(numbers(0, 1e9), {
    help: 'how probable a system is, in the order of the files; repeat for all',
  }),
  name,
  nbest: value(integers(1, 1e6), {
    only: ['lattices'],
    help: `how many of the best derivations are candidates (default: ${nbestByDefault})`,
  }),
  prune: value(numbers(0.1, 1e9), {
    only: ['lattices'],
    help: 'edges to keep for each word of the best derivation',
  }),
  precision: value(sharesAboveZero, {
    only: ['linear'],
    help: 'share of words expected to be right (default: 0.8)',
  }),
  ratio: value(sharesAboveZero, { only: ['linear'], help: 'by what that falls with each order (default: 0.6)' }),
  order: value(integers(1, 9), { only: ['linear'], help: 'longest n-gram (default: 4)' }),
  ngrams: value(oneOf(['presence', 'counts']), {
    only: ['linear'],
    value: 'what',
    help: 'whether an n-gram is there, or how often it is expected (default: presence)',
  }),
  reference: { ...reference, help: 'reference translation, to score the choice by; repeat for several' },
  source,
  score: words(texts, {
    value: 'metric',
    names: 'metrics',
    help: 'with -r: metrics to score by (default: bleu chrf ter and the utility)',
  }),
  translations: outputFile({ help: 'with -r: write the chosen translations to a file' }),
  choices: outputFile({ help: 'write a TSV file: segment, which candidate, its expected utility' }),
  inputFormat: { ...inputFormat, help: 'systems: format, where the name does not tell' },
  nbestFormat,
  emptyReferences,
  ...latticeReading,
  digits: digits(2),
  threads: threads('choose'),
};

export type MbrOptions = Given<typeof mbrOptions>;

/** A metric asked for on lattices is computed pair by pair on their n best. */
export const formOf = ({ form, lattice, metric }: MbrOptions): MbrUtility['form'] =>
  form ?? (lattice && !metric ? 'linear' : 'pairwise');

/** References are absent if none are given. */
export type MbrInput = Omit<MbrSelection, 'chosen' | 'utility' | 'references'> &
  Partial<Pick<MbrSelection, 'references'>> & {
    /** By segment, if the paths of lattices are chosen already. */
    readonly paths?: readonly ChosenPath[];
  };

/** With a gain, paths of lattices are chosen as they are read. */
export async function readMbrInput(
  files: readonly string[],
  given: MbrOptions,
  gain: LinearGain | undefined,
  terminal: Terminal,
): Promise<MbrInput> {
  const areLists = !given.lattice && (given.nbestFormat !== undefined || (await holdLists(files)));
  const from = given.lattice ? 'lattices' : areLists ? 'n-best lists' : 'the outputs of systems';
  refuseOthers(mbrOptions, given, [from, ...(formOf(given) === 'linear' ? ['linear'] : [])], from);
  if (given.lattice) return fromLattices(files, given, gain, terminal);
  return areLists ? fromLists(files, given) : fromSystems(files, given);
}

async function fromLists(files: readonly string[], given: MbrOptions): Promise<MbrInput> {
  refuseOptions(given, ['name', 'systemWeight', 'inputFormat', ...latticeReadingOptions], 'n-best lists');
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

async function ruleOf({ candidates, withoutTotal }: ReadNbest, given: MbrOptions): Promise<NamedRule> {
  const { weights: file, posteriors, sampled, scale } = given;
  const named = [
    file === undefined ? '' : '-w',
    posteriors === undefined ? '' : '--posteriors',
    sampled ? '--sampled' : '',
  ];
  const both = named.filter((name) => name !== '');
  if (both.length > 1)
    throw new UsageError(`${both.join(' and ')} say different things of what is probable. Give one.`);
  const scaled = `exp(${scale} × `;
  const matched = await requestedWeights(given, candidates.featureNames);
  if (matched) {
    const rule = { from: 'weights', weights: matched.weights, scale } as const;
    return { rule, said: `${scaled}weights × features)`, ruleNotes: matched.notes };
  }
  if (posteriors !== undefined) {
    const rule = { from: 'numbers', numbers: await readNumbers(posteriors), place: posteriors } as const;
    return { rule, said: `as given by ${posteriors}`, ruleNotes: [] };
  }
  if (sampled || scale === 0) return { rule: { from: 'nothing' }, said: 'all alike', ruleNotes: [] };
  if (candidates.totals.every(Number.isNaN)) {
    return { rule: { from: 'nothing' }, said: 'all alike, since the lists have no totals', ruleNotes: [] };
  }
  if (withoutTotal !== undefined && candidates.totals.some(Number.isNaN)) {
    throw new UsageError(
      `${withoutTotal}: this candidate has no total, and others have one. Give weights with -w, or make all candidates alike with --scale 0.`,
    );
  }
  return { rule: { from: 'totals', scale }, said: `${scaled}total)`, ruleNotes: [] };
}

async function readNumbers(path: string): Promise<number[]> {
  return (await readAllLines(path)).map((line, i) => {
    const number = line.trim() === '' ? NaN : Number(line);
    if (number >= 0 && number < Infinity) return number;
    throw new UsageError(`${path}, line ${i + 1}: ${JSON.stringify(line)} is no number from 0 on.`);
  });
}

async function fromSystems(files: readonly string[], given: MbrOptions): Promise<MbrInput> {
  refuseOptions(given, ['weights', ...latticeReadingOptions], 'the outputs of systems');
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
  given: MbrOptions,
  gain: LinearGain | undefined,
  terminal: Terminal,
): Promise<MbrInput> {
  refuseOptions(given, ['name', 'systemWeight', 'inputFormat', 'nbestFormat'], 'lattices');
  const { scale, nbest = nbestByDefault, prune: edgesPerWord } = given;
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
