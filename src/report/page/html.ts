/**
 * A page of results as one HTML file that needs nothing from elsewhere: no font, no picture, no request, and no script but that of a
 * segment browser, if it has one.
 */
import { browserStyle } from '../comparePage/browserStyle.ts';
import { browserScript, browserScriptHash } from '../comparePage/script.generated.ts';
import { browserHtml, topSegments } from '../comparePage/segmentBrowser.ts';
import { tsv } from '../media/separated.ts';
import { type Cell, type Table, cellText } from '../table.ts';
import { leastScale, pictureFile, viewBox } from './charts/drawing.ts';
import { dataAddress, escaped } from './escape.ts';
import {
  type BrowserFigure,
  type ChartFigure,
  type Figure,
  type Page,
  type Section,
  type TableFigure,
  figuresOf,
  sectionsOf,
} from './page.ts';
import { pageHead } from './head.ts';
import { themed } from './palette.ts';
import { style } from './style.ts';

/** With more parts than this a section shows them folded, but for the first. */
const mostUnfolded = 3;

/** Charts up to this width, in pixels, may stand side by side. */
const halfWidth = 560;

/** A page as one HTML file that needs no other. */
export function pageHtml(page: Page): string {
  checkIds(page);
  const { title, lead, sections, facts } = page;
  const browsers = figuresOf(page).filter(({ kind }) => kind === 'browser').length;
  if (browsers > 1) throw new Error('a page has room for one segment browser');
  return `<!doctype html>
<html lang="en">
${pageHead(title, browsers > 0 ? [style(), browserStyle()] : [style()], browsers > 0 ? browserScriptHash : undefined)}
<body>
<a class="skip" href="#_main">Skip to the results</a>
<header>
<h1>${escaped(title)}</h1>
<p class="lead">${escaped(lead)}</p>
</header>
<nav aria-label="Contents">
<h2>Contents</h2>
${contents(sections, facts.length > 0)}
</nav>
<main id="_main" tabindex="-1">
${sections.map((section) => sectionHtml(section, 2)).join('\n')}
${factsHtml(page)}
</main>
${browsers > 0 ? `<script>${browserScript}</script>\n` : ''}</body>
</html>
`;
}

/** Ids are made by programs, so a wrong one is a fault of ours. Ids with `_` are those of this file. */
function checkIds(page: Page): void {
  const seen = new Set<string>();
  for (const { id } of [...sectionsOf(page), ...figuresOf(page)]) {
    if (!/^[A-Za-z0-9][A-Za-z0-9-]*$/.test(id)) throw new Error(`not an id for a page: ${JSON.stringify(id)}`);
    if (seen.has(id)) throw new Error(`two parts of the page have the id ${id}`);
    seen.add(id);
  }
}

function contents(sections: readonly Section[], withFacts: boolean): string {
  const entry = ({ id, heading, sections: parts = [] }: Section): string =>
    `<li><a href="#${id}">${escaped(heading)}</a>${parts.length === 0 ? '' : list(parts)}</li>`;
  const list = (entries: readonly Section[], last = ''): string =>
    `<ol>\n${entries.map(entry).join('\n')}${last}\n</ol>`;
  return list(sections, withFacts ? `\n<li><a href="#_facts">${factsHeading}</a></li>` : '');
}

function sectionHtml(section: Section, level: number, fold?: Fold): string {
  const { id, heading, text = [], figures, sections: parts = [] } = section;
  const tag = `h${Math.min(level, 6)}`;
  const title = `<${tag} id="${id}_heading">${escaped(heading)}</${tag}>`;
  const folded = parts.length > mostUnfolded;
  const inner = [
    ...text.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    ...(figures.length === 0 ? [] : [figuresHtml(figures, id, level)]),
    ...parts.map((part, i) => sectionHtml(part, level + 1, folded ? (i === 0 ? 'open' : 'folded') : undefined)),
  ].join('\n');
  // A link to something folded opens it, if the link's aim is within.
  return fold === undefined
    ? `<section id="${id}">\n${title}\n${inner}\n</section>`
    : `<details class="part"${fold === 'open' ? ' open' : ''}>\n<summary>${title}</summary>\n<div id="${id}">\n${inner}\n</div>\n</details>`;
}

type Fold = 'open' | 'folded';

const figuresHtml = (figures: readonly Figure[], section: string, level: number): string => {
  const drawn = figures.map((figure) => {
    switch (figure.kind) {
      case 'table':
        return tableFigure(figure, section);
      case 'chart':
        return chartFigure(figure, section);
      case 'browser':
        return browserFigure(figure, section, level);
    }
  });
  return `<div class="figures">\n${drawn.join('\n')}\n</div>`;
};

function tableFigure({ id, table, note }: TableFigure, section: string): string {
  return `<figure class="table" id="${id}">
${scrolling(tableHtml(table, `${id}_caption`), `${section}_heading ${id}_caption`)}
${noteHtml(note)}${downloads(id, table.caption, table)}
</figure>`;
}

function chartFigure({ id, caption, alternative, picture, data, note }: ChartFigure, section: string): string {
  const { width, markup } = picture;
  const svg = `<svg viewBox="${viewBox(picture)}" role="img" aria-labelledby="${id}_caption" aria-describedby="${id}_words" style="max-width:${width}px;min-width:${Math.round(leastScale * width)}px">${themed(markup)}</svg>`;
  const shape = width > halfWidth ? 'chart wide' : 'chart';
  return `<figure class="${shape}" id="${id}">
<figcaption id="${id}_caption">${escaped(caption)}</figcaption>
${scrolling(svg, `${section}_heading ${id}_caption`)}
<p class="words" id="${id}_words">${escaped(alternative)}</p>
${noteHtml(note)}<div class="files">
<details class="data">
<summary id="${id}_data">Data<span class="unseen"> of: ${escaped(caption)}</span></summary>
${scrolling(tableHtml(data), `${section}_heading ${id}_data`)}
</details>
${downloads(id, caption, data, pictureFile(picture, caption, alternative))}
</div>
</figure>`;
}

function browserFigure({ id, caption, segments, note }: BrowserFigure, section: string, level: number): string {
  const table = tableFigure({ kind: 'table', id: `${id}_top`, table: topSegments(segments) }, section);
  return `<figure class="browser-figure" id="${id}">
<figcaption id="${id}_caption">${escaped(caption)}</figcaption>
${noteHtml(note)}<noscript>
<p>To search, filter and compare all segments, allow this page to run its script. It asks for nothing from elsewhere.</p>
${table}
</noscript>
${browserHtml(id, level + 1, segments)}
</figure>`;
}

const noteHtml = (note: string | undefined): string =>
  note === undefined ? '' : `<p class="note">${escaped(note)}</p>\n`;

/** A part that is wider than the page at times: it scrolls by itself, and the keyboard reaches it. */
const scrolling = (inner: string, labelledBy: string): string =>
  `<div class="scroll" role="region" tabindex="0" aria-labelledby="${labelledBy}">\n${inner}\n</div>`;

function tableHtml({ caption, columns, rows, lines = [] }: Table, captionId?: string): string {
  const head = columns
    .map(({ title, align }) => (title === '' ? '<td></td>' : `<th scope="col" class="${align}">${escaped(title)}</th>`))
    .join('');
  const body = rows.map(
    (row, r) =>
      `<tr${lines.includes(r + 1) ? ' class="line"' : ''}>${row
        .map((cell, c) => {
          const align = columns[c]?.align ?? 'left';
          return c === 0
            ? `<th scope="row" class="${align}">${cellHtml(cell) || '–'}</th>`
            : `<td class="${align}">${cellHtml(cell)}</td>`;
        })
        .join('')}</tr>`,
  );
  const name = captionId === undefined ? '' : ` id="${captionId}"`;
  const titled = caption === undefined ? '' : `<caption${name}><span>${escaped(caption)}</span></caption>\n`;
  return `<table>\n${titled}<thead><tr>${head}</tr></thead>\n<tbody>\n${body.join('\n')}\n</tbody>\n</table>`;
}

/** Texts are kept apart from their surroundings, whichever way they are written; what is no number is a dash. */
function cellHtml(cell: Cell): string {
  if (typeof cell === 'string') return cell === '' ? '' : `<bdi>${escaped(cell)}</bdi>`;
  const text = Number.isNaN(cell.value) ? '–' : cellText(cell).replace(/^-/, '−');
  return cell.best === true ? `<strong>${text}</strong>` : text;
}

/** Links to files that are in the page itself. */
function downloads(id: string, caption: string, table: Table, svg?: string): string {
  const of = `<span class="unseen"> of: ${escaped(caption)}</span>`;
  const rows = tsv({ title: caption, tables: [table], notes: [] });
  const links = [
    `<a download="${id}.tsv" href="${dataAddress('text/tab-separated-values', rows)}">TSV${of}</a>`,
    ...(svg === undefined ? [] : [`<a download="${id}.svg" href="${dataAddress('image/svg+xml', svg)}">SVG${of}</a>`]),
  ];
  return `<p class="downloads">Download ${links.join(' ')}</p>`;
}

const factsHeading = 'How these results were made';

function factsHtml({ facts }: Page): string {
  if (facts.length === 0) return '';
  const list = facts.map(({ name, text }) => `<dt>${escaped(name)}</dt>\n<dd>${escaped(text)}</dd>`).join('\n');
  return `<section id="_facts">\n<h2>${factsHeading}</h2>\n<dl>\n${list}\n</dl>\n</section>`;
}
