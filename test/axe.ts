/** Checks a page for faults of accessibility. */
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const { resolve } = createRequire(import.meta.url);
const { source } = createRequire(resolve('@axe-core/playwright'))('axe-core') as { readonly source: string };

/** The rules that depend on colours and sizes: enough for a page that passed all rules in another look. */
const ofLooks = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'];

/**
 * Without a description of every element that has no fault, which takes most of the time. The legacy mode runs axe in the page alone, without
 * describing these elements to a second page; it differs only for frames from elsewhere, which no page here has. To exclude many elements
 * takes longer than to look at them.
 */
export function axeOn(page: Page, rules: 'all' | 'looks' = 'all'): AxeBuilder {
  const builder = new AxeBuilder({ page, axeSource: ';' }).options({ resultTypes: ['violations'] }).setLegacyMode();
  if (rules === 'looks') builder.withRules(ofLooks);
  const analyze = builder.analyze.bind(builder);
  builder.analyze = async () => {
    if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(source); // else each run does so twice
    await page.evaluate(markAlike);
    return analyze();
  };
  return builder;
}

/**
 * Lets axe look at the contrast of three texts of each look, not at all cells of a long table: contrasts take it most of its time. Texts look
 * alike if they and all around them agree in tag, classes and the styles that contrast depends on, and in what exempts them.
 */
function markAlike(): void {
  const mark = 'data-alike';
  const looks = new Map<string, { readonly id: number; count: number }>();
  const known = new Map<Element | null, number>();
  for (const element of document.querySelectorAll<HTMLElement>('*')) {
    element.removeAttribute(mark);
    const style = getComputedStyle(element);
    const own = [...element.childNodes].map((node) => (node instanceof Text ? node.data.trim() : '')).join('');
    const label = element as Partial<HTMLLabelElement>;
    const parts = [
      known.get(element.parentElement), element.tagName, element.getAttribute('class'), own.length > 1,
      element.matches(':disabled, [aria-disabled=true]'), label.control?.matches(':disabled'), element.checkVisibility({ visibilityProperty: true }),
      style.color, style.fill, style.backgroundColor, style.backgroundImage, style.opacity, style.filter, style.mixBlendMode, style.textShadow,
      style.fontSize, style.fontWeight, style.position,
    ]; // prettier-ignore
    const key = parts.join('|');
    const look = looks.get(key) ?? { id: looks.size, count: 0 };
    looks.set(key, look);
    known.set(element, look.id);
    if (own !== '' && look.count++ >= 3) element.setAttribute(mark, '');
  }
  const { axe } = globalThis as unknown as { axe: { configure(spec: object): void } };
  axe.configure({ rules: [{ id: 'color-contrast', selector: `:not([${mark}])` }] });
}
