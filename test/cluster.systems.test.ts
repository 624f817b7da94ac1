/**
 * `assay cluster` on a real Slurm of two nodes, which the test starts: processes killed by signals, a node that goes down, a full disk, and
 * what Slurm refuses. Needs root on Linux with Debian's slurm-wlm and munge, which are installed if they are missing.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { madeUpSegments } from '../bench/madeUpSegments.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const command = join(root, 'dist/command/assay.cjs');
const folder = mkdtempSync(join(tmpdir(), 'assay-slurm-'));
chmodSync(folder, 0o755); // munged runs as another user
const env: NodeJS.ProcessEnv = {
  ...process.env,
  ASSAY_CACHE: join(folder, 'cache'),
  SLURM_CONF: join(folder, 'slurm/slurm.conf'),
};

const has = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/** Why there is no cluster. */
function whyNot(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux';
  if (!existsSync(command)) return 'dist is not built';
  if (!has('slurmctld') || !has('munged')) {
    if (!has('apt-get')) return 'there is no Slurm, and no apt-get to install it';
    const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, encoding: 'utf8' } as const;
    spawnSync('apt-get', ['update'], options);
    const { status, stderr } = spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', 'slurm-wlm', 'munge'], options);
    if (status !== 0) return `apt-get install slurm-wlm munge failed: ${stderr.slice(-200)}`;
  }
  const port = String(20_000 + (process.pid % 10_000));
  const { status, stderr } = spawnSync('bash', [join(root, 'test/slurmCluster.sh'), join(folder, 'slurm'), port], { encoding: 'utf8' });
  return status === 0 ? undefined : `Slurm does not start: ${stderr.slice(-300)}`;
} // prettier-ignore

const reason = whyNot();
const title = reason === undefined ? 'assay cluster slurm' : `assay cluster slurm (skipped: ${reason})`;

function stopDaemons(): void {
  const pids = join(folder, 'slurm/pids');
  if (!existsSync(pids)) return;
  for (const name of readdirSync(pids)) {
    try {
      process.kill(Number(readFileSync(join(pids, name), 'utf8')), 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
}

afterAll(async () => {
  if (reason === undefined) slurm('scancel', '--user=root', '--signal=KILL', '--full');
  stopDaemons();
  spawnSync('umount', [join(folder, 'small')]);
  await sleep(200);
  rmSync(folder, { recursive: true, force: true });
});

function slurm(...words: string[]): string {
  const { status, stdout, stderr } = spawnSync(words[0]!, words.slice(1), { encoding: 'utf8', env });
  if (status !== 0) throw new Error(`${words.join(' ')}: ${stderr}`);
  return stdout;
}

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts Assay beside the test. */
function start(...words: string[]): { readonly child: ChildProcess; readonly ran: Promise<Ran> } {
  const child = spawn(process.execPath, [command, ...words], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (bytes: Buffer) => (stdout += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
  const ran = new Promise<Ran>((done) => child.on('close', (status) => done({ status, stdout, stderr })));
  return { child, ran };
}
const assay = (...words: string[]): Promise<Ran> => start(...words).ran;

/** The process of Assay that does a shard of a run, once there is one. */
async function processOf(run: string, shard: number, of: number): Promise<number> {
  for (let tries = 0; tries < 3000; tries++) {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      let line = '';
      try {
        line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        continue;
      }
      if (line.includes(`${shard}/${of}\0`) && line.includes(join(folder, run)) && !line.startsWith('/bin/bash')) return Number(pid);
    }
    await sleep(10);
  }
  throw new Error(`Shard ${shard} of ${run} does not run.`);
} // prettier-ignore

const killed = async (run: string, shard: number, of: number, signal: NodeJS.Signals): Promise<void> =>
  void process.kill(await processOf(run, shard, of), signal);

/** How each start of a shard ended: exit codes. */
const endsOf = (run: string, shard: number | 'last'): string[] =>
  readFileSync(join(folder, run, 'ran', String(shard)), 'utf8')
    .split('\n')
    .flatMap((line) => (line.includes('\tended\t') ? [line.split('\t')[4]!] : []));

async function until(isTrue: () => boolean, what: string): Promise<void> {
  for (let tries = 0; tries < 1200; tries++, await sleep(50)) if (isTrue()) return;
  throw new Error(`Waited too long: ${what}`);
}

const texts = ['-r', 'ref.txt', 'sys.txt'];
let whole: string;

describe.skipIf(reason !== undefined)(title, { timeout: 90_000 }, () => {
  beforeAll(async () => {
    const { systems, references } = madeUpSegments({ segments: 12_000, systems: 1 });
    writeFileSync(join(folder, 'sys.txt'), systems[0]!.outputs.map((line) => `${line}\n`).join(''));
    writeFileSync(join(folder, 'ref.txt'), references.map((line) => `${line}\n`).join(''));
    whole = (await assay('score', ...texts)).stdout;
    expect(whole).toContain('12000');
  }, 60_000);

  it('gives what one process prints, though two shards are killed', async () => {
    const { ran } = start('cluster', 'slurm', 'score', ...texts, '--shards', '6', '--folder', 'killed');
    await Promise.all([killed('killed', 2, 6, 'SIGKILL'), killed('killed', 5, 6, 'SIGTERM')]);
    const { status, stdout, stderr } = await ran;
    expect(status, stderr).toBe(0);
    expect(stdout).toBe(whole);
    expect(stderr).toMatch(/^assay: shard 2 on (?:one|two), job \d+: it was killed by signal 9; it is submitted again$/m);
    expect(stderr).not.toContain('█'); // no progress in a pipe
    expect([1, 2, 3, 4, 5, 6].map((shard) => endsOf('killed', shard))).toEqual([['0'], ['137', '0'], ['0'], ['0'], ['143', '0'], ['0']]);
    const { stdout: shown } = await assay('cluster', 'status', 'killed');
    expect(shown).toMatch(/^answer +Complete: the result is in .*killed\/result\.txt\.$/m);
    expect(shown).toMatch(/^ +2 +complete +(?:one|two) +\d+ +2 +[\d.]+/m);
    expect(readFileSync(join(folder, 'killed/README.txt'), 'utf8')).toContain('assay cluster resume');
  });

  it('goes on when a node goes down', async () => {
    const { ran } = start('cluster', 'slurm', 'score', ...texts, '-f', 'json', '--shards', '4', '--folder', 'down');
    await until(() => existsSync(join(folder, 'down/ran')) && readdirSync(join(folder, 'down/ran')).length >= 2, 'two shards');
    slurm('scontrol', 'update', 'NodeName=two', 'State=DOWN', 'Reason=test');
    try {
      const { status, stdout, stderr } = await ran;
      expect(status, stderr).toBe(0);
      expect(stdout).toBe((await assay('score', ...texts, '-f', 'json')).stdout);
    } finally {
      // It is back already if its daemon has reported meanwhile.
      spawnSync('scontrol', ['update', 'NodeName=two', 'State=RESUME'], { env });
    }
    const lost = readdirSync(join(folder, 'down/ran')).filter((shard) => (readFileSync(join(folder, 'down/ran', shard), 'utf8').match(/started/g) ?? []).length > 1);
    expect(lost.length).toBeGreaterThan(0);
  });

  it('survives the death of who watches it', async () => {
    const { child, ran } = start('cluster', 'slurm', 'score', ...texts, '-o', 'scores.json', '-m', 'bleu', '--shards', '3', '--folder', 'alone');
    await killed('alone', 3, 3, 'SIGKILL');
    child.kill('SIGKILL');
    expect((await ran).stdout).toBe('');
    const { status, stderr } = await assay('cluster', 'resume', 'alone');
    expect(status, stderr).toBe(0);
    await assay('score', ...texts, '-m', 'bleu', '-o', 'whole.json');
    expect(readFileSync(join(folder, 'scores.json'), 'utf8')).toBe(readFileSync(join(folder, 'whole.json'), 'utf8'));
    expect([1, 2].map((shard) => endsOf('alone', shard))).toEqual([['0'], ['0']]);
  });

  it('gives up on a shard that always fails, says why, and does only that one again', async () => {
    const { ran } = start('cluster', 'slurm', 'score', ...texts, '--shards', '3', '--folder', 'always', '--retries', '1');
    const first = await processOf('always', 2, 3);
    process.kill(first, 'SIGKILL');
    await until(() => endsOf('always', 2).length === 1, 'the end of shard 2');
    await killed('always', 2, 3, 'SIGKILL');
    const { status, stderr, stdout } = await ran;
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/Shard 2 of 3 failed\. 2 of 3 shards are complete and are kept\./);
    expect(stderr).toMatch(/^Shard 2 on (?:one|two), job \d+: it was killed by signal 9, after 2 attempts\. The command:\n {2}assay score -r ref\.txt sys\.txt -j 1 --shard 2\/3 --statistics .*always\/parts\/2\.json$/m);
    expect(stderr).toMatch(/^The end of .*always\/logs\/shard-2\.\d+\.log:\n {2}.*Killed/m);
    expect(stderr).toMatch(/then type `assay cluster resume .*always`: only what is missing runs again\.\n$/);
    const resumed = await assay('cluster', 'resume', 'always');
    expect(resumed.stdout).toBe(whole);
    expect([1, 2, 3].map((shard) => endsOf('always', shard))).toEqual([['0'], ['137', '137', '0'], ['0']]);
  });

  it('does not try again what cannot work', async () => {
    const lines = readFileSync(join(folder, 'ref.txt'), 'latin1').split('\n');
    lines[7000] = 'caf\u00e9'; // as Latin-1, not UTF-8
    writeFileSync(join(folder, 'broken.txt'), lines.join('\n'), 'latin1');
    const { status, stderr } = await assay('cluster', 'slurm', 'score', '-r', 'broken.txt', 'sys.txt', '--shards', '3', '--folder', 'broken');
    expect(status).toBe(2);
    expect(stderr).toMatch(/Shard 2 of 3 failed\./);
    expect(stderr).toMatch(/exit code 2, after 1 attempt\./);
    expect(stderr).toMatch(/^ {2}assay: broken\.txt.*7001/m);
  });

  it('names a full disk, and goes on when there is room', async (test) => {
    const small = join(folder, 'small');
    mkdirSync(small);
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=48k', 'none', small]).status !== 0) return test.skip('cannot mount a small disk');
    const { status, stderr } = await assay('cluster', 'slurm', 'score', ...texts, '--shards', '4', '--folder', 'small/run');
    expect(status).toBe(2);
    expect(stderr).toMatch(/The disk of .*small\/run is full\. Make room, then type `assay cluster resume .*small\/run`\./);
    expect(spawnSync('mount', ['-o', 'remount,size=4m', small]).status).toBe(0);
    const resumed = await assay('cluster', 'resume', 'small/run');
    expect(resumed.stdout, resumed.stderr).toBe(whole);
  });

  it('has one run in a folder, and one who watches it', async () => {
    const typed = ['cluster', 'slurm', 'score', ...texts, '-m', 'bleu', '--shards', '2', '--folder', 'both'];
    const both = await Promise.all([assay(...typed), assay(...typed)]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([0, 2]));
    expect(both.find(({ status }) => status === 2)!.stderr).toMatch(/Another run has just started in|already has a run|has not started yet/);
    const again = await assay(...typed);
    expect(again.stderr).toMatch(/both already has a run: assay score -r ref\.txt sys\.txt -m bleu\. To go on with it, type `assay cluster resume .*both`\. For a new one, name another folder with --folder\./);
    const { child, ran } = start('cluster', 'slurm', 'score', ...texts, '--shards', '2', '--folder', 'watched');
    await processOf('watched', 1, 2);
    expect((await assay('cluster', 'resume', 'watched')).stderr).toContain(`is watched by process ${child.pid} on `);
    expect((await ran).stdout).toBe(whole);
  });

  it('stops and starts again', async () => {
    const { ran } = start('cluster', 'slurm', 'score', ...texts, '--shards', '8', '--folder', 'stopped');
    await until(() => existsSync(join(folder, 'stopped/parts/1.json')), 'the first shard');
    const cancelled = await assay('cluster', 'cancel', 'stopped');
    expect(cancelled.stdout).toMatch(/^answer +Cancelled\. Of 8 shards: \d complete/m);
    expect((await ran).stderr).toMatch(/The run in .*stopped was cancelled\. `assay cluster status/);
    expect((await assay('cluster', 'resume', 'stopped')).stdout).toBe(whole);
    expect(endsOf('stopped', 1)).toEqual(['0']);
  });

  it('says why Slurm lets shards wait', async () => {
    const { child, ran } = start('cluster', 'slurm', 'score', ...texts, '--shards', '2', '--folder', 'waiting', '--time', '99:00:00');
    let said = '';
    child.stderr!.on('data', (bytes: Buffer) => (said += bytes.toString()));
    await until(() => said.includes('PartitionTimeLimit'), 'the reason');
    expect(said).toMatch(/^assay: Slurm does not start shards now, and gives the reason PartitionTimeLimit\. If that does not pass, type `assay cluster cancel .*waiting`/m);
    await assay('cluster', 'cancel', 'waiting');
    expect((await ran).status).toBe(2);
  });

  it.each<[what: string, words: string[], said: RegExp]>([
    ['an unknown partition', ['--partition', 'nope'], /Slurm refused this command:\n {2}sbatch --parsable --array=1-2 .*refused\/shard\.sh\nIt said:\n {2}sbatch: error: .*[Ii]nvalid partition.*\n`sinfo -s` lists the partitions; choose one with --partition\.\n$/s],
    ['too much memory', ['--memory', '64G'], /ask for less with --memory or -j\.\n$/],
    ['what no node has', ['--gres', 'gpu:1'], /Invalid generic resource.*choose with --gres/s],
  ])('leaves nothing behind if Slurm refuses %s', async (_, words, said) => {
    const { status, stderr } = await assay('cluster', 'slurm', 'score', ...texts, '--shards', '2', '--folder', 'refused', ...words);
    expect(stderr).toMatch(said);
    expect(status).toBe(2);
    expect(existsSync(join(folder, 'refused'))).toBe(false);
  });

  it.each<[string, string[]]>([
    ['compare', [...texts, 'other.txt', '-m', 'bleu', '--samples', '4000']],
    ['mbr', [join(root, 'examples/nbest.txt'), '-m', 'chrf']],
    ['meta', [join(root, 'examples/task'), '-m', 'bleu', 'chrf', '--samples', '100', '-f', 'json']],
  ])('%s gives what one process prints', async (name, words) => {
    if (name === 'compare') writeFileSync(join(folder, 'other.txt'), readFileSync(join(folder, 'ref.txt'), 'utf8').replaceAll(/\b(\w+) (\w+)\b/g, '$2 $1'));
    const { stdout, stderr, status } = await assay('cluster', 'slurm', name, ...words, '--shards', '3');
    expect(status, stderr).toBe(0);
    expect(stdout).toBe((await assay(name, ...words)).stdout);
    expect([1, 2, 3].map((shard) => endsOf(`cluster-${name}`, shard))).toEqual([['0'], ['0'], ['0']]);
  });

  it('keeps rows for compare', async () => {
    const { status, stderr } = await assay('cluster', 'slurm', 'score', ...texts, 'other.txt', '-m', 'bleu', '--shards', '2', '--keep-rows', '--folder', 'rows');
    expect(status, stderr).toBe(0);
    const rows = [1, 2].map((shard) => `rows/parts/rows-${shard}.parquet`);
    expect((await assay('compare', '--rows', ...rows)).stdout).toBe((await assay('compare', ...texts, 'other.txt', '-m', 'bleu')).stdout);
  });
}); // prettier-ignore
