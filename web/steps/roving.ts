/**
 * Arrow keys move the focus through rows of elements; Tab reaches one element of each group. Left and right go along a row, on to the next
 * where it ends, and up and down to the same place of another row; Home and End to the ends of a row.
 */
export function roving(
  groups: readonly (readonly HTMLElement[])[],
  rows: readonly (readonly HTMLElement[])[],
  focus: (element: HTMLElement) => void,
): void {
  const all = rows.flat();
  const groupOf = new Map(groups.flatMap((group) => group.map((element) => [element, group] as const)));
  for (const group of groups) group.forEach((element, i) => (element.tabIndex = i === 0 ? 0 : -1));
  const near = (row: number, column: number): HTMLElement | undefined => rows[row]?.[Math.min(column, rows[row].length - 1)]; // prettier-ignore
  const wanted = (element: HTMLElement, key: string): HTMLElement | undefined => {
    const row = rows.findIndex((each) => each.includes(element));
    const column = rows[row]!.indexOf(element);
    const forward = getComputedStyle(element.parentElement!).direction === 'rtl' ? -1 : 1;
    switch (key) {
      case 'ArrowRight':
        return all[all.indexOf(element) + forward];
      case 'ArrowLeft':
        return all[all.indexOf(element) - forward];
      case 'ArrowDown':
        return near(row + 1, column);
      case 'ArrowUp':
        return near(row - 1, column);
      case 'Home':
        return rows[row]![0];
      case 'End':
        return rows[row]!.at(-1);
      default:
        return undefined;
    }
  };
  for (const element of all) {
    element.addEventListener('keydown', (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const next = wanted(element, event.key);
      if (!next) return;
      event.preventDefault();
      focus(next);
    });
    element.addEventListener('focus', () => {
      for (const each of groupOf.get(element)!) each.tabIndex = each === element ? 0 : -1;
    });
  }
}
