/** The scripts that `assay cluster` writes, and what it refuses before it asks Slurm. Runs are in test/cluster.systems.test.ts. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import { clustered } from '../cluster/planRun.ts';
import { attemptsOf } from '../cluster/runFolder.ts';
import { quoted, splitTyped } from '../cluster/typedOptions.ts';
import { ranges } from '../cluster/watchRun.ts';
import { optionsOf } from '../command.ts';
import { runTyped } from '../testing/runTyped.ts';
import cluster from './cluster.ts';

const example = (name: string) => fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));
const reference = example('reference.A.en.txt');
const texts = ['-r', reference, example('good.txt')];
const folder = mkdtempSync(join(tmpdir(), "assay cluster's "));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...typed: string[]) => runTyped(cluster, cluster.arrange!(typed));
/** Without what differs between machines. */
const shown = async (...typed: string[]): Promise<string> =>
  (await run('slurm', ...typed, '--dry-run')).shown
    .replaceAll(`${quoted(process.execPath)} ${quoted(process.argv[1]!)}`, 'ASSAY')
    .replace(/^export .*\n/gm, '')
    .replaceAll(fileURLToPath(new URL('../../../examples/', import.meta.url)), 'EXAMPLES/')
    .replaceAll(process.cwd(), 'HERE');

describe('assay cluster slurm --dry-run', () => {
  it('shows the scripts of score', async () => {
    const typed = ['score', ...texts, '--shards', '4', '-m', 'bleu', 'chrf(word_order=2)', '-f', 'json', '-o', join(tmpdir(), 'x.json')];
    const more = ['--partition', 'batch', '--time', '1:00:00', '--memory', '2G', '--account', 'mt', '--gres', 'gpu:1', '-j', '2', '-d', '1'];
    expect((await shown(...typed, ...more)).replaceAll(tmpdir(), 'TMP')).toBe(`# HERE/cluster-score/shard.sh
#!/bin/bash
#SBATCH --job-name=assay-score
#SBATCH --chdir=HERE
#SBATCH --open-mode=append
#SBATCH --requeue
#SBATCH --cpus-per-task=2
#SBATCH --output=HERE/cluster-score/logs/shard-%a.%A.log
#SBATCH --partition=batch
#SBATCH --time=1:00:00
#SBATCH --mem=2G
#SBATCH --account=mt
#SBATCH --gres=gpu:1

# One shard of 4 of: assay score -r EXAMPLES/reference.A.en.txt EXAMPLES/good.txt -m bleu 'chrf(word_order=2)' -f json -o TMP/x.json -j 2 -d 1
shard=\${SLURM_ARRAY_TASK_ID:-$1}
run=HERE/cluster-score
cd HERE || exit 2
noted() { printf '%s\\t' "$(date -u +%FT%TZ)" "\${SLURMD_NODENAME:-$(hostname)}" "\${SLURM_ARRAY_JOB_ID:-\${SLURM_JOB_ID:-by hand}}" "$@"; echo; }

noted started >> "$run/ran/$shard"
ASSAY \\
  score -r EXAMPLES/reference.A.en.txt EXAMPLES/good.txt -m bleu 'chrf(word_order=2)' -d 1 -j 2 --shard "$shard/4" --statistics "$run/parts/$shard.json"
code=$?
{ noted ended "$code"; times; } >> "$run/ran/$shard"
exit "$code"

# HERE/cluster-score/last.sh
#!/bin/bash
#SBATCH --job-name=assay-score
#SBATCH --chdir=HERE
#SBATCH --open-mode=append
#SBATCH --requeue
#SBATCH --cpus-per-task=2
#SBATCH --output=HERE/cluster-score/logs/last.%j.log
#SBATCH --partition=batch
#SBATCH --time=1:00:00
#SBATCH --mem=2G
#SBATCH --account=mt

# The last step, when all shards are complete, of: assay score -r EXAMPLES/reference.A.en.txt EXAMPLES/good.txt -m bleu 'chrf(word_order=2)' -f json -o TMP/x.json -j 2 -d 1
shard=last
run=HERE/cluster-score
cd HERE || exit 2
noted() { printf '%s\\t' "$(date -u +%FT%TZ)" "\${SLURMD_NODENAME:-$(hostname)}" "\${SLURM_ARRAY_JOB_ID:-\${SLURM_JOB_ID:-by hand}}" "$@"; echo; }

noted started >> "$run/ran/$shard"
ASSAY \\
  merge "$run"/parts/*.json --expect 4 -d 1 -f json -o TMP/x.json > "$run/result.txt.part" &&
  mv "$run/result.txt.part" "$run/result.txt"
code=$?
{ noted ended "$code"; times; } >> "$run/ran/$shard"
exit "$code"

# To be typed:
sbatch --array=1-4 HERE/cluster-score/shard.sh
sbatch --dependency=afterany:JOB HERE/cluster-score/last.sh
`);
  });

  it.each([
    ['compare', [...texts, example('terse.txt'), '--samples', '100000', '-o', join(tmpdir(), 'x.html')], / compare -r \S+ \S+ \S+ --samples 100000 -j 1 --work "\$run\/parts" --part "\$shard\/16"\n[^]* compare -r \S+ \S+ \S+ --samples 100000 -o \S+x\.html -j 1 --work "\$run\/parts" > "\$run\/result\.txt\.part" &&/],
    ['mbr', [example('nbest.txt'), '--choices', join(tmpdir(), 'c.tsv')], / mbr \S+nbest\.txt -j 1 --work "\$run\/parts" --part "\$shard\/16"\n[^]* mbr \S+ --choices \S+c\.tsv -j 1 --work/],
    ['meta', [example('task'), '-f', 'json'], / meta \S+task -j 1 --work "\$run\/parts" --part "\$shard\/16"\n[^]* -f json -j 1 --work "\$run\/parts" > "\$run\/result\.json\.part"/],
    ['score', [...texts, '--keep-rows'], /--shard "\$shard\/1" --statistics "\$run\/parts\/\$shard\.json" --rows "\$run\/parts\/rows-\$shard\.parquet"/],
  ])('%s %j', async (name, typed, expected) => expect(await shown(name, ...typed)).toMatch(expected));

  it('takes its own options anywhere, and quotes for the shell', async () => {
    const there = join(folder, 'run');
    const first = await shown('--shards=3', 'score', '--folder', there, ...texts, '-n', "it's");
    expect(first).toBe(await shown('score', ...texts, '-n', "it's", '--folder', there, '--shards', '3'));
    expect(first).toContain(`run=${quoted(there)}\n`);
    expect(first).toContain(`-n 'it'\\''s' -j 1 --shard "$shard/3"`);
  });
}); // prettier-ignore

describe('is refused before anything is submitted', () => {
  it.each<[typed: string[], message: string | RegExp]>([
    [['slurm'], /Type the command after assay cluster slurm: .* One of score, compare, meta, mbr must follow\./],
    [['slurm', 'tune', 'x'], /tune does not run in shards\./],
    [['slurm', 'score', ...texts, '--shard', '1/2'], '--shard is set for every shard by itself. Leave it out.'],
    [['slurm', 'score', ...texts, '--rows', 'x.parquet'], '--rows would be written by every shard. Type --keep-rows: it keeps a file for each.'],
    [['slurm', 'score', ...texts, '--confidence'], /^--confidence needs more than the sums that shards leave\. Keep all rows with --keep-rows/],
    [['slurm', 'score', '-r', reference, '-'], /^Jobs cannot read your standard input\./],
    [['slurm', 'score', '-r', reference, example('good.sgm')], /only plain text can be cut at lines/],
    [['slurm', 'score', '-r', reference, example('data.tsv')], /only plain text can be cut at lines/],
    [['slurm', 'score', ...texts, '-m', 'blue'], 'Unknown metric blue. Did you mean bleu?'],
    [['slurm', 'score', ...texts, '--shards', '61'], /^--shards must be an integer from 1 to 60, not/],
    [['slurm', 'score', ...texts, '--sharsd', '6'], /^unknown option '--sharsd'.* See `assay score --help`, and `assay cluster --help`\.$/s],
    [['slurm', 'score', ...texts, '-o', reference], /is read by the same command; name another file to write to\.$/],
    [['slurm', 'score', ...texts, '--time', '1:00; rm x'], '--time must be a time as Slurm takes it, such as 1:30:00, not "1:00; rm x".'],
    [['slurm', 'mbr', example('nbest.txt'), '--keep-rows'], '--keep-rows is for score, not for mbr.'],
    [['slurm', 'compare', ...texts, '--work', 'x'], '--work is set for every shard by itself. Leave it out.'],
    [['status'], 'Name the folder of one run: `assay cluster status FOLDER`.'],
    [['status', folder], `${folder} has no run of \`assay cluster\`: there is no run.json in it.`],
    [['cancel', folder, '--shards', '3'], '--shards is for slurm, not for cancel.'],
  ])('%j', async (typed, message) => {
    const failed = run(...typed, ...(typed[0] === 'slurm' ? ['--dry-run'] : []));
    await expect(failed).rejects.toThrow(typeof message === 'string' ? new UsageError(message) : message);
  });

  it('an unknown action', () => expect(run('statsu')).rejects.toThrow('Unknown action statsu. Did you mean status?'));

  it('a folder that holds something else', async () => {
    mkdirSync(join(folder, 'full'));
    writeFileSync(join(folder, 'full/x'), '');
    await expect(run('slurm', 'score', ...texts, '--folder', join(folder, 'full'))).rejects.toThrow(
      `${join(folder, 'full')} exists and is not empty. Name another folder with --folder.`,
    );
  });

  it('a machine without Slurm, which leaves no folder behind', async () => {
    const { PATH } = process.env;
    process.env['PATH'] = folder;
    try {
      await expect(run('slurm', 'score', ...texts, '--folder', join(folder, 'none'))).rejects.toThrow(
        /^There is no sbatch on this machine\. .*--dry-run\.$/,
      );
      await expect(run('status', join(folder, 'none'))).rejects.toThrow(/has no run/);
    } finally {
      process.env['PATH'] = PATH;
    }
  });
}); // prettier-ignore

describe('parts of it', () => {
  it('no option of its own is one of the commands it runs', () => {
    const both = clustered.flatMap((each) => Object.keys(optionsOf(each)).filter((option) => Object.hasOwn(cluster.options, option))); // prettier-ignore
    expect(both).toEqual([]);
  });

  it.each<[string[], unknown]>([
    [
      ['a', '-m', 'bleu', 'b', '-r', 'x', 'c'],
      [['a'], ['metric', '-m', 'bleu', 'b'], ['reference', '-r', 'x'], ['c']],
    ],
    [
      ['-mbleu', 'b', '--digits=3', 'c'],
      [['metric', '-mbleu', 'b'], ['digits', '--digits=3'], ['c']],
    ],
    [
      ['--confidence', 'a', '-', '--', '-m'],
      [['confidence', '--confidence'], ['a'], ['-'], ['--'], ['-m']],
    ],
    [
      ['-d', '-1', '--nope', 'x'],
      [['digits', '-d', '-1'], ['--nope'], ['x']],
    ],
  ])('%j is taken apart', (typed, expected) => {
    const found = splitTyped(optionsOf(clustered[0]!), typed);
    expect(found.map(({ option, words }) => [...(option === undefined ? [] : [option]), ...words])).toEqual(expected);
  });

  it.each([
    [[1, 2, 3], '1-3'],
    [[3, 7, 8, 9, 12], '3,7-9,12'],
    [[5], '5'],
  ])('%j is %s', (numbers, expected) => expect(ranges(numbers)).toBe(expected));

  it('reads when and where a shard ran', () => {
    mkdirSync(join(folder, 'ran'));
    const line = (...cells: string[]) => `${cells.join('\t')}\t\n`;
    const killed = line('2026-01-01T00:00:00Z', 'one', '5', 'started');
    const ended = `${line('2026-01-01T00:01:00Z', 'two', '6', 'started')}${line('2026-01-01T00:02:00Z', 'two', '6', 'ended', '0')}0m0.010s 0m0.020s\n1m2.500s 0m1.250s\n`;
    writeFileSync(join(folder, 'ran/3'), killed + ended);
    expect(attemptsOf(folder, 3)).toEqual([
      { started: '2026-01-01T00:00:00Z', node: 'one', job: '5' },
      { started: '2026-01-01T00:01:00Z', node: 'two', job: '6', exitCode: 0, cpu: 63.75 },
    ]);
    expect(attemptsOf(folder, 4)).toEqual([]);
  }); // prettier-ignore
});
