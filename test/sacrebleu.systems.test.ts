/**
 * Compares with sacreBLEU itself, in Python: thousands of tokens, scores and tests (scripts/check-sacrebleu), and the bytes that
 * `assay sacrebleu -t … -l …` prints for test sets in sacreBLEU's cache. These sets are made up, under the names of real ones; sacreBLEU
 * reads the original SGML again for --origlang and --subset.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pythonWithSacrebleu } from '../scripts/check-sacrebleu/reference.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const hasPip = spawnSync(process.env['PYTHON'] ?? 'python3', ['-m', 'pip', '--version']).status === 0;
const example = (name: string): string => join(root, 'examples', name);
const linesOf = (name: string): string[] => readFileSync(example(name), 'utf8').trimEnd().split('\n');

let folder = '';
let python = '';
beforeAll(() => {
  if (!hasPip) return;
  python = pythonWithSacrebleu(root);
  folder = mkdtempSync(join(tmpdir(), 'assay-sacrebleu-'));
  const [source, reference] = [linesOf('source.de.txt'), linesOf('reference.A.en.txt')];
  // Documents of six segments. Those of WMT19 have names that sacreBLEU has annotations for: by country and topic.
  makeSet('wmt19', 'newstest2019-deen', ['bbc.381790', 'rt.com.91337', 'nytimes.184853'], source, reference);
  makeSet('wmt18', 'newstest2018-deen', ['one', 'two', 'three'], source, reference);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function makeSet(set: string, name: string, documents: readonly string[], source: readonly string[], reference: readonly string[]): void {
  const ids = source.map((_, i) => documents[Math.floor(i / 6) % 3]!);
  const origins = source.map((_, i) => (Math.floor(i / 6) % 2 === 0 ? 'de' : 'en'));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, set, path)), { recursive: true });
    writeFileSync(join(folder, set, path), text);
  };
  const fields = { src: source, ref: reference, docid: ids, genre: source.map(() => 'news'), origlang: origins };
  for (const [field, lines] of Object.entries(fields)) write(`${set}.de-en.${field}`, `${lines.join('\n')}\n`);
  const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const segments = source.map((text, i) => {
    const begin = i % 6 === 0 ? `<doc sysid="ref" docid="${ids[i]}" genre="news" origlang="${origins[i]}">\n<p>\n` : '';
    return `${begin}<seg id="${(i % 6) + 1}">${escaped(text)}</seg>\n${i % 6 === 5 || i === source.length - 1 ? '</p>\n</doc>\n' : ''}`;
  });
  write(`raw/sgm/${name}-src.de.sgm`, `<srcset setid="${name}" srclang="any">\n${segments.join('')}</srcset>\n`);
  write(`raw/sgm/${name}-ref.en.sgm`, `<refset setid="${name}" srclang="any" trglang="en">\n${segments.join('')}</refset>\n`);
} // prettier-ignore

function run(program: string, words: readonly string[]) {
  const { status, stdout } = spawnSync(program, words, {
    encoding: 'buffer',
    env: { ...process.env, SACREBLEU: folder, ASSAY_DATA: join(folder, 'none'), NO_COLOR: '1' },
  });
  return { status, stdout: stdout.toString('utf8') };
}

describe.skipIf(!hasPip)(`sacreBLEU${hasPip ? '' : ' (skipped: there is no Python with pip)'}`, () => {
  it('cuts, scores and tests alike', () => {
    const words = ['scripts/check-sacrebleu/run.js', '--quick'];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
    expect(status, stdout.slice(-2000) + stderr.slice(-2000)).toBe(0);
  });

  it.each<[words: string[]]>([
    ...['src', 'ref', 'docid', 'genre', 'origlang'].map((field): [string[]] => [['--echo', field]]),
    [['--echo', 'src', 'ref']],
    [['--echo', 'src', '--origlang', 'de']],
    [['--echo', 'ref', '--origlang', 'non-de']],
    [['--echo', 'src', '--subset', 'politics']],
    [['--echo', 'src', '--origlang', 'en', '--subset', 'country:GB']],
    [['-i', 'good.txt', '-m', 'bleu', 'chrf', 'ter']],
    [['-i', 'good.txt', '--origlang', 'de', '-m', 'bleu', 'chrf', 'ter']],
    [['-i', 'terse.txt', '--origlang', 'non-de', '-f', 'text']],
    [['-i', 'good.txt', '--subset', 'world', '-m', 'chrf']],
    [['-i', 'good.txt', '--subset', 'country:GB', '-b']],
    [['-i', 'good.txt', 'terse.txt', '-m', 'bleu', 'chrf', '-f', 'text']],
  ])('-t wmt19 -l de-en %j', (words) => {
    const typed = [
      '-t',
      'wmt19',
      '-l',
      'de-en',
      ...words.map((word) => (word.endsWith('.txt') ? example(word) : word)),
    ];
    const theirs = run(python, ['-m', 'sacrebleu', ...typed]);
    expect(theirs.status, 'sacreBLEU answers').toBe(0);
    expect(theirs.stdout.trim()).not.toBe('');
    expect(run(process.execPath, [join(root, 'dist/command/assay.cjs'), 'sacrebleu', ...typed])).toEqual(theirs);
  });

  it('-t wmt18,wmt19 -l de-en --echo src', () => {
    const typed = ['-t', 'wmt18,wmt19', '-l', 'de-en', '--echo', 'src'];
    const theirs = run(python, ['-m', 'sacrebleu', ...typed]);
    expect(theirs.stdout.split('\n')).toHaveLength(121);
    expect(run(process.execPath, [join(root, 'dist/command/assay.cjs'), 'sacrebleu', ...typed])).toEqual(theirs);
  });
});
