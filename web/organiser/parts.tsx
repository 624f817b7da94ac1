/** Components of the sections: headings, scrolling parts, reports and charts. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { leastScale, viewBox } from '../../src/report/page/charts/drawing.ts';
import type { ChartFigure } from '../../src/report/page/page.ts';
import { variables } from '../../src/report/page/palette.ts';
import { type Cell, type Note, type Report, type Table, cellText } from '../../src/report/table.ts';
import { ScrollingPart } from '../shared/ScrollingPart.tsx';

interface LiveSectionProps {
  readonly id: string;
  readonly heading: string;
  readonly children: ComponentChildren;
}

/** A section of the page whose heading the table of contents links to. */
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

/** A report with the same tables, findings and notes as the commands print. */
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
  if (typeof cell === 'string' || 'text' in cell) return <bdi>{cellText(cell)}</bdi>;
  // JSON writes NaN as null.
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

// The colours are those of HTML reports. The server's content security policy forbids style elements but allows constructed style sheets.
const colours = new CSSStyleSheet();
colours.replaceSync(
  `.chart svg{${variables('light')}}@media (prefers-color-scheme:dark){.chart svg{${variables('dark')}}}`,
);
document.adoptedStyleSheets.push(colours);

/** The same chart as in HTML reports, drawn in the browser. */
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
