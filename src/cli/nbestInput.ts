/** Options and reading that the commands about n-best lists share. */
import { type Command, Option } from 'commander';
import { UsageError } from '../core/index.ts';
import {
  type EmptyReferences,
  type NbestFormat,
  checkStandardInput,
  digestOf,
  nbestFormats,
  readLines,
  readNbest,
  type ReadReferences,
  readReferences,
} from '../data/index.ts';
import type { FeatureNames } from '../lattice/index.ts';
import type { Candidates } from '../tune/index.ts';
import { collect } from './arguments.ts';

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
    .argument('[files...]', 'n-best lists of Moses, Joshua, cdec or plain numbers; .gz too; - for standard input')
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

export interface RequestedNbest {
  readonly candidates: Candidates;
  /** Undefined if no references are given. */
  readonly against?: ReadReferences;
  readonly notes: readonly string[];
  /** File and line of the first candidate without a total; undefined if all have one. */
  readonly withoutTotal?: string;
  readonly sha256: string;
}

/** The lists, merged, and the references if they are given: then there are as many segments as they have. Numbers of features may be shared. */
export async function requestedNbest(
  files: readonly string[],
  given: NbestOptions,
  names?: FeatureNames,
): Promise<RequestedNbest> {
  const { reference, source, labels, weights, nbestFormat, emptyReferences, samples = false } = given;
  checkStandardInput([...files, ...(reference ?? []), source, labels, weights]);
  const against =
    reference &&
    (await readReferences({
      references: reference,
      emptyReferences,
      ...(source !== undefined && { sources: source }),
      ...(labels !== undefined && { labels }),
    }));
  const { candidates, notes, withoutTotal, sha256 } = await readNbest({
    files,
    keepRepeated: samples,
    ...(nbestFormat && { format: nbestFormat }),
    ...(against && { segments: against.references.length }),
    ...(names && { names }),
  });
  return {
    candidates,
    ...(against && { against }),
    notes: [...(against?.notes ?? []), ...notes],
    ...(withoutTotal !== undefined && { withoutTotal }),
    sha256: against ? digestOf([sha256, against.sha256]) : sha256,
  };
}

const nbestLine = /^\s*\d+\s*\|\|\|/;

/** Whether files are n-best lists, told by the first line of each; what is read from standard input alone must be one. */
export async function holdLists(files: readonly string[], nbestFormat: NbestFormat | undefined): Promise<boolean> {
  if (nbestFormat !== undefined || files.every((path) => path === '-')) return true;
  const lists: string[] = [];
  const others: string[] = [];
  for (const path of files) {
    if (path === '-') continue;
    const first = await firstLine(path);
    (nbestLine.test(first) ? lists : others).push(path);
  }
  if (lists.length > 0 && others.length > 0) {
    throw new UsageError(`${lists[0]} holds n-best lists, but ${others[0]} does not. Give files of one kind.`);
  }
  return lists.length > 0;
}

async function firstLine(path: string): Promise<string> {
  for await (const [line] of readLines(path)) return line ?? '';
  return '';
}
