/** Bundles the front ends in web/ for browsers: pages that a server sends, and the script that pages of results carry within. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const web = fileURLToPath(new URL('../web/', import.meta.url));

/**
 * Files that a server sends, by name, as they go into dist/web: `<page>.html` is the page, all else is asked for under /assets. Each page
 * has a minified script; style and icon are shared.
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

/** The segment browser as one plain script that can stand in a script element, and its hash as a content security policy names it. */
export async function makePageScript() {
  const [file] = await bundled('iife', [{ in: './segments/main.tsx', out: 'segments' }]);
  const { version } = JSON.parse(readFileSync(new URL('../node_modules/preact/package.json', import.meta.url), 'utf8'));
  const notice = `Contains Preact ${version}, (c) 2015-present Jason Miller, MIT License, https://opensource.org/license/mit`;
  const script = `/*! ${notice} */${file.text.trimEnd()}`;
  const unfit = /[^\t\n\x20-\x7e]|<(?:\/?script|!--)/i.exec(script);
  if (unfit) throw new Error(`the script of the segment browser cannot stand in a page: ${JSON.stringify(unfit[0])}`);
  return { script, hash: `sha256-${createHash('sha256').update(script).digest('base64')}` };
}

async function bundled(format, entryPoints) {
  const { outputFiles } = await build({
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
  return outputFiles;
}
