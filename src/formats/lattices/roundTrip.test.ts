/** What is written is read back the same, as far as a format goes. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FeatureNames, type Hypergraph, HypergraphBuilder, LatticeBuilder, symbolOf } from '../../lattice/index.ts';
import { randomForest, randomHypergraph, randomLattice } from '../../lattice/testing/randomHypergraph.ts';
import { latticeFormats } from './index.ts';
import { derivationsOf, readOne, readText, write, writingFaultOf } from './testing/readText.ts';

const plainWords = ['a', 'b', '__proto__', '0', '12', '#', '-', 'ε̈', '|', '[x]', '[1', '<S>', "'", '\\', '"', '{', '('];

/** With names of features that HiFST can hold. */
const numbered = (hypergraph: Hypergraph): Hypergraph => ({ ...hypergraph, featureNames: ['3', '1', '12'] });

const latticesWith = (words: readonly string[]): fc.Arbitrary<Hypergraph> => randomLattice({ words });
const anyWith = (words: readonly string[]): fc.Arbitrary<Hypergraph> => randomHypergraph({ words });

const cases = [
  { format: 'json', given: anyWith([...plainWords, ' ', '\n', 'a b', '<s>', '[1]', '|||']), features: true },
  { format: 'cdec-json', given: anyWith([...plainWords, '<s>', '*EPS*']), features: true },
  { format: 'moses-hg', given: anyWith([...plainWords, '*EPS*']), features: true },
  { format: 'hifst', given: latticesWith([...plainWords, '*EPS*']).map(numbered), features: true },
  { format: 'att', given: latticesWith(['a', 'b', '12', "'", '*EPS*', '<s>']), features: false },
  { format: 'plf', given: latticesWith([...plainWords, '<eps>', 'a b']), features: false, numbers: 'log' },
  { format: 'plf', given: latticesWith(plainWords), features: false, numbers: 'cost' },
] as const;

describe('write, then read', () => {
  test.each(cases)('$format: the same strings, scores and features ($features)', async ({ format, given, ...rest }) => {
    const { features } = rest;
    const numbers = 'numbers' in rest ? rest.numbers : undefined;
    await fc.assert(
      fc.asyncProperty(given, async (hypergraph) => {
        const text = write(hypergraph, format, numbers);
        expect(text.endsWith('\n')).toBe(true);
        const read = await readOne(text, { format, ...(numbers ? { numbers } : {}) });
        expect(derivationsOf(read, { features })).toEqual(derivationsOf(hypergraph, { features }));
      }),
      { numRuns: 150 },
    );
  });

  test.each(['json', 'cdec-json', 'moses-hg', 'hifst', 'plf'])('%s is known by its content', async (format) => {
    await fc.assert(
      fc.asyncProperty(randomLattice({ words: ['a', "'"] }).map(numbered), async (hypergraph) => {
        const hasFeatures = hypergraph.features.values.length > 0;
        // Without features, HiFST arcs look like AT&T arcs.
        fc.pre(format !== 'hifst' || hasFeatures);
        const text = write(hypergraph, format, 'log');
        const shown = format === 'hifst' ? text.split('\n').slice(0, 16).join('\n') : text;
        fc.pre(format !== 'hifst' || /\t\d+:/.test(shown));
        const [read] = await readText(text, { numbers: 'log' });
        expect(read!.format).toBe(format);
      }),
      { numRuns: 50 },
    );
  });

  test.each(['json', 'cdec-json', 'moses-hg'])(
    '%s: structure is kept, node by node and edge by edge',
    async (format) => {
      await fc.assert(
        fc.asyncProperty(randomForest(), async (hypergraph) => {
          const read = await readOne(write(hypergraph, format), { format });
          expect([read.nodes, read.edges]).toEqual([hypergraph.nodes, hypergraph.edges]);
        }),
        { numRuns: 50 },
      );
    },
  );

  const networks = fc
    .array(
      fc.array(fc.tuple(fc.constantFrom(...plainWords, undefined), fc.integer({ min: -8, max: 0 })), {
        minLength: 1,
        maxLength: 3,
      }),
      { minLength: 1, maxLength: 4 },
    ) // prettier-ignore
    .map((columns) => {
      const builder = new LatticeBuilder(new FeatureNames(), 'network');
      builder.start('0');
      columns.forEach((column, from) => {
        for (const [word, score] of column) {
          builder.arc({ from: String(from), to: String(from + 1), words: word === undefined ? [] : [word], score });
        }
      });
      builder.final(String(columns.length));
      return builder.finish();
    });

  test.each(['cn', 'plf'])('%s: confusion networks, several in a file', async (format) => {
    await fc.assert(
      fc.asyncProperty(fc.array(networks, { minLength: 1, maxLength: 3 }), async (all) => {
        const read = await readText(all.map((network) => write(network, format)).join(''), { format });
        expect(read.map(({ id }) => id)).toEqual(all.map((_, i) => String(i + 1)));
        read.forEach(({ hypergraph }, i) => {
          expect(derivationsOf(hypergraph, { features: false })).toEqual(derivationsOf(all[i]!, { features: false }));
        });
      }),
      { numRuns: 100 },
    );
  });

  const arcNumbers = fc.oneof(
    fc.array(
      fc.integer({ min: 0, max: 8 }).map((n) => n / 8),
      { minLength: 6, maxLength: 6 },
    ),
    fc.array(
      fc.integer({ min: -8, max: 3 }).map((n) => n / 8),
      { minLength: 6, maxLength: 6 },
    ),
  );

  test('plf gives back the numbers it was read from, whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(arcNumbers, async ([a, b, c, d, e, f]) => {
        const text = `((('x',${a},${b},1),('it\\'s',${c},${d},2),),(('\\\\',${e},${f},1),),)\n`;
        const hypergraph = await readOne(text);
        // A last number that is 0 on all arcs leaves no feature behind.
        fc.pre(b !== 0 || d !== 0 || f !== 0);
        expect(write(hypergraph, 'plf')).toBe(text);
      }),
    );
  });

  test('plf writes scores when they are no longer what its numbers say', async () => {
    const hypergraph = await readOne("((('x',0.5,1),),)\n");
    const reweighted = { ...hypergraph, scores: hypergraph.scores.map((score) => 2 * score) };
    expect(write(reweighted, 'plf')).toBe(`((('x',${2 * Math.log(0.5)},1),),)\n`);
  });

  test('json writes several structures one per line, with their names', async () => {
    const [a, b] = fc.sample(randomForest(), { numRuns: 2, seed: 1 });
    const { write: writeJson } = latticeFormats.find(({ id }) => id === 'json')!;
    const text = [...writeJson(a!, { place: '', id: 'first' }), ...writeJson(b!, { place: '' })].join('');
    const read = await readText(text);
    expect(read.map(({ id, place }) => [id, place])).toEqual([
      ['first', 'standard input, line 1'],
      ['2', 'standard input, line 2'],
    ]);
    expect(derivationsOf(read[1]!.hypergraph)).toEqual(derivationsOf(b!));
  });
});

const oneWord = (word: string, score = -1, feature = 'f'): Hypergraph => {
  const names = new FeatureNames([feature]);
  const builder = new LatticeBuilder(names, 'test');
  builder.start('0');
  builder.arc({ from: '0', to: '1', words: [word], score, features: [[0, 1]] });
  builder.final('1');
  return builder.finish();
};

const forest = async (): Promise<Hypergraph> =>
  readOne('{"format":"assay-hypergraph-1","nodes":[[{"says":["a"]}],[{"says":["b",0,0]}]]}');

describe('what a format cannot hold is refused', () => {
  test.each([
    ['plf', '*EPS*', 'here: cannot write the word "*EPS*" as plf,'],
    ['plf', 'a\nb', 'here: cannot write the word "a\\nb" as plf,'],
    ['cn', '*EPS*', 'here: cannot write the word "*EPS*" as cn,'],
    ['att', '<eps>', 'here: cannot write the word "<eps>" as att,'],
    ['att', 'ε', 'here: cannot write the word "ε" as att,'],
    ['att', '0', 'here: cannot write the word "0" as att,'],
    ['att', '', 'here: cannot write an empty word.'],
    ['json', '', 'here: cannot write an empty word.'],
    ['hifst', '<s>', 'here: cannot write the word "<s>" as hifst,'],
    ['moses-hg', '</s>', 'here: cannot write the word "</s>" as moses-hg,'],
    ['moses-hg', '[12]', 'here: cannot write the word "[12]" as moses-hg,'],
    ['moses-hg', 'a|||b', 'here: cannot write the word "a|||b" as moses-hg,'],
    ['cdec-json', '[1]', 'here: cannot write the word "[1]" as cdec-json,'],
    ['cdec-json', 'a\tb', 'here: cannot write the word "a\\tb" as cdec-json,'],
    ['hifst', 'a', 'here: hifst numbers its features, so it cannot hold the name "f". Write json instead.'],
  ])('%s: the word %j', (format, word, message) => {
    expect(writingFaultOf(oneWord(word), format)).toContain(message);
  });

  test.each(['plf', 'cn', 'att', 'hifst'])('%s: a forest', async (format) => {
    expect(writingFaultOf(await forest(), format)).toBe(
      `here: this is a forest, but ${format} can hold only lattices. Write json, cdec-json or moses-hg instead.`,
    );
  });

  test('others', async () => {
    expect(writingFaultOf(oneWord('a', 1), 'plf')).toMatch('no score is below 0');
    expect(writingFaultOf(oneWord('a', -1, 'a b'), 'moses-hg')).toMatch('cannot hold a feature named "a b"');
    expect(writingFaultOf(await readOne("((('a',-1,1),('b',-1,2)),(('c',-1,1),))"), 'cn')).toMatch(
      'not a confusion network',
    );
    expect(writingFaultOf(await readOne("((('a',-1,-2,1),),)"), 'cn')).toMatch('one number per word');
    expect(writingFaultOf(await readOne('()'), 'cn')).toMatch('needs columns');
    expect(writingFaultOf(await forest(), 'latex')).toMatch('Unknown format latex for lattices.');
  });

  test('PLF joins several final states by arcs without words', async () => {
    const lattice = await readOne('0 1 a 1\n1 2 b 1\n1 0.5\n2\n');
    const text = write(lattice, 'plf');
    expect(text).toBe("((('a',-1,1),),(('b',-1,1),('*EPS*',-0.5,2),),(('*EPS*',0,1),),)\n");
    expect(derivationsOf(await readOne(text), { features: false })).toEqual(
      derivationsOf(lattice, { features: false }),
    );
  });
});

test.each(['hifst', 'json', 'moses-hg', 'cdec-json'])('%s keeps what it costs to begin', async (format) => {
  const names = new FeatureNames(['1']);
  const builder = new HypergraphBuilder(names, 'made', 'state');
  const [start, end] = [builder.node('0'), builder.node('1')];
  builder.edge({ head: start, symbols: [], features: [[0, -2]] });
  builder.edge({ head: end, symbols: [symbolOf(start), builder.word('a')], features: [[0, -1]] });
  const read = await readOne(write(builder.finish(end), format), { format });
  expect(derivationsOf(read, { features: true })).toEqual(['[["a"],0,[["1",-3]]]']);
});
