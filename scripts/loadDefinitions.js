/** Bundles definitions from their source, below node_modules, where imports of packages resolve. They are removed when the process ends. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

export async function loadDefinitions(root) {
  const folder = mkdtempSync(join(root, 'node_modules/.assay-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  await build({
    absWorkingDir: root,
    entryPoints: ['scripts/definitions.ts'],
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
  return import(pathToFileURL(join(folder, 'definitions.mjs')).href);
}
