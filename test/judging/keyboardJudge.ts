/** A judge in a real browser without a mouse: moves from field to field, reads the screen, and presses keys. */
import type { Page } from 'playwright-core';
import type { TaskKind } from '../../src/human/index.ts';
import type { Pcg64 } from '../../src/stats/index.ts';
import { decide } from './exampleCampaign.ts';

/** Kinds by the heading of an assignment. */
const kinds = new Map<string, TaskKind>([
  ['Rank the translations', 'rank'],
  ['Correct the translation', 'edit'],
  ['Judge the edited translation', 'accept'],
]);

export class KeyboardJudge {
  readonly page: Page;
  readonly #random: Pcg64;

  constructor(page: Page, random: Pcg64) {
    this.page = page;
    this.#random = random;
  }

  async agree(): Promise<void> {
    await this.page.getByRole('button', { name: 'I agree' }).waitFor();
    await this.pressOn('I agree');
    await this.page.locator('.tasks').waitFor();
  }

  /** Goes from the list of tasks, through the instructions the first time, to the first open assignment. */
  async start(kind: string, look: (what: string) => Promise<void> = async () => undefined): Promise<void> {
    await this.pressOn(new RegExp(`^(?:Start|Continue).*: ${kind}$`));
    await this.page.locator('form, [aria-label=Instructions]').first().waitFor();
    if ((await this.page.locator('form').count()) > 0) return;
    await look('instructions');
    await this.pressOn(/^Start/);
    await this.page.locator('form').waitFor();
  }

  /** Answers open assignments until the list of tasks is back. Resolves to their number. */
  async answerAll(look: (what: string) => Promise<void> = async () => undefined): Promise<number> {
    for (let count = 0; ; count++) {
      await this.page.locator('form, .tasks').first().waitFor();
      if ((await this.page.locator('.tasks').count()) > 0) return count;
      // With its number: `Rank the translations, 3 of 12`.
      const heading = (await this.page.locator('h1').textContent())!;
      const kind = kinds.get(heading.split(',')[0]!)!;
      await look(kind);
      await this.#answer(kind);
      const isPast = (before: string) => document.querySelector('h1')?.textContent !== before;
      await this.page.waitForFunction(
        (before) => document.querySelector('.taught') !== null || document.querySelector('h1')?.textContent !== before,
        heading,
      );
      // After practice the focus is on the button “Continue”.
      if (await this.page.locator('.taught').count()) await this.page.keyboard.press('Enter');
      await this.page.waitForFunction(isPast, heading);
    }
  }

  async #answer(kind: TaskKind): Promise<void> {
    const { keyboard } = this.page;
    const texts = (await this.#textsOf(kind)).map((text) => ({ text, lang: '', dir: 'ltr' as const }));
    const answer = decide({ kind, texts }, this.#random);
    if (answer.kind === 'rank') {
      for (const rank of answer.ranks) {
        // Goes on to the next translation.
        await keyboard.press(String(rank));
      }
    } else if (answer.kind === 'accept') await keyboard.press(answer.acceptable ? 'y' : 'n');
    else if (answer.kind === 'edit') {
      await this.#tabTo('textarea.writing');
      if (answer.outcome === 'edited') {
        await keyboard.press('Control+End');
        await keyboard.type(' indeed');
      } else {
        await this.#tabTo('.choices input');
        for (let i = 0; i < (answer.outcome === 'unable' ? 2 : 1); i++) await keyboard.press('ArrowDown');
      }
    }
    await keyboard.press('Enter');
  }

  async #textsOf(kind: TaskKind): Promise<string[]> {
    if (kind === 'edit') return [await this.page.locator('textarea.writing').inputValue()];
    if (kind === 'rank') return this.page.locator('.translation p').allTextContents();
    return this.page.locator('section.card p').allTextContents();
  }

  /** Moves to a button or link of that name and presses it. */
  async pressOn(name: string | RegExp): Promise<void> {
    const { keyboard } = this.page;
    for (let i = 0; i < 40; i++) {
      const at = await this.page.evaluate(() => {
        const { activeElement } = document;
        return activeElement?.matches('a, button') ? (activeElement.textContent ?? '') : '';
      });
      if (typeof name === 'string' ? at === name : name.test(at)) return keyboard.press('Enter');
      await keyboard.press('Tab');
    }
    throw new Error(`The Tab key does not reach ${String(name)}.`);
  }

  async #tabTo(selector: string): Promise<void> {
    for (let i = 0; i < 40; i++) {
      const isThere = (wanted: string) => document.activeElement?.matches(wanted) === true;
      if (await this.page.evaluate(isThere, selector)) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`The Tab key does not reach ${selector}.`);
  }
}
