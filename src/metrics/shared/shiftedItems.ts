/** Shifts, then the edits that remain, to explain their cost. */
import type { Alignment, AlignmentLink, Span, StepItem, Text } from '../../core/index.ts';

export interface EditCosts {
  readonly shift: number;
  /** Of a hypothesis word without a counterpart. */
  readonly insertion: number;
  /** Of a reference word without a counterpart. */
  readonly deletion: number;
  link(link: AlignmentLink): number;
}

/** Words that were shifted count as the words they match. Shifts name words by their places before any shift. */
export function shiftedItems(
  [hypothesis]: Text,
  [reference]: Text,
  r: number,
  { links, moves = [] }: Pick<Alignment, 'links' | 'moves'>,
  costs: EditCosts,
): StepItem[] {
  const items: StepItem[] = [];
  const order = Array.from({ length: hypothesis!.end - hypothesis!.start }, (_, i) => i);
  for (const { from, to, before } of moves) {
    const next = order[before];
    items.push({
      kind: 'shift',
      adds: costs.shift,
      hypothesis: runsOf(order.slice(from, to)),
      note: next === undefined ? 'moved to the end' : `moved to before word ${next + 1}`,
    });
    const block = order.splice(from, to - from);
    order.splice(before > from ? before - block.length : before, 0, ...block);
  }
  const own = order.map(() => true);
  const theirs = new Array<boolean>(reference!.end - reference!.start).fill(true);
  for (const link of links) {
    own.fill(false, link.hypothesis.from, link.hypothesis.to);
    theirs.fill(false, link.reference.from, link.reference.to);
    // Shifts may have joined the words of a phrase, which then has several links.
    const begun = items.findIndex(({ references }) => references?.[0]!.from === link.reference.from);
    const { hypothesis: before = [], adds = 0 } = items[begun] ?? {};
    const item = {
      kind: link.kind === 'exact' ? 'match' : link.kind,
      adds: adds + costs.link(link),
      hypothesis: [...before, link.hypothesis],
      references: [{ ...link.reference, reference: r }],
    };
    if (begun < 0) items.push(item);
    else items[begun] = item;
  }
  own.forEach((isLeft, i) => {
    if (isLeft) items.push({ kind: 'extra', adds: costs.insertion, hypothesis: [{ from: i, to: i + 1 }] });
  });
  theirs.forEach((isLeft, j) => {
    if (isLeft) items.push({ kind: 'missing', adds: costs.deletion, references: [{ from: j, to: j + 1, reference: r }] }); // prettier-ignore
  });
  return items;
}

/** Groups positions into spans of consecutive ones. */
export function runsOf(positions: Iterable<number>): Span[] {
  const runs: { from: number; to: number }[] = [];
  for (const position of [...positions].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last?.to === position) last.to++;
    else runs.push({ from: position, to: position + 1 });
  }
  return runs;
}
