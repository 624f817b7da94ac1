import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Alignment, IdList, type Metric, systemScore } from '../../core/index.ts';
import { measure, measureAll } from '../../measure/index.ts';
import { cutWords, isWordView, porterStem, readWordNet, wordNetOf } from '../../text/index.ts';
import { tinyWordNet } from '../../text/language/testing/tinyWordNet.ts';
import { goldenMissing, goldenTexts, goldenTitle, readGolden } from '../testing/golden.ts';
import { plainTerp } from '../testing/plainTerp.ts';
import { resourcesForTests } from '../testing/resources.ts';
import { shownSteps } from '../testing/shownSteps.ts';
import { type Costs, phraseCost, presets, stopWords } from './terp/costs.ts';
import fc from 'fast-check';
import terp from './terp.ts';

type Options = NonNullable<Parameters<typeof terp>[0]>;

const loaded = await resourcesForTests();

/** With a phrase table or a list of stop words by these names. */
const withFiles = (files: Readonly<Record<string, readonly string[]>>) =>
  new Map<string, unknown>([
    ...loaded,
    ...Object.entries(files).map(([name, lines]) => [`text:${name}`, { name, lines }] as const),
  ]);

const scoresOf = (metric: Metric, hypotheses: readonly string[], references: readonly (readonly string[])[]) => {
  const measured = measure(metric, { references }, [hypotheses]);
  return {
    corpus: systemScore(measured, 0),
    segments: hypotheses.map((_, i) => measured.segmentScore(i)),
    rows: hypotheses.map((_, i) => [...measured.rows.subarray(2 * i, 2 * i + 2)]),
  };
};
const scores = (options: Options, hypothesis: string, references: readonly string[], resources = loaded) =>
  scoresOf(terp(options, new Map(resources)), [hypothesis], [references]);

/** How a metric aligns two texts, read as in a run. */
function align(metric: Metric, hypothesis: string, references: readonly string[]): Alignment {
  const readers = metric.reads.map((view) => view.reader());
  const textOf = (text: string, role: 'hypothesis' | 'reference') =>
    readers.map((reader) => {
      const ids = new IdList();
      reader.read(text, role, ids);
      return { ids: ids.values, start: 0, end: ids.length };
    });
  return metric.aligner!().align(
    textOf(hypothesis, 'hypothesis'),
    references.map((text) => textOf(text, 'reference')),
  );
}

const wordsOf = (metric: Metric, text: string): string[] => {
  const view = metric.reads.find(isWordView)!;
  return cutWords(view.tokenizer)(view.lowercase ? text.toLowerCase() : text);
};

describe.skipIf(goldenMissing)(goldenTitle('the program itself, without paraphrases'), () => {
  const presetsRun = [
    ['terpa', 'terp-a'],
    ['terph', 'terp-h'],
    ['terp_ter', 'ter'],
  ] as const;
  const all = presetsRun.flatMap(([run, costs]) =>
    (['A1', 'A2', 'A3'] as const).map((name) => [run, name, costs] as const),
  );

  it.each(all)('%s/%s', (run, name, costs) => {
    const golden = readGolden().reference[`${run}/${name}`] as unknown as {
      corpus: readonly string[];
      'segments[score,weight]': Readonly<Record<string, readonly [number, number]>>;
    };
    const { ids, hypotheses, references } = goldenTexts(name);
    const found = scoresOf(terp({ costs, normalized: false }, loaded), hypotheses, references);
    const expected = golden['segments[score,weight]'];
    expect(ids).toEqual(Object.keys(expected));
    ids.forEach((id, i) => {
      expect(Math.abs(found.segments[i]! / 100 - expected[id]![0]), id).toBeLessThan(1e-12);
      expect(found.rows[i]![1], id).toBe(expected[id]![1]);
    });
    // The program prints two digits of the sums, which are those of uncapped costs.
    const sums = [0, 1].map((k) => found.rows.reduce((sum, row) => sum + row[k]!, 0));
    expect(sums.map((sum) => sum.toFixed(2))).toEqual(golden.corpus.slice(1));
    expect(found.corpus).toBeCloseTo((100 * sums[0]!) / sums[1]!, 12);
  });
});

const sample = new URL('../../../../shared/data/metric-reference-outputs/terp-sample/', import.meta.url);
const sampleMissing = !existsSync(sample);
const sampleTitle = `the sample of the program${sampleMissing ? ' (skipped: ../shared/data is missing)' : ''}`;
const readSample = (name: string): string => readFileSync(new URL(name, sample), 'utf8');

describe.skipIf(sampleMissing)(sampleTitle, () => {
  /** Texts by document and segment. */
  const textsIn = (name: string): Map<string, string> => {
    const texts = new Map<string, string>();
    let document = '';
    for (const [, id, segment, text] of readSample(name).matchAll(/docid="([^"]+)"|<seg id="(\d+)">([^<]*)<\/seg>/g)) {
      if (id !== undefined) document = id;
      else texts.set(`${document} ${segment}`, text!);
    }
    return texts;
  };
  const rowsIn = (kind: string) =>
    readSample(`expected/terpa.simple.sample.${kind}.scr`)
      .trim()
      .split('\n')
      .map((line) => line.split('\t').slice(2));
  const load = () => {
    const [hypotheses, references] = [textsIn('sample.hyp.sgm'), textsIn('sample.ref.sgm')];
    const table = readSample('sample.pt.txt').split('\n');
    return {
      keys: [...hypotheses.keys()],
      hypotheses: [...hypotheses.values()],
      references: [...hypotheses.keys()].map((key) => [references.get(key)!]),
      withTable: terp({ phrases: 'table', compat: 'terp' }, withFiles({ table })),
    };
  };

  it('gives the same scores of segments, documents and corpus with its phrase table', () => {
    const { keys, hypotheses, references, withTable } = load();
    const found = scoresOf(withTable, hypotheses, references);
    for (const [document, segment, score, length] of rowsIn('seg')) {
      const i = keys.indexOf(`${document} ${segment}`);
      expect(Math.abs(found.segments[i]! / 100 - Number(score))).toBeLessThan(1e-12);
      expect(found.rows[i]![1]).toBe(Number(length));
    }
    for (const [document, score] of rowsIn('doc')) {
      const sums = new Float64Array(2);
      keys.forEach((key, i) => {
        if (key.startsWith(`${document} `)) found.rows[i]!.forEach((value, k) => (sums[k]! += value));
      });
      expect(withTable.score(sums) / 100).toBeCloseTo(Number(score), 12);
    }
    expect(found.corpus / 100).toBeCloseTo(Number(rowsIn('sys')[0]![0]), 12);
  });

  it('gives the same segment scores without it, unless a phrase was substituted', () => {
    const { keys, hypotheses, references } = load();
    const found = scoresOf(terp({}, loaded), hypotheses, references);
    const differences = rowsIn('seg').map(
      ([document, segment, score]) => found.segments[keys.indexOf(`${document} ${segment}`)]! / 100 - Number(score),
    );
    const blocks = readSample('expected/terpa.simple.pra').split(/(?=^Sentence ID)/m);
    differences.forEach((difference, k) => {
      // Of the three phrases that were, “sharp fall” and “sharp drop” are also synonyms.
      if (blocks[k]!.includes('<p>american</p> <p>u.s.</p>')) expect(difference).toBeGreaterThan(1e-3);
      else expect(Math.abs(difference)).toBeLessThan(1e-12);
    });
    expect(differences.filter((difference) => difference < 1e-12)).toHaveLength(7);
  });

  it('aligns words the same way', () => {
    const { hypotheses, references, withTable } = load();
    const blocks = readSample('expected/terpa.simple.pra').split(/(?=^Sentence ID)/m);
    expect(blocks).toHaveLength(hypotheses.length);
    const byText = new Map(hypotheses.map((text, i) => [wordsOf(withTable, text).join(' '), i]));
    for (const block of blocks) {
      const [, printedReference = '', printed = '', shifted = '', steps = ''] =
        /^Reference: (.*)\nHypothesis: (.*)\nHypothesis After Shift: (.*)\nAlignment: \((.*)\)$/m.exec(block)!;
      const i = byText.get(printed)!;
      expect(wordsOf(withTable, references[i]![0]!).join(' ')).toBe(printedReference);
      const { links, moves } = align(withTable, hypotheses[i]!, references[i]!);
      const order = orderAfter(moves!, printed.split(' ').length);
      expect(order.map((place) => printed.split(' ')[place]).join(' ')).toBe(shifted);
      expect(order.join(' ')).toBe(/^HypLocMap: (.*)$/m.exec(block)![1]);
      expect(moves).toHaveLength(Number(/^NumShifts: (\d+)$/m.exec(block)![1]));
      // One phrase per line; their words show how long the steps are.
      const phrases = [...block.matchAll(/<p>(.*?)<\/p> <p>(.*?)<\/p>/g)].map(([, one, other]) =>
        [one!, other!].map((text) => text.split(' ').length),
      );
      expect(links).toEqual(linksOf(steps, phrases, order).map((link) => expect.objectContaining(link)));
    }
  });

  const letters: Readonly<Record<string, string>> = {
    ' ': 'exact',
    S: 'substitution',
    T: 'stem',
    Y: 'synonym',
    P: 'paraphrase',
  };

  function linksOf(steps: string, phrases: number[][], order: readonly number[]) {
    const links = [];
    let [h, r, phrase] = [0, 0, 0];
    for (const step of steps) {
      const [there, here] = step === 'P' ? phrases[phrase++]! : [step === 'I' ? 0 : 1, step === 'D' ? 0 : 1];
      const hypothesis = { from: order[h]!, to: order[h]! + here! };
      if (letters[step]) links.push({ kind: letters[step], hypothesis, reference: { from: r, to: r + there! } });
      h += here!;
      r += there!;
    }
    return links.sort((a, b) => a.hypothesis.from - b.hypothesis.from);
  }
});

/** Positions of words after shifts. */
function orderAfter(moves: NonNullable<Alignment['moves']>, length: number): number[] {
  let order = Array.from({ length }, (_, i) => i);
  for (const { from, to, before } of moves) {
    const block = order.slice(from, to);
    const marked: (number | undefined)[] = [...order.slice(0, before), undefined, ...order.slice(before)];
    order = marked
      .flatMap((place) => (place === undefined ? block.map((each) => -1 - each) : block.includes(place) ? [] : [place]))
      .map((place) => (place < 0 ? -1 - place : place));
  }
  return order;
}

describe('worked by hand', () => {
  const { costs } = presets['terp-a'];
  const cost = (options: Options, hypothesis: string, reference: string) =>
    scores({ normalized: false, ...options }, hypothesis, [reference]).rows[0]![0]!;

  it.each([
    ['cats run', 'cat runs', 0], // stems cost nothing
    ['a car', 'a automobile', 0], // and synonyms
    ['he gave', 'he yields', 0], // by their base forms
    ['a b c', 'a b', costs.insertion],
    ['a b', 'a b c', costs.deletion],
    ['a x', 'a y', costs.substitution],
    ['likes bob reading', 'bob reading likes', costs.shift],
    ['the bob reading', 'bob reading the', costs.insertion + costs.deletion], // a stop word alone is not shifted
    ['', 'a b', 2 * costs.deletion],
    ['a b c', '', 3 * costs.insertion],
    ['', '', 0],
  ])('“%s” for “%s” costs %d', (hypothesis, reference, expected) => {
    expect(cost({}, hypothesis, reference)).toBeCloseTo(expected, 12);
  });

  it('takes costs and switches one by one', () => {
    expect(cost({ insertion: 0.125, substitution: 3, deletion: 3 }, 'a b c', 'a b')).toBe(0.125);
    expect(cost({ stem: 0.25, wordNet: false }, 'cats', 'cat')).toBe(0.25);
    expect(cost({ stemming: false, wordNet: false }, 'dozens', 'dozen')).toBe(costs.substitution);
    expect(cost({ synonym: 0.5, stemming: false }, 'car', 'automobile')).toBe(0.5);
    expect(cost({ stopWords: false }, 'the bob reading', 'bob reading the')).toBe(costs.shift);
    expect(cost({ moves: 'none' }, 'likes bob reading', 'bob reading likes')).toBeCloseTo(
      costs.insertion + costs.deletion,
      12,
    );
    expect(cost({ moves: 'exact', deletion: 9, substitution: 9 }, 'cats x y', 'x y cat')).toBeGreaterThan(2);
    expect(cost({ moves: 'words', deletion: 9, substitution: 9 }, 'cats x y', 'x y cat')).toBeCloseTo(costs.shift, 12);
    expect(cost({ shift: 0 }, 'likes bob reading', 'bob reading likes')).toBe(0);
  });

  it('compares case if asked to, but looks synonyms up in lower case', () => {
    expect(cost({ lowercase: false, stemming: false, wordNet: false }, 'Xx', 'xx')).toBe(costs.substitution);
    expect(cost({ lowercase: false, stemming: false }, 'Car', 'Automobile')).toBe(0);
  });

  it.each<[Options, string]>([
    [{ stopList: 'list' }, 'list has no words. Expected stop words separated by white space.'],
    [{ phrases: 'list' }, 'list has no paraphrases. Expected a probability and two phrases on each line.'],
  ])('refuses an empty file: %j', (options, message) => {
    expect(() => scores(options, 'a', ['a'], withFiles({ list: ['', ' '] }))).toThrow(message);
  });

  it('reads stop words from a file', () => {
    const resources = withFiles({ list: ['likes bob', '', 'x'] });
    const [hypothesis, references] = ['likes zoe reading', ['zoe reading likes']];
    expect(scores({ stopList: 'list' }, hypothesis, references, resources).rows[0]![0]).toBeCloseTo(
      costs.insertion + costs.deletion,
      12,
    );
    expect(scores({}, hypothesis, references).rows[0]![0]).toBe(costs.shift);
  });

  it('divides the lowest cost of several references by their mean length', () => {
    const { rows, segments } = scores({}, 'a b', ['a b c d', 'a b', 'x']);
    expect(rows).toEqual([[0, 7 / 3]]);
    expect(segments).toEqual([0]);
  });

  it('caps the scores of segments, not those of corpora, and with costs=ter neither', () => {
    const three = scores({ normalized: false }, 'x y z', ['one']);
    expect(three.segments).toEqual([100]);
    expect(three.corpus).toBeGreaterThan(100);
    expect(scores({ cap: false }, 'x y z', ['one']).segments[0]).toBe(three.corpus);
    expect(scores({ costs: 'ter' }, 'x y z', ['one']).segments).toEqual([300]);
    expect(scores({ costs: 'ter', cap: true }, 'x y z', ['one']).segments).toEqual([100]);
  });
});

describe('paraphrases', () => {
  it('cost what the formula says, with common logarithms', () => {
    // −0.2307 + e (−0.1469 log₁₀ p − 0.0784 p + 0.1771) with e = 1.5565 and p = 0.01, by hand.
    expect(phraseCost(presets['terp-a'].phrases!, 0.01, 1.5565)).toBeCloseTo(0.5012, 4);
    expect(phraseCost(presets['terp-a'].phrases!, 1, 1.5565)).toBe(0);
    expect(phraseCost(presets['terp-a'].phrases!, 0, 1.5565)).toBe(Infinity);
    expect(phraseCost(presets['terp-h'].phrases!, 0, 1.5565)).toBe(0);
    expect(phraseCost(presets['terp-h'].phrases!, 0, 0)).toBe(presets['terp-h'].phrases![0]);
  });

  const resources = withFiles({
    table: [
      '0.5 <p>Sharp Drop</p> <p>steep slump</p>',
      '0.01 0.02 <p>qux</p> <p>foo bar baz</p>',
      '0.1 <p>zig zag</p> <p>foo</p>',
    ],
  });
  const metric = (options: Options = {}) => terp({ phrases: 'table', ...options }, resources);
  const cost = (options: Options, hypothesis: string, reference: string) =>
    scoresOf(metric(options), [hypothesis], [[reference]]).rows[0]![0]!;
  const { costs, phrases } = presets['terp-a'];
  const slump = phraseCost(phrases!, 0.5, 2 * costs.substitution);

  it('are substituted for the phrase of the reference, not the reverse', () => {
    expect(cost({}, 'a steep slump', 'a sharp drop')).toBeCloseTo(slump, 12);
    expect(cost({}, 'a sharp drop', 'a steep slump')).toBe(2 * costs.substitution);
  });

  it('have the second probability in the opposite direction, or as in the program', () => {
    const there = 2 * costs.insertion + costs.substitution;
    const back = 2 * costs.deletion + costs.substitution;
    expect(cost({}, 'foo bar baz', 'qux')).toBeCloseTo(phraseCost(phrases!, 0.01, there), 12);
    expect(cost({}, 'qux', 'foo bar baz')).toBeCloseTo(phraseCost(phrases!, 0.02, back), 12);
    expect(cost({ compat: 'terp' }, 'foo bar baz', 'qux')).toBeCloseTo(phraseCost(phrases!, 0.02, there), 12);
    expect(cost({ compat: 'terp' }, 'qux', 'foo bar baz')).toBeCloseTo(back, 12);
  });

  it('are lower-cased if texts are, or kept as written', () => {
    expect(cost({ compat: 'terp' }, 'a steep slump', 'a sharp drop')).toBe(2 * costs.substitution);
    expect(cost({ lowercase: false }, 'a steep slump', 'a Sharp Drop')).toBeCloseTo(slump, 12);
  });

  it('are links of an alignment', () => {
    const references = ['far off from here or there', 'it was a sharp drop'];
    const { links, moves, reference } = align(metric(), 'it was steep slump', references);
    expect(reference).toBe(1);
    expect(moves).toEqual([]);
    const word = (h: number, r: number) => ({ hypothesis: { from: h, to: h + 1 }, reference: { from: r, to: r + 1 } });
    expect(links.slice(0, 2)).toEqual([
      { ...word(0, 0), kind: 'exact' },
      { ...word(1, 1), kind: 'exact' },
    ]);
    expect(links.slice(2)).toEqual([
      {
        hypothesis: { from: 2, to: 4 },
        reference: { from: 3, to: 5 },
        kind: 'paraphrase',
        cost: expect.closeTo(slump, 12),
      },
    ]);
    expect(align(metric(), '', ['a'])).toEqual({ reference: 0, links: [], moves: [] });
  });

  it('have a link for each run of words that a shift has joined', () => {
    // The first “bar” is shifted to the front, and the resulting “foo bar” matches “qux”.
    const table = ['1 <p>qux</p> <p>foo bar</p>'];
    const { links, moves } = align(terp({ phrases: 'table' }, withFiles({ table })), 'foo bar bar', ['bar qux']);
    expect(moves).toEqual([{ from: 1, to: 2, before: 0 }]);
    const reference = { from: 1, to: 2 };
    expect(links).toEqual([
      { hypothesis: { from: 0, to: 1 }, reference, kind: 'paraphrase', cost: 0 },
      { hypothesis: { from: 1, to: 2 }, reference: { from: 0, to: 1 }, kind: 'exact' },
      { hypothesis: { from: 2, to: 3 }, reference, kind: 'paraphrase' },
    ]);
  });

  it.each([
    [{ phrases: 'table', costs: 'ter' }, 'costs=ter has no weights for paraphrases. Leave out phrases, or use another value of costs.'],
    [{ stopList: 'list', stopWords: false }, 'stoplist works only with stop=yes.'],
    [{ insertion: -1 }, 'ins must be a number from 0 to 1000000, not -1.'],
    [{ substitution: 1e308 }, 'sub must be a number from 0 to 1000000, not 1e+308.'],
    [{ moves: 'far' as 'none' }, 'moves must be one of none, exact, words, relaxed, not "far".'],
  ])('%j is refused', (options, message) => {
    expect(() => terp(options as Options, resources)).toThrow(message);
  }); // prettier-ignore

  it('are requested when the first text is read', () => {
    const without = terp({ phrases: 'elsewhere' });
    expect(() => measure(without, { references: [['a']] }, [['a']])).toThrow('must be loaded first');
    expect(terp.needs!(without.options as never)).toEqual(['wordnet:3.0', 'text:elsewhere']);
  });

  it('refuses segments that would need too much memory', () => {
    const long = Array.from({ length: 5000 }, (_, i) => `w${i}`).join(' ');
    expect(() => scores({ wordNet: false }, long, [long])).toThrow('A segment of 5000 words');
  });
});

describe('two metrics of one run', () => {
  const dictionary = () =>
    readWordNet(tinyWordNet({ noun: { car: [1], auto: [1, 3], dog: [2], hound: [2, 4] }, irregular: { noun: '' } }));
  const set = { references: [['the car sees the dog']] };
  const outputs = [['the auto sees the hound']];

  it('may each have a WordNet with its own numbering', () => {
    const [one, other] = [dictionary(), dictionary()];
    for (const word of ['hound', 'car']) other.entry(word, 'morphy');
    const metrics = [one, other].map((wordNet) => terp({}, new Map([['wordnet:3.0', wordNet]])));
    expect(measureAll(metrics, set, outputs).map((found) => systemScore(found, 0))).toEqual([0, 0]);
  });

  it('share what they read if they have the same WordNet', () => {
    const resources = new Map([['wordnet:3.0', dictionary()]]);
    const keys = (metric: Metric) => metric.reads.map((view) => view.key);
    expect(keys(terp({}, resources))).toEqual(keys(terp({ costs: 'terp-h' }, new Map(resources))));
  });

  it('may each have a table and a list with the same names', () => {
    const made = [
      { table: ['.5 <p>x</p> <p>y</p>'], list: ['x'] },
      { table: ['.5 <p>b</p> <p>c</p>', '.5 <p>x y</p> <p>a</p>'], list: ['a', 'y'] },
    ].map((files) => terp({ phrases: 'table', stopList: 'list', wordNet: false }, withFiles(files)));
    const testSet = { references: [['b x y'], ['x b y']] };
    const texts = [['c a b', 'b a x']];
    const apart = made.map((metric) => [...measure(metric, testSet, texts).rows]);
    expect(measureAll(made, testSet, texts).map(({ rows }) => [...rows])).toEqual(apart);
    expect(apart[0]).not.toEqual(apart[1]);
  });
});

it('scores the same after stem numbers have been reset because of many words', () => {
  const resources = withFiles({ table: ['.5 <p>sharp drops</p> <p>sharply dropped</p>'] });
  const metric = terp({ phrases: 'table', wordNet: false }, resources);
  const readers = metric.reads.map((view) => view.reader());
  const counter = metric.counter();
  const read = (text: string, role: 'hypothesis' | 'reference') =>
    readers.map((reader) => {
      const ids = new IdList();
      reader.read(text, role, ids);
      return { ids: ids.values, start: 0, end: ids.length };
    });
  const count = (): number[] => {
    for (const reader of readers) reader.forget();
    const rows = new Float64Array(2);
    counter.prepare([read('it dropping sharp drops', 'reference')], undefined);
    counter.collect(read('it drop sharply dropped', 'hypothesis'), rows, 0);
    return [...rows];
  };
  const before = count();
  read(Array.from({ length: (1 << 18) + 1 }, (_, i) => `w${i}`).join(' '), 'reference');
  expect(count()).toEqual(before);
});

describe('names', () => {
  it.each([
    ['TERp-A', 'terp-a'],
    ['terph', 'terp-h'],
    ['TERP-H', 'terp-h'],
    ['TERp-TER', 'ter'],
  ])('%s', (name, costs) => expect(terp.readName!(name)).toEqual({ costs }));

  it.each(['terp-b', 'terpar', 'ter'])('%s is not a name', (name) => expect(terp.readName!(name)).toBeUndefined());

  it('are those of the presets', () => {
    expect((['terp-a', 'terp-h', 'ter'] as const).map((costs) => terp({ costs }).name)).toEqual([
      'TERp-A',
      'TERp-H',
      'TERp-TER',
    ]);
  });
});

describe('plain TERp', () => {
  // Words with stems and synonyms among them, some stop words, and some unrelated ones.
  const vocabulary = [
    'cat',
    'cats',
    'car',
    'automobile',
    'auto',
    'give',
    'gave',
    'yields',
    'the',
    'of',
    'x',
    'y',
    'z',
    'w',
  ];
  const word = fc.constantFrom(...vocabulary);
  const text = (maxLength: number) => fc.array(word, { maxLength });
  /** Texts that have much in common, in a different order. */
  const pair = fc.oneof(
    fc.tuple(text(12), text(12)),
    fc
      .tuple(text(14), fc.array(fc.tuple(fc.nat(14), fc.nat(14)), { maxLength: 4 }), text(3))
      .map(([words, swaps, more]): [string[], string[]] => {
        const other = [...words];
        for (const [from, to] of swaps)
          other.splice(to % (other.length + 1), 0, ...other.splice(from % (other.length + 1), 3));
        return [words, [...other, ...more]];
      }),
  );
  const phrase = fc.array(word, { minLength: 1, maxLength: 3 });
  const table = fc.array(fc.tuple(fc.constantFrom(0, 0.001, 0.05, 0.5, 1), phrase, phrase), { maxLength: 8 });
  const price = fc.constantFrom(0, 0.25, 0.5, 1, 1.5, 2);
  const prices: fc.Arbitrary<Costs> = fc.oneof(
    fc.constantFrom(presets['terp-a'].costs, presets['terp-h'].costs, presets.ter.costs),
    fc.record({ insertion: price, deletion: price, substitution: price, stem: price, synonym: price, shift: price }),
  );
  const wordNet = wordNetOf('3.0', loaded);
  const plainParts = {
    sameStem: (a: string, b: string) => porterStem(a) === porterStem(b),
    synonyms: (a: string, b: string) => wordNet.share(wordNet.entry(a, 'morphy'), wordNet.entry(b, 'morphy')),
    isStop: (each: string) => stopWords.has(each),
  };

  it('finds the same cost, shifts and matches', () => {
    fc.assert(
      fc.property(
        pair,
        prices,
        fc.constantFrom('none', 'exact', 'words', 'relaxed' as const),
        fc.constantFrom(0, 1, 2, 35),
        table,
        fc.constantFrom('terp-a', 'terp-h' as const),
        ([hypothesis, reference], costs, shifts, beam, entries, weights) => {
          const own = entries.map(([p, one, other]) => `${p} <p>${one.join(' ')}</p> <p>${other.join(' ')}</p>`);
          const lines = ['1 <p>never</p> <p>met</p>', ...own]; // a table is never empty
          const plain = { ...plainParts, costs, beam, shifts, phrases: [] };
          const phrases = entries
            .filter(([, one, other]) => one.join(' ') !== other.join(' '))
            .map(([p, one, other]) => ({
              reference: one,
              hypothesis: other,
              cost: phraseCost(presets[weights].phrases!, p, plainTerp(plain, other, one).cost),
            }))
            .filter(({ cost }) => cost < Infinity);
          const expected = plainTerp({ ...plain, phrases }, hypothesis, reference);
          const metric = terp(
            { costs: weights, ...costs, beam, moves: shifts, phrases: 'table' },
            withFiles({ table: lines }),
          );
          const { rows } = scoresOf(metric, [hypothesis.join(' ')], [[reference.join(' ')]]);
          expect(rows[0]![0]).toBe(expected.cost);
          const { links, moves } = align(metric, hypothesis.join(' '), [reference.join(' ')]);
          expect(moves).toHaveLength(expected.shifts);
          expect(orderAfter(moves!, hypothesis.length)).toEqual(expected.order);
          const found = links
            .filter(({ kind }) => kind !== 'paraphrase')
            .map(({ kind, hypothesis: h, reference: r }) => [kind, h.from, r.from]);
          expect(found).toEqual(wordLinks(expected));
        },
      ),
      { seed: 20282, numRuns: 1500 },
    );
  });

  function wordLinks({ steps, order }: ReturnType<typeof plainTerp>) {
    const links: [string, number, number][] = [];
    let [h, r] = [0, 0];
    for (const step of steps) {
      if (step.kind !== 'phrase' && step.h === 1 && step.r === 1) links.push([step.kind, order[h]!, r]);
      h += step.h;
      r += step.r;
    }
    return links.sort((a, b) => a[1] - b[1]);
  }
});

it('explains the example of Snover et al. (2006) with the costs of TERp-A', () => {
  const { values, wordsBehind } = shownSteps(
    terp({}, loaded),
    'this week the saudis denied information published in the new york times',
    ['saudi arabia denied this week information published in the american new york times'],
  );
  // A shift, an extra word and two missing words; the stem is free.
  expect(values).toEqual({ E: 3.67478, N: 13, score: 28.267535 });
  expect(wordsBehind('E').filter((each) => !each.startsWith('match'))).toEqual([
    'shift this week +0.5621: moved to before word 6',
    'stem saudis → saudi +0',
    'extra the +0.2589',
    'missing → arabia +1.4269',
    'missing → american +1.4269',
  ]);
});

it('explains the cap of segment scores', () => {
  // A substitution costs more than 1.
  const { values, formulas } = shownSteps(terp({}, loaded), 'cat', ['dog']);
  expect(values).toMatchObject({ N: 1, score: 100 });
  expect(formulas['score']).toBe('min(100, 100 * (E / N))');
});
