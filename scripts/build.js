/**
 * Builds dist from scratch. The library is compiled file by file, with its types. The command line is bundled into dist/command with
 * everything it needs, because loading hundreds of small files would take longer than most scoring runs, and with the bytecode of a first
 * run. `npx assay` finds it in node_modules/.bin. dist/web holds the pages for browsers, dist/studio Studio, dist/docs what all pages of the
 * documentation share, and dist/man the pages for man. THIRD-PARTY.md lists the packages by others in all this.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { loadDefinitions } from './loadDefinitions.js';
import { manPages } from './manPages.js';
import { makeDocsAssets, makeStudio, makeWebPages } from './webPages.js';
import { thirdParties } from './thirdParties.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

rmSync(join(root, 'dist'), { recursive: true, force: true });
try {
  execFileSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.build.json')], { stdio: 'inherit' });
} catch {
  process.exit(1); // the compiler has printed the errors
}

// Declarations keep their comments; in code, they would only make the package larger.
for (const entry of readdirSync(join(root, 'dist'), { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !entry.name.endsWith('.js')) continue;
  const path = join(entry.parentPath, entry.name);
  const { code } = await transform(readFileSync(path, 'utf8'), { target: 'es2023', charset: 'utf8' });
  writeFileSync(path, code);
}

/** Packages that stay outside the bundles: native programs, and packages that the library needs as well. */
const installed = ['@sctg/sentencepiece-js', 'snowball-stemmers', 'libsql'];

/** Packages of the judging app, for Parquet, and the list of test sets: bundled separately into dist/command, because most runs need none of them. */
const apart = {
  fastify: 'fastify',
  '@fastify/helmet': 'helmet',
  '@fastify/rate-limit': 'rate-limit',
  pg: 'pg',
  hyparquet: 'hyparquet',
  'hyparquet-writer': 'hyparquet-writer',
  './src/data/testSets/knownSets.ts': 'knownSets',
};
const bundledApart = {
  name: 'bundled apart',
  setup({ onResolve }) {
    onResolve({ filter: /^(?:fastify|@fastify\/(?:helmet|rate-limit)|pg|hyparquet(?:-writer)?)$/ }, ({ path }) => ({
      path: `./${apart[path]}.cjs`,
      external: true,
    }));
    onResolve({ filter: /\/knownSets\.ts$/ }, () => ({ path: './knownSets.cjs', external: true }));
  },
};

/** Modules of Node that few commands, or no command at first, need: they are loaded when one of their names is used, since loading takes time. */
const late = ['child_process', 'crypto', 'fs/promises', 'os', 'util', 'zlib'];
const lateModules = {
  name: 'late modules',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^node:(?:${late.join('|')})$`) }, ({ path }) => ({ path, namespace: 'late' }));
    onLoad({ filter: /.*/, namespace: 'late' }, async ({ path }) => {
      const name = path.replace('node:', '');
      const names = Object.keys(await import(path)).filter((each) => each !== 'default');
      const getters = names.map((each) => `get ${each}() { return require('${name}').${each}; }`);
      return { contents: `module.exports = { ${getters.join(', ')} };`, resolveDir: root };
    });
  },
};

const bundled = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  external: installed,
  plugins: [bundledApart],
  logLevel: 'warning',
  metafile: true,
};
const made = [];
for (const [name, file] of Object.entries(apart)) {
  const outfile = `dist/command/${file}.cjs`;
  // pg has an optional second client, in C, which we do not use.
  const settings = { ...bundled, external: ['pg-native'], plugins: [], minify: true };
  made.push(
    await build({
      ...settings,
      format: 'cjs',
      // Node finds the names that a script exports only if the bundler lists them.
      stdin: {
        contents: /^(?:hyparquet|knownSets)/.test(file)
          ? `export * from '${name}'`
          : `module.exports = require('${name}')`,
        resolveDir: root,
      },
      outfile,
    }),
  );
}
const script = {
  ...bundled,
  format: 'cjs',
  define: { 'import.meta.url': 'moduleUrl' },
  banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href;" },
};
const bundles = { main: 'src/cli/main.ts', scoring: 'src/cli/scoring.ts', thread: 'src/engine/thread.ts' };
for (const [name, entryPoint] of Object.entries(bundles)) {
  const outfile = `dist/command/${name}.cjs`;
  const result = await build({
    ...script,
    minifyWhitespace: true,
    minifySyntax: true,
    minifyIdentifiers: name === 'thread',
    plugins: [bundledApart, lateModules],
    entryPoints: [entryPoint],
    outfile,
  });
  made.push(result);
  finishScript(join(root, outfile));
}
const builds = Object.fromEntries(
  Object.keys(bundles).map((name) => {
    const bundle = readFileSync(join(root, `dist/command/${name}.cjs`));
    return [name, createHash('sha256').update(bundle).digest('hex').slice(0, 16)];
  }),
);
await build({
  ...script,
  define: { ...script.define, builds: JSON.stringify(builds) },
  entryPoints: ['src/cli/launch.ts'],
  outfile: 'dist/command/assay.cjs',
});
// Threads run files of their own, which the bundles expect next to themselves.
made.push(
  await build({
    ...bundled,
    minify: true,
    format: 'esm',
    define: { builds: JSON.stringify(builds) },
    entryPoints: ['src/engine/worker.ts', 'src/cli/thread.ts', 'src/server/liveThread.ts'],
    entryNames: '[name]',
    outdir: 'dist/command',
  }),
);

mkdirSync(join(root, 'dist/web'));
for (const [name, contents] of await makeWebPages()) writeFileSync(join(root, 'dist/web', name), contents);
mkdirSync(join(root, 'dist/studio/examples'), { recursive: true });
const studio = await makeStudio();
for (const [name, contents] of studio.files) writeFileSync(join(root, 'dist/studio', name), contents);
mkdirSync(join(root, 'dist/docs'));
const docsAssets = await makeDocsAssets();
for (const [name, contents] of docsAssets.files) writeFileSync(join(root, 'dist/docs', name), contents);
const inputs = made.flatMap(({ metafile }) => Object.keys(metafile.inputs));
const parties = thirdParties(root, [...inputs, ...studio.inputs, ...docsAssets.inputs, 'node_modules/preact/']);
writeFileSync(join(root, 'dist/THIRD-PARTIES.txt'), parties.notices);
writeFileSync(join(root, 'dist/sbom.cdx.json'), parties.bill);
writeFileSync(join(root, 'THIRD-PARTY.md'), parties.page);

const definitions = await loadDefinitions(root);
mkdirSync(join(root, 'dist/man'));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const pages = manPages({ shapes: definitions.commandShapes(definitions.commands), version, date: sourceDate() });
for (const [name, page] of pages) writeFileSync(join(root, 'dist/man', name), page);

const command = join(root, 'dist/command/assay.cjs');
chmodSync(command, 0o755);
const binaries = join(root, 'node_modules/.bin');
if (existsSync(binaries) && process.platform !== 'win32') {
  rmSync(join(binaries, 'assay'), { force: true });
  symlinkSync('../../dist/command/assay.cjs', join(binaries, 'assay'));
}

// Stores the bytecode of a first run of each bundle; see src/cli/bytecode.ts. Threads come up only if there is enough to do.
const examples = join(root, 'examples');
const texts = ['-r', join(examples, 'reference.A.en.txt'), join(examples, 'good.txt')];
const folder = mkdtempSync(join(tmpdir(), 'assay-build-'));
const long = texts.map((path) => {
  if (path === '-r') return path;
  writeFileSync(join(folder, basename(path)), readFileSync(path, 'utf8').repeat(5000));
  return join(folder, basename(path));
});
for (const typed of [
  ['score', ...long, '-m', 'bleu', 'chrf', 'ter', '-j', '2'],
  ['score', ...texts],
  ['compare', ...texts, join(examples, 'terse.txt'), '-m', 'bleu'],
]) {
  execFileSync(process.execPath, [command, ...typed], {
    env: { ...process.env, ASSAY_KEEP_BYTECODE: 'yes' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
rmSync(folder, { recursive: true });

/** The day of the last commit, so that the same source makes the same pages; elsewhere, today. */
function sourceDate() {
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%cs'], { cwd: root, encoding: 'utf8' });
  return stdout?.trim() || new Date().toISOString().slice(0, 10);
}

/**
 * Makes a bundle runnable by the launcher: it is a function, imports through one that the launcher passes in, and is pure ASCII. The bundler
 * escapes everything but regular expressions.
 */
function finishScript(path) {
  const text = readFileSync(path, 'utf8');
  const imports = [...text.matchAll(/\bimport\((?:"([^"]*)"\))?/g)].map(([, name]) => name);
  const wrong = imports.filter(
    (name) => name !== undefined && !name.startsWith('node:') && !installed.includes(name) && !name.startsWith('./'),
  );
  if (wrong.length > 0) throw new Error(`the bundle imports what should be in it: ${wrong.join(', ')}`);
  if (imports.filter((name) => name === undefined).length > 1)
    throw new Error('the bundle should import by a path it finds out in one place, importEntry');
  const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const body = text.replace(/\bimport\(/g, 'importModule(').replace(/[^\0-\x7f]/g, escaped);
  writeFileSync(path, `(function (require, __filename, importModule, module) {${body}\n})`);
}
