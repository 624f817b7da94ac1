/**
 * `assay mbr`: of several translations the one that is expected to be best, measured against all others. They are those of n-best lists, of
 * several systems, or of lattices and forests.
 */
import {
  type Metric,
  UsageError,
  type ValueKind,
  counted,
  integers,
  numbers,
  oneOf,
  pick,
  present,
  printMetric,
} from '../../core/index.ts';
import {
  LatticeFiles,
  type ReadNbest,
  digestOf,
  holdLists,
  readAllLines,
  readNbest,
  readTexts,
  unequalLattices,
} from '../../data/index.ts';
import { selectMbr } from '../../engine/index.ts';
import { atPlace, bestDerivation, prune } from '../../lattice/index.ts';
import { type MbrSelection, mbrRows, mbrTables, reportMbr } from '../../report/index.ts';
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
  linearGain,
  listEvidence,
  systemEvidence,
} from '../../tune/index.ts';
import { Plain, type Terminal, defineCommand, refuseForm } from '../command.ts';
import * as decoders from '../input/decoderInput.ts';
import { requestedMetrics } from '../input/metricInput.ts';
import * as shared from '../input/sharedOptions.ts';
import {
  type Given,
  inputFile,
  outputFile,
  refuseOptions,
  refuseOthers,
  setting,
  texts,
  toggle,
  value,
  values,
  words,
} from '../options.ts';
import { writeLines, writeWhole } from '../output.ts';

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

const mbrOptions = {
  lattice: toggle({ help: 'the files are lattices or forests' }),
  metric: shared.metric('utility: one metric, with options in brackets (default: bleu)'),
  form: value(oneOf(['pairwise', 'expected', 'linear']), {
    value: 'form',
    help: `how utility is computed: pair by pair; against expected n-gram counts, for ${expectedCountMetrics().join(' and ')}; or as linear gain (default: pairwise, of lattices linear)`,
  }),
  ...decoders.weightOptions('weights of features: candidates are as probable as exp(scale × weights × features)'),
  scale: value(numbers(0, 1e9), { default: 1, help: 'scale of scores; 0 makes all candidates alike' }),
  posteriors: inputFile({ only: ['n-best lists'], help: 'a number from 0 on for each candidate, one a line' }),
  sampled: toggle({
    only: ['n-best lists'],
    help: 'they are samples: all alike, and what is said twice counts twice',
  }),
  systemWeight: values(numbers(0, 1e9), {
    help: 'how probable a system is, in the order of the files; repeat for all',
  }),
  name: shared.name,
  nbest: setting(['lattices'], integers(1, 1e6), 'how many of the best derivations are candidates', nbestByDefault),
  prune: value(numbers(0.1, 1e9), {
    only: ['lattices'],
    help: 'edges to keep for each word of the best derivation',
  }),
  precision: setting(['linear'], sharesAboveZero, 'share of words expected to be right', 0.8),
  ratio: setting(['linear'], sharesAboveZero, 'by what that falls with each order', 0.6),
  order: setting(['linear'], integers(1, 9), 'longest n-gram', 4),
  ngrams: setting(
    ['linear'],
    oneOf(['presence', 'counts']),
    'whether an n-gram is there, or how often it is expected',
    'presence',
    'what',
  ),
  reference: { ...shared.reference, help: 'reference translation, to score the choice by; repeat for several' },
  source: shared.source,
  score: words(texts, {
    value: 'metric',
    names: 'metrics',
    help: 'with -r: metrics to score by (default: bleu chrf ter and the utility)',
  }),
  translations: outputFile({ help: 'with -r: write the chosen translations to a file' }),
  choices: outputFile({ help: 'write a TSV file: segment, which candidate, its expected utility' }),
  inputFormat: { ...shared.inputFormat, help: 'systems: format, where the name does not tell' },
  nbestFormat: decoders.nbestFormat,
  emptyReferences: shared.emptyReferences,
  ...decoders.latticeReading,
  digits: shared.digits(2),
  threads: shared.threads('choose'),
};

type MbrOptions = Given<typeof mbrOptions>;

/** A translation for each segment, which candidate it is, counted from 1, and what it is worth. */
interface Chosen {
  readonly texts: readonly string[];
  readonly indices?: readonly number[];
  readonly utilities: readonly number[];
}

const mbr = defineCommand({
  name: 'mbr',
  summary: 'Choose the translations that are expected to be best: minimum Bayes risk.',
  examples: [
    ['assay mbr nbest.txt', 'of n-best lists, the candidate most like all probable ones, by BLEU'],
    ['assay mbr nbest.txt -w weights.txt -m chrf -r ref.txt', 'posteriors by weights, another utility, and its scores'],
    ['assay mbr sysA.txt sysB.txt sysC.txt -o chosen.txt', 'the best of three systems, segment by segment'],
    ['assay mbr nbest.txt --form expected --scale 0.5', 'faster, with flatter posteriors'],
    ['assay mbr --lattice *.lat.tsv --choices choices.tsv', 'the best of all paths of lattices, by linear gain'],
  ],

  arguments: [
    {
      typed: '[files...]',
      names: 'input',
      help: 'n-best lists, or outputs of several systems, one file each; .gz too; - for standard input',
    },
  ],
  options: mbrOptions,

  async run(files, given, terminal) {
    if (files.length === 0) {
      throw new UsageError(
        'No files given. Name n-best lists, outputs of several systems, or with --lattice lattices.',
      );
    }
    checkOptions(given, terminal.format);
    const utility = await utilityOf(given);
    const gain = utility.form === 'linear' ? utility.gain : undefined;
    const input = await readMbrInput(files, given, given.lattice ? gain : undefined, terminal);
    const chosen = await choiceOf(input, utility, given, terminal);
    if (given.choices !== undefined) await writeWhole(given.choices, choiceLines(chosen, input));
    const { references } = input;
    if (!references) {
      for (const note of input.notes ?? []) terminal.warn(note);
      return Plain.lines(chosen.texts);
    }
    await writeLines(given.translations, chosen.texts);
    const metrics = await scoringMetrics(utility, given.score);
    return reportMbr({ ...input, references, chosen: chosen.texts, utility }, metrics);
  },

  forms: { tables: (report, given) => mbrTables(report, given.digits), rows: mbrRows },
});

export default mbr;

function checkOptions(given: MbrOptions, format: string | undefined): void {
  const requests = given.metric ?? [];
  if (requests.length > 1)
    throw new UsageError(`There is one utility, not ${requests.length}: ${requests.join(', ')}.`);
  const form = formOf(given);
  if (form === 'linear' && requests.length > 0) {
    throw new UsageError('The linear gain is a utility of its own: leave out -m, or choose another --form.');
  }
  if (given.reference) return;
  const forScores = (['score', 'translations'] as const).find((option) => given[option] !== undefined);
  if (forScores) throw new UsageError(`--${forScores} is for scores, which need references: give them with -r.`);
  refuseForm(format);
}

async function utilityOf(given: MbrOptions): Promise<MbrUtility> {
  const form = formOf(given);
  if (form === 'linear') {
    return { form, gain: linearGain(pick(given, ['precision', 'ratio', 'order', 'ngrams'])) };
  }
  const [metric] = await requestedMetrics(given.metric ?? ['bleu']);
  return { form, metric: metric! };
}

async function scoringMetrics(utility: MbrUtility, score: readonly string[] | undefined): Promise<Metric[]> {
  if (score) return requestedMetrics(score);
  const usual = ['bleu', 'chrf', 'ter'];
  const own = utility.form === 'linear' ? [] : [printMetric(utility.metric)];
  return requestedMetrics([...usual, ...own.filter((typed) => !usual.includes(typed))]);
}

async function choiceOf(
  { evidence, paths }: MbrInput,
  utility: MbrUtility,
  { threads }: MbrOptions,
  terminal: Terminal,
): Promise<Chosen> {
  if (paths) {
    return { texts: paths.map(({ words }) => words.join(' ')), utilities: paths.map(({ gain }) => gain) };
  }
  const choices = await selectMbr(evidence!, utility, {
    threads,
    onProgress: ({ segments, share }) => terminal.progress({ share, text: counted(segments, 'segment') }),
  });
  return {
    texts: choices.map(({ index }, i) => evidence![i]!.texts[index]!),
    indices: choices.map(({ index }) => index + 1),
    utilities: choices.map(({ utility: worth }) => worth),
  };
}

/** Segments and candidates are counted from 1. */
function* choiceLines({ texts, indices, utilities }: Chosen, { from, rivals }: MbrInput): Generator<string> {
  const which = from === 'systems' ? ['candidate', 'system'] : indices ? ['candidate'] : [];
  yield `${['segment', ...which, 'utility'].join('\t')}\n`;
  for (let i = 0; i < texts.length; i++) {
    const candidate = indices ? [String(indices[i])] : [];
    const system = from === 'systems' ? [rivals[indices![i]! - 1]!.name] : [];
    yield `${[String(i + 1), ...candidate, ...system, String(utilities[i])].join('\t')}\n`;
  }
}

/** A metric asked for on lattices is computed pair by pair on their n best. */
const formOf = ({ form, lattice, metric }: MbrOptions): MbrUtility['form'] =>
  form ?? (lattice && !metric ? 'linear' : 'pairwise');

/** References are absent if none are given. */
type MbrInput = Omit<MbrSelection, 'chosen' | 'utility' | 'references'> &
  Partial<Pick<MbrSelection, 'references'>> & {
    /** By segment, if the paths of lattices are chosen already. */
    readonly paths?: readonly ChosenPath[];
  };

/** With a gain, paths of lattices are chosen as they are read. */
async function readMbrInput(
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
  refuseOptions(given, ['name', 'systemWeight', 'inputFormat', ...decoders.latticeReadingOptions], 'n-best lists');
  const read = await readNbest(decoders.nbestRequest(files, given));
  const { candidates, references, sources, sha256 } = read;
  const [rule, said, ruleNotes = []] = await ruleOf(read, given);
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

/** How probable candidates are, how that is said, and what is to be noted. */
async function ruleOf(
  { candidates, withoutTotal }: ReadNbest,
  given: MbrOptions,
): Promise<[rule: PosteriorRule, said: string, notes?: readonly string[]]> {
  const { posteriors, sampled, scale } = given;
  const both = Object.entries({ '-w': given.weights, '--posteriors': posteriors, '--sampled': sampled })
    .filter(([, said]) => said !== undefined)
    .map(([flag]) => flag);
  if (both.length > 1)
    throw new UsageError(`${both.join(' and ')} say different things of what is probable. Give one.`);
  const matched = await decoders.requestedWeights(given, candidates.featureNames);
  if (matched) {
    const { weights, notes } = matched;
    return [{ from: 'weights', weights, scale }, `exp(${scale} × weights × features)`, notes];
  }
  if (posteriors !== undefined) {
    const numbers = await readNumbers(posteriors);
    return [{ from: 'numbers', numbers, place: posteriors }, `as given by ${posteriors}`];
  }
  if (sampled || scale === 0) return [{ from: 'nothing' }, 'all alike'];
  if (candidates.totals.every(Number.isNaN)) return [{ from: 'nothing' }, 'all alike, since the lists have no totals'];
  if (withoutTotal !== undefined && candidates.totals.some(Number.isNaN)) {
    throw new UsageError(
      `${withoutTotal}: this candidate has no total, and others have one. Give weights with -w, or make all candidates alike with --scale 0.`,
    );
  }
  return [{ from: 'totals', scale }, `exp(${scale} × total)`];
}

async function readNumbers(path: string): Promise<number[]> {
  return (await readAllLines(path)).map((line, i) => {
    const number = line.trim() === '' ? NaN : Number(line);
    if (number >= 0 && number < Infinity) return number;
    throw new UsageError(`${path}, line ${i + 1}: ${JSON.stringify(line)} is no number from 0 on.`);
  });
}

async function fromSystems(files: readonly string[], given: MbrOptions): Promise<MbrInput> {
  refuseOptions(given, ['weights', ...decoders.latticeReadingOptions], 'the outputs of systems');
  const { systemWeight } = given;
  const { systems, texts, references, sources, notes, sha256 } = await readTexts(shared.outputRequest(files, given));
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
  const { references, sources, ...texts } = await readTexts(shared.textRequest(given));
  const lattices = new LatticeFiles(decoders.latticeRequest(files, given, terminal));
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
