/**
 * Scores made-up lines in one process and on a Slurm of two nodes, where two shards are killed at random, and compares bytes and CPU time:
 * `node scripts/clusterRun.js [million lines] [shards]`, after `npm run build`. Needs root, slurm-wlm and munge, and 0.4 GB of disk for a
 * million lines. The figures are in docs/understand/scale.md.
 */
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { madeUpSegments } from '../bench/madeUpSegments.js';

const [millions, shards] = [Number(process.argv[2] ?? 10), Number(process.argv[3] ?? 16)];
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'assay-cluster-run-'));
chmodSync(folder, 0o755); // munged runs as another user
const env = { ...process.env, ASSAY_CACHE: join(folder, 'cache'), SLURM_CONF: join(folder, 'slurm/slurm.conf') };
const assay = `'${process.execPath}' '${join(root, 'dist/command/assay.cjs')}'`;
const typed = 'score -r ref.txt sys.txt -m bleu chrf ter';

/** Runs a command line; CPU seconds are those of what it started. */
function measured(line) {
  const child = spawn('bash', ['-c', `${line}; code=$?; times >&2; exit $code`], { cwd: folder, env });
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr']) child[stream].on('data', (bytes) => (said[stream] += bytes));
  return new Promise((done, fail) =>
    child.on('close', (status) => {
      if (status !== 0) return fail(new Error(`${line}: ${said.stderr}`));
      done({ ...said, cpu: secondsIn(said.stderr.trim().split('\n').at(-1)) });
    }),
  );
}

const secondsIn = (line) =>
  [...line.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0); // prettier-ignore

/** CPU seconds of a shard's runs that ended well, and how many did not. */
function ranOf(shard) {
  const lines = readFileSync(join(folder, 'run/ran', shard), 'utf8').split('\n');
  const ends = lines.flatMap((line, i) => (line.includes('\tended\t') ? [{ code: line.split('\t')[4], cpu: secondsIn(lines[i + 1]) + secondsIn(lines[i + 2]) }] : [])); // prettier-ignore
  const good = ends.filter(({ code }) => code === '0');
  return { cpu: good.reduce((sum, { cpu }) => sum + cpu, 0), killed: ends.length - good.length };
}

/** Kills processes of two shards with SIGKILL, at times and of shards that nobody chose. */
async function killTwo() {
  const killed = [];
  while (killed.length < 2) {
    await sleep(1000 + 20_000 * Math.random());
    const running = readdirSync('/proc').filter((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return line.includes(join(folder, 'run/parts')) && line.startsWith(process.execPath);
      } catch {
        return false;
      }
    });
    if (running.length === 0) continue;
    const pid = running[Math.floor(running.length * Math.random())];
    killed.push(readFileSync(`/proc/${pid}/cmdline`, 'utf8').match(/(\d+)\/\d+\0/)[1]);
    process.kill(Number(pid), 'SIGKILL');
  }
  return killed;
}

try {
  // A million lines, again and again: made up 50,000 at a time.
  const blocks = Array.from({ length: 20 }, (_, i) => madeUpSegments({ segments: 50_000, systems: 1, metrics: 0, seed: i + 1 })); // prettier-ignore
  const texts = blocks.map(({ systems, references }) => [systems[0].outputs, references].map((lines) => `${lines.join('\n')}\n`)); // prettier-ignore
  for (let million = 0; million < millions; million++) {
    for (const [outputs, references] of texts) {
      appendFileSync(join(folder, 'sys.txt'), outputs);
      appendFileSync(join(folder, 'ref.txt'), references);
    }
  }
  await sleep(2500); // an index of a file that has just been changed is not kept
  const started = spawnSync('bash', [join(root, 'test/slurmCluster.sh'), join(folder, 'slurm'), '16950'], { encoding: 'utf8' }); // prettier-ignore
  if (started.status !== 0) throw new Error(`Slurm does not start: ${started.stderr}`);
  const run = measured(`${assay} cluster slurm ${typed} --shards ${shards} --folder run`);
  const [watcher, killed] = await Promise.all([run, killTwo()]);
  const one = await measured(`${assay} ${typed} -j 1`);
  const ran = readdirSync(join(folder, 'run/ran')).map((shard) => ({ shard, ...ranOf(shard) }));
  const ofShards = ran.filter(({ shard }) => shard !== 'last').reduce((sum, { cpu }) => sum + cpu, 0);
  const last = ran.find(({ shard }) => shard === 'last').cpu;
  const all = ofShards + last + watcher.cpu;
  console.log(`${millions} million lines, ${shards} shards; killed: ${killed.join(' and ')}`);
  console.log(`the same bytes: ${watcher.stdout === one.stdout ? 'yes' : 'NO'}`);
  console.log(`CPU s: one process ${one.cpu.toFixed(1)}; shards ${ofShards.toFixed(1)}, last step ${last.toFixed(1)}, cluster command ${watcher.cpu.toFixed(1)}`); // prettier-ignore
  console.log(`overhead: ${(100 * (all / one.cpu - 1)).toFixed(1)} %`);
  console.log(`runs that were killed: ${ran.reduce((sum, each) => sum + each.killed, 0)}`);
  process.exitCode = watcher.stdout === one.stdout ? 0 : 1;
} finally {
  try {
    for (const name of readdirSync(join(folder, 'slurm/pids'))) process.kill(Number(readFileSync(join(folder, 'slurm/pids', name), 'utf8')), 'SIGKILL'); // prettier-ignore
  } catch {
    // They have ended.
  }
  rmSync(folder, { recursive: true, force: true });
}
