import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Resources, UsageError, systemScore } from '../../core/index.ts';
import { measure, textAligner } from '../../measure/index.ts';
import { textFileNeed } from '../../text/index.ts';
import meteor from './meteor.ts';
import { presets } from './meteor/presets.ts';
import { goldenMissing, goldenTexts, goldenTitle, readGolden } from '../testing/golden.ts';
import { resourcesForTests } from '../testing/resources.ts';
import { shownSteps } from '../testing/shownSteps.ts';

const resources: Resources = await resourcesForTests();
type Options = NonNullable<Parameters<typeof meteor>[0]>;

/** Files by name, as the engine would pass them. */
const withFiles = (files: Readonly<Record<string, string>>): Resources =>
  new Map([
    ...resources,
    ...Object.entries(files).map(([name, text]) => [textFileNeed(name), { name, lines: text.split('\n') }] as const),
  ]);

function scores(
  options: Options,
  hypotheses: readonly string[],
  references: readonly (readonly string[])[],
  loaded: Resources = resources,
) {
  const measured = measure(meteor(options, loaded), { references }, [hypotheses]);
  return {
    corpus: systemScore(measured, 0),
    segments: hypotheses.map((_, i) => measured.segmentScore(i)),
    rows: hypotheses.map((_, i) => [...measured.rows.subarray(i * measured.width, (i + 1) * measured.width)]),
  };
}

const words = (text: string): string[] => text.split(' ').filter(Boolean);

/** The formula as printed, in percent. */
function formula(
  matches: number,
  chunks: number,
  h: number,
  r: number,
  alpha: number,
  beta: number,
  gamma: number,
): number {
  if (matches === 0) return 0;
  const [p, q] = [matches / h, matches / r];
  const mean = (p * q) / (alpha * p + (1 - alpha) * q);
  const whole = matches === h && matches === r && chunks === 1;
  return 100 * mean * (1 - gamma * (whole ? 0 : chunks / matches) ** beta);
}

describe('by hand', () => {
  const plain: Options = { preset: '0.6', tokenizer: 'none' };
  it.each([
    // Hypothesis, reference, options, matches, chunks.
    ['a b c d', 'a b c d', {}, 4, 1],
    ['a b c d', 'c d a b', {}, 4, 2],
    ['a x b', 'a b y', {}, 2, 2],
    ['cats sleep', 'the cat sleeps', {}, 2, 1],
    ['cats sleep', 'the cat sleeps', { modules: ['exact'] }, 0, 0],
    ['a big car', 'a large auto', {}, 3, 1],
    ['a big car', 'a large auto', { modules: ['exact', 'stem'] }, 1, 1],
    // Synonyms are looked up by base form: children and kid.
    ['many children', 'many kid', {}, 2, 1],
    ['Haus', 'haus', {}, 1, 1],
    ['Haus', 'haus', { lowercase: false, modules: ['exact'] }, 0, 0],
  ] as const)('%s against %s with %j', (hypothesis, reference, options, matches, chunks) => {
    const { segments } = scores({ ...plain, ...options }, [hypothesis], [[reference]]);
    const [h, r] = [words(hypothesis).length, words(reference).length];
    expect(segments[0]).toBeCloseTo(formula(matches, chunks, h, r, 0.8, 0.83, 0.28), 9);
  });

  it.each([
    ['generously', 'generous', 'snowball', 1],
    // Porter 1980: both are gener; Porter 2 distinguishes generous and general.
    ['general', 'generous', 'snowball', 0],
    ['general', 'generous', 'porter', 1],
  ] as const)('%s and %s by %s', (hypothesis, reference, stemmer, matches) => {
    const { rows } = scores({ ...plain, stemmer, modules: ['exact', 'stem'] }, [hypothesis], [[reference]]);
    expect(rows[0]![4]).toBe(matches);
  });

  it('fewest crossings and fewest chunks differ on repeated words', () => {
    // The second the of the hypothesis crosses three links or breaks a chunk.
    const texts = [['on the mat sat the cat'], [['the cat sat on the mat']]] as const;
    const chunksOf = (alignment: 'crossings' | 'chunks') => scores({ ...plain, alignment }, ...texts).rows[0]!.at(-1);
    expect(chunksOf('crossings')).toBe(6);
    expect(chunksOf('chunks')).toBe(3);
  });

  it('a perfect segment adds a chunk to the whole text in 0.6, none from 1.0', () => {
    const texts = [
      ['a b c', 'd e'],
      [['a b c'], ['d e']],
    ] as const;
    expect(scores(plain, ...texts).corpus).toBeCloseTo(formula(5, 2, 5, 5, 0.8, 0.83, 0.28), 9);
    expect(scores(plain, ...texts).segments).toEqual([100, 100]);
    expect(scores({ preset: '1.0', tokenizer: 'none' }, ...texts).corpus).toBe(100);
  });

  it('empty texts', () => {
    expect(scores(plain, ['', 'a', ''], [['a b'], [''], ['']]).rows).toEqual([
      [0, 2, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0, 0],
    ]);
  });

  it('ties between references go to the one closest in length', () => {
    const row = (references: string[]) => scores(plain, ['x y z'], [references]).rows[0]!;
    expect(row(['a b c d e f', 'a b'])).toEqual(row(['a b', 'a b c d e f']));
    expect(row(['a b c d e f', 'a b'])[1]).toBe(2);
  });

  it('drops punctuation as 0.6 does', () => {
    const { rows } = scores(
      { preset: '0.6' },
      ["It's a well-known “fact” &amp; more!"],
      [['it s a well known fact more']],
    );
    expect(rows[0]!.slice(0, 4)).toEqual([7, 7, 7, 7]);
  });
});

describe('Meteor 1.5', () => {
  it('weights modules and function words', () => {
    // the is a function word, cats and cat are stems: δ = .75, α = .85, β = .2, γ = .6, weights 1 and .6.
    const { rows, segments } = scores({ preset: '1.5', tokenizer: 'none' }, ['the cats sleep'], [['the cat']]);
    expect(rows[0]).toEqual([3, 2, 1, 1, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1]);
    const [p, r] = [(0.25 + 0.6 * 0.75) / (2 * 0.75 + 0.25), (0.25 + 0.6 * 0.75) / (0.75 + 0.25)];
    const mean = 1 / (0.15 / p + 0.85 / r);
    expect(segments[0]).toBeCloseTo(100 * mean * (1 - 0.6 * (1 / 2) ** 0.2), 9);
  });

  it('takes the user’s own function words', () => {
    const options: Options = { preset: '1.5', language: 'universal', functionWords: 'f.txt', tokenizer: 'none' };
    expect(scores(options, ['og hus'], [['og båt']], withFiles({ 'f.txt': 'og\ni\n' })).rows[0]).toEqual([
      2, 2, 1, 1, 0, 0, 1, 1, 1,
    ]);
  });

  it('matches phrases of a table in either direction', () => {
    const table = withFiles({ 'p.txt': '0.5\nin order to\nso as to\n0.25\ncar\nmotor vehicle\n' });
    const options: Options = {
      preset: '1.0',
      alignment: 'chunks',
      paraphrases: 'p.txt',
      tokenizer: 'none',
      modules: ['exact', 'paraphrase'],
    };
    const { rows } = scores(
      options,
      ['so as to x', 'a motor vehicle', 'in order'],
      [['in order to x'], ['a car'], ['so as to']],
      table,
    );
    expect(rows).toEqual([
      // `to` could match itself, but then the other words match nothing.
      [4, 4, 1, 1, 3, 3, 0],
      [3, 2, 1, 1, 2, 1, 0],
      [2, 3, 0, 0, 0, 0, 0],
    ]);
  });
});

it('takes the user’s own synonyms, for any language', () => {
  const options: Options = {
    preset: '0.6',
    language: 'de',
    synonyms: 's.txt',
    tokenizer: 'none',
    modules: ['exact', 'synonym'],
  };
  const files = withFiles({ 's.txt': 'Auto Wagen\nWagen Waggon\n\n' });
  const { rows } = scores(options, ['ein Wagen', 'ein auto'], [['ein Auto'], ['ein Waggon']], files);
  expect(rows.map((row) => row.slice(4, 6))).toEqual([
    [1, 1],
    [0, 0],
  ]);
});

describe('options that conflict', () => {
  it.each([
    [{ language: 'de', modules: ['exact', 'synonym'] }, /synonym has only English synonyms.*German.*synonyms=FILE/],
    [{ language: 'universal' }, /preset=0\.6 has no parameters for other languages/],
    [{ preset: '1.5', language: 'universal', modules: ['exact', 'stem'] }, /no weight for the module stem/],
    [{ preset: '2005', language: 'universal', modules: ['exact', 'stem'] }, /stem needs a language/],
    [{ preset: '1.5-adq', language: 'fr' }, /no parameters for French, only for en/],
    [{ language: 'fr', stemmer: 'porter' }, /stemmer=porter is for English, not for French/],
    [{ modules: ['exact', 'paraphrase'] }, /needs a table: give paraphrases=FILE/],
    [{ paraphrases: 'p.txt' }, /alignment=crossings links only single words/],
    [{ modules: ['exact'], synonyms: 's.txt' }, /synonyms=s\.txt has no effect/],
    [{ weights: [1, 0.5] }, /one weight for each/],
    [{ functionWords: 'f.txt' }, /With delta=\.5/],
    [{ model: 'm.spm' }, /model works only with tok=spm/],
  ] as const)('%j', (options, message) => {
    expect(() => meteor(options as Options)).toThrow(UsageError);
    expect(() => meteor(options as Options)).toThrow(message);
  });

  it.each([
    [{ modules: 'stem' }, 'modules must start with exact'],
    [{ modules: 'exact+exact' }, 'modules must start with exact'],
    [{ modules: 'exact+magic' }, 'modules must start with exact'],
    [{ weights: '0+1' }, 'the first (exact) above 0'],
    [{ weights: '1+' }, 'numbers from 0 to 1'],
    [{ alpha: 2 }, 'alpha must be a number from 0 to 1'],
    [{ language: 'xx' }, 'lang must be one of'],
  ])('%j', (options, message) => {
    expect(() => meteor(options as unknown as Options)).toThrow(message);
  });

  it.each([
    ['', /is empty/],
    ['0.5\na\n', /p\.txt, line 2: the table ends in the middle/],
    ['a\nb\nc\n', /p\.txt, line 1: expected a probability above 0 and at most 1, not "a"/],
    ['0.5\na\nb\n0\nc\nd\n', /p\.txt, line 4: expected a probability above 0 and at most 1, not "0"/],
    ['0.5\na\nb\n-0.5\nc\nd\n', /p\.txt, line 4: expected a probability above 0 and at most 1, not "-0.5"/],
    ['0.5\na\nb\n1.5\nc\nd\n', /p\.txt, line 4: expected a probability above 0 and at most 1, not "1.5"/],
    ['0.5\n\nc\n', /p\.txt, line 2: the phrase is empty/],
    ['0.5\na\nb\n0.5\nc\n \n0.5\na\nb', /p\.txt, line 6: the paraphrase is empty/],
  ])('a paraphrase table with the text %j', (table, message) => {
    const run = () => scores({ preset: '1.5', paraphrases: 'p.txt' }, ['a'], [['a']], withFiles({ 'p.txt': table }));
    expect(run).toThrow(UsageError);
    expect(run).toThrow(message);
  });

  it.each([
    ['', 'no synonyms'],
    ['a b\nc\n', 's.txt, line 2: a set of synonyms has at least two words'],
  ])('a file of synonyms with the text %j', (text, message) => {
    expect(() => scores({ synonyms: 's.txt' }, ['a'], [['a']], withFiles({ 's.txt': text }))).toThrow(message);
  });

  it('an empty file of function words', () => {
    const options: Options = { preset: '1.5', functionWords: 'f.txt' };
    expect(() => scores(options, ['a'], [['a']], withFiles({ 'f.txt': ' \n' }))).toThrow(
      'f.txt has no words. Expected one function word per line.',
    );
  });

  it('a resource that is not loaded', () => {
    expect(() => measure(meteor(), { references: [['a']] }, [['a']])).toThrow(/must be loaded first/);
  });
});

it('reads presets and languages from its name', () => {
  expect(meteor.readName!('meteor-0.7')).toEqual({ preset: '0.7' });
  expect(meteor.readName!('METEOR-ranking')).toEqual({ preset: 'ranking' });
  expect(meteor.readName!('meteor1.5')).toEqual({ preset: '1.5' });
  expect(meteor.readName!('meteor-1.5-hter')).toEqual({ preset: '1.5-hter' });
  expect(meteor.readName!('meteor-0.6-de')).toEqual({ preset: '0.6', language: 'de' });
  expect(meteor.readName!('meteoric')).toBeUndefined();
  expect(() => meteor.readName!('meteor-9')).toThrow('preset must be one of');
  expect(meteor({ preset: 'ranking' }).name).toBe('METEOR-ranking');
});

it('has the parameters of the published versions', () => {
  // α, β, γ; 0.6 from the program of that version, ranking and 0.7 from the constants of 1.0, as metrics of WMT 2009.
  const listed = (preset: keyof typeof presets, language: 'en' | 'cs' | 'fr' | 'es' | 'de') => {
    const { alpha, beta, gamma } = presets[preset].parameters[language]!;
    return [alpha, beta, gamma];
  };
  expect((['en', 'cs', 'fr', 'es', 'de'] as const).map((language) => listed('0.6', language))).toEqual([
    [0.8, 0.83, 0.28],
    [0.8, 0.83, 0.28],
    [0.76, 0.5, 1],
    [0.95, 0.5, 0.75],
    [0.95, 1, 0.98],
  ]);
  expect((['en', 'cs', 'fr', 'es', 'de'] as const).map((language) => listed('ranking', language))).toEqual([
    [0.95, 0.5, 0.5],
    [0.95, 0.5, 0.45],
    [0.9, 0.5, 0.55],
    [0.9, 0.5, 0.55],
    [0.9, 3, 0.15],
  ]);
  expect(listed('0.7', 'en')).toEqual([0.8, 2.5, 0.4]);
});

it('follows the formula if every word has at most one partner', () => {
  const letters = [...'abcdefghij'];
  const text = fc.shuffledSubarray(letters);
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          text,
          text.filter((r) => r.length > 0),
        ),
        { minLength: 1, maxLength: 4 },
      ),
      fc.constantFrom('0.6', '0.7', 'ranking', '2005', '1.0'),
      (segments, preset) => {
        const found = scores(
          { preset, tokenizer: 'none', modules: ['exact'] },
          segments.map(([h]) => h.join(' ')),
          segments.map(([, r]) => [r.join(' ')]),
        );
        const { parameters } = presets[preset];
        const { alpha, beta, gamma } = (parameters.en ?? parameters.any)!;
        const sums = [0, 0, 0, 0] as [number, number, number, number];
        segments.forEach(([h, r], s) => {
          const partners = h.map((word) => r.indexOf(word));
          const matches = partners.filter((at) => at >= 0).length;
          const chunks = partners.filter(
            (at, i) => at >= 0 && !(i > 0 && partners[i - 1]! >= 0 && partners[i - 1] === at - 1),
          ).length;
          expect(found.segments[s]).toBeCloseTo(formula(matches, chunks, h.length, r.length, alpha, beta, gamma), 8);
          const whole = matches === h.length && matches === r.length && chunks === 1;
          [matches, preset === '1.0' && whole ? 0 : chunks, h.length, r.length].forEach(
            (each, k) => (sums[k]! += each),
          );
        });
        expect(found.corpus).toBeCloseTo(formula(...sums, alpha, beta, gamma), 8);
      },
    ),
    { seed: 81, numRuns: 200 },
  );
});

it('shows the alignment that it counts', () => {
  const word = fc.constantFrom('the', 'cat', 'cats', 'auto', 'car', 'sat', 'on', 'mat', '.');
  const text = fc.array(word, { maxLength: 8 }).map((list) => list.join(' '));
  fc.assert(
    fc.property(
      text,
      fc.array(text, { minLength: 1, maxLength: 3 }),
      fc.constantFrom('0.6', '1.0', '1.5'),
      (hypothesis, references, preset) => {
        const options: Options = { preset, tokenizer: 'none' };
        const metric = meteor(options, resources);
        const shown = textAligner(metric)!(hypothesis, references);
        const { rows, segments } = scores(options, [hypothesis], [references]);
        const [row] = rows;
        expect(shown.score).toBe(segments[0]);
        expect(shown.hypothesis).toEqual(words(hypothesis));
        const step = preset === '1.5' ? 4 : 2;
        const matched = row!
          .slice(step, -1)
          .filter((_, k) => k % 2 === 0)
          .reduce((sum, each) => sum + each, 0);
        expect(shown.alignment.links).toHaveLength(matched);
        for (const { hypothesis: h, reference: r, kind } of shown.alignment.links) {
          expect(h.to - h.from).toBe(1);
          expect(kind === 'exact').toBe(shown.hypothesis[h.from] === shown.reference[r.from]);
        }
        expect(new Set(shown.alignment.links.map(({ reference }) => reference.from)).size).toBe(matched);
      },
    ),
    { seed: 82, numRuns: 200 },
  );
});

/** The parameters of the golden file, which were passed to the program of Meteor 1.5. */
const parameterSets = {
  'v0.6_en': { alpha: 0.8, beta: 0.83, gamma: 0.28 },
  'v0.7_en': { alpha: 0.8, beta: 2.5, gamma: 0.4 },
  ranking_en: { alpha: 0.95, beta: 0.5, gamma: 0.5 },
  banerjee2005: { alpha: 0.9, beta: 3, gamma: 0.5 },
};
const moduleSets = {
  exact: ['exact'],
  exact_stem: ['exact', 'stem'],
  exact_stem_syn: ['exact', 'stem', 'synonym'],
} as const;

describe.skipIf(goldenMissing)(goldenTitle('the program of Meteor 1.5'), () => {
  const cases = (['A1', 'A2', 'A3'] as const).flatMap((corpus) =>
    Object.keys(parameterSets).flatMap((set) =>
      Object.keys(moduleSets).map((modules) => [corpus, set, modules] as const),
    ),
  );
  it.each(cases)('%s with the parameters %s and the modules %s', (corpus, set, modules) => {
    const golden = readGolden().reference[`meteor-1.5-code/${corpus}/${set}/${modules}`]!;
    const { ids, hypotheses, references } = goldenTexts(corpus);
    const names = moduleSets[modules as keyof typeof moduleSets];
    const found = scores(
      {
        preset: '1.5',
        ...parameterSets[set as keyof typeof parameterSets],
        delta: 0.5,
        weights: names.map(() => 1),
        modules: names,
        tokenizer: 'none',
      },
      hypotheses,
      references,
    );
    ids.forEach((id, i) => expect(found.segments[i]! / 100, id).toBeCloseTo(golden.segments[id].score as number, 9));
    expect(found.corpus / 100).toBeCloseTo(golden.corpus as number, 9);
  });
});

const outputs = new URL('../../../../shared/data/metric-reference-outputs/', import.meta.url);
const linesOf = (file: string): string[] => readFileSync(new URL(file, outputs), 'utf8').trimEnd().split('\n');
const missing = !existsSync(outputs);
const title = (text: string) => (missing ? `${text} (skipped: ../shared/data is missing)` : text);

describe.skipIf(missing)(title('the example of Meteor 1.5 for tuning'), () => {
  const texts = () => linesOf('meteor-1.5/tune-example.score.in.txt').map((line) => line.split(' ||| '));
  /** 21 statistics as the program prints them: a perfect segment has a chunk there. */
  const printed = (rows: readonly (readonly number[])[]) =>
    rows.map((row) => {
      const matches = row.slice(4, -1);
      const chunks = row.at(-1) === 0 && matches.some((each) => each > 0) ? 1 : row.at(-1)!;
      return [...row.slice(0, 4), ...matches, ...Array<number>(16 - matches.length).fill(0), chunks].join(' ');
    });
  const rowsOf = (options: Options, loaded?: Resources) =>
    scores(
      { preset: '1.5', tokenizer: 'none', ...options },
      texts().map(([, , hypothesis]) => hypothesis!),
      texts().map(([, reference]) => [reference!]),
      loaded,
    ).rows;

  // What the program printed for the 500 lines with these modules, -p '0.85 0.2 0.6 0.75': the SHA-256 of its lines.
  it.each([
    [['exact'], '59a403e047e6a809'],
    [['exact', 'stem'], '0d41c9775bf5d5f3'],
    [['exact', 'stem', 'synonym'], 'fdfed771b513b72b'],
  ] as const)('statistics with %j', (modules, hash) => {
    const lines = printed(rowsOf({ modules }));
    expect(lines).toHaveLength(500);
    expect(createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)).toBe(hash);
  });

  it('lengths and function words of the file itself', () => {
    const expected = linesOf('meteor-1.5/tune-example.score.out.txt').map((line) => line.split(' ').slice(0, 4).join());
    expect(rowsOf({ modules: ['exact'] }).map((row) => row.slice(0, 4).join())).toEqual(expected);
  });

  it('scores of statistics', () => {
    const metric = meteor({ preset: '1.5-tune', paraphrases: 'any' });
    const expected = linesOf('meteor-1.5/tune-example.eval.out.txt');
    const statistics = linesOf('meteor-1.5/tune-example.eval.in.txt').map((line) =>
      line.replace('EVAL ||| ', '').trim().split(' ').map(Number),
    );
    expect(statistics).toHaveLength(500);
    let even = 0;
    statistics.forEach((row, i) => {
      // Function words have the same weight as others here.
      const matches = [4, 8, 12, 16].flatMap((k) => [row[k]! + row[k + 2]!, row[k + 1]! + row[k + 3]!]);
      const sums = [row[0]!, row[1]!, ...matches, row[20]!];
      const matched = matches.reduce((sum, each) => sum + each, 0);
      const { precision = 0, recall = 0, penalty = 0 } = metric.parts!(sums);
      // The file is older than Meteor 1.5: it drops the half if an odd number of words is matched on both sides together.
      const expectedPenalty = matched % 2 === 0 ? penalty / 100 : (0.5 * row[20]!) / ((matched - 1) / 2);
      const mean = (2 * precision * recall) / (precision + recall) / 100;
      expect(mean * (1 - expectedPenalty), `line ${i + 1}`).toBeCloseTo(Number(expected[i]), 12);
      if (matched % 2 === 1) return;
      even++;
      expect(metric.score(sums) / 100, `line ${i + 1}`).toBeCloseTo(Number(expected[i]), 12);
    });
    expect(even).toBe(322);
    // Line 5, by the program of Meteor 1.5 itself.
    expect(metric.score([36, 31, 19, 19, 0, 0, 1, 1, 5, 4, 9]) / 100).toBeCloseTo(0.5303879793675712, 12);
  });

  // The table is that of Meteor 1.5 with 5,274,084 paraphrases; those that occur in these lines are enough.
  const table = process.env['ASSAY_METEOR_PARAPHRASES'] ?? '';
  it.skipIf(table === '')(
    `all statistics of the file${table === '' ? ' (skipped: ASSAY_METEOR_PARAPHRASES names no table)' : ''}`,
    () => {
      const loaded = withFiles({ table: readFileSync(table, 'utf8') });
      const expected = linesOf('meteor-1.5/tune-example.score.out.txt').map((line) => line.trim());
      expect(printed(rowsOf({ paraphrases: 'table' }, loaded))).toEqual(expected);
    },
  );
});

describe.skipIf(missing)(title('the example of MultEval'), () => {
  const score = (options: Options) =>
    scores(
      options,
      linesOf('multeval-example/hyps.lc.tok.en.baseline.opt0'),
      linesOf('multeval-example/refs.test2010.lc.tok.en.0').map((line) => [line]),
    ).corpus;

  // Estimated from systems of WMT 2009 with similar BLEU, for the parameters only: texts without punctuation, aligned by Meteor 1.5.
  it.each([
    ['0.6', 50.8],
    ['0.7', 55.8],
    ['ranking', 39],
  ] as const)('preset %s has the value that it was fitted with', (preset, fitted) => {
    const found = score({ preset, alignment: 'meteor-1.5', stemmer: 'snowball' });
    expect(Math.abs(found - fitted)).toBeLessThan(0.1);
  });

  // From the program: -l en -lower -m 'exact stem synonym' -w '1.0 1.0 1.0' -p '… 0.5'.
  it.each([
    [{ alpha: 0.8, beta: 0.83, gamma: 0.28 }, 52.01875027339863],
    [{ alpha: 0.8, beta: 2.5, gamma: 0.4 }, 56.97773544992707],
    [{ alpha: 0.95, beta: 0.5, gamma: 0.5 }, 39.78510393865649],
  ] as const)('as Meteor 1.5 with %j', (parameters, expected) => {
    expect(score({ preset: '1.5', ...parameters, delta: 0.5, weights: [1, 1, 1], tokenizer: 'none' })).toBeCloseTo(
      expected,
      9,
    );
  });
});

describe('steps', () => {
  it('of the example of Banerjee and Lavie (2005), section 2.2', () => {
    const { values, formulas, wordsBehind } = shownSteps(
      meteor({ preset: '2005' }, resources),
      'the president spoke to the audience',
      ['the president then spoke to the audience'],
    );
    // P = 1, R = 6 / 7, F = 10 PR / (R + 9P), penalty 0.5 · (2 chunks / 6 words)³.
    expect(values).toMatchObject({
      c: 6,
      r: 7,
      m_exact: 6,
      ch: 2,
      P: 1,
      R: 0.857143,
      m: 6,
      F: 0.869565,
      frag: 0.333333,
    });
    expect(values).toMatchObject({ Pen: 0.018519, score: 85.346216 });
    expect(formulas).toMatchObject({ F: 'P * R / (0.9 * P + (1 - 0.9) * R)', Pen: '0.5 * frag ^ 3' });
    expect(wordsBehind('ch')).toEqual([
      'chunk the president → the president +1',
      'chunk spoke to the audience → spoke to the audience +1',
    ]);
    expect(wordsBehind('r')).toEqual(['missing → then']);
  });

  it('by stage', () => {
    const { values, notes, wordsBehind } = shownSteps(
      meteor({ preset: '0.6', tokenizer: 'none' }, resources),
      'a big car parked',
      ['nothing', 'a large auto parks'],
    );
    expect(values).toMatchObject({ m_exact: 1, m_stem: 1, m_synonym: 2, ch: 1, m: 4, frag: 0, score: 100 });
    expect(notes['r']).toBe('reference 2 gives the highest score');
    expect(wordsBehind('m_stem')).toEqual(['stem parked → parks (2) +1']);
    expect(wordsBehind('m_synonym')).toEqual(['synonym big → large (2) +1', 'synonym car → auto (2) +1']);
  });

  it('with weights of modules and of function words', () => {
    // See “weights modules and function words”.
    const { values, formulas, wordsBehind } = shownSteps(
      meteor({ preset: '1.5', tokenizer: 'none' }, resources),
      'the cats sleep',
      ['the cat'],
    );
    expect(values).toMatchObject({ c_f: 1, r_f: 1, h_exact: 0, h_exact_f: 1, h_stem: 1, r_stem: 1, ch: 1, W_h: 1.4 });
    expect(values).toMatchObject({ P: 0.4, R: 0.7, m_h: 2, m_r: 2, frag: 0.5 });
    expect(formulas['P']).toBe('W_h / (2 * 0.75 * (c - c_f) + 2 * (1 - 0.75) * c_f)');
    expect(wordsBehind('h_exact_f')).toEqual(['match the → the +1']);
  });
});
