/** Options and reading that the commands about n-best lists share. */
import { oneOf, present } from '../core/index.ts';
import { featureFormats, namesOf, nbestFormats } from '../formats/index.ts';
import type { Argument } from './command.ts';
import { type Given, value } from './options.ts';
import { type TextOptions, textRequest } from './textInput.ts';

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
