/** What the address names besides the view: `#why/7` is segment 7 of the view `why`. */
import { useState } from 'preact/hooks';
import { useListener } from '../shared/useListener.ts';

/** The view and the part of it that an address names. Links into the segment browser have an equals sign. */
export function placeOf(hash: string): { readonly view: string; readonly part: string } {
  const path = hash.slice(1);
  if (path.includes('=')) return { view: 'where', part: '' };
  const slash = path.indexOf('/');
  return slash < 0 ? { view: path, part: '' } : { view: path.slice(0, slash), part: path.slice(slash + 1) };
}

/** The part of a view that the address names, and a way to name another without a new step in the browser's history. */
export function usePart(view: string): readonly [part: string, replace: (part: string) => void] {
  const now = (): string | undefined => {
    const place = placeOf(location.hash);
    return place.view === view ? place.part : undefined;
  };
  const [part, setPart] = useState(() => now() ?? '');
  const follow = (): void => setPart((before) => now() ?? before);
  useListener(window, 'hashchange', follow);
  useListener(window, 'popstate', follow);
  const replace = (next: string): void => {
    history.replaceState(null, '', next === '' ? `#${view}` : `#${view}/${next}`);
    setPart(next);
  };
  return [part, replace];
}
