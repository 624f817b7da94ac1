/** Bundles definitions from their source, below node_modules, where imports of packages resolve. They are removed when the process ends. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** Returns the definitions, and the folder with their bundle and that of the other entry points. */
export async function loadDefinitions(root, others = []) {
  const folder = mkdtempSync(join(root, 'node_modules/.assay-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  await build({
    absWorkingDir: root,
    entryPoints: ['scripts/definitions.ts', ...others],
    outdir: folder,
    entryNames: '[name]',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  });
  return { folder, definitions: await import(pathToFileURL(join(folder, 'definitions.mjs')).href) };
}
