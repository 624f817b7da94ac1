/** Tests that pdflatex sets the tables of every command, in the document that the guide shows. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { optionsOf } from '../src/cli/command.ts';
import { commands } from '../src/cli/commands/index.ts';
import { latexText } from '../src/report/media/latexText.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const isInstalled = (program: string, asked: string) => spawnSync(program, [asked]).status === 0;
const hasTex = isInstalled('pdflatex', '--version');
const canRead = isInstalled('pdftotext', '-v');
const folder = mkdtempSync(join(tmpdir(), 'assay-latex-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const reference = '-r examples/reference.A.en.txt';
const systems = 'examples/good.txt examples/terse.txt examples/verbose.txt examples/shuffled.txt';
const labels = '-l examples/labels.tsv';

/** What to type for each command that offers LaTeX, so that every kind of table occurs. */
const examples: Readonly<Record<string, readonly string[]>> = {
  score: [
    `${reference} ${systems} --confidence`,
    `${reference} ${systems} ${labels} --by domain`,
    `${reference} -r examples/reference.B.en.txt examples/good.txt -m bleu nist amber meteor`,
  ],
  merge: [join(folder, 'statistics.json')],
  compare: [
    `${reference} ${systems}`,
    `${reference} ${systems} ${labels} --why`,
    `${reference} ${systems} -m bleu --test sign`,
    `${reference} ${systems} -m bleu --equivalence 1 --power`,
    `${reference} -m bleu --runs a=examples/*r*e.txt b=examples/*od.txt`,
  ],
  explain: [
    `${reference} examples/good.txt examples/terse.txt --segment 13 -m bleu chrf ter meteor amber ribes 4grr`,
    `${reference} examples/good.txt examples/terse.txt -m bleu ter`,
  ],
  rank: ['examples/judgments.tsv --pairwise', 'examples/ratings.csv'],
  agree: ['examples/judgments.tsv --curves --each-judge', 'examples/ratings.csv'],
  accept: ['examples/judgments.tsv'],
  meta: [
    'examples/task -m bleu chrf ter --pairwise',
    'examples/task -m bleu ter --segment-measure 2021',
    'examples/task --ablate amber',
  ],
  task: ['examples/task -m bleu chrf ter'],
  learn: ['examples/task --features bleu chrf ter', 'examples/task --amber amber'],
  paradox: [
    'sign-test',
    'genres',
    'deletion --steps',
    `deletion ${reference} examples/verbose.txt`,
    `deletion ${reference} examples/nbest.txt -m bleu`,
  ],
  tune: [
    `examples/nbest.txt ${reference} -m bleu ter --hold-out 0.5 --times 2`,
    `examples/nbest.txt ${reference} ${labels} --by domain`,
  ],
  rerank: [`examples/nbest.txt -w examples/weights.txt ${reference} -m bleu ter`],
  mbr: [`examples/nbest.txt -m chrf ${reference} --score bleu ter`, `${systems} ${reference}`],
  lattice: ['info examples/lattices.plf', 'info examples/forests.jsonl -w examples/weights.txt'],
  oracle: [`examples/nbest.txt ${reference} -m ter`],
  metrics: ['', 'bleu', 'amber', 'meteor'],
  cache: ['info'],
  model: ['list'],
  config: ['gate'],
  corpus: ['examples/good.txt examples/terse.txt --find examples/reference.A.en.txt'],
  curve: [`${join(folder, 'ckpt-*.txt')} ${reference}`],
  doctor: [''],
  gate: [`${reference} examples/good.txt --baseline examples/terse.txt`],
  history: [join(folder, 'gate.jsonl')],
  testset: ['list wmt21'],
};

const [, shown = ''] = /```latex\n([^`]*)```/.exec(readFileSync(join(root, 'docs/how-to/comparing.md'), 'utf8')) ?? [];

/** Sets a text in the guide's document, and returns what TeX complains of. */
function complaints(text: string): string[] {
  writeFileSync(join(folder, 'compare.tex'), text);
  writeFileSync(join(folder, 'paper.tex'), shown);
  const options = ['-interaction=nonstopmode', '-halt-on-error', 'paper.tex'];
  const { status, stdout } = spawnSync('pdflatex', options, { cwd: folder, encoding: 'utf8' });
  const found = stdout.split('\n').filter((line) => /^!|Missing character/.test(line));
  return status === 0 ? found : [...found, `exit code ${status}`];
}

it('has an example of every command that writes LaTeX', () => {
  // What assay cluster prints is what the command prints that it runs.
  const offers = commands.filter((command) => command.name !== 'cluster' && optionsOf(command)['format']?.kind?.choices?.includes('latex')); // prettier-ignore
  expect(Object.keys(examples).toSorted()).toEqual(offers.map(({ name }) => name).toSorted());
});

describe.skipIf(!hasTex)(`pdflatex${hasTex ? '' : ' (skipped: install texlive-latex-recommended)'}`, () => {
  beforeAll(() => {
    const typed = `score ${reference} ${systems} --statistics ${join(folder, 'statistics.json')}`;
    const judged = `gate ${reference} examples/good.txt --baseline examples/terse.txt --history ${join(folder, 'gate.jsonl')}`;
    for (const each of [typed, judged])
      spawnSync(process.execPath, ['dist/command/assay.cjs', ...each.split(' ')], { cwd: root });
    for (const [step, name] of ['terse', 'good'].entries())
      copyFileSync(join(root, `examples/${name}.txt`), join(folder, `ckpt-${step + 1}.txt`));
  });

  it.each(Object.entries(examples).flatMap(([name, typed]) => typed.map((each) => `${name} ${each}`.trim())))(
    'sets the tables of assay %s',
    (typed) => {
      const command = ['dist/command/assay.cjs', ...typed.split(' '), '-f', 'latex'];
      const { status, stdout } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
      expect(status).toBe(0);
      expect(stdout).toMatch(/\\toprule|^% models: none/);
      expect(complaints(stdout)).toEqual([]);
    },
  );

  it.skipIf(!canRead)(`prints each symbol as it is${canRead ? '' : ' (skipped: install poppler-utils)'}`, () => {
    const symbols = `ρ κ α λ θ Δ Σ ● † ‡ ≈ ↑ ↓ − ± × · ≤ ≥ ∞ ’ – “ ” < > | [ ] { } # $ % & ~ ^ \\ --`.split(' ');
    const text = ['τ_b', 'θ₁', ...symbols].map((symbol) => latexText(symbol)).join(' \\par\n');
    expect(complaints(text)).toEqual([]);
    const { stdout } = spawnSync('pdftotext', ['-raw', 'paper.pdf', '-'], { cwd: folder, encoding: 'utf8' });
    const printed = stdout.split('\n').slice(0, symbols.length + 2);
    // Some characters of TeX's fonts only look like ours.
    const alike: Readonly<Record<string, string>> = { '•': '●', '∆': 'Δ', '⋅': '·', '˜': '~', ˆ: '^' };
    expect(printed.map((symbol) => alike[symbol] ?? symbol)).toEqual(['τb', 'θ1', ...symbols]);
  });
});
