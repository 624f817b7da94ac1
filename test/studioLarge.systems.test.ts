/** Studio with much data and with every metric, in Chromium. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { isUsageError } from '../src/core/index.ts';
import { metrics } from '../src/metrics/index.ts';
import { compareInWorker, difference, named, onCommandLine } from './studio/compareInWorker.ts';
import { drop, example, sharedStudio } from './studio/openStudio.ts';

const { inStudio } = sharedStudio();

it('500 systems', () =>
  inStudio(async (page) => {
    const lines = Array.from({ length: 12 }, (_, i) => `this is sentence number ${i} of twelve`);
    const systems = Array.from({ length: 500 }, (_, s) => [
      `s${s}.txt`,
      lines.map((text, i) => ((i + s) % 5 === 0 ? text.replace('sentence', 'phrase') : text)).join('\n') + '\n',
    ]);
    await drop(page, {
      'ref.txt': `${lines.join('\n')}\n`,
      ...(Object.fromEntries(systems) as Record<string, string>),
    });
    await page.getByRole('link', { name: 'Compare 500 systems' }).waitFor({ timeout: 200_000 });
    expect(await page.locator('.file').count()).toBe(501);
  }));

it('a project of tens of megabytes does not block the page', () =>
  inStudio(async (page) => {
    const line = 'the quick brown fox jumps over the lazy dog, then rests for a while in the shade of a tree\n';
    const buffer = Buffer.from(line.repeat(350_000)); // 32 MB
    await page.locator('input[type=file]').first().setInputFiles([{ name: 'reference.txt', mimeType: 'text/plain', buffer }]); // prettier-ignore
    await page.getByText('350,000').waitFor({ timeout: 200_000 });
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Keep' }).click();
    await page.getByRole('button', { name: 'Save as a project' }).waitFor();
    await page.evaluate(() => {
      const pauses = ((globalThis as unknown as { pauses: number[] }).pauses = [0]);
      let last = performance.now();
      setInterval(() => {
        pauses.push(performance.now() - last);
        last = performance.now();
      }, 5);
    });
    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout: 200_000 }),
      page.getByRole('button', { name: 'Save as a project', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('comparison.assay');
    const longest = await page.evaluate(() => Math.max(...(globalThis as unknown as { pauses: number[] }).pauses));
    expect(longest).toBeLessThan(200);
  }));

const data = new URL('../../shared/data/wmt09-ranking/', import.meta.url);
const outputs = tryList(new URL('outputs/de-en/', data));
it.skipIf(outputs.length === 0)(
  `numbers of 15 systems of WMT09 de-en are those of the command line${outputs.length === 0 ? ' (skipped: ../shared/data is not there)' : ''}`,
  () =>
    inStudio(async (page) => {
      const folder = fileURLToPath(new URL('outputs/de-en/', data));
      const systems = outputs.map((name) => folder + name);
      const text = fileURLToPath(new URL('text/', data));
      const reference = text + tryList(new URL('text/', data)).find((name) => /\.en\b/.test(name))!;
      const [found] = await compareInWorker(page, { references: named([reference]), outputs: named(systems) }, [
        ['bleu', 'chrf'],
      ]);
      expect(difference(found!.json, await onCommandLine([reference], systems, ['bleu', 'chrf']))).toBe('');
    }),
);

function tryList(folder: URL): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .sort();
  } catch {
    return [];
  }
}

it('every metric that needs no file of the user has the numbers of the command line, to the last digit', () =>
  inStudio(async (page) => {
    const references = [example('reference.A.en.txt'), example('reference.B.en.txt')];
    const outputs = [example('good.txt'), example('terse.txt'), example('shuffled.txt')];
    const samples = 500;
    const expected = new Map<string, string>();
    const without: string[] = [];
    for (const { id } of metrics) {
      try {
        expected.set(id, await onCommandLine(references, outputs, [id], samples));
      } catch (error) {
        if (!isUsageError(error)) throw error;
        without.push(id);
      }
    }
    // These need a program, a model, alignments, paraphrases or analyses.
    expect(without.sort()).toEqual(
      'bertscore comet comet-qe embedding external learned lrscore paraeval sempos'.split(' '),
    );
    const ids = [...expected.keys()];
    const found = await compareInWorker(
      page,
      { references: named(references), outputs: named(outputs) },
      ids.map((id) => [id]),
      samples,
    );
    const differences = ids.map((id, i) => [id, difference(found[i]!.json, expected.get(id)!)]);
    expect(differences.filter(([, text]) => text !== '')).toEqual([]);
  }));
