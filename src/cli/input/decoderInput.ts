/** Options and reading that the commands about what decoders leave behind share: n-best lists, lattices and forests, weights. */
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
  help: `n-best lists of ${namesOf(featureFormats)}; .gz too; - for standard input`,
};

export const nbestFormat = value(oneOf(nbestFormats), {
  value: 'format',
  help: 'format of the features, where the first line does not tell',
});

type NbestOptions = TextOptions & Given<{ nbestFormat: typeof nbestFormat }> & { readonly sampled?: boolean };

/** The lists, merged, and the references if they are given, as the library takes them; of samples what is said twice counts twice. */
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
    help: 'what a feature without a weight is: a mistake, or of weight 0',
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

/** What is said of how lattices are read, and of nothing else. */
export const latticeReading = {
  latticeFormat: value(oneOf(latticeFormats.map(({ id }) => id)), {
    value: 'format',
    help: 'format of lattices, where neither name nor first line tells',
  }),
  numbers: value(oneOf(numberKinds), { value: 'what', help: 'PLF and confusion networks: what their numbers are' }),
  symbols: inputFile({ help: 'AT&T: the words that labels stand for, lines of word and number' }),
  shape: value(oneOf(['acceptor', 'transducer']), { value: 'shape', help: 'AT&T: whether arcs have one label or two' }),
  side: value(oneOf(['input', 'output']), { value: 'side', help: 'AT&T: which labels of a transducer are words' }),
};

export const latticeReadingOptions = Object.keys(latticeReading) as (keyof typeof latticeReading)[];

/** For commands that only look at scores. */
export const latticeWeights = weightOptions('scores are weights × features, in place of those in the files');

type LatticeOptions = Partial<Given<typeof latticeReading & typeof latticeWeights>>;

/** Lattices with weights applied, as the library takes them. */
export const latticeRequest = (files: readonly string[], given: LatticeOptions, terminal: Terminal) => ({
  files,
  ...pick(given, ['numbers', 'symbols', 'shape', 'side', 'weights', 'missingWeights']),
  ...present({ format: given.latticeFormat }),
  onProgress: (done: Parameters<Terminal['progress']>[0]) => terminal.progress(done),
});
