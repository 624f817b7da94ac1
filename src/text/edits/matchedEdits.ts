/** The edits between two texts and the words that match. Of shortest sequences of edits, which all have the same length, some match more words than others. */
import type { Tokens } from '../../core/index.ts';

export class MatchedEdits {
  edits = 0;
  matches = 0;
  #row = new Float64Array(64);

  /** Counts a shortest sequence of edits with the most matches. */
  count(hypothesis: Tokens, reference: Tokens): void {
    const { from, to, start, end, matched } = withoutCommonEnds(hypothesis, reference);
    const columns = end - start;
    const { ids } = hypothesis;
    const { ids: others } = reference;
    // An edit costs more than all matches together gain.
    const edit = Math.min(to - from, columns) + 1;
    if (columns >= this.#row.length) this.#row = new Float64Array(2 * columns);
    const row = this.#row;
    for (let j = 0; j <= columns; j++) row[j] = j * edit;
    for (let i = from; i < to; i++) {
      let diagonal = row[0]!;
      row[0] = diagonal + edit;
      for (let j = 1; j <= columns; j++) {
        const both = diagonal + (ids[i] === others[start + j - 1] ? -1 : edit);
        diagonal = row[j]!;
        row[j] = Math.min(both, diagonal + edit, row[j - 1]! + edit);
      }
    }
    const cost = row[columns]!;
    this.edits = Math.ceil(cost / edit);
    this.matches = matched + this.edits * edit - cost;
  }

  /**
   * Counts the sequence that RapidFuzz finds, and so jiwer: from the end, a deletion wherever one is on a shortest path, then an insertion
   * if the way around it is longer. Its memory grows with the product of the lengths.
   */
  countAsRapidFuzz(hypothesis: Tokens, reference: Tokens): void {
    const { from, to, start, end, matched } = withoutCommonEnds(hypothesis, reference);
    const [rows, columns] = [to - from, end - start];
    const width = columns + 1;
    const distance = new Int32Array((rows + 1) * width);
    const isSame = (i: number, j: number): boolean => hypothesis.ids[from + i - 1] === reference.ids[start + j - 1];
    for (let i = 0; i <= rows; i++) {
      for (let j = 0; j <= columns; j++) {
        const at = i * width + j;
        if (i === 0 || j === 0) distance[at] = i + j;
        else {
          const both = distance[at - width - 1]! + (isSame(i, j) ? 0 : 1);
          distance[at] = Math.min(both, distance[at - width]! + 1, distance[at - 1]! + 1);
        }
      }
    }
    this.edits = distance[rows * width + columns]!;
    this.matches = matched;
    for (let i = rows, j = columns; i > 0 && j > 0;) {
      const at = i * width + j;
      if (1 === distance[at]! - distance[at - 1]!) j--;
      else {
        i--;
        if (i > 0 && -1 === distance[at - width]! - distance[at - width - 1]!) continue;
        if (isSame(i + 1, j)) this.matches++;
        j--;
      }
    }
  }
}

/** What is left between a common beginning and a common end, which are part of a best path, and their words. */
function withoutCommonEnds(hypothesis: Tokens, reference: Tokens) {
  let { start: from, end: to } = hypothesis;
  let { start, end } = reference;
  for (; from < to && start < end && hypothesis.ids[from] === reference.ids[start]; from++) start++;
  for (; from < to && start < end && hypothesis.ids[to - 1] === reference.ids[end - 1]; to--) end--;
  return { from, to, start, end, matched: hypothesis.end - hypothesis.start - (to - from) };
}
