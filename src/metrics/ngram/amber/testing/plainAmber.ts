/** AMBER straight from the paper's equations; slow. */
import { plainCorrespondence } from '../../../../text/testing/plainCorrespondence.ts';
import {
  type Segment,
  type Weigh,
  type Words,
  characters,
  countsOf,
  idfOf,
  itemsOf,
  mean,
  shortWords,
  sumOf,
  upTo,
  wordsOf,
} from './plainItems.ts';

export interface PlainSettings {
  readonly tokenizer: 'none' | '13a';
  readonly types: readonly string[];
  readonly matching: readonly string[];
  readonly order: number;
  readonly recallOrder: number;
  readonly alpha: number;
  readonly avgP: number;
  readonly fMean: number;
  readonly gap: number;
  readonly tfIdf: 'no' | 'yes' | 'both';
  readonly without: readonly string[];
  readonly weights: Readonly<Record<string, number>>;
  readonly gamma: number;
  readonly beta: number;
  readonly chunks: 'corrected' | 'printed';
  readonly identical: boolean;
  readonly continuity: 'corrected' | 'printed';
  readonly spearman: 'printed' | 'standard';
  readonly wordDifferences: 'totals' | 'segments';
}

const plainDefaults: PlainSettings = {
  tokenizer: '13a',
  types: ['1', '4', '6'],
  matching: ['ngram', 'fixed', 'flexible'],
  order: 4,
  recallOrder: 1,
  alpha: 0.9,
  avgP: 0.3,
  fMean: 0.5,
  gap: 50,
  tfIdf: 'no',
  without: [],
  weights: { SBP: 0.3, SRP: 0.1, CSBP: 0.15, CSRP: 0.05, SWDP: 0.1, LWDP: 0.2, CKP: 1, CTP: 0.8, NSCP: 0.5, NKCP: 2 },
  gamma: 0.1,
  beta: 3,
  chunks: 'corrected',
  identical: false,
  continuity: 'corrected',
  spearman: 'printed',
  wordDifferences: 'totals',
};

function closest({ hypothesis, references }: Segment): Words[] {
  const facts = (words: Words) => [words.length, characters(words), shortWords(words)];
  const own = facts(hypothesis);
  const rank = (words: Words) => [
    words.length === 0 ? 1 : 0,
    ...facts(words).flatMap((fact, k) => [Math.abs(fact - own[k]!), fact]),
  ];
  const compare = (a: number[], b: number[]) => a.map((each, k) => each - b[k]!).find((each) => each !== 0) ?? 0;
  const [best] = references.map(rank).sort(compare);
  return references.filter((words) => compare(rank(words), best!) === 0);
}

/** The score and the penalties of one text type. */
function plainRun(segments: readonly Segment[], settings: PlainSettings, all = segments) {
  const { order, recallOrder, alpha, avgP, fMean, matching, gap } = settings;
  const chosen = segments.map((segment) => closest(segment)[0]!);
  const sums = (weigh: Weigh, kind: string, n: number) => {
    const total = (words: Words) => sumOf(itemsOf(words, kind, n, gap), (item) => weigh(item, kind));
    return {
      matches: sumOf(segments, ({ hypothesis, references }) => {
        const items = itemsOf(hypothesis, kind, n, gap);
        const left = new Map<string, number>();
        for (const reference of references) {
          for (const [key, count] of countsOf(itemsOf(reference, kind, n, gap))) {
            left.set(key, Math.max(left.get(key) ?? 0, count));
          }
        }
        return sumOf(items, (item) => {
          const rest = left.get(item.key) ?? 0;
          left.set(item.key, rest - 1);
          return rest > 0 ? weigh(item, kind) : 0;
        });
      }),
      hypothesis: sumOf(segments, ({ hypothesis }) => total(hypothesis)),
      reference: sumOf(segments, (segment) => Math.min(...closest(segment).map(total))),
    };
  };
  const score = (weigh: Weigh) => {
    const precisions = upTo(order).map((n) => {
      const present = matching
        .map((kind) => sums(weigh, n === 1 ? 'ngram' : kind, n))
        .filter((each) => each.hypothesis + each.reference > 0);
      return present.length === 0
        ? undefined
        : mean(present.map((each) => (each.hypothesis > 0 ? each.matches / each.hypothesis : 0)));
    });
    const recall = (n: number) => {
      const { matches, hypothesis, reference } = sums(weigh, 'ngram', n);
      return hypothesis + reference === 0 ? undefined : reference === 0 ? 0 : Math.min(1, matches / reference);
    };
    const f = (p: number, r: number) => (p * r === 0 ? 0 : (p * r) / (alpha * p + (1 - alpha) * r));
    const present = precisions.filter((p) => p !== undefined);
    if (present.length === 0) return { AvgP: 0, Fmean: 0, AvgF: 0, score: 0 };
    const AvgP = present.reduce((product, p) => product * p, 1) ** (1 / present.length);
    const recalls = upTo(recallOrder)
      .map(recall)
      .filter((r) => r !== undefined);
    const Fmean = f(mean(present), recalls.length === 0 ? 0 : mean(recalls));
    const AvgF = mean(precisions.flatMap((p, n) => (p === undefined ? [] : [f(p, recall(n + 1) ?? 0)])));
    return { AvgP, Fmean, AvgF, score: avgP * AvgP + fMean * Fmean + (1 - avgP - fMean) * AvgF };
  };
  const scores = { no: [score(() => 1)], yes: [score(idfOf(all))], both: [score(() => 1), score(idfOf(all))] }[
    settings.tfIdf
  ];
  const penalties = penaltiesOf(segments, chosen, settings);
  const penalty = Object.entries(penalties).reduce(
    (product, [name, value]) =>
      settings.without.includes(name) ? product : product * value ** settings.weights[name]!,
    1,
  );
  return {
    ...scores[0]!,
    score: mean(scores.map((each) => each.score)),
    penalties,
    penalty,
    AMBER: mean(scores.map((each) => each.score)) * penalty,
  };
}

/** Section 2.2. */
function penaltiesOf(segments: readonly Segment[], chosen: readonly Words[], settings: PlainSettings) {
  const brevity = (size: (words: Words) => number) => {
    const reference = sumOf(chosen, size);
    const shorter = sumOf(segments, ({ hypothesis }, i) => Math.min(size(hypothesis), size(chosen[i]!)));
    return reference === 0 ? 1 : shorter === 0 ? 0 : Math.exp(1 - reference / shorter);
  };
  const redundancy = (size: (words: Words) => number) => {
    const reference = sumOf(chosen, size);
    const longer = sumOf(segments, ({ hypothesis }, i) => Math.max(size(hypothesis), size(chosen[i]!)));
    return reference === 0 ? (longer === 0 ? 1 : 0) : Math.exp(1 - longer / reference);
  };
  const length = (words: Words) => words.length;
  const words = sumOf(chosen, length);
  const difference = (count: (words: Words) => number) => {
    const differences = segments.map(({ hypothesis }, i) => count(hypothesis) - count(chosen[i]!));
    const apart =
      settings.wordDifferences === 'totals'
        ? Math.abs(sumOf(differences, (each) => each))
        : sumOf(differences, Math.abs);
    return apart === 0 ? 1 : words === 0 ? 0 : Math.exp(-apart / words);
  };
  const matches = segments.map(({ hypothesis, references }) =>
    upTo(Math.max(2, settings.order)).map((n) => {
      const counts = references.map((reference) => countsOf(itemsOf(reference, 'ngram', n, 0)));
      return sumOf([...countsOf(itemsOf(hypothesis, 'ngram', n, 0))], ([key, count]) =>
        Math.min(count, Math.max(...counts.map((each) => each.get(key) ?? 0))),
      );
    }),
  );
  const chunks = sumOf(segments, ({ hypothesis, references }, i) =>
    settings.identical && references.some((reference) => reference.join(' ') === hypothesis.join(' '))
      ? 0
      : Math.max(0, matches[i]![0]! - matches[i]![1]!),
  );
  const matched = sumOf(matches, ([unigrams = 0]) => unigrams);
  const share = (settings.chunks === 'printed' ? -chunks : chunks) / matched;
  const ratios = upTo(settings.order - 1).flatMap((n) => {
    const longer = sumOf(matches, (each) => each[n]!);
    const followed =
      settings.continuity === 'printed'
        ? sumOf(matches, (each) => each[n - 1]!) - segments.length
        : sumOf(matches, (each) => Math.max(0, each[n - 1]! - 1));
    if (followed <= 0) return [];
    return [settings.continuity === 'printed' ? longer / followed : Math.min(1, longer / followed)];
  });
  const orders = segments.map((segment) => {
    const vocabulary = [...new Set([segment.hypothesis, ...segment.references].flat())];
    const ids = (text: Words) => text.map((word) => vocabulary.indexOf(word));
    return closest(segment).map((reference) =>
      orderOf(plainCorrespondence(ids(segment.hypothesis), ids(reference)), settings.spearman),
    );
  });
  const ordered = (which: 0 | 1) =>
    words === 0
      ? 1
      : sumOf(orders, (each, i) => chosen[i]!.length * Math.max(...each.map((pair) => pair[which]))) / words;
  return {
    SBP: brevity(length),
    SRP: redundancy(length),
    CSBP: brevity(characters),
    CSRP: redundancy(characters),
    SWDP: difference(shortWords),
    LWDP: difference((text) => text.length - shortWords(text)),
    CKP: matched === 0 ? 1 : Math.max(0, 1 - settings.gamma * share ** settings.beta),
    CTP:
      ratios.length === 0
        ? 1
        : settings.continuity === 'printed'
          ? Math.exp(-mean(ratios))
          : Math.exp(mean(ratios) - 1),
    NSCP: ordered(0),
    NKCP: ordered(1),
  };
}

/** NSCP and NKCP of one segment. */
function orderOf(positions: readonly number[], spearman: 'printed' | 'standard'): [nscp: number, nkcp: number] {
  const n = positions.length;
  if (n < 2) return [1, 1];
  const rank = (position: number) =>
    1 +
    positions.filter((each) => each < position).length +
    (positions.filter((each) => each === position).length - 1) / 2;
  const squares = sumOf(positions, (position, i) => (i + 1 - rank(position)) ** 2);
  const rho = 1 - ((spearman === 'printed' ? 1 : 6) * squares) / ((n + 1) * n * (n - 1));
  const pairs = positions.flatMap((a, i) => positions.slice(i + 1).map((b) => a < b));
  const tau = (2 * pairs.filter(Boolean).length) / pairs.length - 1;
  return [(1 + rho) / 2, (1 + tau) / 2];
}

export function plainAmber(
  hypotheses: readonly string[],
  references: readonly (readonly string[])[],
  given: Partial<PlainSettings>,
): { corpus: number; segments: number[] } {
  const settings = { ...plainDefaults, ...given };
  const runs = settings.types.map((type) => {
    const segments = hypotheses.map((hypothesis, i) => ({
      hypothesis: wordsOf(hypothesis, type, settings.tokenizer),
      references: references[i]!.map((reference) => wordsOf(reference, type, settings.tokenizer)),
    }));
    return [
      plainRun(segments, settings).AMBER,
      ...segments.map((segment) => plainRun([segment], settings, segments).AMBER),
    ];
  });
  const [corpus = 0, ...segments] = runs[0]!.map((_, k) => 100 * mean(runs.map((run) => run[k]!)));
  return { corpus, segments };
}
