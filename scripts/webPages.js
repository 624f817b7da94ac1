/** Bundles the front ends in web/ for browsers: the pages that the server sends, and the script embedded in result pages. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { parseSync } from 'oxc-parser';

const web = fileURLToPath(new URL('../web/', import.meta.url));

/**
 * Returns the files that the server sends, by name, as they go into dist/web: `<page>.html` is a page, and all other files are served under
 * /assets. Each page has a minified script; style and icon are shared.
 */
export async function makeWebPages() {
  const pages = readdirSync(web).flatMap((file) => (file.endsWith('.html') ? [file.slice(0, -'.html'.length)] : []));
  const outputFiles = await bundled('esm', [
    ...pages.map((page) => ({ in: `./${page}/main.tsx`, out: page })),
    { in: './style.css', out: 'style' },
  ]);
  /** @type {Map<string, Uint8Array>} */
  const files = new Map();
  for (const page of pages) files.set(`${page}.html`, readFileSync(join(web, `${page}.html`)));
  files.set('icon.svg', readFileSync(join(web, 'icon.svg')));
  for (const { path, contents } of outputFiles) files.set(path.slice(web.length), contents);
  return files;
}

/**
 * Returns a script of result pages that fits in a script element, and its hash for a content security policy: that of all pages, of pages
 * with a segment browser, or of pages with steps.
 * @param {'page' | 'segments' | 'steps'} of
 */
export async function makePageScript(of) {
  const [file] = await bundled('iife', [{ in: `./${of}/main.${of === 'segments' ? 'tsx' : 'ts'}`, out: of }]);
  const { version } = JSON.parse(readFileSync(new URL('../node_modules/preact/package.json', import.meta.url), 'utf8'));
  const notice = `/*! Contains Preact ${version}, (c) 2015-present Jason Miller, MIT License, https://opensource.org/license/mit */`;
  const script = `${of === 'segments' ? notice : ''}${file.text.trimEnd()}`;
  const unfit = /[^\t\n\x20-\x7e]|<(?:\/?script|!--)/i.exec(script);
  if (unfit) throw new Error(`the script ${of} cannot stand in a page: ${JSON.stringify(unfit[0])}`);
  return { script, hash: `sha256-${createHash('sha256').update(script).digest('base64')}` };
}

/**
 * Returns the files of Studio by name, as they go into dist/studio: a page, its scripts and icon; and the files that its scripts are made of.
 * The workers run the code of the command line, with replacements for what that takes from Node.
 */
export async function makeStudio() {
  const folder = join(web, 'studio');
  // Apart from each other: code that two of them share would be loaded with either, however little of it that one needs.
  const scripts = [['main.tsx'], ['desk/desk.ts', 'desk/thread.ts'], ['desk/clerk.ts']];
  /** @type {Map<string, Uint8Array>} */
  const files = new Map();
  const inputs = [];
  for (const entries of scripts) {
    const { outputFiles, metafile } = await build({
      ...settings(
        'esm',
        entries.map((path) => ({ in: `./studio/${path}`, out: basename(path, extname(path)) })),
      ),
      splitting: true,
      chunkNames: 'part-[hash]',
      plugins: [
        replacements(join(folder, 'node'), entries.includes('desk/clerk.ts') ? ['metrics/index.ts'] : []),
        directImports,
      ],
      define: { 'process.env': '{}', 'process.stdin': 'undefined' },
      metafile: true,
    });
    for (const { path, contents } of outputFiles) files.set(path.slice(web.length), contents);
    inputs.push(...Object.keys(metafile.inputs));
  }
  const tagger = await studioTagger();
  files.set('tagger.js', tagger.outputFiles[0].contents);
  inputs.push(...Object.keys(tagger.metafile.inputs));
  files.set('index.html', readFileSync(join(folder, 'index.html')));
  files.set('style.css', Buffer.from(await studioStyle()));
  // What “Try an example” opens.
  const examples = JSON.parse(readFileSync(join(folder, 'exampleFiles.json'), 'utf8'));
  for (const name of examples) files.set(`examples/${name}`, readFileSync(join(web, '../examples', name)));
  files.set('icon.svg', readFileSync(join(web, 'icon.svg')));
  files.set('manifest.webmanifest', readFileSync(join(folder, 'manifest.webmanifest')));
  await addServiceWorker(files);
  return { files, inputs };
}

/**
 * Adds the service worker, which keeps all other files by their names and a hash of their contents, their version. The page names its version
 * when it loads scripts that are called the same in all versions.
 */
async function addServiceWorker(files) {
  const hash = createHash('sha256');
  for (const [name, contents] of files) hash.update(`${name}\0${contents.length}\0`).update(contents);
  const version = hash.digest('hex').slice(0, 16);
  const page = Buffer.from(files.get('index.html')).toString();
  const versioned = page
    .replace('<html ', `<html data-version="${version}" `)
    .replace(/(?<=(?:src|href)=")(?:main\.js|style\.css)(?=")/g, `$&?v=${version}`);
  files.set('index.html', Buffer.from(versioned));
  // The page itself goes by the address of its folder.
  const names = [...files.keys()].map((name) => (name === 'index.html' ? './' : name));
  files.set('sw.js', await makeServiceWorker(names, version));
}

/** The tagger of English has a dictionary of 2 MB: a file of its own, which all workers share. */
function studioTagger() {
  const contents = "export { default } from 'wink-pos-tagger';";
  return build({
    ...settings('esm', undefined),
    stdin: { contents, resolveDir: web, sourcefile: 'tagger.js' },
    outdir: undefined,
    metafile: true,
  });
}

/** The style of result pages, which Studio shows, and its own. */
async function studioStyle() {
  const contents = `
    import { style } from '../../src/report/page/style.ts';
    import { browserStyle } from '../../src/report/comparePage/browserStyle.ts';
    import { stepsStyle } from '../../src/report/stepsFigure/stepsStyle.ts';
    export default [style(), browserStyle(), stepsStyle()].join('\\n');`;
  const ofPages = await evaluated(contents);
  const [own] = (await build({ ...settings('esm', [{ in: './studio/style.css', out: 'style' }]) })).outputFiles;
  return `${ofPages}\n${own.text}`;
}

/**
 * Files in `folder` replace those of the same path in src; modules of Node and the package of threads have theirs in `modules`. A
 * module of Node that has none is empty: nothing that Studio runs may call it.
 */
const replacements = (folder, except = []) => ({
  name: 'replacements for Node',
  setup({ onResolve, onLoad }) {
    const source = fileURLToPath(new URL('../src/', import.meta.url));
    // The page passes on what was chosen, not what was typed, and has no databases.
    onResolve({ filter: /^commander$|\/server\/.*\.ts$|\/cli\/output\.ts$|^\.\.?\/output\.ts$/ }, ({ path }) => ({
      path,
      namespace: 'empty',
    }));
    onResolve({ filter: /^wink-pos-tagger$/ }, () => ({ path: './tagger.js', external: true }));
    onResolve({ filter: /^(?:node:|piscina$)/ }, ({ path }) => {
      const name = path.replace('node:', '').replace(/\/(.)/, (_, letter) => letter.toUpperCase());
      const file = join(folder, 'modules', `${name}.ts`);
      return existsSync(file) ? { path: file } : { path, namespace: 'empty' };
    });
    onResolve({ filter: /^\.\.?\/.*\.ts$/ }, ({ path, resolveDir }) => {
      if (resolveDir.startsWith(folder)) return undefined; // it may use what it replaces
      const wanted = join(resolveDir, path);
      if (!wanted.startsWith(source) || except.includes(wanted.slice(source.length))) return undefined;
      const file = join(folder, wanted.slice(source.length));
      return existsSync(file) ? { path: file } : undefined;
    });
    onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'module.exports = {};', loader: 'js' }));
  },
});

/**
 * Names imported from the index of a folder come from the files that have them: else code that needs one of the names loads the files of all,
 * because the bundler splits code by files, not by names.
 */
const directImports = {
  name: 'direct imports',
  setup({ onLoad }) {
    const ofIndex = new Map();
    const exportsOf = (path) => {
      const known = ofIndex.get(path) ?? new Map();
      if (ofIndex.has(path)) return known;
      ofIndex.set(path, known);
      for (const { end, entries } of parseSync(path, readFileSync(path, 'utf8')).module.staticExports) {
        for (const { exportName, importName, moduleRequest, isType, ...entry } of entries) {
          const isFromThere = moduleRequest && importName.name && entry.end <= end; // not by an import before it
          if (isType || !isFromThere) continue;
          known.set(exportName.name, { name: importName.name, path: join(dirname(path), moduleRequest.value) });
        }
      }
      return known;
    };
    onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
      let contents = readFileSync(path, 'utf8');
      const { staticImports } = parseSync(path, contents).module;
      for (const { start, end, moduleRequest, entries } of staticImports.toReversed()) {
        if (!moduleRequest.value.endsWith('/index.ts')) continue;
        const known = exportsOf(join(dirname(path), moduleRequest.value));
        const used = entries.filter(({ isType }) => !isType);
        if (!used.every(({ importName }) => known.has(importName.name))) continue;
        const lines = used.map(({ importName, localName }) => {
          const { name, path: origin } = known.get(importName.name);
          const from = relative(dirname(path), origin).replaceAll('\\', '/');
          return `import { ${name} as ${localName.value} } from './${from}';`;
        });
        contents = contents.slice(0, start) + lines.join(' ') + contents.slice(end);
      }
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
};

/**
 * Returns what all pages of the documentation share, by name, as it goes into dist/docs, and the files that it is made of. The scripts are not
 * modules, because browsers load no modules from a disk.
 */
export async function makeDocsAssets() {
  const { outputFiles, metafile } = await build({
    ...settings('iife', [
      { in: './site/main.ts', out: 'site' },
      { in: './site/live.tsx', out: 'live' },
    ]),
    plugins: [directImports],
    metafile: true,
  });
  /** @type {Map<string, Uint8Array>} */
  const files = new Map(outputFiles.map(({ path, contents }) => [path.slice(web.length), contents]));
  const colours = await evaluated(`
    import { variables } from '../../src/report/page/palette.ts';
    export default \`:root{color-scheme:light dark;\${variables('light')}}@media (prefers-color-scheme:dark){:root{\${variables('dark')}}}\`;`);
  const [own] = await bundled('esm', [{ in: './site/style.css', out: 'style' }]);
  files.set('style.css', Buffer.from(`${colours}\n${own.text}`));
  files.set('icon.svg', readFileSync(join(web, 'icon.svg')));
  return { files, inputs: Object.keys(metafile.inputs) };
}

/**
 * Returns a service worker that keeps these files. The page of its folder, './', has the version.
 * @param {readonly string[]} names
 * @param {string} version
 */
export async function makeServiceWorker(names, version) {
  const { outputFiles } = await build({
    ...settings('iife', [{ in: './studio/serviceWorker.ts', out: 'sw' }]),
    define: { appFiles: JSON.stringify(names), appVersion: JSON.stringify(version) },
  });
  return outputFiles[0].contents;
}

/** The default export of a module that stands in web/site. */
async function evaluated(contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: join(web, 'site'), loader: 'ts' },
    bundle: true,
    format: 'esm',
    write: false,
  });
  const script = Buffer.from(outputFiles[0].contents).toString('base64');
  return (await import(`data:text/javascript;base64,${script}`)).default;
}

async function bundled(format, entryPoints) {
  const { outputFiles } = await build(settings(format, entryPoints));
  return outputFiles;
}

const settings = (format, entryPoints) => ({
  absWorkingDir: web,
  entryPoints,
  outdir: web,
  bundle: true,
  minify: true,
  format,
  platform: 'browser',
  target: ['es2022', 'chrome111', 'firefox114', 'safari16.4'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  charset: 'ascii',
  legalComments: 'none',
  logLevel: 'warning',
  write: false,
});
