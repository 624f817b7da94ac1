/** Options and reading that the commands about outputs and references share. */
import { oneOf, present } from '../core/index.ts';
import { type Task, openTask } from '../data/index.ts';
import { formatIds } from '../formats/index.ts';
import { type Given, value } from './options.ts';
import { labels, name, reference, source, threads } from './sharedOptions.ts';

export const emptyReferences = value(oneOf(['error', 'missing', 'keep']), {
  value: 'what',
  default: 'error',
  help: 'what an empty reference means: a mistake, a missing one, or an empty text',
});

export const inputFormat = value(oneOf(formatIds), {
  value: 'format',
  help: 'format of the files, where the name does not tell',
});

/** The texts. */
export const textOptions = { reference, source, labels, name };

/** How files are read, and with how many threads they are counted. */
export const readingOptions = { inputFormat, emptyReferences, threads: threads() };

export type TextOptions = Partial<Given<typeof textOptions & typeof readingOptions>>;

/** The texts that were asked for, beside outputs, as the library takes them. */
export const textRequest = (given: TextOptions) =>
  present({
    references: given.reference,
    sources: given.source,
    labels: given.labels,
    emptyReferences: given.emptyReferences,
  });

/** Outputs and what they are held against, as the library takes them. */
export const outputRequest = (files: readonly string[], given: TextOptions) => ({
  files,
  ...textRequest(given),
  ...present({ names: given.name, format: given.inputFormat }),
});

export const openTexts = (files: readonly string[], given: TextOptions): Promise<Task> =>
  openTask(outputRequest(files, given));
