/** The page that `assay compare` writes for all systems of a shared task, in a real browser. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { cutOff, unfold } from './pageLayout.ts';
import { sharedFileWindows } from './windows.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const wmt09 = fileURLToPath(new URL('../../shared/data/wmt09-ranking/', import.meta.url));
const isThere = existsSync(wmt09);
const folder = mkdtempSync(join(tmpdir(), 'assay-compare-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const open = sharedFileWindows();

it.skipIf(!isThere)(
  `of 15 systems and 5 metrics is less than ten screens long${isThere ? '' : ' (skipped: ../shared/data is not there)'}`,
  async () => {
    const path = join(folder, 'wmt09.html');
    const text = (name: string) => join(wmt09, 'text', `newstest2009.${name}`);
    const outputs = join(wmt09, 'outputs/de-en');
    const inputs = ['-r', text('en.txt'), '-s', text('de.txt'), '-l', text('docs.tsv'), ...readdirSync(outputs).map((name) => join(outputs, name))]; // prettier-ignore
    const metrics = ['-m', 'bleu', 'chrf', 'ter', 'nist', 'wer', '--samples', '200'];
    execFileSync(process.execPath, ['dist/command/assay.cjs', 'compare', ...inputs, ...metrics, '-o', path], { cwd: root }); // prettier-ignore
    const page = await open({ path });
    expect(await page.locator('.controls').getByLabel('A', { exact: true }).locator('option').count()).toBe(15);
    const length = await page.locator('#_facts').evaluate((facts) => facts.getBoundingClientRect().top + scrollY);
    expect(length).toBeLessThan(10 * 800);
    await unfold(page);
    expect(await cutOff(page, '.scroll')).toEqual([]);
  },
);
