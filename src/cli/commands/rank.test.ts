import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import type { RankReport } from '../../report/index.ts';
import { runTyped } from '../testing/runTyped.ts';
import rank from './rank.ts';

let folder: string;
const inFolder = (name: string) => join(folder, name);

/** Our own format: a row for each output of a ranking. */
const rankingRows = (task: string, ...written: readonly string[]) =>
  written.flatMap((each, r) =>
    each.split(' ').map((entry) => {
      const [system = '', place = ''] = entry.split(':');
      return [task, String(r + 1), `judge${r % 2}`, system, place].join('\t');
    }),
  );

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-rank-'));
  const write = (name: string, lines: readonly string[]) => writeFileSync(inFolder(name), `${lines.join('\n')}\n`);
  write('rankings.tsv', [
    'task\tsegment\tjudge\tsystem\trank',
    ...rankingRows(
      'de-en',
      ...Array.from({ length: 12 }, () => 'combo:1 best:2 second:3 worst:4'),
      'second:1 best:1',
      'second:1 best:2',
    ),
    ...rankingRows('fr-en', 'one:1 two:1', 'one:2 two:1'),
  ]);
  write('ratings.tsv', [
    'task\tsegment\tjudge\tsystem\tscore\titem',
    ...Array.from({ length: 10 }, (_, g) => [`de-en\t${g}\tj\ta\t${80 + g}\toutput`, `de-en\t${g}\tj\tb\t${40 + g}\toutput`, `de-en\t${g}\tj\tb\t${10 + g}\tdamaged`]).flat(),
    'de-en\t1\tk\tb\t55\toutput',
  ]); // prettier-ignore
  write('errors.tsv', [
    'task\tsegment\tjudge\tsystem\tseverity\tcategory',
    'de-en\t1\tj\ta\tmajor\taccuracy',
    'de-en\t1\tj\tb\tminor\tstyle',
    'de-en\t2\tj\tb\tcritical\taccuracy',
  ]);
  write('verdicts.tsv', ['task\tsegment\tjudge\tsystem\teditor\tacceptable', 'de-en\t1\tj\ta\te\tyes']);
  write('blank.tsv', ['task\tsegment\tjudge\tsystem\trank', 'de-en\t1\tj\ta\t']);
  write('constrained.tsv', ['task\tsystem', 'de-en\tsecond', 'de-en\tworst', 'hu-en\tother']);
  write('one.tsv', ['segment\tjudge\tsystem\trank', '1\tj\ta\t1', '1\tj\tb\t2']);
  write('bare.tsv', ['second', '', 'worst']);
  write('unknown.tsv', ['de-en\tsecond', 'de-en\tworse']);
  write('wide.tsv', ['de-en\tsecond\tyes']);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command as typed after `assay rank`, files by their names in the folder. */
async function run(...typed: readonly string[]): Promise<{ report: RankReport; shown: string }> {
  const words = typed.map((word) => (/^\w+\.tsv$/.test(word) ? inFolder(word) : word));
  const { result: report, shown } = await runTyped(rank, words);
  return { report, shown };
}

const marksOf = ({ rankings }: RankReport) =>
  rankings[0]!.systems.map(
    ({ system, win, constrainedWin }) => `${system}${win ? '●' : ''}${constrainedWin ? '*' : ''}`,
  );

describe('rankings', () => {
  it('a table for each task, with scores, wins, ranks and clusters', async () => {
    const { report, shown } = await run('rankings.tsv');
    expect(report.rankings.map(({ task, rankings, comparisons }) => [task, rankings, comparisons])).toEqual([['de-en', 14, 74], ['fr-en', 2, 2]]); // prettier-ignore
    expect(shown).toMatch(
      /^answer +de-en: combo is best by ranking, in a cluster of its own\. fr-en: No system is in a better cluster\n +than another by ranking\.$/m,
    );
    expect(shown).toMatch(/^de-en: 14 rankings by 2 judges, 74 comparisons\nsystem +≥ others +> others +win +ranks +cluster +comparisons\n/m); // prettier-ignore
    expect(shown).toMatch(/^combo +1\.000 +1\.000 +● +1 +1 +36\n─+\nbest +0\.658 +0\.632 +2 +2 +38\n─+\nsecond /m);
    expect(shown).toMatch(/^two +1\.000 +0\.500 +● +1–2 +1 +2\none /m);
    expect(shown).toMatch(/\njudgments +16 rankings \(assay\)\ninput +sha256:/);
  });

  it('only tasks asked for', async () => {
    expect((await run('rankings.tsv', '-t', 'fr-en')).report.rankings.map(({ task }) => task)).toEqual(['fr-en']);
  });

  it.each([
    ['constrained.tsv', ['combo●', 'best', 'second*', 'worst']],
    ['bare.tsv', ['combo●', 'best', 'second*', 'worst']],
    ['worst', ['combo●', 'best', 'second', 'worst*']],
    ['best, second', ['combo●', 'best*', 'second', 'worst']],
    ['*e*', ['combo●', 'best*', 'second', 'worst']],
  ])('constrained: %s', async (list, expected) => {
    const { report, shown } = await run('rankings.tsv', '-t', 'de-en', '--constrained', list);
    expect(marksOf(report)).toEqual(expected);
    expect(shown).toMatch(/^system .*win +constrained +ranks/m);
  });

  it.each([
    ['an empty file that is not a regular one', '/dev/null', ['combo●', 'best', 'second', 'worst']],
    ['a pipe', 'pipe', ['combo●', 'best', 'second*', 'worst']],
  ])('constrained: %s', async (_, list, expected) => {
    if (list === 'pipe') {
      execFileSync('sh', ['-c', `mkfifo "${inFolder('pipe')}"`]);
      execFile('sh', ['-c', `cat "${inFolder('bare.tsv')}" > "${inFolder('pipe')}"`]);
    }
    const path = list === 'pipe' ? inFolder('pipe') : list;
    const { report } = await run('rankings.tsv', '-t', 'de-en', '--constrained', path);
    expect(marksOf(report)).toEqual(expected);
  });

  it('counts repeated judgments, and warns if they may be duplicate rows', async () => {
    const row = 'German,English,3,-1,3,j,,a,,b,1,2';
    const header = 'srclang,trglang,srcIndex,documentId,segmentId,judgeId,system1Number,system1Id,system2Number,system2Id,system1rank,system2rank'; // prettier-ignore
    writeFileSync(inFolder('again.csv'), `${[header, row, row].join('\n')}\n`);
    const { report, shown } = await run(inFolder('again.csv'));
    expect(report.rankings[0]!.rankings).toBe(2);
    expect(shown.replace(/\s+/g, ' ')).toMatch(/ note 1 ranking repeats an earlier one by the same judge \(first: .*again\.csv, line 3\); counted as given again/); // prettier-ignore
  });

  it('a doubled rating is left out, or an error if the reading is strict', async () => {
    writeFileSync(inFolder('twice.tsv'), 'segment\tjudge\tsystem\tscore\n1\tj\ta\t50\n1\tj\ta\t60\n');
    await expect(run('twice.tsv', '--strict')).rejects.toThrow(/twice\.tsv, line 3: a rating of the same output by the same judge is on line 2\. /); // prettier-ignore
    await expect(run('twice.tsv', '--strict', '--lenient')).rejects.toThrow('Use one of the two.');
    const { report, shown } = await run('twice.tsv');
    expect(report.ratings[0]!.ratings).toBe(1);
    expect(shown).toMatch(/1 malformed row; first: .*twice\.tsv, line 3/);
  });

  it('unlisted systems count as opponents only', async () => {
    const { report, shown } = await run('rankings.tsv', '-t', 'de-en', '--unlisted', 'com*');
    expect(marksOf(report)).toEqual(['combo', 'best●', 'second', 'worst']);
    expect(shown).not.toMatch(/^combo/m);
    expect(shown).toMatch(/^best +0\.658 +0\.632 +● +1 +1 +38$/m);
    expect(shown).toMatch(/^not listed +1 system;/m);
  });

  it('pairwise, with marks of the sign test', async () => {
    const { shown } = await run('rankings.tsv', '-t', 'de-en', '--pairwise');
    // best against second: 12 wins, 1 loss, 1 tie; p = 28 / 2¹³.
    expect(shown).toMatch(/^than +combo +best +second +worst$/m);
    expect(shown).toMatch(/^combo +\.00‡ +\.00‡ +\.00‡$/m);
    expect(shown).toMatch(/^best +1\.00‡ +\.07‡ +\.00‡$/m);
    expect(shown).toMatch(/^second +1\.00‡ +\.86‡ +\.00‡$/m);
    expect(shown).toMatch(/^> others +1\.00 +\.63 +\.34 +\.00$/m);
    expect(shown).toMatch(/^\* † ‡ +p ≤ 0\.10, 0\.05, 0\.01/m);
  });

  it('columns are numbered if names would make the table too wide', async () => {
    const many = Array.from({ length: 12 }, (_, i) => `system-number-${String(i).padStart(2, '0')}:${i + 1}`).join(' ');
    writeFileSync(
      inFolder('many.tsv'),
      `task\tsegment\tjudge\tsystem\trank\n${rankingRows('de-en', many).join('\n')}\n`,
    );
    const { shown } = await run('many.tsv', '--pairwise');
    expect(shown).toMatch(/^than +1 +2 +3 +4 /m);
    expect(shown).toMatch(/^ 1 system-number-00 +\.00 +\.00 /m);
    expect(shown).toMatch(/^12 system-number-11 +1\.00 /m);
  });

  it.each(['gt', 'bojar', 'expected-wins', 'trueskill', 'bradley-terry'])('by %s', async (by) => {
    const { report, shown } = await run('rankings.tsv', '--rank-by', by, '--samples', '50');
    expect(report.settings).toMatchObject({ by, samples: 50 });
    expect(report.rankings[0]!.systems.map(({ system }) => system)).toEqual(['combo', 'best', 'second', 'worst']);
    if (by === 'expected-wins')
      expect(shown.replace(/\s+/g, ' ')).toContain('0 against systems never met or only tied with');
    expect(shown).toMatch(by === 'trueskill' ? /^order +by TrueSkill, the mean of 50 runs/m : /^order +by /m);
  });

  it.each(['sign', 'ranking-permutation', 'ranking-bootstrap'])('test %s', async (test) => {
    const { report, shown } = await run('rankings.tsv', '--test', test, '--samples', '99', '--sign-ties', 'split');
    expect(report.rankings[0]!.pairs.p[0]![3]).toBeLessThan(0.05);
    expect(shown).toMatch(test === 'sign' ? /● .*exact sign test, ties split/ : /● .*whole rankings, 99 samples/);
  });

  it('by the rules of a shared task: the answer names it, and notes say what it does and what Assay concludes without it', async () => {
    const { report, shown } = await run('rankings.tsv', '-t', 'de-en', '--rules', 'wmt09');
    expect(report.settings).toMatchObject({ rule: 'wmt09', by: 'ge', test: 'sign', alpha: 0.1 });
    expect(shown).toMatch(/^answer +By the rules of WMT09: combo is best by ranking, in a cluster of its own\.$/m);
    expect(shown).toMatch(/^rules +WMT09 \(Callison-Burch et al\., 2009\)\. Orders systems by the share/m);
    expect(shown).toMatch(/^checked +Table 6/m);
    expect(shown).toMatch(/^default +without --rules: de-en: combo > best > second > worst\./m);
    const { report: sixteen } = await run('rankings.tsv', '-t', 'de-en', '--rules', 'wmt16');
    expect(sixteen.settings).toMatchObject({ by: 'trueskill', resampled: 'comparisons', samples: 1000 });
    expect(marksOf(sixteen)[0]).toBe('combo●');
  }); // prettier-ignore

  it.each([
    [['rankings.tsv', '--rules', 'wmt24'], 'The rules of WMT24 rank by ratings, but the judgments hold 16 rankings. Rules that fit: wmt09, wmt16.'],
    [['ratings.tsv', '--rules', 'wmt16'], 'The rules of WMT16 rank by rankings, but the judgments hold 31 ratings. Rules that fit: wmt21, wmt22, wmt23, wmt24, wmt25, wmt26.'],
    [['ratings.tsv', '--rules', 'wmt22', '--alpha', '0.1'], '--rules wmt22 sets what --alpha would change. Leave one of them out.'],
    [['ratings.tsv', '--rules', 'wmt22', '--ratings', 'raw'], '--rules wmt22 sets what --ratings would change. Leave one of them out.'],
    [['ratings.tsv', '--rules', 'wmt2'], 'wmt2'],
  ])('refuses %j', async (typed, message) => {
    await expect(run(...typed)).rejects.toThrow(UsageError);
    await expect(run(...typed)).rejects.toThrow(message);
  }); // prettier-ignore

  it.each([
    ['wmt22', 'z', 'raw'],
    ['wmt23', 'mean', 'ranks'],
    ['wmt24', 'mean of domains', 'raw'],
    ['wmt25', 'mean', 'ranks'],
    ['wmt26', 'mean', 'ranks'],
  ])('ratings by the rules of %s', async (rule, title, next) => {
    const { report, shown } = await run('ratings.tsv', '--rules', rule);
    expect(shown).toMatch(new RegExp(`^answer +By the rules of ${rule.toUpperCase()}: a is best by rating`, 'm'));
    expect(shown).toMatch(new RegExp(`^system +${title} +${next}`, 'm'));
    expect(report.ratings[0]!.systems.map(({ system, cluster }) => [system, cluster])).toEqual([['a', 1], ['b', 2]]);
    const { shown: page } = await run('ratings.tsv', '--rules', rule, '--format', 'html');
    expect(page).toContain(`Ranked by the rules of ${rule.toUpperCase()}.`);
    const { shown: csv } = await run('ratings.tsv', '--rules', rule, '--format', 'csv');
    expect(csv).toMatch(/^task,system,score,standardised,raw,/);
  }); // prettier-ignore

  it('marked errors by the rules of WMT24, where outputs have no ratings', async () => {
    const { report, shown } = await run('errors.tsv', '--rules', 'wmt24');
    expect(report.annotations[0]!.systems.map(({ system, score }) => [system, score])).toEqual([['b', -3], ['a', -5]]);
    expect(shown).toMatch(/critical=5/);
  }); // prettier-ignore

  it.each(['markdown', 'latex', 'html', 'csv', 'tsv'])('as %s', async (format) => {
    const { shown } = await run('rankings.tsv', '--pairwise', '-f', format);
    expect(shown.replace(/<script>.*<\/script>/s, '')).not.toMatch(/undefined|NaN/);
    expect(shown).toContain('combo');
    if (format === 'latex') expect(shown).toMatch(/combo & 1\.000 & 1\.000 & \$\\bullet\$ & 1 & 1 & 36 \\\\ \\midrule/);
    if (format === 'html') expect(shown).toContain('<tr class="line"><th scope="row" class="left"><bdi>combo</bdi>');
    if (format === 'tsv') {
      expect(shown).toMatch(/^task\tsystem\tscore\tge\tgt\tbojar\texpected-wins\tbradley-terry\twin\t/);
      expect(shown).toMatch(/^de-en\tbest\tsecond\t1\t1\t12\t0\.07142857142857142\t0\.00341796875$/m);
    }
  });

  it('as JSON, which is the report itself; what is unknown is null', async () => {
    const { report, shown } = await run('rankings.tsv', '-f', 'json');
    expect(JSON.parse(shown)).toEqual(JSON.parse(JSON.stringify(report)));
    expect(report.settings).toEqual({
      by: 'ge', test: 'sign', signTies: 'dropped', identical: 'ties', alpha: 0.1, ratingAlpha: 0.05, scale: 'standardised',
      excludeUnreliable: false, weights: report.settings.weights, samples: 1000, seed: 12345, level: 0.95,
    }); // prettier-ignore
    expect(report.input).toMatchObject({ formats: ['assay'], counts: { rankings: 16 } });
  });

  it('the same bytes for the same seed', async () => {
    const [one, two] = [await run('rankings.tsv', '--rank-by', 'trueskill', '--samples', '20'), await run('rankings.tsv', '--rank-by', 'trueskill', '--samples', '20')]; // prettier-ignore
    expect(one.shown).toBe(two.shown);
  });
});

describe('other kinds of judgments', () => {
  it('ratings', async () => {
    const { report, shown } = await run('ratings.tsv', '--exclude-unreliable');
    expect(report.ratings[0]).toMatchObject({ task: 'de-en', ratings: 21, withoutSpread: ['k'], excluded: [] });
    expect(shown).toMatch(
      /^de-en: 21 ratings by 2 judges\nsystem +standardised +raw +ranks +cluster +segments +ratings\n/m,
    );
    expect(shown).toMatch(/^a +0\.\d{3} +84\.500 +1 +1 +10 +10\n─+\nb /m);
    expect(shown).toMatch(/^j +20 +10 +10 +0 +<0\.001 +0 +– +yes$/m);
    expect(shown).toMatch(/^no spread +ratings of k, /m);
  });

  it('ratings as they are', async () => {
    const { report } = await run('ratings.tsv', '--ratings', 'raw', '--alpha', '0.01');
    expect(report.settings).toMatchObject({ scale: 'raw', ratingAlpha: 0.01, alpha: 0.01 });
    expect(report.ratings[0]!.systems[0]).toMatchObject({ system: 'a', score: 84.5 });
  });

  it('marked errors, with weights', async () => {
    const { report, shown } = await run(
      'errors.tsv',
      '--error-weights',
      'critical=10,minor:style=0.5,*:non-translation=3',
    );
    expect(report.annotations[0]!.systems.map(({ system, score }) => [system, score])).toEqual([['a', -5], ['b', -5.25]]); // prettier-ignore
    expect(shown).toMatch(
      /Weights:\s+minor:fluency\/punctuation=0\.1, minor:style=0\.5, \*:non-translation=3, [\s\S]*critical=10/,
    );
  });

  it('all kinds in several files, rankings first', async () => {
    const { shown } = await run(
      'ratings.tsv',
      'errors.tsv',
      'rankings.tsv',
      'verdicts.tsv',
      '--error-weights',
      'critical=10',
    );
    const captions = [...shown.matchAll(/^(?:de|fr)-en: .*$/gm)].map(([line]) => line);
    expect(captions).toEqual([
      'de-en: 14 rankings by 2 judges, 74 comparisons',
      'fr-en: 2 rankings by 2 judges, 2 comparisons',
      'de-en: 21 ratings by 2 judges',
      'de-en: how the judges rated damaged and repeated outputs',
      'de-en: errors marked in 3 outputs by 1 judge',
    ]);
    expect(shown).toMatch(/^not used +1 verdict: see assay accept$/m);
  });

  it.each(['csv', 'tsv', 'markdown', 'latex', 'html'])('as %s', async (format) => {
    const { shown } = await run('ratings.tsv', 'errors.tsv', '--error-weights', 'critical=10', '-f', format);
    expect(shown.replace(/<script>.*<\/script>/s, '')).not.toMatch(/undefined|NaN/);
    expect(shown).toContain('84.5');
  });
});

describe('bad input', () => {
  it.each<[string[], RegExp]>([
    [['verdicts.tsv'], /^Cannot rank systems: there are no rankings, ratings or marked errors\.$/],
    [['blank.tsv'], /or marked errors\. Left out: 1 ranking without a rank \(first: .*blank\.tsv, line 2\)$/],
    [['rankings.tsv', '-t', 'de-fr'], /^There are no judgments of the task de-fr\. /],
    [['rankings.tsv', '--constrained', 'secnd'], /^--constrained: there is no system secnd, and no such file\. Did you mean second\?$/], // prettier-ignore
    [['rankings.tsv', '--unlisted', '*-combo'], /^--unlisted: there is no system \*-combo, and no such file\. /],
    [['rankings.tsv', '--unlisted', ' , '], /^--unlisted names no system\. Give names separated by commas, or a file of names\.$/], // prettier-ignore
    [['rankings.tsv', '--constrained', 'unknown.tsv'], /unknown\.tsv, line 2: there is no system worse in de-en\. Did you mean worst\?$/], // prettier-ignore
    [['rankings.tsv', '--constrained', 'wide.tsv'], /wide\.tsv, line 1: a line must hold a system, or a task, a tab and a system\.$/], // prettier-ignore
    [['rankings.tsv', '--rank-by', 'trueskill', '--test', 'ranking-permutation'], /^TrueSkill scores are random/],
    [['rankings.tsv', '--unlisted', '*'], /^--unlisted \* matches all systems, so none is left to list\.$/],
    [['one.tsv', '-t', 'de-en', '-t', 'fr-en'], /^There are no judgments of the task de-en: the judgments do not name tasks\. Give a single --task to assign them all to it\.$/], // prettier-ignore
    [
      ['blank.tsv', '-t', 'fr-en', '-t', 'de-en'],
      /^There are no judgments of the task fr-en: there are none at all\.$/,
    ],
    [['errors.tsv'], /^Errors of severity "critical" \(category accuracy; first in .*errors\.tsv, line 4\) have no weight\. .*Add a weight with --error-weights, such as critical=10\.$/], // prettier-ignore
    [['errors.tsv', '--error-weights', 'critical=9,nosuch=5'], /^--error-weights: no error is of severity nosuch\. /],
    [['errors.tsv', '--error-weights', 'critical=9,majr=5'], /^--error-weights: no error is of severity majr\. Did you mean major\?$/], // prettier-ignore
    [['errors.tsv', '--error-weights', 'critical=9,*:styl=5'], /^--error-weights: no error is of category styl\. Did you mean style\?$/], // prettier-ignore
    [['rankings.tsv', '--error-weights', 'major=6'], /^--error-weights sets the weights of marked errors, but the judgments hold none\. Leave it out\.$/], // prettier-ignore
    [['rankings.tsv', '-o', 'rankings.tsv'], /is read by the same command/],
    [['rankings.tsv', '--constrained', 'bare.tsv', '-o', 'bare.tsv'], /is read by the same command/],
  ])('%j', async (typed, message) => {
    const failed = run(...typed);
    await expect(failed).rejects.toThrow(UsageError);
    await expect(failed).rejects.toThrow(message);
  });

  it.each([
    ['--error-weights', 'critical', /"critical" is not a weight/],
    ['--error-weights', 'critical=', /"critical=" is not a weight/],
    ['--error-weights', 'critical=much', /"critical=much" is not a weight/],
    ['--error-weights', '=3', /"=3" is not a weight/],
    [
      '--error-weights',
      'major=-5',
      /"major=-5" is below 0, but weights are subtracted from the score: write major=5\./,
    ],
    ['--error-weights', 'major=5,major=6', /"major=6" gives a second weight to major\. Leave one of them out\./],
    ['--error-weights', 'Major:Style=5, major:style=5', /" major:style=5" gives a second weight to major:style\./],
    ['--error-weights', '*:style=5,*:style=5', /"\*:style=5" gives a second weight to \*:style\./],
    ['--rank-by', 'elo', /--rank-by must be one of ge, gt, bojar, expected-wins, trueskill, bradley-terry/],
    ['--alpha', '2', /--alpha must be a number from 0 to 1/],
    ['--samples', '0', /--samples must be an integer from 1 to/],
  ])('%s %s', async (option, value, message) => {
    await expect(run('rankings.tsv', option, value)).rejects.toThrow(message);
  });
});
