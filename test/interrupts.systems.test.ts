/** Every command ends within a second when it is interrupted, whatever it is doing, and leaves nothing half-written; what would take too much memory is refused. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wideLattice } from '../src/lattice/testing/wideLattice.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const example = (name: string) => join(root, 'examples', name);
const references = ['-r', example('reference.A.en.txt'), '-r', example('reference.B.en.txt')];
const systems = ['good.txt', 'terse.txt', 'verbose.txt', 'shuffled.txt'].map(example);
const lists = [example('nbest.txt'), ...references];
const many = ['--samples', '10000000'];
const segments = 50;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-interrupts-'));
  writeFileSync(join(folder, 'wide.att'), wideLattice());
  writeFileSync(
    join(folder, 'silent.cjs'),
    `console.log('{"name": "silent", "version": "1", "direction": "higher", "reads": []}'); process.stdin.resume();`,
  );
  const reference = Array.from({ length: 60 }, (_, i) => `w${5 * i}`).join(' ');
  writeFileSync(join(folder, 'reference.txt'), `${reference}\n`.repeat(segments));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** All of them last for minutes, or wait for standard input. */
const typed: readonly (readonly string[])[] = [
  ['score', ...references, ...systems, '--confidence', ...many],
  ['compare', ...references, ...systems, ...many],
  ['score', ...references, ...systems, '-m', `external(cmd="'${process.execPath}' silent.cjs")`],
  ['meta', example('task'), '-m', 'bleu', 'chrf', ...many],
  ['task', example('task'), '-m', 'bleu', 'chrf', ...many],
  ['rank', example('judgments.tsv'), ...many],
  ['agree', example('judgments.tsv'), ...many],
  ['learn', example('task'), '--features', 'bleu', 'chrf', ...many],
  ['tune', ...lists, '--restarts', '1000000', '-j', '1'],
  ['tune', ...lists, '--method', 'pro', '--iterations', '1000000'],
  ['mbr', '--lattice', 'wide.att', '--order', '2'],
  ['lattice', 'ngrams', '--order', '2', 'wide.att'],
  ['lattice', 'nbest', '--nbest', '1000000000', 'wide.att'],
  ['oracle', ...Array<string>(segments).fill('wide.att'), '-r', 'reference.txt', '-m', 'bleu'],
  ['paradox', 'deletion', '--lists', ...lists, '--restarts', '1000000'],
  ['rerank', '-', '-w', example('weights.txt')],
];

describe.each(['SIGINT', 'SIGTERM'] as const)('%s', (signal) => {
  it.each(typed.map((words) => [words.join(' ').replaceAll(root, ''), words] as const))('%s', async (_, words) => {
    const child = spawn(process.execPath, [join(root, 'dist/command/assay.cjs'), ...words, '-o', 'out.txt'], {
      cwd: folder,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (text) => (said += String(text)));
    const closed = new Promise<number>((resolve) => child.on('close', () => resolve(performance.now())));
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(child.exitCode, said).toBe(null);
    const sent = performance.now();
    child.kill(signal);
    const ended = await closed;
    expect(child.signalCode).toBe(signal);
    expect(ended - sent).toBeLessThan(1000);
    expect(readdirSync(folder).sort()).toEqual(['reference.txt', 'silent.cjs', 'wide.att']);
  });
});

it('says what to prune, in bounded memory, where a lattice holds too many n-grams', () => {
  const run = (...words: readonly string[]) =>
    spawnSync(process.execPath, ['--max-old-space-size=1000', join(root, 'dist/command/assay.cjs'), ...words], {
      cwd: folder,
      encoding: 'utf8',
    });
  const said =
    'assay: wide.att: It has more than 4,000,000 n-grams of up to 4 words, too many for memory. ' +
    'Prune it with assay mbr --prune 10 or assay lattice prune --edges-per-word 10, or use a lower --order.\n';
  expect(run('mbr', '--lattice', 'wide.att')).toMatchObject({ status: 2, stderr: said });
  expect(run('lattice', 'ngrams', 'wide.att')).toMatchObject({ status: 2, stderr: said });
  expect(run('mbr', '--lattice', 'wide.att', '--prune', '10').stdout).toMatch(/^w\d+( w\d+)+\n$/);
  run('lattice', 'prune', '--edges-per-word', '10', 'wide.att', '-o', 'pruned.att');
  expect(run('lattice', 'ngrams', 'pruned.att')).toMatchObject({ status: 0, stderr: '' });
}, 300_000);
