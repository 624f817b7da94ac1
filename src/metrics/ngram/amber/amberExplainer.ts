/** The words behind a row of AMBER. */
import {
  type Counter,
  type Explainer,
  type ShownTexts,
  type Span,
  type StepItem,
  Steps,
  type Text,
  type Tokens,
} from '../../../core/index.ts';
import { type CountedNgrams, Correspondence } from '../../../text/index.ts';
import { gapItems } from '../../shared/gapItems.ts';
import { ngramItems } from '../../shared/ngramItems.ts';
import { type ExplainSettings, followers, markOf, ofWeight } from './explainAmber.ts';
import { type TypeCounter, WordOrder, longWord } from './typeCounter.ts';
import { TypeSteps, shownSymbols } from './typeSteps.ts';
import { ngramIdf } from './weights.ts';

/** A text as one type sees it. */
export interface TypeText extends Tokens {
  /** The same as known words, for idf. */
  readonly known: Tokens | undefined;
}

/** Cuts a text into those of its types. */
export type CutTypes = (text: Text) => readonly TypeText[];

export function amberExplainer(
  given: ExplainSettings,
  counter: Counter,
  counters: readonly TypeCounter[],
  cut: CutTypes,
  learned: readonly CountedNgrams[] | undefined,
): Explainer {
  const { layout, settings } = given;
  return {
    explain(hypothesis, references, source, shown) {
      const row = new Float64Array(layout.width * counters.length);
      counter.prepare(references, source);
      counter.collect(hypothesis, row, 0);
      const steps = new Steps();
      const own = cut(hypothesis);
      const theirs = references.map(cut);
      counters.forEach((each, t) => {
        const segment: Segment = {
          ...given,
          row: row.subarray(t * layout.width, (t + 1) * layout.width),
          view: t,
          hypothesis: own[t]!,
          references: theirs.map((types) => types[t]!),
          closest: each.closestReferences(),
          shown: shown[t]!,
          learned: learned?.[t],
        };
        explainType(new TypeSteps(steps, settings, t), segment);
      });
      return steps.list;
    },
  };
}

/** A segment as one type sees it. */
interface Segment extends ExplainSettings {
  readonly row: Float64Array;
  readonly view: number;
  readonly hypothesis: TypeText;
  readonly references: readonly TypeText[];
  /** The references that are closest in length, the one that counts first. */
  readonly closest: readonly number[];
  readonly shown: ShownTexts;
  readonly learned: CountedNgrams | undefined;
}

function explainType(steps: TypeSteps, segment: Segment): void {
  const { settings, row, layout } = segment;
  countItems(steps, segment, false);
  if (settings.tfIdf !== 'no') countItems(steps, segment, true);
  const isUsed = (...names: readonly (typeof settings.without)[number][]) => names.some((name) => !settings.without.includes(name)); // prettier-ignore
  if (isUsed('SBP', 'SRP')) steps.computed('lo', 'words of the shorter text', 'min(t1, r1)');
  if (isUsed('CSBP', 'CSRP')) {
    steps.counted('tC', 'characters in the output', row[layout.characters]!);
    steps.counted('rC', 'characters in the reference', row[layout.characters + 1]!);
    steps.computed('loC', 'characters of the shorter text', 'min(tC, rC)');
  }
  if (isUsed('SWDP', 'LWDP')) countShortWords(steps, segment);
  if (isUsed('CKP')) countChunks(steps, segment);
  if (isUsed('CTP') && settings.continuity === 'corrected') {
    for (let n = 1; n < settings.order; n++) steps.computed(`f${n}`, followers(n), `max(0, m${n} - 1)`);
  }
  if (isUsed('NSCP', 'NKCP')) countWordOrder(steps, segment, isUsed('NSCP'), isUsed('NKCP'));
}

/** Items with gaps are listed only if they match; of n-grams the others are listed, too. */
function countItems(
  steps: TypeSteps,
  { row, view, hypothesis, references, closest, layout, settings, counting, learned }: Segment,
  isWeighted: boolean,
): void {
  const mark = markOf(isWeighted);
  const idf = isWeighted ? ngramIdf(learned!) : undefined;
  const idfAt = (place: number, n: number) =>
    idf ? idf(hypothesis.known!.ids, hypothesis.known!.start + place, n) : 1;
  const several = references.length > 1 && { note: `reference ${closest[0]! + 1}, the closest in length` };
  const start = isWeighted ? layout.weighted : layout.counts;
  for (const { symbol, name, kind, n } of shownSymbols({ ...counting, tfIdf: settings.tfIdf }, isWeighted)) {
    const at = start + layout.items.at(kind, n);
    const items =
      kind === 'ngram'
        ? ngramItems(hypothesis, references, { n, view, wanted: closest.slice(0, 1), weightOf: ({ from }) => idfAt(from, n) }) // prettier-ignore
        : gapItems(hypothesis, references, {
            kind,
            n,
            view,
            gap: settings.gap,
            weightOf: (places) => places.reduce((sum, place) => sum + idfAt(place, 1), 0) / n,
          });
    steps.counted(`m${symbol}${mark}`, ofWeight(isWeighted, `${name} matched`), row[at]!, items ? { items } : { note: 'too many to list' }); // prettier-ignore
    steps.counted(`t${symbol}${mark}`, ofWeight(isWeighted, `${name} in the output`), row[at + layout.items.width]!);
    steps.counted(`r${symbol}${mark}`, ofWeight(isWeighted, `${name} in the reference`), row[at + 2 * layout.items.width]!, { ...several }); // prettier-ignore
  }
}

function countShortWords(steps: TypeSteps, { settings, view, shown, closest }: Segment): void {
  const reference = closest[0]!;
  const shortPlaces = (words: readonly string[]): Span[] =>
    words.flatMap((word, from) => ([...word].length < longWord ? [{ from, to: from + 1 }] : []));
  const own = shortPlaces(shown.hypothesis);
  const theirs = shortPlaces(shown.references[reference]!);
  steps.counted('tS', 'short words in the output', own.length, {
    note: `of fewer than ${longWord} characters`,
    items: own.map((span) => ({ kind: 'short', view, adds: 1, hypothesis: [span] })),
  });
  steps.counted('rS', 'short words in the reference', theirs.length, {
    items: theirs.map((span) => ({ kind: 'short', view, adds: 1, references: [{ ...span, reference }] })),
  });
  if (settings.wordDifferences === 'totals') return;
  steps.computed('dS', 'difference in short words', 'abs(tS - rS)');
  steps.computed('dL', 'difference in long words', 'abs(t1 - r1 - (tS - rS))');
}

function countChunks(steps: TypeSteps, { row, layout, hypothesis, references, settings, view }: Segment): void {
  const isWhole = settings.identical && references.some((reference) => isEqual(hypothesis, reference));
  if (isWhole) {
    steps.computed('chunks', 'chunks', '0', { note: 'the output is equal to a reference' });
    return;
  }
  const placesOf = (n: number): readonly Span[] =>
    ngramItems(hypothesis, references, { n, wanted: [] }).flatMap(({ kind, hypothesis: places = [] }) => (kind === 'match' ? places : [])); // prettier-ignore
  const words = new Set(placesOf(1).map(({ from }) => from));
  const continued = new Set(placesOf(2).map(({ from }) => from));
  const chunks: Span[] = [];
  for (const from of words) {
    if (continued.has(from - 1)) continue;
    let to = from + 1;
    while (continued.has(to - 1)) to++;
    chunks.push({ from, to });
  }
  chunks.sort((a, b) => a.from - b.from);
  // With repeated words the matched bigrams need not be made of the matched words.
  const areChunks = chunks.length === row[layout.chunks];
  steps.computed('chunks', 'chunks', 'max(0, m1 - m2)', {
    note: 'each matched word that no matched 2-gram joins to the one before it starts a chunk',
    ...(areChunks && { items: chunks.map((span) => ({ kind: 'chunk', view, adds: 1, hypothesis: [span] })) }),
  });
}

function isEqual(one: Tokens, other: Tokens): boolean {
  const length = one.end - one.start;
  if (other.end - other.start !== length) return false;
  for (let i = 0; i < length; i++) if (one.ids[one.start + i] !== other.ids[other.start + i]) return false;
  return true;
}

/** Pairs of words in another order are listed up to this many. */
const mostPairs = 100;

function countWordOrder(
  steps: TypeSteps,
  { hypothesis, references, closest, settings, view }: Segment,
  withSpearman: boolean,
  withKendall: boolean,
): void {
  const ordered = closest.map((r) => wordOrderOf(hypothesis, references[r]!, r, settings.spearman === 'printed'));
  const best = (which: 'spearman' | 'kendall') =>
    ordered.reduce((known, each) => (each[which] > known[which] ? each : known));
  const [bySpearman, byKendall] = [best('spearman'), best('kendall')];
  const spans = (
    { reference, links }: OrderedWords,
    k: number,
  ): Pick<StepItem, 'hypothesis' | 'references' | 'view'> => ({
    // prettier-ignore
    view,
    hypothesis: [{ from: links[k]!.word, to: links[k]!.word + 1 }],
    references: [{ from: links[k]!.position, to: links[k]!.position + 1, reference }],
  });
  const countWords = (id: string, words: OrderedWords) =>
    steps.counted(id, 'words that correspond', words.links.length, {
      ...(references.length > 1 && { note: `to reference ${words.reference + 1}` }),
      items: words.links.map((_, k) => ({ kind: 'match', adds: 1, ...spans(words, k) })),
    });
  const isSame = bySpearman === byKendall;
  const none = { note: 'fewer than two words correspond, so there is no penalty' };
  const [spearmanName, kendallName] = [
    'rank correlation of words, times the words in the reference',
    'share of pairs in the same order, times the words in the reference',
  ];
  if (withSpearman || isSame) countWords('k', bySpearman);
  if (withSpearman) {
    const distances = bySpearman.links.map(({ rank }, k) => (k + 1 - rank) * (k + 1 - rank));
    const factor = settings.spearman === 'printed' ? '' : '6 * ';
    if (distances.length < 2) steps.computed('sp', spearmanName, 'r1', none);
    else {
      steps.counted('d', 'squared differences between ranks', distances.reduce((sum, each) => sum + each, 0), {
        items: distances.map((adds, k) => ({ kind: adds === 0 ? 'match' : 'moved', adds, ...spans(bySpearman, k) })),
      }); // prettier-ignore
      steps.computed('sp', spearmanName, `r1 * (1 - ${factor}d / (2 * (k + 1) * k * (k - 1)))`);
    }
  }
  if (!withKendall) return;
  const id = isSame ? 'k' : 'k2';
  if (!isSame) countWords(id, byKendall);
  const { links } = byKendall;
  if (links.length < 2) {
    steps.computed('kd', kendallName, 'r1', none);
    return;
  }
  const items: StepItem[] = [];
  let rising = 0;
  for (let j = 1; j < links.length; j++) {
    for (let i = 0; i < j; i++) {
      if (links[i]!.position < links[j]!.position) rising++;
      else if (items.length < mostPairs) {
        const [one, other] = [spans(byKendall, i), spans(byKendall, j)];
        items.push({ kind: 'swapped', view, adds: 0, hypothesis: [...one.hypothesis!, ...other.hypothesis!], references: [...one.references!, ...other.references!] }); // prettier-ignore
      }
    }
  }
  if (rising > 0) items.unshift({ kind: 'match', view, adds: rising, text: `${rising} pairs in the same order` });
  steps.counted('up', 'pairs of words in the same order', rising, { items });
  steps.computed('kd', kendallName, `r1 * (up / (${id} * (${id} - 1) / 2))`);
}

interface OrderedWords {
  readonly reference: number;
  readonly spearman: number;
  readonly kendall: number;
  /** In the order of the hypothesis. Words at the same position share the mean of their ranks. */
  readonly links: readonly { readonly word: number; readonly position: number; readonly rank: number }[];
}

function wordOrderOf(hypothesis: Tokens, reference: Tokens, r: number, isPrinted: boolean): OrderedWords {
  const correspondence = new Correspondence();
  const order = new WordOrder(isPrinted);
  const count = correspondence.align(hypothesis, reference);
  order.set(correspondence.positions, count, reference.end - reference.start);
  const positions = [...correspondence.positions.subarray(0, count)];
  return {
    reference: r,
    spearman: order.spearman,
    kendall: order.kendall,
    links: positions.map((position, k) => {
      const before = positions.filter((other) => other < position).length;
      const here = positions.filter((other) => other === position).length;
      return { word: correspondence.words[k]!, position, rank: (before + 1 + before + here) / 2 };
    }),
  };
}
