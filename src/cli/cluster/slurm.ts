/** Talks to Slurm: submits, asks and cancels, and explains what Slurm refuses. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { UsageError } from '../../core/index.ts';
import { quoted } from './typedOptions.ts';

/** What Slurm says about a job, or about one task of an array. */
export interface JobState {
  readonly job: string;
  /** The task of an array. */
  readonly task?: number;
  /** `PENDING`, `RUNNING`, `TIMEOUT`, … */
  readonly state: string;
  readonly node: string;
  readonly reason: string;
}

const ended = new Set(['BOOT_FAIL', 'CANCELLED', 'COMPLETED', 'DEADLINE', 'FAILED', 'NODE_FAIL', 'OUT_OF_MEMORY', 'PREEMPTED', 'REVOKED', 'SPECIAL_EXIT', 'TIMEOUT']); // prettier-ignore

export const isActive = ({ state }: JobState): boolean => !ended.has(state);

const run = promisify(execFile);

/** Slurm did not do what a command asked for. */
class SlurmError extends UsageError {
  readonly said: string;

  constructor(words: readonly string[], said: string) {
    super(
      `Slurm refused this command:\n  ${words.map(quoted).join(' ')}\nIt said:\n${indented(said)}\n${adviceFor(said)}`,
    );
    this.said = said;
  }
}

async function slurm(...words: string[]): Promise<string> {
  try {
    // Numbers and states, whatever the user's language and settings of squeue.
    const env = {
      ...process.env,
      LC_ALL: 'C',
      SQUEUE_FORMAT: undefined,
      SQUEUE_STATES: undefined,
      SQUEUE_SORT: undefined,
    };
    return (await run(words[0]!, words.slice(1), { env, maxBuffer: 1 << 28 })).stdout;
  } catch (error) {
    const { code, stderr } = error as { code?: string | number; stderr?: string };
    if (code === 'ENOENT') {
      throw new UsageError(
        `There is no ${words[0]} on this machine. Run this on a machine that submits to Slurm, or look at the scripts with --dry-run.`,
      );
    }
    throw new SlurmError(words, stderr?.trim() || String(error));
  }
}

export const indented = (text: string): string => text.split('\n').map((line) => `  ${line}`).join('\n'); // prettier-ignore

const advice: readonly (readonly [said: RegExp, todo: string])[] = [
  [/invalid partition/i, '`sinfo -s` lists the partitions; choose one with --partition.'],
  [/invalid account|account\/partition combination/i, '`sacctmgr show associations user=$USER` lists your accounts; choose one with --account.'],
  [/time limit|time specification/i, '`sinfo -o "%P %l"` shows the longest time of each partition; set a shorter one with --time, such as 1:00:00.'],
  [/array/i, '`scontrol show config | grep MaxArraySize` shows how many shards there can be; set fewer with --shards.'],
  [/generic resource|gres/i, '`sinfo -o "%P %G"` shows what nodes have; choose with --gres, such as gpu:1.'],
  [/memory|node configuration|more processors|cpu count/i, '`sinfo -o "%P %c %m"` shows cores and megabytes of nodes; ask for less with --memory or -j.'],
  [/limit|qos/i, 'You may have too many jobs already. `squeue --me` lists them; try again when some have ended, or use fewer --shards.'],
  [/contact slurm controller|connection refused|socket timed out|unable to establish/i, 'Slurm does not answer. `scontrol ping` shows whether its controller is up; try again later.'],
  [/configuration source|could not establish|slurm\.conf/i, 'This machine does not know its cluster: SLURM_CONF must name the configuration, or run this on a login node.'],
]; // prettier-ignore

const adviceFor = (said: string): string =>
  advice.find(([pattern]) => pattern.test(said))?.[1] ??
  'Run the command by hand to find out more. `--dry-run` shows all scripts.';

/** Submits a script and returns the number of the job. */
export async function submit(script: string, ...options: string[]): Promise<string> {
  return (await slurm('sbatch', '--parsable', ...options, script)).trim().split(';')[0]!;
}

/** What Slurm knows of some jobs. It forgets them some minutes after they end. */
export async function statesOf(jobs: readonly string[]): Promise<JobState[]> {
  if (jobs.length === 0) return [];
  let said: string;
  try {
    said = await slurm('squeue', '--noheader', '--array', '--states=all', `--jobs=${jobs.join(',')}`, '--format=%i|%T|%N|%r');
  } catch (error) {
    if (error instanceof SlurmError && /invalid job id/i.test(error.said)) return [];
    throw error;
  }
  return said.split('\n').filter(Boolean).map((line) => {
    const [id = '', state = '', node = '', reason = ''] = line.split('|');
    const [job = '', task] = id.split('_');
    return { job, ...(task !== undefined && { task: Number(task) }), state, node, reason };
  });
} // prettier-ignore

/** Jobs that have ended are ignored. */
export async function cancelJobs(jobs: readonly string[]): Promise<void> {
  if (jobs.length > 0) await slurm('scancel', '--quiet', ...jobs);
}

/** Whether Slurm did not answer at all, which may pass. */
export const isOutage = (error: unknown): boolean =>
  error instanceof SlurmError && /contact|connect|timed out|establish|communication/i.test(error.said);
