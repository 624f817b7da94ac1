/** Options and reading that the commands about outputs and references share. */
import { type Command, Option } from 'commander';
import { present } from '../core/index.ts';
import { type EmptyReferences, type FormatId, type Task, formatIds, openTask } from '../data/index.ts';
import { threadCount } from './arguments.ts';

export interface TextOptions {
  reference?: string[];
  source?: string;
  labels?: string;
  name?: string[];
  inputFormat?: FormatId;
  emptyReferences: EmptyReferences;
  threads: number | 'auto';
}

/** How files are read, and with how many threads they are counted. */
export function declareReading(command: Command): void {
  command
    .addOption(
      new Option('--input-format <format>', 'format of the files, where the name does not tell').choices(formatIds),
    )
    .addOption(
      new Option(
        '--empty-references <what>',
        'what an empty reference means: a mistake, a missing one, or an empty text',
      )
        .choices(['error', 'missing', 'keep'])
        .default('error'),
    )
    .option(
      '-j, --threads <number>',
      'threads to count with; the result is the same for any number',
      threadCount,
      'auto',
    );
}

/** The texts that were asked for, beside outputs, as the library takes them. */
export const textRequest = ({ reference, source, labels, emptyReferences }: Partial<TextOptions>) =>
  present({ references: reference, sources: source, labels, emptyReferences });

/** Outputs and what they are held against, as the library takes them. */
export const outputRequest = (files: readonly string[], given: Partial<TextOptions>) => ({
  files,
  ...textRequest(given),
  ...present({ names: given.name, format: given.inputFormat }),
});

export const openTexts = (files: readonly string[], given: Partial<TextOptions>): Promise<Task> =>
  openTask(outputRequest(files, given));
