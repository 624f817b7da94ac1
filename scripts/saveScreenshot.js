/**
 * Saves screenshots for README and guide. Each file carries the text that it shows, by which test/pictures.systems.test.ts finds pictures that
 * are not current: pixels differ from machine to machine, because fonts do.
 */
import { writeFileSync } from 'node:fs';
import { smallPng } from './smallPng.js';

/** What differs without the page being another: dates, times of day and Assay's version. */
const varying = [
  [/\b(\d{4}-)?\d\d-\d\d\b/g, 'DATE'],
  [/\b\d{1,2}:\d\d(:\d\d)?(\s[AP]M)?\b/g, 'TIME'],
  [/\b(assay[- ])\d+\.\d+\.\d+\b/gi, '$1VERSION'],
];

/** Writes a screenshot to a file. `shown` is the element, as a locator of Playwright, whose text it shows. */
export async function saveScreenshot(path, shown, screenshot) {
  const text = varying.reduce((read, [of, name]) => read.replace(of, name), await shown.evaluate(textOf));
  writeFileSync(path, smallPng(screenshot, text));
}

/** Returns the visible text of an element and what is entered and chosen in its fields; it runs in the browser. */
function textOf(element) {
  const fields = [...element.querySelectorAll('input, textarea, select')].map((field) =>
    field.type === 'checkbox' || field.type === 'radio' ? String(field.checked) : field.value,
  );
  return [element.innerText, ...fields].join('\n');
}
