/** Parts of a page of results, as `assay compare -o page.html` has them. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { sortTables } from '../shared/sortTables.ts';
import type { PageParts } from './desk/messages.ts';

interface Shown {
  /** Put before ids, where several results are in one page. */
  readonly prefix?: string;
  /** Called with the element when there is something new in it; may return what to do when that goes. */
  readonly connect?: (element: HTMLElement) => () => void;
}

/** HTML that our own reports made: all texts in it are escaped. */
export function Html({
  html,
  class: look,
  prefix,
  connect,
}: Shown & { readonly html: string; readonly class?: string }) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    element.current!.innerHTML = html;
    if (prefix !== undefined) putBeforeIds(element.current!, prefix);
    sortTables(element.current!);
    // Charts are shown at once.
    for (const part of element.current!.querySelectorAll<HTMLDetailsElement>('details.part:has(figure.chart)'))
      part.open = true;
    return connect?.(element.current!);
  }, [html]);
  return <div ref={element} class={look} />;
}

/** The sections with these ids, or all. */
export function Sections({
  page,
  only,
  ...shared
}: Shown & { readonly page: PageParts; readonly only?: (id: string) => boolean }) {
  return (
    <>
      {page.sections
        .filter(({ id }) => only?.(id) ?? true)
        .map(({ id, html }) => (
          <Html key={id} html={html} class="result" {...shared} />
        ))}
    </>
  );
}

/** Ids, and what refers to them. Landmarks also get the name of the result, which has the id `title`. */
function putBeforeIds(element: HTMLElement, prefix: string): void {
  for (const each of element.querySelectorAll('[id]')) each.id = prefix + each.id;
  for (const name of ['aria-labelledby', 'aria-describedby']) {
    for (const each of element.querySelectorAll(`[${name}]`)) {
      const ids = each.getAttribute(name)!.split(' ');
      if (each.getAttribute('role') === 'region') ids.unshift('title');
      each.setAttribute(name, ids.map((id) => prefix + id).join(' '));
    }
  }
  for (const link of element.querySelectorAll('a[href^="#"]')) {
    link.setAttribute('href', `#${prefix}${link.getAttribute('href')!.slice(1)}`);
  }
}
