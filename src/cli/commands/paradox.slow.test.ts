import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import type { ParadoxReport } from '../../report/index.ts';
import { runTyped } from '../testing/runTyped.ts';
import paradox from './paradox.ts';

const example = (name: string) => fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));
let folder: string;
const inFolder = (name: string) => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-paradox-'));
  writeFileSync(inFolder('one.tsv'), 'domain\n'.padEnd(7 + 5 * 60, 'news\n'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command as typed after `assay paradox`. */
async function run(...typed: readonly string[]): Promise<{ report: ParadoxReport; shown: string }> {
  const { result: report, shown } = await runTyped(paradox, typed);
  return { report, shown };
}

const findingLine = (shown: string, name: string) =>
  shown
    .slice(shown.indexOf(`\n${name} `))
    .split(/\n(?=\S)/)[1]!
    .replace(/\s+/g, ' ')
    .trim();

describe('made up', () => {
  it('the sign test shows the contradiction at a glance', async () => {
    const { report, shown } = await run('sign-test');
    expect(report).toMatchObject({
      paradox: 'sign-test',
      systems: ['b', 'c'],
      made: { recipe: 'padding', sizes: { segments: 8, length: 20, missing: 3, extra: 1 } },
    });
    expect(report.metrics.map(({ metric }) => metric)).toEqual([
      'bleu(tok=none,smooth=none)',
      'bleu-sbp(tok=none)',
      '4grr(tok=none)',
      'amber(tok=none)',
    ]);
    expect(shown).toMatch(/^b +51\.00 +51\.00 +55\.41 /m);
    expect(shown).toMatch(/^c +b +8:0 +0\.008 +8:0 +0\.008 +8:0 +0\.008 /m);
    expect(shown).toMatch(/^b +c +8:0 +0\.008 +0:8 +0\.008 +0:8 +0\.008 /m);
    expect(findingLine(shown, 'BLEU')).toBe(
      'BLEU contradicts itself: c is significantly better than b (8:0, p = 0.008) with b as the baseline, and b is significantly better than c (8:0, p = 0.008) with c as the baseline. ' +
        'With one exchange the brevity penalty of b (length ratio 1.050) stays at 1.000 and the brevity penalty of c (length ratio 0.850) goes from 0.838 to 0.867.',
    );
    expect(findingLine(shown, '4-GRR')).toBe(
      '4-GRR does not contradict itself: c is significantly better than b (8:0, p = 0.008), whichever is the baseline. It is decomposable and can never contradict itself.',
    );
  });

  it('the other variant, in another size', async () => {
    const { shown } = await run(
      'sign-test',
      '--variant',
      'scattered',
      '--size',
      'segments=20',
      '-m',
      'bleu',
      'bleu-sbp',
    );
    expect(shown).toMatch(/^c +b +20:0 +<0\.001 +10:10 +1\.000$/m);
    expect(findingLine(shown, 'BLEU-SBP')).toBe(
      'BLEU-SBP does not contradict itself: neither system is significantly better (10:10, p = 1.000 and 10:10, p = 1.000).',
    );
  });

  it('genres', async () => {
    const { shown } = await run('genres', '-d', '1');
    expect(shown).toMatch(/^all +\+1\.1 +-0\.5 +-0\.3 +-0\.2$/m);
    expect(findingLine(shown, 'BLEU')).toMatch(
      /^BLEU contradicts itself: mixed_genre is better on the whole \(32\.1 against 31\.0\), but on no part: nw 56\.6 against 61\.0 and web 12\.0 against 12\.1\. Brevity/,
    );
  });

  it('deletion', async () => {
    const { shown } = await run('deletion');
    expect(shown).toMatch(/^as made up +1 +8\.9 % +63\.84 +57\.76 +63\.88 /m);
    expect(findingLine(shown, 'BLEU-SBP')).toBe(
      'BLEU-SBP does not contradict itself: it gets worse if any segment is left empty. Without 1 segment as made up: from 63.84 to 57.76.',
    );
  });

  it.each([
    ['genres', ['--size', 'newswire=50', '--size', 'weblogs=10'], 'with 0.51 to 38 times as many weblogs as newswire'],
    ['genres', ['-m', '4grr', 'ter'], 'with 0.51 to 38 times as many weblogs as newswire'],
    [
      'sign-test',
      ['--size', 'segments=5'],
      'with at least 6 segments of 10 to 100 words, of which at least 3 and at most half are missing, and 1 to 5 extra words',
    ],
    ['sign-test', ['--variant', 'scattered', '--size', 'segments=5'], 'with at least 6 segments'],
    [
      'deletion',
      ['--size', 'segments=10'],
      'if all extra words together fill a segment: if segments × extra is at least 20 + extra',
    ],
  ])('%s %j shows no paradox, and says which sizes do', async (name, typed, sizes) => {
    const { report, shown } = await run(name, ...typed);
    if (report.paradox === 'deletion-study') throw new Error('another paradox');
    expect(report.findings.map(({ contradicts }) => contradicts)).toEqual(report.metrics.map(() => false));
    expect(findingLine(shown, 'no paradox')).toBe(
      `no paradox In these sizes no metric shown contradicts itself. BLEU with default settings contradicts itself ${sizes}; this includes the default sizes.`,
    );
  });

  it.each([
    ['genres', []],
    ['genres', ['-m', 'bleu-sbp', '--size', 'newswire=1']],
    ['sign-test', []],
    ['deletion', []],
  ])('%s %j shows a paradox, and suggests no other sizes', async (name, typed) => {
    expect((await run(name, ...typed)).shown).not.toContain('default sizes');
  });

  it.each(['markdown', 'latex', 'html'])('as %s', async (format) => {
    for (const name of ['sign-test', 'genres', 'deletion']) {
      const { shown } = await run(name, '-f', format);
      expect(shown).toContain('contradicts itself');
      expect(shown.replace(/<script>.*<\/script>/s, '')).not.toMatch(/undefined|NaN/);
    }
  });

  it('as JSON, which is the report itself', async () => {
    const { report, shown } = await run('genres', '-f', 'json');
    expect(JSON.parse(shown)).toEqual(JSON.parse(JSON.stringify(report)));
    expect(report).toMatchObject({ paradox: 'genres', label: 'genre' });
  });

  it.each(['sign-test', 'genres', 'deletion'])(
    'as JSON, %s says of each metric whether it contradicts itself',
    async (name) => {
      const { shown } = await run(name, '-f', 'json');
      const { findings } = JSON.parse(shown) as { findings: { contradicts: unknown }[] };
      expect(findings.map(({ contradicts }) => contradicts)).toEqual([true, false, false, false]);
    },
  );
});

describe('of files', () => {
  const reference = ['-r', example('reference.A.en.txt')];

  it('the sign test', async () => {
    const { report, shown } = await run(
      'sign-test',
      ...reference,
      example('verbose.txt'),
      example('good.txt'),
      '-j',
      '1',
    );
    expect(report).toMatchObject({ systems: ['verbose', 'good'], segments: 60, input: { references: 1 } });
    expect(report.metrics.map(({ metric }) => metric)).toEqual(['bleu', 'bleu-sbp', '4grr', 'amber']);
    expect(shown).toMatch(/^good +verbose +60:0 +<0\.001 /m);
    expect(shown).toMatch(/\ninput +sha256:/);
  });

  it('genres by the domain by default', async () => {
    const files = [example('terse.txt'), example('verbose.txt'), '-l', example('labels.tsv'), '-m', 'bleu', 'ter'];
    const { report } = await run('genres', ...reference, ...files);
    expect(report).toMatchObject({
      label: 'domain',
      findings: [{ parts: [{ value: 'news' }, { value: 'travel' }] }, {}],
    });
    const byDocument = await run('genres', ...reference, ...files, '--by', 'document', '-n', 'short', '-n', 'long');
    expect(byDocument.report.systems).toEqual(['short', 'long']);
    expect(byDocument.report.paradox === 'genres' && byDocument.report.findings[0]!.parts).toHaveLength(8);
  });

  it.each([
    ['sign-test', 'verbose,good', ['verbose.txt', 'good.txt']],
    ['genres', 'terse, shuffled', ['terse.txt', 'shuffled.txt']],
    ['deletion', 'verbose', ['verbose.txt']],
  ])('%s of %s, chosen out of four', async (name, chosen, files) => {
    const four = ['good.txt', 'terse.txt', 'verbose.txt', 'shuffled.txt'].map(example);
    const rest = [...reference, '-l', example('labels.tsv'), '-m', 'bleu', '4grr'];
    const { input: _, ...found } = (await run(name, ...four, '--systems', chosen, ...rest)).report;
    const { input: __, ...alone } = (await run(name, ...files.map(example), ...rest)).report;
    expect(found).toEqual(alone);
  });

  it('systems chosen out of one file, in the order they are named', async () => {
    const there = await run('sign-test', example('wmt.xml'), '--systems', 'shuffled,terse', '-m', 'bleu');
    const back = await run('sign-test', example('wmt.xml'), '--systems', 'terse,shuffled', '-m', 'bleu');
    expect([there.report.systems, back.report.systems]).toEqual([['shuffled', 'terse'], ['terse', 'shuffled']]); // prettier-ignore
    if (there.report.paradox !== 'sign-test' || back.report.paradox !== 'sign-test') throw new Error('another paradox');
    const [first, second] = there.report.findings[0]!.standings;
    expect(first!.score).not.toBe(second!.score);
    expect(back.report.findings[0]!.standings).toEqual([second, first]);
  });

  it('deletion: a wordy system can leave out a fifth and gain', async () => {
    const { report, shown } = await run('deletion', ...reference, example('verbose.txt'), '-m', 'bleu', '4grr');
    if (report.paradox !== 'deletion') throw new Error('another paradox');
    const [nothing, byBleu] = report.deletions;
    expect(byBleu!.share).toBeGreaterThan(0.2);
    expect(byBleu!.standings[0]!.score).toBeGreaterThan(nothing!.standings[0]!.score + 3);
    expect(byBleu!.standings[1]!.score).toBeLessThan(nothing!.standings[1]!.score - 5);
    expect(report.findings[0]).toEqual({ preferred: byBleu!.segments.length, contradicts: true });
    expect(report.findings[1]!.contradicts).toBe(false);
    expect(findingLine(shown, 'BLEU')).toMatch(/^BLEU contradicts itself: it gets no worse without 14 of 60 segments/);
  });
});

describe('of n-best lists', () => {
  const lists = ['deletion', example('nbest.txt'), '-r', example('reference.A.en.txt'), '-j', '1'];
  const quick = ['--restarts', '0', '--candidates', '3', '-m', 'bleu', 'bleu-sbp'];

  it('deletion by tuning', async () => {
    const { report, shown } = await run(...lists, ...quick, '--weights', example('weights.txt'));
    expect(report).toMatchObject({
      paradox: 'deletion-study',
      systems: ['none', 'word', 'sentence'],
      segments: 60,
      objectives: [0, 1],
      restarts: 0,
      seed: 1,
      startedFrom: 'weights',
      deletion: { first: 3, longest: 1 },
      parts: [{ set: 'tuned on', segments: 30 }, { set: 'held out', segments: 30 }],
    }); // prettier-ignore
    expect(shown).toMatch(/^Tuned to BLEU-SBP: 30 segments held out$/m);
    expect(shown).toMatch(/^BLEU +tuned to it: word deletion /m);
    expect(shown).toMatch(/\ninput +sha256:/);
    expect(shown.replace(/<script>.*<\/script>/s, '')).not.toMatch(/undefined|NaN/);
  });

  it.each([
    [['-m', 'ter', 'bleu'], ['ter', 'bleu'], [1]],
    [['-m', 'ter'], ['ter'], [0]],
    [['-m', 'ter', 'bleu', '--objective', 'ter', '--objective', 'bleu(tok=none)'], ['bleu(tok=none)', 'ter', 'bleu'], [1, 0]],
  ])('objectives by %j', async (typed, metrics, objectives) => {
    const { report } = await run(...lists, '--restarts', '0', '--candidates', '1', '--hold-out', '0', ...typed);
    if (report.paradox !== 'deletion-study') throw new Error('another paradox');
    expect(report.metrics.map(({ metric }) => metric)).toEqual(metrics);
    expect(report.objectives).toEqual(objectives);
    expect(report.parts.map(({ set, segments }) => [set, segments])).toEqual([['tuned on', 60]]);
  }); // prettier-ignore

  it.each(['markdown', 'latex', 'html', 'json'])('as %s', async (format) => {
    const { report, shown } = await run(...lists, ...quick, '-f', format);
    if (format === 'json') expect(JSON.parse(shown)).toEqual(JSON.parse(JSON.stringify(report)));
    else expect(shown).toContain('word deletion');
  });
});

describe('bad input', () => {
  const reference = ['-r', example('reference.A.en.txt')];
  const [good, terse, verbose] = ['good.txt', 'terse.txt', 'verbose.txt'].map(example) as [string, string, string];
  const nbest = example('nbest.txt');
  it.each<[string[], string]>([
    [['sign-tests'], 'Unknown paradox sign-tests. Did you mean sign-test?'],
    [['simpson'], 'Unknown paradox simpson. Known: sign-test, genres, deletion.'],
    [['sign-test', '--size', 'segments=0'], 'segments must be an integer from 1 to 100000, not "0".'],
    [['sign-test', '--size', 'segments=many'], 'segments must be an integer from 1 to 100000, not "many".'],
    [['sign-test', '--size', 'missing=20'], 'missing must be less than length (20), or c would be empty; it is 20.'],
    [
      ['sign-test', '--size', 'deleted=2'],
      '--size: padding has no size deleted, only segments, length, missing, extra.',
    ],
    [
      ['sign-test', '--variant', 'scattered', '--size', 'length=9'],
      '--size: scattered has no size length, only segments.',
    ],
    [['genres', '--size', 'segments=9'], '--size: genres has no size segments, only newswire, weblogs.'],
    [
      ['deletion', '--size', 'deleted=11'],
      'deleted must be less than segments (11), or every segment would be empty; it is 11.',
    ],
    [['genres', '--variant', 'padding'], '--variant is for sign-test, not for genres.'],
    [['deletion', '--by', 'domain'], '--by is for genres, not for deletion.'],
    [['genres', '--by', 'domain'], '--by is for your own outputs, not for made-up outputs.'],
    [['sign-test', '-r', good], '--reference is for your own outputs, n-best lists, not for made-up outputs.'],
    [['sign-test', good, terse], 'No references given. Pass them with -r, or pass a file that has references.'],
    [['sign-test', ...reference, good], 'assay paradox sign-test takes the outputs of 2 systems, not of 1: good.'],
    [
      ['genres', ...reference, good, terse, verbose],
      'assay paradox genres takes the outputs of 2 systems, not of 3: good, terse, verbose. Name those you mean, as in --systems good,terse.',
    ],
    [
      ['deletion', example('wmt.xml')],
      'assay paradox deletion takes the outputs of 1 system, not of 4: good, terse, verbose, shuffled. Name the one you mean, as in --systems good.',
    ],
    [
      ['sign-test', ...reference, good, terse, verbose, '-n', 'our best', '-n', "Ann's", '-n', 'x'],
      "assay paradox sign-test takes the outputs of 2 systems, not of 3: our best, Ann's, x. Name those you mean, as in --systems 'our best,Ann'\\''s'.",
    ],
    [
      ['sign-test', example('wmt.xml'), '--systems', 'good,tersee'],
      '--systems: there is no system tersee. Did you mean terse?',
    ],
    [
      ['deletion', example('wmt.xml'), '--systems', 'best'],
      '--systems: there is no system best. Known: good, terse, verbose, shuffled.',
    ],
    [
      ['sign-test', example('wmt.xml'), '--systems', 'good,'],
      '--systems: there is no system "". Known: good, terse, verbose, shuffled.',
    ],
    [['sign-test', example('wmt.xml'), '--systems', 'good,good'], '--systems names good twice.'],
    [
      ['sign-test', example('wmt.xml'), '--systems', 'good'],
      'assay paradox sign-test takes the outputs of 2 systems, but --systems names 1: good.',
    ],
    [
      ['deletion', example('wmt.xml'), '--systems', 'good,terse'],
      'assay paradox deletion takes the outputs of 1 system, but --systems names 2: good, terse.',
    ],
    [['genres', '--systems', 'b,c'], '--systems is for your own outputs, not for made-up outputs.'],
    [
      ['deletion', nbest, ...reference, '--systems', 'none'],
      '--systems is for your own outputs, not for n-best lists.',
    ],
    [
      ['sign-test', ...reference, good, terse, '--size', 'segments=9'],
      '--size is for made-up outputs, not for your own outputs.',
    ],
    [
      ['sign-test', ...reference, good, terse, '--variant', 'padding'],
      '--variant is for made-up outputs, not for your own outputs.',
    ],
    [
      ['genres', ...reference, good, terse],
      'There is no label domain: the input has no labels. Give --labels FILE, a TSV file with a header and one row per segment.',
    ],
    [['genres', nbest, '-r', good], 'assay paradox genres takes outputs of systems, not n-best lists.'],
    [
      ['sign-test', good, terse, '--lists', '-r', good],
      'assay paradox sign-test takes outputs of systems, not n-best lists.',
    ],
    [['deletion', nbest], 'No reference given. Name a file with -r.'],
    [
      ['deletion', nbest, ...reference, '-l', example('labels.tsv')],
      '--labels is for your own outputs, not for n-best lists.',
    ],
    [['deletion', nbest, ...reference, '-n', 'system'], '--name is for your own outputs, not for n-best lists.'],
    [['deletion', nbest, ...reference, '--size', 'segments=9'], '--size is for made-up outputs, not for n-best lists.'],
    [
      ['deletion', nbest, ...reference, '--variant', 'padding'],
      '--variant is for made-up outputs, not for n-best lists.',
    ],
    [
      ['deletion', nbest, ...reference, '--hold-out', '1'],
      'Cannot hold out a share of 1 of 60 segments: both parts need at least one segment.',
    ],
    [['deletion', nbest, ...reference, '--objective', 'ter', '--objective', 'ter'], 'The metric ter is given twice.'],
    [
      ['deletion', nbest, good, ...reference],
      `${nbest} is an n-best list, but ${good} is not. Give files of one kind.`,
    ],
    [
      ['deletion', good, ...reference, '--lists'],
      `${good}, line 1: expected \`segment ||| translation ||| features ||| total\`.`,
    ],
    [['deletion', good, ...reference, '--seed', '3'], '--seed is for n-best lists, not for your own outputs.'],
    [['deletion', '--weights', example('weights.txt')], '--weights is for n-best lists, not for made-up outputs.'],
    [['sign-test', '-m', 'blue'], 'Unknown metric blue. Did you mean bleu?'],
    [['sign-test', '-m', 'bleu', 'bleu'], 'The metric bleu is given twice.'],
  ])('%j', async (typed, message) => {
    await expect(run(...typed)).rejects.toThrow(new UsageError(message));
  });

  it('parts that are one part', async () => {
    await expect(run('genres', ...reference, good, terse, '-l', inFolder('one.tsv'))).rejects.toThrow(
      new UsageError(
        'All segments have the same domain, "news", so there are no parts to compare. Choose a label with at least two values.',
      ),
    );
  });

  it('refuses to overwrite its input', async () => {
    await expect(run('sign-test', ...reference, good, terse, '-o', good)).rejects.toThrow(
      /is read by the same command/,
    );
  });
});
