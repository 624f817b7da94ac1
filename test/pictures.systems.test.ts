/** The SVG pictures of README and guide are what `npm run pictures` makes from the examples. Screenshots are not compared. */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { makePictures } from '../scripts/pictures.js';

/** Made by `npm run bench -- --guide`, from times, which differ each time. */
const measured = 'speed.svg';

const images = fileURLToPath(new URL('../docs/images/', import.meta.url));

describe('docs/images', () => {
  it('has the current pictures', { timeout: 300_000 }, () => {
    const pictures: Map<string, string> = makePictures();
    const written = readdirSync(images).filter((name) => name.endsWith('.svg') && name !== measured);
    expect(written.sort()).toEqual([...pictures.keys()].map((name) => `${name}.svg`).sort());
    const stale = [...pictures].filter(([name, svg]) => readFileSync(`${images}${name}.svg`, 'utf8') !== svg);
    expect(
      stale.map(([name]) => name),
      'run npm run pictures',
    ).toEqual([]);
  });

  it('has small files only', () => {
    const sizes = readdirSync(images).map((name) => ({ name, bytes: statSync(`${images}${name}`).size }));
    expect(sizes.filter(({ bytes }) => bytes > 60_000)).toEqual([]);
  });
});
