/** Runs a command as typed after its name, and gives back what it returned and printed. */
import { Command } from 'commander';
import type { Declarations } from '../options.ts';
import { type CliCommand, type Plain, type Updates, declare, perform } from '../command.ts';
import { plainStyle } from '../../report/index.ts';

export interface Ran<Result> {
  readonly result: Exclude<Result, Plain | Updates<unknown>>;
  readonly exitCode: number;
  readonly shown: string;
  readonly warnings: readonly string[];
}

export async function runTyped<D extends Declarations, Result>(
  command: CliCommand<D, Result>,
  typed: readonly string[],
): Promise<Ran<Result>> {
  const parser = declare(new Command(command.name).exitOverride().configureOutput({ writeErr() {} }), command);
  let shown = '';
  const warnings: string[] = [];
  let result: unknown;
  let exitCode = 0;
  parser.action(async (...received: unknown[]) => {
    const words = received.slice(0, -2).flat().filter((word) => word !== undefined) as string[]; // prettier-ignore
    ({ result, exitCode } = await perform(command, words, received.at(-2) as Record<string, unknown>, {
      terminal: { progress() {}, warn: (message) => warnings.push(message) },
      style: plainStyle,
      print: (text) => Promise.resolve(void (shown += text)),
    }));
  });
  await parser.parseAsync([...typed], { from: 'user' });
  return { result: result as Ran<Result>['result'], exitCode, shown, warnings };
}
