/** The words of ROUGE-1.5.5: runs of ASCII letters and digits in lower case. All else separates, so that most scripts leave none. */
import type { IdList } from '../../core/index.ts';
import { hashOn } from '../cut.ts';
import type { Units } from '../units.ts';
import type { Tokenizer } from './tokenizer.ts';

export const tokenizerRouge155: Tokenizer = {
  name: 'rouge155',
  // Only A–Z: the Kelvin sign, say, would become a k.
  rewrite: (text) => (/[A-Z]/.test(text) ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text),
  cut: cutWords,
};

function cutWords({ values, start: from, end }: Units, spans: IdList): void {
  spans.reserve(3 * ((end - from + 1) >> 1)); // between two words there is something else
  const out = spans.values;
  let at = spans.length;
  let i = from;
  while (i < end) {
    if (!isWordUnit(values[i]!)) {
      i++;
      continue;
    }
    const start = i;
    let hash = 0;
    for (; i < end && isWordUnit(values[i]!); i++) hash = hashOn(hash, values[i]!);
    out[at++] = start;
    out[at++] = i;
    out[at++] = hash;
  }
  spans.length = at;
}

const isWordUnit = (unit: number): boolean => (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
