/** Runs the built command in a separate process, for tests of the whole app: creates campaigns and serves them. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const built = fileURLToPath(new URL('../../dist/command/assay.cjs', import.meta.url));
export const example = (name: string): string => fileURLToPath(new URL(`../../examples/${name}`, import.meta.url));

/** Runs the command and returns what it prints; throws if it fails. */
export function assay(...given: string[]): string {
  return execFileSync(process.execPath, ['--no-warnings', built, ...given], { encoding: 'utf8' });
}

const running = new Set<ChildProcess>();

/** Kills the servers that failed tests left running. */
export function killServers(): void {
  for (const child of running) child.kill('SIGKILL');
}

export interface Served {
  /** `http://127.0.0.1:12345` */
  readonly address: string;
  /** The printed links by user: `organiser`, `judge01`, … */
  readonly links: ReadonlyMap<string, string>;
  /** The printed common link, up to the id of the person; empty if there is none. */
  readonly common: string;
  /** Everything printed to standard error so far. */
  errors(): string;
  /** Sends the signal and waits for the end; resolves to the exit code, which is null after a kill. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

interface Program {
  /** The Node program and its flags. */
  readonly node?: readonly [string, ...string[]];
  /** The path of the command line. */
  readonly command?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Serves a campaign and waits until the server is ready. `place` is the folder, or `--database` and an address, and options of `serve`. */
export async function serveCampaign(place: readonly string[], program: Program = {}): Promise<Served> {
  const { node: [node, ...flags] = [process.execPath, '--no-warnings'], command = built, env = process.env } = program;
  const child = spawn(node, [...flags, command, 'judge', 'serve', ...place, '--port', '0'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  let errors = '';
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  const closed = once(child, 'close');
  const links = new Map<string, string>();
  let address = '';
  let common = '';
  for await (const line of createInterface({ input: child.stdout })) {
    address ||= /: (http\S+)$/.exec(line)?.[1] ?? '';
    const [, who, link] = /^(\S+) +(http\S+)$/.exec(line) ?? [];
    common ||= /^(http\S+\?\w+=)$/.exec(line)?.[1] ?? '';
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
    common,
    errors: () => errors,
    async end(signal) {
      child.kill(signal);
      await closed;
      return child.exitCode;
    },
  };
}
