/**
 * The lowest cost of turning a hypothesis into a reference by substitutions, insertions, deletions and paraphrases, searched with a beam
 * as in TERp: by columns of the hypothesis, and within a column only from rows whose cost is close to the best of the column.
 * Ties between paths are resolved as in the program, so the steps into a cell are tried in its order.
 */
import { roomFor } from '../../../core/index.ts';
import { type Comparison, type Phrase, Step } from './comparison.ts';
import type { Costs } from './costs.ts';

/** A cell is a number of words of the hypothesis (column) and of the reference (row): [column · rows + row]. */
class Table {
  /** Negative: not reached. */
  costs = new Float64Array(1024);
  /** The last step of the best path. */
  steps = new Uint8Array(1024);
  /** Which paraphrase, if that is the last step. */
  phrases = new Int32Array(1024);
  /** Whether paths continue from here. */
  open = new Uint8Array(1024);
  // By column: the first open row, and the one after the last.
  first = new Int32Array(64);
  end = new Int32Array(64);

  reserve(columns: number, rows: number): void {
    this.costs = roomFor(this.costs, columns * rows);
    this.steps = roomFor(this.steps, columns * rows);
    this.phrases = roomFor(this.phrases, columns * rows);
    this.open = roomFor(this.open, columns * rows);
    this.first = roomFor(this.first, columns);
    this.end = roomFor(this.end, columns);
  }
}

/** Takes a step of the path, from (column, row) to (toColumn, toRow). */
type TakeStep = (step: number, column: number, row: number, toColumn: number, toRow: number, cost: number) => void;

export class BeamDistance {
  readonly #costs: Costs;
  readonly #beam: number;
  #comparison!: Comparison;
  #base = new Table();
  #trial = new Table();
  /** Cells visited since the texts were loaded. */
  work = 0;
  // Paraphrases by the last word of their hypothesis phrase, longest first: those reach a cell first.
  readonly #byLastWord = new Map<number, readonly number[]>();
  #single = new Int32Array(64); // by row, the one-word paraphrase that is possible in the column, plus 1

  constructor(costs: Costs, beam: number) {
    this.#costs = costs;
    this.#beam = beam;
  }

  load(comparison: Comparison): void {
    this.#comparison = comparison;
    const { length, target } = comparison;
    this.#base.reserve(length + 1, target + 1);
    this.#trial.reserve(length + 1, target + 1);
    if (target >= this.#single.length) this.#single = new Int32Array(2 * target + 1);
    this.#indexPhrases(comparison.phrases);
    this.work = 0;
  }

  #indexPhrases(phrases: readonly Phrase[]): void {
    this.#byLastWord.clear();
    const lists = new Map<number, number[]>();
    phrases.forEach(({ words }, p) => {
      const last = words.at(-1)!;
      const list = lists.get(last);
      if (list) list.push(p);
      else lists.set(last, [p]);
    });
    // They are ordered by their first word in the reference, and sorting keeps that order.
    for (const [last, list] of lists) {
      this.#byLastWord.set(
        last,
        list.sort((p, q) => phrases[q]!.words.length - phrases[p]!.words.length),
      );
    }
  }

  /** The cost for the hypothesis words in this order. */
  run(order: Int32Array): number {
    const base = this.#base;
    base.costs.fill(-1, 0, this.#comparison.target + 1);
    base.costs[0] = 0;
    base.open.fill(0, 0, this.#comparison.target + 1);
    this.#settle(base, 0, 0, 0, Infinity);
    return this.#advance(order, base, 0);
  }

  /** The same for an order that differs from position `from`; reuses the last run up to there. */
  try(order: Int32Array, from: number): number {
    return this.#advance(order, this.#trial, from);
  }

  #advance(order: Int32Array, table: Table, from: number): number {
    const { length, target, phrases } = this.#comparison;
    for (let column = from + 1; column <= length; column++) {
      const source = column - 1 <= from ? this.#base : table;
      table.costs.fill(-1, column * (target + 1), (column + 1) * (target + 1));
      table.open.fill(0, column * (target + 1), (column + 1) * (target + 1));
      const word = order[column - 1]!;
      let best;
      if (phrases.length === 0) best = this.#substitute(source, table, column, word);
      else {
        const singles = this.#paraphrase(order, table, column, from);
        best = this.#substituteAmongPhrases(source, table, column, word);
        if (singles) this.#single.fill(0, 0, target + 1);
      }
      this.#settle(table, column, source.first[column - 1]!, source.end[column - 1]!, best);
    }
    return table.costs[length * (target + 1) + target]!;
  }

  /** Reaches a column from the previous one, by matches and substitutions of its word, whose best cost it returns, and by insertions. */
  #substitute(source: Table, table: Table, column: number, word: number): number {
    const { target, costs: substitutions, steps: kinds } = this.#comparison;
    const { insertion } = this.#costs;
    const rows = target + 1;
    const { costs, steps } = table;
    const before = (column - 1) * rows;
    const here = column * rows;
    const first = source.first[column - 1]!;
    const end = source.end[column - 1]!;
    const pairs = word * target;
    let best = Infinity;
    for (let row = first; row < end; row++) {
      if (source.open[before + row] === 0) continue;
      const score = source.costs[before + row]!;
      if (row < target) {
        // Only this and an insertion, which comes later, lead to the next row.
        const cost = substitutions[pairs + row]! + score;
        costs[here + row + 1] = cost;
        steps[here + row + 1] = kinds[pairs + row]!;
        if (cost < best) best = cost;
      }
      const inserted = score + insertion;
      const known = costs[here + row]!;
      if (known < 0 || known > inserted) {
        costs[here + row] = inserted;
        steps[here + row] = Step.insertion;
      }
    }
    this.work += end - first;
    return best;
  }

  /** The same if paraphrases have already reached some of the column's rows. */
  #substituteAmongPhrases(source: Table, table: Table, column: number, word: number): number {
    const { target, phrases, costs: substitutions, steps: kinds } = this.#comparison;
    const { insertion } = this.#costs;
    const rows = target + 1;
    const { costs, steps } = table;
    const before = (column - 1) * rows;
    const here = column * rows;
    const pairs = word * target;
    let best = Infinity;
    for (let row = source.first[column - 1]!; row < source.end[column - 1]!; row++) {
      if (source.open[before + row] === 0) continue;
      const score = source.costs[before + row]!;
      if (row < target) {
        const next = here + row + 1;
        const cost = substitutions[pairs + row]! + score;
        const better = costs[next]! < 0 || cost < costs[next]!;
        if (better) {
          costs[next] = cost;
          steps[next] = kinds[pairs + row]!;
        }
        // A match counts for the beam even if a paraphrase costs less.
        if ((better || kinds[pairs + row] === Step.exact) && cost < best) best = cost;
        const single = this.#single[row]! - 1;
        if (single >= 0) this.#reach(table, next, score + phrases[single]!.cost, single);
      }
      const inserted = score + insertion;
      const known = costs[here + row]!;
      if (known < 0 || known > inserted) {
        costs[here + row] = inserted;
        steps[here + row] = Step.insertion;
      }
    }
    this.work += rows;
    return best;
  }

  /** Reaches a column by the paraphrases that end in it. One-word paraphrases must wait for the match of the word; returns whether there are any. */
  #paraphrase(order: Int32Array, table: Table, column: number, from: number): boolean {
    const { target, phrases, phraseWords } = this.#comparison;
    const rows = target + 1;
    let singles = false;
    for (const p of this.#byLastWord.get(phraseWords[order[column - 1]!]!) ?? []) {
      const { words, from: row, to, cost } = phrases[p]!;
      const start = column - words.length;
      if (start < 0 || !this.#standsAt(words, order, start)) continue;
      if (words.length === 1 && to === row + 1) {
        // Of two entries with the same phrases, the cheaper one counts.
        const known = this.#single[row]! - 1;
        if (known < 0 || cost < phrases[known]!.cost) this.#single[row] = p + 1;
        singles = true;
        continue;
      }
      const source = start <= from ? this.#base : table;
      const at = start * rows + row;
      if (source.open[at] === 1) this.#reach(table, column * rows + to, source.costs[at]! + cost, p);
    }
    return singles;
  }

  #standsAt(words: Int32Array, order: Int32Array, start: number): boolean {
    const { phraseWords } = this.#comparison;
    for (let i = 0; i < words.length; i++) if (phraseWords[order[start + i]!] !== words[i]) return false;
    return true;
  }

  #reach({ costs, steps, phrases }: Table, cell: number, cost: number, phrase: number): void {
    if (costs[cell]! >= 0 && costs[cell]! <= cost) return;
    costs[cell] = cost;
    steps[cell] = Step.phrase;
    phrases[cell] = phrase;
  }

  /** Deletions within a column, from the first row to `last` or as far as they lead, and the rows from which paths continue. */
  #settle({ costs, steps, open, first, end }: Table, column: number, from: number, last: number, best: number): void {
    const { length, target } = this.#comparison;
    const { deletion } = this.#costs;
    const here = column * (target + 1);
    const isLast = column === length;
    const limit = best + this.#beam;
    let reach = isLast ? target : Math.min(last, target);
    let opened = target + 1;
    end[column] = 0;
    for (let row = from; row <= reach; row++) {
      const cost = costs[here + row]!;
      if (cost < 0 || (!isLast && cost > limit)) continue;
      if (opened > target) opened = row;
      open[here + row] = 1;
      end[column] = row + 1;
      if (row === target) break;
      const deleted = cost + deletion;
      const known = costs[here + row + 1]!;
      if (known < 0 || known > deleted) {
        costs[here + row + 1] = deleted;
        steps[here + row + 1] = Step.deletion;
        if (row >= reach) reach = row + 1;
      }
    }
    first[column] = opened;
  }

  /** The path of the last run, from end to start. */
  trace(take: TakeStep): void {
    const { length, target, phrases } = this.#comparison;
    const { costs, steps, phrases: which } = this.#base;
    const rows = target + 1;
    let column = length;
    let row = target;
    while (column > 0 || row > 0) {
      const cell = column * rows + row;
      const step = steps[cell]!;
      let fromColumn = column;
      let fromRow = row;
      if (step === Step.phrase) {
        const phrase = phrases[which[cell]!]!;
        fromColumn -= phrase.words.length;
        fromRow = phrase.from;
      } else {
        if (step !== Step.deletion) fromColumn--;
        if (step !== Step.insertion) fromRow--;
      }
      take(step, fromColumn, fromRow, column, row, costs[cell]! - costs[fromColumn * rows + fromRow]!);
      column = fromColumn;
      row = fromRow;
    }
  }
}
