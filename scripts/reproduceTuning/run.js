/**
 * Writes docs/guide/tuning-study.md and its figure from n-best lists and lattices of real decoders. `--data <folder>` names where these are;
 * `--check` writes nothing and fails if a file is not as it would be written.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
      check: { type: 'boolean', default: false },
    },
  });
  const started = performance.now();
  const files = await makeFiles(values.data);
  const stale = [...files].filter(([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text); // prettier-ignore
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const user = (process.cpuUsage().user / 1e6).toFixed(1);
  console.log(`made ${files.size} files in ${seconds} s (${user} s of user time)`);
  if (values.check) {
    if (stale.length === 0) return 0;
    console.error(`Not as generated: ${stale.map(([path]) => path).join(', ')}. Run npm run reproduce:tuning.`);
    return 1;
  }
  for (const [path, text] of stale) {
    writeFileSync(join(root, path), text);
    console.log(`wrote ${path}`);
  }
  return 0;
}

/** Text by path. */
async function makeFiles(data) {
  const { joinSections, makeGuide, openTuningData, usualSettings } = await loadGuide();
  const guide = await makeGuide(await openTuningData(data, join(root, 'examples')), usualSettings);
  const path = 'docs/guide/tuning-study.md';
  const full = join(root, path);
  const text = await format(joinSections(guide), { ...(await resolveConfig(full)), filepath: full });
  return new Map([[path, text], ...[...guide.figures].map(([name, svg]) => [`docs/${name}.svg`, svg])]);
}

/** The generator is TypeScript, as are the sources it uses; so it is bundled first. The bundle is put where packages are found. */
async function loadGuide() {
  const folder = mkdtempSync(join(root, 'node_modules/.reproduceTuning-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  await build({
    absWorkingDir: root,
    entryPoints: ['scripts/reproduceTuning/guide.ts'],
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
