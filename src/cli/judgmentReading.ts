/** Options of commands that hold outputs against judgments: how both are read, and with how many threads outputs are counted. */
import { type Command, Option } from 'commander';
import { judgmentFormats } from '../data/index.ts';
import { threadCount } from './arguments.ts';
import { errorWeightsOption } from './errorWeights.ts';

export function declareJudgmentReading(command: Command): void {
  command
    .addOption(
      new Option('--identical <what>', 'two systems whose outputs are one text, shown once: alike, or not compared')
        .choices(['ties', 'left-out'])
        .default('ties'),
    )
    .addOption(errorWeightsOption())
    .addOption(
      new Option(
        '--empty-references <what>',
        'what an empty reference means: a mistake, a missing one, or an empty text',
      )
        .choices(['error', 'missing', 'keep'])
        .default('error'),
    )
    .addOption(
      new Option('--judgment-format <format>', 'format of judgments, where their first line does not tell').choices(
        judgmentFormats.map(({ id }) => id),
      ),
    )
    .option('--lenient', 'leave malformed judgments out and say so, where they would be errors')
    .option(
      '-j, --threads <number>',
      'threads to count with; the result is the same for any number',
      threadCount,
      'auto',
    );
}
