/** ROUGE: n-grams, subsequences or skip bigrams in common with the reference. Lin, ACL workshop 2004; `compat` as in ROUGE-1.5.5. */
import {
  type Counter,
  type Explainer,
  type MetricBody,
  type OptionsOf,
  type Span,
  type StepItem,
  Steps,
  type Text,
  type Tokens,
  UsageError,
  choice,
  defineMetric,
  number,
  option,
  pow,
} from '../../core/index.ts';
import {
  CommonSubsequence,
  CommonTokens,
  NgramMatcher,
  SkipBigrams,
  WeightedSubsequence,
  tokenizerRouge155,
  words,
} from '../../text/index.ts';
import { meanOfSegments } from '../shared/bestReference.ts';
import { inReference } from '../shared/errorRate.ts';
import { gapItems } from '../shared/gapItems.ts';
import { ngramItems, sumOf } from '../shared/ngramItems.ts';
import { wordNeeds, wordOptions, wordView } from '../shared/wordOptions.ts';

const gapAccepts = 'unlimited or an integer of at least 0';

const options = {
  ...wordOptions,
  variant: choice(['1', '2', '3', '4', '5', '6', '7', '8', '9', 'L', 'W', 'S', 'SU'], {
    key: 'variant',
    default: 'L',
    alias: (typed) => typed.toUpperCase(),
    help: 'What is counted: n-grams of one length, the longest common subsequence (L), the same favouring runs (W), pairs of words in order (S), such pairs and single words (SU).',
  }),
  score: choice(['f', 'p', 'r'], { key: 'score', default: 'f', help: 'Whether F, precision or recall is the score.' }),
  alpha: number({
    key: 'alpha',
    default: 0.5,
    min: 0,
    max: 1,
    help: 'Weight of precision in F: 1 for precision only, 0 for recall only.',
  }),
  weight: number({
    key: 'weight',
    default: 1.2,
    min: 1,
    max: 4,
    help: 'For W: a run of k words counts as k to this power.',
  }),
  gap: option<number>({
    key: 'gap',
    default: Infinity,
    accepts: gapAccepts,
    help: 'For S and SU: maximum number of words between the two words of a pair.',
    parse(value) {
      if (value === Infinity || value === 'unlimited' || value === '*') return Infinity;
      const gap = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      if (typeof gap === 'number' && Number.isSafeInteger(gap) && gap >= 0) return gap === 0 ? 0 : gap;
      throw new UsageError(`gap must be ${gapAccepts}, not "${String(value)}".`);
    },
    print: (value) => (value === Infinity ? 'unlimited' : String(value)),
  }),
  references: choice(['best', 'pooled'], {
    key: 'references',
    default: 'best',
    help: 'With several references, use the one with the highest score, as in the paper (best), or the sums over all, as with -f A of ROUGE-1.5.5 (pooled).',
  }),
  compat: choice(['none', 'rouge155'], {
    key: 'compat',
    default: 'none',
    help: 'Count as in the paper (none) or as ROUGE-1.5.5 does (rouge155), which reads only ASCII letters and digits and ignores case and tok.',
  }),
};

type Settings = OptionsOf<typeof options>;

function nameOf({ variant, weight, gap }: Settings): string {
  if (variant === 'W') return `ROUGE-W-${weight}`;
  return variant.startsWith('S') ? `ROUGE-${variant}${gap === Infinity ? '*' : gap}` : `ROUGE-${variant}`;
}

export default defineMetric({
  id: 'rouge',
  summary: 'N-grams, the longest common subsequence, or pairs of words in order in common with the reference.',
  cite: 'Lin (2004): ROUGE: a package for automatic evaluation of summaries. ACL workshop. — Lin and Och (2004): Automatic evaluation of machine translation quality using longest common subsequence and skip-bigram statistics. ACL.',
  notes: [
    'The variant can be part of the name: `rouge-2`, `rouge-l`, `rouge-w`, `rouge-s`, `rouge-su4` (at most four words between the two of a pair); `rouge155` is `rouge(compat=rouge155)`. A segment is one sentence, so there is no union of subsequences. W follows the recurrence of the paper, which need not find the subsequence of maximum weight.',
    'The score of a text is the mean over its segments. With several references the one that gives the highest score counts; `references=pooled` divides the sum of matches by the sum of totals instead, so that repeating a reference changes the score.',
    'An empty hypothesis scores 0, and so does a text too short for an n-gram or pair, even against itself. Empty references are ignored, and so are segments that have no other reference.',
    '`compat=rouge155` reproduces ROUGE-1.5.5 without stemming. Words are runs of ASCII letters and digits in lower case, so texts in most scripts score 0. W weights the runs of the subsequence only in the reference, and its recall divides by the weight of the weight, so nine words have a recall of 64.4 against themselves. SU ignores the last word of each text. Empty segments count as 0. With `references=best` (-f B) the reference with the highest recall counts; the program’s default is `references=pooled` (-f A). The program rounds intermediate results to five digits, which this implementation does not, and divides by zero in W for texts without words, which score 0 here.',
  ],
  example: 'rouge(variant=SU,gap=4)',
  options,
  readName(name) {
    if (/^rouge-?1\.?5\.?5$/i.test(name)) return { compat: 'rouge155' as const };
    const [, plain, weighted, weight, skip, gap] =
      /^rouge-?(?:(\d+|L)|(W)(?:-?(\d*\.?\d+))?|(SU?)(\d+|\*)?)$/i.exec(name) ?? [];
    const variant = plain ?? weighted ?? skip;
    if (variant === undefined) return undefined;
    return {
      variant: options.variant.parse(variant),
      ...(weight !== undefined && { weight: options.weight.parse(weight) }),
      ...(gap !== undefined && { gap: options.gap.parse(gap) }),
    };
  },
  nameOf,
  needs: (settings) => (settings.compat === 'none' ? wordNeeds(settings) : []),
  create(settings, resources): MetricBody {
    const { variant, weight, gap, compat } = settings;
    if (gap !== Infinity && !variant.startsWith('S'))
      throw new UsageError('gap works only with variant=S and variant=SU.');
    if (weight !== options.weight.default && variant !== 'W') throw new UsageError('weight works only with variant=W.');
    return {
      name: nameOf(settings),
      reads: [compat === 'rouge155' ? words(tokenizerRouge155, { lowercase: false }) : wordView(settings, resources)],
      ...meanOfSegments,
      counter: () => rougeCounter(settings),
      explainer: () => rougeExplainer(settings),
    };
  },
});

/** What a variant counts. */
interface Units {
  common(hypothesis: Tokens, reference: Tokens): number;
  /** In a text of this many words. */
  total(words: number): number;
  /** In a reference, if ROUGE-1.5.5 has a different number. */
  totalOfReference?(words: number): number;
  /** From a share of units to precision or recall, if they differ. */
  rate?(share: number): number;
}

function unitsOf({ variant, weight, gap, compat }: Settings): Units {
  const as155 = compat === 'rouge155';
  if (variant === 'L') {
    const subsequence = new CommonSubsequence();
    return { common: (hypothesis, reference) => subsequence.length(hypothesis, reference), total: (words) => words };
  }
  if (variant === 'W') {
    const subsequence = new WeightedSubsequence(weight);
    const total = (words: number) => subsequence.weight(words);
    return {
      common: (hypothesis, reference) =>
        as155 ? subsequence.traced(hypothesis, reference) : subsequence.heaviest(hypothesis, reference),
      total,
      ...(as155 && { totalOfReference: (words) => pow(total(words), weight) }),
      rate: (share) => pow(share, 1 / weight),
    };
  }
  if (variant === 'S' || variant === 'SU') return skipUnits(gap, variant === 'SU', as155);
  const order = Number(variant);
  const matcher = new NgramMatcher(order);
  const matches = new Float64Array(order);
  return {
    common(hypothesis, reference) {
      matches.fill(0);
      matcher.setReferences([reference]);
      matcher.match(hypothesis, matches, 0);
      return matches[order - 1]!;
    },
    total: (words) => Math.max(0, words - order + 1),
  };
}

/** Single words are pairs with a marker before the text. */
function skipUnits(gap: number, withWords: boolean, as155: boolean): Units {
  const pairs = new SkipBigrams(gap);
  if (!withWords) {
    return {
      common: (hypothesis, reference) => pairs.count(hypothesis, reference),
      total: (words) => pairs.total(words),
    };
  }
  const singles = new CommonTokens();
  const counted = (text: Tokens): Tokens =>
    as155 && text.end > text.start ? { ids: text.ids, start: text.start, end: text.end - 1 } : text;
  return {
    common: (hypothesis, reference) =>
      pairs.count(hypothesis, reference) + singles.count(counted(hypothesis), counted(reference)),
    total: (words) => pairs.total(words) + (as155 ? Math.max(0, words - 1) : words),
  };
}

/** The share of units in common as precision or recall. */
function rateOf(units: Units, common: number, total: number): number {
  const share = total > 0 ? common / total : 0;
  return units.rate ? units.rate(share) : share;
}

function scoreFrom({ score, alpha }: Settings, precision: number, recall: number): number {
  if (score !== 'f') return score === 'p' ? precision : recall;
  return precision * recall > 0 ? (precision * recall) / ((1 - alpha) * precision + alpha * recall) : 0;
}

function rougeCounter(settings: Settings): Counter {
  const units = unitsOf(settings);
  const pooled = settings.references === 'pooled';
  const as155 = settings.compat === 'rouge155';
  let references: readonly Text[] = [];
  const rate = (common: number, total: number): number => rateOf(units, common, total);
  const scoreOf = (precision: number, recall: number): number => scoreFrom(settings, precision, recall);

  return {
    prepare(texts) {
      references = texts;
    },
    collect(hypothesis, rows, at) {
      const tokens = hypothesis[0]!;
      const total = units.total(tokens.end - tokens.start);
      let best = 0;
      let bestRecall = 0;
      let counted = 0;
      let commonSum = 0;
      let referenceSum = 0;
      for (let r = 0; r < references.length; r++) {
        const reference = references[r]![0]!;
        const length = reference.end - reference.start;
        if (length === 0 && !as155) continue;
        counted++;
        const common = units.common(tokens, reference);
        const inReference = units.totalOfReference ? units.totalOfReference(length) : units.total(length);
        commonSum += common;
        referenceSum += inReference;
        if (pooled) continue;
        const recall = rate(common, inReference);
        const found = scoreOf(rate(common, total), recall);
        // ROUGE-1.5.5 chooses by recall; the score breaks ties, so the order of references does not matter.
        if (as155 ? recall > bestRecall || (recall === bestRecall && found > best) : found > best) best = found;
        if (recall > bestRecall) bestRecall = recall;
      }
      if (pooled) best = scoreOf(rate(commonSum, total * counted), rate(commonSum, referenceSum));
      rows[at] = best;
      rows[at + 1] = counted > 0 ? 1 : 0;
    },
  };
}

/** Against one reference: how many units are in common, and how many the reference has. */
interface Compared {
  readonly r: number;
  readonly common: number;
  readonly inReference: number;
}

function rougeExplainer(settings: Settings): Explainer {
  const { variant, score, alpha, weight } = settings;
  const units = unitsOf(settings);
  const pooled = settings.references === 'pooled';
  const as155 = settings.compat === 'rouge155';
  const [what, unit] = namesOf(settings);

  /** As the counter chooses; the first if none has anything in common. */
  const best = (compared: readonly Compared[], total: number): Compared => {
    let [chosen, highest, highestRecall] = [compared[0]!, 0, 0];
    for (const each of compared) {
      const recall = rateOf(units, each.common, each.inReference);
      const found = scoreFrom(settings, rateOf(units, each.common, total), recall);
      const isBetter = as155
        ? recall > highestRecall || (recall === highestRecall && found > highest)
        : found > highest;
      if (isBetter) [chosen, highest] = [each, found];
      highestRecall = Math.max(highestRecall, recall);
    }
    return chosen;
  };
  const rate = (steps: Steps, id: string, name: string, share: string, total: number): number => {
    if (total === 0) return steps.computed(id, name, '0', { note: 'there are none' });
    return steps.computed(id, name, variant === 'W' ? `(${share})^(1 / ${weight})` : share);
  };

  return {
    explain([hypothesis], references) {
      const total = units.total(hypothesis!.end - hypothesis!.start);
      const all = references.flatMap(([reference], r): Compared[] => {
        const length = reference!.end - reference!.start;
        if (length === 0 && !as155) return [];
        const inReference = units.totalOfReference ? units.totalOfReference(length) : units.total(length);
        return [{ r, common: units.common(hypothesis!, reference!), inReference }];
      });
      if (all.length === 0) return [];
      const counting = pooled ? all : [best(all, total)];
      const several = references.length > 1 && {
        note: pooled
          ? `sum over ${counting.length} references`
          : `reference ${counting[0]!.r + 1}, which gives the highest ${as155 ? 'recall' : 'score'}`,
      };
      const sum = (value: (each: Compared) => number) => counting.reduce((sofar, each) => sofar + value(each), 0);
      const itemsOf = (list: (reference: Tokens) => readonly StepItem[] | undefined) => {
        const lists = counting.map(({ r }) => ({ r, items: list(references[r]![0]!) }));
        if (lists.some(({ items }) => items === undefined)) return { note: 'too many to list' };
        return { items: lists.flatMap(({ r, items }) => inReference(items!, r)) };
      };
      const steps = new Steps();
      if (variant === 'SU') {
        const singles = itemsOf((reference) => singleItems(hypothesis!, reference, as155));
        const count = sumOf(singles.items ?? []);
        steps.counted('pairs', 'pairs of words in common', sum(({ common }) => common) - count, itemsOf((reference) => unitItems(settings, hypothesis!, reference))); // prettier-ignore
        steps.counted('words', 'single words in common', count, singles);
        steps.computed('m', what, 'pairs + words', { ...several });
      } else {
        steps.counted('m', what, sum(({ common }) => common), { ...several, ...itemsOf((reference) => unitItems(settings, hypothesis!, reference)) }); // prettier-ignore
      }
      const inOutput = total * counting.length;
      const inReferences = sum((each) => each.inReference);
      steps.counted('t', `${unit} in the output`, inOutput, {
        ...(counting.length > 1 && { note: `once for each of ${counting.length} references` }),
      });
      steps.counted('u', `${unit} in the reference`, inReferences, { ...several });
      const precision = score === 'r' ? 0 : rate(steps, 'P', 'precision', 'm / t', inOutput);
      const recall = score === 'p' ? 0 : rate(steps, 'R', 'recall', 'm / u', inReferences);
      const name = 'score of the segment';
      if (score !== 'f') steps.computed('s', name, score === 'p' ? 'P' : 'R');
      else if (precision * recall > 0) steps.computed('s', name, `P * R / ((1 - ${alpha}) * P + ${alpha} * R)`);
      else steps.computed('s', name, '0', { note: 'nothing in common' });
      return steps.list;
    },
  };
}

/** What is in common, and what a text has. */
function namesOf({ variant, compat }: Settings): readonly [common: string, unit: string] {
  if (variant === 'L') return ['words in the longest common subsequence', 'words'];
  if (variant === 'W') {
    return [`weight of the runs in the common subsequence${compat === 'rouge155' ? ', in the reference' : ''}`, 'weight of all words as one run,']; // prettier-ignore
  }
  if (variant === 'S') return ['pairs of words in common', 'pairs of words'];
  if (variant === 'SU') return ['pairs and single words in common', 'pairs and single words'];
  return [`${variant}-grams in common`, `${variant}-grams`];
}

/** The units in common with a reference, without single words; undefined if there are too many. */
function unitItems(settings: Settings, hypothesis: Tokens, reference: Tokens): StepItem[] | undefined {
  const { variant, weight, gap, compat } = settings;
  if (variant.startsWith('S')) return gapItems(hypothesis, [reference], { kind: 'skip', n: 2, gap });
  if (variant === 'L' || variant === 'W') {
    // With weight 1 it is the longest common subsequence.
    const subsequence = new WeightedSubsequence(variant === 'L' ? 1 : weight);
    const pairs = subsequence.pairs(hypothesis, reference);
    return runsOf(pairs, compat === 'rouge155').map(({ own, theirs }) => ({
      kind: 'run',
      adds: subsequence.weight(theirs.to - theirs.from),
      hypothesis: own,
      references: [{ ...theirs, reference: 0 }],
    }));
  }
  return ngramItems(hypothesis, [reference], { n: Number(variant) });
}

const singleItems = (hypothesis: Tokens, reference: Tokens, as155: boolean): StepItem[] => {
  // ROUGE-1.5.5 ignores the last word.
  const counted = (text: Tokens): Tokens => ({ ...text, end: as155 ? Math.max(text.start, text.end - 1) : text.end });
  return ngramItems(counted(hypothesis), [counted(reference)], { n: 1 });
};

/** Runs of pairs: contiguous in both texts, or only in the reference. */
function runsOf(
  pairs: readonly { readonly hypothesis: number; readonly reference: number }[],
  onlyInReference: boolean,
): { own: Span[]; theirs: Span }[] {
  const runs: { own: { from: number; to: number }[]; theirs: { from: number; to: number } }[] = [];
  for (const { hypothesis, reference } of pairs) {
    const last = runs.at(-1);
    const follows = last?.own.at(-1)?.to === hypothesis;
    if (last && last.theirs.to === reference && (follows || onlyInReference)) {
      last.theirs.to++;
      if (follows) last.own.at(-1)!.to++;
      else last.own.push({ from: hypothesis, to: hypothesis + 1 });
    } else {
      runs.push({ own: [{ from: hypothesis, to: hypothesis + 1 }], theirs: { from: reference, to: reference + 1 } });
    }
  }
  return runs;
}
