/**
 * A page of results as one HTML file that needs nothing from elsewhere: no font, no picture, no request, and no script but one that sorts
 * tables and runs the segment browser or shows the words behind numbers, if there are any.
 */
import { browserStyle } from '../comparePage/browserStyle.ts';
import { browserScript, browserScriptHash } from '../comparePage/script.generated.ts';
import { stepsScript, stepsScriptHash } from '../stepsFigure/script.generated.ts';
import { stepsStyle } from '../stepsFigure/stepsStyle.ts';
import { escaped } from './escape.ts';
import { type Figure, type Page, type Section, figuresOf } from './page.ts';
import { pageHead } from './head.ts';
import { checkIds, factsHeading, factsHtml, headHtml, sectionHtml } from './parts.ts';
import { pageScript, pageScriptHash } from './script.generated.ts';
import { style } from './style.ts';

/** Formats a page as one self-contained HTML file. */
export function pageHtml(page: Page): string {
  checkIds(page);
  const { title, sections, facts } = page;
  const figures = figuresOf(page);
  const { script, hash, styles } = outfit(figures);
  return `<!doctype html>
<html lang="en">
${pageHead(title, [style(), ...styles], hash)}
<body>
<a class="skip" href="#_main">Skip to the results</a>
<header>
<h1>${escaped(title)}</h1>
${headHtml(page)}</header>
<nav aria-label="Contents" tabindex="0">
<h2>Contents</h2>
<details>
<summary>Contents</summary>
${contents(sections, facts.length > 0)}
</details>
</nav>
<main id="_main" tabindex="-1">
${sections.map((section) => sectionHtml(section, 2)).join('\n')}
${factsHtml(page)}
</main>
${script === undefined ? '' : `<script>${script}</script>\n`}</body>
</html>
`;
}

/** The script and the styles that figures need; every script sorts tables. */
function outfit(figures: readonly Figure[]): { script?: string; hash?: string; styles: string[] } {
  const browsers = figures.filter(({ kind }) => kind === 'browser').length;
  const hasSteps = figures.some(({ kind }) => kind === 'steps');
  if (browsers > 1) throw new Error('a page can hold only one segment browser');
  if (browsers > 0 && hasSteps) throw new Error('a page cannot hold both a segment browser and steps');
  if (browsers > 0) return { script: browserScript, hash: browserScriptHash, styles: [browserStyle()] };
  if (hasSteps) return { script: stepsScript, hash: stepsScriptHash, styles: [stepsStyle()] };
  return { ...(figures.length > 0 && { script: pageScript, hash: pageScriptHash }), styles: [] };
}

function contents(sections: readonly Section[], withFacts: boolean): string {
  const entry = ({ id, heading, sections: parts = [] }: Section): string =>
    `<li><a href="#${id}">${escaped(heading)}</a>${parts.length === 0 ? '' : list(parts)}</li>`;
  const list = (entries: readonly Section[], last = ''): string =>
    `<ol>\n${entries.map(entry).join('\n')}${last}\n</ol>`;
  return list(sections, withFacts ? `\n<li><a href="#_facts">${factsHeading}</a></li>` : '');
}
