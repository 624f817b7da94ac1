/** A PostgreSQL server for tests: the one that ASSAY_POSTGRES names, or a new one in a temporary folder with its own socket. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestPostgres {
  readonly url: string;
  /** Where it listens. Absent if the server is not ours. */
  readonly socket?: string;
  /** Stops it like a power failure and starts it again. Absent if the server is not ours. */
  readonly crash?: () => Promise<void>;
  stop(): void;
}

/** Undefined if none can be started. */
export function startPostgres(): TestPostgres | undefined {
  const given = process.env['ASSAY_POSTGRES'];
  if (given) return { url: given, stop: () => undefined };
  const bin = findPrograms();
  if (bin === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'assay-postgres-'));
  const data = join(folder, 'data');
  // PostgreSQL does not run as root.
  const user = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : [];
  const command = (program: string, ...given: string[]) => [...user, join(bin, program), '-D', data, ...given];
  const run = ([program, ...given]: string[]) =>
    execFileSync(program!, given, { cwd: folder, stdio: 'ignore', timeout: 60_000 });
  const start = command(
    'pg_ctl',
    '-w',
    '-l',
    join(folder, 'log'),
    '-o',
    `-c listen_addresses='' -k ${folder} -p 5432`,
    'start',
  );
  const stop = (mode: string) => command('pg_ctl', '-m', mode, 'stop');
  try {
    if (user.length > 0) chownSync(folder, idOf('-u'), idOf('-g'));
    run(command('initdb', '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--no-sync'));
    run(start);
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
  const wait = async ([program, ...given]: string[]) => {
    const [code] = await once(spawn(program!, given, { cwd: folder, stdio: 'ignore' }), 'exit');
    if (code !== 0) throw new Error(`${program} ended with ${code}.`);
  };
  return {
    url: `postgres:///postgres?host=${encodeURIComponent(folder)}&user=postgres`,
    socket: join(folder, '.s.PGSQL.5432'),
    crash: async () => {
      await wait(stop('immediate'));
      await wait(start);
    },
    stop: () => {
      run(stop('immediate'));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const idOf = (which: string): number => Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));

/** Debian's folder, or the folder on the path that has the programs. */
function findPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ];
  return folders.find((folder) => folder !== '' && existsSync(join(folder, 'initdb')));
}
