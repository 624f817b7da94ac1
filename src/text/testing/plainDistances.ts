/** Distances straight from their definitions, cell by cell: the oracles of the fast kernels. */
import type { Tokens } from '../../core/index.ts';

/** Words as a counter gets them, the same ids for the same words in all texts; each text starts somewhere inside its array. */
export function tokenTexts(...texts: readonly (readonly string[])[]): Tokens[] {
  const ids = new Map<string, number>();
  return texts.map((words, t) => {
    const list = words.map((word) => {
      if (!ids.has(word)) ids.set(word, ids.size);
      return ids.get(word)!;
    });
    return {
      ids: Int32Array.from([...Array<number>(t + 1).fill(0), ...list, 0]),
      start: t + 1,
      end: t + 1 + list.length,
    };
  });
}

export function plainDistance<T>(a: readonly T[], b: readonly T[]): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  a.forEach((x, i) => {
    const next = [i + 1];
    b.forEach((y, j) => next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (x === y ? 0 : 1))));
    row = next;
  });
  return row[b.length]!;
}

/** CDER's rows in full. */
export function plainCover(
  hypothesis: readonly string[],
  reference: readonly string[],
  cost: (a: string, b: string) => number = (a, b) => (a === b ? 0 : 1),
): number {
  let row = [0, ...hypothesis.map(() => 1)];
  for (const word of reference) {
    const next = [row[0]! + 1];
    hypothesis.forEach((each, i) => next.push(Math.min(row[i]! + cost(each, word), row[i + 1]! + 1, next[i]! + 1)));
    const jump = Math.min(...next) + 1;
    row = next.map((value) => Math.min(value, jump));
  }
  return row[hypothesis.length]!;
}

/** Edit distance divided by the number of steps of the longest path that has it, by trying all paths. */
export function plainLetterCost(a: string, b: string): number {
  const known = new Map<string, readonly [edits: number, steps: number]>();
  const best = (x: readonly string[], y: readonly string[]): readonly [edits: number, steps: number] => {
    if (x.length === 0 || y.length === 0) return [x.length + y.length, x.length + y.length];
    const key = `${x.length} ${y.length}`;
    const found = known.get(key);
    if (found) return found;
    const [head, tail] = [x.slice(1), y.slice(1)];
    const ways = [
      [best(head, tail), x[0] === y[0] ? 0 : 1],
      [best(head, y), 1],
      [best(x, tail), 1],
    ] as const;
    const [first] = ways
      .map(([[edits, steps], more]) => [edits + more, steps + 1] as const)
      .sort((one, other) => one[0] - other[0] || other[1] - one[1]);
    known.set(key, first!);
    return first!;
  };
  const [edits, steps] = best([...a], [...b]);
  return edits / steps;
}

/** CharacTER of one segment, not limited to 1, straight from its definition; infinite for an empty hypothesis and a non-empty reference. */
export function plainCharacter(hypothesis: readonly string[], reference: readonly string[]): number {
  let words = [...hypothesis];
  for (;;) {
    const distance = plainDistance(words, reference);
    const moves = words.flatMap((word, start) =>
      reference.flatMap((other, at) => {
        if (word !== other || start === at) return [];
        let size = 1;
        while (start + size < words.length && words[start + size] === reference[at + size]) size++;
        const rest = words.filter((_, i) => i < start || i >= start + size);
        const moved = [...rest.slice(0, at), ...words.slice(start, start + size), ...rest.slice(at)];
        return [{ gain: distance - plainDistance(moved, reference), moved }];
      }),
    );
    const [best] = moves.sort((one, other) => other.gain - one.gain || compareLists(other.moved, one.moved));
    if (!best || best.gain <= 0) break;
    words = best.moved;
  }
  let price = 0;
  for (let i = 0; i < words.length; i++) {
    if (hypothesis[i] === words[i]) continue;
    const to = words.indexOf(hypothesis[i]!, i + 1);
    if (to < 0) continue;
    let size = 1;
    while (to + size < words.length && hypothesis[i + size] === words[to + size]) size++;
    const letters = hypothesis.slice(i, i + size).map((word) => [...word].length);
    price += letters.reduce((sum, length) => sum + length, 0) / size;
    i += size - 1;
  }
  const edits = price + plainDistance([...words.join(' ')], [...reference.join(' ')]);
  const length = [...hypothesis.join(' ')].length;
  return edits === 0 ? 0 : edits / length;
}

function compareLists(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((word, i) => word !== other[i]);
  if (at < 0) return 0;
  const [a, b] = [one[at]!, other[at]!].map((word) => Array.from(word, (letter) => letter.codePointAt(0)!));
  const differs = a!.findIndex((code, i) => code !== b![i]);
  if (differs < 0) return a!.length - b!.length;
  return differs < b!.length ? a![differs]! - b![differs]! : 1;
}
