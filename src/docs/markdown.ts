/** A page of Markdown as HTML, with GitHub's anchors, its links turned into those of the site, and the entries of its search. */
import { Marked, type Token, type Tokens } from 'marked';
import { resolvePath, relativePath } from './navigation.ts';
import type { EntryKind, SearchEntry } from './search.ts';

/** What is known of the other files. */
export interface Surroundings {
  /** Whether a path is a page, a folder with an index page, a file to send as it is, or nothing. */
  kindOf(path: string): 'page' | 'folder' | 'file' | undefined;
  /** Width and height of a picture. */
  sizeOf(path: string): { readonly width: number; readonly height: number } | undefined;
}

export interface MarkdownPage {
  readonly title: string;
  /** The first sentence or so, as plain text. */
  readonly description: string;
  readonly html: string;
  readonly headings: readonly { readonly level: number; readonly id: string; readonly html: string }[];
  /** Without the number of the page. */
  readonly entries: readonly Omit<SearchEntry, 'page'>[];
  /** Files that it links to or shows, other than pages. */
  readonly files: readonly string[];
  /** Links that lead nowhere. */
  readonly broken: readonly string[];
  /** Live examples on it. */
  readonly live: readonly string[];
}

/** Where the page of a Markdown file is on the site. */
export const addressOf = (path: string): string =>
  path.replace(/(^|\/)README\.md$/, '$1index.html').replace(/\.md$/, '.html');

/** What anchors and headings of the second level of reference pages are; everything else is a section. */
const ofReference: Readonly<Record<string, { readonly anchors: EntryKind; readonly headings: EntryKind }>> = {
  commands: { anchors: 'option', headings: 'command' },
  formats: { anchors: 'format', headings: 'section' },
  library: { anchors: 'library', headings: 'section' },
  'judging-protocols': { anchors: 'section', headings: 'protocol' },
};

export function renderMarkdown(path: string, text: string, { kindOf, sizeOf }: Surroundings): MarkdownPage {
  const files = new Set<string>();
  const broken: string[] = [];
  const live: string[] = [];
  const headings = new Map<Token, { level: number; id: string; html: string }>();
  let pictures = 0;

  /** The address of a link, relative to this page. */
  const linked = (href: string): string => {
    if (/^[a-z][a-z+.-]*:/i.test(href)) return href;
    const [, link, anchor] = /^([^#]*)(#.*)?$/.exec(href)!;
    const target = resolvePath(path, link!);
    const kind = kindOf(target);
    if (kind === 'page') return `${link === '' ? '' : relativePath(addressOf(path), addressOf(target))}${anchor ?? ''}`;
    if (kind === 'folder') return relativePath(addressOf(path), `${target}/index.html`);
    if (kind === undefined) broken.push(href);
    else files.add(target);
    return relativePath(addressOf(path), target);
  };

  const marked = new Marked({
    gfm: true,
    renderer: {
      heading(token) {
        const { tokens, depth } = token;
        const html = this.parser.parseInline(tokens);
        const heading = headings.get(token);
        if (!heading) return `<h${depth}>${html}</h${depth}>\n`;
        heading.html = html.replace(/<\/?a\b[^>]*>/g, '');
        const { id } = heading;
        return depth === 1
          ? `<h1>${html}</h1>\n`
          : `<h${depth} id="${id}">${html} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${depth}>\n`;
      },
      link({ href, title, tokens }) {
        const named = title ? ` title="${escaped(title)}"` : '';
        return `<a href="${escaped(linked(href))}"${named}>${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text: alt }) {
        const address = escaped(linked(href));
        const size = sizeOf(resolvePath(path, href));
        const room = size ? ` width="${Math.round(size.width)}" height="${Math.round(size.height)}"` : '';
        const late = pictures++ > 0 ? ' loading="lazy"' : '';
        return `<a class="picture" href="${address}"><img src="${address}" alt="${escaped(alt)}"${room}${late}></a>`;
      },
      code({ text: code, lang = '' }) {
        return codeBlock(code, lang.split(' ')[0]!);
      },
      table(token) {
        const cells = (row: readonly Tokens.TableCell[], tag: string): string =>
          row
            .map(
              ({ tokens, align }) =>
                `<${tag}${align ? ` class="${align}"` : ''}>${this.parser.parseInline(tokens)}</${tag}>`,
            ) // prettier-ignore
            .join('');
        // A column without a title has no header.
        const head = cells(token.header, 'th').replace(/<th([^>]*)><\/th>/g, '<td$1></td>');
        const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
        return `<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>\n${rows}</tbody></table></div>\n`;
      },
      html({ text: html }) {
        const [, name] = /^<!-- live: ([a-z-]+) -->/.exec(html) ?? [];
        if (name === undefined) return html.startsWith('<!--') ? '' : html;
        live.push(name);
        return `<div class="live" data-live="${name}"><noscript><p>This example runs in the page and needs JavaScript.</p></noscript></div>\n`;
      },
    },
  });

  const tokens = marked.lexer(text);
  const uses = new Map<string, number>();
  for (const token of tokens) {
    if (token.type !== 'heading') continue;
    const { depth, text: source } = token as Tokens.Heading;
    headings.set(token, { level: depth, id: anchorOf(source, uses), html: '' });
  }
  const html = marked.parser(tokens);
  const title = plainText(
    tokens.find(({ type }) => type === 'heading'),
    true,
  );
  const first = tokens.find(({ type, text: said }: Token & { text?: string }) => type === 'paragraph' && !said?.startsWith('!')); // prettier-ignore
  const description = plainText(first)
    .slice(0, 300)
    .replace(/\s\S*$/, '');
  return { title, description, html, headings: [...headings.values()], entries: entriesOf(path, tokens, headings), files: [...files], broken, live }; // prettier-ignore
}

/** The anchor that GitHub gives to a heading; `uses` counts the equal ones. */
function anchorOf(heading: string, uses: Map<string, number>): string {
  const anchor = heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-');
  const before = uses.get(anchor) ?? 0;
  uses.set(anchor, before + 1);
  return before === 0 ? anchor : `${anchor}-${before}`;
}

/** Commands of a session are in bold, for the button that copies them; prompts and comments are set back. */
function codeBlock(code: string, language: string): string {
  let goesOn = false;
  const lines = code.split('\n').map((line) => {
    if (language !== 'console') {
      const [, before, comment] = /^(|.*?\s)(#\s.*)$/.exec(/^(?:sh|ya?ml|python)?$/.test(language) ? line : '') ?? [];
      return comment === undefined ? escaped(line) : `${escaped(before!)}<i>${escaped(comment)}</i>`;
    }
    const isFirst = line.startsWith('$ ');
    const isTyped = isFirst || goesOn;
    goesOn = isTyped && line.endsWith('\\');
    if (!isTyped) return escaped(line);
    return isFirst ? `<i>$ </i><b>${escaped(line.slice(2))}</b>` : `<b>${escaped(line)}</b>`;
  });
  return `<div class="code"><pre><code>${lines.join('\n')}</code></pre></div>\n`;
}

export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);

/** The text of a token without its markup; with `keepsCode`, code keeps its backticks. */
function plainText(token: Token | undefined, keepsCode = false): string {
  if (!token) return '';
  const inside = (some: readonly Token[] | undefined): string => (some ?? []).map((each) => plainText(each, keepsCode)).join(''); // prettier-ignore
  switch (token.type) {
    case 'html':
    case 'image':
    case 'hr':
    case 'def':
      return '';
    case 'space':
    case 'br':
      return ' ';
    case 'code':
      return `${withoutNumbers((token as Tokens.Code).text)} `;
    case 'codespan':
      return keepsCode ? `\`${(token as Tokens.Codespan).text}\`` : (token as Tokens.Codespan).text;
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      return [header, ...rows].map((row) => `${row.map((cell) => inside(cell.tokens)).join(' ')} `).join('');
    }
    case 'list':
      return (token as Tokens.List).items.map((item) => `${inside(item.tokens)} `).join('');
    case 'text':
    case 'escape':
      return 'tokens' in token && token.tokens ? inside(token.tokens) : unescaped((token as Tokens.Text).text);
    default: {
      const { tokens, text } = token as Tokens.Generic;
      const isBlock = /^(?:paragraph|heading|blockquote)$/.test(token.type);
      return (tokens ? inside(tokens) : String(text ?? '')) + (isBlock && !keepsCode ? ' ' : '');
    }
  }
}

const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name]!); // prettier-ignore

/** The page, its sections, and what has an anchor of its own: `<a id="…"></a>` in front of a name in a list or table. */
function entriesOf(
  path: string,
  tokens: readonly Token[],
  headings: ReadonlyMap<Token, { readonly id: string }>,
): Omit<SearchEntry, 'page'>[] {
  const [, ofMetrics, name] = /^docs\/reference\/(metrics\/)?([\w-]+)\.md$/.exec(path) ?? [];
  const kinds =
    ofMetrics === undefined ? ofReference[name ?? ''] : { anchors: 'option' as const, headings: 'section' as const };
  // Code comes last, so that a result shows prose where it can.
  const entries: { title: string; anchor: string; kind: EntryKind; text: string; code: string }[] = [];
  let heading: { text: string; code: string } | undefined;
  const add = (text: string): void => {
    if (heading) heading.text += text;
  };
  /** `text` repeats the name. */
  const anchored = (some: readonly Token[] | undefined, text: string): boolean => {
    const [, anchor] = /^<a id="([^"]+)">/.exec((some?.[0] as Tokens.HTML | undefined)?.text ?? '') ?? [];
    if (anchor === undefined) return false;
    const title = plainText(
      some!.find(({ type }) => type === 'codespan'),
      true,
    );
    entries.push({
      title,
      anchor,
      kind: kinds?.anchors ?? 'section',
      text: text.slice(title.length - 2).replace(/^: /, ''),
      code: '',
    });
    return true;
  };
  const addList = ({ items }: Tokens.List): void => {
    for (const { tokens: parts } of items) {
      const own = parts.filter(({ type }) => type !== 'list');
      const text = own.map((part) => plainText(part)).join(' ');
      if (!anchored((own[0] as Tokens.Text | undefined)?.tokens, text)) add(`${text} `);
      for (const part of parts) if (part.type === 'list') addList(part as Tokens.List);
    }
  };
  for (const token of tokens) {
    if (token.type === 'heading') {
      const isFirst = entries.length === 0;
      const kind = isFirst ? (ofMetrics === undefined ? 'page' : 'metric') : (token as Tokens.Heading).depth === 2 ? (kinds?.headings ?? 'section') : 'section'; // prettier-ignore
      entries.push({
        title: plainText(token, true).trim(),
        anchor: isFirst ? '' : headings.get(token)!.id,
        kind,
        text: '',
        code: '',
      });
      heading = entries.at(-1);
    } else if (token.type === 'list') {
      addList(token as Tokens.List);
    } else if (token.type === 'table') {
      for (const row of (token as Tokens.Table).rows) {
        const text = row.map((cell) => cell.tokens.map((each) => plainText(each)).join('')).join(' ');
        if (!anchored(row[0]?.tokens, text)) add(`${withoutNumbers(text)} `);
      }
    } else if (token.type === 'code') {
      if (heading) heading.code += `${plainText(token)} `;
    } else add(plainText(token));
  }
  return entries.map(({ text, code, ...entry }) => ({ ...entry, text: `${text} ${code}`.replace(/\s+/g, ' ').trim() }));
}

/** Nobody searches for the numbers of tables and outputs; they would make up a fifth of the index. */
const withoutNumbers = (text: string): string => text.replace(/(?<=^|\s)[-+−±]?[\d.,:%()/–]+(?=\s|$)/g, '');
