/** Completion and man pages, in the shells and programs that people have. Without one of them, its tests are skipped, which their names say. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const command = join(root, 'dist/command/assay.cjs');
const folder = mkdtempSync(join(tmpdir(), 'assay-shells-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;
const why = (program: string): string => (has(program) ? '' : ` (skipped: ${program} is not installed)`);

beforeAll(() => {
  mkdirSync(join(folder, 'outputs'));
  for (const name of ['ref.txt', 'sys one.txt', 'sys-two.txt']) writeFileSync(join(folder, name), 'a\n');
  for (const shell of ['bash', 'zsh', 'fish']) {
    writeFileSync(join(folder, `assay.${shell}`), execFileSync(process.execPath, [command, 'completion', shell]));
  }
});

/** What is typed before the key, some of what must be offered, and some of what must not. */
const cases: readonly (readonly [typed: string, offered: readonly string[], not: readonly string[]])[] = [
  ['assay sc', ['score'], ['compare', 'ref.txt']],
  ['assay compl', ['completion'], []],
  ['assay score --conf', ['--confidence'], ['--columns']],
  ['assay score -r ref.txt -m chr', ['chrf'], ['bleu']],
  ['assay score -m bleu te', ['ter', 'terp'], ['testset']],
  ['assay score -m bleu --digits 2 sys-', ['sys-two.txt'], ['bleu']],
  ['assay score --format ', ['json', 'latex', 'xlsx'], ['ref.txt', 'bleu']],
  ['assay score -r re', ['ref.txt'], []],
  ['assay score sys-t', ['sys-two.txt'], []],
  ['assay score --testset wmt2', ['wmt22', 'wmt21'], ['wmt09']],
  ['assay compare --test ', ['bootstrap', 'randomization'], ['ref.txt']],
  ['assay judge i', ['init', 'import'], ['serve']],
  ['assay judge init --protocol ', ['esa', 'mqm'], ['ref.txt']],
  ['assay judge init out', ['outputs'], ['init']],
  ['assay metrics amb', ['amber'], ['bleu']],
  ['assay doctor wor', ['wordnet'], ['java']],
  ['assay config ga', ['gate'], ['score']],
  ['assay help ga', ['gate'], ['score']],
  ['assay completion ', ['bash', 'fish', 'zsh'], ['ref.txt']],
  ['assay lattice convert --folder o', ['outputs'], ['ref.txt']],
  ['assay sacrebleu ref.txt -i sys-two.txt -tok ', ['13a', 'intl', 'flores200'], ['ref.txt']],
  ['assay score -m bleu --format js', ['json'], ['bleu']],
  ['assay judge init --tasks rank ', ['edit', 'mark'], []],
  ['assay sacrebleu --smooth-m', ['--smooth-method'], ['--smooth-value']],
];

function expectOffers(got: readonly string[], offered: readonly string[], not: readonly string[]): void {
  expect(got).toEqual(expect.arrayContaining([...offered]));
  expect(got.filter((each) => not.includes(each))).toEqual([]);
}

describe.skipIf(!has('bash'))(`bash${why('bash')}`, () => {
  /** As bash does when the key is pressed; without a word of ours it completes files by itself. */
  function complete(typed: string): string[] {
    const words = typed.split(' ').flatMap((word) => word.split(/(?==)|(?<==)/));
    const script = `cd '${folder}'; source assay.bash
      COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
      _assay assay '${words.at(-1)}' '${words.at(-2)}'
      [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- '${words.at(-1)}'))
      printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr, status } = spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8' });
    expect({ status, stderr: stderr.replace(/.*compopt: not currently executing.*\n/g, '') }).toEqual({
      status: 0,
      stderr: '',
    });
    return stdout.split('\n');
  }

  it('knows the command', () => {
    const script = `source '${join(folder, 'assay.bash')}'; complete -p assay`;
    expect(execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8' })).toBe(
      'complete -o bashdefault -o default -F _assay assay\n',
    );
  });

  it.each(cases)('%s', (typed, offered, not) => expectOffers(complete(typed), offered, not));

  it('completes what follows =', () => {
    expect(complete('assay score --format=js')).toEqual(['json', '']);
    expect(complete('assay score --format=')).toContain('markdown');
    expect(complete('assay score --format=json -m am')).toEqual(['amber', '']);
  });

  it('offers files after --', () => expect(complete('assay score -m bleu -- sys-')).toContain('sys-two.txt'));

  it.skipIf(!has('script'))(`completes in a terminal, also names with spaces${why('script')}`, () => {
    const typed = `PS1=; source assay.bash; assay() { printf '<%s>' "$@"; }\nassay sco\t-r ref.t\tsys\\ o\t--forma\tjso\t\nexit\n`;
    const { stdout } = spawnSync('script', ['-qec', 'bash --norc -i', '/dev/null'], {
      cwd: folder,
      input: typed,
      encoding: 'utf8',
      timeout: 30_000,
      env: { ...process.env, TERM: 'dumb' },
    });
    expect(stdout).toContain('<score><-r><ref.txt><sys one.txt><--format><json>');
  });
});

describe.skipIf(!has('fish'))(`fish${why('fish')}`, () => {
  it.each(cases)('%s', (typed, offered, not) => {
    const script = `cd '${folder}'; source assay.fish; complete -C '${typed}'`;
    const { stdout, stderr } = spawnSync('fish', ['--no-config', '-c', script], {
      encoding: 'utf8',
      env: { ...process.env, HOME: folder },
    });
    expect(stderr).toBe('');
    const got = stdout.split('\n').map((line) => line.split('\t')[0]!.replace(/\/$/, ''));
    expectOffers(got, offered, not);
  });
});

describe.skipIf(!has('zsh'))(`zsh${why('zsh')}`, () => {
  /** Types into a terminal of its own, with a key that shows what is offered. */
  function complete(typed: string): string[] {
    const script = `
      zmodload zsh/zpty
      zpty z zsh -f -i
      zpty -w z "PS1=; cd '${folder}'; autoload -U compinit; compinit -u -D; source assay.zsh"
      zpty -w z "compadd() { local -a o; builtin compadd -O o \\"\\$@\\" 2> /dev/null; print -rl -- \\"<offer>\\"\\$^o\\"</offer>\\"; builtin compadd \\"\\$@\\"; }"
      zpty -w z "_t() { zle complete-word; print '<done>' }; zle -N complete-word-x _t; bindkey '^I' complete-word; echo '<ready''>'"
      local all piece
      while zpty -r z piece; do [[ $piece == *'<ready>'* ]] && break; done
      zpty -w -n z '${typed}'$'\\t'
      sleep 0.7
      while zpty -r -t z piece; do all+=$piece; done
      zpty -d z
      print -r -- $all`;
    const { stdout } = spawnSync('zsh', ['-f', '-c', script], {
      encoding: 'utf8',
      timeout: 30_000,
      env: { ...process.env, HOME: folder, TERM: 'dumb' },
    });
    return [...stdout.matchAll(/<offer>(.*?)<\/offer>/g)].map(([, word]) => word!);
  }

  it.each(cases)('%s', (typed, offered, not) => expectOffers(complete(typed), offered, not));
});

describe('man pages', () => {
  const pages = join(root, 'dist/man');
  const files = readdirSync(pages);
  const read = (name: string): string => readFileSync(join(pages, name), 'utf8');

  it('are listed in package.json, one for each command', () => {
    const { man } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { man: readonly string[] };
    expect(man.map((path) => path.replace('./dist/man/', '')).sort()).toEqual([...files].sort());
    const [, commands = ''] = /Commands:\n([\s\S]*)/.exec(
      execFileSync(process.execPath, [command, '--help'], { encoding: 'utf8' }),
    )!;
    const names = [...commands.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name!).filter((name) => name !== 'help');
    expect(names.length).toBeGreaterThan(30);
    expect(files.flatMap((name) => /^assay-(.*)\.1$/.exec(name)?.[1] ?? []).sort()).toEqual(names.sort());
  });

  it('take at most 200 kB', () => {
    expect(files.reduce((sum, name) => sum + read(name).length, 0)).toBeLessThan(200_000);
  });

  it('say what the help says', () => {
    expect(read('assay-gate.1')).toMatch(/\.B 3\nthe new output is worse than its baseline\n/);
    expect(read('assay-score.1')).toContain(
      '\\fB\\-r\\fR, \\fB\\-\\-reference\\fR \\fIfile\\fR\nreference translation; repeat for several\n',
    );
  });

  it.skipIf(!existsSync('/usr/bin/man'))(
    `are set by man without warnings${existsSync('/usr/bin/man') ? '' : ' (skipped: there is no man)'}`,
    () => {
      for (const name of files) {
        const { status, stderr, stdout } = spawnSync('man', ['--warnings', '-l', join(pages, name)], {
          encoding: 'utf8',
          env: { ...process.env, MANWIDTH: '80', LC_ALL: 'C.UTF-8' },
        });
        expect({ name, status, stderr }).toEqual({ name, status: 0, stderr: '' });
        expect(stdout).toMatch(/EXIT STATUS/);
      }
    },
  );

  it.skipIf(!has('mandoc'))(`pass mandoc's checks${why('mandoc')}`, () => {
    const { stdout } = spawnSync('mandoc', ['-Tlint', '-W', 'warning', ...files.map((name) => join(pages, name))], {
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
  });
});
