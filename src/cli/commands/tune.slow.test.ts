import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import type { TuneReport } from '../../report/index.ts';
import { runTyped } from '../testing/runTyped.ts';
import tune from './tune.ts';

let folder: string;

/**
 * In domain `up` the right candidate has the higher y, in domain `down` the higher x; the wrong one stands first. So weights can be right
 * about one domain only, unless each has its own. Segment 6 has no candidates.
 */
const domains = ['up', 'up', 'up', 'down', 'down', 'down'];
const lines = domains.flatMap((domain, i) => [
  `${i} ||| wrong words here ||| x= ${domain === 'up' ? 1 : 0} y= ${domain === 'up' ? 0 : 1} ||| 0\n`,
  `${i} ||| right ${i} ||| x= ${domain === 'up' ? 0 : 1} y= ${domain === 'up' ? 1 : 0} ||| 0\n`,
]);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-tune-'));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('nbest.txt', lines.join(''));
  write('up.txt', lines.slice(0, 6).join(''));
  write('swapped.txt', lines.slice(0, 6).map((line) => line.replace(/x= (\S+) y= (\S+)/, 'y= $2 x= $1')).join(''));
  write('more.txt', lines.slice(0, 6).map((line) => line.replace('x=', 'z= 1 x=')).join(''));
  write('gaps.txt', lines.slice(0, 6).join('').concat('5 ||| right 5 ||| x= 1 y= 0 ||| 0\n'));
  write('ref.txt', domains.map((_, i) => `right ${i}\n`).join(''));
  write('ref3.txt', domains.slice(0, 3).map((_, i) => `right ${i}\n`).join(''));
  write('labels.txt', `domain\n${domains.join('\n')}\n`);
  write('labels3.txt', `domain\nup\nup\nup\n`);
  write('weights.txt', 'x= 3\ny= 1\n');
  const forest = (right: string) =>
    `((('wrong',-1,-5,1),('${right}',-5,-1,1),),(('end',-1,-1,1),),)\n`;
  write('two.plf', forest('one') + forest('two'));
  write('two.ref', 'one end\ntwo end\n');
  write('bare.txt', '0 ||| a ||| ||| 0\n');
  write('bare.json', '{"format":"assay-hypergraph-1","nodes":[[{"says":["one"],"features":{"x":1}},{"says":["two"],"features":{"x":2}}]]}\n');
  write('one.ref', 'one\n');
  write('lacking.txt', '0 ||| a ||| x= 1 y= 2\n0 ||| b ||| x= 1 z= 2\n');
  write('huge.plf', "((('one',-1e308,1),),(('two',-1e308,1),),)\n");
  write('long.json', JSON.stringify({ format: 'assay-hypergraph-1', nodes: Array.from({ length: 40 }, (_, n) => [{ says: n === 0 ? ['a'] : [n - 1, n - 1], features: { x: 1 } }]) }));
  write('cyclic.att', '0 1 a\n1 0 b\n1\n');
}); // prettier-ignore
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command as typed after `assay tune`; a name with a dot is that of a file of the folder. */
async function typed(line: string): Promise<string> {
  const words = line
    .split(' ')
    .map((word) => (/^[\w]+\.(txt|plf|ref|att|json|out)$/.test(word) ? join(folder, word) : word));
  return (await runTyped(tune, words)).shown;
}

const reported = async (line: string): Promise<TuneReport> =>
  JSON.parse(await typed(`${line} -j 1 --format json`)) as TuneReport;

/** Scores of the first metric by name of the system, on the first part. */
const firstScores = ({ systems, parts }: TuneReport, part = 0): Record<string, number> =>
  Object.fromEntries(systems.map(({ name }, s) => [name, parts[part]!.scores[s]![0]!]));

describe('assay tune', () => {
  it.each(['mert', 'pro', 'mira'])('%s finds weights that are right on all segments', async (method) => {
    const report = await reported(`up.txt -r ref3.txt -m wer --method ${method} -w weights.txt`);
    // `wrong words here` against `right 0`: three errors in two words.
    expect(firstScores(report)).toEqual({ 'as decoded': 150, start: 150, 'tuned to WER': 0 });
    const [x, y] = report.systems[2]!.weights as [number, number];
    expect(y).toBeGreaterThan(x);
    expect(report.parts[0]!.lengthRatios).toEqual([1.5, 1.5, 1]);
  });

  it('starts from equal weights, and ties go to the first of the list', async () => {
    const report = await reported('nbest.txt -r ref.txt -m wer');
    expect(report.startedFrom).toBe('equal weights');
    expect(report.systems[1]!.weights).toEqual([0.5, 0.5]);
    expect(firstScores(report).start).toBe(150);
  });

  it('tunes to the first metric, and to each if asked', async () => {
    const one = await reported('nbest.txt -r ref.txt -m wer bleu');
    expect(one.systems.map(({ name }) => name)).toEqual(['as decoded', 'start', 'tuned to WER']);
    expect(one.parts[0]!.scores[0]).toHaveLength(2);
    const each = await reported('nbest.txt -r ref.txt -m wer bleu --each');
    expect(each.systems.map(({ name }) => name)).toEqual(['as decoded', 'start', 'tuned to WER', 'tuned to BLEU']);
    expect(each.objectives).toEqual([0, 1]);
  });

  it('tunes to parts by themselves', async () => {
    const report = await reported('nbest.txt -r ref.txt -m wer -l labels.txt --by domain');
    // Weights for all are right about one domain, wrong about the other.
    expect(firstScores(report)).toEqual({ 'as decoded': 150, start: 150, 'tuned to WER': 75, 'tuned to WER by domain': 0 });
    expect(report.parts.map(({ value, segments }) => [value, segments])).toEqual([[undefined, 6], ['up', 3], ['down', 3]]);
    expect(report.systems[3]!.partWeights!.map(({ value }) => value)).toEqual(['up', 'down']);
  }); // prettier-ignore

  it('holds out a share, the same for the same seed', async () => {
    const report = await reported('nbest.txt -r ref.txt -m wer --hold-out 0.34');
    expect(report.parts.map(({ set, segments }) => [set, segments])).toEqual([
      ['tuned on', 4],
      ['held out', 2],
    ]);
    expect(await reported('nbest.txt -r ref.txt -m wer --hold-out 0.34')).toEqual(report);
  });

  it.each([
    ['--hold-out <share>', '0', 'above 0 and below 1'],
    ['--hold-out <share>', '1', 'above 0 and below 1'],
    ['--max-step <number>', '0', 'above 0'],
    ['--l2 <number>', '0', 'above 0'],
  ])('refuses %s %s by its name', async (option, value, right) => {
    await expect(typed(`nbest.txt -r ref.txt ${option.split(' ')[0]} ${value}`)).rejects.toThrow(
      `${option.replace(/ .*/, '')} must be a number ${right}, not "${value}".`,
    );
  });

  it('holds out other lists, whatever the order of their features', async () => {
    for (const test of ['up.txt', 'swapped.txt']) {
      const report = await reported(`up.txt -r ref3.txt -m wer -w weights.txt --test-file ${test} --test-reference ref3.txt`);
      expect(firstScores(report, 1)).toEqual({ 'as decoded': 150, start: 150, 'tuned to WER': 0 });
    }
  }); // prettier-ignore

  it('leaves out segments without candidates', async () => {
    const report = await reported('gaps.txt -r ref.txt -m wer');
    expect(report.parts[0]!.segments).toBe(4);
    expect(report.input.notes.join(' ')).toContain('2 of 6 segments without candidates');
  });

  it('shows how much runs vary', async () => {
    const report = await reported('up.txt -r ref3.txt -m wer --times 3 --hold-out 0.34 -w weights.txt');
    const [{ runs }] = report.instability as [NonNullable<TuneReport['instability']>[number]];
    expect(runs.runs).toBe(3);
    expect(runs.dev).toEqual({ mean: 0, deviation: 0, min: 0, max: 0 });
    expect(runs.test).toEqual({ mean: 0, deviation: 0, min: 0, max: 0 });
    expect(report.systems.map(({ run }) => run)).toEqual([undefined, undefined, 0, 1, 2]);
  });

  it('tunes on lattices', async () => {
    const report = await reported('--lattice two.plf -r two.ref -m wer(tok=none)');
    expect(firstScores(report)).toEqual({ 'as decoded': 50, start: 50, 'tuned to WER': 0 });
    expect(report.input.kind).toBe('lattices');
    expect(report.input.notes).toEqual([]);
    const { metrics } = await reported('--lattice two.plf -r two.ref');
    expect(metrics.map(({ metric }) => metric)).toEqual(['bleu(tok=none)']);
  });

  it('warns if lattices have no decoder scores', async () => {
    const { notes } = (await reported('--lattice bare.json -r one.ref -m wer(tok=none)')).input;
    expect(notes).toEqual(['The lattices have no scores, so "as decoded" is an arbitrary translation.']);
  });

  it('writes weights that give the translations it writes', async () => {
    await typed('up.txt -r ref3.txt -m wer -j 1 --write-weights new.out --translations best.out');
    expect(readFileSync(join(folder, 'best.out'), 'utf8')).toBe('right 0\nright 1\nright 2\n');
    const report = await reported('up.txt -r ref3.txt -m wer -w new.out');
    expect(firstScores(report).start).toBe(0);
  });

  it('writes an empty translation for a segment without candidates', async () => {
    await typed('gaps.txt -r ref.txt -m wer -j 1 --translations gaps.out');
    expect(readFileSync(join(folder, 'gaps.out'), 'utf8').split('\n').slice(3)).toEqual(['', '', 'right 5', '']);
  });

  it('lists the held-out segments', async () => {
    const { heldOut } = await reported('up.txt -r ref3.txt -m wer --hold-out 0.67 --translations held.out');
    expect(heldOut).toHaveLength(2);
    const chosen = heldOut!.map((line) => `right ${line - 1}\n`);
    expect(readFileSync(join(folder, 'held.out'), 'utf8')).toBe(chosen.join(''));
  });

  it('leaves fixed weights as they are', async () => {
    const report = await reported('up.txt -r ref3.txt -m wer -w weights.txt --fix x');
    const [x, y] = report.systems[2]!.weights as [number, number];
    expect(x).toBe(3);
    expect(y).toBeGreaterThan(3);
  });

  it('prints tables and rows', async () => {
    const text = await typed('up.txt -r ref3.txt -m wer -w weights.txt -j 1');
    expect(text).toContain('On the segments tuned on it is 150.00 better than the start by WER: 0.00 against 150.00.');
    expect(text).toContain('Scores on the 3 segments tuned on');
    expect(await typed('up.txt -r ref3.txt -m wer -w weights.txt -j 1 --format csv')).toBe(
      [
        'set,part,segments,system,kind,tuned to,run,metric,score,length ratio',
        'tuned on,,3,as decoded,decoded,,,wer,150,1.5',
        'tuned on,,3,start,start,,,wer,150,1.5',
        'tuned on,,3,tuned to WER,tuned,wer,,wer,0,1',
        '',
      ].join('\n'),
    );
  });

  it.each([
    ['up.txt', 'No reference given. Name a file with -r.'],
    ['-r ref.txt', 'No n-best lists given'],
    ['up.txt -r ref3.txt --method pro --restarts 3', '--restarts is for mert, not for pro.'],
    ['up.txt -r ref3.txt --epochs 3', '--epochs is for mira, not for mert.'],
    ['up.txt -r ref3.txt --by domain', '--by domain needs labels: name a TSV file with -l.'],
    ['up.txt -r ref3.txt --by domain -l labels3.txt', 'All segments tuned on have the same domain'],
    ['nbest.txt -r ref.txt --by genre -l labels.txt', 'There is no label genre.'],
    ['up.txt -r ref3.txt --test-file up.txt', '--test-file needs --test-reference.'],
    ['up.txt -r ref3.txt --test-reference ref3.txt', '--test-reference needs --test-file.'],
    ['up.txt -r ref3.txt --test-file more.txt --test-reference ref3.txt', 'The feature z is only in the held-out data'],
    ['up.txt -r ref3.txt --hold-out 0.1', 'Cannot hold out a share of 0.1 of 3 segments'],
    ['- -r ref3.txt --test-file - --test-reference ref3.txt', 'Standard input (-) is given twice'],
    ['up.txt -r ref3.txt --window 2', '--window needs --smoothing average or min'],
    ['up.txt -r ref3.txt --fix x --fix y', 'All features are fixed'],
    ['up.txt -r ref3.txt --fix lm', 'There is no feature lm to fix.'],
    ['up.txt -r ref3.txt --lattice-format plf', '--lattice-format is not for n-best lists. Leave it out.'],
    ['--lattice two.plf -r two.ref -m bleu', 'use bleu(tok=none).'],
    ['bare.txt -r ref3.txt', 'The n-best lists have no features, so there is nothing to tune.'],
    ['--lattice two.plf -r ref3.txt -m bleu(tok=none)', 'references for 3 segments, but 2 lattices'],
    ['--lattice cyclic.att -r two.ref -m bleu(tok=none)', 'cyclic.att, line 2: there is a cycle'],
    ['--lattice two.plf -r two.ref --method mira', '--method mira tunes on n-best lists, not on lattices.'],
    [
      'up.txt -r ref3.txt --weights-style json',
      '--weights-style needs a file to write to: name one with --write-weights.',
    ],
    [
      'lacking.txt -r ref3.txt',
      'lacking.txt, line 2: the label y is missing, but 1 of 2 lines have it. If its value is 0, write 0.',
    ],
    [
      '--lattice huge.plf -r one.ref',
      'huge.plf, line 1: The scores of a derivation add up to -Infinity: they are too large.',
    ],
    ['--lattice long.json -r one.ref', 'long.json, line 1: A text is too long: it would have'],
    ['up.txt -r ref3.txt --write-weights up.txt', 'is read by the same command'],
  ])('%s is a mistake', async (line, message) => {
    const error = await typed(line).then(() => undefined, (reason: unknown) => reason); // prettier-ignore
    expect(error).toBeInstanceOf(UsageError);
    expect((error as UsageError).message.replaceAll(`${folder}/`, '')).toContain(message);
  });

  it('writes nothing if something is wrong', async () => {
    await expect(typed('up.txt -r ref3.txt --fix lm --write-weights no.out')).rejects.toThrow(UsageError);
    expect(existsSync(join(folder, 'no.out'))).toBe(false);
  });
});
