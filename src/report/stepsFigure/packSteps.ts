/** The steps of a metric as a page shows them, and in the short form in which its script reads what is behind each number. */

export interface StepsData {
  readonly systems: readonly string[];
  readonly rows: readonly StepRow[];
  /** As the metric reads them; of several segments there are none. */
  readonly texts: readonly ReadText[];
}

export interface StepRow {
  readonly symbol: string;
  readonly name: string;
  /** Formulas, which start with `=`, and notes, if they are the same for all systems. */
  readonly how: readonly string[];
  /** By system; one may lack the step. */
  readonly cells: readonly (StepCell | undefined)[];
}

export interface StepCell {
  readonly value: string;
  /** Formulas, which start with `=`, the last in numbers, and notes. */
  readonly how: readonly string[];
  /** The rows it follows from. */
  readonly from: readonly number[];
  readonly marks: readonly Mark[];
  /** Words that belong together, each with the other. */
  readonly pairs: readonly Pair[];
  /** The words behind it, by kind, as a list to read. */
  readonly words: string;
}

export interface ReadText {
  readonly name: string;
  /** Of a system, not a reference. */
  readonly isOutput: boolean;
  readonly tokens: readonly string[];
  /** Characters follow each other without a space. */
  readonly isSpaced: boolean;
}

/** Tokens of a text, `to` excluded, and how they count. */
export interface Mark {
  readonly kind: string;
  readonly text: number;
  readonly from: number;
  readonly to: number;
}

export interface Pair {
  readonly kind: string;
  readonly texts: readonly [number, number];
  readonly tokens: readonly [number, number];
}

export interface PackedSteps {
  readonly kinds: readonly string[];
  /** Kind, two texts, and the tokens of one and the other, in turn. */
  readonly pairs: readonly (readonly number[])[];
  /** By row and system. */
  readonly cells: readonly (readonly (PackedCell | 0)[])[];
}

/** Empty lists at the end are left out. */
export type PackedCell = readonly [
  from: readonly number[],
  /** Kind, text, and where tokens of that kind begin and end, in turn. */
  marks?: readonly (readonly number[])[],
  words?: string,
];

export function packSteps({ rows }: Pick<StepsData, 'rows'>): PackedSteps {
  const kinds = kindsOf(rows);
  const packed = ({ from, marks, words }: StepCell): PackedCell => {
    if (words !== '') return [from, packMarks(marks, kinds), words];
    return marks.length > 0 ? [from, packMarks(marks, kinds)] : [from];
  };
  const pairs = rows.flatMap(({ cells }) => cells.flatMap((cell) => cell?.pairs ?? []));
  return {
    kinds,
    pairs: packPairs(pairs, kinds),
    cells: rows.map(({ cells }) => cells.map((cell) => (cell ? packed(cell) : 0))),
  };
}

/** Each once, though many numbers may have it. */
function packPairs(pairs: readonly Pair[], kinds: readonly string[]): number[][] {
  const lists = new Map<string, number[]>();
  const known = new Set<string>();
  for (const { kind, texts, tokens } of pairs) {
    const key = [kind, ...texts, ...tokens].join(' ');
    if (known.has(key)) continue;
    known.add(key);
    listAt(lists, [kinds.indexOf(kind), ...texts]).push(...tokens);
  }
  return [...lists.values()];
}

/** All kinds: first the usual ones, then the metric's own, in the order of first use. */
export function kindsOf(rows: readonly StepRow[]): string[] {
  const used = new Set(rows.flatMap(({ cells }) => cells.flatMap((cell) => cell?.marks ?? [])).map(({ kind }) => kind));
  const usual = Object.keys(usualKinds).filter((kind) => used.has(kind));
  return [...new Set([...usual, ...used])];
}

/** Spans that touch or overlap become one. */
function packMarks(marks: readonly Mark[], kinds: readonly string[]): number[][] {
  const lists = new Map<string, number[]>();
  for (const { kind, text, from, to } of marks.toSorted((a, b) => a.from - b.from)) {
    const list = listAt(lists, [kinds.indexOf(kind), text]);
    if (list.length > 2 && from <= list.at(-1)!) list[list.length - 1] = Math.max(list.at(-1)!, to);
    else list.push(from, to);
  }
  return [...lists.values()];
}

/** The list that starts with these numbers. */
function listAt(lists: Map<string, number[]>, start: readonly number[]): number[] {
  const key = start.join(' ');
  const list = lists.get(key) ?? [...start];
  lists.set(key, list);
  return list;
}

/** The kinds that every metric may use; the style of a kind goes by its place here, and that of a metric's own follows. */
const usualKinds: Readonly<Record<string, string>> = {
  match: 'matched',
  clipped: 'clipped',
  extra: 'extra',
  missing: 'missing',
  substitution: 'substituted',
  shift: 'shifted',
};

/** Styles there are for kinds of a metric's own, before they begin again. */
const ownStyles = 5;

/** A kind as an adjective. */
export const kindWord = (kind: string): string => (Object.hasOwn(usualKinds, kind) ? usualKinds[kind]! : kind);

/** The class of each kind. */
export function kindClasses(kinds: readonly string[]): string[] {
  const usual = Object.keys(usualKinds);
  let own = 0;
  return kinds.map((kind) => {
    const place = usual.indexOf(kind);
    return `k${place >= 0 ? place : usual.length + (own++ % ownStyles)}`;
  });
}
