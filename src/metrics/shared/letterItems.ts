/** Letters to edit, word by word, to explain their number. */
import type { StepItem, Tokens } from '../../core/index.ts';
import { editItems } from './editItems.ts';

const space = 0x20;

/**
 * The edits of a shortest sequence, by the words that share most of its letters. Texts are letters with spaces between words; `order` has,
 * for each word of the hypothesis as it is spelled here, its number in the text. A space counts with the word after it.
 */
export function letterItems(hypothesis: Tokens, order: ArrayLike<number>, reference: Tokens, r: number): StepItem[] {
  const [own, theirs] = [lettersOf(hypothesis), lettersOf(reference)];
  // Letters that are at the same place of equal words match rather than others.
  const edits = editItems(hypothesis, reference, (i, j) => own[i]!.offset === theirs[j]!.offset && own[i]!.text === theirs[j]!.text); // prettier-ignore
  const places = edits.map(({ kind, hypothesis: mine, references }) => {
    const [at, other] = [mine?.[0]!.from, references?.[0]!.from];
    const isLetter = kind === 'match' && hypothesis.ids[hypothesis.start + at!] !== space;
    return {
      i: at === undefined ? -1 : order[own[at]!.word]!,
      j: other === undefined ? -1 : theirs[other]!.word,
      isLetter,
    };
  });
  const shared = new Map<string, number>(); // letters by pair of words
  for (const { i, j, isLetter } of places) if (isLetter) shared.set(`${i} ${j}`, (shared.get(`${i} ${j}`) ?? 0) + 1);
  const partners = [new Map<number, number>(), new Map<number, number>()] as const; // of hypothesis words and of reference words
  for (const [pair] of [...shared].sort((a, b) => b[1] - a[1])) {
    const [i, j] = pair.split(' ').map(Number) as [number, number];
    if (!partners[0].has(i)) partners[0].set(i, j);
    if (!partners[1].has(j)) partners[1].set(j, i);
  }
  const items = new Map<string, { i: number; j: number; adds: number }>();
  edits.forEach(({ adds = 0 }, k) => {
    const { i, j } = places[k]!;
    const pair = i >= 0 ? { i, j: partners[0].get(i) ?? -1 } : { i: partners[1].get(j) ?? -1, j };
    const item = items.get(`${pair.i} ${pair.j}`) ?? { ...pair, adds: 0 };
    items.set(`${pair.i} ${pair.j}`, item);
    item.adds += adds;
  });
  return [...items.values()].map(({ i, j, adds }) => ({
    kind: adds === 0 ? 'match' : i < 0 ? 'missing' : j < 0 ? 'extra' : 'substitution',
    adds,
    ...(i >= 0 && { hypothesis: [{ from: i, to: i + 1 }] }),
    ...(j >= 0 && { references: [{ from: j, to: j + 1, reference: r }] }),
  }));
}

/** By position: the number and the letters of its word, and where in the word it is; the space before the word is at −1. */
function lettersOf({ ids, start, end }: Tokens): { word: number; text: string; offset: number }[] {
  const text = Array.from(ids.subarray(start, end), (letter) => String.fromCodePoint(letter)).join('');
  return text.split(' ').flatMap((each, word) => {
    const letters = Array.from(each, (_, offset) => ({ word, text: each, offset }));
    return word === 0 ? letters : [{ word, text: each, offset: -1 }, ...letters];
  });
}
