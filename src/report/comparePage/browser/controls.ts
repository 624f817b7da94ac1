/** The fields in which someone chooses what to see. */
import { type BrowserState, type Place, type Sort, type Winner, amount, firstState } from './browserState.ts';
import { make, setAttributes } from './elements.ts';
import { searchPattern } from './searchPattern.ts';
import type { Segments } from '../packSegments.ts';
import type { Change } from './view.ts';

export interface Controls {
  readonly element: HTMLElement;
  show(state: BrowserState): void;
  focusSearch(): void;
}

export function makeControls(segments: Segments, change: Change, id: string): Controls {
  const { systems, metrics, labels, mostReferences, withSources } = segments;
  /** Each field puts itself right when something is chosen. */
  const updates: ((state: BrowserState) => void)[] = [];
  let now = firstState(segments);
  let fields = 0;

  const names = systems.map((name, i) => [String(i), name] as const);
  const a = select('A', names, ({ a }) => String(a), (value) => pairWith('a', Number(value))); // prettier-ignore
  const b = select('B', names, ({ b }) => String(b), (value) => pairWith('b', Number(value))); // prettier-ignore
  const swap = make(
    'button',
    { type: 'button', class: 'swap' },
    '⇄',
    make('span', { class: 'unseen' }, 'Swap A and B'),
  );
  swap.addEventListener('click', () => change({ a: now.b, b: now.a }));
  const metric = select(
    'Metric',
    metrics.map(({ name }, i) => [String(i), name]),
    (state) => String(state.metric),
    (value) => ({ metric: Number(value) }),
  );
  const show = select(
    'Outputs',
    [
      ['pair', 'A and B'],
      ['all', `all ${systems.length}`],
    ],
    (state) => state.show,
    (value) => ({ show: value as BrowserState['show'] }),
  );
  const against = select(
    'Held against',
    [
      ['any', mostReferences > 1 ? 'any reference' : 'the reference'],
      ...(mostReferences > 1
        ? Array.from({ length: mostReferences }, (_, i) => [String(i), `reference ${i + 1}`] as const)
        : []),
      ['other', 'the other output'],
    ],
    (state) => String(state.against),
    (value) => ({ against: value === 'any' || value === 'other' ? value : Number(value) }),
  );
  const missing = checkbox('Show missing words', 'missing');

  const problem = make('p', { class: 'problem', id: `${id}_problem`, role: 'status' });
  const search = make('input', {
    type: 'search',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': problem.id,
  });
  search.addEventListener('input', () => change({ search: search.value }));
  updates.push((state) => {
    if (search.value !== state.search) search.value = state.search;
    const wrong = searchPattern(state.search, state.regex).problem;
    problem.textContent = wrong ?? '';
    setAttributes(search, { 'aria-invalid': wrong !== undefined && 'true' });
  });
  const regex = checkbox('Regular expression', 'regex');
  const place = select(
    'In',
    [
      ['all', 'all texts'],
      ...(withSources ? [['source', 'source'] as const] : []),
      ['references', 'references'],
      ['outputs', 'outputs'],
    ],
    (state) => state.place,
    (value) => ({ place: value as Place }),
  );
  const sort = select(
    'Order',
    [
      ['difference', 'largest difference'],
      ['smallest', 'smallest difference'],
      ['a', 'best for A'],
      ['b', 'best for B'],
      ['number', 'segment number'],
      ['longest', 'longest'],
      ['shortest', 'shortest'],
    ],
    (state) => state.sort,
    (value) => ({ sort: value as Sort }),
  );

  const winner = select(
    'Winner',
    [
      ['any', 'any'],
      ['differ', 'A or B'],
      ['a', 'A'],
      ['b', 'B'],
      ['tie', 'tie'],
    ],
    (state) => state.winner,
    (value) => ({ winner: value as Winner }),
  );
  const least = bound('Differs at least', 'least');
  const most = bound('Differs at most', 'most');
  const filters = labels.map(({ name, values }, label) =>
    select(
      name,
      [
        ['-1', 'any'],
        ...values
          .map((value, i) => [String(i), value === '' ? '–' : value] as const)
          .sort(([, x], [, y]) => x.localeCompare(y, 'en', { numeric: true })),
      ],
      (state) => String(state.labels[label]!),
      (value) => ({ labels: now.labels.with(label, Number(value)) }),
    ),
  );
  const clear = make('button', { type: 'button' }, 'Clear', make('span', { class: 'unseen' }, ' search and filters'));
  clear.addEventListener('click', () => {
    const { search, regex, place, winner, least, most, labels } = firstState(segments);
    change({ search, regex, place, winner, least, most, labels });
  });

  const group = (name: string, ...fields: HTMLElement[]): HTMLElement =>
    make('div', { class: 'group', role: 'group', 'aria-label': name }, ...fields);
  return {
    element: make(
      'div',
      { class: 'controls' },
      group('Compare', a, swap, b, metric, show, against, missing),
      group('Find', labelled('Search', search, 'search'), place, sort, regex, problem),
      group('Filter', winner, least, most, ...filters, clear),
    ),
    show(state) {
      now = state;
      for (const update of updates) update(state);
    },
    focusSearch() {
      search.focus();
      search.select();
    },
  };

  /** The two compared are never the same: who takes the place of the other swaps with it. */
  function pairWith(side: 'a' | 'b', system: number): Partial<BrowserState> {
    const { a, b } = now;
    if (side === 'a') return { a: system, b: system === b ? a : b };
    return { b: system, a: system === a ? b : a };
  }

  function labelled(name: string, field: HTMLElement, kind = ''): HTMLElement {
    field.id = `${id}_field_${++fields}`;
    return make('div', { class: `field ${kind}` }, make('label', { for: field.id }, name), field);
  }

  function select(
    name: string,
    options: readonly (readonly [value: string, text: string])[],
    read: (state: BrowserState) => string,
    choose: (value: string) => Partial<BrowserState>,
  ): HTMLElement {
    const field = make('select', {}, ...options.map(([value, text]) => make('option', { value }, text)));
    field.addEventListener('change', () => change(choose(field.value)));
    updates.push((state) => (field.value = read(state)));
    return labelled(name, field);
  }

  function checkbox(name: string, key: 'missing' | 'regex'): HTMLElement {
    const field = make('input', { type: 'checkbox' });
    field.addEventListener('change', () => change({ [key]: field.checked }));
    updates.push((state) => (field.checked = state[key]));
    return make('label', { class: 'check' }, field, make('span', {}, name));
  }

  function bound(name: string, key: 'least' | 'most'): HTMLElement {
    const field = make('input', { type: 'number', min: 0, step: 'any', inputmode: 'decimal' });
    field.addEventListener('input', () => change({ [key]: amount(field.value) }));
    // What is being typed is left alone while it means the same: 1. is 1.
    updates.push((state) => {
      if (amount(field.value) !== state[key]) field.value = state[key] === undefined ? '' : String(state[key]);
    });
    return labelled(name, field, 'bound');
  }
}
