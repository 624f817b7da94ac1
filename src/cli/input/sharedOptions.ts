/**
 * Options that commands of all kinds share, so that the same idea has the same flag everywhere, and reading of outputs and references.
 * Options of other kinds of input are declared with the code that reads it.
 */
import { type ValueKind, integers, numbers, oneOf, present } from '../../core/index.ts';
import { type Task, openTask } from '../../data/index.ts';
import { formatIds } from '../../formats/index.ts';
import { parseMetric } from '../../engine/index.ts';
import { statisticalDefaults } from '../../stats/index.ts';
import { type Declared, type Given, inputFile, inputFiles, texts, value, values, words } from '../options.ts';

/** Whether a word names a metric, and not a file that follows. */
function isMetric(word: string): boolean {
  try {
    parseMetric(word);
    return true;
  } catch {
    return false;
  }
}

export const metric = (help: string): Declared<readonly string[], false> =>
  words(texts, { letter: 'm', value: 'metric', names: 'metrics', takes: isMetric, help });

export const reference = inputFiles({ letter: 'r', help: 'reference translation; repeat for several' });

export const source = inputFile({ letter: 's', help: 'source text, for metrics that read it' });

export const labels = inputFile({
  letter: 'l',
  help: 'TSV with a header and a row for each segment: document, domain, …',
});

export const name = values(texts, {
  letter: 'n',
  value: 'name',
  help: 'name of a system, in the order of the files; repeat for several',
});

export const by = (help: string): Declared<string, false> => value(texts, { value: 'label', help });

export const digits = (usual: number, help = 'decimals shown'): Declared<number, true> =>
  value(integers(0, 15), { letter: 'd', default: usual, help });

export const seed = (help: string, usual: number = statisticalDefaults.seed): Declared<number, true> =>
  value(integers(0, Number.MAX_SAFE_INTEGER), { default: usual, help });

export const samples = (help: string, usual: number = statisticalDefaults.samples): Declared<number, true> =>
  value(integers(1, 10_000_000), { default: usual, help });

/** In percent on the command line, a share in the library. */
export const level = (share: number = statisticalDefaults.level, help = 'confidence level of the intervals') =>
  value(numbers(50, 99.99), { value: 'percent', default: 100 * share, help });

export const alpha = (help: string) => value(numbers(0, 1), { value: 'p', default: statisticalDefaults.alpha, help });

const threadCounts: ValueKind<number | 'auto'> = {
  accepts: 'auto or an integer from 1 to 256',
  read: (typed, flag) => (typed === 'auto' ? typed : integers(1, 256).read(typed, flag)),
};

export const threads = (verb = 'count'): Declared<number | 'auto', true> =>
  value(threadCounts, {
    letter: 'j',
    default: 'auto',
    help: `threads to ${verb} with; the result is the same for any number`,
  });

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
