/**
 * Makes a page of the guide from data by a generator in TypeScript: writes its files, or with `--check` fails if one is not as it would be
 * written. `--data <folder>` names where the data are.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { format, resolveConfig } from 'prettier';

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * `generator` is the path of a module, `threads` those of what it starts; `make(module, values)` gives the page's text and its figures,
 * SVG by name; `options` are further ones of the command, `values` what was typed.
 */
export async function reproduceGuide({ script, page, generator, threads = [], options = {}, make }) {
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

  /** Text by path. */
  async function makeFiles(values) {
    const { text, figures } = await make(await loadGenerator(), values);
    const full = join(root, page);
    const formatted = await format(text, { ...(await resolveConfig(full)), filepath: full });
    return new Map([[page, formatted], ...[...figures].map(([name, svg]) => [`docs/${name}.svg`, svg])]);
  }

  /**
   * The generator is TypeScript, as are the sources and test helpers it shares; so it is bundled first, with the threads it starts beside
   * it. The bundle is put where packages are found.
   */
  async function loadGenerator() {
    const folder = mkdtempSync(join(root, 'node_modules/.reproduce-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    await build({
      absWorkingDir: root,
      entryPoints: [generator, ...threads],
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
