/** A report as commands print it: the same tables, findings and notes, cell by cell. */
import type { JSX } from 'preact';
import { type Cell, type Note, type Report, type Table, cellText } from '../../src/report/table.ts';
import { ScrollingPart } from './ScrollingPart.tsx';

export function ReportView({ report }: { readonly report: Report }): JSX.Element {
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

export function ReportTable({ table }: { readonly table: Table }): JSX.Element {
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
                const align = columns[c]?.align;
                return c === 0 ? (
                  <th key={c} scope="row" class={align}>
                    <CellText cell={cell} />
                  </th>
                ) : (
                  <td key={c} class={align}>
                    <CellText cell={cell} />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollingPart>
  );
}

function CellText({ cell }: { readonly cell: Cell }): JSX.Element {
  if (typeof cell === 'string') return <bdi>{cell}</bdi>;
  // JSON has no word for a number that is none.
  if ((cell.value as number | null) === null) return <>–</>;
  return cell.best === true ? <strong>{cellText(cell)}</strong> : <>{cellText(cell)}</>;
}

function NoteList({ notes, name }: { readonly notes: readonly Note[]; readonly name: string }): JSX.Element {
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
