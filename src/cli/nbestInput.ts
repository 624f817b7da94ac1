/** Options and reading that the commands about n-best lists share. */
import { type Command, Option } from 'commander';
import { present } from '../core/index.ts';
import { type EmptyReferences, type NbestFormat, featureFormats, namesOf, nbestFormats } from '../data/index.ts';
import { collect } from './arguments.ts';
import { textRequest } from './textInput.ts';

export interface NbestOptions {
  reference?: string[];
  source?: string;
  labels?: string;
  /** Read by the command itself. */
  weights?: string;
  nbestFormat?: NbestFormat;
  emptyReferences: EmptyReferences;
  /** Keep what says the same with the same features. */
  samples?: boolean;
}

export function declareNbestInput(command: Command): void {
  command
    .argument('[files...]', `n-best lists of ${namesOf(featureFormats)}; .gz too; - for standard input`)
    .option('-r, --reference <file>', 'reference translation; repeat for several', collect)
    .option('-s, --source <file>', 'source text, for metrics that read it');
  declareListReading(command);
}

/** How lists and references are read. */
export function declareListReading(command: Command): void {
  command
    .addOption(
      new Option('--nbest-format <format>', 'format of the features, where the first line does not tell').choices(
        nbestFormats,
      ),
    )
    .addOption(
      new Option(
        '--empty-references <what>',
        'what an empty reference means: a mistake, a missing one, or an empty text',
      )
        .choices(['error', 'missing', 'keep'])
        .default('error'),
    );
}

/** The lists, merged, and the references if they are given, as the library takes them. */
export const nbestRequest = (files: readonly string[], given: Partial<NbestOptions>) => ({
  files,
  ...textRequest(given),
  ...present({ format: given.nbestFormat, keepRepeated: given.samples }),
});
