/** Options and reading that the commands about lattices and forests share. */
import { type Command, Option } from 'commander';
import { pick, present } from '../core/index.ts';
import { latticeFormats } from '../data/index.ts';
import type { Terminal } from './command.ts';
import type { WeightOptions } from './weightInput.ts';

export const numberKinds = ['probability', 'log', 'cost'] as const;

export interface LatticeOptions extends WeightOptions {
  latticeFormat?: string;
  numbers?: (typeof numberKinds)[number];
  symbols?: string;
  shape?: 'acceptor' | 'transducer';
  side?: 'input' | 'output';
}

/** What is said of how lattices are read, and of nothing else. */
export const latticeReadingOptions = ['latticeFormat', 'numbers', 'symbols', 'shape', 'side'] as const;

/** For commands that only look at scores. */
export const weightsSummary = 'scores are weights × features, in place of those in the files';

export function declareLatticeReading(command: Command): void {
  command
    .addOption(
      new Option('--lattice-format <format>', 'format of lattices, where neither name nor first line tells').choices(
        latticeFormats.map(({ id }) => id),
      ),
    )
    .addOption(
      new Option('--numbers <what>', 'PLF and confusion networks: what their numbers are').choices(numberKinds),
    )
    .option('--symbols <file>', 'AT&T: the words that labels stand for, lines of word and number')
    .addOption(
      new Option('--shape <shape>', 'AT&T: whether arcs have one label or two').choices(['acceptor', 'transducer']),
    )
    .addOption(
      new Option('--side <side>', 'AT&T: which labels of a transducer are words').choices(['input', 'output']),
    );
}

/** Lattices with weights applied, as the library takes them. */
export const latticeRequest = (files: readonly string[], given: LatticeOptions, terminal: Terminal) => ({
  files,
  ...pick(given, ['numbers', 'symbols', 'shape', 'side', 'weights', 'missingWeights']),
  ...present({ format: given.latticeFormat }),
  onProgress: (done: Parameters<Terminal['progress']>[0]) => terminal.progress(done),
});
