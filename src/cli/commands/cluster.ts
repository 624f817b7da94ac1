/** `assay cluster`: runs a command on a Slurm cluster, in shards. */
import { UsageError, type ValueKind, counted, integers, pick, suggest } from '../../core/index.ts';
import type { Report } from '../../report/index.ts';
import { arrangeTyped, clustered, planRun } from '../cluster/planRun.ts';
import { changeRun, folderOf, newRun, readRun, scriptsOf, writeScripts } from '../cluster/runFolder.ts';
import { quoted } from '../cluster/typedOptions.ts';
import {
  type RunStatus,
  type ShardStatus,
  cancelRun,
  nextSteps,
  startRun,
  statusOf,
  watchRun,
} from '../cluster/watchRun.ts';
import { Plain, type Terminal, defineCommand } from '../command.ts';
import { type Given, refuseOthers, texts, toggle, value } from '../options.ts';

const actions = {
  slurm: `run a command in shards: ${clustered.map(({ name }) => name).join(', ')}`,
  status: 'show how far a run is, and where its shards ran',
  resume: 'go on with a run: wait for it, and do again what failed or was cancelled',
  cancel: 'stop a run; shards that are complete are kept',
};

/** A value that goes into a script, and so must be one word. */
const words = (what: string, example: string): ValueKind<string> => ({
  accepts: `${what}, such as ${example}`,
  read(given, flag) {
    if (/^[\w.:,=/@+-]+$/.test(String(given))) return String(given);
    throw new UsageError(`${flag} must be ${this.accepts}, not ${JSON.stringify(String(given))}.`);
  },
});

const onlyTyped = true;
const options = {
  shards: value(integers(1, 999_999), {
    only: ['slurm'],
    onlyTyped,
    help: 'how many shards (default: a shard for a million lines; 16 for other commands than score)',
  }),
  folder: value(texts, {
    only: ['slurm'],
    onlyTyped,
    value: 'folder',
    help: 'where the run keeps scripts, logs and results; all nodes must see it (default: cluster-COMMAND)',
  }),
  partition: value(words('the name of a partition', 'batch'), { onlyTyped, value: 'name', help: 'partition of the cluster' }),
  time: value(words('a time as Slurm takes it', '1:30:00'), { onlyTyped, value: 'time', help: 'most time a shard may take: 1:30:00' }),
  memory: value(words('an amount of memory', '2G'), { onlyTyped, value: 'size', help: 'memory of a shard: 2G' }),
  account: value(words('the name of an account', 'mt'), { onlyTyped, value: 'name', help: 'account that pays' }),
  gres: value(words('resources as Slurm takes them', 'gpu:1'), { onlyTyped, value: 'list', help: 'other resources of a shard: gpu:1' }),
  retries: value(integers(0, 100), { onlyTyped, help: 'how often a shard that was killed is submitted again (default: 2)' }),
  keepRows: toggle({ only: ['slurm'], onlyTyped, help: 'score: keep the row of every segment, as parts/rows-*.parquet, for assay compare and assay meta' }),
  dryRun: toggle({ only: ['slurm'], onlyTyped, help: 'show the scripts, and submit nothing' }),
  noWait: toggle({ only: ['slurm', 'resume'], onlyTyped, help: 'submit, and do not wait for the result' }),
}; // prettier-ignore

const cluster = defineCommand({
  name: 'cluster',
  summary: 'Run a command on a Slurm cluster, in shards.',
  examples: [
    ['assay cluster slurm score -r ref.txt sys.txt --shards 16 --time 1:00:00', 'what assay score would print, from 16 jobs'],
    ['assay cluster slurm score -r ref.txt sys.txt --partition batch --dry-run', 'show the scripts, and submit nothing'],
    ["assay cluster slurm mbr nbest.txt -m 'comet(model=wmt22-comet-da)' -s src.txt --gres gpu:1 -o chosen.txt", 'minimum Bayes risk on GPUs'],
    ['assay cluster slurm compare --rows rows.parquet --samples 100000', 'samples in shards'],
    ['assay cluster status cluster-score', 'how far it is, and what ran where'],
    ['assay cluster resume cluster-score --memory 4G', 'do again what failed, with more memory'],
  ],

  arguments: [
    { typed: '<action>', choices: actions, help: Object.keys(actions).join(', ') },
    {
      typed: '[words...]',
      suggests: ['commands', 'files'],
      help: 'slurm: a command with its arguments and options; otherwise the folder of a run',
    },
  ],
  options,
  arrange: (typed) => arrangeTyped(options, typed),

  async run([action, ...rest], given, terminal): Promise<RunStatus | Plain> {
    refuseOthers(options, given, [action!]);
    if (action === 'slurm') return runOnSlurm(rest, given, terminal);
    const [typed, ...more] = rest;
    if (typed === undefined || more.length > 0) {
      throw new UsageError(`Name the folder of one run: \`assay cluster ${action} FOLDER\`.`);
    }
    const folder = folderOf(typed);
    const run = readRun(folder);
    if (action === 'status') return statusOf(folder, run);
    if (action === 'cancel') {
      await cancelRun(folder);
      return statusOf(folder);
    }
    const resumed = changeRun(folder, ({ round, resources, retries }) => ({
      round: round + 1,
      isCancelled: false,
      resources: { ...resources, ...pick(given, ['partition', 'time', 'memory', 'account', 'gres']) },
      retries: given.retries ?? retries,
    }));
    writeScripts(folder, resumed);
    return given.noWait ? statusOf(folder) : new Plain(await watchRun(folder, terminal));
  },

  forms: { tables: statusTables },
}); // prettier-ignore

export default cluster;

async function runOnSlurm(typed: readonly string[], given: Given<typeof options>, terminal: Terminal): Promise<RunStatus | Plain> {
  const [name] = typed;
  const known = clustered.map((command) => command.name);
  if (name === undefined || !known.includes(name)) {
    const advice = name === undefined ? `One of ${known.join(', ')} must follow.` : `${name} does not run in shards. ${suggest(name, known)}`;
    throw new UsageError(`Type the command after assay cluster slurm: assay cluster slurm score -r ref.txt sys.txt. ${advice}`);
  }
  const folder = folderOf(given.folder ?? `cluster-${name}`);
  const plan = await planRun(typed, given);
  const run = newRun(plan, pick(given, ['partition', 'time', 'memory', 'account', 'gres']), given.retries ?? 2);
  if (given.dryRun) {
    const scripts = Array.from(scriptsOf(run, folder), ([file, text]) => `# ${folder}/${file}\n${text}\n`);
    return new Plain(`${scripts.join('')}# To be typed:\nsbatch --array=1-${plan.shards} ${quoted(`${folder}/shard.sh`)}\nsbatch --dependency=afterany:JOB ${quoted(`${folder}/last.sh`)}\n`);
  }
  await startRun(folder, run);
  if (given.noWait) {
    terminal.warn(nextSteps(folder));
    return statusOf(folder);
  }
  return new Plain(await watchRun(folder, terminal));
} // prettier-ignore

/** Of a run with more shards, only those are listed that are not complete. */
const mostListed = 40;

function statusTables({ folder, typed, isCancelled, shards, last, result }: RunStatus): Report {
  const count = (state: ShardStatus['state']): number => shards.filter((each) => each.state === state).length;
  const states = (['complete', 'running', 'waiting', 'failed'] as const).filter((state) => count(state) > 0);
  const said = states.map((state) => `${count(state)} ${state}`).join(', ');
  const cpu = [...shards, last].flatMap(({ attempts }) => attempts).reduce((sum, each) => sum + (each.cpu ?? 0), 0);
  const isLong = shards.length > mostListed;
  const listed = isLong ? shards.filter(({ state }) => state !== 'complete').slice(0, mostListed) : shards;
  const steps = [...listed.map((each) => ({ ...each, name: String(each.shard) })), { ...last, name: 'last' }];
  return {
    title: 'Run on a cluster',
    answer: [
      {
        name: 'answer',
        text:
          result === undefined
            ? `${isCancelled ? 'Cancelled. ' : ''}Of ${counted(shards.length, 'shard')}: ${said}. The last step: ${last.state}.`
            : `Complete: the result is in ${result}.`,
      },
    ],
    tables: [
      {
        columns: [
          { title: 'shard', align: 'right' },
          { title: 'state', align: 'left' },
          { title: 'node', align: 'left' },
          { title: 'job', align: 'right' },
          { title: 'attempts', align: 'right' },
          { title: 'CPU s', align: 'right' },
          { title: 'why', align: 'left' },
        ],
        rows: steps.map(({ name, state, attempts, reason }) => [
          name,
          state,
          attempts.at(-1)?.node ?? '',
          attempts.at(-1)?.job ?? '',
          String(attempts.length),
          attempts.at(-1)?.cpu?.toFixed(1) ?? '',
          reason ?? '',
        ]),
      },
    ],
    notes: [
      { name: 'command', text: `assay ${typed.map(quoted).join(' ')}` },
      { name: 'folder', text: folder },
      ...(isLong
        ? [{ name: 'listed', text: `at most ${mostListed} shards that are not complete; -f json lists all` }]
        : []),
      { name: 'CPU time', text: `${cpu.toFixed(1)} s, of what ended by itself` },
    ],
  };
}
