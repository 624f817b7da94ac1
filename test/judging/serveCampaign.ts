/** The built command as its own process, for tests of the whole app: makes campaigns and serves them. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('../../dist/command/assay.cjs', import.meta.url));
export const example = (name: string): string => fileURLToPath(new URL(`../../examples/${name}`, import.meta.url));

/** What the command prints; what it says besides is an error. */
export function assay(...given: string[]): string {
  return execFileSync(process.execPath, ['--no-warnings', command, ...given], { encoding: 'utf8' });
}

const running = new Set<ChildProcess>();

/** Those that a test left running, because it failed. */
export function killServers(): void {
  for (const child of running) child.kill('SIGKILL');
}

export interface Served {
  /** `http://127.0.0.1:12345` */
  readonly address: string;
  /** Links that were printed, by who they are for: `organiser`, `judge01`, … */
  readonly links: ReadonlyMap<string, string>;
  /** All that it printed to standard error. */
  errors(): string;
  /** Sends the signal, waits for the end; resolves to the exit code, which is null after a kill. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/** `place` is the folder, or `--database` and an address. */
export async function serveCampaign(...place: string[]): Promise<Served> {
  const child = spawn(process.execPath, ['--no-warnings', command, 'judge', 'serve', ...place, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  let errors = '';
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  const closed = once(child, 'close');
  const links = new Map<string, string>();
  let address = '';
  for await (const line of createInterface({ input: child.stdout })) {
    address ||= /: (http\S+)$/.exec(line)?.[1] ?? '';
    const [, who, link] = /^(\S+) +(http\S+)$/.exec(line) ?? [];
    if (who !== undefined && link !== undefined) links.set(who, link);
    if (line.startsWith('Stop with')) break;
  }
  child.stdout.resume();
  if (child.exitCode !== null || address === '') {
    throw new Error(`The server did not start: ${errors}`);
  }
  return {
    address,
    links,
    errors: () => errors,
    async end(signal) {
      child.kill(signal);
      await closed;
      return child.exitCode;
    },
  };
}
