/**
 * Generates pages of the guide from data, with a generator in TypeScript. Writes the files, or with `--check` fails if one is out of date.
 * `--data <folder>` names the folder of the data.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { format, resolveConfig } from 'prettier';

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs a generator. `generator` is the path of its module, and `options` are additional options of the command; `folder` is where the pages
 * go, in docs. `make(module, values)` returns the texts of the pages and the figures as SVG, both by name; `values` are the values typed.
 */
export async function reproduceGuide({ script, generator, options = {}, folder = 'papers', make }) {
  try {
    process.exitCode = await run();
  } catch (error) {
    const isUsage = error.name === 'UsageError' || error.code?.startsWith('ERR_PARSE_ARGS');
    console.error(isUsage ? error.message : error);
    process.exitCode = isUsage ? 2 : 1;
  }

  async function run() {
    const { values } = parseArgs({
      options: {
        data: { type: 'string', default: join(root, '../shared/data') },
        check: { type: 'boolean', default: false },
        ...options,
      },
    });
    const started = performance.now();
    const files = await makeFiles(values);
    const stale = [...files].filter(([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text); // prettier-ignore
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const user = (process.cpuUsage().user / 1e6).toFixed(1);
    console.log(`made ${files.size} files in ${seconds} s (${user} s of user time)`);
    if (values.check) {
      if (stale.length === 0) return 0;
      console.error(`Not as generated: ${stale.map(([path]) => path).join(', ')}. Run npm run ${script}.`);
      return 1;
    }
    for (const [path, text] of stale) {
      writeFileSync(join(root, path), text);
      console.log(`wrote ${path}`);
    }
    return 0;
  }

  /** Returns the texts of all files by path. */
  async function makeFiles(values) {
    const { pages, figures } = await make(await loadGenerator(), values);
    const files = new Map([...figures].map(([name, svg]) => [`docs/${name}.svg`, svg]));
    for (const [name, text] of pages) {
      const path = `docs/${folder}/${name}.md`;
      const full = join(root, path);
      files.set(path, await format(text, { ...(await resolveConfig(full)), filepath: full }));
    }
    return files;
  }

  /**
   * Bundles and loads the generator, because it is written in TypeScript, as are the sources and test helpers it imports. What threads run
   * is bundled next to it. The bundle is below node_modules, so that imports of packages resolve.
   */
  async function loadGenerator() {
    const folder = mkdtempSync(join(root, 'node_modules/.reproduce-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    await build({
      absWorkingDir: root,
      entryPoints: [generator, 'src/engine/worker.ts', 'src/engine/thread.ts'],
      entryNames: '[name]',
      outdir: folder,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20.19',
      packages: 'external',
      logLevel: 'warning',
    });
    return import(pathToFileURL(join(folder, 'guide.js')).href);
  }
}
