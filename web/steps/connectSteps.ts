/**
 * A number that is pointed at marks its words, and a word shows the numbers it enters: under the pointer, under the focus, or chosen with a
 * click, a tap or Enter until Escape.
 */
import { type PackedCell, type PackedSteps, kindClasses, kindWord } from '../../src/report/stepsFigure/packSteps.ts';
import { roving } from './roving.ts';

interface Cell {
  readonly element: HTMLElement;
  readonly row: number;
  readonly system: number;
  readonly packed: PackedCell;
}

interface Word {
  readonly element: HTMLElement;
  readonly text: number;
  readonly token: number;
}

type Target = Cell | Word;

const hint = 'Point at a number to mark its words, or at a word to see its numbers. A click keeps them.';
const shortHint = 'Point at a number to see which numbers it follows from. A click keeps them.';

/** Until `signal`, if the figure does not stay. */
export function connectSteps(figure: HTMLElement, signal?: AbortSignal): void {
  const panel = figure.querySelector<HTMLElement>('.read')!;
  const scroller = figure.querySelector<HTMLElement>('.texts');
  const status = figure.querySelector<HTMLElement>('.status')!;
  const table = figure.querySelector('table')!;
  const { kinds, pairs, cells: packed } = JSON.parse(figure.querySelector('script')!.textContent) as PackedSteps;
  const classes = kindClasses(kinds);
  const systems = [...table.tHead!.rows[0]!.cells].slice(1).map(({ textContent }) => textContent);
  const rows = [...table.tBodies[0]!.rows];

  const cells = packed.map((row, r) =>
    row.map((cell, s): Cell | undefined =>
      cell === 0 ? undefined : { element: rows[r]!.cells[s + 1]!, row: r, system: s, packed: cell },
    ),
  );
  const names = [...figure.querySelectorAll('.name')].map(({ textContent }) => textContent);
  const lists = [...figure.querySelectorAll<HTMLElement>('.tokens')];
  const texts = lists.map((list, text) =>
    ([...list.children] as HTMLElement[]).map((element, token): Word => ({ element, text, token })),
  );
  const targets = new Map<Element, Target>();
  for (const target of [...cells.flat(), ...texts.flat()]) if (target) targets.set(target.element, target);

  const symbolOf = (row: number): string => rows[row]!.querySelector('b')!.textContent;

  const idle = lists.length > 0 ? hint : shortHint;
  let [pinned, hovered, focused, shown]: (Target | undefined)[] = [];
  let clear: (() => void)[] = [];

  function update(): void {
    const target = pinned ?? hovered ?? focused;
    if (target === shown) return;
    for (const undo of clear) undo();
    clear = [];
    shown = target;
    panel.classList.toggle('pointing', target !== undefined);
    if (!target) status.textContent = idle;
    else {
      put(target.element, 'here');
      if ('packed' in target) showNumber(target);
      else showWord(target);
    }
  }

  function put(element: HTMLElement, look: string): void {
    element.classList.add(look);
    clear.push(() => element.classList.remove(look));
  }

  /** Marks words; one that counts in several ways has a line for each. */
  function mark(words: ReadonlyMap<Word, ReadonlySet<number>>): void {
    for (const [{ element }, some] of words) {
      const plain = element.textContent;
      let inner: Node = document.createTextNode(plain);
      for (const kind of [...some].sort((a, b) => b - a)) {
        const line = document.createElement('u');
        line.className = classes[kind]!;
        line.append(inner);
        inner = line;
      }
      element.replaceChildren(inner);
      clear.push(() => (element.textContent = plain));
    }
  }

  /** Outputs come after references: the last word is one of the system, if there are any. */
  function scrollTo(words: Iterable<Word>): void {
    if (!scroller) return;
    let [top, bottom] = [Infinity, 0];
    for (const { element } of words) {
      if (element.offsetTop + element.offsetHeight <= bottom) continue;
      top = element.offsetTop;
      bottom = top + element.offsetHeight;
    }
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else scroller.scrollTop = Math.max(scroller.scrollTop, bottom - scroller.clientHeight + 8);
  }

  function showNumber({ row, system, packed: [from, , words = ''] }: Cell): void {
    const behind = new Set([row]);
    for (const each of behind) for (const before of cells[each]![system]?.packed[0] ?? []) behind.add(before);
    const marked = new Map<Word, Set<number>>();
    for (const each of behind) {
      const cell = cells[each]![system];
      if (!cell) continue;
      if (each !== row) put(cell.element, 'enters');
      if (from.includes(each)) put(cell.element, 'direct');
      for (const [kind, word] of marksOf(cell)) {
        add(marked, word, kind);
      }
    }
    mark(marked);
    scrollTo(marked.keys());
    const [head, value] = [rows[row]!.cells[0]!, cells[row]![system]!.element];
    const how = [...head.querySelectorAll('small'), ...value.querySelectorAll('small')].map(({ textContent }) => textContent); // prettier-ignore
    const isFormula = (text: string): boolean => text.startsWith('= ');
    const [, name] = head.childNodes;
    status.textContent = [
      `${symbolOf(row)}${systems.length > 1 ? ` of ${systems[system]!}` : ''}`,
      name instanceof Text ? `,${name.data}` : '',
      ...how.filter(isFormula).map((formula) => ` ${formula}`),
      ` = ${value.firstChild!.textContent!}`,
      ...[...how.filter((text) => !isFormula(text)), words].map((text) => (text === '' ? '' : `; ${text}`)),
    ].join('');
  }

  function* marksOf({ packed: [, marks = []] }: Cell): Generator<[kind: number, word: Word]> {
    for (const [kind, text, ...ends] of marks) {
      for (let i = 0; i < ends.length; i += 2) {
        for (let token = ends[i]!; token < ends[i + 1]!; token++) yield [kind!, texts[text!]![token]!];
      }
    }
  }

  function showWord(word: Word): void {
    const bySystem = systems.map((system, s) => {
      const symbols = new Map<number, string[]>(); // by kind
      for (const each of cells) {
        const cell = each[s];
        if (!cell) continue;
        for (const [kind, other] of marksOf(cell)) {
          if (other !== word) continue;
          symbols.set(kind, [...(symbols.get(kind) ?? []), symbolOf(cell.row)]);
          put(cell.element, 'enters');
        }
      }
      const said = kinds.flatMap((kind, k) => (symbols.has(k) ? [`${kindWord(kind)} in ${symbols.get(k)!.join(', ')}`] : [])); // prettier-ignore
      return { system, said: said.join('; ') };
    });
    mark(partnersOf(word));
    const some = bySystem.filter(({ said }) => said !== '');
    const isOwn = systems.length === 1 || lists[word.text]!.matches('.output');
    const said = some.map((each) => (isOwn ? each.said : `${each.system}: ${each.said}`));
    status.textContent = `“${word.element.textContent}” in ${names[word.text]!}: ${said.join('. ') || 'in none of these numbers'}`;
  }

  /** The words that it goes with, and how. */
  function partnersOf(word: Word): Map<Word, Set<number>> {
    const partners = new Map<Word, Set<number>>();
    for (const [kind, first, second, ...tokens] of pairs) {
      for (let i = 0; i < tokens.length; i += 2) {
        const both = [texts[first!]![tokens[i]!]!, texts[second!]![tokens[i + 1]!]!];
        if (both.includes(word)) for (const each of both) if (each !== word) add(partners, each, kind!);
      }
    }
    return partners;
  }

  const targetOf = ({ target }: Event): Target | undefined => {
    const element = (target as Element).closest('td, .tokens > i');
    return element ? targets.get(element) : undefined;
  };

  function pin(target: Target | undefined): void {
    pinned?.element.setAttribute('aria-selected', 'false');
    pinned = target;
    target?.element.setAttribute('aria-selected', 'true');
    update();
  }

  figure.addEventListener('pointerover', (event) => {
    if (event.pointerType === 'touch') return; // a tap is a click
    hovered = targetOf(event);
    update();
  });
  figure.addEventListener('pointerleave', () => {
    hovered = undefined;
    update();
  });
  figure.addEventListener('focusin', (event) => {
    focused = targetOf(event);
    update();
  });
  figure.addEventListener('focusout', () => {
    focused = undefined;
    update();
  });
  const click = (event: Event): void => {
    const target = targetOf(event);
    if (target) pin(target === pinned ? undefined : target);
    else if (!figure.contains(event.target as Node)) pin(undefined);
  };
  document.addEventListener('click', click, signal && { signal });
  figure.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      hovered = undefined;
      focused = undefined;
      pin(undefined);
    } else if (event.key === 'Enter' || event.key === ' ') {
      const target = targetOf(event);
      if (!target) return;
      event.preventDefault();
      pin(target === pinned ? undefined : target);
    }
  });

  table.setAttribute('role', 'grid');
  table.parentElement!.removeAttribute('tabindex'); // its cells have one
  status.tabIndex = 0; // a long list scrolls
  for (const list of lists) {
    list.setAttribute('role', 'listbox');
    list.setAttribute('aria-orientation', 'horizontal');
    for (const word of list.children) word.setAttribute('role', 'option');
  }
  const focus = (element: HTMLElement): void => {
    figure.style.setProperty('--above', `${panel.offsetHeight}px`);
    element.focus();
  };
  const grid = cells.map((row) => row.flatMap((cell) => (cell ? [cell.element] : [])));
  roving([grid.flat()], grid, focus);
  const words = texts.map((text) => text.map(({ element }) => element));
  roving(words, words, focus);
  status.textContent = idle;
}

function add(marked: Map<Word, Set<number>>, word: Word, kind: number): void {
  marked.set(word, (marked.get(word) ?? new Set()).add(kind));
}
