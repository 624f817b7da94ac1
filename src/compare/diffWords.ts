/** Word by word, what an output and a reference have in common, for display. */
import { alignWords } from './alignWords.ts';
import type { Cutting } from './cutting.ts';
import type { PlacedWords } from './placedWords.ts';
import { SegmentMarker } from './wordMarks.ts';

export interface DiffWord {
  /** As it stands in the text: text.slice(start, end), in UTF-16 units. Equal words may be written otherwise (`Case`, `case`). */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** `same`: at this place in both texts. `moved`: in both, but elsewhere. `only`: here alone. */
  readonly kind: 'same' | 'moved' | 'only';
  /** Its number in the other text; null if it is here alone. */
  readonly partner: number | null;
  /** Words of the longest n-gram that holds it and stands in the other text, too; 0 if none does. */
  readonly order: number;
}

export interface WordDiff {
  readonly hypothesis: readonly DiffWord[];
  readonly reference: readonly DiffWord[];
  /** Whether as many words as can be are `same`: texts of thousands of words are compared in parts. */
  readonly isLongest: boolean;
}

export function diffWords(hypothesis: string, reference: string, cutting: Cutting, order = 4): WordDiff {
  const marker = new SegmentMarker(cutting, order);
  marker.setReferences([reference]);
  const [ofHypothesis, ofReference] = [marker.place(hypothesis), marker.place(reference)];
  const hypothesisOrders = marker.orders(ofHypothesis);
  const { partners, isSame, isLongest } = alignWords(ofHypothesis.ids, ofReference.ids);
  const back = new Int32Array(ofReference.ids.length).fill(-1);
  const isSameBack = new Uint8Array(back.length);
  partners.forEach((partner, k) => {
    if (partner < 0) return;
    back[partner] = k;
    isSameBack[partner] = isSame[k]!;
  });
  marker.setReferences([hypothesis]);
  const referenceOrders = marker.orders(marker.place(reference));
  return {
    hypothesis: describe(hypothesis, ofHypothesis, partners, isSame, hypothesisOrders),
    reference: describe(reference, ofReference, back, isSameBack, referenceOrders),
    isLongest,
  };
}

function describe(
  text: string,
  { starts, ends }: PlacedWords,
  partners: Int32Array,
  isSame: Uint8Array,
  orders: Uint8Array,
): DiffWord[] {
  return Array.from(starts, (start, k) => ({
    text: text.slice(start, ends[k]),
    start,
    end: ends[k]!,
    kind: partners[k]! < 0 ? 'only' : isSame[k] === 1 ? 'same' : 'moved',
    partner: partners[k]! < 0 ? null : partners[k]!,
    order: orders[k]!,
  }));
}
