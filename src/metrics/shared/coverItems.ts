/** How CDER reads a hypothesis to cover a reference: blocks, jumps and edits, to explain their cost. */
import type { StepItem, Text } from '../../core/index.ts';
import { LetterCosts } from '../../text/index.ts';

/** The cost of substituting reference word j for hypothesis word i; it is asked for word after word of the reference. */
type Substitution = (i: number, j: number) => number;

type Step = 'start' | 'word' | 'missing' | 'extra' | 'jump';

/**
 * A block of words that match adds 0, a jump of the cursor adds 1, and so do words that are extra or missing. The table is that of
 * `CoverDistance`: by reference words covered and cursor, the cost, the last step, and the cursor before it.
 */
export function coverItems(
  [hypothesis]: Text,
  [reference]: Text,
  r: number,
  costOf: Substitution = (i, j) =>
    hypothesis!.ids[hypothesis!.start + i] === reference!.ids[reference!.start + j] ? 0 : 1,
): StepItem[] {
  const [length, target] = [hypothesis!, reference!].map(({ start, end }) => end - start) as [number, number];
  const table: { cost: number; step: Step; from: number; adds: number }[][] = [];
  for (let j = 0; j <= target; j++) {
    const row: (typeof table)[number] = [];
    const above = table[j - 1];
    for (let i = 0; i <= length; i++) {
      const ways: [step: Step, from: number, before: number, adds: number][] = [];
      if (above && i > 0) ways.push(['word', i - 1, above[i - 1]!.cost, costOf(i - 1, j - 1)]);
      if (above) ways.push(['missing', i, above[i]!.cost, 1]);
      if (i > 0) ways.push(['extra', i - 1, row[i - 1]!.cost, 1]);
      if (j + i === 0) ways.push(['start', 0, 0, 0]);
      const [step, from, before, adds] = ways.reduce((best, way) => (way[2] + way[3] < best[2] + best[3] ? way : best));
      row.push({ cost: before + adds, step, from, adds });
    }
    const lowest = row.reduce((best, { cost }, i) => (cost < row[best]!.cost ? i : best), 0);
    const jump = row[lowest]!.cost + 1;
    table.push(row.map((cell) => (jump < cell.cost ? { cost: jump, step: 'jump', from: lowest, adds: 1 } : cell)));
  }

  const items: StepItem[] = [];
  let [j, i] = [target, length];
  for (;;) {
    const { step, from, adds } = table[j]![i]!;
    if (step === 'start') return joinedBlocks(items.reverse());
    const word = { from: j - 1, to: j, reference: r };
    if (step === 'missing') items.push({ kind: step, adds, references: [word] });
    else if (step === 'extra') items.push({ kind: step, adds, hypothesis: [{ from, to: i }] });
    else if (step === 'jump') {
      // To the next word that is read, or past all that are not.
      items.push({ kind: step, adds, hypothesis: [i < length ? { from: i, to: i + 1 } : { from, to: length }], note: i === length ? 'to the end' : `${i < from ? 'back' : 'ahead'} to word ${i + 1}` }); // prettier-ignore
    } else items.push({ kind: adds === 0 ? 'match' : 'substitution', adds, hypothesis: [{ from, to: i }], references: [word] }); // prettier-ignore
    if (step === 'word' || step === 'missing') j--;
    i = from;
  }
}

/** Matches that follow each other make a block. */
function joinedBlocks(items: readonly StepItem[]): StepItem[] {
  const joined: StepItem[] = [];
  for (const item of items) {
    const last = joined.at(-1);
    if (item.kind !== 'match' || last?.kind !== 'match') joined.push(item);
    else {
      const [own, theirs] = [last.hypothesis![0]!, last.references![0]!];
      joined[joined.length - 1] = { ...last, hypothesis: [{ ...own, to: own.to + 1 }], references: [{ ...theirs, to: theirs.to + 1 }] }; // prettier-ignore
    }
  }
  return joined;
}

/** The same with letter-based substitution costs, of texts as words and as spelled words, in this order. */
export function spelledCoverItems(hypothesis: Text, reference: Text, r: number): StepItem[] {
  const costs = new LetterCosts();
  costs.setReference(reference[1]!);
  costs.setHypothesis(hypothesis[0]!, hypothesis[1]!);
  return coverItems(hypothesis, reference, r, (i, j) => {
    costs.startBand(j);
    return costs.of(i, j, Infinity);
  });
}
