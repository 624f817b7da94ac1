/**
 * `assay mbr`: chooses the translation with the highest expected utility against all others. Candidates come from n-best lists, from
 * several systems, or from lattices and forests.
 */
import {
  type DividedWork,
  type Metric,
  UsageError,
  type ValueKind,
  beginningOf,
  counted,
  integers,
  numbers,
  oneOf,
  pick,
  present,
  printMetric,
  readAhead,
  teach,
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
import { type MbrSelection, mbrRows, mbrTables, mbrTexts, reportMbr } from '../../report/index.ts';
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
import { Plain, type Terminal, defineCommand, refuseForm, warnedOfCut } from '../command.ts';
import * as decoders from '../input/decoderInput.ts';
import { requestedMetrics } from '../input/metricInput.ts';
import * as shared from '../input/sharedOptions.ts';
import { divideWork, finishPart, workOptions } from '../input/workInput.ts';
import {
  type Given,
  inputFile,
  inputFiles,
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

/** Derivations of a lattice, by default. */
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
    help: `how utility is computed: pair by pair; against expected n-gram counts, for ${expectedCountMetrics().join(' and ')}; or as linear gain (default: pairwise; for lattices linear)`,
  }),
  referencesFrom: inputFiles({
    help: 'compare candidates with these texts instead of each other: n-best lists or outputs, all equally probable; repeat for several',
  }),
  utilities: inputFile({
    help: 'utilities computed elsewhere: JSON lines with a matrix for each segment, a row per candidate, a column per reference',
  }),
  ...decoders.weightOptions(
    'feature weights: the probability of a candidate is proportional to exp(scale × weights × features)',
  ),
  scale: value(numbers(0, 1e9), { default: 1, help: 'scale of scores; 0 makes all candidates equally probable' }),
  posteriors: inputFile({
    only: ['n-best lists'],
    help: 'unnormalized probability of each candidate, one number per line',
  }),
  sampled: toggle({
    only: ['n-best lists'],
    help: 'the lists are samples: all candidates are equally probable, and repeated texts count each time',
  }),
  systemWeight: values(numbers(0, 1e9), {
    help: 'probability of a system, in the order of the files; repeat for each',
  }),
  name: shared.name,
  nbest: setting(['lattices'], integers(1, 1e6), 'number of best derivations to use as candidates', nbestByDefault),
  prune: value(numbers(0.1, 1e9), {
    only: ['lattices'],
    help: 'edges to keep for each word of the best derivation',
  }),
  precision: setting(['linear'], sharesAboveZero, 'expected precision of unigrams', 0.8),
  ratio: setting(['linear'], sharesAboveZero, 'factor by which it falls with each higher order', 0.6),
  order: setting(['linear'], integers(1, 9), 'longest n-gram', 4),
  ngrams: setting(
    ['linear'],
    oneOf(['presence', 'counts']),
    'weight n-grams by the probability that they occur, or by their expected count',
    'presence',
    'what',
  ),
  reference: {
    ...shared.reference,
    help: 'reference translation, to score the chosen translations; repeat for several',
  },
  source: shared.source,
  score: words(texts, {
    value: 'metric',
    names: 'metrics',
    help: 'with -r: metrics to score with (default: bleu chrf ter and the utility)',
  }),
  translations: outputFile({ help: 'with -r: write the chosen translations to a file' }),
  choices: outputFile({ help: 'write a TSV file: segment, chosen candidate, its expected utility' }),
  inputFormat: { ...shared.inputFormat, help: 'systems: file format, if the file name does not show it' },
  columns: {
    ...shared.columns,
    help: 'systems: columns of TSV and CSV, or keys of JSON, by role: hypothesis=mt',
  },
  nbestFormat: decoders.nbestFormat,
  emptyReferences: shared.emptyReferences,
  ...decoders.latticeReading,
  digits: shared.digits(2),
  threads: shared.threads('choose'),
  ...workOptions,
};

type MbrOptions = Given<typeof mbrOptions>;

/** A translation for each segment, which candidate it is, counted from 1, and its expected utility. */
interface Chosen {
  readonly texts: readonly string[];
  readonly indices?: readonly number[];
  readonly utilities: readonly number[];
}

const mbr = defineCommand({
  name: 'mbr',
  summary: 'Choose the translations with the highest expected utility: minimum Bayes risk.',
  examples: [
    ['assay mbr nbest.txt', 'from n-best lists, the candidates with the highest expected BLEU'],
    ['assay mbr nbest.txt -w weights.txt -m chrf -r ref.txt', 'posteriors from weights, another utility, and scores'],
    ['assay mbr sysA.txt sysB.txt sysC.txt -o chosen.txt', 'choose among three systems, segment by segment'],
    ['assay mbr nbest.txt --form expected --scale 0.5', 'faster, with flatter posteriors'],
    [
      "assay mbr nbest.txt -s src.txt -m 'comet(model=wmt22-comet-da)' --references-from samples.txt",
      'a neural utility, against samples; each text is encoded once',
    ],
    ['assay mbr --lattice *.lat.tsv --choices choices.tsv', 'choose among all paths of lattices, by linear gain'],
  ],

  arguments: [
    {
      typed: '[files...]',
      names: 'input',
      help: 'n-best lists, or outputs of several systems, one file each; .gz and .zst too; - for standard input',
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
    const input = await withReferencesFrom(
      given,
      await readMbrInput(files, given, given.lattice ? gain : undefined, terminal),
    );
    const work = divideWork('mbr', given)?.(input.sha256 ?? '');
    if (work && (input.paths || utility.form === 'given')) {
      throw new UsageError(
        `--work divides choices by a metric. ${input.paths ? 'Paths of lattices' : 'Utilities from a file'} take little time: leave it out.`,
      );
    }
    const chosen = await choiceOf(input, utility, given, work, terminal);
    if (work?.isPart) return finishPart(work, terminal);
    const reading = 'metric' in utility ? [utility.metric] : [];
    if (given.choices !== undefined) await writeWhole(given.choices, choiceLines(chosen, input));
    const { references } = input;
    if (!references) {
      for (const note of input.notes ?? []) terminal.warn(note);
      warnedOfCut(terminal, reading);
      return Plain.lines(chosen.texts);
    }
    await writeLines(given.translations, chosen.texts);
    const metrics = (await scoringMetrics(utility, given.score)).map((metric) => teach(metric, references));
    const selection = { ...input, references, chosen: chosen.texts, utility };
    await readAhead(metrics, mbrTexts(selection), (share) => terminal.progress({ share, text: 'scores' }));
    warnedOfCut(terminal, [...reading, ...metrics]);
    return reportMbr(selection, metrics);
  },

  forms: { tables: (report, given) => mbrTables(report, given.digits), rows: mbrRows },
});

export default mbr;

function checkOptions(given: MbrOptions, format: string | undefined): void {
  const requests = given.metric ?? [];
  if (requests.length > 1) throw new UsageError(`Give one utility, not ${requests.length}: ${requests.join(', ')}.`);
  const form = formOf(given);
  if (form === 'linear' && requests.length > 0) {
    throw new UsageError('--form linear has its own utility. Leave out -m, or choose another --form.');
  }
  if (given.utilities !== undefined && (requests.length > 0 || given.form !== undefined || given.lattice)) {
    const other = requests.length > 0 ? '-m' : given.form === undefined ? '--lattice' : '--form';
    throw new UsageError(`--utilities holds the utilities, so ${other} does nothing. Leave out one of them.`);
  }
  if (given.lattice && given.referencesFrom) {
    throw new UsageError(
      '--references-from is for n-best lists and outputs. Make lists with `assay lattice nbest` first.',
    );
  }
  if (given.reference) return;
  const forScores = (['score', 'translations'] as const).find((option) => given[option] !== undefined);
  if (forScores) throw new UsageError(`--${forScores} is for scores, which need references: give them with -r.`);
  refuseForm(format);
}

async function utilityOf(given: MbrOptions): Promise<MbrUtility> {
  if (given.utilities !== undefined) {
    return { form: 'given', file: given.utilities, matrices: await readMatrices(given.utilities) };
  }
  const form = formOf(given);
  if (form === 'linear') {
    return { form, gain: linearGain(pick(given, ['precision', 'ratio', 'order', 'ngrams'])) };
  }
  const [metric] = await requestedMetrics(given.metric ?? ['bleu']);
  return { form, metric: metric! };
}

/** One matrix a line, as JSON. */
async function readMatrices(path: string): Promise<number[][][]> {
  return (await readAllLines(path)).map((line, i) => {
    const matrix = parsed(line);
    const isMatrix =
      Array.isArray(matrix) && matrix.every((row) => Array.isArray(row) && row.every((each) => Number.isFinite(each)));
    if (isMatrix) return matrix as number[][];
    throw new UsageError(`${path}, line ${i + 1}: ${beginningOf(line)} is not a matrix of numbers, such as [[1, 0.5], [0.4, 1]].`); // prettier-ignore
  });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The same candidates with the texts to compare them with, if others are named. */
async function withReferencesFrom(given: MbrOptions, input: MbrInput): Promise<MbrInput> {
  const { referencesFrom: files } = given;
  if (!files || !input.evidence) return input;
  const lists = (await holdLists(files))
    ? listTexts(await readNbest({ files, ...present({ format: given.nbestFormat, keepRepeated: true }) }))
    : bySegment((await readTexts({ files, ...present({ format: given.inputFormat, columns: given.columns }) })).texts);
  if (lists.length !== input.evidence.length) {
    throw new UsageError(
      `${files.join(', ')}: ${counted(lists.length, 'segment')}, but there are candidates for ${input.evidence.length}.`,
    );
  }
  const evidence = input.evidence.map((each, i) => {
    const texts = lists[i]!;
    if (texts.length === 0) throw new UsageError(`${files.join(', ')}: segment ${i + 1} has no texts to compare with.`);
    return { ...each, references: { texts, posteriors: new Float64Array(texts.length).fill(1 / texts.length) } };
  });
  return { ...input, evidence };
}

const listTexts = ({ candidates: { segments, starts, texts } }: ReadNbest): string[][] =>
  Array.from({ length: segments }, (_, i) => texts.slice(starts[i], starts[i + 1]));

const bySegment = (texts: readonly (readonly string[])[]): string[][] =>
  (texts[0] ?? []).map((_, i) => texts.map((ofSystem) => ofSystem[i]!));

async function scoringMetrics(utility: MbrUtility, score: readonly string[] | undefined): Promise<Metric[]> {
  if (score) return requestedMetrics(score);
  const usual = await requestedMetrics(['bleu', 'chrf', 'ter']);
  // The utility itself, since a program cannot be named again.
  const own = 'metric' in utility ? [utility.metric] : [];
  return [...usual, ...own.filter((metric) => usual.every((each) => printMetric(each) !== printMetric(metric)))];
}

async function choiceOf(
  { evidence, paths }: MbrInput,
  utility: MbrUtility,
  { threads }: MbrOptions,
  work: DividedWork | undefined,
  terminal: Terminal,
): Promise<Chosen> {
  if (paths) {
    return { texts: paths.map(({ words }) => words.join(' ')), utilities: paths.map(({ gain }) => gain) };
  }
  const choices = await selectMbr(evidence!, utility, {
    threads,
    work,
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

/** With a metric, lattices are reduced to their n best derivations, which are compared pair by pair. */
const formOf = ({ form, lattice, metric }: MbrOptions): 'pairwise' | 'expected' | 'linear' =>
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
  refuseOptions(
    given,
    ['name', 'systemWeight', 'inputFormat', 'columns', ...decoders.latticeReadingOptions],
    'n-best lists',
  );
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

/** The posteriors of candidates, how the report describes them, and notes. */
async function ruleOf(
  { candidates, withoutTotal }: ReadNbest,
  given: MbrOptions,
): Promise<[rule: PosteriorRule, said: string, notes?: readonly string[]]> {
  const { posteriors, sampled, scale } = given;
  const both = Object.entries({ '-w': given.weights, '--posteriors': posteriors, '--sampled': sampled })
    .filter(([, said]) => said !== undefined)
    .map(([flag]) => flag);
  if (both.length > 1) throw new UsageError(`${both.join(' and ')} both set the posteriors. Give one of them.`);
  const matched = await decoders.requestedWeights(given, candidates.featureNames);
  if (matched) {
    const { weights, notes } = matched;
    return [{ from: 'weights', weights, scale }, `exp(${scale} × weights × features)`, notes];
  }
  if (posteriors !== undefined) {
    const numbers = await readNumbers(posteriors);
    return [{ from: 'numbers', numbers, place: posteriors }, `as given by ${posteriors}`];
  }
  if (sampled || scale === 0) return [{ from: 'nothing' }, 'uniform'];
  if (candidates.totals.every(Number.isNaN))
    return [{ from: 'nothing' }, 'uniform, since the lists have no total scores'];
  if (withoutTotal !== undefined && candidates.totals.some(Number.isNaN)) {
    throw new UsageError(
      `${withoutTotal}: this candidate has no total score, but others have one. Give weights with -w, or make all candidates equally probable with --scale 0.`,
    );
  }
  return [{ from: 'totals', scale }, `exp(${scale} × total)`];
}

async function readNumbers(path: string): Promise<number[]> {
  return (await readAllLines(path)).map((line, i) => {
    const number = line.trim() === '' ? NaN : Number(line);
    if (number >= 0 && number < Infinity) return number;
    throw new UsageError(`${path}, line ${i + 1}: ${JSON.stringify(line)} is not a number of at least 0.`);
  });
}

async function fromSystems(files: readonly string[], given: MbrOptions): Promise<MbrInput> {
  refuseOptions(given, ['weights', ...decoders.latticeReadingOptions], 'the outputs of systems');
  const { systemWeight } = given;
  const { systems, texts, references, sources, notes, sha256 } = await readTexts(shared.outputRequest(files, given));
  if (systems.length < 2) {
    throw new UsageError(
      `${files.join(', ')} ${files.length === 1 ? 'is' : 'are'} the output of one system, so there is nothing to choose from. Give outputs of several systems, n-best lists, or lattices with --lattice.`,
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
      : 'uniform',
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
  refuseOptions(given, ['name', 'systemWeight', 'inputFormat', 'columns', 'nbestFormat'], 'lattices');
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
    posteriors: scale === 0 ? 'uniform' : `exp(${scale} × score)`,
    ...present({ references, sources }),
    notes: [...texts.notes, ...lattices.scoreNotes, ...lattices.weightNotes],
    sha256: digestOf([lattices.digest(), texts.sha256]),
  };
}
