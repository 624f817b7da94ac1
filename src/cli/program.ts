/**
 * Finds the command that was typed, runs it and prints its result.
 * Exit codes: 0, 1 for a bug in Assay, 2 for a usage error; `assay gate` has further ones, `assay sacrebleu` those of sacreBLEU.
 */
import { once } from 'node:events';
import { Command, CommanderError } from 'commander';
import colors from 'picocolors';
import { isUsageError, suggest, version } from '../core/index.ts';
import { folded, plainStyle } from '../report/index.ts';
import { type AnyCommand, type Terminal, declare, optionsOf, perform } from './command.ts';
import { findConfig, settingsFor } from './config.ts';
import { flagOf } from './options.ts';
import { writeError } from './output.ts';

/** Work shorter than this shows no progress. */
const patience = 1000; // ms
const interval = 100;

const terminal = openTerminal(process.stderr);
const style = {
  ...(process.stdout.isTTY && colors.isColorSupported ? { bold: colors.bold, dim: colors.dim } : plainStyle),
  width: process.stdout.isTTY ? process.stdout.columns : undefined,
};

const fail = (message: string): void => {
  terminal.clear();
  process.stderr.write(`${fitted(message, process.stderr)}\n`);
};

// A reader such as head may close the pipe early: that is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  fail(`assay: ${(writeError('to standard output', error) as Error).message}`);
  process.exit(2);
});

async function run(argv: readonly string[], commands: readonly AnyCommand[]): Promise<number> {
  const [name, ...rest] = argv;
  // `assay sacrebleu` parses its own flags.
  if (name === 'sacrebleu') {
    const { sacrebleu } = await import('./commands/sacrebleu.ts');
    const io = { stdin: process.stdin, env: process.env, terminal: process.stdout.isTTY };
    const { stdout, stderr, exitCode } = await sacrebleu(rest, io);
    process.stderr.write(stderr);
    process.stdout.write(stdout);
    return exitCode;
  }
  if (name === 'help' && rest[0] !== undefined) return run([rest[0], '--help'], commands);

  const program = new Command('assay')
    .description('The workbench for evaluating machine translation.')
    .version(version)
    .helpCommand('help [command]', 'Show the help of a command.')
    .showHelpAfterError('See `assay --help`.')
    .exitOverride()
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .configureOutput({ writeErr: (text) => fail(text.replace(/^error: /, 'assay: ').trimEnd()) });
  // Declaring takes time: declare one command if it is known which, and all of them for the general help.
  const typed = commands.filter((command) => command.name === name);
  let exitCode = 0;
  for (const command of typed.length > 0 ? typed : commands) {
    declare(program.command(command.name).description(command.summary), command).action(async (...received) => {
      const words = received
        .slice(0, -2)
        .flat()
        .filter((word) => word !== undefined) as string[];
      const options = withConfig(command, received.at(-1) as Command);
      ({ exitCode } = await perform(command, words, options, {
        terminal,
        style,
        print,
      }));
      terminal.clear();
    });
  }
  program
    .command('sacrebleu')
    .description("Take sacreBLEU's flags and print its output, byte for byte.")
    .helpOption(false);

  const known = [...program.commands.map((each) => each.name()), 'help'];
  if (name === undefined) {
    program.outputHelp();
    return 2;
  }
  if (!name.startsWith('-') && !known.includes(name)) {
    fail(`assay: unknown command ${name}. ${suggest(name, known)}`);
    return 2;
  }
  const arranged = typed[0]?.arrange?.(rest);
  await program.parseAsync(arranged ? [name, ...arranged] : [...argv], { from: 'user' });
  return exitCode;
}

/** What an error should say of options that nobody typed. */
let fromConfig = '';

/** The options as typed, and those of `assay.config.json` that were not. */
function withConfig(command: AnyCommand, parsed: Command): Record<string, unknown> {
  const options: Record<string, unknown> = { ...parsed.opts() };
  const config = command.forms && findConfig();
  if (!config) return options;
  const used = [...settingsFor(config, command.name, optionsOf(command))].filter(
    ([option]) => parsed.getOptionValueSource(option) !== 'cli',
  );
  for (const [option, { value }] of used) options[option] = value;
  if (used.length > 0) {
    fromConfig = `From ${config.path}: ${used.map(([option]) => flagOf(option)).join(', ')}. Set ASSAY_CONFIG=off to run without it.`;
  }
  return options;
}

/** Waits for a reader that is slower than we are. */
async function print(text: string): Promise<void> {
  terminal.clear();
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

const exitCodeOf = (error: unknown): number => {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (isUsageError(error)) {
    fail([`assay: ${error.message}`, fromConfig].filter(Boolean).join('\n'));
    return 2;
  }
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ELOOP') {
    fail(`assay: cannot open ${path}: its symbolic links form a loop`);
    return 2;
  }
  fail(`assay: this is a bug in assay ${version}.\n${error instanceof Error ? error.stack : String(error)}`);
  return 1;
};

/** Not to be awaited: the bundles are scripts, which the launcher can start from bytecode. */
export function runProgram(commands: readonly AnyCommand[]): void {
  void run(process.argv.slice(2), commands)
    .catch(exitCodeOf)
    .then((exitCode) => (process.exitCode = exitCode));
}

/** Shows progress of long work on a terminal; nothing if standard error is not a terminal. */
function openTerminal(stream: NodeJS.WriteStream): Terminal & { clear(): void } {
  const started = Date.now(); // loading `performance` takes longer than many a score
  let shown = false;
  let last = 0;
  /** Removes the progress line before a result or an error is printed. */
  const clear = () => {
    if (shown) stream.write('\r\u001b[2K');
    shown = false;
  };
  return {
    clear,
    warn(message) {
      clear();
      stream.write(`${fitted(`assay: ${message}`, stream)}\n`);
    },
    progress({ share, text }) {
      if (!stream.isTTY) return;
      const now = Date.now();
      if (now - started < patience || now - last < interval) return;
      last = now;
      shown = true;
      const line =
        share === undefined
          ? text
          : `${bar(share)} ${Math.floor(share * 100)} %  ${text}${remaining(share, now - started)}`;
      stream.write(`\r\u001b[2K${line.slice(0, Math.max(20, stream.columns - 1))}`);
    },
  };
}

/** Folded between words on a terminal, as it is elsewhere. */
const fitted = (message: string, stream: NodeJS.WriteStream): string =>
  stream.isTTY ? message.split('\n').flatMap((line) => folded(line, stream.columns)).join('\n') : message; // prettier-ignore

const bar = (share: number, width = 24): string => {
  const full = Math.round(share * width);
  return '█'.repeat(full) + '░'.repeat(width - full);
};

const remaining = (share: number, elapsed: number): string =>
  share < 0.02 ? '' : `, ${Math.ceil((elapsed * (1 - share)) / share / 1000)} s left`;
