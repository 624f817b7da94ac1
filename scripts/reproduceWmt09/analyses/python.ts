/** Lemmas and word alignments by packages of Python, in an environment of their own. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../../src/core/index.ts';
import { type Program, run } from './programs.ts';

export const simplemmaVersion = '2.0.0';
export const alignerVersion = '3.5.0';

const packages: Readonly<Record<string, string>> = { simplemma: simplemmaVersion, 'systran-align': alignerVersion };

/** The lemmatizer wants the first of these or later, the aligner is built for no later one than the last. */
const pythonVersions: readonly string[] = ['3.10', '3.11'];

const install =
  'Lemmas and word alignments for the guide need Python 3.10 or 3.11 with venv: install it, and name it by PYTHON if it is none of python3.11, python3.10 and python3.';

/** A Python of the right version. */
function findPython(): string {
  const { PYTHON } = process.env;
  const names = PYTHON === undefined ? ['python3.11', 'python3.10', 'python3', 'python'] : [PYTHON];
  const asked = 'import sys; print("%d.%d" % sys.version_info[:2])';
  const found = names.find((name) =>
    pythonVersions.includes(spawnSync(name, ['-c', asked], { encoding: 'utf8' }).stdout?.trim()),
  );
  if (found === undefined) throw new UsageError(install);
  return found;
}

/** `scripts` holds the programs in Python, `folder` the environment, which is made when it is not there yet. */
export class PythonPackages {
  readonly #scripts: string;
  readonly #folder: string;
  #python: Program | undefined;

  constructor(scripts: string, folder: string) {
    this.#scripts = scripts;
    this.#folder = folder;
  }

  async #environment(): Promise<Program> {
    if (this.#python) return this.#python;
    const environment = join(this.#folder, 'python');
    const command = join(
      environment,
      ...(process.platform === 'win32' ? ['Scripts', 'python.exe'] : ['bin', 'python']),
    );
    const python = { command, install };
    const asked = `from importlib.metadata import version; print(*map(version, ${JSON.stringify(Object.keys(packages))}))`;
    const wanted = Object.values(packages).join(' ');
    const has = () => spawnSync(command, ['-c', asked], { encoding: 'utf8' }).stdout?.trim() === wanted;
    if (!existsSync(command) || !has()) {
      const named = Object.entries(packages).map(([name, version]) => `${name}==${version}`);
      console.error(`Installing ${named.join(' and ')} …`);
      await run({ command: findPython(), install }, ['-m', 'venv', '--clear', environment]);
      await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...named]);
    }
    return (this.#python = python);
  }

  async #ask(script: string, args: readonly string[], input: string): Promise<string[]> {
    // Sums of several threads would be added in any order.
    const environment = { PYTHONUTF8: '1', OMP_NUM_THREADS: '1' };
    const python = await this.#environment();
    const printed = await run(python, [join(this.#scripts, script), ...args], { input, environment });
    return printed.replace(/\n$/, '').split('\n');
  }

  /** Of words in a language; none has a line break. */
  lemmas(language: string, words: readonly string[]): Promise<string[]> {
    return this.#ask('lemmatise.py', [language], words.map((word) => `${word}\n`).join(''));
  }

  /** Links `0-0 1-2` of pairs of texts, source and target, words with spaces between. The pairs themselves are what is learned from. */
  async alignments(pairs: readonly (readonly [source: string, target: string])[]): Promise<string[]> {
    const work = mkdtempSync(join(this.#folder, 'aligning-'));
    try {
      writeFileSync(join(work, 'pairs'), pairs.map(([source, target]) => `${source} ||| ${target}\n`).join(''));
      const links = await this.#ask('align.py', [work], '');
      if (links.length !== pairs.length) throw new Error(`${links.length} alignments of ${pairs.length} pairs.`);
      return links;
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }
}
