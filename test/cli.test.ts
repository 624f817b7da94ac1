/** The command as people run it: bad input gets a clear message and exit code 2; good input gives the result and nothing else. */
import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wideLattice } from '../src/lattice/testing/wideLattice.ts';
import type { ScoreReport } from '../src/report/index.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const main = join(root, 'dist/command/assay.cjs');
const example = (name: string) => join(root, 'examples', name);
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-cli-'));
  const write = (name: string, content: string | Buffer) => writeFileSync(join(folder, name), content);
  mkdirSync(join(folder, 'folder'));
  write('two.txt', 'the cat sat\non the mat\n');
  write('other.txt', 'a cat sat\non a mat\n');
  write('three.txt', 'a\nb\nc\n');
  write('empty.txt', '');
  write('latin1.txt', Buffer.from('ok\ncaf\xe9 noir\n', 'latin1'));
  write('utf16.txt', Buffer.from('\ufeffab\n', 'utf16le'));
  write('hole.txt', 'the cat sat\n\n');
  write('windows.txt', '\ufeffthe cat sat\r\non the mat\r\n');
  write('broken.gz', gzipSync('the cat sat\non the mat\n').subarray(0, 20));
  write('broken.jsonl', '{"ref": "a", "hyp": "b"}\n{"ref": "a", \n');
  write('broken.xml', '<dataset>\n<doc id="d">\n<src></doc></dataset>\n');
  write('broken.sgm', '<refset>\n<doc docid="d" sysid="r">\n<seg>no id and no end');
  write(
    'bomb.xml',
    '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>\n<dataset><doc id="x">&b;</doc></dataset>\n',
  );
  write('columns.tsv', 'one\ttwo\na\tb\n');
  write('ragged.tsv', 'ref\thyp\na\tb\nc\n');
  write('labels.tsv', 'domain\nnews\nsport\n');
  symlinkSync('loop.txt', join(folder, 'loop.txt'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function assay(typed: readonly string[], input = ''): SpawnSyncReturns<string> {
  const done = spawnSync(process.execPath, [main, ...typed], {
    cwd: folder,
    encoding: 'utf8',
    input,
    env: { ...process.env, NO_COLOR: '1' },
    timeout: 120_000,
  });
  const command = `assay ${typed.join(' ')}`;
  if (done.error) throw new Error(`${command}: ${done.signal ? 'not done after 120 s' : done.error.message}`);
  if (done.signal) throw new Error(`${command}: killed by ${done.signal}`);
  return done;
}

/** What is printed by a command that must succeed. */
function printed(typed: readonly string[]): string {
  const { status, stdout, stderr } = assay(typed);
  expect({ status, stderr }, typed.join(' ')).toEqual({ status: 0, stderr: '' });
  return stdout;
}

describe('bad input', () => {
  it.each<[string[], string]>([
    [
      ['score', '-r', 'two.txt', 'three.txt'],
      'three.txt has 3 lines, two.txt has 2. All files must have the same segments.',
    ],
    [['score', '-r', 'nothere.txt', 'two.txt'], 'cannot read nothere.txt: no such file'],
    [['score', '-r', 'two.txt', 'folder'], 'cannot read folder: it is a directory'],
    [
      ['score', '-r', 'two.txt', 'latin1.txt'],
      'latin1.txt, line 2, byte 4: not valid UTF-8 (0xE9, byte 7 of the file). Convert the file to UTF-8, for example with iconv.',
    ],
    [['score', '-r', 'empty.txt', 'empty.txt'], 'empty.txt is empty: it has no lines.'],
    [
      ['score', '-r', 'hole.txt', 'two.txt'],
      'hole.txt, line 2: the reference is empty. Fill it in, or use --empty-references missing or keep.',
    ],
    [['score', '-r', 'two.txt', 'two.txt', '--by', 'domain', '--by', 'domain'], '--by domain is given twice.'],
    [['learn', 'nosuch'], 'cannot read nosuch: no such file or folder'],
    [
      ['align', '-r', 'two.txt', 'two.txt', 'other.txt', '-f', 'moses', '-m', 'meteor(modules=exact)'],
      'The format moses holds one system, but there are 2: two, other. Align one at a time, or use -f tsv.',
    ],
    [['score', '-r', 'two.txt', 'two.txt', '-m', 'blue'], 'Unknown metric blue. Did you mean bleu?'],
    [
      ['score', '-r', 'two.txt', 'two.txt', '-m', 'bleu(tokenise=intl)'],
      'bleu(tokenise=intl): Unknown option tokenise. Did you mean tokenizer?',
    ],
    [
      ['score', '-r', 'two.txt', 'two.txt', '-m', 'bleu(tok=intll)'],
      'bleu(tok=intll): tok must be one of none, 13a, intl, char, zh, ja-mecab, ko-mecab, spm, flores101, flores200, spBLEU-1K, not "intll". Did you mean intl?',
    ],
    [
      ['score', '-r', 'two.txt', 'two.txt', '-m', 'bleu(n=0)'],
      'bleu(n=0): n must be an integer from 1 to 16, not "0".',
    ],
    [
      ['score', '-r', 'two.txt', 'two.txt', '-m', 'bleu(smooth=floor[x])'],
      'bleu(smooth=floor[x]): smooth must be none, exp, mteval, lin-och, chiang, chiang-bp, floor or add-k; floor and add-k take an optional value: floor[0.1], add-k[1], not "floor[x]".',
    ],
    [
      ['score', '-r', 'two.txt', 'two.txt', '-m', 'bleu(__proto__=1)'],
      'bleu(__proto__=1): Unknown option __proto__. Known: case, eff, tok, smooth, n, model, reflen, factor, lang, analyses.',
    ],
    [['score', '-r', 'two.txt', 'two.txt', '-m', 'bleu', 'bleu(n=4)'], 'The metric bleu is given twice.'],
    [['score', '-r', 'two.txt', 'two.txt', '-m', 'bleu(tok=13a'], 'The bracket in bleu(tok=13a is not closed.'],
    [
      ['score', '-r', 'two.txt', 'two.txt', '-m', 'bleu(model=two.txt)'],
      'bleu(model=two.txt): model works only with tok=spm, flores101, flores200 or spBLEU-1K.',
    ],
    [
      ['score', '-r', 'two.txt', 'two.txt', '-m', 'bleu', 'RAC1^b'],
      'RAC1^b: ^b (smooth-bp=yes) smooths the brevity penalty, so it works only with B (bp=yes).',
    ],
    [
      ['score', '-r', 'two.txt', 'two.txt', '-m', 'RAC1,PABC4'],
      'Unknown metric RAC1,PABC4. Separate metrics by spaces, not commas: -m bleu chrf.',
    ],
    [
      ['score', '-r', 'two.txt', 'two.txt', '-o', '-'],
      'Cannot write to "-". To write to standard output, do not name a file.',
    ],
    [
      ['score', '-m', 'bleu', 'two.txt', '-r', 'two.txt', 'other.txt', '-n', 'x', '-n', 'y'],
      'With -n, give all files before --metric or all after it. Otherwise the order of the names is ambiguous.',
    ],
    [['paradox', 'sign-tset'], 'Unknown paradox sign-tset. Did you mean sign-test?'],
    [
      ['paradox'],
      [
        'Type one of these after assay paradox:',
        '  sign-test  two systems, each significantly better than the other',
        '  genres     better on every part of the test set, worse on the whole',
        '  deletion   better when segments or words are left out',
        'See `assay paradox --help`.',
      ].join('\n'),
    ],
    [['judge', 'sreve'], 'Unknown action sreve. Did you mean serve?'],
    [['paradox', 'sign-test', '--size', 'segments=0'], 'segments must be an integer from 1 to 100000, not "0".'],
    [
      ['paradox', 'deletion', '-r', 'two.txt', 'two.txt', 'other.txt'],
      'assay paradox deletion takes the outputs of 1 system, not of 2: two, other. Name the one you mean, as in --systems two.',
    ],
    [['help', 'scroe'], 'unknown command scroe. Did you mean score?'],
    [
      ['score', '-r', 'two.txt', 'two.txt', 'two.txt'],
      'Two systems are named two: in two.txt and two.txt. Give each its own name with -n.',
    ],
    [['score', 'two.txt'], 'No references given. Pass them with -r, or pass a file that has references.'],
    [
      ['score', '-r', 'two.txt'],
      'No files given. Name the outputs to score, or - for standard input; see `assay score --help`.',
    ],
    [
      ['score', '-r', 'two.txt', 'two.txt', '--by', 'domain'],
      'There is no label domain: the input has no labels. Give --labels FILE, a TSV file with a header and one row per segment.',
    ],
    [
      ['score', '-r', 'two.txt', 'two.txt', '-l', 'labels.tsv', '--by', 'domian'],
      'There is no label domian. Did you mean domain?',
    ],
    [
      ['score', '-r', 'two.txt', 'two.txt', '-l', 'labels.tsv', '--documents', 'out.tsv'],
      'There is no label document. Known: domain.',
    ],
    [
      ['score', '-r', 'two.txt', 'two.txt', '--segments', 'two.txt'],
      'two.txt is read by the same command; name another file to write to.',
    ],
    [
      ['score', '-r', 'two.txt', 'two.txt', '--segments', 'nowhere/out.tsv'],
      'Cannot write nowhere/out.tsv: there is no such folder.',
    ],
    [['score', '-r', 'two.txt', 'two.txt', '-o', 'folder'], 'Cannot write folder: it is a folder.'],
    [['score', '-r', 'two.txt', 'loop.txt'], 'cannot read loop.txt: its symbolic links form a loop'],
    [['score', '-r', 'two.txt', 'two.txt', '-o', 'loop.txt'], 'cannot open loop.txt: its symbolic links form a loop'],
    [['metrics', 'blue'], 'Unknown metric blue. Did you mean bleu?'],
  ])('%j', (typed, message) => {
    const { status, stdout, stderr } = assay(typed);
    expect(stderr).toBe(`assay: ${message}\n`);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });

  it.each<[string[], RegExp]>([
    [['score', '-r', 'two.txt', 'utf16.txt'], /^assay: utf16\.txt.*UTF-16/],
    [['score', '-r', 'two.txt', 'broken.gz'], /^assay: .*broken\.gz/],
    [['score', 'broken.jsonl'], /^assay: broken\.jsonl, line 2: /],
    [['score', 'broken.xml'], /^assay: broken\.xml, line 3: /],
    [['score', 'broken.sgm', 'two.txt'], /^assay: broken\.sgm, line \d+: /],
    [['score', 'bomb.xml'], /^assay: bomb\.xml.*(entit|ENTITY|DOCTYPE)/i],
    [['score', 'columns.tsv'], /^assay: columns\.tsv.*one, two/],
    [['score', 'ragged.tsv'], /^assay: ragged\.tsv, line 3: /],
    [
      ['score', '-r', 'two.txt', 'two.txt', '--digits', 'many'],
      /^assay: --digits must be an integer from 0 to 15, not "many"\./,
    ],
    [['score', '-r', 'two.txt', 'two.txt', '--format', 'pdf'], /^assay: --format must be one of text, markdown, /],
    [['score', '--refrence', 'two.txt'], /^assay: unknown option '--refrence'\n?.*--reference/],
    [
      ['judge'],
      /^assay: Type one of these after assay judge:\n  init {5}plan a campaign\n(  \w+ {2,}\w.+\n){7}See `assay judge --help`\./,
    ],
    [['lattice'], /^assay: Type one of these after assay lattice:\n  info  {2,}\w/],
    [['scor'], /^assay: unknown command scor\. Did you mean score\?/],
  ])('%j', (typed, message) => {
    const { status, stdout, stderr } = assay(typed);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at /); // no stack trace
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });

  it.runIf(existsSync('/dev/full')).each(['score -r two.txt other.txt', 'metrics', 'sacrebleu two.txt -i other.txt'])(
    'a full disk: assay %s',
    (typed) => {
      const { status, stderr } = spawnSync('bash', ['-c', `"${process.execPath}" "${main}" ${typed} > /dev/full`], {
        cwd: folder,
        encoding: 'utf8',
      });
      expect(stderr).toBe('assay: Cannot write to standard output: no space is left.\n');
      expect(status).toBe(2);
    },
  );

  it('leaves no file behind when it fails', () => {
    const before = readdirSync(folder);
    assay(['score', '-r', 'two.txt', 'three.txt', '--segments', 'out.tsv', '-o', 'report.txt']);
    expect(readdirSync(folder)).toEqual(before);
  });
});

describe('good input', () => {
  it('gives the same with one thread and with two, also where references are learned from first', () => {
    const typed = ['score', '-r', 'two.txt', 'other.txt', '-m', 'nist', 'amber(tfidf=yes)', 'RAC1', 'PGBC4', '4grr'];
    const [one, two] = ['1', '2'].map((threads) => assay([...typed, '-j', threads]));
    expect({ status: two!.status, stderr: two!.stderr }).toEqual({ status: 0, stderr: '' });
    expect(two!.stdout).toBe(one!.stdout);
  });

  // The second flag leaves WebAssembly there, but not its vector instructions, on processors of Intel's and AMD's kind.
  it.each(['--noexpose-wasm', '--no-enable-sse4-1'])('gives the same without WebAssembly: %s', (flag) => {
    const files = ['reference.A.en.txt', 'good.txt', 'terse.txt'].map((name) =>
      fileURLToPath(new URL(`../examples/${name}`, import.meta.url)),
    );
    const metrics = ['-m', 'bleu', 'bleu(tok=none,case=lc)', 'chrf++', 'chrf(whitespace=yes)', '-f', 'json'];
    const commands = [
      ['score', '-r', ...files, ...metrics],
      ['score', '-r', 'two.txt', 'windows.txt', ...metrics], // with a byte order mark, and lines that end in CRLF
      ['compare', '-r', ...files, '-m', 'bleu', 'ter', '--samples', '500', '-f', 'json'],
    ];
    for (const typed of commands) {
      const [usual, without] = [[], [flag]].map((flags) =>
        spawnSync(process.execPath, [...flags, main, ...typed], { cwd: folder, encoding: 'utf8' }),
      );
      expect({ status: without!.status, stdout: without!.stdout }).toEqual({ status: 0, stdout: usual!.stdout });
    }
  });

  const scores = (typed: readonly string[], input?: string): unknown => {
    const { stdout, stderr, status } = assay([...typed, '-f', 'json'], input);
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    return (JSON.parse(stdout) as ScoreReport).all.scores;
  };
  const plain = ['score', '-r', 'two.txt', 'other.txt'];

  it('loads SentencePiece from where the user works', () => {
    const place = join(folder, 'node_modules/@sctg/sentencepiece-js');
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'package.json'), '{"type":"module","exports":"./index.js"}');
    writeFileSync(
      join(place, 'index.js'),
      `export class SentencePieceProcessor {
        async loadFromB64StringModel() {}
        encodePieces(text) { return [...text.replaceAll(' ', '_')]; }
      }`,
    );
    writeFileSync(join(folder, 'my.model'), 'a stand-in');
    const byPieces = scores([...plain, '-m', 'bleu(tok=spm,model=my.model)']);
    expect(byPieces).not.toEqual(scores([...plain, '-m', 'bleu']));
  });

  it('reads CRLF, a byte order mark, gzip and standard input alike', () => {
    const expected = scores(plain);
    expect(scores(['score', '-r', 'windows.txt', 'other.txt'])).toEqual(expected);
    expect(scores(['score', '-r', 'two.txt', '-'], 'a cat sat\non a mat\n')).toEqual(expected);
    writeFileSync(join(folder, 'two.txt.gz'), gzipSync('the cat sat\non the mat\n'));
    expect(scores(['score', '-r', 'two.txt.gz', 'other.txt'])).toEqual(expected);
  });

  it('finds files after metrics, as in -m bleu chrf file', () => {
    expect(scores(['score', '-r', 'two.txt', '-m', 'bleu', 'other.txt'])).toEqual(scores([...plain, '-m', 'bleu']));
  });

  it('scores the same in every format of the examples', () => {
    const expected = scores(['score', example('wmt.xml'), '-m', 'bleu', 'chrf', 'ter']) as unknown[];
    expect(scores(['score', example('reference.sgm'), example('good.sgm')])).toEqual([expected[0]]);
    expect(scores(['score', example('data.tsv')])).toEqual(expected.slice(0, 2));
    expect(scores(['score', example('data.jsonl')])).toEqual([expected[0], expected[2]]);
  });

  it('reads columns by the names that are given', () => {
    const expected = scores(plain);
    writeFileSync(join(folder, 'named.csv'), 'gold,text\n"the cat sat",a cat sat\non the mat,on a mat\n');
    expect(scores(['score', 'named.csv', '--columns', 'hypothesis=text,reference=gold'])).toEqual(expected);
    expect(scores(['score', 'named.csv', '--columns', 'hyp=text, ref = gold'])).toEqual(expected);
    expect(assay(['score', 'named.csv', '--columns', 'hypotesis=text']).stderr).toMatch(
      /^assay: --columns must be pairs such as hypothesis=mt,reference=ref, .* not hypotesis=text\.\n/,
    );
  });

  it('takes names like __proto__ and ../x', () => {
    const { stdout } = assay([...plain, 'two.txt', '-n', '__proto__', '-n', '../x', '-m', 'bleu', '-f', 'tsv']);
    expect(
      stdout
        .split('\n')
        .slice(1, 3)
        .map((line) => line.split('\t')[0]),
    ).toEqual(['__proto__', '../x']);
  });

  it('scores a line of 200 kB by every metric', () => {
    const words = Array.from({ length: 34_000 }, (_, i) => `w${(i * 7919) % 9973}`);
    writeFileSync(join(folder, 'long.ref'), `${words.join(' ')}\n`);
    words.splice(1000, 0, 'one', 'more');
    [words[5000], words[6000]] = [words[6000]!, words[5000]!];
    writeFileSync(join(folder, 'long.hyp'), `${words.join(' ')}\n`);
    const [[bleu, chrf, ter]] = scores(['score', '-r', 'long.ref', 'long.hyp']) as [[Score, Score, Score]];
    expect(bleu.score).toBeGreaterThan(99.8);
    expect(chrf.score).toBeGreaterThan(99.8);
    // Two insertions and two substitutions of 34,000 words.
    expect(ter.score).toBeCloseTo((100 * 4) / 34_000, 9);
  });
  interface Score {
    score: number;
  }

  it('gives the same bytes with any number of threads', () => {
    const lines = (name: string) => readFileSync(example(name), 'utf8').repeat(30);
    writeFileSync(join(folder, 'many.ref'), lines('reference.A.en.txt'));
    writeFileSync(join(folder, 'many.ref2'), lines('reference.B.en.txt'));
    writeFileSync(join(folder, 'many.hyp'), lines('good.txt'));
    const run = (threads: string) =>
      printed([
        'score',
        '-r',
        'many.ref',
        '-r',
        'many.ref2',
        'many.hyp',
        '-j',
        threads,
        '-d',
        '15',
        '--segments',
        `segments.${threads}.tsv`,
        '--confidence',
        '--samples',
        '20',
      ]);
    const one = run('1');
    expect(one).toMatch(/many/);
    for (const threads of ['2', '8']) {
      expect(run(threads)).toBe(one);
      expect(readFileSync(join(folder, `segments.${threads}.tsv`), 'utf8')).toBe(
        readFileSync(join(folder, 'segments.1.tsv'), 'utf8'),
      );
    }
  });

  it('the ending of an output chooses its form, for each of several', () => {
    const outputs = ['r.txt', 'r.md', 'r.tex', 'r.html', 'r.json', 'r.csv', 'r.tsv'].flatMap((name) => ['-o', name]);
    const typed = ['score', '-r', 'two.txt', 'two.txt', '-m', 'bleu', ...outputs];
    expect(assay(typed)).toMatchObject({ status: 0, stdout: '', stderr: '' });
    const beginnings = ['txt', 'md', 'tex', 'html', 'json', 'csv', 'tsv'].map(
      (ending) => readFileSync(join(folder, `r.${ending}`), 'utf8').split('\n')[0]!,
    );
    expect(beginnings).toEqual([
      'answer  two: BLEU 0.00.',
      '### Scores',
      '\\noindent\\textbf{answer} two: BLEU 0.00.\\par',
      '<!doctype html>',
      '{',
      expect.stringMatching(/^[a-z_]+,/),
      expect.stringMatching(/^[a-z_]+\t/),
    ]);
    expect(assay(['score', '-r', 'two.txt', 'two.txt', '-m', 'bleu', '-f', 'text', '-o', 'forced.html']).status).toBe(
      0,
    );
    expect(readFileSync(join(folder, 'forced.html'), 'utf8')).toMatch(/^answer {2}/);
    expect(assay(['paradox', 'genres', '-o', 'x.csv'])).toMatchObject({
      status: 2,
      stderr:
        'assay: Cannot write x.csv: this result has no csv format. Choose one with -f: text, markdown, latex, html, json, xlsx.\n',
    });
  });

  it('writes segments, documents and parts', () => {
    const typed = [
      'score',
      example('data.tsv'),
      '-m',
      'bleu',
      'ter',
      '--segments',
      'segments.tsv',
      '--documents',
      'documents.tsv',
      '--by',
      'domain',
      '-f',
      'tsv',
      '-o',
      'report.tsv',
    ];
    expect(assay(typed)).toMatchObject({ status: 0, stdout: '', stderr: '' });
    const read = (name: string) =>
      readFileSync(join(folder, name), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => line.split('\t'));
    expect(read('segments.tsv')[0]).toEqual(['segment', 'document', 'domain', 'system', 'metric', 'score']);
    expect(read('segments.tsv').length).toBe(1 + 15 * 2 * 2);
    expect(read('documents.tsv').map(([document, segments]) => [document, segments])).toEqual([
      ['document', 'segments'],
      ...Array.from({ length: 4 }, () => ['news-1', '8']),
      ...Array.from({ length: 4 }, () => ['travel-1', '7']),
    ]);
    const report = read('report.tsv');
    expect(report[0]).toEqual(['system', 'metric', 'score', 'segments', 'label', 'value']);
    // The documents here are the domains, too, so their scores must be equal.
    const byDomain = report.slice(5).map(([, , score]) => score);
    expect(byDomain).toEqual(
      read('documents.tsv')
        .slice(1)
        .map((row) => row[4]),
    );
  });

  it.each(['text', 'markdown', 'latex', 'html', 'json', 'csv', 'tsv'])('prints %s', (format) => {
    const { stdout, status } = assay([...plain, 'two.txt', '-f', format]);
    expect(status).toBe(0);
    expect(stdout.replace(/sha256:[0-9a-f]+|"sha256": "[0-9a-f]+"/g, 'sha256:…')).toMatchSnapshot();
  });

  it('stops quietly when the reader has seen enough', () => {
    const { stderr } = spawnSync(
      'bash',
      ['-c', `"${process.execPath}" "${main}" score -r two.txt other.txt | head -1 >/dev/null`],
      { cwd: folder, encoding: 'utf8' },
    );
    expect(stderr).toBe('');
  });

  it('shows help with examples, and the version', () => {
    expect(assay(['score', '--help']).stdout).toMatch(/Examples:\n {2}assay score -r ref\.txt/);
    expect(assay(['--version']).stdout).toBe(
      `${(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version}\n`,
    );
  });

  it('leaves nothing half-written when interrupted while it writes', async () => {
    // So many short segments that writing their scores takes a while.
    writeFileSync(join(folder, 'short.txt'), 'a b\n'.repeat(400_000));
    const typed = ['score', '-r', 'short.txt', 'short.txt', '-m', 'ter', '-j', '1', '--segments', 'interrupted.tsv'];
    const child = spawn(process.execPath, [main, ...typed], { cwd: folder, stdio: 'ignore' });
    const closed = new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal })));
    const isWriting = () => readdirSync(folder).some((name) => name.endsWith('.part'));
    while (!isWriting() && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 1));
    child.kill('SIGINT');
    const { code } = (await closed) as { code: number | null };
    expect(isWriting()).toBe(false);
    // By chance it is done, or the signal came after the last step.
    const isThere = existsSync(join(folder, 'interrupted.tsv'));
    expect(isThere || code !== 0).toBe(true);
    if (isThere) expect(readFileSync(join(folder, 'interrupted.tsv'), 'utf8').split('\n')).toHaveLength(400_002);
  });

  it('SIGINT and SIGTERM end it at once while it makes what it writes', async () => {
    writeFileSync(join(folder, 'wide.att'), wideLattice());
    const running = (['SIGINT', 'SIGTERM'] as const).map((signal) => {
      const typed = ['lattice', 'ngrams', '--order', '2', 'wide.att', '-o', `ngrams.${signal}.tsv`];
      const child = spawn(process.execPath, [main, ...typed], { cwd: folder, stdio: 'ignore' });
      const closed = new Promise((resolve) => child.on('close', (code, ended) => resolve({ code, signal: ended })));
      return { signal, child, closed };
    });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    for (const { signal, child, closed } of running) {
      const sent = performance.now();
      child.kill(signal);
      expect(await closed).toEqual({ code: null, signal });
      expect(performance.now() - sent).toBeLessThan(5000); // all of it takes longer
    }
    expect(readdirSync(folder).filter((name) => name.startsWith('ngrams.'))).toEqual([]);
  });

  it('ends at once when interrupted while it computes', async () => {
    const typed = ['score', '-r', 'two.txt', 'other.txt', '--confidence', '--samples', '1000000', '-o', 'never.txt'];
    const child = spawn(process.execPath, [main, ...typed], { cwd: folder, stdio: 'ignore' });
    const closed = new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal })));
    await new Promise((resolve) => setTimeout(resolve, 800));
    child.kill('SIGINT');
    expect(await closed).toEqual({ code: null, signal: 'SIGINT' });
    expect(existsSync(join(folder, 'never.txt'))).toBe(false);
  });

  it('warns on standard error and in pages, once, and scores all the same', () => {
    const tokenized = readFileSync(example('good.txt'), 'utf8').replace(/([.,])/g, ' $1');
    writeFileSync(join(folder, 'tokenized.txt'), tokenized);
    const typed = ['-r', example('reference.A.en.txt'), 'tokenized.txt', example('terse.txt'), '-m', 'bleu'];
    const warning = /tokenized: 57 of 60 segments end in a space and a full stop: this looks tokenized\. Detokenize/g;
    for (const command of ['score', 'compare']) {
      const { status, stdout, stderr } = assay([command, ...typed]);
      expect({ status, times: stderr.match(warning)?.length }).toEqual({ status: 0, times: 1 });
      expect(stderr).toMatch(/^assay: warning: tokenized: .*\n$/);
      expect(stdout).toMatch(/^system/m);
      expect(stdout).not.toMatch(/looks tokenized/);
      const forms = command === 'score' ? ['html', 'md', 'tex'] : ['html'];
      const read = (form: string) => readFileSync(join(folder, `warned.${form}`), 'utf8');
      assay([command, ...typed, ...[...forms, 'txt', 'json'].flatMap((form) => ['-o', `warned.${form}`])]);
      for (const form of forms) expect(read(form).match(warning)).toHaveLength(1);
      expect(read('txt')).toMatch(/^warning {2}tokenized: 57 of 60/m);
      const { input } = JSON.parse(read('json')) as ScoreReport;
      expect(input.warnings).toMatchObject([{ kind: 'tokenized', system: 'tokenized', count: 57, of: 60 }]);
    }
  });

  it('asks for names of systems that come from process substitution', () => {
    const typed = `score -r <(cat two.txt) <(cat two.txt) <(cat other.txt) -m bleu`;
    const run = (more: string) =>
      spawnSync('bash', ['-c', `"${process.execPath}" "${main}" ${typed}${more}`], { cwd: folder, encoding: 'utf8' });
    expect(run('').stderr).toMatch(
      /^assay: warning: Systems are named after file descriptors: \d+, \d+\. Name them .* -n a -n b\.\n$/,
    );
    expect(run(' -n x -n y').stderr).toBe('');
  });

  // `script` lends a command a terminal.
  const hasScript = spawnSync('script', ['--version']).status === 0;
  it
    .runIf(hasScript)
    .each([
      `compare -r ${example('reference.A.en.txt')} ${example('good.txt')} ${example('terse.txt')} --samples 100 2>/dev/null`,
      `meta ${example('task')} -m bleu 2>/dev/null`,
      'metrics',
      'metrics bleu',
      `align -r ${example('reference.A.en.txt')} ${example('good.txt')} -m ter --segment 3`,
      '--help',
      'score --help',
      'judge --help',
    ])('fits a terminal of 80 columns, and only that: assay %s', (typed) => {
    const command = `"${process.execPath}" "${main}" ${typed}`;
    const env = { ...process.env, NO_COLOR: '1' };
    const run = (line: string, args: string[]) =>
      spawnSync(line, args, { cwd: folder, encoding: 'utf8', env, timeout: 120_000 }).stdout.replaceAll('\r', '');
    const fitted = run('script', ['-qec', `stty cols 80; ${command}`, '/dev/null']);
    // Signatures have no spaces and stay whole.
    const tooLong = fitted.split('\n').filter((line) => [...line].length > 80 && !line.includes('|'));
    expect(tooLong).toEqual([]);
    const words = (shown: string) => new Set(shown.split(/\s+/));
    const missing = [...words(run('bash', ['-c', command]))].filter(
      (word) => !words(fitted).has(word) && !/─/.test(word),
    );
    expect(missing).toEqual([]);
    expect(fitted.length).toBeGreaterThan(200);
  });

  it('keeps the mode of a file that it writes over', () => {
    for (const mode of [0o600, 0o664]) {
      writeFileSync(join(folder, 'private.txt'), 'old');
      chmodSync(join(folder, 'private.txt'), mode);
      expect(assay([...plain, '-o', 'private.txt']).status).toBe(0);
      expect(readFileSync(join(folder, 'private.txt'), 'utf8')).toContain('BLEU');
      expect(statSync(join(folder, 'private.txt')).mode & 0o777).toBe(mode);
    }
  });

  it('writes through links and into pipes, and keeps them', () => {
    writeFileSync(join(folder, 'real.txt'), 'old');
    symlinkSync('real.txt', join(folder, 'link.txt'));
    expect(assay([...plain, '-o', 'link.txt']).status).toBe(0);
    expect(lstatSync(join(folder, 'link.txt')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'real.txt'), 'utf8')).toContain('BLEU');
    const piped = `mkfifo pipe && (cat pipe > piped.txt &) && "${process.execPath}" "${main}" ${plain.join(' ')} -o pipe && test -p pipe`;
    expect(spawnSync('bash', ['-c', piped], { cwd: folder, timeout: 120_000 }).status).toBe(0);
    const named = `"${process.execPath}" "${main}" ${plain.join(' ')} -o report.txt --segments /dev/stdout | cat`;
    const { stdout } = spawnSync('bash', ['-c', named], { cwd: folder, encoding: 'utf8', timeout: 120_000 });
    expect(stdout).toMatch(/^segment\t/);
  });

  it('calls metrics by names of their own, and warns of scores that may mislead', () => {
    const typed = ['score', '-r', 'two.txt', 'other.txt', '-m', 'rac1', 'AMBER(4,6)', 'rouge-su4', 'chrf++', 'gtm-.5'];
    const names = ['RAC1', 'AMBER(4,6)', 'ROUGE-SU4', 'chrF2++', 'GTM-0.5'];
    assay([...typed, '-o', 'named.tsv', '-o', 'named.json']);
    const rows = readFileSync(join(folder, 'named.tsv'), 'utf8').trimEnd().split('\n').slice(1);
    expect(rows.map((row) => row.split('\t')[1])).toEqual(names);
    const report = JSON.parse(readFileSync(join(folder, 'named.json'), 'utf8')) as ScoreReport;
    expect(report.metrics.map(({ metric }) => metric)).toEqual(names);
    expect(report.input.notes).toEqual([expect.stringContaining('GTM-0.5: with an exponent below 1')]);
    expect(assay(['metrics', 'RAC1']).stdout).toMatch(/base +recall/);
    expect(assay(['metrics', 'bleu(tok=intl)']).stdout).toMatch(/tok +intl/);
  });

  it('takes a signature for a metric', () => {
    const typed = [...plain, '-m', 'BLEU|nrefs:1|case:lc|eff:no|tok:intl|smooth:exp|version:2.6.0'];
    expect(scores(typed)).toEqual(scores([...plain, '-m', 'bleu(case=lc,tok=intl)']));
  });
});
