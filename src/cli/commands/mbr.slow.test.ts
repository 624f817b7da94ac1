import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { UsageError, systemScore } from '../../core/index.ts';
import { type Contents, withFiles } from '../../data/testing/files.ts';
import { measure } from '../../measure/index.ts';
import { bleu, chrf } from '../../metrics/index.ts';
import type { MbrReport } from '../../report/index.ts';
import { Plain } from '../command.ts';
import { runTyped } from '../testing/runTyped.ts';
import mbr from './mbr.ts';

const example = (name: string) => fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));
const lines = (path: string): string[] => readFileSync(path, 'utf8').replace(/\n$/, '').split('\n');

interface Run {
  readonly shown: string;
  readonly report?: MbrReport;
  readonly warnings: readonly string[];
}

/** Runs the command as typed after `assay mbr`. */
async function run(...typed: readonly string[]): Promise<Run> {
  const { shown, result, warnings } = await runTyped(mbr, ['-j', '1', ...typed]);
  return { shown, warnings, ...(!(result instanceof Plain) && { report: result }) };
}

/** Runs on files of these contents, which are named as such. */
const runOn = (contents: Contents, ...typed: readonly string[]): Promise<Run> =>
  withFiles(contents, (directory) =>
    run(...typed.map((word) => (word in contents || word.startsWith('out.') ? join(directory, word) : word))),
  );

async function faultOf(contents: Contents, ...typed: readonly string[]): Promise<string> {
  try {
    await runOn(contents, ...typed);
  } catch (error) {
    if (error instanceof UsageError) return error.message.replaceAll(/\S*\/assay-data-\w+\//g, '');
    throw error;
  }
  return 'no fault';
}

const systems = ['good.txt', 'terse.txt', 'verbose.txt', 'shuffled.txt'].map(example);
const references = ['-r', example('reference.A.en.txt'), '-r', example('reference.B.en.txt')];

/** Two segments: in the first the middle candidate shares most with the others, in the second a copy wins. */
const nbest = [
  '0 ||| a b x y ||| f= 1 ||| -1',
  '0 ||| a b c d ||| f= 2 ||| -1',
  '0 ||| u v c d ||| f= 3 ||| -1',
  '1 ||| e ||| f= 0 ||| 0',
  '1 ||| g h ||| f= 0.5 ||| -9',
  '1 ||| g h ||| f= 0 ||| -9',
  '',
].join('\n');

describe('utilities from elsewhere', () => {
  const length = `external(cmd="node ${example('scorers/length.mjs')}",cache=no)`;

  it('asks a program for every pair, and scores the choice by it', async () => {
    const { report } = await runOn({ 'n.txt': nbest, 'ref.txt': 'a b c d\ng h\n' }, 'n.txt', '--scale', '0', '-m', length, '-r', 'ref.txt'); // prettier-ignore
    // All candidates of the first segment are as long as each other; of the second, \`g h\` is twice as probable.
    expect(report!.rows.map(({ name, scores }) => [name, scores.at(-1)])).toEqual([
      ['first of the list', (1 + 2 / 4) / 2],
      ['MBR choice', 1],
      ['oracle', 1],
    ]);
  });

  const matrices = '[[9, 0, 0], [0, 5, 5], [0, 0, 8]]\n[[1, 2, 3], [4, 1, 1], [0, 0, 0]]\n';

  it.each([
    ['the mean of a row decides', [], 'a b c d\ne\n'],
    ['weighed by posteriors', ['-w', 'w.txt'], 'u v c d\ne\n'],
  ])('reads matrices: %s', async (_, more, expected) => {
    const files = { 'n.txt': nbest, 'u.jsonl': matrices, 'w.txt': 'f= 3\n' };
    const { shown } = await runOn(files, 'n.txt', '--utilities', 'u.jsonl', ...(more.length > 0 ? more : ['--scale', '0'])); // prettier-ignore
    expect(shown).toBe(expected);
  });

  it('compares candidates with other texts', async () => {
    const { shown } = await runOn({ 'n.txt': nbest, 'p.txt': 'u v\ne\n', 'q.txt': 'u v c d\ne\n' }, 'n.txt', '--sampled', '--references-from', 'p.txt', '--references-from', 'q.txt'); // prettier-ignore
    expect(shown).toBe('u v c d\ne\n');
  });

  it.each([
    [
      '[[1]]\n[[1]]\n',
      [],
      'u.jsonl, line 1: The matrix of utilities is 1 × 1, but there are 3 candidates and 3 references.',
    ],
    ['[[1, 2]]\n', [], 'u.jsonl has 1 line for 2 segments.'],
    ['x\n', [], 'u.jsonl, line 1: "x" is not a matrix of numbers, such as [[1, 0.5], [0.4, 1]].'],
    [matrices, ['-m', 'bleu'], '--utilities holds the utilities, so -m does nothing. Leave out one of them.'],
  ])('refuses %j', async (utilities, more, message) => {
    expect(await faultOf({ 'n.txt': nbest, 'u.jsonl': utilities }, 'n.txt', '--scale', '0', '--utilities', 'u.jsonl', ...more)).toBe(message); // prettier-ignore
  });

  it('refuses texts to compare with for other segments', async () => {
    expect(await faultOf({ 'n.txt': nbest, 'p.txt': 'a\n' }, 'n.txt', '--references-from', 'p.txt')).toBe(
      'p.txt: 1 segment, but there are candidates for 2.',
    );
  });
});

describe('outputs of systems', () => {
  it('chooses for each segment the output that measuring every pair finds best', async () => {
    const { shown } = await run(...systems, '-m', 'chrf');
    const texts = systems.map(lines);
    const expected = texts[0]!.map((_, i) => {
      const candidates = texts.map((ofSystem) => ofSystem[i]!);
      const worth = candidates.map((hypothesis) =>
        candidates.reduce((sum, reference) => sum + systemScore(measure(chrf(), { references: [reference] }, [[hypothesis]]), 0), 0),
      ); // prettier-ignore
      return candidates[worth.indexOf(Math.max(...worth))]!;
    });
    expect(shown).toBe(expected.map((text) => `${text}\n`).join(''));
  });

  it('scores the choice, the systems and the best possible choice', async () => {
    const { report, shown } = await run(...systems, ...references, '--score', 'bleu');
    const rows = new Map(report!.rows.map(({ name, scores }) => [name, scores[0]!]));
    // As `assay score` has it in the README.
    expect(rows.get('good')).toBeCloseTo(57.34, 2);
    expect(rows.get('oracle')).toBeGreaterThan(rows.get('MBR choice')!);
    expect(shown).toMatch(/^good +\d+ +57\.34$/m);
    expect(shown).toMatch(/^posteriors +uniform$/m);
    expect(shown).not.toMatch(/undefined|NaN|null/);
  });

  it('follows the system that has all the weight', async () => {
    const weights = ['0', '0', '1', '0'].flatMap((weight) => ['--system-weight', weight]);
    const { shown } = await run(...systems, ...weights);
    expect(shown).toBe(readFileSync(systems[2]!, 'utf8'));
  });

  it('writes the choices and their expected utility to a file', async () => {
    await withFiles({ a: 'a b c d\nx\n', b: 'a b c e\ny\n', c: 'a b c d\ny\n' }, async (directory) => {
      const files = ['a', 'b', 'c'].map((name) => join(directory, name));
      const out = join(directory, 'choices.tsv');
      const { shown } = await run(...files, '--choices', out, '-m', 'bleu(tok=none)');
      expect(shown).toBe('a b c d\ny\n');
      const [head, first, second] = lines(out).map((line) => line.split('\t'));
      expect(head).toEqual(['segment', 'candidate', 'system', 'utility']);
      expect(first!.slice(0, 3)).toEqual(['1', '1', 'a']);
      const other = systemScore(measure(bleu({ tokenizer: 'none', effectiveOrder: true }), { references: ['a b c e'] }, [['a b c d']]), 0); // prettier-ignore
      expect(Number(first![3])).toBeCloseTo((200 + other) / 3, 9);
      expect(second!.slice(0, 3)).toEqual(['2', '2', 'b']);
      expect(Number(second![3])).toBeCloseTo(200 / 3, 9);
    });
  });

  it.each([
    ['one system', { a: 'x\n' }, ['a'], 'a is the output of one system, so there is nothing to choose from. Give outputs of several systems, n-best lists, or lattices with --lattice.'],
    ['unequal lengths', { a: 'x\n', b: 'x\ny\n' }, ['a', 'b'], 'b has 2 lines, a has 1. All files must have the same segments.'],
    ['empty files', { a: '', b: '' }, ['a', 'b'], 'a, b hold no segments.'],
    ['weights for some', { a: 'x\n', b: 'y\n' }, ['a', 'b', '--system-weight', '1'], '1 weight given for 2 systems (a, b). Give one for each.'],
    ['no weight at all', { a: 'x\n', b: 'y\n' }, ['a', 'b', '--system-weight', '0', '--system-weight', '0'], '--system-weight: The weights of the candidates of a segment add up to 0. The sum must be finite and more than 0.'],
    ['features', { a: 'x\n', b: 'y\n' }, ['a', 'b', '-w', 'a'], '--weights is not for the outputs of systems. Leave it out.'],
    ['lists among them', { a: 'x\n', b: nbest }, ['a', 'b'], 'b is an n-best list, but a is not. Give files of one kind.'],
  ] as const)('refuses %s', async (_, contents, typed, message) => {
    expect(await faultOf(contents, ...typed)).toBe(message);
  }); // prettier-ignore
});

describe('n-best lists', () => {
  it('takes the candidate most like the probable ones', async () => {
    const { shown, warnings } = await runOn({ nbest }, 'nbest', '-m', 'bleu(tok=none)');
    expect(shown).toBe('a b c d\ne\n');
    expect(warnings).toEqual([]);
  });

  it.each([
    ['all alike: the copy counts twice', ['--scale', '0'], 'a b c d\ng h\n'],
    ['by weights', ['-w', 'weights'], 'u v c d\ng h\n'],
    ['by numbers', ['--posteriors', 'numbers'], 'a b x y\ng h\n'],
    ['against expected counts', ['--form', 'expected'], 'a b c d\ne\n'],
    ['another metric', ['-m', 'ter'], 'a b c d\ne\n'],
  ])('%s', async (_, typed, expected) => {
    const contents = { nbest, weights: 'f= 20\n', numbers: '9\n1\n1\n1\n1\n2\n' };
    expect((await runOn(contents, 'nbest', ...typed)).shown).toBe(expected);
  });

  it('keeps the number of equal samples', async () => {
    const samples = '0 ||| a ||| ||| \n0 ||| b ||| ||| \n0 ||| b ||| ||| \n';
    expect((await runOn({ samples }, 'samples')).shown).toBe('a\n');
    expect((await runOn({ samples }, 'samples', '--sampled')).shown).toBe('b\n');
  });

  it('prints scores in every form', async () => {
    const typed = [example('nbest.txt'), '-w', example('weights.txt'), ...references, '-m', 'chrf'];
    for (const format of ['text', 'markdown', 'latex', 'html', 'json', 'csv', 'tsv']) {
      const { shown } = await run(...typed, '--format', format);
      expect(shown).toContain('MBR choice');
      expect(shown.replace(/<script>.*<\/script>/s, '')).not.toMatch(/undefined|NaN/);
    }
  });

  it.each([
    ['no file', [], 'No files given. Name n-best lists, outputs of several systems, or with --lattice lattices.'],
    ['a segment without candidates', ['gap'], 'Segment 1, counted from 0, has no candidates.'],
    ['two utilities', ['nbest', '-m', 'bleu', 'ter'], 'Give one utility, not 2: bleu, ter.'],
    ['a metric without that form', ['nbest', '-m', 'ter', '--form', 'expected'], 'Expected counts do not work with ter, only with bleu and chrf. Use the pairwise utility, which works with every metric.'],
    ['a metric for the linear gain', ['nbest', '-m', 'bleu', '--form', 'linear'], '--form linear has its own utility. Leave out -m, or choose another --form.'],
    ['a setting of another form', ['nbest', '--ratio', '0.5'], '--ratio is for linear, not for n-best lists.'],
    ['another without that form', ['nbest', '-m', 'RAC1', '--form', 'expected'], 'Expected counts do not work with RAC1, only with bleu and chrf. Use the pairwise utility, which works with every metric.'],
    ['a total that is missing', ['partial'], 'partial, line 3: this candidate has no total score, but others have one. Give weights with -w, or make all candidates equally probable with --scale 0.'],
    ['posteriors of 0', ['nbest', '--posteriors', 'zeros'], 'zeros: The weights of the candidates of segment 1, segments numbered from 0, add up to 0. The sum must be finite and more than 0.'],
    ['a missing weight', ['nbest', '-w', 'other'], 'other: No weight for the feature f; there are weights for g. Add the missing weights, or set them to 0 with --missing-weights zero.'],
    ['scores too large', ['nbest', '-w', 'huge'], 'Candidate 2 of segment 0, segments numbered from 0, has the score Infinity, which is not finite.'],
    ['two times standard input', ['-', '--posteriors', '-'], 'Standard input (-) is given twice, but can be read only once.'],
    ['posteriors twice', ['nbest', '--sampled', '--posteriors', 'numbers'], '--posteriors and --sampled both set the posteriors. Give one of them.'],
    ['too few posteriors', ['nbest', '--posteriors', 'numbers'], 'numbers: There are 1 posteriors for 6 candidates. Give one per candidate.'],
    ['posteriors below 0', ['nbest', '--posteriors', 'negative'], 'negative, line 1: "-1" is not a number of at least 0.'],
    ['scores without references', ['nbest', '--score', 'bleu'], '--score is for scores, which need references: give them with -r.'],
    ['names', ['nbest', '-n', 'a'], '--name is not for n-best lists. Leave it out.'],
    ['a number for lattices', ['nbest', '--nbest', '5'], '--nbest is for lattices, not for n-best lists.'],
    ['a report without references', ['nbest', '-f', 'json'], '--format json shows scores, which need references: give them with -r.'],
  ] as const)('refuses %s', async (_, typed, message) => {
    const contents = {
      nbest,
      gap: '0 ||| a ||| ||| 1\n2 ||| a ||| ||| 1\n',
      partial: '0 ||| a ||| ||| 1\n1 ||| b ||| ||| 1\n1 ||| c |||\n',
      numbers: '1\n',
      negative: '-1\n',
      zeros: '1\n1\n1\n0\n0\n0\n',
      other: 'g= 1\n',
      huge: 'f= 1e308\n',
    };
    expect(await faultOf(contents, ...typed)).toBe(message);
  }); // prettier-ignore

  it('takes a list without some totals if they do not matter', async () => {
    const partial = '0 ||| a b x y ||| ||| 9\n0 ||| a b c d |||\n0 ||| u v c d |||\n';
    expect((await runOn({ partial }, 'partial', '--scale', '0')).shown).toBe('a b c d\n');
  });

  it.each(['--ratio', '--precision'])('refuses %s 0 by its name', async (option) => {
    await expect(runOn({ nbest }, 'nbest', '--form', 'linear', option, '0')).rejects.toThrow(
      `${option} must be a number above 0 and at most 1, not 0.`,
    );
  });

  it('notes features that are missing on some lines', async () => {
    const list = '0 ||| a ||| lm=1 x=1\n0 ||| b ||| lm=2\n';
    const { warnings } = await runOn({ list, weights: 'lm 1\nx 1\n' }, 'list', '-w', 'weights');
    expect(warnings.map((each) => each.replace(/^.*\//, ''))).toEqual([
      'list: missing features, which count as 0: x on 1 of 2 lines, first on line 2.',
    ]);
  });
});

describe('lattices', () => {
  // PLF: a b and a c with 0.6 and 0.4 of the probability, each in one way.
  const plf = "((('a',0,1),),(('b',-0.5108256237659907,1),('c',-0.916290731874155,1),),)\n";

  it('takes the path of the highest gain, or of the highest expected metric', async () => {
    const contents = { 'one.plf': plf };
    expect((await runOn(contents, '--lattice', 'one.plf')).shown).toBe('a b\n');
    expect((await runOn(contents, '--lattice', 'one.plf', '-m', 'bleu')).shown).toBe('a b\n');
    expect((await runOn(contents, '--lattice', 'one.plf', '--nbest', '1', '-m', 'ter')).shown).toBe('a b\n');
  });

  it('scores it and the best path', async () => {
    const { shown } = await runOn(
      { 'one.plf': plf, ref: 'a c\n' },
      '--lattice',
      'one.plf',
      '-r',
      'ref',
      '--score',
      'ter',
    );
    expect(shown).toMatch(/^best derivation +1 +50\.00$/m);
    expect(shown).toMatch(/^utility +linear gain: θ = -1, 0\.3125, 0\.5208, 0\.8681, 1\.4468, n-grams by presence$/m);
  });

  it('names the lattice that cannot be computed with', async () => {
    const huge = "((('a',1e308,1),),(('b',1e308,1),),)\n";
    expect(await faultOf({ 'two.plf': plf + huge }, '--lattice', 'two.plf', '--numbers', 'log')).toBe(
      'two.plf, line 2: The scores of a derivation add up to Infinity: they are too large.',
    );
  });

  it('refuses references for other segments', async () => {
    expect(await faultOf({ 'one.plf': plf, ref: 'a c\nb\n' }, '--lattice', 'one.plf', '-r', 'ref')).toBe(
      'There are references for 2 segments, but 1 lattice. Give one lattice per segment, in the same order.',
    );
  });
});
