/** Options that commands of all kinds share, so that the same idea has the same flag everywhere. Options of one kind of input are declared with the code that reads it. */
import { type ValueKind, integers, numbers } from '../core/index.ts';
import { parseMetric } from '../engine/index.ts';
import { type Declared, inputFile, inputFiles, texts, value, values, words } from './options.ts';

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

export const seed = (help: string, usual = 12345): Declared<number, true> =>
  value(integers(0, Number.MAX_SAFE_INTEGER), { default: usual, help });

export const samples = (usual: number, help: string): Declared<number, true> =>
  value(integers(1, 10_000_000), { default: usual, help });

/** In percent on the command line, a share in the library. */
export const level = (share: number, help = 'confidence level of the intervals'): Declared<number, true> =>
  value(numbers(50, 99.99), { value: 'percent', default: 100 * share, help });

export const alpha = (usual: number, help: string): Declared<number, true> =>
  value(numbers(0, 1), { value: 'p', default: usual, help });

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
