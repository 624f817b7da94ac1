/** What a command is: it declares what can be typed, returns data, and says how the data is shown. */
import type { Command } from 'commander';
import type { Style } from '../report/index.ts';

/** Results that may be long are shown in pieces, as they are made; each is of whole lines. */
export type Shown = string | AsyncIterable<string>;

export interface CliCommand<Options, Result, Shows extends Shown = string> {
  readonly name: string;
  readonly summary: string;
  /** Lines worth typing, shown in the help: command line and what it does. */
  readonly examples: readonly (readonly [typed: string, does: string])[];
  /** Declares arguments and options. */
  declare(command: Command): void;
  run(files: readonly string[], options: Options, terminal: Terminal): Promise<Result>;
  /** A result as text; an option `output` names a file for it. */
  show(result: Result, options: Options, style: Style): Shows;
}

/** Where a command shows progress and warnings. */
export interface Terminal {
  progress(done: { readonly share: number | undefined; readonly text: string }): void;
  warn(message: string): void;
}

// oxlint-disable-next-line typescript/no-explicit-any -- commands of different options share one list
export type AnyCommand = CliCommand<any, any, Shown>;
