import { mkdtempSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import { readNbest } from '../../data/index.ts';
import type { LatticeReport } from '../../report/index.ts';
import { runTyped } from '../testing/runTyped.ts';
import lattice from './lattice.ts';

let folder: string;
const warnings: string[] = [];

/** `the house`, `a house`, `the big house` and `a big house`; `the` and no `big` are better. */
const forest = {
  format: 'assay-hypergraph-1',
  id: 'houses',
  nodes: [
    [
      { says: ['the'], score: -1, features: { lm: -1, tm: 2 } },
      { says: ['a'], score: -2, features: { lm: -3 } },
    ],
    [{ says: ['house'], features: { lm: -1 } }],
    [{ says: [0, 1] }, { says: [0, 'big', 1], score: -2, features: { lm: -0.5 } }],
  ],
};

/** What it says is twice as long with each node. */
const doubling = (nodes: number, first: readonly object[] = [{ says: ['a'] }]) => ({
  format: 'assay-hypergraph-1',
  nodes: Array.from({ length: nodes + 1 }, (_, n) => (n === 0 ? first : [{ says: [n - 1, n - 1] }])),
});

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-lattice-'));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('two.plf', "((('a',0.75,1),('b',0.25,1),),(('c',1,1),),)\n((('d',0.5,1),('*EPS*',0.5,1),),(('d',1,1),),)\n");
  write('forest.json', JSON.stringify(forest));
  write('unscored.json', JSON.stringify(forest).replace(/,"score":-\d/g, ''));
  write('weights.txt', 'lm= 1\ntm= 0\n');
  write('one.txt', 'lm= 1\n');
  write('cyclic.att', '0 1 a 0.5\n1 2 b 0.5\n2 1 c 0.5\n2\n');
  write('broken.plf', "((('a',0.75,1),),)\n((('a',0.75,1),)\n");
  write('empty.plf', '');
  write('x.lat.tsv', '0\t1\t<s>\t0\t\n1\t2\thello\t1.5\t2:1.5 1:1\n1\t2\thi\t3\t1:3\n2\t3\t</s>\t0\t\n3\n');
  write('doubling.json', JSON.stringify(doubling(40)));
  write('choices.json', JSON.stringify(doubling(40, [{ says: ['a'] }, { says: ['b'] }])));
  write('endless.json', JSON.stringify(doubling(1100)));
  write('huge.plf', "((('a',1,1),),)\n((('a',1e308,1),('b',0.5,1),),(('c',1e308,1),),)\n");
  write('sums.json', JSON.stringify({ ...forest, nodes: [[{ says: ['a'], features: { lm: -1e308 } }], [{ says: [0, 0] }]] }));
  write('row.txt', '1 0.5\n');
  write('plain.att', '0 1 a 0.5\n0 1 b 0.25\n1\n');
  mkdirSync(join(folder, 'out'));
}); // prettier-ignore
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command as typed after `assay lattice`; a name with a dot is that of a file of the folder. */
async function typed(line: string): Promise<string> {
  warnings.length = 0;
  const words = line.split(' ').map((word) => (/^[^/]+\.(plf|json|txt|att|tsv|svg)$|^out$/.test(word) ? join(folder, word) : word)); // prettier-ignore
  const ran = await runTyped(lattice, words);
  warnings.push(...ran.warnings);
  return ran.shown;
}

describe('assay lattice', () => {
  it('writes the converted lattice, whatever the file extension means for reports', async () => {
    const shown = await typed('convert --to json two.plf');
    expect(await typed('convert --to json two.plf -o converted.json')).toBe('');
    expect(readFileSync(join(folder, 'converted.json'), 'utf8')).toBe(shown);
  });

  it('shows the size of lattices', async () => {
    expect(await typed('info two.plf forest.json')).toMatchInlineSnapshot(`
      "id      kind     nodes  edges  words  features  derivations  shortest  longest  best score
      1       lattice      4      5      3         1            2         2        2       -0.29
      2       lattice      4      5      1         1            2         1        2       -0.69
      houses  forest       3      5      4         2            4         2        3       -1.00

      in all             3 structures with 11 nodes and 15 edges
      words, features    distinct ones on the edges
      shortest, longest  number of words in the shortest and in the longest text
      best score         of a derivation; higher is better
      input              sha256:8fe9146bb53bb7fa
      "
    `);
    const report = JSON.parse(await typed('info forest.json --format json')) as LatticeReport;
    expect(report.lattices).toEqual([
      {
        id: 'houses',
        place: join(folder, 'forest.json, line 1'),
        format: 'json',
        kind: 'forest',
        nodes: 3,
        edges: 5,
        words: 4,
        features: 2,
        derivations: '4',
        shortest: 2,
        longest: 3,
        bestScore: -1,
      },
    ]);
    expect((await typed('info two.plf --format tsv')).split('\n')[2]).toMatch(/^2\t.*two\.plf, line 2\tplf\tlattice\t4\t5\t1\t1\t2\t1\t2\t-0\.69/); // prettier-ignore
  });

  it('shows places if ids are the same', async () => {
    expect(await typed('info two.plf two.plf')).toContain('two.plf, line 2');
  });

  it('prints the best texts, under weights if they are given', async () => {
    expect(await typed('best two.plf forest.json')).toBe('a c\nd d\nthe house\n');
    expect(await typed('best forest.json --id houses -w weights.txt')).toBe('the house\n');
    expect(warnings).toEqual([]);
    expect(await typed('best unscored.json')).toBe('the house\n');
    expect(warnings).toEqual([
      `${join(folder, 'unscored.json')}, line 1: features without scores, so all derivations count equally. Give weights with -w.`,
    ]);
  });

  it('warns that weights have no effect without features', async () => {
    expect(await typed('best plain.att -w weights.txt')).toBe('a\n');
    expect(warnings).toEqual(['Weights ignored because no candidate has the feature: lm, tm.']);
    await expect(typed('best plain.att -w row.txt')).rejects.toThrow(
      'Cannot match 2 weights without names to 0 features',
    );
  });

  it('takes a row of weights by the numbers of the features of HiFST', async () => {
    // hello: 1 · 1 + 0.5 · 1.5 = 1.75; hi: 3.
    expect((await typed('nbest x.lat.tsv -w row.txt')).split('\n').map((line) => line.split(' ||| ')[3])).toEqual(['-1.75', '-3', undefined]); // prettier-ignore
  });

  it('prints n-best lists that can be read back', async () => {
    const text = await typed('nbest --nbest 3 two.plf forest.json');
    expect(text.split('\n').map((line) => line.split(' ||| ').slice(0, 2).join(' '))).toEqual([
      '0 a c', '0 b c', '1 d d', '1 d', '2 the house', '2 a house', '2 the big house', '',
    ]); // prettier-ignore
    writeFileSync(join(folder, 'list.txt'), text);
    const { candidates } = await readNbest({ files: [join(folder, 'list.txt')] });
    expect(candidates.featureNames).toEqual(['arc1', 'lm', 'tm']);
    expect([...candidates.totals.slice(4)]).toEqual([-1, -2, -3]);
  });

  it('prints distinct texts', async () => {
    writeFileSync(join(folder, 'same.plf'), "((('a',0.75,1),('a',0.25,1),),)\n");
    expect((await typed('nbest same.plf')).split('\n')).toHaveLength(3);
    expect((await typed('nbest same.plf --distinct')).split('\n')).toHaveLength(2);
  });

  it('prints posteriors of edges and of words', async () => {
    expect(await typed('posteriors two.plf --id 1')).toBe(
      'id\tnode\tsays\tscore\tposterior\n' +
        '1\t0\t\t0\t1\n1\t1\t[0] a\t-0.287682072452\t0.75\n1\t1\t[0] b\t-1.38629436112\t0.25\n1\t2\t[1] c\t0\t1\n1\t3\t[2]\t0\t1\n',
    );
    expect(await typed('posteriors two.plf --id 1 --posterior 0.5 --words')).toBe(
      'id\torder\tngram\tcount\tposterior\n1\t1\tc\t1\t1\n1\t1\ta\t0.75\t0.75\n',
    );
    expect(await typed('posteriors two.plf --id 1 --scale 0 --words')).toContain('1\t1\tb\t0.5\t0.5\n');
  });

  it('prints expected counts and posteriors of n-grams', async () => {
    // `d d` and `d`, alike probable: one and a half d are expected, and there always is one.
    expect(await typed('ngrams two.plf --id 2 --order 2')).toBe(
      'id\torder\tngram\tcount\tposterior\n2\t1\td\t1.5\t1\n2\t2\td d\t0.5\t0.5\n',
    );
  });

  it('prunes, and writes the format that was read', async () => {
    expect(await typed('prune --posterior 0.3 two.plf')).toBe("((('a',0.75,1),),(('c',1,1),),)\n((('d',0.5,1),('*EPS*',0.5,1),),(('d',1,1),),)\n"); // prettier-ignore
    expect(await typed('prune --beam 1 forest.json')).toContain('"a"');
    expect(await typed('prune --beam 0.5 forest.json')).not.toContain('"a"');
    expect(await typed('prune --edges-per-word 1.5 forest.json')).not.toContain('"a"');
  });

  it('converts', async () => {
    expect(await typed('convert --to att two.plf --id 1')).toMatch(/^0\t1\ta\t0\.28768\d+\n/);
    expect(await typed('convert --to plf --write-numbers probability x.lat.tsv')).toMatch(/\('hello',0\.2231\d+,1\)/);
    const text = await typed('convert --to json two.plf');
    writeFileSync(join(folder, 'again.json'), text);
    expect(await typed('convert --to plf again.json')).toBe(readFileSync(join(folder, 'two.plf'), 'utf8'));
  });

  it('writes each to its own file', async () => {
    expect(await typed('convert --to att two.plf --folder out')).toBe(['1', '2'].map((id) => `${join(folder, 'out', `${id}.att`)}\n`).join('')); // prettier-ignore
    expect(readdirSync(join(folder, 'out')).sort()).toEqual(['1.att', '2.att']);
    expect(await typed(`best ${join(folder, 'out', '1.att')} ${join(folder, 'out', '2.att')}`)).toBe(await typed('best two.plf')); // prettier-ignore
  });

  it('describes lattices with texts too long to write and too many derivations to count', async () => {
    const described = async (line: string) =>
      (JSON.parse(await typed(`${line} -f json`)) as LatticeReport).lattices.map(({ derivations, longest }) => [derivations, longest]); // prettier-ignore
    expect(await described('info doubling.json')).toEqual([['1', 2 ** 40]]);
    // Two to the power of 2⁴⁰.
    expect(await described('info choices.json')).toEqual([['>1e999999', 2 ** 40]]);
    const place = "(('a',0.5,1),('b',0.5,1),),";
    const chains = [990, 1100, 50_000].map((places) => `(${place.repeat(places)})\n`);
    writeFileSync(join(folder, 'long.plf'), chains.join(''));
    expect(await described('info long.plf')).toEqual([
      [String(2n ** 990n), 990],
      // Cut from 1.36e+331 and 3.16e+15051.
      ['1e+331', 1100],
      ['3e+15051', 50_000],
    ]);
    expect(await typed('info long.plf')).toMatch(/ 1e\+331 +1100 .* 3e\+15051 +50000 /s);
  });

  it('draws', async () => {
    expect(await typed('draw forest.json --to dot')).toMatch(/^digraph "houses" \{/);
    expect(await typed('draw two.plf --id 2')).toMatch(/^<svg /);
  });

  it.each([
    ['inf two.plf', 'Unknown action inf. Did you mean info?'],
    ['info', 'No lattices given. Name one or more files, or - for standard input.'],
    ['info - -w -', 'Standard input (-) is given twice, but can be read only once.'],
    ['info missing.plf', 'cannot read missing.plf: no such file'],
    ['info empty.plf', 'empty.plf is empty.'],
    ['best cyclic.att', /^cyclic\.att, line \d: .*cycle/i],
    ['best broken.plf', /^broken\.plf, line 2: character \d+: /],
    ['best two.plf --lattice-format hifst', /^two\.plf, line 1: /],
    ['best two.plf --to json', '--to is for prune, convert, draw, not for best.'],
    ['info two.plf --edges-per-word 3', '--edges-per-word is for prune, not for info.'],
    ['best two.plf --id 1 --id 7', 'There is no lattice 7. Run `assay lattice info` to list the IDs.'],
    ['convert two.plf', 'No format given. Choose one with --to: json, cdec-json, plf, moses-hg, hifst, att, cn.'],
    ['convert two.plf --to atf', 'Cannot write the format atf. Did you mean att?'],
    ['draw two.plf --to png', /^Cannot write the format png\./],
    ['draw two.plf', 'A picture shows one lattice, but there are several: 1, 2, … Choose one with --id.'],
    ['prune two.plf', 'Choose how to prune, with one of --posterior, --beam, --edges-per-word.'],
    ['prune two.plf --posterior 0.1 --beam 3', 'Choose how to prune, with one of --posterior, --beam, --edges-per-word.'],
    ['prune two.plf --beam 3 --scale 2', '--scale is for --posterior. Leave it out.'],
    ['prune two.plf forest.json --beam 3', 'forest.json, line 1 is json, but the lattices before it are plf. Choose one format for all with --to.'],
    ['convert two.plf --to att', 'att holds one lattice per file, but there are several. Choose one with --id, write each to its own file with --folder, or use --to json.'],
    ['convert forest.json --to plf', /^forest\.json, line 1: this is a forest, but plf can hold only lattices\./],
    ['convert two.plf two.plf --to att --folder out', 'two.plf, line 1 and two.plf, line 1 have the same ID 1, so they cannot be written to the same folder.'],
    ['convert two.plf --to att --folder out -o x.txt', 'Give either --folder or -o, not both.'],
    ['best forest.json -w one.txt', 'forest.json, line 1: one.txt: No weight for the feature tm; there are weights for lm. Add the missing weights, or set them to 0 with --missing-weights zero.'],
    ...['best', 'nbest', 'draw', 'prune --posterior 0.5', 'prune --edges-per-word 2'].map((action): [string, string] => [
      `${action} doubling.json`,
      'doubling.json, line 1: A text is too long: it would have more than 10 million words.',
    ]),
    ...['info', 'best', 'nbest', 'prune --beam 1 --to json'].map((action): [string, string] => [
      `${action} huge.plf --numbers log`,
      'huge.plf, line 2: The scores of a derivation add up to Infinity: they are too large.',
    ]),
    ['posteriors huge.plf --numbers log', 'huge.plf, line 2: Scores times the scale 1 overflow. Use a smaller scale.'],
    ['nbest sums.json', 'sums.json, line 1: Feature lm adds up to -Infinity: its values are too large.'],
    ['info endless.json', 'endless.json, line 1: the number of words in its longest text overflows.'],
    ['best two.plf -o two.plf', 'two.plf is read by the same command; name another file to write to.'],
  ])('%s is an error', async (line, message) => {
    const error = await typed(line).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    const told = (error as Error).message.replaceAll(`${folder}/`, '');
    if (typeof message === 'string') expect(told).toBe(message);
    else expect(told).toMatch(message);
  }); // prettier-ignore

  it('does not write outside the folder', async () => {
    writeFileSync(join(folder, 'evil.json'), JSON.stringify({ ...forest, id: '../evil' }));
    await expect(typed('convert evil.json --to json --folder out')).rejects.toThrow('cannot be a file name');
  });

  it('reads the examples', async () => {
    const example = (name: string) => fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));
    expect((await typed(`best ${example('lattices.plf')}`)).split('\n')).toHaveLength(6);
    const weights = `-w ${example('weights.txt')}`;
    expect(await typed(`nbest --nbest 1 ${example('forests.jsonl')} ${weights}`)).toMatch(/^0 \|\|\| After three years the old bridge in Wiesbrück is open again\. \|\|\| lm= /); // prettier-ignore
    expect(warnings).toEqual([]);
  });
});
