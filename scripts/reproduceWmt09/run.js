/**
 * Writes docs/guide/wmt09.md and its figures from the data of WMT09. `--data <folder>` names where these are, `--samples <number>` how many
 * resamples to draw; `--check` writes nothing and fails if a file is not as it would be written.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { format, resolveConfig } from 'prettier';

const root = fileURLToPath(new URL('../..', import.meta.url));

process.exitCode = await run().catch((error) => {
  const isUsage = error.name === 'UsageError' || error.code?.startsWith('ERR_PARSE_ARGS');
  console.error(isUsage ? error.message : error);
  return isUsage ? 2 : 1;
});

async function run() {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: join(root, '../shared/data') },
      samples: { type: 'string', default: '1000' },
      check: { type: 'boolean', default: false },
    },
  });
  const samples = Number(values.samples);
  if (!Number.isInteger(samples) || samples < 1) {
    console.error(`--samples must be an integer of at least 1, not ${values.samples}.`);
    return 2;
  }
  const started = performance.now();
  const files = await makeFiles(values.data, samples);
  const stale = [...files].filter(([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text); // prettier-ignore
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const user = (process.cpuUsage().user / 1e6).toFixed(1);
  console.log(`made ${files.size} files in ${seconds} s (${user} s of user time)`);
  if (values.check) {
    if (stale.length === 0) return 0;
    console.error(`Not as generated: ${stale.map(([path]) => path).join(', ')}. Run npm run reproduce:wmt09.`);
    return 1;
  }
  for (const [path, text] of stale) {
    writeFileSync(join(root, path), text);
    console.log(`wrote ${path}`);
  }
  return 0;
}

/** Text by path. */
async function makeFiles(data, samples) {
  const { joinSections, makeGuide, openWmt09, usualSettings } = await loadGuide();
  const wmt09 = await openWmt09(data);
  const guide = await makeGuide(wmt09, { ...usualSettings, samples }, Math.min(2, availableParallelism()));
  const path = 'docs/guide/wmt09.md';
  const full = join(root, path);
  const text = await format(joinSections(guide), { ...(await resolveConfig(full)), filepath: full });
  return new Map([[path, text], ...[...guide.figures].map(([name, svg]) => [`docs/${name}.svg`, svg])]);
}

/**
 * The generator is TypeScript, as are the sources and test helpers it shares; so it is bundled first, with the threads it starts beside it.
 * The bundle is put where packages are found.
 */
async function loadGuide() {
  const folder = mkdtempSync(join(root, 'node_modules/.reproduceWmt09-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  await build({
    absWorkingDir: root,
    entryPoints: ['scripts/reproduceWmt09/guide.ts', 'src/engine/countingThread.ts'],
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
