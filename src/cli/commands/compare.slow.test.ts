import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { UsageError, resolveOptions } from '../../core/index.ts';
import { withFiles } from '../../data/testing/files.ts';
import { genres } from '../../paradox/index.ts';
import type { CompareReport } from '../../report/index.ts';
import { runTyped } from '../testing/runTyped.ts';
import compare from './compare.ts';

const example = (name: string) => fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));

/** Runs the command as typed after `assay compare`. */
async function run(...typed: readonly string[]): Promise<{ report: CompareReport; shown: string }> {
  const { result, shown } = await runTyped(compare, ['-j', '1', ...typed]);
  return { report: result.report, shown };
}

const references = ['-r', example('reference.A.en.txt'), '-r', example('reference.B.en.txt')];
const [good, terse, verbose] = ['good.txt', 'terse.txt', 'verbose.txt'].map(example) as [string, string, string];
const quick = ['--samples', '500'];

describe('two systems', () => {
  it('says in words which is better, and shows the better minus the worse', async () => {
    const { report, shown } = await run(...references, terse, good, '-m', 'bleu', 'ter', ...quick);
    expect(report.systems).toEqual(['terse', 'good']);
    expect(report.compared[0]!.comparisons[0]).toMatchObject({ first: 1, second: 0, verdict: 1 });
    // No resample came near: p is a bound.
    expect(shown).toMatch(/^answer +good is significantly better than terse: 24\.84 BLEU apart, p < 0\.002\.$/m);
    expect(shown).toMatch(/^metrics +TER agrees with BLEU: good first, and no pair decided the other way\.$/m);
    expect(shown).toMatch(/^good +terse +\+24\.84 +\[2\d\.\d\d, 2\d\.\d\d\] +<0\.002 +good /m);
    // An error metric: the better one has less.
    expect(shown).toMatch(/^good +terse +-16\.63 +\[-\d+\.\d\d, -\d+\.\d\d\] +<0\.002 +good /m);
    expect(shown).toMatch(/^good +57\.34 +\[\d\d\.\d\d, \d\d\.\d\d\] +1 +32\.33 /m);
    expect(shown).not.toMatch(/undefined|NaN|null/);
  });

  it('has the better one first, whichever was given first', async () => {
    const { shown } = await run(...references, good, terse, '-m', 'bleu', ...quick);
    expect(shown).toMatch(/^answer +good is significantly better than terse: 24\.84 BLEU apart, p < 0\.002\.$/m);
    expect(shown).toMatch(/^good +terse +\+24\.84 +\[2\d\.\d\d, 2\d\.\d\d\] /m);
  });

  it('a copy is equal, with p = 1', async () => {
    await withFiles({ 'copy.txt': readFileSync(good) }, async (directory) => {
      for (const test of ['bootstrap', 'randomization', 'sign']) {
        const { report, shown } = await run(
          ...references,
          good,
          `${directory}/copy.txt`,
          '-m',
          'bleu',
          '--test',
          test,
          ...quick,
        );
        expect(report.compared[0]!.comparisons[0]).toMatchObject({ p: 1, difference: 0, verdict: 0 });
        expect(shown).toMatch(/^answer +good and copy have the same BLEU\.$/m);
      }
    });
  });

  it.each(['bootstrap', 'randomization', 'sign', 't', 'wilcoxon', 'sacrebleu-bs', 'sacrebleu-ar'])(
    '--test %s',
    async (test) => {
      const metric = test === 't' || test === 'wilcoxon' ? 'ribes' : 'chrf';
      const { report, shown } = await run(...references, terse, good, '-m', metric, '--test', test, ...quick);
      expect(report.compared[0]!.settings.test).toBe(test);
      expect(report.compared[0]!.comparisons[0]!.verdict).toBe(1);
      expect(shown).toMatch(/^test +\S/m);
    },
  );

  it('the sign test in both directions', async () => {
    const { shown } = await run(...references, terse, good, '-m', 'bleu', '--test', 'sign', ...quick);
    expect(shown).toMatch(/^good +terse +\d+:\d+ +<0\.001$/m);
    expect(shown).toMatch(/^terse +good +\d+:\d+ +0\.003$/m);
  });

  it('warns that BCa intervals of few units are too narrow', async () => {
    const shown = async (...typed: readonly string[]) =>
      (await run(...references, terse, good, '-m', 'bleu', '--samples', '100', ...typed)).shown.replace(/\s+/g, ' ');
    expect(await shown('-l', example('labels.tsv'), '--unit', 'document', '--interval', 'bca')).toMatch(
      /caution below 60 documents a BCa interval is too narrow \(there are \d+\): one of 95 % covers 90–93 %; use a higher --level/,
    );
    expect(await shown('-l', example('labels.tsv'), '--unit', 'document')).not.toContain('BCa interval');
    expect(await shown('--interval', 'bca')).not.toContain('BCa interval');
  });

  it('documents as units, BCa, equivalence and power', async () => {
    const { report, shown } = await run(
      ...references, terse, good, '-m', 'bleu', '-l', example('labels.tsv'), '--unit', 'document', '--interval', 'bca',
      '--equivalence', '30', '--power', ...quick,
    ); // prettier-ignore
    expect(report.compared[0]).toMatchObject({
      units: 8,
      segments: 60,
      settings: { interval: 'bca', equivalence: 30 },
    });
    expect(report.compared[0]!.comparisons[0]).toMatchObject({ equivalence: { isEquivalent: true } });
    expect(report.compared[0]!.comparisons[0]!.detectable!.difference).toBeGreaterThan(0);
    expect(shown).toMatch(/8 documents, each resampled or exchanged as a whole/);
    expect(JSON.stringify(report)).not.toContain('"59":');
  });
});

describe('words that hold', () => {
  const one = (name: string) => `${readFileSync(example(name), 'utf8').split('\n')[0]!}\n`;

  it('with too few samples or units, says so', async () => {
    // More samples are drawn where these are too few; sacreBLEU's test has just those: Holm multiplies the least p, 1 / 11, by three.
    const three = [...references, terse, good, verbose, '-m', 'bleu', '--samples', '10'];
    expect((await run(...three)).shown).not.toContain('nothing can be significant');
    const { shown } = await run(...three, '--test', 'sacrebleu-bs');
    expect(shown).toMatch(
      /^caution +nothing can be significant here: with 10 samples the smallest possible p is 0\.27;/m,
    );
    expect(shown).toMatch(/^beware +Nothing can be significant here/m);
    const labels = `document\n${Array.from({ length: 60 }, (_, i) => `d${i % 3}`).join('\n')}\n`;
    await withFiles({ 'labels.tsv': labels }, async (directory) => {
      const typed = [...references, terse, good, '-m', 'bleu', '-l', `${directory}/labels.tsv`, '--unit', 'document'];
      expect((await run(...typed, ...quick)).shown).toMatch(
        /^caution +below 20 documents the bootstrap is overconfident \(there are 3\)/m,
      );
      // Of three documents there are four exchanges.
      expect((await run(...typed, '--test', 'exact', ...quick)).shown).toMatch(
        /^caution +nothing can be significant here: with 3 documents the smallest possible p is 0\.25$/m,
      );
    });
    expect((await run(...references, terse, good, '-m', 'bleu', ...quick)).shown).not.toContain('caution');
  });

  it('sacreBLEU’s formula does not make a copy different', async () => {
    await withFiles({ 'copy.txt': readFileSync(good) }, async (directory) => {
      const { shown } = await run(
        ...references, good, `${directory}/copy.txt`, '-m', 'bleu', '--test', 'sacrebleu-ar', ...quick,
      ); // prettier-ignore
      expect(shown).toMatch(/^answer +good and copy have the same BLEU\.$/m);
    });
  });

  it('a metric given with two settings is named by them, also in sentences', async () => {
    const { shown } = await run(...references, terse, good, '-m', 'bleu', 'bleu(tok=char)', ...quick);
    expect(shown).toContain('bleu(tok=char) agrees with bleu: good first');
  });

  it('Wilcoxon’s test may favour the one with the worse score', async () => {
    // Slightly better in most segments, far worse in few.
    const rows = ['terse', 'good'].flatMap((system) =>
      Array.from({ length: 60 }, (_, i) => {
        const score = system === 'terse' ? 0 : i < 4 ? -100 : 1 + i / 100;
        return `${system}\t${i + 1}\tprism\t${score}`;
      }),
    );
    await withFiles({ 'm.tsv': `system\tsegment\tmetric\tscore\n${rows.join('\n')}\n` }, async (directory) => {
      const { shown } = await run(
        ...references, terse, good, '-m', 'none', '--scores', `${directory}/m.tsv`, '--test', 'wilcoxon', ...quick,
      ); // prettier-ignore
      expect(shown.replace(/\s+/g, ' ')).toMatch(
        /answer good is significantly better than terse: .* The test uses segment scores and contradicts the system scores of terse and good\./,
      );
    });
  });

  it('runs of one segment cannot be compared; equal ones are equal', async () => {
    const files = {
      'ref.txt': one('reference.A.en.txt'), 'a.1.txt': one('good.txt'), 'b.1.txt': one('terse.txt'), 'c.1.txt': one('good.txt'),
    }; // prettier-ignore
    await withFiles(files, async (directory) => {
      const at = (name: string) => `${directory}/${name}`;
      const { shown } = await run(
        '-r', at('ref.txt'), '--runs', at('a.*.txt'), at('b.*.txt'), at('c.*.txt'), '-m', 'bleu', ...quick,
      ); // prettier-ignore
      expect(shown.replace(/\s+/g, ' ')).toContain('b cannot be compared: neither segments nor runs vary');
      expect(shown).toMatch(/^caution +there is one run of each system/m);
      expect(shown).not.toContain('NaN');
    });
  });
});

it('one segment says nothing', async () => {
  await withFiles({ 'r.txt': 'a b c d\n', 'x.txt': 'a b c d\n', 'y.txt': 'a b\n' }, async (directory) => {
    const at = (name: string) => `${directory}/${name}`;
    const { shown } = await run('-r', at('r.txt'), at('x.txt'), at('y.txt'), '-m', 'chrf', ...quick);
    expect(shown.replace(/\s+/g, ' ')).toContain('x and y cannot be compared: there is only one segment or document');
  });
});

describe('several systems', () => {
  it('of many, says how many pairs differ and who is on top', async () => {
    const lines = readFileSync(good, 'utf8').trimEnd().split('\n');
    const files = Object.fromEntries(
      Array.from({ length: 7 }, (_, s) => [
        `s${s}.txt`,
        `${lines.map((line, i) => (i % 8 < s ? 'x' : line)).join('\n')}\n`,
      ]),
    );
    await withFiles(files, async (directory) => {
      const outputs = Object.keys(files).map((name) => `${directory}/${name}`);
      const { shown } = await run(...references, ...outputs, '-m', 'chrf', '--samples', '2000');
      expect(shown).toMatch(/^answer +s0 wins by chrF2: it is significantly better than every other system\.$/m);
      // Of 21 pairs the six of neighbours are shown.
      expect(shown.split('differences of neighbours\n')[1]!.split('\n\n')[0]!.split('\n')).toHaveLength(7);
    });
  });

  it('tables do not become too wide', async () => {
    const { shown } = await run(
      ...references, terse, good, verbose, example('shuffled.txt'), '-m', 'bleu', 'chrf', 'ter', 'wer', 'per', 'nist', '-l', example('labels.tsv'), '--why', ...quick,
    ); // prettier-ignore
    const tables = shown.slice(0, shown.indexOf('\nsegments ')).split('\n');
    expect(Math.max(...tables.map(({ length }) => length))).toBeLessThanOrEqual(120);
  });

  it('all pairs, corrected, with places', async () => {
    const { report, shown } = await run(...references, good, terse, verbose, '-m', 'bleu', ...quick);
    expect(report.compared[0]!.comparisons).toHaveLength(3);
    expect(report.compared[0]!.family).toBe(3);
    expect(shown).toMatch(/^Holm +p corrected for 3 comparisons/m);
    expect(report.compared[0]!.ranking!.places[0]).toEqual({ from: 1, to: 1 });
  });

  it('against a baseline', async () => {
    const { report } = await run(
      ...references,
      good,
      terse,
      verbose,
      '-m',
      'bleu',
      '--baseline',
      'terse',
      '--correct',
      'bh',
      ...quick,
    );
    expect(report.compared[0]!.comparisons.map(({ first, second }) => [first, second])).toEqual([
      [0, 1],
      [2, 1],
    ]);
    expect(report.compared[0]!.ranking).toBeUndefined();
  });

  it('the order of systems changes only their numbers', async () => {
    const [one, other] = [
      await run(...references, good, terse, '-m', 'chrf', ...quick),
      await run(...references, terse, good, '-m', 'chrf', ...quick),
    ];
    const [a, b] = [one, other].map(({ report }) => report.compared[0]!.comparisons[0]!);
    expect(a!.difference).toBeCloseTo(b!.difference, 12);
    expect(a!.p).toBe(b!.p);
    expect(a!.interval).toEqual(b!.interval);
  });
});

describe('why', () => {
  it('parts, words, n-grams, what BLEU is made of, segments, references', async () => {
    const { report, shown } = await run(
      ...references,
      terse,
      good,
      '-m',
      'bleu',
      '-l',
      example('labels.tsv'),
      '--why',
      ...quick,
    );
    expect(report.explanation!.divisions.map(({ name }) => name)).toEqual([
      'reference length', 'length difference (terse − good)', 'document', 'domain',
    ]); // prettier-ignore
    for (const caption of ['BLEU by domain', 'F-score of words by frequency', 'BLEU: components in which terse and good differ', 'N-grams that only terse or only good', 'Segments in which', 'Closest reference']) {
      expect(shown).toContain(caption);
    } // prettier-ignore
    const { parts, difference } = report.explanation!.pairs[0]!.bleu[0]!;
    expect(parts!.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(difference, 9);
    expect(shown).not.toMatch(/undefined|NaN|null/);
  });

  it('says which labels have too many values to divide by', async () => {
    const lines = (name: string) => Array.from({ length: 2 }, () => readFileSync(example(name), 'utf8')).join('');
    const files = {
      'ref.txt': lines('reference.A.en.txt'), 'a.txt': lines('good.txt'), 'b.txt': lines('terse.txt'),
      'labels.tsv': `line\thalf\n${Array.from({ length: 120 }, (_, i) => `${i}\t${i < 60 ? 1 : 2}`).join('\n')}\n`,
    }; // prettier-ignore
    await withFiles(files, async (directory) => {
      const [ref, a, b, labels] = Object.keys(files).map((name) => `${directory}/${name}`) as [
        string,
        string,
        string,
        string,
      ];
      const { report, shown } = await run('-r', ref, a, b, '-l', labels, '-m', 'bleu', '--why', ...quick);
      expect(report.explanation!.leftOut).toEqual(['line']);
      expect(report.explanation!.divisions.map(({ name }) => name)).toContain('half');
      expect(shown.replace(/\s+/g, ' ')).toContain('too many parts to show for line');
    });
  });

  it('--top says how many are listed', async () => {
    const rows = async (...top: string[]) => {
      const { shown } = await run(...references, terse, good, '-m', 'bleu', '--why', ...top, ...quick);
      return shown.split('Segments in which')[1]!.split('\n\n')[0]!.split('\n').length - 2;
    };
    expect([await rows(), await rows('--top', '3'), await rows('--top', '20')]).toEqual([5, 3, 20]);
  });

  it('words by a text and by a list', async () => {
    const files = {
      'train.txt': 'the the the\nThe bridge\n',
      'classes.tsv': 'word\tclass\nthe\tarticle\na\tarticle\n',
    };
    await withFiles(files, async (directory) => {
      const { report } = await run(
        ...references, terse, good, '-m', 'bleu', '--why', '--frequencies', `${directory}/train.txt`, '--word-classes', `${directory}/classes.tsv`, ...quick,
      ); // prettier-ignore
      const [byFrequency, byClass] = report.explanation!.accuracies;
      expect(byFrequency!.classes.map(({ label }) => label)).toEqual(['0', '1', '3']);
      expect(byClass!.classes.map(({ label }) => label)).toEqual(['article', 'other']);
    });
  });

  it('warns if the parts contradict the whole by BLEU', async () => {
    // The genres of Chiang et al. (2008), section 3.2, as assay paradox makes them up.
    const sizes = resolveOptions(genres.sizes, {});
    const { references: texts, systems, labels } = genres.build(sizes);
    const files = {
      'ref.txt': texts.map((list) => (typeof list === 'string' ? list : (list[0] ?? ''))),
      ...Object.fromEntries([...systems].map(([name, outputs]) => [`${name}.txt`, outputs])),
      'labels.tsv': ['genre', ...labels.get('genre')!],
    };
    const contents = Object.fromEntries(Object.entries(files).map(([name, lines]) => [name, `${lines.join('\n')}\n`]));
    await withFiles(contents, async (directory) => {
      const at = (name: string) => `${directory}/${name}`;
      const outputs = [...systems.keys()].map((name) => at(`${name}.txt`));
      const { shown } = await run(
        '-r',
        at('ref.txt'),
        ...outputs,
        '-l',
        at('labels.tsv'),
        '-m',
        'bleu(tok=none)',
        '--why',
        ...quick,
      );
      expect(shown.replace(/\s+/g, ' ')).toContain(
        'BLEU contradicts itself by genre: mixed_genre is better than genre_specific on the whole, but in none of the parts.',
      );
    });
  });
});

/** By the titles of their columns. */
function rowsOf(shown: string, separator = '\t'): Record<string, string>[] {
  const [titles, ...rows] = shown
    .trimEnd()
    .split('\n')
    .map((line) => line.split(separator));
  return rows.map((row) => Object.fromEntries(titles!.map((title, t) => [title, row[t]!])));
}

describe('forms', () => {
  it('as JSON, which is the report itself and reproducible', async () => {
    const typed = [...references, terse, good, '-m', 'bleu', '--why', '-f', 'json', ...quick];
    const { report, shown } = await run(...typed);
    expect(JSON.parse(shown)).toEqual(JSON.parse(JSON.stringify(report)));
    expect((await run(...typed)).shown).toBe(shown);
  });

  it('as rows', async () => {
    const { report, shown } = await run(...references, terse, good, '-m', 'bleu', 'ter', '-f', 'tsv', ...quick);
    const rows = rowsOf(shown);
    expect(Object.keys(rows[0]!)).toEqual([
      'metric', 'first', 'second', 'first_score', 'second_score', 'difference', 'low', 'high', 'p', 'corrected_p', 'better',
      'wins', 'losses', 'ties', 'first_place_from', 'first_place_to', 'second_place_from', 'second_place_to',
    ]); // prettier-ignore
    expect(rows).toMatchObject([
      { metric: 'bleu', first: 'good', second: 'terse', better: 'good', wins: '1', losses: '0', ties: '0' },
      { metric: 'ter', first: 'good', second: 'terse', better: 'good', first_place_to: '1', second_place_from: '2' },
    ]);
    expect(Number(rows[1]!['low'])).toBe(report.compared[1]!.comparisons[0]!.interval.low);
  });

  it('as rows with every requested column', async () => {
    const asked = ['--equivalence', '30', '--power', '--test', 'sign', '--baseline', 'terse'];
    const { report, shown } = await run(...references, terse, good, verbose, '-m', 'bleu', '-f', 'csv', ...asked, ...quick); // prettier-ignore
    const rows = rowsOf(shown, ',');
    expect(Object.keys(rows[0]!).slice(11)).toEqual([
      'wins', 'losses', 'ties', 'equivalence_p', 'equivalence_corrected_p', 'equal', 'detectable', 'segments_needed',
      'first_into_second_wins', 'first_into_second_losses', 'first_into_second_p',
      'second_into_first_wins', 'second_into_first_losses', 'second_into_first_p',
    ]); // prettier-ignore
    expect(rows).toHaveLength(2);
    rows.forEach((row, i) => {
      const { wins, losses, ties, equivalence, detectable, signTest } = report.compared[0]!.comparisons[i]!;
      const { p, corrected, isEquivalent } = equivalence!;
      expect(Object.values(row).slice(11)).toEqual(
        [
          wins, losses, ties, p, corrected, isEquivalent ? 'yes' : '', detectable!.difference, Math.ceil(detectable!.units),
          signTest!.intoSecond.wins, signTest!.intoSecond.losses, signTest!.intoSecond.p,
          signTest!.intoFirst.wins, signTest!.intoFirst.losses, signTest!.intoFirst.p,
        ].map(String),
      ); // prettier-ignore
    });
    // Within 30 points both are equal to the baseline, and one is also better.
    expect(rows.map(({ equal }) => equal)).toEqual(['yes', 'yes']);
    const documents = await run(...references, terse, good, '-m', 'bleu', '-l', example('labels.tsv'), '--unit', 'document', '--power', '-f', 'tsv', ...quick); // prettier-ignore
    expect(rowsOf(documents.shown)[0]).toHaveProperty('documents_needed');
  });

  it('as rows that name metrics as -m reads them, and scores from files as the files do', async () => {
    const scores = ['good', 'terse'].flatMap((system, s) =>
      Array.from({ length: 60 }, (_, i) => `${system}\t${i + 1}\tter\t${s + ((i * (s + 3)) % 7)}`),
    );
    await withFiles({ 'other.tsv': `system\tsegment\tmetric\tscore\n${scores.join('\n')}\n` }, async (directory) => {
      const metrics = ['-m', 'bleu', 'bleu(tok=char)', 'ulc(of=bleu+chrf)', 'ter'];
      const { shown } = await run(...references, terse, good, ...metrics, '--scores', `${directory}/other.tsv`, '-f', 'tsv', ...quick); // prettier-ignore
      // Of two that would be called ter, the one computed has the name that tables have.
      expect(rowsOf(shown).map(({ metric }) => metric)).toEqual(['bleu', 'bleu(tok=char)', 'ulc(of=bleu+chrf)', 'TER', 'ter']); // prettier-ignore
    });
  });

  it.each(['markdown', 'latex', 'html'])('as %s', async (format) => {
    const { shown } = await run(...references, terse, good, '-m', 'bleu', '--why', '-f', format, ...quick);
    expect(shown).toContain('good');
    expect(shown.replace(/<script>.*<\/script>/s, '')).not.toMatch(/undefined|NaN/);
  });

  it('as a page, the same each time', async () => {
    await withFiles({}, async (directory) => {
      const page = async (name: string) => {
        await run(
          ...references,
          terse,
          good,
          '-m',
          'bleu',
          '-s',
          example('source.de.txt'),
          ...quick,
          '-o',
          `${directory}/${name}`,
        );
        return readFileSync(`${directory}/${name}`, 'utf8');
      };
      const text = await page('a.html');
      expect(await page('b.html')).toBe(text);
      expect(text).toContain('good is significantly better than terse');
      expect(text).toContain('type="application/json"');
      expect(text).not.toMatch(/undefined|>NaN</);
    });
  });
});

describe('runs', () => {
  const lines = readFileSync(good, 'utf8').trimEnd().split('\n');
  const others = readFileSync(terse, 'utf8').trimEnd().split('\n');
  /** Each run has some other segments of the worse system. */
  const runOf = (seed: number, share: number) =>
    `${lines.map((line, i) => ((i * 7 + seed * 13) % 10 < share ? others[i]! : line)).join('\n')}\n`;
  const files = {
    'base.1.txt': runOf(1, 5), 'base.2.txt': runOf(2, 5), 'base.10.txt': runOf(3, 5), 'new.1.txt': runOf(1, 1), 'new.2.txt': runOf(2, 1),
  }; // prettier-ignore

  it.each(['crossed', 'stratified'])('%s', async (test) => {
    await withFiles(files, async (directory) => {
      const { report, shown } = await run(
        ...references, '--runs', `${directory}/base.*.txt`, `fresh=${directory}/new.?.txt`, '--run-test', test, '-m', 'bleu', ...quick,
      ); // prettier-ignore
      expect(report.systems).toEqual(['base', 'fresh']);
      expect(report.runs!.files.map((list) => list.map((path) => path.replace(`${directory}/`, '')))).toEqual([
        ['base.1.txt', 'base.2.txt', 'base.10.txt'],
        ['new.1.txt', 'new.2.txt'],
      ]);
      expect(report.runs!.compared[0]!.systems[0]!.scores).toHaveLength(3);
      // The better minus the worse, as without runs.
      expect(report.runs!.compared[0]!.comparisons[0]).toMatchObject({ first: 1, second: 0, better: 1 });
      expect(report.runs!.compared[0]!.comparisons[0]!.difference).toBeGreaterThan(0);
      expect(shown).toMatch(/fresh is significantly better than base|fresh and base do not differ/);
      expect(shown).not.toMatch(/undefined|NaN/);
    });
  });

  it('as rows, with what varies', async () => {
    await withFiles({ ...files, 'old.1.txt': runOf(4, 8) }, async (directory) => {
      const patterns = ['old', 'base', 'new'].map((name) => `${directory}/${name}.*.txt`);
      const { report, shown } = await run(...references, '--runs', ...patterns, '-m', 'bleu', '-f', 'tsv', ...quick);
      const rows = rowsOf(shown);
      const { systems, comparisons } = report.runs!.compared[0]!;
      expect(rows).toHaveLength(3);
      rows.forEach((row, i) => {
        const { first, second } = comparisons[i]!;
        const expected = ([['first', first], ['second', second]] as const).flatMap(([side, s]) => {
          const { scores, selection, optimizer } = systems[s]!;
          return [
            [`${side}_runs`, String(scores.length)],
            [`${side}_least`, String(Math.min(...scores))],
            [`${side}_most`, String(Math.max(...scores))],
            [`${side}_s_of_test_sets`, String(selection)],
            [`${side}_s_of_runs`, optimizer === undefined ? '' : String(optimizer)],
          ];
        }); // prettier-ignore
        expect(Object.entries(row).slice(11, 21)).toEqual(expected);
      });
      expect(rows.find(({ second }) => second === 'old')).toMatchObject({ second_runs: '1', second_s_of_runs: '' });
      expect(rows[0]).toHaveProperty('second_place_to');
      expect(rows[0]).not.toHaveProperty('wins');
    });
  });
});

describe('several systems in a file of runs', () => {
  it('are refused instead of taken for runs of other systems', async () => {
    const fifteen = readFileSync(verbose, 'utf8').split('\n').slice(0, 15).join('\n');
    await withFiles({ 'other.txt': `${fifteen}\n` }, async (directory) => {
      await expect(
        run('--runs', example('data.tsv'), `${directory}/other.txt`, '-m', 'bleu', ...quick),
      ).rejects.toThrow(
        new UsageError(
          'Each file of --runs must hold the outputs of one run; 2 files hold 3 systems: good, terse, other.',
        ),
      );
    });
  });
});

describe('scores from elsewhere', () => {
  const rows = (skip = -1) =>
    ['good', 'terse'].flatMap((system, s) =>
      Array.from({ length: 60 }, (_, i) => `${system}\t${i + 1}\tbleurt\t${1 - s * 0.2 + ((i * (s + 3)) % 7) / 100}`),
    ).filter((_, i) => i !== skip); // prettier-ignore
  const table = (skip?: number) => `system\tsegment\tmetric\tscore\n${rows(skip).join('\n')}\n`;

  it('are tested like any other', async () => {
    await withFiles({ 'bleurt.tsv': table() }, async (directory) => {
      const { report } = await run(
        ...references,
        terse,
        good,
        '-m',
        'none',
        '--scores',
        `${directory}/bleurt.tsv`,
        '--test',
        't',
        ...quick,
      );
      expect(report.metrics.map(({ name }) => name)).toEqual(['bleurt']);
      expect(report.compared[0]!.comparisons[0]).toMatchObject({ verdict: 1 });
      expect(report.compared[0]!.comparisons[0]!.difference).toBeCloseTo(0.2, 2);
    });
  });

  it('can be compared without texts, with any segment names', async () => {
    const named = table().replace(/\t(\d+)\tbleurt/g, '\tdoc::$1\tbleurt');
    await withFiles({ 'bleurt.tsv': named }, async (directory) => {
      const { report, shown } = await run('--scores', `${directory}/bleurt.tsv`, '--test', 'wilcoxon', ...quick);
      expect(report.systems).toEqual(['good', 'terse']);
      expect(report.compared[0]!.comparisons[0]).toMatchObject({ first: 0, second: 1, verdict: 1 });
      expect(shown).toMatch(/^segments +60$/m);
      expect(shown).toMatch(/^input +sha256:[0-9a-f]{16}$/m);
      for (const [flag, value] of [
        ['--why', []],
        ['-r', [good]],
        ['-m', ['bleu']],
      ] as const) {
        await expect(run('--scores', `${directory}/bleurt.tsv`, flag, ...value)).rejects.toThrow(
          `${flag} needs the outputs, but only scores are given. Name the output files, or leave out ${flag}.`,
        );
      }
    });
  });

  /** As comet-score --to_json writes it, with the paths of the outputs. */
  const comet = JSON.stringify(
    Object.fromEntries(
      ['good', 'terse', 'verbose'].map((system, s) => [
        `runs/${system}.txt`,
        Array.from({ length: 60 }, (_, i) => ({ src: '', mt: '', COMET: 0.9 - s * 0.1 + ((i * (s + 3)) % 7) / 100 })),
      ]),
    ),
  );

  it('join the default metrics, or those asked for', async () => {
    await withFiles({ 'comet.json': comet }, async (directory) => {
      const scores = ['--scores', `${directory}/comet.json`];
      const namesWith = async (...typed: string[]) =>
        (await run(...references, terse, good, ...scores, ...typed, '--samples', '50')).report.metrics.map(
          ({ name }) => name,
        );
      expect(await namesWith()).toEqual(['BLEU', 'chrF2', 'TER', 'COMET']);
      expect(await namesWith('-m', 'ter')).toEqual(['TER', 'COMET']);
      expect(await namesWith('-m', 'none')).toEqual(['COMET']);
      expect(await namesWith('-m', 'none', '--lower-is-better', 'comet')).toEqual(['COMET']);
      const { report } = await run(...references, terse, good, ...scores, '--primary', 'comet', '--samples', '50');
      expect(report.answer.primary).toBe(3);
      expect(report.input.notes).toContain('Scores of other systems left out: runs/verbose.txt.');
    });
  });

  it('need no references: they are tested, also in parts, and explained as far as that needs none', async () => {
    await withFiles({ 'comet.json': comet }, async (directory) => {
      const { report, shown } = await run(
        terse, good, '--scores', `${directory}/comet.json`, '-l', example('labels.tsv'), '-s', example('source.de.txt'), '--why', ...quick,
      ); // prettier-ignore
      expect(report.metrics.map(({ name }) => name)).toEqual(['COMET']);
      expect(report.compared[0]!.comparisons[0]).toMatchObject({ first: 1, second: 0, verdict: 1 });
      const { divisions, accuracies, pairs, references: matched } = report.explanation!;
      expect(divisions.map(({ name }) => name)).toEqual(['length difference (terse − good)', 'document', 'domain']);
      expect(accuracies).toEqual([]);
      expect(pairs[0]!.ngrams).toEqual([]);
      expect(pairs[0]!.segments[0]!.byScore.second).not.toEqual([]);
      expect(matched).toBeUndefined();
      // The mean of the scores of the domain, computed by hand of the formula above.
      const news = readFileSync(example('labels.tsv'), 'utf8').trim().split('\n').slice(1).flatMap((row, i) => (row.endsWith('\tnews') ? [i] : [])); // prettier-ignore
      const mean = news.reduce((sum, i) => sum + 0.9 + ((i * 3) % 7) / 100, 0) / news.length;
      expect(divisions[2]!.buckets[0]!.byMetric[0]!.systems[1]!.score).toBeCloseTo(mean, 12);
      expect(shown).toMatch(/^segments +60$/m);
      expect(shown).toContain('Left out, because there are no references: BLEU, chrF2, TER.');
      expect(shown).not.toMatch(/undefined|NaN|null/);
    });
  });

  it('of whole systems are left out, with a note', async () => {
    const bleu = 'system\tmetric\tscore\ngood\tprism\t30\nterse\tprism\t20\n';
    await withFiles({ 'bleu.tsv': bleu, 'comet.json': comet }, async (directory) => {
      const files = ['--scores', `${directory}/bleu.tsv`, `${directory}/comet.json`];
      const { report } = await run(...references, terse, good, '-m', 'bleu', ...files, '--samples', '50');
      expect(report.metrics.map(({ name }) => name)).toEqual(['BLEU', 'COMET']);
      expect(report.input.notes.at(-1)).toBe(
        'prism: left out, since there are no segment scores to test. assay score --scores shows them.',
      );
      await expect(run('--scores', `${directory}/bleu.tsv`)).rejects.toThrow(/^Systems are compared by scores of their segments/); // prettier-ignore
    });
  });

  it('must be whole', async () => {
    await withFiles({ 'bleurt.tsv': table(3) }, async (directory) => {
      await expect(run(...references, terse, good, '--scores', `${directory}/bleurt.tsv`)).rejects.toThrow(
        new UsageError(
          `${directory}/bleurt.tsv: bleurt has no score of segment 4 of good: 1 of 60 are missing. Every output needs one.`,
        ),
      );
    });
  });

  it('must be of this test set, and are part of the input hash', async () => {
    const hashes = new Set<string>();
    const long = `${table()}good\t61\tbleurt\t1\nterse\t61\tbleurt\t1\n`;
    await withFiles({ 'long.tsv': long, 'bleurt.tsv': table(), 'words.txt': 'a b c\n' }, async (directory) => {
      await expect(run(...references, terse, good, '--scores', `${directory}/long.tsv`)).rejects.toThrow(
        new UsageError(
          `${directory}/long.tsv: bleurt has a score of segment 61, which is not one of the 60 segments compared. Give the scores of this test set.`,
        ),
      );
      for (const more of [
        [],
        ['--scores', `${directory}/bleurt.tsv`],
        ['--why', '--frequencies', `${directory}/words.txt`],
      ]) {
        hashes.add((await run(...references, terse, good, '-m', 'bleu', ...more)).report.input.sha256);
      }
    });
    expect(hashes.size).toBe(3);
  });
});

describe('bad input', () => {
  it.each<[string[], RegExp]>([
    [[], /^No files given/],
    [[...references, good], /two systems|one system|1 system/],
    [
      [...references, good, terse, '--baseline', 'goood'],
      /^There is no system goood to use as the baseline\. Did you mean good\?$/,
    ],
    [[...references, good, terse, '--unit', 'document'], /label document/],
    [[...references, good, terse, '-m', 'bleu', '--test', 't'], /BLEU/],
    [[...references, good, terse, '-m', 'bleu', '--test', 'exact'], /exact/],
    [[...references, good, terse, '--why', '-f', 'tsv'], /^The results of --why cannot be written as tsv\./],
    [[...references, good, terse, '--top', '3'], /^--top needs --why/],
    [[...references, '--runs', `a=${good}`, `b=${good}`], /matches the patterns of both a and b/],
    [[...references, good, '--runs', 'a.txt'], /^With --runs, name all outputs there/],
    [[...references, '--runs', 'no/such/*.txt', 'b'], /there is no folder no\/such/],
    [[...references, '--runs', good, terse, '--test', 't'], /^With --runs, choose the test with --run-test/],
    [[...references, '--runs', good, terse, '-n', 'a'], /^With --runs, name systems there/],
    [[...references, '--runs', good, terse, '--power'], /^--power is not for --runs/],
    [[...references, '--runs', good, terse, '--equivalence', '1'], /^--equivalence is not for --runs/],
    [[...references, '--runs', good, terse, '--interval', 'bca'], /^--interval bca is not for --runs/],
    [[...references, '--runs', good, terse, '-f', 'html', '--frequencies', good], /^--frequencies needs --why/],
    [[...references, good, terse, '--run-test', 'stratified'], /^--run-test is for --runs/],
    [[...references, good, terse, '--lower-is-better', 'TER'], /^--lower-is-better names metrics of --scores/],
    [[...references, good, terse, '--higher-is-better', 'TER'], /^--higher-is-better names metrics of --scores/],
    [[...references, good, terse, '--task', 'de-en'], /^--task names the task of --scores/],
    [[...references, good, terse, '-m', 'none'], /^-m none computes no metric/],
    [[good, terse], /^No references given\. Pass them with -r/],
    [[good, terse, '-m', 'bleu', 'ter'], /^No references given, which bleu and ter need\. Pass them with -r/],
    [[...references, good, '-', '--why', '--frequencies', '-'], /^Standard input \(-\) is given twice/],
    [[...references, good, terse, '--frequencies', good], /^--frequencies needs --why/],
    [[...references, good, terse, '-o', good], /is read by the same command/],
  ])('%j', async (typed, message) => {
    const error = await run(...typed).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(UsageError);
    expect((error as Error).message).toMatch(message);
  });
});
