import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { browserScriptHash } from '../comparePage/script.generated.ts';
import { sampleData } from '../comparePage/testing/sampleSegments.ts';
import { tsv } from '../media/separated.ts';
import { stepsScriptHash } from '../stepsFigure/script.generated.ts';
import { pictureFile, viewBox } from './charts/drawing.ts';
import { escaped } from './escape.ts';
import {
  type BrowserFigure,
  type ChartFigure,
  type Figure,
  type Page,
  type Section,
  type TableFigure,
  figuresOf,
  idMaker,
} from './page.ts';
import { pageHtml } from './html.ts';
import { pageParts } from './parts.ts';
import { colour } from './palette.ts';
import { pageScript, pageScriptHash } from './script.generated.ts';
import { samplePage } from './testing/samplePage.ts';

const sample = pageHtml(samplePage);

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, first]) => first!);
const unescaped = (text: string) =>
  text.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name]!,
  );

/** What a link holds. */
function contentOf(address: string): string {
  expect(address).toMatch(/^data:[a-z/+-]+;charset=utf-8,/);
  return decodeURIComponent(address.slice(address.indexOf(',') + 1));
}

const linkOf = (page: string, file: string) =>
  unescaped(new RegExp(`<a download="${file.replace('.', '\\.')}" href="([^"]*)"`).exec(page)?.[1] ?? '');

const table: TableFigure = {
  kind: 'table',
  id: 'table',
  table: { caption: 'A table', columns: [{ title: 'System', align: 'left' }], rows: [['a']] },
};
const chart: ChartFigure = {
  kind: 'chart',
  id: 'chart',
  caption: 'A chart',
  alternative: 'It goes up.',
  // With a name in it that looks like a colour.
  picture: {
    left: -2,
    top: -3,
    width: 300,
    height: 200,
    markup: `<g fill="${colour('c1')}"><text>${colour('c2')}</text></g>`,
  },
  data: { columns: [{ title: 'System', align: 'left' }], rows: [['a']] },
};
const browser: BrowserFigure = { kind: 'browser', id: 'browser', caption: 'Segments', segments: sampleData };
const section = (figures: readonly Figure[], more: Partial<Section> = {}): Section => ({
  id: 'section',
  heading: 'Section',
  figures,
  ...more,
});
const pageOf = (...sections: Section[]): Page => ({ title: 'Title', lead: 'Lead', sections, facts: [] });

it('parts of a page have its sections, headings of the given level, and no figure with a script', () => {
  const inner: Section = { id: 'inner', heading: 'Inner', figures: [{ ...table, id: 'last' }] };
  const page = {
    ...pageOf({ ...section([table, browser]), sections: [inner] }),
    lead: 'Led.',
    facts: [{ name: 'seed', text: '1' }],
  };
  const { title, head, sections, facts } = pageParts(page);
  expect([title, head, sections.length]).toEqual(['Title', '<p class="lead">Led.</p>\n', 1]);
  const { id, heading, html } = sections[0]!;
  expect([id, heading]).toEqual([page.sections[0]!.id, page.sections[0]!.heading]);
  expect(all(html, /<figure [^>]*id="([^"]*)"/g)).toEqual(['table', 'last']);
  expect([...all(html, /<h(\d)/g), ...all(facts, /<h(\d)/g)]).toEqual(['2', '3', '2']);
  expect(all(pageParts(page, 3).sections[0]!.html, /<h(\d)/g)).toEqual(['3', '4']);
  expect(all(pageParts(page, 6).sections[0]!.html, /<h(\d)/g)).toEqual(['6', '6']);
  expect(pageHtml(page)).toContain(`<h2 id="${id}_heading">`);
  expect(() => pageParts(pageOf(section([table, table])))).toThrow();
});

describe('a page', () => {
  it('is the same each time', () => expect(pageHtml(samplePage)).toBe(sample));

  it('has one small script and loads nothing from the network', () => {
    expect(all(sample, /(<script)/gi)).toHaveLength(1);
    expect(pageScript.length).toBeLessThan(2000);
    const visible = sample.replace(/ href="data:[^"]*"/g, '').replace(`<script>${pageScript}</script>`, '');
    expect(visible).not.toMatch(/\son[a-z]+=/i);
    expect(visible).not.toMatch(/(?:href|src)="(?!#)/);
    expect(visible).not.toMatch(/url\(|@import/);
    expect(visible.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:/);
    expect(visible).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; script-src '${pageScriptHash}'">`,
    );
    expect(pageHtml(pageOf())).toContain(`form-action 'none'">`);
  });

  it('with a segment browser has its script and lets no other run', () => {
    const page = pageHtml(pageOf(section([browser])));
    expect(all(page, /<script([^>]*)>/g)).toEqual([' type="application/json" id="browser_browser_data"', '']);
    expect(page).toContain(`form-action 'none'; script-src '${browserScriptHash}'">`);
    expect(page).toContain('.browser ');
    expect(sample).not.toContain('.browser ');
    const ids = all(page, /\sid="([^"]*)"/g);
    expect(new Set(ids).size).toBe(ids.length);
    expect(all(page, /aria-labelledby="([^"]*)"/g).flatMap((list) => list.split(' ')).filter((id) => !ids.includes(id))).toEqual([]); // prettier-ignore
  });

  it('with steps has their script, and no segment browser', () => {
    const steps: Figure = {
      kind: 'steps',
      id: 'steps',
      caption: 'Steps',
      steps: { systems: ['a'], texts: [], rows: [{ symbol: 'm', name: 'matches', how: ['= 1'], cells: [undefined] }] },
    };
    const page = pageHtml(pageOf(section([steps])));
    expect(page).toContain(`script-src '${stepsScriptHash}'">`);
    expect(page).toContain('<tr><th scope="row"><b>m</b> matches<small>= 1</small></th><td>–</td></tr>');
    expect(() => pageHtml(pageOf(section([steps, browser])))).toThrow('cannot hold both');
  });

  it('has ids that are unique, and every reference leads to one', () => {
    const ids = all(sample, /\sid="([^"]*)"/g);
    expect(ids.length).toBeGreaterThan(60);
    expect(new Set(ids).size).toBe(ids.length);
    const references = [
      ...all(sample, /aria-(?:labelledby|describedby)="([^"]*)"/g).flatMap((list) => list.split(' ')),
      ...all(sample, /href="#([^"]*)"/g),
    ];
    expect(references.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('has headings that leave out no level', () => {
    const levels = all(sample, /<h([1-6])[ >]/g).map(Number);
    expect(levels[0]).toBe(1);
    for (const [i, level] of levels.entries()) if (i > 0) expect(level - levels[i - 1]!).toBeLessThanOrEqual(1);
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
  });

  it('has no text that a program forgot', () => {
    const text = unescaped(sample.replace(/<(style|script)>[\s\S]*?<\/\1>/g, '').replace(/<[^>]*>/g, ' '));
    expect(text).not.toMatch(/undefined|\bNaN\b|\[object|null(?!\ufffd)/);
  });

  it('has of every figure the words, the table and files with the data in full', () => {
    for (const figure of figuresOf(samplePage).filter((each) => each.kind === 'table' || each.kind === 'chart')) {
      const data = figure.kind === 'table' ? figure.table : figure.data;
      const file = contentOf(linkOf(sample, `${figure.id}.tsv`));
      expect(file).toBe(tsv({ title: '', tables: [data], notes: [] }).toWellFormed());
      const [, inner = ''] = new RegExp(`<figure [^>]*id="${figure.id}">([\\s\\S]*?)</figure>`).exec(sample) ?? [];
      expect(all(inner, /(<tr>)/g)).toHaveLength(data.rows.length + 1);
      if (figure.kind === 'table') {
        expect(inner).toContain(`${escaped(figure.table.caption)}</span></caption>`);
        continue;
      }
      expect(inner).toContain(`<p class="words" id="${figure.id}_words">${escaped(figure.alternative)}</p>`);
      expect(inner).toContain(
        `role="img" aria-labelledby="${figure.id}_caption" aria-describedby="${figure.id}_words"`,
      );
      const { caption, alternative, picture } = figure;
      expect(contentOf(linkOf(sample, `${figure.id}.svg`))).toBe(pictureFile(picture, caption, alternative));
      expect(inner).toContain(` viewBox="${viewBox(picture)}" `);
    }
  });

  it('has charts as files with their colours, names and words, on white', () => {
    const page = pageHtml(pageOf(section([chart])));
    expect(contentOf(linkOf(page, 'chart.svg'))).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200" viewBox="-2 -3 300 200" role="img" font-family="system-ui, sans-serif">' +
        '<title>A chart</title><desc>It goes up.</desc><rect x="-2" y="-3" width="300" height="200" fill="#ffffff"/>' +
        `<g fill="#4971b2"><text>${colour('c2')}</text></g></svg>\n`,
    );
  });

  it('sets the colours of charts by the theme, but no text that looks like one', () => {
    expect(pageHtml(pageOf(section([chart])))).toContain(`<g fill="var(--c1)"><text>${colour('c2')}</text></g>`);
  });

  it('shows numbers with their digits, the best in bold, and a dash for none', () => {
    const numbers = [1.25, -0.5, Number.NaN].map((value, i) => ({ value, digits: 1, best: i === 0 }));
    const page = pageHtml(
      pageOf(
        section([
          {
            ...table,
            table: {
              caption: 'A table',
              columns: ['a', 'b', 'c', 'd'].map((title, i) => ({ title, align: i === 0 ? 'left' : 'right' })),
              rows: [['x', ...numbers]],
            },
          },
        ]),
      ),
    );
    expect(page).toContain(
      '<tr><th scope="row" class="left"><bdi>x</bdi></th><td class="right"><strong>1.3</strong></td><td class="right">−0.5</td><td class="right">–</td></tr>',
    );
  });

  it('leaves a first cell blank that is empty, and one that repeats the cell above, which is still there to be read aloud', () => {
    const rows = [['n-gram', '–'], ['', 'x'], ['BLEU', '1'], ['BLEU', '2']]; // prettier-ignore
    const columns = table.table.columns.concat({ title: 'Times', align: 'right' });
    const page = pageHtml(pageOf(section([{ ...table, table: { caption: 'A table', columns, rows, dittos: true } }])));
    expect(all(page, /<tr>(<t[hd] (?:scope="row" )?class="left">.*?<\/t[hd]>)/g)).toEqual([
      '<th scope="row" class="left"><bdi>n-gram</bdi></th>',
      '<td class="left"></td>',
      '<th scope="row" class="left"><bdi>BLEU</bdi></th>',
      '<th scope="row" class="left"><span class="ditto"><bdi>BLEU</bdi></span></th>',
    ]);
    expect(contentOf(linkOf(page, 'table.tsv'))).toContain('BLEU\t1\nBLEU\t2\n');
  });

  it('has less space between columns where there are many', () => {
    const wide = (count: number) => ({ ...table, table: { caption: 'A', columns: Array.from({ length: count }, () => ({ title: 'x', align: 'left' as const })), rows: [] } }); // prettier-ignore
    expect(pageHtml(pageOf(section([wide(8)])))).not.toContain('<table class="dense">');
    expect(pageHtml(pageOf(section([wide(9)])))).toContain('<table class="dense">');
  });

  it('draws a line where a table has one, as between clusters', () => {
    const lined = { ...table, table: { ...table.table, rows: [['a'], ['b'], ['c']], lines: [2] } };
    const page = pageHtml({ ...samplePage, sections: [{ id: 's', heading: 'S', figures: [lined] }] });
    expect(all(page, /<tr( class="line")?><th scope="row"/g).map(Boolean)).toEqual([false, true, false]);
  });

  it('keeps what sums up a table apart from the rows that are sorted', () => {
    const summed = { ...table, table: { ...table.table, rows: [['a'], ['b'], ['all']], footer: 1 } };
    const page = pageHtml(pageOf(section([summed])));
    const [, body = '', foot = ''] = /<tbody>([\s\S]*)<\/tbody>\n<tfoot>([\s\S]*)<\/tfoot>/.exec(page) ?? [];
    expect([body, foot].map((part) => all(part, /<bdi>(.*)<\/bdi>/g))).toEqual([['a', 'b'], ['all']]);
    expect(sample).not.toContain('<tfoot>');
  });

  it('folds parts if they are many, all but the first', () => {
    const parts = (count: number) =>
      pageHtml(
        pageOf(section([], { sections: Array.from({ length: count }, (_, i) => section([], { id: `part-${i}` })) })),
      );
    expect(parts(3)).not.toContain('<details class="part"');
    expect(all(parts(5), /<details class="part"( open)?>/g)).toEqual([' open', ...new Array(4).fill(undefined)]);
  });

  it.each([
    ['an id twice', pageOf(section([table, table])), 'two parts of the page have the id table'],
    [
      'two browsers',
      pageOf(section([browser, { ...browser, id: 'other' }])),

      'a page can hold only one segment browser',
    ],
    ['an id that is none', pageOf(section([], { id: 'a"b' })), 'not an id for a page: "a\\"b"'],
    ['an id of its own', pageOf(section([], { id: '_main' })), 'not an id for a page: "_main"'],
  ] as const)('refuses %s', (_, page, message) => expect(() => pageHtml(page)).toThrow(message));

  it('of nothing is one', () => {
    const page = pageHtml(pageOf());
    expect(page).toContain('<h1>Title</h1>');
    expect(page).not.toContain('_facts');
  });
});

it('any text comes back as it was, but for what HTML has no place for', () => {
  const allowed = (text: string) =>
    text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const safe = escaped(text);
      expect(safe).not.toMatch(/[<>"']/);
      expect(unescaped(safe)).toBe(allowed(text));
    }),
  );
  expect(escaped(`<a href='x' title="y">&</a>`)).toBe('&lt;a href=&#39;x&#39; title=&quot;y&quot;&gt;&amp;&lt;/a&gt;');
  expect(escaped('a\0b\u0085c\ud800d\ufffe\n\t')).toBe('a\ufffdb\ufffdc\ufffdd\ufffd\n\t');
});

it('any data come back from their address as they were', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const page = pageHtml(pageOf(section([{ ...table, table: { ...table.table, rows: [[text]] } }])));
      const rows = tsv({ title: '', tables: [{ columns: table.table.columns, rows: [[text]] }], notes: [] });
      const address = linkOf(page, 'table.tsv');
      expect(address).not.toMatch(/[\s"#<>]/);
      expect(contentOf(address)).toBe(rows.toWellFormed());
    }),
  );
});

describe('idMaker', () => {
  it.each([
    [
      ['de-en', 'de-en', 'de en'],
      ['de-en', 'de-en-2', 'de-en-3'],
    ],
    [
      ['Größe 1', '__proto__', '系统', '', '-'],
      ['gro-e-1', 'proto', 'part', 'part-2', 'part-3'],
    ],
    [
      ['a-2', 'a', 'a'],
      ['a-2', 'a', 'a-3'],
    ],
  ])('makes of %j %j', (names, ids) => {
    const idOf = idMaker();
    expect(names.map((name) => idOf(name))).toEqual(ids);
  });
});
