/** What the sections of the page are made of: headings, parts that scroll, reports and charts. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { leastScale, viewBox } from '../../src/report/page/charts/drawing.ts';
import type { ChartFigure } from '../../src/report/page/page.ts';
import { variables } from '../../src/report/page/palette.ts';
import { type Cell, type Note, type Report, type Table, cellText } from '../../src/report/table.ts';

interface LiveSectionProps {
  readonly id: string;
  readonly heading: string;
  readonly children: ComponentChildren;
}

/** A part of the page with a heading that the contents link to. */
export function LiveSection({ id, heading, children }: LiveSectionProps) {
  return (
    <section class="card live" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {heading}
      </h2>
      {children}
    </section>
  );
}

/** A part that may be wider or longer than its place: it scrolls by itself, and when it does, the keyboard reaches it. */
export function ScrollingPart({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  const element = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useLayoutEffect(() => {
    const part = element.current!;
    const measure = (): void =>
      setScrolls(part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1);
    const observer = new ResizeObserver(measure);
    observer.observe(part);
    for (const child of part.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return (
    <div class="scroll" ref={element} {...(scrolls && { tabIndex: 0, role: 'region', 'aria-label': label })}>
      {children}
    </div>
  );
}

/** A report as commands print it: the same tables, findings and notes, cell by cell. */
export function ReportView({ report }: { readonly report: Report }) {
  const { tables, findings = [], notes } = report;
  return (
    <div class="report">
      {tables.map((table, t) => (
        <ReportTable key={table.caption ?? t} table={table} />
      ))}
      {findings.length > 0 && <NoteList notes={findings} name="findings" />}
      {notes.length > 0 && (
        <details>
          <summary>
            Notes<span class="unseen"> on: {report.title}</span>
          </summary>
          <NoteList notes={notes} name="notes" />
        </details>
      )}
    </div>
  );
}

export function ReportTable({ table }: { readonly table: Table }) {
  const { caption, columns, rows, lines = [] } = table;
  return (
    <ScrollingPart label={caption ?? 'Table'}>
      <table>
        {caption !== undefined && <caption>{caption}</caption>}
        <thead>
          <tr>
            {columns.map(({ title, align }, c) => (
              <th key={c} scope="col" class={align}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, r) => (
            <tr key={r} class={lines.includes(r + 1) ? 'line' : undefined}>
              {row.map((cell, c) => {
                const Tag = c === 0 ? 'th' : 'td';
                return (
                  <Tag key={c} scope={c === 0 ? 'row' : undefined} class={columns[c]?.align}>
                    <CellText cell={cell} />
                  </Tag>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollingPart>
  );
}

function CellText({ cell }: { readonly cell: Cell }) {
  if (typeof cell === 'string') return <bdi>{cell}</bdi>;
  // JSON has no word for a number that is none.
  if ((cell.value as number | null) === null) return <>–</>;
  return cell.best === true ? <strong>{cellText(cell)}</strong> : <>{cellText(cell)}</>;
}

function NoteList({ notes, name }: { readonly notes: readonly Note[]; readonly name: string }) {
  return (
    <dl class={name}>
      {notes.map((note, n) => (
        <div key={n}>
          <dt>{note.name}</dt>
          <dd>
            <bdi>{note.text}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

// The colours are those of pages. The policy of the server allows no style element, but sheets that a script makes.
const colours = new CSSStyleSheet();
colours.replaceSync(
  `.chart svg{${variables('light')}}@media (prefers-color-scheme:dark){.chart svg{${variables('dark')}}}`,
);
document.adoptedStyleSheets.push(colours);

/** A chart as pages of results show it: the same figure, drawn in the browser. */
export function ChartView({ figure }: { readonly figure: ChartFigure }) {
  const id = useId();
  const { caption, alternative, data, picture } = figure;
  return (
    <figure class="chart">
      <figcaption id={id}>{caption}</figcaption>
      <ScrollingPart label={caption}>
        <svg
          viewBox={viewBox(picture)}
          style={{ minWidth: `${leastScale * picture.width}px`, maxWidth: `${picture.width}px` }}
          role="img"
          aria-labelledby={id}
          aria-describedby={`${id}-words`}
          dangerouslySetInnerHTML={{ __html: picture.markup }}
        />
      </ScrollingPart>
      <p class="hint" id={`${id}-words`}>
        {alternative}
      </p>
      <details>
        <summary>
          Data<span class="unseen"> of: {caption}</span>
        </summary>
        <ReportTable table={{ ...data, caption: `Data: ${caption}` }} />
      </details>
    </figure>
  );
}
