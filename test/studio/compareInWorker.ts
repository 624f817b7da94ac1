/** Comparisons by the worker of Studio beside those of the command line. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import compare from '../../src/cli/commands/compare.ts';
import { runTyped } from '../../src/cli/testing/runTyped.ts';

/** What the worker of the page gives as JSON for files that it fetches, and what it told on the way. */
export const compareInWorker = (
  page: Page,
  paths: Readonly<Record<'references' | 'outputs', readonly (readonly [name: string, contents: string])[]>>,
  requests: readonly (readonly string[])[],
  samples = 10_000,
): Promise<{ json: string; told: string[] }[]> =>
  page.evaluate(
    async ({ paths, requests, samples }) => {
      const worker = new Worker(new URL('desk.js', location.href), { type: 'module' });
      let asked = 0;
      const ask = (method: string, args: readonly unknown[], told: string[] = []): Promise<unknown> =>
        new Promise((resolve, reject) => {
          const id = asked++;
          const listen = ({ data }: MessageEvent<{ id: number; stage?: { kind: string; text?: string }; result?: unknown; error?: { text: string } }>) => {
            if (data.id !== id) return;
            if (data.stage) return void told.push(data.stage.kind + (data.stage.text ?? '').replace(/\d+/g, 'N'));
            worker.removeEventListener('message', listen);
            if (data.error) reject(new Error(data.error.text));
            else resolve(data.result);
          };
          worker.addEventListener('message', listen);
          worker.postMessage({ id, method, args });
        });
      const all = [...paths.references, ...paths.outputs].map(([name, text]) => [name, new Blob([text])]);
      await ask('put', [all]);
      const names = (list: readonly (readonly [string, string])[]) => list.map(([name]) => name);
      await ask('load', [{ files: names(paths.outputs), references: names(paths.references) }]);
      const results = [];
      for (const metrics of requests) {
        const settings = { metrics, test: 'bootstrap', correct: 'holm', unit: 'auto', samples, seed: 12345, level: 95, alpha: 0.05, interval: 'percentile' };
        const told: string[] = [];
        await ask('compare', [settings, []], told);
        results.push({ json: (await ask('form', ['json', []])) as string, told });
      }
      worker.terminate();
      return results;
    },
    { paths, requests, samples },
  ); // prettier-ignore

/** As `assay compare -f json --why` prints it. */
export async function onCommandLine(
  references: readonly string[],
  outputs: readonly string[],
  metric: readonly string[],
  samples = 10_000,
) {
  const { shown } = await runTyped(compare, [
    ...references.flatMap((path) => ['-r', path]), ...outputs, '-m', ...metric, '--samples', String(samples), '--why', '--top', '10', '-f', 'json', '-j', '1',
  ]); // prettier-ignore
  return shown;
}

/** The first line in which two texts differ, for messages that can be read. */
export function difference(found: string, expected: string): string {
  const [one, other] = [found.split('\n'), expected.split('\n')];
  const at = one.findIndex((line, i) => line !== other[i]);
  return at < 0 && one.length === other.length ? '' : `line ${at + 1}: ${one[at]} instead of ${other[at]}`;
}

export const named = (paths: readonly string[]) => paths.map((path) => [path, readFileSync(path, 'utf8')] as const);
