/** Checks a page for faults of accessibility. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * Without a description of every element that has no fault, which takes most of the time. The legacy mode runs axe in the page alone, without
 * describing these elements to a second page; it differs only for frames from elsewhere, which no page here has.
 */
export const axeOn = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
