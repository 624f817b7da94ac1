/** Options and readers shared by the commands on decoder output: n-best lists, lattices and forests, weights. */
import { oneOf, pick, present } from '../../core/index.ts';
import { readWeightsFor } from '../../data/index.ts';
import { featureFormats, latticeFormats, namesOf, nbestFormats } from '../../formats/index.ts';
import type { MatchedWeights } from '../../tune/index.ts';
import type { Argument, Terminal } from '../command.ts';
import { type Given, inputFile, value } from '../options.ts';
import { type TextOptions, textRequest } from './sharedOptions.ts';

export const nbestFiles: Argument = {
  typed: '[files...]',
  names: 'input',
  help: `n-best lists of ${namesOf(featureFormats)}; .gz and .zst too; - for standard input`,
};

export const nbestFormat = value(oneOf(nbestFormats), {
  value: 'format',
  help: 'format of the features, if the first line does not show it',
});

type NbestOptions = TextOptions & Given<{ nbestFormat: typeof nbestFormat }> & { readonly sampled?: boolean };

/** The request for the merged lists and, if given, the references; repeated samples count repeatedly. */
export const nbestRequest = (files: readonly string[], given: NbestOptions) => ({
  files,
  ...textRequest(given),
  ...present({ format: given.nbestFormat, keepRepeated: given.sampled }),
});

/** `summary` says what the command does with them. */
export const weightOptions = (summary: string) => ({
  weights: inputFile({ letter: 'w', help: summary }),
  missingWeights: value(oneOf(['error', 'zero']), {
    value: 'what',
    default: 'error',
    help: 'treat a feature without a weight as an error, or give it weight 0',
  }),
});

type WeightOptions = Partial<Given<ReturnType<typeof weightOptions>>>;

/** One weight for each feature; undefined if no file is given. */
export const requestedWeights = async (
  { weights, missingWeights }: WeightOptions,
  featureNames: readonly string[],
): Promise<MatchedWeights | undefined> =>
  weights === undefined ? undefined : readWeightsFor(featureNames, weights, missingWeights);

export const numberKinds = ['probability', 'log', 'cost'] as const;

/** Options that only affect how lattices are read. */
export const latticeReading = {
  latticeFormat: value(oneOf(latticeFormats.map(({ id }) => id)), {
    value: 'format',
    help: 'format of lattices, if neither the file name nor the first line shows it',
  }),
  numbers: value(oneOf(numberKinds), { value: 'what', help: 'PLF and confusion networks: what the numbers are' }),
  symbols: inputFile({ help: 'AT&T: symbol table of the labels, with a word and a number per line' }),
  shape: value(oneOf(['acceptor', 'transducer']), { value: 'shape', help: 'AT&T: whether arcs have one label or two' }),
  side: value(oneOf(['input', 'output']), { value: 'side', help: 'AT&T: which labels of a transducer are words' }),
};

export const latticeReadingOptions = Object.keys(latticeReading) as (keyof typeof latticeReading)[];

/** For commands that only look at scores. */
export const latticeWeights = weightOptions('compute scores as weights × features instead of using those in the files');

type LatticeOptions = Partial<Given<typeof latticeReading & typeof latticeWeights>>;

/** Lattices with weights applied, as the library takes them. */
export const latticeRequest = (files: readonly string[], given: LatticeOptions, terminal: Terminal) => ({
  files,
  ...pick(given, ['numbers', 'symbols', 'shape', 'side', 'weights', 'missingWeights']),
  ...present({ format: given.latticeFormat }),
  onProgress: (done: Parameters<Terminal['progress']>[0]) => terminal.progress(done),
});
