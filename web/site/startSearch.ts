/** The search box: results while typing, with keys or by touch. The index is loaded when the box gets the focus. */
import { type EntryKind, type Search, type SearchIndex, searchOf } from '../../src/docs/search.ts';

const kindWords: Readonly<Record<EntryKind, string>> = {
  command: 'command',
  metric: 'metric',
  page: 'page',
  option: 'option',
  format: 'format',
  protocol: 'protocol',
  section: '',
  library: 'library',
};

export function startSearch(): void {
  const form = document.querySelector<HTMLFormElement>('#search')!;
  const query = form.querySelector<HTMLInputElement>('#query')!;
  const found = form.querySelector<HTMLElement>('#found')!;
  const count = form.querySelector<HTMLElement>('#count')!;
  const root = document.documentElement.dataset['root']!;
  let search: Search | undefined;
  let isLoading = false;
  form.hidden = false;

  function load(): void {
    if (search || isLoading) return;
    isLoading = true;
    const { version } = document.documentElement.dataset;
    const script = document.createElement('script');
    script.src = `${root}search.js${version === undefined ? '' : `?v=${version}`}`;
    script.addEventListener('error', () => {
      isLoading = false;
      count.textContent = 'The search could not be loaded.';
    });
    document.head.append(script);
  }
  // What the script with the index calls; pages that are opened as files can load data in no other way.
  (globalThis as { assaySearch?: (index: SearchIndex) => void }).assaySearch = (index) => {
    search = searchOf(index);
    show();
  };

  function show(): void {
    const typed = query.value.trim();
    const results = search?.(typed) ?? [];
    found.hidden = typed === '' || !search;
    count.textContent = found.hidden ? '' : results.length === 0 ? 'Nothing found' : `${results.length} results`;
    found.replaceChildren(
      ...results.map(({ title, place, kind, address, snippet }) => {
        const item = document.createElement('li');
        const link = document.createElement('a');
        link.href = `${root}${address}`;
        const name = textIn('strong', title);
        if (kindWords[kind] !== '') name.append(' ', textIn('small', kindWords[kind]));
        const text = document.createElement('span');
        text.append(...snippet.map((part) => (part.isFound ? textIn('mark', part.text) : part.text)));
        link.append(name, textIn('em', place), text);
        item.append(link);
        return item;
      }),
      ...(results.length === 0 ? [textIn('li', 'Nothing found. Try fewer words.')] : []),
    );
  }

  function close(): void {
    query.value = '';
    show();
    query.blur();
  }

  const links = (): HTMLAnchorElement[] => [...found.querySelectorAll('a')];

  query.addEventListener('focus', load);
  query.addEventListener('input', () => {
    load();
    show();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    links()[0]?.click();
  });
  found.addEventListener('click', (event) => {
    // A link to another part of this page loads nothing, and would leave the results open.
    if ((event.target as Element).closest('a')) setTimeout(close);
  });
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') return close();
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return undefined;
    event.preventDefault();
    const stops: readonly HTMLElement[] = [query, ...links()];
    const here = stops.indexOf(document.activeElement as HTMLElement);
    const step = event.key === 'ArrowDown' ? 1 : -1;
    stops[(here + step + stops.length) % stops.length]!.focus();
    return undefined;
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    if ((event.target as Element).closest('input, textarea, select')) return;
    event.preventDefault();
    query.select();
    query.focus();
  });
  document.addEventListener('pointerdown', (event) => {
    if (!form.contains(event.target as Node)) found.hidden = true;
  });
}

function textIn(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
