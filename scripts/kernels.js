/** Compiles the kernels of the folder `kernels` to WebAssembly. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

// The package is not imported: its types replace those of JavaScript.
const compiler = join(dirname(createRequire(import.meta.url).resolve('assemblyscript/package.json')), 'bin/asc.js');

/** A kernel in Base64, so that it is part of the code that loads it, in Node and in a browser. */
export function compileKernel(root, name) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-kernel-'));
  try {
    const outFile = join(folder, `${name}.wasm`);
    const settings = ['--runtime', 'stub', '-O3', '--noAssert', '--enable', 'simd', '--outFile', outFile];
    execFileSync(process.execPath, [compiler, join(root, 'kernels', `${name}.ts`), ...settings], { stdio: 'inherit' });
    return readFileSync(outFile).toString('base64');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
