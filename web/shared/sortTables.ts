/** Sorts a table by the column whose heading is pressed: upwards, then downwards, then as it was given. Steps stay in their order. */

const turns: Readonly<Record<string, string>> = { none: 'ascending', ascending: 'descending', descending: 'none' };

export function sortTables(page: Document | Element): void {
  for (const { tHead, tBodies } of page.querySelectorAll<HTMLTableElement>('table:not(.in-order)')) {
    const [body] = tBodies;
    const headings = [...(tHead?.rows[0]?.cells ?? [])];
    if (!body || body.rows.length < 2) continue;
    const given = [...body.rows];
    const turn = (heading: HTMLTableCellElement): void => {
      const next = turns[heading.getAttribute('aria-sort') ?? 'none']!;
      for (const each of headings) each.removeAttribute('aria-sort');
      const isSorted = next !== 'none';
      if (isSorted) heading.setAttribute('aria-sort', next);
      body.parentElement!.classList.toggle('sorted', isSorted);
      body.append(...(isSorted ? sorted(given, heading.cellIndex, next === 'ascending' ? 1 : -1) : given));
    };
    for (const heading of headings) {
      if (heading.textContent === '') continue;
      const button = document.createElement('button');
      button.type = 'button';
      button.append(...heading.childNodes);
      button.onclick = () => turn(heading);
      heading.append(button);
    }
  }
}

/** Numbers as numbers if the column has no others, intervals by their first; what is missing comes last either way. */
function sorted(rows: readonly HTMLTableRowElement[], column: number, sign: 1 | -1): HTMLTableRowElement[] {
  const keyed = rows.map((row) => {
    const text = (row.cells[column]?.textContent ?? '').trim().replace(/\u2212/g, '-');
    const [, number] = numeric.exec(text) ?? [];
    return { row, text, number: number?.replace('∞', 'Infinity'), isMissing: /^(?:\u2013|NaN)?$/.test(text) };
  });
  const byNumber = keyed.every(({ number, isMissing }) => number !== undefined || isMissing);
  const order = (x: (typeof keyed)[0], y: (typeof keyed)[0]): number => {
    const [a, b] = byNumber ? [Number(x.number), Number(y.number)] : [0, 0];
    return a < b ? -1 : a > b ? 1 : x.text.localeCompare(y.text, 'en', { numeric: true });
  };
  return keyed
    .sort((x, y) => Number(x.isMissing) - Number(y.isMissing) || (x.isMissing ? 0 : sign * order(x, y)))
    .map(({ row }) => row);
}

/** `12.5`, `<0.001`, `[1.2, 3.4]`, `1–3`, `.76‡`, but no words. */
const numeric = /^[[<>\u2264\u2265]?([+-]?(?:\d+\.?\d*(?:e[+-]?\d+)?|\.\d+|\u221e|Infinity))(?!.*\p{L})/u;
