/** Options and reading that the commands about outputs and references share. */
import { type Command, Option } from 'commander';
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

export function openTexts(files: readonly string[], given: Partial<TextOptions>): Promise<Task> {
  const { reference, source, labels, name, inputFormat, emptyReferences = 'error' } = given;
  return openTask({
    files,
    emptyReferences,
    ...(reference && { references: reference }),
    ...(source !== undefined && { sources: source }),
    ...(labels !== undefined && { labels }),
    ...(name && { names: name }),
    ...(inputFormat && { format: inputFormat }),
  });
}
