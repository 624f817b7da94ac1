/**
 * The pictures of README and guide are current: the SVG files are what `npm run pictures` makes from the examples, and the pages that
 * screenshots show still have the text that they had.
 */
import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findChromium } from '../scripts/chromium.js';
import { staleDrawings, staleScreenshots } from '../scripts/pictures.js';

const images = fileURLToPath(new URL('../docs/images/', import.meta.url));
const browser = findChromium();

describe('docs/images', () => {
  it('has the current drawings', { timeout: 300_000 }, () => {
    expect(staleDrawings(), 'run npm run pictures').toEqual([]);
  });

  it.skipIf(!browser)(
    `has the current screenshots${browser ? '' : ' (skipped: run node scripts/chromium.js)'}`,
    { timeout: 300_000 },
    async () => {
      expect(await staleScreenshots(), 'run npm run pictures').toEqual([]);
    },
  );

  it('has small files only', () => {
    const sizes = readdirSync(images).map((name) => ({ name, bytes: statSync(`${images}${name}`).size }));
    expect(sizes.filter(({ bytes }) => bytes > 60_000)).toEqual([]);
  });
});
