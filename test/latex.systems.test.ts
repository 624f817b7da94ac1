/** Tables in LaTeX are what TeX accepts: every report that has them is set, with the packages that its head names. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const hasTex = spawnSync('pdflatex', ['--version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'assay-latex-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const texts = ['-r', 'examples/reference.A.en.txt', 'examples/good.txt', 'examples/terse.txt'];

describe.skipIf(!hasTex)(`pdflatex${hasTex ? '' : ' (skipped: it is not installed)'}`, () => {
  it.each([
    ['score', ...texts, '-m', 'bleu', 'ter', '--confidence'],
    ['compare', ...texts, '-m', 'bleu', 'ter'],
    ['task', 'examples/task', '-m', 'bleu'],
  ])('sets the tables of assay %s', (...typed) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['dist/command/assay.cjs', ...typed, '-f', 'latex'],
      {
        cwd: root,
        encoding: 'utf8',
      },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const packages =
      '\\usepackage[utf8]{inputenc}\\usepackage[T1]{fontenc}\\usepackage{booktabs}\\usepackage{textcomp}';
    const document = `\\documentclass{article}${packages}\\begin{document}\n${stdout}\n\\end{document}\n`;
    writeFileSync(join(folder, 'table.tex'), document);
    const set = spawnSync('pdflatex', ['-interaction=nonstopmode', '-halt-on-error', 'table.tex'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(set.stdout.split('\n').filter((line) => line.startsWith('!'))).toEqual([]);
    expect(set.status).toBe(0);
  });
});
