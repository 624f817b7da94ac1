/** What the forms of SemPOS share: content words by semantic part of speech, and how many of them a hypothesis and its reference have in common. */
import {
  type Counter,
  type IdList,
  type MetricBody,
  type Text,
  type Tokens,
  UsageError,
  type View,
  choice,
  percent,
  suggest,
} from '../../core/index.ts';
import { countWords } from '../../text/index.ts';
import { BestReference } from './bestReference.ts';

/** Semantic parts of speech, as the tectogrammatical layer of the Prague Dependency Treebank has them. */
const full = [
  'n.denot', 'n.denot.neg', 'n.pron.def.demon', 'n.pron.def.pers', 'n.pron.indef', 'n.quant.def',
  'adj.denot', 'adj.pron.def.demon', 'adj.pron.indef', 'adj.quant.def', 'adj.quant.indef', 'adj.quant.grad',
  'adv.denot.grad.nneg', 'adv.denot.ngrad.nneg', 'adv.denot.grad.neg', 'adv.denot.ngrad.neg', 'adv.pron.def', 'adv.pron.indef',
  'v',
] as const; // prettier-ignore

/** Coarser analyses say only how a value begins, such as `adv.denot`; each such beginning is a type of its own. */
const beginnings = full.flatMap((value) => {
  const steps = value.split('.');
  return steps.slice(1).map((_, k) => steps.slice(0, k + 1).join('.'));
});

export const semposTypes: readonly string[] = [...new Set<string>([...full, ...beginnings])];

const places = new Map(semposTypes.map((type, t) => [type, t]));

/** What stands where a word is no node of its own: function words and punctuation. */
const none = new Set(['-', '_']);

/** Its place among the types; −1 for a word that has none. */
export function semposType(value: string, where: () => string): number {
  const place = places.get(value);
  if (place !== undefined) return place;
  if (none.has(value)) return -1;
  const what = value === '' ? 'is missing' : `"${value}" is unknown`;
  const advice = value.length > 2 ? suggest(value, full) : `Known: ${full.join(', ')}.`;
  throw new UsageError(
    `${where()}: the semantic part of speech ${what}. ${advice} ` +
      `A word without one has "-"; a name may also end early, as in adv.denot.`,
  );
}

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
  let references: readonly Text[] = [];
  let sortedReferences: readonly Int32Array[] = [];
  let words = new Int32Array(0);
  const best = new BestReference({
    width: 2 * typeCount,
    prefers: 'greater',
    isEmpty: (text) => isEmpty(text[0]!),
    count: (_hypothesis, _reference, row, r) => countCommon(words, sortedReferences[r]!, form === 'wmt09', row),
    score: (row) => overlap(form, row),
  });
  return {
    prepare(texts) {
      references = texts;
      sortedReferences = texts.map((text) => sorted(text[0]!));
    },
    collect(hypothesis, rows, at) {
      words = sorted(hypothesis[0]!);
      best.find(hypothesis, references);
      rows.set(best.row, at);
    },
  };
}

const isEmpty = ({ ids, start, end }: Tokens): boolean => end > start && ids[start] === emptyReference;

const sorted = ({ ids, start, end }: Tokens): Int32Array<ArrayBuffer> => ids.slice(start, end).sort();

/** Two lists in order, walked side by side; equal words lie together. */
function countCommon(words: Int32Array, reference: Int32Array, inEither: boolean, row: Float64Array): void {
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
