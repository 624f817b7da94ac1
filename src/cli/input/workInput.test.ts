/** Work in parts gives the result of one process, whatever is divided and into how many parts. */
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import type { AnyCommand } from '../command.ts';
import compare from '../commands/compare.ts';
import mbr from '../commands/mbr.ts';
import meta from '../commands/meta.ts';
import { runTyped } from '../testing/runTyped.ts';

const example = (name: string) => fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));
const outputs = ['good.txt', 'terse.txt', 'verbose.txt'].map(example);
const texts = ['-r', example('reference.A.en.txt'), ...outputs, '-j', '1', '-f', 'json'];
const task = [example('task'), '-m', 'bleu', 'chrf', 'wer', '--samples', '50', '-f', 'json'];

/** The same outputs, scored by people segment by segment. */
const ratedTask = mkdtempSync(join(tmpdir(), 'assay-rated-'));
cpSync(example('task'), ratedTask, { recursive: true });
rmSync(join(ratedTask, 'judgments/rankings.csv'));
cpSync(example('ratings.csv'), join(ratedTask, 'judgments/ratings.csv'));
afterAll(() => rmSync(ratedTask, { recursive: true }));

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'assay-work-'))));
afterEach(() => rmSync(folder, { recursive: true }));
const shown = async (command: AnyCommand, typed: readonly string[]) => (await runTyped(command, typed)).shown;
async function partsOf(command: AnyCommand, typed: readonly string[], of: number): Promise<void> {
  for (let part = 1; part <= of; part++) {
    expect(await shown(command, [...typed, '--work', folder, '--part', `${part}/${of}`])).toBe('');
  }
}

describe.each<[command: AnyCommand, typed: string[], of: number]>([
  [compare, [...texts, '-m', 'bleu', 'ter', '--samples', '2000'], 3],
  [compare, [...texts, '--samples', '700', '--test', 'randomization', '--interval', 'bca', '--equivalence', '1'], 2],
  [compare, [...texts, '-m', 'chrf', '--samples', '300', '--test', 'sacrebleu-ar'], 2],
  [compare, [...texts, '-m', 'chrf', '--samples', '300', '--test', 'randomization', '--why'], 5],
  [compare, [...texts, '-l', example('labels.tsv'), '--samples', '600', '--unit', 'segment'], 3],
  [compare, ['-r', example('reference.A.en.txt'), '--runs', `one=${example('good.txt')}`, `two=${example('verbose.txt')}`, '--samples', '600', '-f', 'json'], 2],
  [meta, [...task, '--pairwise'], 3],
  [meta, [ratedTask, ...task.slice(1), '--segment-measure', 'acc-eq', '--system-measure', 'pearson'], 2],
  [mbr, [example('nbest.txt'), '-m', 'chrf'], 2],
  [mbr, [...outputs, '-r', example('reference.A.en.txt'), '-f', 'json'], 3],
])('assay $name', (command, typed, of) => {
  it(`${typed.filter((word) => !word.startsWith('/')).join(' ')}: ${of} parts`, async () => {
    await partsOf(command, typed, of);
    expect(readdirSync(folder)).toHaveLength(of);
    expect(await shown(command, [...typed, '--work', folder])).toBe(await shown(command, typed));
  });
}); // prettier-ignore

describe('parts', () => {
  const typed = [...texts, '-m', 'bleu', '--samples', '2000'];

  it('hold all samples that were asked for: the last process draws none of them', async () => {
    await partsOf(compare, typed, 2);
    const file = join(folder, 'part-2-of-2');
    const part = deserialize(readFileSync(file).subarray(0, -32)) as {
      results: Map<string, { scores: Float64Array[] }>;
    };
    for (const { scores } of part.results.values()) for (const some of scores) some.fill(0);
    const content = serialize(part);
    writeFileSync(file, Buffer.concat([content, createHash('sha256').update(content).digest()]));
    expect(await shown(compare, [...typed, '--work', folder])).not.toBe(await shown(compare, typed));
  });

  it('of other options are noticed', async () => {
    await partsOf(compare, [...typed, '--seed', '7'], 2);
    await expect(shown(compare, [...typed, '--work', folder])).rejects.toThrow(/is of other input, other options or another command/); // prettier-ignore
  });

  it('that are complete are left as they are', async () => {
    const part = [...typed, '--work', folder, '--part', '1/2'];
    await runTyped(compare, part);
    const { mtimeMs } = statSync(join(folder, 'part-1-of-2'));
    const { warnings } = await runTyped(compare, part);
    expect(warnings).toEqual([expect.stringMatching(/part-1-of-2 is complete and was left as it is/)]);
    expect(statSync(join(folder, 'part-1-of-2')).mtimeMs).toBe(mtimeMs);
  });

  it('must all be there, whole, and of one number', async () => {
    const all = [...typed, '--work', folder];
    const fails = (message: RegExp) => expect(shown(compare, all)).rejects.toThrow(message);
    await fails(/holds no parts. Make them first, with --part 1\/n to n\/n/);
    await runTyped(compare, [...all, '--part', '2/3']);
    await fails(/Parts 1 and 3 of 3 are missing in .*Run the command with --part 1\/3 first\./);
    await runTyped(compare, [...all, '--part', '1/2']);
    await fails(/are of different numbers of parts/);
    const file = join(folder, 'part-1-of-2');
    const bytes = readFileSync(file);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(file, bytes);
    await fails(/part-1-of-2 is damaged: its content does not match its checksum\. Make it again/);
  });

  it.each([
    [['--part', '1/2'], '--part 1/2 needs a folder for its result: add --work FOLDER.'],
    [['--part', '3/2', '--work', '.'], '--part must be a part and the number of parts, such as 3/16, not 3/2.'],
    [['--part', '1/2', '--work', 'x', '-o', 'y.json'], '--part writes no result but its own. Leave out -o, or --part to put all parts together.'],
    [['--work', 'not/there'], '--work not/there: there is no such folder.'],
  ])('%j is refused', async (more, message) => {
    await expect(shown(compare, [...typed, ...more])).rejects.toThrow(new UsageError(message));
  }); // prettier-ignore
});
