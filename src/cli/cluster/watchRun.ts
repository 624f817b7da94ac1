/** Submits the shards of a run and its last step, watches them, and submits again what failed. */
import { existsSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError, counted } from '../../core/index.ts';
import { listed } from '../../data/index.ts';
import type { Terminal } from '../command.ts';
import {
  type Attempt,
  type Run,
  allShards,
  attemptsOf,
  changeRun,
  finishedShards,
  lastLines,
  makeRun,
  readRun,
  shardCommand,
  watchAlone,
} from './runFolder.ts';
import { type JobState, cancelJobs, indented, isActive, isOutage, statesOf, submit } from './slurm.ts';
import { quoted } from './typedOptions.ts';

/** How far a shard is. */
export interface ShardStatus {
  readonly shard: number;
  readonly state: 'complete' | 'running' | 'waiting' | 'failed';
  /** Why it failed, or waits. */
  readonly reason?: string;
  /** In which jobs it ran, and where. */
  readonly attempts: readonly Attempt[];
}

export interface RunStatus {
  readonly folder: string;
  readonly typed: readonly string[];
  readonly isCancelled: boolean;
  readonly shards: readonly ShardStatus[];
  readonly last: Omit<ShardStatus, 'shard'>;
  /** The file with the result, once it is there. */
  readonly result?: string;
}

const resultOf = (folder: string, { plan }: Run): string => join(folder, plan.result);

/** What Slurm and the folder say. */
export async function statusOf(folder: string, run = readRun(folder)): Promise<RunStatus> {
  // Slurm first: what ends in between is active, or complete.
  const states = await statesOf(run.jobs.map(({ id }) => id));
  const finished = finishedShards(folder, run);
  const byTask = new Map<string, JobState>(states.map((state) => [`${state.job} ${state.task ?? ''}`, state]));
  const statusOfOne = (isComplete: boolean, jobs: readonly string[], of: number | 'last'): Omit<ShardStatus, 'shard'> => {
    const attempts = attemptsOf(folder, of);
    if (isComplete) return { state: 'complete', attempts };
    const found = jobs.flatMap((id) => byTask.get(`${id} ${of === 'last' ? '' : of}`) ?? []);
    const active = found.find(isActive);
    if (active) {
      const isRunning = active.state !== 'PENDING';
      return { state: isRunning ? 'running' : 'waiting', ...(!isRunning && { reason: active.reason }), attempts };
    }
    if (jobs.length === 0) return { state: 'waiting', reason: 'not submitted', attempts };
    return { state: 'failed', reason: reasonOf(found.at(-1)?.state, attempts.at(-1)), attempts };
  }; // prettier-ignore
  const isDone = existsSync(resultOf(folder, run));
  const jobsOfLast = run.jobs.flatMap(({ id, shards }) => (shards ? [] : [id]));
  return {
    folder,
    typed: run.plan.typed,
    isCancelled: run.isCancelled,
    shards: allShards(run.plan).map((shard) => ({
      shard,
      ...statusOfOne(finished.has(shard), run.jobs.flatMap(({ id, shards }) => (shards?.includes(shard) ? [id] : [])), shard),
    })),
    last: statusOfOne(isDone, jobsOfLast, 'last'),
    ...(isDone && { result: resultOf(folder, run) }),
  }; // prettier-ignore
}

const reasons: Readonly<Record<string, string>> = {
  TIMEOUT: 'it took longer than --time allows',
  OUT_OF_MEMORY: 'it needed more than --memory allows',
  DEADLINE: 'it did not end before its deadline',
  NODE_FAIL: 'its node failed',
  PREEMPTED: 'it had to make room for other jobs',
  CANCELLED: 'it was cancelled',
};

function reasonOf(state: string | undefined, attempt: Attempt | undefined): string {
  if (state !== undefined && Object.hasOwn(reasons, state)) return reasons[state]!;
  const { exitCode } = attempt ?? {};
  if (exitCode === undefined) return attempt ? 'it was killed with its script' : 'it did not start';
  if (exitCode > 128) return `it was killed by signal ${exitCode - 128}`;
  return exitCode === 0 ? 'it ended, but its result is missing' : `exit code ${exitCode}`;
}

/** Doing the same again would end in the same way. */
const isHopeless = ({ reason = '', attempts }: Omit<ShardStatus, 'shard'>): boolean =>
  attempts.at(-1)?.exitCode === 2 ||
  [reasons['TIMEOUT'], reasons['OUT_OF_MEMORY'], reasons['DEADLINE'], reasons['CANCELLED']].includes(reason);

/** Makes the folder and submits everything; if Slurm refuses, nothing is left behind. */
export async function startRun(folder: string, run: Run): Promise<void> {
  makeRun(folder, run);
  try {
    await submitShards(folder, allShards(run.plan));
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Submits some shards, and the last step after all that is under way. */
async function submitShards(folder: string, shards: readonly number[]): Promise<void> {
  const before = readRun(folder);
  const active = (await statesOf(before.jobs.map(({ id }) => id))).filter(isActive);
  const isLast = (job: string) => before.jobs.some(({ id, shards: ofJob }) => id === job && !ofJob);
  await cancelJobs(active.filter(({ job }) => isLast(job)).map(({ job }) => job));
  const submitted: Run['jobs'][number][] = [];
  try {
    const { round } = before;
    if (shards.length > 0) {
      submitted.push({ id: await submit(join(folder, 'shard.sh'), `--array=${ranges(shards)}`), shards, round });
    }
    const ofShards = [...active.map(({ job }) => job).filter((job) => !isLast(job)), ...submitted.map(({ id }) => id)];
    const after = ofShards.length > 0 ? [`--dependency=afterany:${[...new Set(ofShards)].join(':')}`] : [];
    submitted.push({ id: await submit(join(folder, 'last.sh'), ...after), round });
    changeRun(folder, ({ jobs }) => ({ jobs: [...jobs, ...submitted] }));
  } catch (error) {
    await cancelJobs(submitted.map(({ id }) => id)).catch(() => {});
    throw error;
  }
}

/** `1-16`, `3,7-9`. */
export function ranges(numbers: readonly number[]): string {
  const found: [from: number, to: number][] = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(',');
}

/** Slurm may be restarted meanwhile. */
const longestOutage = 600_000; // ms
/** A file server may show a file later on this machine than on the node. */
const fileDelay = 20_000;
/** A question to Slurm takes its controller a moment, so it is asked less often in the course of time. */
const pause = (elapsed: number): number => Math.min(10_000, 500 + elapsed / 30);

/** Waits for the result, and submits again what failed; what cannot be helped ends in an error that says what to do. */
export async function watchRun(folder: string, terminal: Terminal): Promise<string> {
  const watch = watchAlone(folder);
  const stop = (): void => {
    watch.end();
    terminal.warn(`The run goes on without this process. ${nextSteps(folder)}`);
    process.exit(130);
  };
  process.once('SIGINT', stop);
  try {
    const started = Date.now();
    let answered = started;
    const seen: Seen = { lost: new Map(), told: new Set() };
    for (;;) {
      watch.beat();
      const run = readRun(folder);
      if (run.isCancelled) throw new UsageError(`The run in ${folder} was cancelled. ${nextSteps(folder)}`);
      let status: RunStatus | undefined;
      try {
        status = await statusOf(folder, run);
        answered = Date.now();
      } catch (error) {
        if (!isOutage(error) || Date.now() - answered > longestOutage) throw error;
      }
      if (status?.result !== undefined) return resultText(folder, terminal);
      if (status) {
        terminal.progress(progressOf(status));
        await helpOn(folder, run, status, seen, terminal);
      }
      await sleep(pause(Date.now() - started));
    }
  } finally {
    process.off('SIGINT', stop);
    watch.end();
  }
}

function progressOf({ shards, last }: RunStatus): { share: number; text: string } {
  const count = (state: ShardStatus['state']): number => shards.filter((each) => each.state === state).length;
  const text = [
    `${count('complete')} of ${counted(shards.length, 'shard')}`,
    ...(count('running') > 0 ? [`${count('running')} running`] : []),
    ...(count('waiting') > 0 ? [`${count('waiting')} waiting`] : []),
    ...(count('failed') > 0 ? [`${count('failed')} failed`] : []),
    ...(count('complete') === shards.length ? [`last step ${last.state}`] : []),
  ];
  return { share: count('complete') / (shards.length + 1), text: text.join(', ') };
}

/** What a watcher remembers: since when results are missing, and what it has told. */
interface Seen {
  readonly lost: Map<number | 'last', number>;
  readonly told: Set<string>;
}

/** Why jobs wait for their turn. */
const usualReasons = new Set([
  'None',
  'Priority',
  'Resources',
  'BeginTime',
  'Dependency',
  'JobArrayTaskLimit',
  'not submitted',
]);

/** Submits again what failed and may work; gives up when nothing is left that may. */
async function helpOn(
  folder: string,
  run: Run,
  { shards, last }: RunStatus,
  { lost, told }: Seen,
  terminal: Terminal,
): Promise<void> {
  const tries = (of: number | 'last'): number =>
    run.jobs.filter(({ round, shards: some }) => round === run.round && (of === 'last' ? !some : some?.includes(of))).length;
  /** A result that is not there yet may only be late. */
  const isLate = (of: number | 'last', { attempts }: Omit<ShardStatus, 'shard'>): boolean => {
    if (attempts.at(-1)?.exitCode !== 0) return false;
    const since = lost.get(of) ?? Date.now();
    lost.set(of, since);
    return Date.now() - since < fileDelay;
  };
  const failed = shards.filter((each) => each.state === 'failed' && !isLate(each.shard, each));
  const unsubmitted = shards.filter(({ state, reason }) => state === 'waiting' && reason === 'not submitted');
  const isWorthIt = (each: ShardStatus): boolean =>
    tries(each.shard) === 0 || (tries(each.shard) <= run.retries && !isHopeless(each));
  const again = isFull(folder) ? [] : failed.filter(isWorthIt);
  const isOver = shards.every(({ state }) => state === 'complete' || state === 'failed');
  for (const { state, reason = 'None' } of shards) {
    if (state !== 'waiting' || usualReasons.has(reason) || told.has(reason)) continue;
    told.add(reason);
    terminal.warn(`Slurm does not start shards now, and gives the reason ${reason}. If that does not pass, type \`assay cluster cancel ${quoted(folder)}\`, and ask for less, or for another partition.`);
  }
  if (again.length + unsubmitted.length > 0) {
    for (const each of again) terminal.warn(`shard ${each.shard}${placeOf(each.attempts.at(-1))}: ${each.reason}; it is submitted again`);
    await submitShards(folder, [...again, ...unsubmitted].map(({ shard }) => shard).sort((a, b) => a - b));
  } else if (isOver && failed.length > 0) {
    await cancelJobs(run.jobs.map(({ id }) => id));
    throw failure(folder, run, failed);
  } else if (shards.every(({ state }) => state === 'complete') && last.state === 'failed' && !isLate('last', last)) {
    const ofRound = run.jobs.filter(({ round }) => round === run.round);
    const lastJobs = ofRound.filter(({ shards: some }) => !some);
    // An earlier one found shards missing that are there now.
    const isNewest = last.attempts.at(-1)?.job === lastJobs.at(-1)?.id;
    const hasTried = 2 * lastJobs.length - ofRound.length > run.retries;
    if (lastJobs.length > 0 && (hasTried || (isNewest && isHopeless(last)))) {
      throw failure(folder, run, [{ ...last, shard: 'last' }]);
    }
    await submitShards(folder, []);
  }
} // prettier-ignore

const placeOf = (attempt: Attempt | undefined): string => (attempt ? ` on ${attempt.node}, job ${attempt.job}` : '');

type Failed = Omit<ShardStatus, 'shard'> & { readonly shard: number | 'last' };

/** How many failed shards are shown with their logs. */
const mostShown = 2;

function failure(folder: string, run: Run, failed: readonly Failed[]): UsageError {
  const numbers = failed.flatMap(({ shard }) => (shard === 'last' ? [] : [shard]));
  const what = numbers.length > 0 ? `${listed('Shard', numbers)} of ${run.plan.shards} failed.` : 'The last step failed.';
  const shown = failed.slice(0, mostShown).map(({ shard, reason, attempts }) => {
    const log = lastLines(folder, shard);
    const name = shard === 'last' ? 'Last step' : `Shard ${shard}`;
    const command = shard === 'last' ? `bash ${quoted(join(folder, 'last.sh'))}` : shardCommand(run, folder, shard);
    const said = log?.lines.some(Boolean) ? `The end of ${log.file}:\n${indented(log.lines.join('\n'))}` : 'It has left no log.';
    return `\n${name}${placeOf(attempts.at(-1))}: ${reason}, after ${counted(Math.max(1, attempts.length), 'attempt')}. The command:\n  ${command}\n${said}\n`;
  });
  return new UsageError(`${what} ${run.plan.shards - numbers.length} of ${run.plan.shards} shards are complete and are kept.\n${shown.join('')}\n${whatToDo(folder, failed)}`);
} // prettier-ignore

/** Whether there is no room for the result of a shard. */
function isFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < 1 << 16;
}

function whatToDo(folder: string, failed: readonly Failed[]): string {
  const resume = `assay cluster resume ${quoted(folder)}`;
  const is = (state: string): boolean => failed.some(({ reason }) => reason === reasons[state]);
  if (isFull(folder)) return `The disk of ${folder} is full. Make room, then type \`${resume}\`.`;
  if (is('TIMEOUT')) return `Give shards more time: \`${resume} --time 4:00:00\`.`;
  if (is('OUT_OF_MEMORY')) return `Give shards more memory: \`${resume} --memory 4G\`.`;
  return `Put right what the log says, then type \`${resume}\`: only what is missing runs again.`;
}

/** What a person can type now. */
export const nextSteps = (folder: string): string =>
  `\`assay cluster status ${quoted(folder)}\` shows how far it is, and \`assay cluster resume ${quoted(folder)}\` goes on with it.`;

/** What one process would have printed. Its warnings go where its own would have gone. */
function resultText(folder: string, terminal: Terminal): string {
  for (const line of lastLines(folder, 'last')?.lines ?? []) {
    if (line.startsWith('assay: ')) terminal.warn(line.slice('assay: '.length));
  }
  return readFileSync(resultOf(folder, readRun(folder)), 'utf8');
}

/** Takes back what is under way; what is complete stays. */
export async function cancelRun(folder: string): Promise<void> {
  const { jobs } = changeRun(folder, () => ({ isCancelled: true }));
  await cancelJobs(jobs.map(({ id }) => id));
}
