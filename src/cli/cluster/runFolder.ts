/** The folder of a run on a cluster: its scripts, what was submitted, what ran where, and the results of shards. */
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'; // prettier-ignore
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { UsageError, version } from '../../core/index.ts';
import { writeError } from '../output.ts';
import { quoted } from './typedOptions.ts';

const kind = 'assay cluster';

/** What a job may ask of the cluster. */
export interface Resources {
  readonly partition?: string;
  readonly time?: string;
  readonly memory?: string;
  readonly account?: string;
  readonly gres?: string;
}

/** What is to be run: the same for each shard but for its number, and then once. */
export interface Plan {
  /** As typed after `assay`. */
  readonly typed: readonly string[];
  /** `score`. */
  readonly command: string;
  readonly shards: number;
  readonly cpus: number;
  /** Words after `assay`. `{shard}` stands for the number of the shard, `{run}` for the folder, and `{parts}` for all statistics in it. */
  readonly shard: readonly string[];
  readonly last: readonly string[];
  /** The result of a shard, below the folder, with `{shard}`. It is there once the shard is complete. */
  readonly part: string;
  /** The file with the result. */
  readonly result: string;
  /** Whether the last command needs what shards need. */
  readonly lastNeedsGres: boolean;
}

/** A job that was submitted. */
interface SubmittedJob {
  readonly id: string;
  /** Of an array. */
  readonly shards?: readonly number[];
  /** How often the run had been resumed. */
  readonly round: number;
}

export interface Run {
  readonly kind: typeof kind;
  readonly version: string;
  readonly engine: 'slurm';
  readonly started: string;
  readonly cwd: string;
  readonly plan: Plan;
  readonly resources: Resources;
  readonly retries: number;
  readonly round: number;
  readonly jobs: readonly SubmittedJob[];
  readonly isCancelled: boolean;
}

/** One start of a shard, or of the last command. */
export interface Attempt {
  readonly node: string;
  readonly job: string;
  readonly started: string;
  /** Undefined if it has not ended, or was killed with its script. */
  readonly exitCode?: number;
  readonly cpu?: number;
}

/** As a script has it for sbatch: paths may have spaces. */
const setting = (name: string, set: string): string =>
  `--${name}=${/^[^\s"'\\]+$/.test(set) ? set : `"${set.replace(/["\\]/g, '\\$&')}"`}`;

/** The scripts that Slurm runs, by name. */
export function scriptsOf(
  { plan, cwd, resources }: Pick<Run, 'plan' | 'cwd' | 'resources'>,
  folder: string,
): Map<string, string> {
  const { ASSAY_CACHE: cache, ASSAY_CONFIG: config } = process.env;
  const kept = Object.entries({ ASSAY_CACHE: cache, ASSAY_CONFIG: config }).filter(
    ([, set]) => set !== undefined && set !== '',
  );
  const script = (name: string, what: string, header: readonly string[], words: readonly string[], target: string): string => `#!/bin/bash
${[`--job-name=assay-${plan.command}`, setting('chdir', cwd), '--open-mode=append', '--requeue', `--cpus-per-task=${plan.cpus}`, ...header].map((each) => `#SBATCH ${each}`).join('\n')}

# ${what}: assay ${plan.typed.map(quoted).join(' ')}
shard=${name === 'last' ? 'last' : '${SLURM_ARRAY_TASK_ID:-$1}'}
run=${quoted(folder)}
cd ${quoted(cwd)} || exit 2
${kept.map(([variable, set]) => `export ${variable}=${quoted(set!)}\n`).join('')}noted() { printf '%s\\t' "$(date -u +%FT%TZ)" "\${SLURMD_NODENAME:-$(hostname)}" "\${SLURM_ARRAY_JOB_ID:-\${SLURM_JOB_ID:-by hand}}" "$@"; echo; }

noted started >> "$run/ran/$shard"
${[process.execPath, process.argv[1]!].map(quoted).join(' ')} \\
  ${words.map(inScript).join(' ')}${target}
code=$?
{ noted ended "$code"; times; } >> "$run/ran/$shard"
exit "$code"
`; // prettier-ignore
  const { partition, time, memory, account, gres } = resources;
  const header = (log: string, withGres: boolean): string[] =>
    Object.entries({ output: join(folder, 'logs', log), partition, time, mem: memory, account, gres: withGres ? gres : undefined })
      .filter(([, set]) => set !== undefined)
      .map(([name, set]) => setting(name, set!)); // prettier-ignore
  const part = `$run/${plan.result}.part`;
  return new Map([
    ['shard.sh', script('shard', `One shard of ${plan.shards} of`, header('shard-%a.%A.log', true), plan.shard, '')],
    ['last.sh', script('last', 'The last step, when all shards are complete, of', header('last.%j.log', plan.lastNeedsGres), plan.last, ` > "${part}" &&\n  mv "${part}" "$run/${plan.result}"`)],
  ]); // prettier-ignore
}

/** A word with the number of the shard and the folder as the script has them. */
const inScript = (word: string): string =>
  word === '{parts}'
    ? '"$run"/parts/*.json'
    : /\{(?:shard|run)\}/.test(word)
      ? `"${word
          .replace(/["$`\\]/g, '\\$&')
          .replaceAll('{shard}', '$shard')
          .replaceAll('{run}', '$run')}"`
      : quoted(word);

/** The command of a shard, as a person would type it. */
export const shardCommand = ({ plan }: Run, folder: string, shard: number): string =>
  ['assay', ...plan.shard.map((word) => word.replaceAll('{shard}', String(shard)).replaceAll('{run}', folder))].map(quoted).join(' '); // prettier-ignore

const readme = ({ plan, cwd, started }: Run, folder: string): string => `A run of Assay ${version} on a Slurm cluster, in ${plan.shards} shards:

  cd ${quoted(cwd)}
  assay ${plan.typed.map(quoted).join(' ')}

It was started at ${started}.

${plan.result.padEnd(12)}  the result, once it is there
shard.sh      what each shard runs; \`bash ${quoted(join(folder, 'shard.sh'))} 3\` runs the third by hand
last.sh       what runs when all shards are complete
parts/        results of shards; one that is there is complete
logs/         what was printed: shard-3.71.log is from shard 3 in job 71
ran/          where and when each shard ran, how it ended, and its CPU time: of the script, then of its command
run.json      what was submitted

assay cluster status ${quoted(folder)}   # how far it is
assay cluster resume ${quoted(folder)}   # wait for it, and do again what failed
assay cluster cancel ${quoted(folder)}   # stop it; what is complete is kept
`; // prettier-ignore

/** Makes the folder of a new run; nothing is left of it if that fails. */
export function makeRun(folder: string, run: Run): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found && (!found.isDirectory() || readdirSync(folder).length > 0)) {
    const before = found.isDirectory() && existsSync(join(folder, 'run.json')) ? readRun(folder) : undefined;
    throw new UsageError(
      before
        ? `${folder} already has a run: assay ${before.plan.typed.map(quoted).join(' ')}. To go on with it, type \`assay cluster resume ${quoted(folder)}\`. For a new one, name another folder with --folder.`
        : `${folder} exists and is not empty. Name another folder with --folder.`,
    );
  }
  try {
    mkdirSync(folder, { recursive: true });
    // Only one of two runs that start at the same time can create this.
    writeFileSync(join(folder, 'run.json'), '', { flag: 'wx' });
    for (const name of ['parts', 'logs', 'ran']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'README.txt'), readme(run, folder));
    writeScripts(folder, run);
    writeRun(folder, run);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      throw new UsageError(`Another run has just started in ${folder}. Name another folder with --folder.`);
    }
    rmSync(folder, { recursive: true, force: true });
    throw writeError(folder, error);
  }
}

export function writeScripts(folder: string, run: Run): void {
  for (const [name, text] of scriptsOf(run, folder)) {
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), 0o755);
  }
}

function writeRun(folder: string, run: Run): void {
  const part = join(folder, `run.json.${process.pid}`);
  try {
    writeFileSync(part, `${JSON.stringify(run, null, 2)}\n`);
    renameSync(part, join(folder, 'run.json'));
  } catch (error) {
    rmSync(part, { force: true });
    throw writeError(join(folder, 'run.json'), error);
  }
}

export function readRun(folder: string): Run {
  let text: string;
  try {
    text = readFileSync(join(folder, 'run.json'), 'utf8');
  } catch {
    throw new UsageError(`${folder} has no run of \`assay cluster\`: there is no run.json in it.`);
  }
  let run: Partial<Run> | undefined;
  try {
    run = JSON.parse(text) as Partial<Run>;
  } catch {
    // The error below says so.
  }
  if (run?.kind !== kind)
    throw new UsageError(`${join(folder, 'run.json')} is damaged, or its run has not started yet.`);
  return run as Run;
}

/** Changes what is known of a run, as it is now: another process may have changed it. */
export function changeRun(folder: string, change: (run: Run) => Partial<Run>): Run {
  const run = readRun(folder);
  const changed = { ...run, ...change(run) };
  writeRun(folder, changed);
  return changed;
}

export const newRun = (plan: Plan, resources: Resources, retries: number): Run => ({
  kind,
  version,
  engine: 'slurm',
  started: new Date().toISOString(),
  cwd: process.cwd(),
  plan,
  resources,
  retries,
  round: 0,
  jobs: [],
  isCancelled: false,
});

/** Shards whose results are there. */
export function finishedShards(folder: string, { plan }: Run): Set<number> {
  const there = new Set(readdirSync(join(folder, 'parts')));
  const nameOf = (shard: number) => plan.part.replace('{shard}', String(shard));
  return new Set(allShards(plan).filter((shard) => there.has(nameOf(shard))));
}

export const allShards = ({ shards }: Pick<Plan, 'shards'>): number[] =>
  Array.from({ length: shards }, (_, i) => i + 1);

/** When and where a shard ran, from the first time to the last. */
export function attemptsOf(folder: string, shard: number | 'last'): Attempt[] {
  let text = '';
  try {
    text = readFileSync(join(folder, 'ran', String(shard)), 'utf8');
  } catch {
    // It has not started.
  }
  const attempts: { -readonly [K in keyof Attempt]: Attempt[K] }[] = [];
  for (const line of text.split('\n')) {
    const [started = '', node = '', job = '', what, code] = line.split('\t');
    if (what === 'started') attempts.push({ started, node, job });
    const last = attempts.at(-1);
    if (what === 'ended' && last) last.exitCode = Number(code);
    // The second line of `times` is of what the script ran.
    const times = [...line.matchAll(/(\d+)m([\d.]+)s/g)];
    if (times.length > 0 && last) last.cpu = times.reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0); // prettier-ignore
  }
  return attempts;
}

/** The newest log of a shard, and its last lines. */
export function lastLines(folder: string, shard: number | 'last'): { readonly file: string; readonly lines: string[] } | undefined {
  const begin = shard === 'last' ? 'last.' : `shard-${shard}.`;
  const logs = readdirSync(join(folder, 'logs'))
    .filter((name) => name.startsWith(begin))
    .map((name) => join(folder, 'logs', name))
    .sort((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs);
  const file = logs.at(-1);
  return file === undefined ? undefined : { file, lines: readFileSync(file, 'utf8').trimEnd().split('\n').slice(-8) };
} // prettier-ignore

/** A watcher that has not been heard of for so long is dead. */
const silence = 60_000; // ms
const watcherFile = (folder: string): string => join(folder, 'watcher');
const self = `process ${process.pid} on ${hostname()}`;

/** Says that this process watches the run; refuses if another one does. */
export function watchAlone(folder: string): { beat(): void; end(): void } {
  const file = watcherFile(folder);
  const found = statSync(file, { throwIfNoEntry: false });
  const other = found && Date.now() - found.mtimeMs < silence ? readFileSync(file, 'utf8') : undefined;
  if (other !== undefined && other !== self && isAlive(other)) {
    throw new UsageError(
      `${folder} is watched by ${other}, which does again what fails. \`assay cluster status ${quoted(folder)}\` shows how far it is.`,
    );
  }
  const beat = () => {
    try {
      writeFileSync(file, self);
    } catch {
      // Without space, the run goes on unwatched.
    }
  };
  beat();
  return { beat, end: () => rmSync(file, { force: true }) };
}

/** A process of another machine is believed. */
function isAlive(watcher: string): boolean {
  const [, pid, host] = /^process (\d+) on (.*)$/.exec(watcher) ?? [];
  if (host !== hostname()) return true;
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch {
    return false;
  }
}

export const folderOf = (typed: string): string => resolve(typed);
