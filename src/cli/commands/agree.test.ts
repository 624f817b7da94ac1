import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import { runTyped } from '../testing/runTyped.ts';
import agree from './agree.ts';

let folder: string;
const inFolder = (name: string) => join(folder, name);

/** Three judges, ten segments, two tasks; j is at odds with the others more often than not. */
const rankings = Array.from({ length: 10 }, (_, s) =>
  ['j', 'k', 'l'].flatMap((judge) =>
    ['a', 'b'].map((system, i) => {
      const first = judge === 'j' && s % 3 > 0 ? 1 : 0;
      return ['ranking', s < 5 ? 't' : 'u', s, judge, s, system, i === first ? 1 : 2, '', ''];
    }),
  ),
).flat();
const verdicts = Array.from({ length: 6 }, (_, s) =>
  ['k', 'l'].map((judge) => ['verdict', 't', s, judge, s, s % 2 ? 'a' : 'b', '', judge === 'k' || s > 1 ? 1 : 0, 'e']),
).flat();
const header = ['kind', 'task', 'segment', 'judge', 'order', 'system', 'rank', 'acceptable', 'editor'];
const lines = (...rows: readonly (readonly (string | number)[])[]) => [header, ...rows].map((row) => `${row.join('\t')}\n`).join(''); // prettier-ignore

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-agree-'));
  writeFileSync(inFolder('both.tsv'), lines(...rankings, ...verdicts));
  writeFileSync(inFolder('single.tsv'), lines(...rankings.filter(([, , , judge]) => judge === 'j')));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command as typed after `assay agree`, on a file of the folder. */
async function run(file: string, ...typed: readonly string[]): Promise<string> {
  return (await runTyped(agree, [inFolder(file), ...typed])).shown;
}

describe('assay agree', () => {
  it('shows κ of all kinds, over all tasks and in each', async () => {
    const shown = await run('both.tsv');
    // j agrees with k and l in segments 0, 3, 6 and 9: of 30 pairs 10 + 4 + 4 are equal.
    expect(shown).toMatch(/^ranking {2}different judges {2}0\.600 {2}0\.333 {2}0\.400 +\[\S+ \S+\] +30 {2}fair$/m);
    expect(shown).toMatch(/^ranking {2}same judge +– +0\.333 +– +– +0 {2}–$/m);
    expect(shown).toMatch(/^yes\/no {3}different judges {2}0\.667 {2}0\.500 {2}0\.333 /m);
    expect(shown).toMatch(/^ranking {2}u +3 +0\.\d{3} +\[\S+ \S+\] +15 +– +– +0$/m);
    expect(shown).not.toContain('Without');
    expect(shown.split('\n').every((line) => line.length < 116)).toBe(true);
  });

  it('shows κ with and without identical outputs next to each other', async () => {
    // a and b are identical in half of the segments; of a and c, b and c the judges agree in one segment of two.
    const columns = ['kind', 'task', 'segment', 'judge', 'order', 'system', 'rank', 'shown'];
    const rows = Array.from({ length: 8 }, (_, s) =>
      ['j', 'k'].flatMap((judge, k) => {
        const isSame = s % 2 === 0;
        const last = k === 1 && s % 4 < 2 ? 1 : 3;
        const ranks = isSame ? [2, 2, last] : [2, 2 + k, last];
        return ['a', 'b', 'c'].map((system, i) => ['ranking', 't', s, judge, s, system, ranks[i], isSame && i < 2 ? 0 : i]); // prettier-ignore
      }),
    ).flat();
    writeFileSync(inFolder('same.tsv'), [columns, ...rows].map((row) => `${row.join('\t')}\n`).join(''));
    const shown = await run('same.tsv');
    const left = await run('same.tsv', '--identical', 'left-out');
    const figure = /^ranking +different judges +\S+ +\S+ +(\S+) +\[\S+ \S+\] +(\d+)/m;
    const [, kappa, pairs] = figure.exec(left)!;
    expect(pairs).toBe('20');
    expect(shown).toMatch(new RegExp(`${figure.source} +\\S+ +${kappa!.replace('.', '\\.')} +\\[\\S+ \\S+\\] +20$`, 'm')); // prettier-ignore
    expect(shown).toMatch(/^ranking +4 of 24 pairs show identical outputs, a forced tie: κ 0\.125 with them, -0\.050 without\.$/m); // prettier-ignore
    expect(left).not.toContain('distinct');
    expect(await run('both.tsv')).not.toContain('distinct');
    const [line] = (await run('same.tsv', '-f', 'tsv')).split('\n').slice(1);
    expect(Number(line!.split('\t').at(-5)).toFixed(3)).toBe(kappa);
    expect(line!.split('\t').at(-1)).toBe('20');
    const { kinds } = JSON.parse(await run('same.tsv', '-f', 'json'));
    expect(kinds[0].all.labels.inter.compared).toBe(24);
    expect(kinds[0].all.distinct.inter).toMatchObject({ compared: 20, strength: expect.any(String) });
  });

  it('applies the given error weights', async () => {
    // k finds a better. So does j only if a critical error weighs less than a major one.
    const errors = [
      ['segment', 'judge', 'system', 'severity'],
      ['1', 'j', 'a', 'critical'],
      ['1', 'j', 'b', 'major'],
      ['1', 'k', 'a', 'minor'],
      ['1', 'k', 'b', 'major'],
    ];
    writeFileSync(inFolder('errors.tsv'), errors.map((row) => `${row.join('\t')}\n`).join(''));
    await expect(run('errors.tsv')).rejects.toThrow(
      /severity "critical" \(first in .*errors\.tsv, line 2\).*Add a weight with --error-weights, such as critical=10/,
    );
    expect(await run('errors.tsv', '--error-weights', 'critical=25')).toMatch(/^errors +different judges +0\.000/m);
    expect(await run('errors.tsv', '--error-weights', 'critical=2')).toMatch(/^errors +different judges +1\.000/m);
  });

  it('shows curves, judges and the figures of WMT16 if requested', async () => {
    const shown = await run('both.tsv', '--curves', '--each-judge', '--compat', 'wmt16', '--at-least', '1');
    expect(shown).toMatch(/^j +10 +0\.400 +20 /m);
    expect(shown).toMatch(/Without the judges who agree least with others, ranking\nwithout +kept % /);
    expect(shown.replace(/\s+/g, ' ')).toContain(
      'Without the judge who agrees least, κ of different judges goes from fair to almost perfect (1.000) with 67 % of the rankings and 33 % of the pairs left',
    );
    expect(shown).toContain('Ranking, as the script of WMT16 counts');
  });

  it('gives everything as JSON, what is not defined as null', async () => {
    const report = JSON.parse(await run('both.tsv', '--curves', '--format', 'json', '--seed', '5'));
    expect(report.settings).toMatchObject({ chance: 'uniform', seed: 5, samples: 1000, level: 0.95, curves: true });
    expect(report.input).toMatchObject({ counts: { rankings: 30, verdicts: 12 }, formats: ['assay'] });
    const [ranked] = report.kinds;
    expect(ranked.all.labels.intra).toMatchObject({ compared: 0, kappa: { value: null, low: null, high: null }, strength: null });
    expect(ranked.curves.first).toHaveLength(10);
    expect(ranked.curves.worst[1]).toMatchObject({ dropped: 1, judge: 'j', inter: { kappa: 1 } });
    expect(await run('both.tsv', '--curves', '--format', 'json', '--seed', '5')).toBe(`${JSON.stringify(report, null, 2)}\n`);
  }); // prettier-ignore

  it('gives rows for programs', async () => {
    const [kappas, coefficients, curves] = (await run('both.tsv', '--curves', '-f', 'tsv')).split('\n\n');
    expect(kappas!.split('\n')[1]).toMatch(/^rankings\t\tinter\t0\.6\t/);
    expect(kappas!.split('\n')[2]).toBe('rankings\t\tintra\t\t\t\t0.3333333333333333\t\t\t\t0\t0\t\t\t\t\t\t');
    expect(coefficients).toContain('\tkrippendorff_alpha_nominal\t');
    expect(curves!.split('\n').filter((line) => line.startsWith('rankings\tworst'))).toHaveLength(3);
  });

  it('uses the requested chance and average', async () => {
    const empirical = JSON.parse(await run('both.tsv', '--chance', 'empirical', '-f', 'json'));
    expect(empirical.kinds[0].all.labels.inter.pE).toBe(0.5); // no ties
    const keys = JSON.parse(await run('both.tsv', '--average', 'keys', '-t', 't', '-f', 'json'));
    expect(keys.kinds[0].all.labels.inter.pA.value).toBeCloseTo((1 + 1 / 3 + 1 / 3 + 1 + 1 / 3) / 5, 12);
  });

  it('says why there are dashes', async () => {
    expect(await run('single.tsv', '--each-judge')).toContain('No item was judged twice');
  });

  it.each(['markdown', 'latex', 'html'])('can be written as %s', async (format) => {
    const shown = await run('both.tsv', '--curves', '--each-judge', '-f', format);
    expect(shown).toContain('0.400');
    expect(shown).not.toContain('undefined');
  });

  it('refuses options that do not apply', async () => {
    await expect(run('both.tsv', '--rerank')).rejects.toThrow(UsageError);
    await expect(run('both.tsv', '--chance', 'none')).rejects.toThrow('--chance must be one of uniform, empirical');
  });
});
