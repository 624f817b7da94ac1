/** Bundles the browser front ends in web/: for each page its HTML, a minified script, and the style and icon that all share. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const web = fileURLToPath(new URL('../web/', import.meta.url));

/** The files by name, as they go into dist/web: `<page>.html` is the page, all else is asked for under /assets. */
export async function makeWebPages() {
  const pages = readdirSync(web).flatMap((file) => (file.endsWith('.html') ? [file.slice(0, -'.html'.length)] : []));
  const { outputFiles } = await build({
    absWorkingDir: web,
    entryPoints: [
      ...pages.map((page) => ({ in: `./${page}/main.tsx`, out: page })),
      { in: './style.css', out: 'style' },
    ],
    outdir: web,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: ['es2022', 'chrome111', 'firefox114', 'safari16.4'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    charset: 'ascii',
    legalComments: 'none',
    logLevel: 'warning',
    write: false,
  });
  /** @type {Map<string, Uint8Array>} */
  const files = new Map();
  for (const page of pages) files.set(`${page}.html`, readFileSync(join(web, `${page}.html`)));
  files.set('icon.svg', readFileSync(join(web, 'icon.svg')));
  for (const { path, contents } of outputFiles) files.set(path.slice(web.length), contents);
  return files;
}
