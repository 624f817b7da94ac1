/** What browser tests of pages ask of their layout. */
import type { Page } from 'playwright-core';

export const unfold = (page: Page) =>
  page.evaluate(() => document.querySelectorAll('details').forEach((details) => (details.open = true)));

/** What is wider than the room it has, by the id of its figure. */
export const cutOff = (page: Page, selector: string) =>
  page.evaluate(
    (scrolling) =>
      [...document.querySelectorAll(scrolling)]
        .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth)
        .map((each) => each.closest('figure')!.id),
    selector,
  );

/** What reaches beyond the right edge of the page. */
export const outside = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body :not(.unseen, .unseen *, .skip, .scroll *)')]
      .filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > innerWidth + 1)
      .map((each) => each.outerHTML.slice(0, 80)),
  );

/** Figures without a caption, and charts and tables with nothing in them. */
export const emptyFigures = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('figure')]
      .filter((each) => {
        const isDrawn = each.querySelector('svg circle, svg rect, svg path, tbody td') !== null;
        return !isDrawn || !each.querySelector('figcaption, caption')?.textContent.trim();
      })
      .map(({ id }) => id),
  );
