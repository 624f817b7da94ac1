/** Compiles src to dist, from nothing, and makes the command ready to run: `npx assay` finds it in node_modules/.bin. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

rmSync(join(root, 'dist'), { recursive: true, force: true });
try {
  execFileSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.build.json')], { stdio: 'inherit' });
} catch {
  process.exit(1); // the compiler has said why
}
const command = join(root, 'dist/cli/main.js');
chmodSync(command, 0o755);
const binaries = join(root, 'node_modules/.bin');
if (existsSync(binaries) && process.platform !== 'win32') {
  rmSync(join(binaries, 'assay'), { force: true });
  symlinkSync('../../dist/cli/main.js', join(binaries, 'assay'));
}
