/** Makes the script of the segment browser in pages from its source: one plain script, minified, that can stand in a script element. */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The script, and its hash as a content security policy names it. */
export async function makePageScript() {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['src/report/comparePage/browser/main.ts'],
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    charset: 'ascii',
    legalComments: 'none',
    write: false,
  });
  const script = outputFiles[0].text.trimEnd();
  const unfit = /[^\t\n\x20-\x7e]|<(?:\/?script|!--)/i.exec(script);
  if (unfit) throw new Error(`the script of the segment browser cannot stand in a page: ${JSON.stringify(unfit[0])}`);
  return { script, hash: `sha256-${createHash('sha256').update(script).digest('base64')}` };
}
