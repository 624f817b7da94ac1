/** What the forms of SemPOS share: content words by semantic part of speech, and how many of them a hypothesis and its reference have in common. */
import {
  type Counter,
  type IdList,
  type MetricBody,
  type Text,
  type Tokens,
  type View,
  choice,
  percent,
} from '../../core/index.ts';
import { countWords } from '../../text/index.ts';
import { semposTypes } from './semposTypes.ts';

const semposForms = ['wmt09', 'cap-macro', 'cap-micro'] as const;
type SemposForm = (typeof semposForms)[number];

export const formOption = choice(semposForms, {
  key: 'form',
  default: 'wmt09',
  help: 'Words in common divided by words in either, a mean over types (wmt09); divided by words of the reference, a mean over types (cap-macro) or over all words (cap-micro), as in Moses.',
});

/** Which form a name says: `SemPOS-cap-micro` for the id `sempos`. */
export function formNamed(name: string, id: string): { form: SemposForm } | undefined {
  const typed = name.toLowerCase();
  const form = semposForms.find((each) => typed === `${id}-${each}`);
  return form && { form };
}

const typeCount = semposTypes.length;

/** Hands each content word of a text to `add`: its lemma, and the place of its type among `semposTypes`. */
export type ContentWords = (text: string, add: (lemma: string, type: number) => void) => void;

/** In place of the content words of a reference that has no words at all. */
const emptyReference = -1;

/** The content words of texts. A token is the number of a lemma, times the number of types, plus the type; or `emptyReference`. */
export const contentWords = (key: string, read: () => ContentWords, lowercase: boolean): View => ({
  key: `content-words:${key}${lowercase ? ':lc' : ''}`,
  reader() {
    const contentOf = read();
    const lemmas = new Map<string, number>();
    return {
      forget: () => lemmas.clear(),
      read(text, role, ids: IdList) {
        if (role === 'source') return; // of another language, and not analysed
        if (role === 'reference' && countWords(text) === 0) {
          ids.push(emptyReference);
          return;
        }
        contentOf(text, (written, type) => {
          const lemma = lowercase ? written.toLowerCase() : written;
          let number = lemmas.get(lemma);
          if (number === undefined) lemmas.set(lemma, (number = lemmas.size));
          ids.push(number * typeCount + type);
        });
      },
    };
  },
});

/** For every type two numbers: words in common, and what they are divided by. */
export const semposBody = (
  form: SemposForm,
): Pick<MetricBody, 'range' | 'decomposable' | 'statistics' | 'counter' | 'score'> => ({
  range: percent,
  decomposable: false,
  statistics: semposTypes.flatMap((type) => [
    `${type}: words in common`,
    `${type}: words in ${form === 'wmt09' ? 'either' : 'the reference'}`,
  ]),
  counter: () => semposCounter(form),
  score: (sums) => 100 * Math.max(0, overlap(form, sums)),
});

/** From 0 to 1; −1 if there is nothing to divide by. */
function overlap(form: SemposForm, sums: ArrayLike<number>): number {
  let [shares, types, common, all] = [0, 0, 0, 0];
  for (let k = 0; k < 2 * typeCount; k += 2) {
    if (sums[k + 1]! <= 0) continue;
    shares += sums[k]! / sums[k + 1]!;
    types++;
    common += sums[k]!;
    all += sums[k + 1]!;
  }
  if (types === 0) return -1;
  return form === 'cap-micro' ? common / all : shares / types;
}

/**
 * Each segment counts against the reference that gives it the highest score; of several, that with the greater row, so that their order is no matter.
 * An empty reference does not count, nor does a segment without another one.
 */
function semposCounter(form: SemposForm): Counter {
  let references: readonly Int32Array[] = [];
  const row = new Float64Array(2 * typeCount);
  const best = new Float64Array(2 * typeCount);
  return {
    prepare(texts: readonly Text[]) {
      references = texts.filter((text) => !isEmpty(text[0]!)).map((text) => sorted(text[0]!));
    },
    collect(hypothesis, rows, at) {
      const words = sorted(hypothesis[0]!);
      let highest = -2;
      best.fill(0);
      for (const reference of references) {
        countCommon(words, reference, form === 'wmt09', row);
        const score = overlap(form, row);
        if (score < highest || (score === highest && !isGreater(row, best))) continue;
        highest = score;
        best.set(row);
      }
      rows.set(best, at);
    },
  };
}

const isEmpty = ({ ids, start, end }: Tokens): boolean => end > start && ids[start] === emptyReference;

const sorted = ({ ids, start, end }: Tokens): Int32Array => ids.slice(start, end).sort();

/** Two lists in order, walked side by side; equal words lie together. */
function countCommon(words: Int32Array, reference: Int32Array, inEither: boolean, row: Float64Array): void {
  row.fill(0);
  let [w, r] = [0, 0];
  while (w < words.length || r < reference.length) {
    const word = Math.min(words[w] ?? Infinity, reference[r] ?? Infinity);
    const [fromW, fromR] = [w, r];
    while (words[w] === word) w++;
    while (reference[r] === word) r++;
    const [here, there] = [w - fromW, r - fromR];
    const at = 2 * (word % typeCount);
    row[at]! += Math.min(here, there);
    row[at + 1]! += inEither ? Math.max(here, there) : there;
  }
}

function isGreater(a: Float64Array, b: Float64Array): boolean {
  const k = a.findIndex((value, i) => value !== b[i]);
  return k >= 0 && a[k]! > b[k]!;
}
