/** TER's search straight from its description: whole tables, plain loops, nothing cached. Slow; the oracle of the fast one. */

type Words = readonly unknown[];

/** A path through the table, from its end to its start. */
export type Step = readonly [i: number, j: number, move: 'diagonal' | 'up' | 'left'];

/** The table of edit distances between prefixes of the texts; cells outside the beam are infinite. */
export function beamTable(hypothesis: Words, reference: Words, beam = 25): number[][] {
  const rows = hypothesis.length;
  const columns = reference.length;
  const ratio = rows > 0 ? columns / rows : 1;
  const half = ratio / 2 > beam ? Math.ceil(ratio / 2 + beam) : beam;
  const table = [Array.from({ length: columns + 1 }, (_, j) => j)];
  for (let i = 1; i <= rows; i++) {
    const above = table[i - 1]!;
    const row = new Array<number>(columns + 1).fill(Infinity);
    const centre = Math.floor(i * ratio);
    const end = i === rows ? columns + 1 : Math.min(columns + 1, centre + half);
    for (let j = Math.max(0, centre - half); j < end; j++) {
      if (j === 0) row[j] = i;
      else {
        const differs = hypothesis[i - 1] === reference[j - 1] ? 0 : 1;
        row[j] = Math.min(above[j - 1]! + differs, above[j]! + 1, row[j - 1]! + 1);
      }
    }
    table.push(row);
  }
  return table;
}

/** The path back from the last cell: the diagonal if it costs no more, then up, then left. */
export function pathBack(table: readonly (readonly number[])[], hypothesis: Words, reference: Words): Step[] {
  const path: Step[] = [];
  let i = hypothesis.length;
  let j = reference.length;
  while (i > 0 || j > 0) {
    const cost = table[i]![j]!;
    const differs = hypothesis[i - 1] === reference[j - 1] ? 0 : 1;
    if (i > 0 && j > 0 && table[i - 1]![j - 1]! + differs === cost) path.push([i--, j--, 'diagonal']);
    else if (i > 0 && table[i - 1]![j]! + 1 === cost) path.push([i--, j, 'up']);
    else path.push([i, j--, 'left']);
  }
  return path;
}

const distance = (hypothesis: Words, reference: Words): number =>
  beamTable(hypothesis, reference)[hypothesis.length]![reference.length]!;

/** Block [start, start + size) moved to a goal. */
function moved(words: Words, start: number, size: number, goal: number): unknown[] {
  const block = words.slice(start, start + size);
  if (goal < start)
    return [...words.slice(0, goal), ...block, ...words.slice(goal, start), ...words.slice(start + size)];
  const next = goal > start + size ? goal : goal + size;
  return [...words.slice(0, start), ...words.slice(start + size, next), ...block, ...words.slice(next)];
}

function bestShift(hypothesis: Words, reference: Words, checkedBefore: number) {
  const table = beamTable(hypothesis, reference);
  const before = table[hypothesis.length]![reference.length]!;
  const align = new Array<number>(reference.length);
  const wrongInHypothesis = new Array<boolean>(hypothesis.length).fill(false);
  const wrongInReference = new Array<boolean>(reference.length).fill(false);
  for (const [i, j, move] of pathBack(table, hypothesis, reference)) {
    if (move !== 'up') align[j - 1] = i - 1;
    const wrong = move !== 'diagonal' || hypothesis[i - 1] !== reference[j - 1];
    if (move !== 'left') wrongInHypothesis[i - 1] = wrong;
    if (move !== 'up') wrongInReference[j - 1] = wrong;
  }

  let checked = checkedBefore;
  let best: { rank: number[]; words: unknown[] } | undefined;
  search: for (let start = 0; start < hypothesis.length; start++) {
    for (let at = 0; at < reference.length; at++) {
      if (Math.abs(at - start) > 50) continue;
      for (let size = 1; size <= 10; size++) {
        if (start + size > hypothesis.length || at + size > reference.length) break;
        if (hypothesis[start + size - 1] !== reference[at + size - 1]) break;
        if (!wrongInHypothesis.slice(start, start + size).includes(true)) continue;
        if (!wrongInReference.slice(at, at + size).includes(true)) continue;
        if (start <= align[at]! && align[at]! < start + size) continue;
        let previous = -1;
        for (let offset = -1; offset < size; offset++) {
          const goal = at + offset === -1 ? 0 : align[at + offset]! + 1;
          if (goal === previous) continue;
          previous = goal;
          const words = moved(hypothesis, start, size, goal);
          checked++;
          const rank = [before - distance(words, reference), size, -start, -goal];
          if (!best || isGreater(rank, best.rank)) best = { rank, words };
        }
        if (checked >= 1000) break search;
      }
    }
  }
  return { gain: best?.rank[0] ?? 0, words: best?.words ?? [...hypothesis], checked };
}

function isGreater(a: readonly number[], b: readonly number[]): boolean {
  const k = a.findIndex((value, index) => value !== b[index]);
  return k >= 0 && a[k]! > b[k]!;
}

/** What the search did, besides its result, so that a test can see which limits it reached. */
export interface PlainEdits {
  readonly edits: number;
  readonly shifts: number;
  readonly checked: number;
  /** Whether the beam made a distance longer than it would be without it. */
  readonly beamBinds: boolean;
}

export function plainEdits(hypothesis: Words, reference: Words): PlainEdits {
  if (reference.length === 0) return { edits: hypothesis.length, shifts: 0, checked: 0, beamBinds: false };
  let words: Words = hypothesis;
  let shifts = 0;
  let checked = 0;
  for (;;) {
    const round = bestShift(words, reference, checked);
    checked = round.checked;
    if (checked >= 1000 || round.gain <= 0) break;
    words = round.words;
    shifts++;
  }
  const rest = distance(words, reference);
  const free = beamTable(words, reference, Infinity)[words.length]![reference.length]!;
  return { edits: shifts + rest, shifts, checked, beamBinds: free < rest };
}
