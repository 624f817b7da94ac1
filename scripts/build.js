/**
 * Builds dist from nothing: the library, compiled file by file with its types, and in dist/command the command line, bundled,
 * because loading some hundred small files would take longer than most scores. `npx assay` finds it in node_modules/.bin.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

rmSync(join(root, 'dist'), { recursive: true, force: true });
try {
  execFileSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.build.json')], { stdio: 'inherit' });
} catch {
  process.exit(1); // the compiler has said why
}

await build({
  absWorkingDir: root,
  // The threads are started from a file of their own, which the bundle looks for beside itself.
  entryPoints: ['src/cli/main.ts', 'src/engine/countingThread.ts'],
  outdir: 'dist/command',
  entryNames: '[name]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  external: ['piscina', '@sctg/sentencepiece-js'],
  // Dependencies that are CommonJS ask for Node's modules by require.
  banner: {
    js: "import { createRequire as bundledRequire } from 'node:module';\nconst require = bundledRequire(import.meta.url);",
  },
  logLevel: 'warning',
});

const command = join(root, 'dist/command/main.js');
chmodSync(command, 0o755);
const binaries = join(root, 'node_modules/.bin');
if (existsSync(binaries) && process.platform !== 'win32') {
  rmSync(join(binaries, 'assay'), { force: true });
  symlinkSync('../../dist/command/main.js', join(binaries, 'assay'));
}
