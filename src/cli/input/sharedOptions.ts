/**
 * Options shared by commands of all kinds, with the same flag everywhere, and readers of outputs and references.
 * Options of other kinds of input are declared with the code that reads them.
 */
import { UsageError, type ValueKind, integers, numbers, oneOf, present } from '../../core/index.ts';
import { type Shard, type Task, type TaskRequest, openTask } from '../../data/index.ts';
import { type ColumnsByRole, columnRoles, formatIds, roleOf } from '../../formats/index.ts';
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

export const metric = (help: string, more: { readonly inConfig?: true } = {}): Declared<readonly string[], false> =>
  words(texts, { letter: 'm', value: 'metric', names: 'metrics', takes: isMetric, help, ...more });

/** The metrics of commands that score whole test sets, which a project may set for all of them. */
export const scoringMetric = (help: string): Declared<readonly string[], false> => metric(help, { inConfig: true });

export const reference = inputFiles({ letter: 'r', help: 'reference translation; repeat for several' });

export const source = inputFile({ letter: 's', help: 'source text, for metrics that read it' });

export const labels = inputFile({
  letter: 'l',
  help: 'TSV or CSV with a header and a row for each segment: document, domain, …',
});

export const name = values(texts, {
  letter: 'n',
  value: 'name',
  help: 'name of a system, in the order of the files; repeat for several',
});

export const by = (help: string): Declared<string, false> => value(texts, { value: 'label', help });

interface SegmentChoice {
  readonly has: (segment: number) => boolean;
  readonly last: number;
  readonly typed: string;
}

/** `7`, `1-5`, `1-5,9`. */
const segmentChoices: ValueKind<SegmentChoice> = {
  accepts: 'numbers from 1 and ranges of them, such as 7 or 1-5,9',
  read(given, flag) {
    const typed = String(given);
    const ranges = typed.split(',').map((range) => {
      const [, from, to = from] = /^\s*(\d{1,9})\s*(?:-\s*(\d{1,9})\s*)?$/.exec(range) ?? [];
      const [low, high] = [Number(from), Number(to)];
      if (from === undefined || low < 1 || high < low) {
        throw new UsageError(`${flag} must be ${this.accepts}, not ${typed}.`);
      }
      return { low, high };
    });
    return {
      has: (segment) => ranges.some(({ low, high }) => segment >= low && segment <= high),
      last: Math.max(...ranges.map(({ high }) => high)),
      typed,
    };
  },
};

export const segment = (help: string): Declared<SegmentChoice, false> =>
  value(segmentChoices, { value: 'numbers', help });

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
    help: `threads to ${verb} with; the result does not depend on the number`,
  });

export const emptyReferences = value(oneOf(['error', 'missing', 'keep']), {
  value: 'what',
  default: 'error',
  help: 'treat an empty reference as an error, a missing reference or an empty text',
});

export const inputFormat = value(oneOf(formatIds), {
  value: 'format',
  help: 'format of the files, if the file name does not show it',
});

const columnChoices: ValueKind<ColumnsByRole> = {
  accepts: `pairs such as hypothesis=mt,reference=ref, of ${columnRoles.join(', ')} and the name of a column or sheet`,
  read(given, flag) {
    const chosen: Partial<Record<(typeof columnRoles)[number], string[]>> = {};
    for (const pair of String(given).split(',')) {
      const [, typed, name] = /^\s*(\w+)\s*=\s*(\S.*?)\s*$/.exec(pair) ?? [];
      const role = typed && (columnRoles.find((known) => known === typed) ?? roleOf(typed));
      if (!role || name === undefined) throw new UsageError(`${flag} must be ${this.accepts}, not ${String(given)}.`);
      (chosen[role] ??= []).push(name);
    }
    return chosen;
  },
};

export const columns = value(columnChoices, {
  value: 'role=name',
  help: 'columns of TSV, CSV and XLSX, keys of JSON or languages of TMX, by role: hypothesis=mt,reference=ref; sheet=NAME chooses a sheet of XLSX',
});

/** The texts. */
export const textOptions = { reference, source, labels, name };

/** How files are read, and with how many threads they are counted. */
export const readingOptions = { inputFormat, columns, emptyReferences, threads: threads() };

export type TextOptions = Partial<Given<typeof textOptions & typeof readingOptions>> & {
  readonly shard?: Shard;
} & NamedTexts;

/** What a test set that was given by name adds to the texts. */
export interface NamedTexts {
  readonly labelFiles?: Readonly<Record<string, string>>;
  /** Which set it is, and which of its references count. */
  readonly setNotes?: readonly string[];
  /** Of the pair: `de`. */
  readonly targetLanguage?: string;
}

/** The request for the texts other than outputs. */
export const textRequest = (given: TextOptions) =>
  present({
    references: given.reference,
    sources: given.source,
    labels: given.labels,
    labelFiles: given.labelFiles,
    emptyReferences: given.emptyReferences,
  });

/** Outputs, references and sources. */
export const outputRequest = (files: readonly string[], given: TextOptions) => ({
  files,
  ...textRequest(given),
  ...present({ names: given.name, format: given.inputFormat, columns: given.columns, shard: given.shard }),
});

export const openTexts = (
  files: readonly string[],
  given: TextOptions,
  needs: Pick<TaskRequest, 'needReferences'> = {},
): Promise<Task> => openTask({ ...outputRequest(files, given), ...needs });
