import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import type { OracleReport } from '../../report/index.ts';
import lattice from './lattice.ts';
import { runTyped } from '../testing/runTyped.ts';
import oracle from './oracle.ts';

let folder: string;
const example = (name: string) => fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-oracle-'));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  // The first says `the cat sat` best, `a dog sat` worst; the second says `on a mat` best and `on the mat` never.
  write('two.plf', "((('the',0.6,1),('a',0.4,1),),(('cat',0.9,1),('dog',0.1,1),),(('sat',1,1),),)\n((('on',1,1),),(('a',0.5,1),('an',0.5,1),),(('mat',0.7,1),('Mat',0.3,1),),)\n");
  write('ref.txt', 'a dog sat\non the Mat\n');
  write('three.txt', 'a dog sat\non the Mat\nx\n');
  write('one.txt', 'a dog sat\n');
  write('nbest.txt', '0 ||| the cat ||| lm= -1 ||| 1\n0 ||| a cat sat ||| lm= 3 ||| 0\n2 ||| y ||| lm= -9 ||| 0\n2 ||| x ||| lm= -8 ||| 0\n');
  write('catref.txt', 'a cat sat\ntwo\nx\n');
  write('weights.txt', 'lm= 1\n');
  write('blank.plf', "((('New York',1,1),),)\n((('b',1,1),),)\n");
  write('cyclic.att', '0 1 a 0.5\n1 2 b 0.5\n2 1 c 0.5\n2\n');
  write('unscored.json', '{"format":"assay-hypergraph-1","nodes":[[{"says":["a"],"features":{"lm":1}},{"says":["b"]}]]}\n');
}); // prettier-ignore
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command as typed after `assay oracle`; a name with a dot is that of a file of the folder. */
async function typed(line: string): Promise<string> {
  const words = line.split(' ').map((word) => (/^[^/()]+\.(plf|json|txt|att|tsv)$/.test(word) ? join(folder, word) : word)); // prettier-ignore
  return (await runTyped(oracle, words)).shown;
}

const reported = async (line: string): Promise<OracleReport> =>
  JSON.parse(await typed(`${line} --format json`)) as OracleReport;

/** All derivations, up to so many, as an n-best list in the folder. */
async function listed(files: string, name: string, number: number): Promise<void> {
  const { shown } = await runTyped(lattice, ['nbest', '--nbest', String(number), '--distinct', ...files.split(' ')]);
  writeFileSync(join(folder, name), shown);
}

it('takes the scores of a program', async () => {
  const metric = `external(cmd="node ${example('scorers/length.mjs')}",cache=no)`;
  const { shown } = await runTyped(oracle, [join(folder, 'nbest.txt'), '-r', join(folder, 'catref.txt'), '-m', metric, '--format', 'json']); // prettier-ignore
  // `a cat sat` and `x` or `y` are as long as their references; `the cat` has 8 of 10 letters, with one added.
  expect((JSON.parse(shown) as OracleReport).scores).toMatchObject({ first: 0.9, oracle: 1, exact: true });
});

describe('assay oracle in lattices', () => {
  it('shows the oracle and the model’s best', async () => {
    expect(await typed('two.plf -r ref.txt -m wrr')).toMatchInlineSnapshot(`
      "translation   words  WRR ↑
      model's best      6  33.33
      oracle            6  83.33

      segments: WRR of each
      id  words  model's best  words  oracle  difference
      1       3         33.33      3  100.00       66.67
      2       3         33.33      3   66.67       33.33

      segments       2, 1 reference each, 14 edges in all
      oracle         exact: no choice of derivations is better
      wrr(tok=none)  WRR|nrefs:1|case:mixed|tok:none|version:assay-0.2.0
      note           Lattices are already tokenized, and references are split at white space: tok=none.
      input          sha256:236e4457ab742381
      "
    `);
  });

  it('writes each segment and the paths', async () => {
    await typed('two.plf -r ref.txt -m wrr --segments each.tsv --translations paths.txt');
    expect(read('each.tsv')).toBe(
      'id\toracle\tfirst\toracle text\tfirst text\n' +
        '1\t100\t33.33333333333333\ta dog sat\tthe cat sat\n' +
        '2\t66.66666666666666\t33.33333333333333\ton a Mat\ton a mat\n',
    );
    expect(read('paths.txt')).toBe('a dog sat\non a Mat\n');
  });

  it('lower-cases words if the metric does, and shows them as they are', async () => {
    const { bySegment, metric } = await reported('two.plf -r ref.txt -m wrr(case=lc)');
    expect(bySegment[1]!.first.text).toBe('on a mat');
    expect(bySegment[1]!.first.score).toBeCloseTo(200 / 3, 10);
    expect(bySegment[1]!.oracle.score).toBe(bySegment[1]!.first.score);
    expect(metric.metric).toBe('wrr(case=lc,tok=none)');
  });

  it('finds bounds by posterior, for any order of numbers and files', async () => {
    const { pruned, scores, size } = await reported('-r ref.txt -m wrr --prune-posterior 0.05 0.35 two.plf');
    expect(size).toBe(14);
    // Without `dog` at least one word is wrong, and so without `Mat`.
    expect(pruned.map(({ posterior, edges, oracle: score, first }) => [posterior, edges, score, first])).toEqual([
      [0.05, 14, scores.oracle, scores.first],
      [0.35, 12, 50, scores.first],
    ]);
    expect(scores.oracle).toBeCloseTo(500 / 6, 10);
  });

  it('approximates BLEU and shows an upper bound', async () => {
    const shown = await typed('two.plf -r ref.txt -m bleu --prune-posterior 0.5');
    expect(shown).toMatch(/oracle, found +6 /);
    expect(shown).toMatch(/oracle, bound +\d/);
    const { scores, metric } = await reported('two.plf -r ref.txt -m bleu');
    expect(scores.exact).toBe(false);
    expect(scores.bound).toBeGreaterThanOrEqual(scores.oracle);
    expect(scores.oracle).toBeGreaterThanOrEqual(scores.first);
    expect(metric.signature).toContain('tok:none');
  });

  it.each([['4grr'], ['wrr'], ['2grr']])('agrees with the list of all derivations: %s', async (metric) => {
    await listed(example('lattices.plf'), 'all.txt', 100_000);
    const lines = readFileSync(example('reference.A.en.txt'), 'utf8').split('\n').slice(0, 5);
    writeFileSync(join(folder, 'five.txt'), `${lines.join('\n')}\n`);
    const inside = await reported(`${example('lattices.plf')} -r five.txt -m ${metric}`);
    const outside = await reported(`all.txt -r five.txt -m ${metric}(tok=none)`);
    expect(inside.scores).toEqual(outside.scores);
    expect(inside.bySegment.map(({ oracle: { score } }) => score)).toEqual(
      outside.bySegment.map(({ oracle: { score } }) => score),
    );
  });

  it('says that there are no scores', async () => {
    expect(await typed('unscored.json -r one.txt')).toContain('features without scores');
    expect((await typed('unscored.json -r one.txt -w weights.txt')).split('\n')[1]).toMatch(/^model's best/);
  });

  it('has rows for other programs', async () => {
    expect(await typed('two.plf -r ref.txt -m wrr --prune-posterior 0.35 --format tsv')).toBe(
      'metric\toracle\tposterior\tsegments\tsize\tfirst\tscore\texact\tbound\n' +
        'wrr(tok=none)\tbest\t\t2\t14\t33.33333333333333\t83.33333333333334\tyes\t83.33333333333334\n' +
        'wrr(tok=none)\tbest\t0.35\t2\t12\t33.33333333333333\t50\tyes\t50\n',
    );
  });
});

describe('assay oracle of n-best lists', () => {
  it('takes any metric; segments without candidates are left out', async () => {
    const { scores, segments, bySegment, metric } = await reported('nbest.txt -r catref.txt -m ter');
    expect(scores).toEqual({ first: 75, oracle: 0, exact: true, bound: 0 });
    expect(segments).toBe(2);
    expect(bySegment.map(({ id, first, oracle: best }) => [id, first.text, best.text])).toEqual([
      ['1', 'the cat', 'a cat sat'],
      ['3', 'y', 'x'],
    ]);
    expect(metric.metric).toBe('ter');
    await typed('nbest.txt -r catref.txt -m ter --translations paths.txt');
    expect(read('paths.txt')).toBe('a cat sat\n\nx\n');
  });

  it('finds the worst', async () => {
    const { scores, looksFor } = await reported('nbest.txt -r catref.txt -m wer --worst');
    expect([looksFor, scores.oracle]).toEqual(['worst', 75]);
    expect(await typed('nbest.txt -r catref.txt -m wer --worst')).toContain('no choice of candidates is worse');
  });

  it('takes the best by weights as the model’s best', async () => {
    const { scores } = await reported('nbest.txt -r catref.txt -m wer -w weights.txt');
    expect(scores.first).toBe(0);
  });

  it('says if the result is not exact', async () => {
    expect(await typed('nbest.txt -r catref.txt -m chrf')).toMatch(/oracle, bound +unknown/);
    const shown = await typed('nbest.txt -r catref.txt -m bleu(n=1)');
    expect(shown).toMatch(/oracle, found +4 +100\.00/);
    expect(shown).toMatch(/oracle, bound +100\.0/);
  });
});

describe('what assay oracle refuses', () => {
  it.each([
    ['-r ref.txt', 'No files given. Name lattices, forests or n-best lists.'],
    ['two.plf', 'No reference given. Name a file with -r.'],
    ['two.plf -r three.txt', 'There are references for 3 segments, but 2 lattices. Give one lattice per segment, in the same order.'],
    ['two.plf -r one.txt', 'There are references for 1 segment, but more lattices: two.plf, line 2 is number 2. Give one lattice per segment, in the same order.'],
    ['two.plf two.plf -r one.txt', 'There are references for 1 segment, but at least 2 lattices. Give one lattice per segment, in the same order.'],
    ['two.plf -r ref.txt -m ter', 'ter has no oracle inside lattices and forests; only 4grr, bleu, wrr have one. Make n-best lists with `assay lattice nbest` first, and run `assay oracle` on them.'],
    ['two.plf -r ref.txt -m bleu(tok=13a)', 'bleu(tok=13a): lattices are already tokenized, so only tok=none works inside them. Leave out the tokenizer, or use n-best lists. Make n-best lists with `assay lattice nbest` first, and run `assay oracle` on them.'],
    ['two.plf -r ref.txt -m bleu(tokenizer=intl)', /^bleu\(tokenizer=intl\): lattices are already tokenized/],
    ['two.plf -r ref.txt --worst', /^--worst does not work inside lattices/],
    ['two.plf -r ref.txt -s ref.txt', '--source is for n-best lists, not for lattices.'],
    ['two.plf -r ref.txt --scale 2', '--scale is for --prune-posterior. Give both or neither.'],
    ['two.plf -r ref.txt --prune-posterior 2', '--prune-posterior must be a number from 0 to 1, not "2".'],
    ['two.plf -r ref.txt --prune-posterior two.plf', 'No posterior given. Name at least one after --prune-posterior.'],
    ['nbest.txt -r catref.txt --prune-posterior 0.1', '--prune-posterior is for lattices, not for n-best lists.'],
    ['nbest.txt two.plf -r ref.txt', 'nbest.txt is an n-best list, but two.plf is not. Give files of one kind.'],
    ['blank.plf -r ref.txt', 'blank.plf, line 1: "New York" is not a word: it contains white space. Split it into words, or remove it.'],
    ['cyclic.att -r one.txt', /^cyclic\.att, line \d: .*cycle/i],
    ['missing.plf -r one.txt', 'cannot read missing.plf: no such file'],
    ['two.plf -r ref.txt --translations ref.txt', 'ref.txt is read by the same command; name another file to write to.'],
    ['two.plf -r - -w -', 'Standard input (-) is given twice, but can be read only once.'],
    ['two.plf -r ref.txt -m nonsense', /^Unknown metric nonsense\./],
  ])('%s', async (line, message) => {
    const error = await typed(line).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    const told = (error as Error).message.replaceAll(`${folder}/`, '');
    if (typeof message === 'string') expect(told).toBe(message);
    else expect(told).toMatch(message);
  }); // prettier-ignore
});

const data = fileURLToPath(new URL('../../../../shared/data/nbest-lattices', import.meta.url));
const missing = !existsSync(data);

describe.skipIf(missing)(`assay oracle on real lattices${missing ? ' (skipped: ../shared/data is not there)' : ''}`, () => {
  it('finds at least the 4-GRR of n-best lists in 30 lattices of HiFST', async () => {
    const hifst = join(data, 'hifst-lattices');
    const files = readdirSync(hifst).filter((name) => name.endsWith('.lat.tsv')).sort().map((name) => join(hifst, name)).join(' ');
    const references = readFileSync(join(hifst, 'manifest.tsv'), 'utf8').trimEnd().split('\n').slice(1).map((line) => line.split('\t')[5]!);
    writeFileSync(join(folder, 'hifst.txt'), `${references.join('\n')}\n`);
    const inside = await reported(`${files} -r hifst.txt`);
    await listed(files, 'hifst.nbest.txt', 200);
    const outside = await reported('hifst.nbest.txt -r hifst.txt -m 4grr(tok=none)');
    expect(inside.segments).toBe(30);
    expect(inside.scores.first).toBeCloseTo(outside.scores.first, 10);
    inside.bySegment.forEach(({ oracle: { score } }, i) => {
      expect(score).toBeGreaterThanOrEqual(outside.bySegment[i]!.oracle.score - 1e-9);
    });
    expect(inside.scores.oracle).toBeGreaterThan(outside.scores.oracle);
  });
}); // prettier-ignore
