/** Shows in the texts what was looked for, where the browser can do so without changing them. */
import { Steps, TooManySteps } from './boundedPattern.ts';
import type { Pattern } from './selectSegments.ts';

const name = 'found';

/** More than this are not shown, since each costs time. */
const mostRanges = 500;

export function highlightFound(elements: Iterable<Element>, pattern: Pattern | undefined): void {
  if (!('highlights' in CSS)) return;
  CSS.highlights.delete(name);
  if (!pattern) return;
  const ranges: Range[] = [];
  try {
    const steps = new Steps();
    for (const element of elements) {
      const { text, nodes } = textOf(element);
      for (const [start, end] of pattern.all(text, steps)) {
        if (start === end || ranges.length === mostRanges) continue;
        const range = new Range();
        range.setStart(...pointAt(nodes, start));
        range.setEnd(...pointAt(nodes, end));
        ranges.push(range);
      }
    }
  } catch (error) {
    if (!(error instanceof TooManySteps)) throw error; // what was found is shown
  }
  CSS.highlights.set(name, new Highlight(...ranges));
}

interface Place {
  readonly node: Node;
  readonly start: number;
  readonly end: number;
}

/** The text of an element without what is missing in it, and where its parts are. */
function textOf(element: Element): { text: string; nodes: Place[] } {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes: Place[] = [];
  let text = '';
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement!.matches('del')) continue;
    const start = text.length;
    text += node.nodeValue!;
    nodes.push({ node, start, end: text.length });
  }
  return { text, nodes };
}

function pointAt(nodes: readonly Place[], offset: number): [Node, number] {
  const { node, start } = nodes.find(({ end }) => offset <= end)!;
  return [node, offset - start];
}
