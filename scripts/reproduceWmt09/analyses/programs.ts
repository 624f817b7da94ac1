/** Programs of others, which must be on the machine. */
import { spawn } from 'node:child_process';
import { UsageError } from '../../../src/core/index.ts';

export interface Program {
  readonly command: string;
  /** Told if it is not there: what to install. */
  readonly install: string;
}

const lastLines = 5;

/** Runs a program and returns what it prints; if it fails, the error has the end of its output. */
export async function run(
  { command, install }: Program,
  args: readonly string[],
  { input = '', environment = {} }: { readonly input?: string; readonly environment?: Record<string, string> } = {},
): Promise<string> {
  const child = spawn(command, args, { env: { ...process.env, ...environment } });
  const printed: Buffer[] = [];
  const told: Buffer[] = [];
  child.stdout.on('data', (bytes: Buffer) => printed.push(bytes));
  child.stderr.on('data', (bytes: Buffer) => told.push(bytes));
  child.stdin.on('error', () => {}); // it may end without reading all; its status then tells why
  child.stdin.end(input);
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on('error', () => reject(new UsageError(install)));
    child.on('close', resolve);
  });
  if (status === 0) return Buffer.concat(printed).toString('utf8');
  const words = Buffer.concat([...printed, ...told])
    .toString('utf8')
    .trim();
  throw new UsageError(`${command} failed:\n${words.split('\n').slice(-lastLines).join('\n')}`);
}
