/** What the forms of SemPOS share: content words by semantic part of speech, and how many of them a hypothesis and its reference have in common. */
import {
  type Counter,
  type Explainer,
  type IdList,
  type MetricBody,
  type Step,
  type StepItem,
  Steps,
  type Text,
  type Tokens,
  UsageError,
  choice,
  percent,
  suggest,
} from '../../core/index.ts';
import { type TellingView, countWords } from '../../text/index.ts';
import { BestReference } from './bestReference.ts';
import { inReference } from './errorRate.ts';
import { ngramItems } from './ngramItems.ts';

/** Semantic parts of speech of the tectogrammatical layer of the Prague Dependency Treebank. */
const full = [
  'n.denot', 'n.denot.neg', 'n.pron.def.demon', 'n.pron.def.pers', 'n.pron.indef', 'n.quant.def',
  'adj.denot', 'adj.pron.def.demon', 'adj.pron.indef', 'adj.quant.def', 'adj.quant.indef', 'adj.quant.grad',
  'adv.denot.grad.nneg', 'adv.denot.ngrad.nneg', 'adv.denot.grad.neg', 'adv.denot.ngrad.neg', 'adv.pron.def', 'adv.pron.indef',
  'v',
] as const; // prettier-ignore

/** Coarser analyses have only a prefix of a value, such as `adv.denot`; each such prefix is a type of its own. */
const beginnings = full.flatMap((value) => {
  const steps = value.split('.');
  return steps.slice(1).map((_, k) => steps.slice(0, k + 1).join('.'));
});

export const semposTypes: readonly string[] = [...new Set<string>([...full, ...beginnings])];

const places = new Map(semposTypes.map((type, t) => [type, t]));

/** Marks a word that is not a node of its own: function words and punctuation. */
const none = new Set(['-', '_']);

/** The index of its type; −1 for a word without one. */
export function semposType(value: string, where: () => string): number {
  const place = places.get(value);
  if (place !== undefined) return place;
  if (none.has(value)) return -1;
  const what = value === '' ? 'is missing' : `"${value}" is unknown`;
  const advice = value.length > 2 ? suggest(value, full) : `Known: ${full.join(', ')}.`;
  throw new UsageError(
    `${where()}: the semantic part of speech ${what}. ${advice} ` +
      `Write "-" for a word without one; a prefix of a name, such as adv.denot, is also accepted.`,
  );
}

const semposForms = ['wmt09', 'cap-macro', 'cap-micro'] as const;
type SemposForm = (typeof semposForms)[number];

export const formOption = choice(semposForms, {
  key: 'form',
  default: 'wmt09',
  help: 'Words in common divided by words in either text, as a mean over types (wmt09); or divided by words of the reference, as a mean over types (cap-macro) or over all words (cap-micro), as in Moses.',
});

/** The form in a name: `SemPOS-cap-micro` for the id `sempos`. */
export function formNamed(name: string, id: string): { form: SemposForm } | undefined {
  const typed = name.toLowerCase();
  const form = semposForms.find((each) => typed === `${id}-${each}`);
  return form && { form };
}

const typeCount = semposTypes.length;

/** Passes each content word of a text to `add`: its lemma, and the index of its type in `semposTypes`. */
export type ContentWords = (text: string, add: (lemma: string, type: number) => void) => void;

/** Represents a reference that has no words at all. */
const emptyReference = -1;

/** The content words of texts. A token is the number of a lemma, times the number of types, plus the type; or `emptyReference`. */
export const contentWords = (key: string, read: () => ContentWords, lowercase: boolean): TellingView => ({
  key: `content-words:${key}${lowercase ? ':lc' : ''}`,
  wordsOf(text) {
    const words: string[] = [];
    if (countWords(text) > 0) {
      read()(text, (lemma, type) => words.push(`${lowercase ? lemma.toLowerCase() : lemma}|${semposTypes[type]}`));
    }
    return words;
  },
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

/** Two numbers for every type: words in common, and their divisor. */
export const semposBody = (
  form: SemposForm,
): Pick<MetricBody, 'range' | 'decomposable' | 'statistics' | 'counter' | 'score' | 'explain' | 'explainer'> => ({
  range: percent,
  decomposable: false,
  statistics: semposTypes.flatMap((type) => [
    `${type}: words in common`,
    `${type}: words in ${form === 'wmt09' ? 'either' : 'the reference'}`,
  ]),
  counter: () => semposCounter(form),
  score: (sums) => 100 * Math.max(0, overlap(form, sums)),
  explain: (sums, segment) => explainOverlap(form, sums, segment),
  explainer: () => semposExplainer(form),
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
 * Each segment is scored against the reference that gives the highest score; ties go to the greater row, so the order of references does not matter.
 * Empty references are ignored, and so are segments that have no other reference.
 */
function semposReference(form: SemposForm) {
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
    prepare(texts: readonly Text[]): void {
      references = texts;
      sortedReferences = texts.map((text) => sorted(text[0]!));
    },
    /** The number of the reference, or −1 if all are ignored, and its row. */
    find(hypothesis: Text): { readonly r: number; readonly row: Float64Array } {
      words = sorted(hypothesis[0]!);
      const r = best.find(hypothesis, references);
      return { r, row: best.row };
    },
  };
}

function semposCounter(form: SemposForm): Counter {
  const best = semposReference(form);
  return {
    prepare: (texts) => best.prepare(texts),
    collect: (hypothesis, rows, at) => rows.set(best.find(hypothesis).row, at),
  };
}

/** Ids of the counts of a type: words in common, and their divisor. */
const idsOf = (type: string) => {
  const symbol = type.replaceAll('.', '_');
  return { common: `m_${symbol}`, all: `u_${symbol}`, share: `s_${symbol}` };
};
const divisorName = (form: SemposForm): string =>
  form === 'wmt09' ? 'words in either text' : 'words in the reference';

function explainOverlap(
  form: SemposForm,
  sums: ArrayLike<number>,
  segment: readonly Step[] | undefined,
): readonly Step[] {
  const steps = new Steps(segment);
  const counting = semposTypes.filter((_, t) => sums[2 * t + 1]! > 0);
  for (const type of counting) {
    const t = places.get(type)!;
    steps.counted(idsOf(type).common, `${type}: words in common`, sums[2 * t]!);
    steps.counted(idsOf(type).all, `${type}: ${divisorName(form)}`, sums[2 * t + 1]!);
    if (form !== 'cap-micro') {
      const { common, all, share } = idsOf(type);
      steps.computed(share, `${type}: share in common`, `${common} / ${all}`);
    }
  }
  const sum = (ids: readonly string[]) => (ids.length === 1 ? ids[0]! : `(${ids.join(' + ')})`);
  const ids = counting.map(idsOf);
  if (ids.length === 0) steps.computed('score', 'score', '0', { note: 'there are no content words to compare' });
  else if (form === 'cap-micro') {
    steps.computed(
      'score',
      'score',
      `100 * (${sum(ids.map(({ common }) => common))} / ${sum(ids.map(({ all }) => all))})`,
    );
  } else {
    const note = `mean over the types that ${form === 'wmt09' ? 'either text' : 'the reference'} has`;
    steps.computed('score', 'score', `100 * (${sum(ids.map(({ share }) => share))} / ${ids.length})`, { note });
  }
  return steps.list;
}

function semposExplainer(form: SemposForm): Explainer {
  const best = semposReference(form);
  return {
    explain(hypothesis, references) {
      best.prepare(references);
      const { r, row } = best.find(hypothesis);
      if (r < 0) return [];
      const [own, theirs] = [hypothesis[0]!, references[r]![0]!];
      const typeOf = (item: StepItem): number => {
        const [tokens, { from }] = item.hypothesis ? [own, item.hypothesis[0]!] : [theirs, item.references![0]!];
        return tokens.ids[tokens.start + from]! % typeCount;
      };
      const items = inReference(ngramItems(own, [theirs], { n: 1 }), r);
      const steps = new Steps();
      semposTypes.forEach((type, t) => {
        if (row[2 * t + 1]! <= 0) return;
        steps.counted(idsOf(type).common, `${type}: words in common`, row[2 * t]!, {
          ...(references.length > 1 && { note: `with reference ${r + 1}, which gives the highest score` }),
          items: items.filter((item) => typeOf(item) === t),
        });
        steps.counted(idsOf(type).all, `${type}: ${divisorName(form)}`, row[2 * t + 1]!);
      });
      return steps.list;
    },
  };
}

const isEmpty = ({ ids, start, end }: Tokens): boolean => end > start && ids[start] === emptyReference;

const sorted = ({ ids, start, end }: Tokens): Int32Array<ArrayBuffer> => ids.slice(start, end).sort();

/** Merges two sorted lists; equal words are adjacent. */
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
