/** Compiles the kernels of the folder `kernels` to WebAssembly. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { main } from 'assemblyscript/asc';

/** A kernel in Base64, so that it is part of the code that loads it, in Node and in a browser. */
export async function compileKernel(root, name) {
  const files = new Map();
  const { error, stderr } = await main(
    [`${name}.ts`, '--runtime', 'stub', '-O3', '--noAssert', '--enable', 'simd', '--outFile', 'kernel.wasm'],
    {
      readFile(file) {
        const path = join(root, 'kernels', file);
        return existsSync(path) ? readFileSync(path, 'utf8') : null;
      },
      writeFile: (file, content) => void files.set(file, content),
      listFiles: () => [],
    },
  );
  if (error) throw new Error(`kernels/${name}.ts: ${stderr.toString()}`, { cause: error });
  return Buffer.from(files.get('kernel.wasm')).toString('base64');
}
