/** Starts the browser that tests of pages use. */
import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../scripts/chromium.js';

export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium found: run node scripts/chromium.js.');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
