/**
 * Makes the site in dist/site, after a build: all documentation as pages, with its search, live examples and Studio. It consists of files with
 * relative addresses only, so any web server can send it from any folder. Another folder can be named instead of dist/site.
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { makeServiceWorker } from './webPages.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = resolve(process.argv[2] ?? join(root, 'dist/site'));
const { indexScript, makeSite, projectFiles } = await docsLayer();
const site = makeSite(projectFiles(root));
if (site.broken.length > 0) {
  throw new Error(`Links to nothing:\n${site.broken.map(([path, link]) => `${path}: ${link}`).join('\n')}`);
}

/** @type {Map<string, string | Buffer>} */
const files = new Map();
for (const name of readdirSync(join(root, 'dist/docs'))) files.set(name, readFileSync(join(root, 'dist/docs', name)));
for (const path of site.files) files.set(path, readFileSync(join(root, path)));
files.set('search.js', indexScript(site.index));
const hash = createHash('sha256');
for (const [name, contents] of files) hash.update(`${name}\0${contents.length}\0`).update(contents);
for (const address of site.addresses) hash.update(site.page(address));
const version = hash.digest('hex').slice(0, 16);
for (const address of site.addresses) files.set(address, site.page(address, version));
const names = [...files.keys()].map((name) => (name === 'index.html' ? './' : name));
files.set('sw.js', Buffer.from(await makeServiceWorker(names, version)));

rmSync(target, { recursive: true, force: true });
for (const [name, contents] of files) {
  mkdirSync(dirname(join(target, name)), { recursive: true });
  writeFileSync(join(target, name), contents);
}
cpSync(join(root, 'dist/studio'), join(target, 'studio'), { recursive: true });
console.log(
  `${relative(process.cwd(), target)}: ${site.addresses.length} pages. Open index.html, or serve the folder.`,
);

/** The code that makes pages, as `assay docs` has it. */
async function docsLayer() {
  const { outputFiles } = await build({
    stdin: {
      contents:
        "export { indexScript, makeSite } from './src/docs/index.ts'; export { projectFiles } from './src/cli/docs/projectFiles.ts';",
      resolveDir: root,
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}
