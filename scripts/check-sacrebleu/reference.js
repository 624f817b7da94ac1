/** sacreBLEU in a Python environment of its own, asked through a few processes at a time. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const wanted = '2.6.0';
const onWindows = process.platform === 'win32';

function run(command, args) {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (error) throw new Error(`${command} cannot be run: ${error.message}`);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed.`);
}

export const pythonWithSacrebleu = (root) => pythonWith(root, 'sacrebleu', wanted);

/** The Python of an environment with a package in it, and others that it does not name itself, made when it is not there yet. */
export function pythonWith(root, name, version, more = []) {
  const folder = join(root, 'node_modules', '.cache', `assay-${name}`);
  const python = onWindows ? join(folder, 'Scripts', 'python.exe') : join(folder, 'bin', 'python');
  const has = () => {
    const asked = `import importlib.metadata; print(importlib.metadata.version('${name}'))`;
    const found = spawnSync(python, ['-c', asked], { encoding: 'utf8' });
    return found.status === 0 && found.stdout.trim() === version;
  };
  if (existsSync(python) && has()) return python;
  console.error(`Installing ${name} ${version} …`);
  run(process.env.PYTHON ?? (onWindows ? 'python' : 'python3'), ['-m', 'venv', folder]);
  run(python, ['-m', 'pip', 'install', '--quiet', ...more, `${name}==${version}`]);
  if (!has()) throw new Error(`${name} ${version} is not in ${folder} after it was installed there.`);
  return python;
}

/** The same in the folder of the project, or undefined where pip cannot install it. */
export function pythonOf(name, version, more = []) {
  try {
    return pythonWith(fileURLToPath(new URL('../..', import.meta.url)), name, version, more);
  } catch {
    return undefined;
  }
}

/** Processes that answer questions, each one at a time. */
export class Reference {
  #idle = [];
  #waiting = [];
  #children = [];
  #failed;
  about;

  static async start(python) {
    const reference = new Reference();
    const script = fileURLToPath(new URL('reference.py', import.meta.url));
    for (let i = 0; i < Math.min(8, availableParallelism()); i++) await reference.#launch(python, script);
    return reference;
  }

  async #launch(python, script) {
    const child = spawn(python, [script], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, PYTHONUTF8: '1' },
    });
    const process_ = { child, answer: undefined };
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => process_.answer?.resolve(JSON.parse(line)));
    child.on('exit', (code) => {
      if (code === 0) return;
      this.#failed = new Error(`sacreBLEU's process ended with code ${code}.`);
      process_.answer?.reject(this.#failed);
      for (const { reject } of this.#waiting.splice(0)) reject(this.#failed);
    });
    this.#children.push(child);
    this.about = await new Promise((resolve, reject) => (process_.answer = { resolve, reject }));
    this.#idle.push(process_);
  }

  async ask(question) {
    if (this.#failed) throw this.#failed;
    const process_ =
      this.#idle.pop() ?? (await new Promise((resolve, reject) => this.#waiting.push({ resolve, reject })));
    const answered = new Promise((resolve, reject) => (process_.answer = { resolve, reject }));
    process_.child.stdin.write(`${JSON.stringify(question)}\n`);
    const answer = await answered;
    process_.answer = undefined;
    const next = this.#waiting.shift();
    if (next) next.resolve(process_);
    else this.#idle.push(process_);
    return answer;
  }

  async stop() {
    await Promise.all(
      this.#children.map((child) => {
        child.stdin.end();
        return child.exitCode === null ? once(child, 'exit') : Promise.resolve();
      }),
    );
  }
}
