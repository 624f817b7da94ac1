/** The words that two texts share, in any order, and the others, to explain errors that ignore word order. */
import type { StepItem, Tokens } from '../../core/index.ts';
import { ngramPlaces } from './ngramItems.ts';

/** Words in common add 0. The others add 1: in pairs, as substitutions, as long as both texts have some. Spans are of reference 0. */
export function bagItems(hypothesis: Tokens, reference: Tokens): StepItem[] {
  const own = ngramPlaces(hypothesis, 1);
  const theirs = ngramPlaces(reference, 1);
  const common = (word: string) => Math.min(own.get(word)?.length ?? 0, theirs.get(word)?.length ?? 0);
  const left = (places: typeof own) =>
    [...places].flatMap(([word, spans]) => spans.slice(common(word))).sort((a, b) => a.from - b.from);
  const items: StepItem[] = [];
  for (const [word, spans] of own) {
    for (let k = 0; k < common(word); k++) {
      items.push({ kind: 'match', adds: 0, hypothesis: [spans[k]!], references: [{ ...theirs.get(word)![k]!, reference: 0 }] }); // prettier-ignore
    }
  }
  const [extra, missing] = [left(own), left(theirs)];
  for (let k = 0; k < Math.max(extra.length, missing.length); k++) {
    const [mine, other] = [extra[k], missing[k]];
    items.push({
      kind: mine && other ? 'substitution' : mine ? 'extra' : 'missing',
      adds: 1,
      ...(mine && { hypothesis: [mine] }),
      ...(other && { references: [{ ...other, reference: 0 }] }),
    });
  }
  return items;
}
