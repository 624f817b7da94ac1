/** `assay testset`, and the commands that take `--testset`, with the examples as a set. Fetching has its tests in src/data/testSets. */
import { appendFileSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runTyped } from '../testing/runTyped.ts';
import compare from './compare.ts';
import score from './score.ts';
import task from './task.ts';
import testset from './testset.ts';

const example = (name: string) => fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));
const own = ['--pair', 'de-en', '-s', example('source.de.txt'), '-r', example('reference.A.en.txt'), '-r', example('reference.B.en.txt'), '-l', example('labels.tsv')]; // prettier-ignore
const [good, terse] = [example('good.txt'), example('terse.txt')];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-testset-'));
  vi.stubEnv('ASSAY_DATA', join(folder, 'data'));
  vi.stubEnv('SACREBLEU', join(folder, 'sacrebleu'));
  vi.stubEnv('ASSAY_MIRROR', join(folder, 'mirror'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const shown = async (...typed: readonly string[]): Promise<string> => (await runTyped(testset, typed)).shown;
const scored = async (...typed: readonly string[]) => (await runTyped(score, ['-j', '1', ...typed])).result;
const numbersOf = (report: Awaited<ReturnType<typeof scored>>) =>
  report.all.scores.map((row) => row.map((cell) => cell.score));

/** A set with the WMT file of the examples, behind a mirror. */
async function addPublished(entry: object = {}): Promise<void> {
  const path = join(folder, 'definition.json');
  const files = [{ url: 'https://example.invalid/sets/wmt.xml' }];
  writeFileSync(path, JSON.stringify({ name: 'demo', about: 'Made', format: 'xml', files, pairs: 'de-en', members: ['wmt.xml'], references: ['A'], ...entry })); // prettier-ignore
  const mirror = join(folder, 'mirror/example.invalid/sets');
  mkdirSync(mirror, { recursive: true });
  copyFileSync(example('wmt.xml'), join(mirror, 'wmt.xml'));
  await shown('add', path);
}

describe('the list', () => {
  it('has all sets, those with a word in their name, or with a pair', async () => {
    expect((await runTyped(testset, ['list'])).result.sets).toHaveLength(69);
    const listed = await shown('list', 'wmt21/', '--pair', 'en-de');
    expect(listed).toMatch(/^wmt21\/AB +7 /m);
    expect(listed).not.toContain('wmt22');
    expect(await shown('list', 'wmt25')).toContain('(unverified)');
    expect(await shown('list', 'wmt99')).toContain('No test set has this name');
  });

  it('says what is here, and whose it is', async () => {
    await shown('add', 'mine', ...own, '--about', 'Our newsletter');
    expect(await shown('list', 'mine')).toMatch(/^mine +1 +1 +Our newsletter \(yours\)$/m);
  });
});

describe('a set of files', () => {
  it('is fetched when it is asked for, then shown, checked, used and removed', async () => {
    await addPublished();
    await expect(scored('--testset', 'demo', good)).rejects.toThrow('Type `assay testset get demo de-en` to fetch it.');
    expect(await shown('show', 'demo')).toMatch(/^de-en +not here/m);
    const got = await shown('get', 'demo', 'de-en');
    expect(got).toMatch(/^de-en +15 +ref:A, ref:B$/m);
    expect(got).toContain('no checksum known');
    expect(await shown('show', 'demo')).toMatch(/^de-en +here +15 +ref:A$/m);
    expect(await shown('check')).toContain('11 files: all checksums are right.');
    const source = (await shown('path', 'demo', 'de-en', 'src')).trim();
    expect(await shown('path', 'demo', 'de-en')).toContain(`src\t${source}\n`);
    await expect(shown('path', 'demo', 'de-en', 'ref:C')).rejects.toThrow('It has src, ref:A, ref:B, docid');
    appendFileSync(source, 'more\n');
    await expect(shown('check', 'demo')).rejects.toThrow(`1 file of 11 changed since the fetch:\n  ${source}`);
    expect(await shown('remove', 'demo')).toContain('demo is removed');
    expect(existsSync(source)).toBe(false);
    await expect(shown('show', 'demo')).rejects.toThrow('There is no test set demo. `assay testset list` shows all.');
  });

  it('has the references that count, those that are chosen, or all', async () => {
    await addPublished();
    await shown('get', 'demo');
    const output = (await shown('path', 'demo', 'de-en', 'good')).trim();
    const [a, b] = [(await shown('path', 'demo', 'de-en', 'ref:A')).trim(), (await shown('path', 'demo', 'de-en', 'ref:B')).trim()]; // prettier-ignore
    for (const [refs, paths] of [
      [[], ['-r', a]],
      [
        ['--refs', 'B'],
        ['-r', b],
      ],
      [
        ['--refs', 'A,B'],
        ['-r', a, '-r', b],
      ],
      [
        ['--refs', 'all'],
        ['-r', a, '-r', b],
      ],
    ] as const) {
      const named = await scored('--testset', 'demo', '--pair', 'de-en', ...refs, output);
      expect(numbersOf(named)).toEqual(numbersOf(await scored(...paths, output)));
    }
    await expect(scored('--testset', 'demo', '--refs', 'C', output)).rejects.toThrow('Known: A, B.');
    const byDomain = await scored('--testset', 'demo', '--refs', 'all', output, '--by', 'domain', '-m', 'bleu');
    // The WMT file itself has the same domains and references, and this output first.
    const ofFile = await scored(example('wmt.xml'), '--by', 'domain', '-m', 'bleu');
    const firsts = ({ groups }: typeof ofFile) => groups.map(({ value, block }) => [value, block.scores[0]![0]!.score]);
    expect(firsts(byDomain)).toEqual(firsts(ofFile));
    expect(firsts(byDomain)).toHaveLength(2);
  });
});

describe('texts of the user', () => {
  it('score and compare as their files do', async () => {
    await shown('add', 'mine', ...own);
    const files = own.slice(2);
    const named = ['--testset', 'mine', '--pair', 'de-en'];
    expect(numbersOf(await scored(...named, good, terse))).toEqual(numbersOf(await scored(...files, good, terse)));
    const grouped = await scored(...named, good, '--by', 'domain', '-m', 'bleu');
    expect(grouped.groups).toEqual((await scored(...files, good, '--by', 'domain', '-m', 'bleu')).groups);
    const compared = ['-j', '1', '--samples', '50', '-m', 'bleu', good, terse];
    const [byName, byFile] = [await runTyped(compare, [...named, ...compared]), await runTyped(compare, [...files, ...compared])]; // prettier-ignore
    const withoutSet = byName.shown.replace(/^note +Test set mine.*\n/m, '');
    const plain = (text: string) => text.replaceAll(/sha256:\w+/g, '');
    expect(plain(withoutSet)).toBe(plain(byFile.shown));
    expect(byName.shown).toContain('Test set mine de-en, references 0 and 1.');
  });

  it('are the references of a shared task', async () => {
    await shown('add', 'a', ...own.slice(0, 6));
    await shown('add', 'b', ...own.slice(0, 5), example('reference.B.en.txt'));
    const linesOf = async (...more: readonly string[]) => {
      const ran = await runTyped(task, [example('task'), '-j', '1', '-m', 'bleu', '--samples', '20', ...more]);
      return ran.shown.split('\n').filter((line) => line.includes('BLEU'));
    };
    await shown('add', 'mine', ...own);
    await shown('add', 'other', '--pair', 'fr-en', ...own.slice(2, 6));
    const ofFolder = await linesOf(); // its references are A and B
    expect(await linesOf('--testset', 'mine')).toEqual(ofFolder);
    const ofA = await linesOf('--testset', 'a');
    expect(ofA).not.toEqual(ofFolder);
    expect(await linesOf('--testset', 'mine', '--refs', '0')).toEqual(ofA);
    expect(await linesOf('--testset', 'b')).not.toEqual(ofA);
    await expect(linesOf('--testset', 'other')).rejects.toThrow('no pair of this folder (de-en)');
    expect(await linesOf('--testset', 'other', '--pair', 'fr-en')).toEqual(ofA);
  });

  it('are set apart from texts with other segments', async () => {
    await shown('add', 'mine', ...own);
    const short = join(folder, 'short.txt');
    writeFileSync(short, 'one\n');
    await expect(scored('--testset', 'mine', short)).rejects.toThrow('has 1 line');
  });
});

it.each([
  [['add', 'mine'], 'A set of your own needs --pair and -r'],
  [['add', 'wmt22', ...own], 'wmt22 is the name of a known test set'],
  [['add', '../mine', ...own], '../mine'],
  [['add', 'gone.json'], 'Cannot read gone.json: ENOENT.'],
  [['show'], 'No test set given.'],
  [['show', 'wmt222'], 'Did you mean wmt22?'],
  [['get', 'wmt22', 'en-xx'], 'wmt22 has no pair en-xx. See `assay testset show wmt22`.'],
  [['get', 'wmt22', 'en-de'], 'There is no file'],
  [['path', 'wmt22'], 'Type assay testset path NAME PAIR [FIELD].'],
  [['list', '--about', 'x'], '--about'],
])('assay testset %j', async (typed, message) => {
  await expect(shown(...typed)).rejects.toThrow(message);
  expect(existsSync(join(folder, 'data', 'testsets'))).toBe(false);
});

it.each([
  [['--pair', 'de-en', '-r', good, good], '--pair is for --testset'],
  [['--testset', 'wmt22', good], 'wmt22 has 21 language pairs. Choose one with --pair: cs-en'],
  [['--testset', 'wmt22', '--pair', 'en-de', good], 'Type `assay testset get wmt22 en-de` to fetch it.'],
])('assay score %j', async (typed, message) => {
  await expect(scored(...typed)).rejects.toThrow(message);
});
