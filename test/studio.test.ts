/** Tests Studio in Chromium: from files to the answer, its numbers against the command line, and what it says about bad files. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compareInWorker, difference, named, onCommandLine } from './studio/compareInWorker.ts';
import { drop, example, settled, sharedStudio } from './studio/openStudio.ts';
import { axeOn } from './axe.ts';

const { address, inStudio } = sharedStudio();

const files = ['reference.A.en.txt', 'good.txt', 'terse.txt'];
const texts = (): Record<string, Buffer> =>
  Object.fromEntries(files.map((name) => [name, readFileSync(example(name))]));

describe('from two files to the answer', () => {
  it('takes four actions, tells those who listen, and nothing leaves the page', () =>
    inStudio(async (page) => {
      await page.evaluate(() => {
        const heard: string[] = [];
        Object.assign(globalThis, { heard });
        new MutationObserver(() => heard.push(document.querySelector('[role=status]')!.textContent)).observe(
          document.body,
          { subtree: true, childList: true, characterData: true },
        );
      });
      await drop(page, texts()); // 1
      await page.getByRole('link', { name: 'Compare good and terse' }).click(); // 2
      const answer = page.locator('.answer');
      await answer.waitFor();
      await expect
        .poll(() => answer.textContent())
        .toBe('good is significantly better than terse: 25.13 BLEU apart, p < 0.001.');
      const heard = () => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);
      await expect.poll(heard).toContain('The results are complete.');
      await page.getByRole('link', { name: 'Where' }).click(); // 3
      const bar = page.locator('#parts-by-reference-length .roomy a').first();
      await bar.click(); // 4
      await expect.poll(() => page.locator('.browser .results').textContent()).toBe('13 of 60 segments');
    }));

  it('works with the keyboard alone', () =>
    inStudio(async (page) => {
      await drop(page, texts());
      const next = page.getByRole('link', { name: 'Compare good and terse' });
      await next.waitFor();
      const focusBy = async (key: string, isThere: () => Promise<boolean>): Promise<void> => {
        for (let presses = 0; presses < 60; presses++) {
          await page.keyboard.press(key);
          if (await isThere()) return;
        }
        throw new Error('the focus never came there');
      };
      await focusBy('Tab', () => next.evaluate((element) => element === document.activeElement));
      await page.keyboard.press('Enter');
      await page.locator('.answer').waitFor();
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    }));
});

it('a program is refused', () =>
  inStudio(async (page) => {
    const [reference, ...outputs] = files.map(example) as [string, ...string[]];
    const paths = { references: named([reference]), outputs: named(outputs) };
    const refused = compareInWorker(page, paths, [['external(cmd="touch x")']]);
    await expect(refused).rejects.toThrow('external runs a program, which a page cannot do.');
  }));

it('settings recompute only what they change', () =>
  inStudio(async (page) => {
    const [reference, ...outputs] = files.map(example) as [string, ...string[]];
    const paths = { references: named([reference]), outputs: named(outputs) };
    const [first, again, more] = await compareInWorker(page, paths, [['bleu'], ['bleu'], ['bleu', 'chrf']]);
    expect(first!.told.join()).toContain('progressN segments scored');
    expect(again!.told.join()).not.toMatch(/scored|samples/);
    expect(again!.json).toBe(first!.json);
    expect(difference(more!.json, await onCommandLine([reference], outputs, ['bleu', 'chrf']))).toBe('');
  }));
describe('bad files', () => {
  const line = 'This is a line of text.\n';
  const cases: readonly (readonly [name: string, files: Readonly<Record<string, string | Uint8Array>>, says: RegExp])[] = [
    ['an empty file', { 'ref.txt': line, 'a.txt': '' }, /a\.txt[\s\S]*It is empty/],
    ['binary', { 'ref.txt': line, 'a.txt': Uint8Array.of(0x89, 0x50, 0, 1, 2, 0, 0xff) }, /It is not text/],
    ['UTF-16', { 'ref.txt': line, 'a.txt': Uint8Array.of(0xff, 0xfe, 0x61, 0, 0x0a, 0) }, /It is UTF-16LE\. Save it as UTF-8/],
    ['Latin-1', { 'ref.txt': line, 'a.txt': Uint8Array.of(0x63, 0x61, 0x66, 0xe9, 0x0a) }, /Cannot read it\.[\s\S]*UTF-8/],
    ['unequal lines', { 'ref.txt': line.repeat(3), 'a.txt': line.repeat(2), 'b.txt': line.repeat(3) }, /It has 2 segments; most files have 3/],
    ['a table named as text', { 'ref.txt': line, 'a.txt': 'source\tref\thyp\na\tb\tc\n' }, /looks like TSV/i],
    ['an n-best list', { 'ref.txt': line, 'a.txt': '0 ||| a b ||| 1 2 ||| 3\n' }, /It is an n-best list/],
    ['damaged gzip', { 'ref.txt': line, 'a.txt.gz': Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3) }, /damaged|cut off/],
  ]; // prettier-ignore
  it('have a message beside them, and nothing is lost', () =>
    inStudio(async (page) => {
      for (const [name, dropped, says] of cases) {
        await drop(page, dropped);
        await page.locator('.file .problem').first().waitFor();
        await expect.poll(() => page.locator('main').textContent(), { message: name }).toMatch(says);
        expect(await page.locator('.file').count(), name).toBe(Object.keys(dropped).length);
        // What is right can still be compared after the bad file is removed.
        await drop(page, { 'good.txt': dropped['ref.txt']! });
        await page.locator('.file', { hasText: 'good.txt' }).waitFor();
        for (const path of [...Object.keys(dropped), 'good.txt']) {
          await page.getByRole('button', { name: `Remove ${path}`, exact: true }).click();
        }
        await expect.poll(() => page.locator('.file').count()).toBe(0);
      }
    }));

  it('2 GB', () =>
    inStudio(async (page) => {
      await page.evaluate(() => {
        const piece = new Blob([new Uint8Array(1 << 20)]);
        const data = new DataTransfer();
        data.items.add(
          new File(
            Array.from({ length: 2048 }, () => piece),
            'huge.txt',
          ),
        );
        window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
      });
      await page.getByText('It has 2.0 GB; a browser can hold about 1 GB.').waitFor();
    }));

  it('one segment, and a single system', () =>
    inStudio(async (page) => {
      await drop(page, { 'ref.txt': line, 'only.txt': line });
      await page.getByRole('link', { name: 'See the scores of only' }).click();
      await page.locator('.answer').waitFor();
      await expect.poll(() => page.locator('main').textContent()).toContain('100.00');
    }));

  it('20 systems', () =>
    inStudio(async (page) => {
      const lines = Array.from({ length: 12 }, (_, i) => `this is sentence number ${i} of twelve`);
      const systems = Array.from({ length: 20 }, (_, s) => [
        `s${s}.txt`,
        lines.map((text, i) => ((i + s) % 5 === 0 ? text.replace('sentence', 'phrase') : text)).join('\n') + '\n',
      ]);
      await drop(page, {
        'ref.txt': `${lines.join('\n')}\n`,
        ...(Object.fromEntries(systems) as Record<string, string>),
      });
      await page.getByRole('link', { name: 'Compare 20 systems' }).waitFor();
      await expect.poll(() => page.locator('.file').count()).toBe(21);
    }));

  it('what is obviously not an output is left out, until it is asked for', () =>
    inStudio(async (page) => {
      // A script cannot choose a folder, but say that it did.
      const choose = (files: Readonly<Record<string, string>>) =>
        page.evaluate((entries) => {
          const picker = document.querySelector<HTMLInputElement>('input[aria-label=Folder]')!;
          const chosen = entries.map(([path, text]) =>
            Object.defineProperty(new File([text], path.split('/').at(-1)!), 'webkitRelativePath', { value: path }),
          );
          Object.defineProperty(picker, 'files', { value: chosen, configurable: true });
          picker.dispatchEvent(new Event('change', { bubbles: true }));
        }, Object.entries(files));
      const ten = line.repeat(10);
      await choose({
        'set/README': line,
        'set/about.md': ten,
        'set/ref.txt': ten,
        'set/good.txt': ten,
        'set/terse.txt': ten,
        'set/glossary.txt': line.repeat(3),
      });
      const rowOf = (name: string) => page.locator('.file', { hasText: name });
      const byName = 'Left out, because its name says that it is not a translation.';
      await rowOf('README').getByText(byName).waitFor();
      await rowOf('about.md').getByText(byName).waitFor();
      await rowOf('glossary').getByText('Left out, because it has 3 lines and all other texts have 10.').waitFor();
      await page.getByRole('link', { name: 'Compare good and terse' }).waitFor();
      await rowOf('about.md').getByRole('button', { name: 'Use it as a system' }).click();
      await page.getByRole('link', { name: 'Compare 3 systems' }).waitFor();
      await expect.poll(() => rowOf('about.md').getByText(byName).count()).toBe(0);
      // A line too few is a mistake to mend, not a sign of another kind of file.
      await choose({ 'set/short.txt': line.repeat(9) });
      await rowOf('short.txt').getByText('It has 9 segments; most files have 10.').waitFor();
    }));

  it('compressed files are read', () =>
    inStudio(async (page) => {
      const packed = gzipSync(readFileSync(example('good.txt')));
      // Two members, as `cat a.gz b.gz` makes.
      const half = gzipSync('');
      await drop(page, { ...texts(), 'good.txt': line.repeat(60), 'packed.txt.gz': Buffer.concat([packed, half]) });
      await page.getByRole('link', { name: 'Compare 3 systems' }).waitFor();
    }));
});

describe('what it looks like', () => {
  it('cancels', () =>
    inStudio(async (page) => {
      await page.goto(`${address()}#settings/samples=5000000`);
      await drop(page, texts());
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.locator('.doing', { hasText: 'Cancelled. The results are not complete.' }).waitFor();
      await settled(page);
      await expect.poll(() => page.locator('.file').count()).toBe(3);
      await page.getByRole('button', { name: 'Start again' }).click();
      await page.locator('.doing progress').waitFor();
    }));

  it('has no faults for axe, wide and light or narrow and dark, and fits', () =>
    inStudio(async (page) => {
      const check = async (name: string): Promise<void> => {
        for (const [width, colorScheme] of [[1920, undefined], [768, undefined], [360, 'dark'], [1280, 'light']] as const) {
          await page.setViewportSize({ width, height: 900 });
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect({ name, width, wide: Math.max(0, wide) }).toEqual({ name, width, wide: 0 });
          if (!colorScheme) continue;
          await page.emulateMedia({ colorScheme });
          const { violations } = await axeOn(page, colorScheme === 'dark' ? 'all' : 'looks').analyze();
          expect(violations.map(({ id, nodes }) => `${name}: ${id} ${nodes[0]?.html}`)).toEqual([]);
        } // prettier-ignore
      };
      await check('start');
      await page.getByRole('button', { name: 'Try an example' }).click();
      await page.getByRole('link', { name: 'Compare good and terse' }).waitFor();
      await settled(page);
      await check('files');
      await page.goto(`${address()}#answer`);
      await page.locator('.answer').waitFor();
      await page.locator('.settings summary').click();
      await check('answer');
      await page.getByRole('button', { name: 'Add a metric' }).click();
      await page.locator('.metric-list li').first().waitFor();
      await check('metrics');
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Where' }).click();
      await page.locator('.browser .rows').waitFor();
      await check('where');
    }));
});
