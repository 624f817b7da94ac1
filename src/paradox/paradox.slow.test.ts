import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Metric, rowMeasurement } from '../core/index.ts';
import { type Measured, measureAll } from '../measure/index.ts';
import { wer } from '../metrics/index.ts';
import { metricsForTests } from '../metrics/testing/resources.ts';
import { deletable } from './deletionParadox.ts';
import { deletion, deletionParadox, genreParadox, genres, padding, scattered, signTestParadox } from './index.ts';
import { emptied, genreOf, measuredBy, metrics } from './testing/measured.ts';

/** Precisions of s1a by hand: 15 of 21 or 17 words match in runs of five, so 12, 9 and 6 longer n-grams. */
describe('the sign test', () => {
  it('with BLEU finds each system significantly better than the other', () => {
    const { standings, exchanges, contradicts, againstScores } = signTestParadox(measuredBy(padding).by['bleu']!);
    expect([contradicts, againstScores]).toEqual([true, true]);
    expect(standings[0]!.score).toBeCloseTo(100 * ((15 * 12 * 9 * 6) / (21 * 20 * 19 * 18)) ** 0.25, 9);
    expect(standings[1]!.score).toBeCloseTo(
      100 * Math.exp(1 - 20 / 17) * ((15 * 12 * 9 * 6) / (17 * 16 * 15 * 14)) ** 0.25,
      9,
    );
    const [c, b] = exchanges;
    expect(c).toMatchObject({ test: 1, baseline: 0, wins: 8, losses: 0, ties: 0, p: 2 / 256, better: 1 });
    expect(b).toMatchObject({ test: 0, baseline: 1, wins: 8, losses: 0, ties: 0, p: 2 / 256, better: 0 });
    // One segment less 4 words of 168, or more of 136: still 160 words, or nearer to them.
    expect(c.average.parts).toMatchObject({ 'length ratio': 164 / 160, 'brevity penalty': 1 });
    expect(b.average.parts!['brevity penalty']).toBeCloseTo(Math.exp(1 - 160 / 140), 9);
  });

  it.each(['bleu_sbp', '4grr', 'amber'])('with %s finds the same system better both times', (name) => {
    const { exchanges, contradicts, againstScores } = signTestParadox(measuredBy(padding).by[name]!);
    expect([contradicts, againstScores]).toEqual([false, false]);
    expect(exchanges.map(({ better, wins, losses }) => [better, wins, losses])).toEqual([
      [1, 8, 0],
      [1, 0, 8],
    ]);
  });

  it('decides nothing with too few segments', () => {
    const { exchanges, contradicts } = signTestParadox(measuredBy(padding, { segments: 5 }).by['bleu']!);
    expect(contradicts).toBe(false);
    expect(exchanges.map(({ better }) => better)).toEqual([null, null]); // 5:0 has p = 0.0625
  });

  it('can prefer a system with a worse score', () => {
    // Errors, plus 100 if fewer than 20 words are left: no single exchange takes the first system there; the second is there already.
    const rows = Float64Array.from(
      [...Array.from({ length: 6 }, () => [2, 4]), ...Array.from({ length: 6 }, () => [1, 2.2])].flat(),
    );
    const shape = { name: 'errors', higherIsBetter: false, systems: 2, segments: 6, width: 2 };
    const score = (sums: ArrayLike<number>) => (sums[1]! > 20 ? sums[0]! : sums[0]! + 100);
    const metric = { ...metrics['bleu']!, score, higherIsBetter: false } as Metric;
    delete (metric as { parts?: unknown }).parts;
    const { contradicts, againstScores, standings } = signTestParadox({
      ...rowMeasurement(shape, rows, score),
      metric,
      systemNames: ['b', 'c'],
    });
    expect(standings).toEqual([{ score: 12 }, { score: 106 }]);
    expect([contradicts, againstScores]).toEqual([false, true]);
  });
});

describe('genres', () => {
  it('are each translated worse, and the whole better, only by BLEU', () => {
    const { by, labels } = measuredBy(genres);
    const found = Object.entries(by).map(([name, each]) => ({ name, ...genreParadox(each, genreOf(labels)) }));
    for (const { name, parts, whole, contradicts } of found) {
      expect(parts.map(({ value, better }) => [value, better])).toEqual([
        ['nw', 0],
        ['web', 0],
      ]);
      expect(whole.better).toBe(name === 'bleu' ? 1 : 0);
      expect(contradicts).toBe(name === 'bleu');
    }
    // Neither BLEU nor AMBER is a mean of its parts.
    expect(found.filter(({ isBetween }) => !isBetween).map(({ name }) => name)).toEqual(['bleu', 'amber']);
  });

  it('behave the same in larger numbers', () => {
    const { by, labels } = measuredBy(genres, { newswire: 30, weblogs: 50 });
    expect(genreParadox(by['bleu']!, genreOf(labels)).contradicts).toBe(true);
    expect(genreParadox(by['bleu_sbp']!, genreOf(labels)).contradicts).toBe(false);
  });

  it.each([
    [3, 5, ['bleu']],
    [1, 2, ['bleu', 'bleu_sbp']],
    [1, 5, ['bleu', 'bleu_sbp']],
    [2, 50, ['bleu', 'bleu_sbp']],
    [5, 50, ['bleu', 'bleu_sbp']],
    [4, 4, ['bleu', 'amber']],
    [23, 1, ['amber']],
    [50, 10, []],
    [1, 60, []],
  ])(
    'of %i and %i segments: metrics that are not means may contradict themselves, 4-GRR never',
    (newswire, weblogs, expected) => {
      const { by, labels } = measuredBy(genres, { newswire, weblogs });
      const found = Object.keys(by).filter((name) => genreParadox(by[name]!, genreOf(labels)).contradicts);
      expect(found).toEqual(expected);
    },
  );
});

describe('deletion', () => {
  const { by, systems } = measuredBy(deletion);
  const sizes = [...systems.values()][0]!.map((text) => text.length);
  const measured = Object.values(by).map(emptied);

  it('of one segment in eleven costs nothing by BLEU, and something by the others', () => {
    const { deletions, findings } = deletionParadox(measured, sizes, [3]);
    const [nothing, given, ...chosen] = deletions;
    expect(nothing).toMatchObject({ chosenBy: null, segments: [], share: 0 });
    expect(given).toMatchObject({ chosenBy: null, segments: [4] });
    expect(given!.share).toBeCloseTo(sizes[3]! / sizes.reduce((a, b) => a + b), 12);
    const changes = given!.standings.map(({ score }, m) => score - nothing!.standings[m]!.score);
    expect(changes[0]).toBeCloseTo(0, 12);
    for (const change of changes.slice(1)) expect(change).toBeLessThan(-5);
    expect(chosen.map(({ chosenBy, segments }) => [chosenBy, segments.length])).toEqual([[0, 1], [1, 0], [2, 0], [3, 0]]); // prettier-ignore
    expect(findings.map(({ preferred, contradicts }) => [preferred, contradicts])).toEqual([
      [1, true],
      [0, false],
      [0, false],
      [0, false],
    ]);
  });

  it('stops when the words run out', () => {
    // 33 segments of 22 words for 20: three can go.
    const { by: larger, references } = measuredBy(deletion, { segments: 33 });
    expect(
      deletable(
        emptied(larger['bleu']!),
        references.map(() => 22),
      ),
    ).toHaveLength(3);
  });

  it('never leaves an empty segment empty', () => {
    expect(
      deletable(
        measured[0]!,
        sizes.map(() => 0),
      ),
    ).toEqual([]);
  });
});

/** The bounds that recipes state, and sizes just beyond them. */
describe('BLEU contradicts itself', () => {
  it.each([
    [padding, { segments: 5 }, false],
    [padding, { segments: 6 }, true],
    [padding, { segments: 6, length: 10, missing: 3, extra: 1 }, true],
    [padding, { segments: 6, length: 10, missing: 5, extra: 5 }, true],
    [padding, { segments: 6, length: 100, missing: 3, extra: 5 }, true],
    [padding, { segments: 6, length: 100, missing: 50, extra: 1 }, true],
    [padding, { missing: 1 }, false],
    [padding, { length: 8, missing: 4 }, false],
    [scattered, { segments: 5 }, false],
    [scattered, { segments: 6 }, true],
    [scattered, { segments: 7 }, true],
  ])('by the sign test: %#', (recipe, sizes, expected) => {
    expect(recipe.bleuContradictsItself).toContain('with at least 6 segments');
    expect(signTestParadox(measuredBy(recipe, sizes).by['bleu']!).contradicts).toBe(expected);
  });

  it.each([
    [1, 1, true],
    [1, 38, true],
    [3, 1, false],
    [3, 114, true],
    [3, 115, false],
    [18, 9, false],
    [18, 10, true],
    [100, 50, false],
    [100, 51, true],
    [100, 3800, true],
    [100, 3900, false],
  ])('on genres of %i and %i segments: %s', (newswire, weblogs, expected) => {
    expect(genres.bleuContradictsItself).toBe('with 0.51 to 38 times as many weblogs as newswire');
    const { by, labels } = measuredBy(genres, { newswire, weblogs });
    expect(genreParadox(by['bleu']!, genreOf(labels)).contradicts).toBe(expected);
  });

  it.each([
    [10, 2, false],
    [11, 2, true],
    [20, 1, false],
    [21, 1, true],
    [2, 19, false],
    [2, 20, true],
    [100, 0, false],
  ])('without some of %i segments that have %i words more: %s', (segments, extra, expected) => {
    expect(deletion.bleuContradictsItself).toMatch(/: if segments × extra is at least 20 \+ extra$/);
    expect(segments * extra >= 20 + extra).toBe(expected);
    const { by, systems } = measuredBy(deletion, { segments, extra });
    const sizes = [...systems.values()][0]!.map((text) => text.length);
    expect(deletionParadox([emptied(by['bleu']!)], sizes).findings[0]!.contradicts).toBe(expected);
  });
});

/** Its precisions are ratios of sums like BLEU's; the paper says that it reduces nondecomposability, not that it has none. */
it('BLEU-SBP is not immune', () => {
  const places = (length: number) => Array.from({ length }, (_, i) => `w${i}`);
  const references = [5, 9, 8, 6, 8, 8, 8].map((length) => places(length).join(' '));
  const spaced = (length: number, from: number, to = length) =>
    places(length)
      .flatMap((word, i) => (i >= from && i < to ? [word, 'y'] : [word]))
      .join(' ');
  const outputs = [
    'w0 w1 w2 x w4',
    references[1]!,
    spaced(8, 2),
    spaced(6, 0),
    spaced(8, 0),
    spaced(8, 0, 5),
    'w0 w1 w2 w3 w4 w5 y w7',
  ];
  const measured = measureAll([metrics['bleu_sbp']!], { references }, [outputs, outputs.map(() => '')]);
  const { deletions, findings } = deletionParadox(
    measured,
    outputs.map(({ length }) => length),
  );
  expect(deletions[1]!.segments).toEqual([4, 5]);
  expect(deletions[1]!.standings[0]!.score).toBeGreaterThan(deletions[0]!.standings[0]!.score + 0.5);
  expect(findings).toEqual([{ preferred: 2, contradicts: true }]);
});

/** The paper's section 4.3: a mean of segment scores is immune if its weights depend only on the references. */
describe('decomposable metrics', async () => {
  const word = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const text = fc.array(word, { maxLength: 9 }).map((words) => words.join(' '));
  const reference = fc.array(word, { minLength: 1, maxLength: 9 }).map((words) => words.join(' '));
  const corpus = fc.array(fc.tuple(fc.array(reference, { minLength: 1, maxLength: 2 }), text, text), {
    minLength: 2,
    maxLength: 8,
  });

  const immune = [...(await metricsForTests()), wer({ divisor: 'mean' })].filter((metric) => metric.decomposable);

  it('exist', () => {
    expect(immune.map(({ name }) => name)).toEqual(expect.arrayContaining(['4-GRR', 'TER', 'WER', 'WRR']));
  });

  it.each(immune.map((metric) => [metric.name, metric] as const))('%s never contradicts itself', (_, metric) => {
    fc.assert(
      fc.property(corpus, (segments) => {
        const references = segments.map(([each]) => each);
        const outputs = [segments.map(([, b]) => b), segments.map(([, , c]) => c), segments.map(() => '')];
        const [measured] = measureAll([metric], { references }, outputs) as [Measured];
        const { contradicts, exchanges } = signTestParadox(measured);
        const [there, back] = exchanges;
        expect([there.wins, there.losses]).toEqual([back.losses, back.wins]);
        expect(contradicts).toBe(false);
        const halves = new Map([
          ['odd', references.flatMap((_, i) => (i % 2 === 1 ? [i] : []))],
          ['even', references.flatMap((_, i) => (i % 2 === 0 ? [i] : []))],
        ]);
        expect(genreParadox(measured, halves)).toMatchObject({ contradicts: false, isBetween: true });
        const { findings } = deletionParadox(
          [emptied(measured)],
          outputs[0]!.map(({ length }) => length),
        );
        expect(findings).toEqual([{ preferred: 0, contradicts: false }]);
      }),
      { numRuns: 200 },
    );
  });
});
