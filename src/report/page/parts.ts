/** A page as pieces of HTML: what comes first, its sections, and the facts about the run. */
import { browserHtml, topSegments } from '../comparePage/segmentBrowser.ts';
import { tsv } from '../media/separated.ts';
import { stepsHtml } from '../stepsFigure/stepsHtml.ts';
import { type Cell, type Note, type Table, cellText, isBest, isDitto } from '../table.ts';
import { type Picture, hasLinks, leastScale, pictureFile, viewBox } from './charts/drawing.ts';
import { dataAddress, escaped } from './escape.ts';
import {
  type BrowserFigure,
  type ChartFigure,
  type Figure,
  type Page,
  type Section,
  type StepsFigure,
  type TableFigure,
  figuresOf,
  sectionsOf,
} from './page.ts';
import { themed } from './palette.ts';

/** With more parts than this a section shows them folded, but for the first. */
const mostUnfolded = 3;

/** Tables with more columns than this have less space between them. */
const mostSpaced = 8;

/** Charts up to this width, in pixels, can be side by side. */
const halfWidth = 560;

/** Parts of a page, for a page that shows them elsewhere. Figures with scripts are left out: that page has its own. */
export interface PageParts {
  readonly title: string;
  /** The answer, warnings and what the page is about. */
  readonly head: string;
  readonly sections: readonly { readonly id: string; readonly heading: string; readonly html: string }[];
  readonly facts: string;
}

/** Headings of sections have this level. */
export function pageParts(page: Page, level = 2): PageParts {
  checkIds(page);
  const withoutBrowser = (section: Section): Section => ({
    ...section,
    figures: section.figures.filter(({ kind }) => kind !== 'browser'),
    ...(section.sections && { sections: section.sections.map(withoutBrowser) }),
  });
  return {
    title: page.title,
    head: headHtml(page),
    sections: page.sections.map((section) => ({
      id: section.id,
      heading: section.heading,
      html: sectionHtml(withoutBrowser(section), level),
    })),
    facts: factsHtml(page, level),
  };
}

export const headHtml = ({ answer = [], warnings = [], lead }: Page): string =>
  `${answerHtml(answer)}${warnings.map((text) => `<p class="warning"><strong>Warning:</strong> ${escaped(text)}</p>\n`).join('')}${lead === undefined ? '' : `<p class="lead">${escaped(lead)}</p>\n`}`;

/** The first line is the answer itself. */
const answerHtml = ([first, ...rest]: readonly Note[]): string =>
  first === undefined
    ? ''
    : `<p class="answer">${escaped(first.text)}</p>
${rest.length === 0 ? '' : `<ul class="answers">\n${rest.map(({ name, text }) => `<li><strong>${escaped(capitalised(name))}</strong> ${escaped(text)}</li>`).join('\n')}\n</ul>\n`}`;

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Ids are made by programs, so an invalid one is a bug in Assay. Ids with `_` are those of this file. */
export function checkIds(page: Page): void {
  const seen = new Set<string>();
  for (const { id } of [...sectionsOf(page), ...figuresOf(page)]) {
    if (!/^[A-Za-z0-9][A-Za-z0-9-]*$/.test(id)) throw new Error(`not an id for a page: ${JSON.stringify(id)}`);
    if (seen.has(id)) throw new Error(`two parts of the page have the id ${id}`);
    seen.add(id);
  }
}

export function sectionHtml(section: Section, level: number, fold?: Fold): string {
  const { id, heading, text = [], figures, sections: parts = [] } = section;
  const tag = `h${Math.min(level, 6)}`;
  const title = `<${tag} id="${id}_heading">${escaped(heading)}</${tag}>`;
  const folded = section.folded ?? (parts.length > mostUnfolded ? 'all but the first' : undefined);
  const inner = [
    ...text.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    ...(figures.length === 0 ? [] : [figuresHtml(figures, id, level)]),
    ...parts.map((part, i) =>
      sectionHtml(part, level + 1, folded && (i === 0 && folded !== 'all' ? 'open' : 'folded')),
    ),
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
      case 'steps':
        return stepsFigure(figure, section);
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

function chartFigure(figure: ChartFigure, section: string): string {
  const { id, caption, alternative, picture, narrow, data, note } = figure;
  const svg = (drawn: Picture, look: string): string =>
    `<svg${look} viewBox="${viewBox(drawn)}" role="${hasLinks(drawn) ? 'group' : 'img'}" aria-labelledby="${id}_caption" aria-describedby="${id}_words" style="max-width:${drawn.width}px;min-width:${Math.round(leastScale * drawn.width)}px">${themed(drawn.markup)}</svg>`;
  const svgs = narrow ? `${svg(picture, ' class="roomy"')}\n${svg(narrow, ' class="narrow"')}` : svg(picture, '');
  const shape = picture.width > halfWidth ? 'chart wide' : 'chart';
  return `<figure class="${shape}" id="${id}">
<figcaption id="${id}_caption">${escaped(caption)}</figcaption>
${scrolling(svgs, `${section}_heading ${id}_caption`)}
${noteHtml(note)}<div class="files">
<details class="data">
<summary id="${id}_data">Data<span class="unseen"> of: ${escaped(caption)}</span></summary>
<p class="words" id="${id}_words">${escaped(alternative)}</p>
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
<p>To search, filter and compare all segments, allow this page to run its script. It loads nothing from the network.</p>
${table}
</noscript>
${browserHtml(id, level + 1, segments)}
</figure>`;
}

const stepsFigure = ({ id, caption, steps }: StepsFigure, section: string): string => `<figure class="steps" id="${id}">
<figcaption id="${id}_caption">${escaped(caption)}</figcaption>
${stepsHtml(id, `${section}_heading ${id}_caption`, steps)}
</figure>`;

const noteHtml = (note: string | undefined): string =>
  note === undefined ? '' : `<p class="note">${escaped(note)}</p>\n`;

/** A part that is wider than the page at times: it scrolls by itself, and the keyboard reaches it. */
const scrolling = (inner: string, labelledBy: string): string =>
  `<div class="scroll" role="region" tabindex="0" aria-labelledby="${labelledBy}">\n${inner}\n</div>`;

function tableHtml(table: Table, captionId?: string): string {
  const { caption, columns, rows, lines = [], dittos = false, footer = 0 } = table;
  const head = columns
    .map(({ title, align }) => (title === '' ? '<td></td>' : `<th scope="col" class="${align}">${heading(title)}</th>`))
    .join('');
  const body = rows.map(
    (row, r) =>
      `<tr${lines.includes(r + 1) ? ' class="line"' : ''}>${row
        .map((cell, c) => {
          const align = columns[c]?.align ?? 'left';
          const inner = cellHtml(cell);
          // What heads a row must not be empty.
          if (c > 0 || inner === '') return `<td class="${align}">${inner}</td>`;
          const shown = dittos && isDitto(rows, r) ? `<span class="ditto">${inner}</span>` : inner;
          return `<th scope="row" class="${align}">${shown}</th>`;
        })
        .join('')}</tr>`,
  );
  const name = captionId === undefined ? '' : ` id="${captionId}"`;
  const titled = caption === undefined ? '' : `<caption${name}><span>${escaped(caption)}</span></caption>\n`;
  const foot = body.splice(rows.length - footer);
  const last = foot.length === 0 ? '' : `<tfoot>\n${foot.join('\n')}\n</tfoot>\n`;
  const look = columns.length > mostSpaced ? ' class="dense"' : '';
  return `<table${look}>\n${titled}<thead><tr>${head}</tr></thead>\n<tbody>\n${body.join('\n')}\n</tbody>\n${last}</table>`;
}

/** The arrow for the better direction stays beside its name. */
const heading = (title: string): string => escaped(title).replace(/ (?=[↑↓]$)/, '\u00a0');

/** Texts are isolated from their surroundings, whatever their direction; NaN is a dash. */
function cellHtml(cell: Cell): string {
  if (typeof cell === 'string') return cell === '' ? '' : `<bdi>${escaped(cell)}</bdi>`;
  if ('text' in cell) return `<a href="#${escaped(cell.link)}">${cellHtml(cell.text)}</a>`;
  const text = Number.isNaN(cell.value) ? '–' : cellText(cell).replace(/^-/, '−');
  return isBest(cell) ? `<strong>${text}</strong>` : text;
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

export const factsHeading = 'How these results were made';

export function factsHtml({ facts }: Page, level = 2): string {
  if (facts.length === 0) return '';
  const list = facts.map(({ name, text }) => `<dt>${escaped(name)}</dt>\n<dd>${escaped(text)}</dd>`).join('\n');
  return `<section id="_facts">\n<h${level}>${factsHeading}</h${level}>\n<dl>\n${list}\n</dl>\n</section>`;
}
