/** A shortest sequence of edits that turns a hypothesis into a reference, to explain their number. */
import type { StepItem, Tokens } from '../../core/index.ts';

/**
 * Words that match add 0; substitutions, words that are extra and words that are missing add 1 each. Spans are of reference 0. Of sequences
 * with as many edits, the one with most of the preferred matches counts; all are preferred, unless given.
 */
export function editItems(
  hypothesis: Tokens,
  reference: Tokens,
  isPreferred: (i: number, j: number) => boolean = () => true,
): StepItem[] {
  const own = hypothesis.ids.subarray(hypothesis.start, hypothesis.end);
  const theirs = reference.ids.subarray(reference.start, reference.end);
  const width = theirs.length + 1;
  const edit = width; // costs more than all preferences together
  const costOfBoth = (i: number, j: number) => (own[i] !== theirs[j] ? edit : isPreferred(i, j) ? -1 : 0);
  // cost[i * width + j]: the cost of turning the rest of the hypothesis from word i into the rest of the reference from word j.
  const cost = new Int32Array((own.length + 1) * width);
  for (let i = own.length; i >= 0; i--) {
    for (let j = theirs.length; j >= 0; j--) {
      const at = i * width + j;
      if (i === own.length) cost[at] = edit * (theirs.length - j);
      else if (j === theirs.length) cost[at] = edit * (own.length - i);
      else {
        const both = cost[at + width + 1]! + costOfBoth(i, j);
        cost[at] = Math.min(both, edit + cost[at + width]!, edit + cost[at + 1]!);
      }
    }
  }
  const items: StepItem[] = [];
  const one = (k: number) => ({ from: k, to: k + 1 });
  for (let i = 0, j = 0; i < own.length || j < theirs.length;) {
    const rest = cost[i * width + j]!;
    const isSame = i < own.length && j < theirs.length && own[i] === theirs[j];
    if (i < own.length && j < theirs.length && rest === cost[(i + 1) * width + j + 1]! + costOfBoth(i, j)) {
      items.push({
        kind: isSame ? 'match' : 'substitution',
        adds: isSame ? 0 : 1,
        hypothesis: [one(i++)],
        references: [{ ...one(j++), reference: 0 }],
      });
    } else if (i < own.length && rest === edit + cost[(i + 1) * width + j]!) {
      items.push({ kind: 'extra', adds: 1, hypothesis: [one(i++)] });
    } else items.push({ kind: 'missing', adds: 1, references: [{ ...one(j++), reference: 0 }] });
  }
  return items;
}
