/** Options and reading that the commands about lattices and forests share. */
import { oneOf, pick, present } from '../core/index.ts';
import { latticeFormats } from '../formats/index.ts';
import type { Terminal } from './command.ts';
import { type Given, inputFile, value } from './options.ts';
import { weightOptions } from './weightInput.ts';

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
