/** ROUGE: n-grams, subsequences or skip bigrams in common with the reference. Lin, ACL workshop 2004; `compat` as in ROUGE-1.5.5. */
import {
  type Counter,
  type MetricBody,
  type OptionsOf,
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
import { wordNeeds, wordOptions, wordView } from '../shared/wordOptions.ts';

const gapAccepts = 'unlimited or an integer from 0 on';

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
    help: 'Weight of precision in F: 1 for precision alone, 0 for recall alone.',
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
    help: 'For S and SU: how many words may stand between the two of a pair.',
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
    help: 'With several references, whether the one with the highest score counts, as in the paper, or the sums over all do, as with -f A of ROUGE-1.5.5.',
  }),
  compat: choice(['none', 'rouge155'], {
    key: 'compat',
    default: 'none',
    help: 'Whether counts are those of the paper or those of ROUGE-1.5.5, which reads ASCII letters and digits alone, whatever case and tok say.',
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
    'The variant may be part of the name: `rouge-2`, `rouge-l`, `rouge-w`, `rouge-s`, `rouge-su4` (at most four words between two of a pair); `rouge155` is `rouge(compat=rouge155)`. A segment is one sentence, so there is no union of subsequences. W follows the recurrence of the paper, which need not find the heaviest subsequence.',
    'The score of a text is the mean of its segments. With several references the one that gives the highest score counts; `references=pooled` divides the sums of matches by the sums of totals instead, and repeating a reference then changes the score.',
    'An empty hypothesis scores 0, and so does a text too short for an n-gram or pair, even against itself. An empty reference does not count, nor does a segment without another one.',
    '`compat=rouge155` reproduces ROUGE-1.5.5 without stemming: words are runs of ASCII letters and digits in lower case, so that most scripts score 0; W weighs the runs of the subsequence in the reference alone and its recall divides by the weight of the weight, so that nine words have a recall of 64.4 against themselves; SU leaves out the last word of each text; empty segments count as 0; with `references=best` (-f B) the reference with the highest recall counts. Its default is `references=pooled` (-f A). It rounds to five digits on the way, which is not done here, and divides by zero in W without words, where this scores 0.',
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
    if (gap !== Infinity && !variant.startsWith('S')) throw new UsageError('gap is only for variant=S and variant=SU.');
    if (weight !== options.weight.default && variant !== 'W') throw new UsageError('weight is only for variant=W.');
    return {
      name: nameOf(settings),
      reads: [compat === 'rouge155' ? words(tokenizerRouge155, { lowercase: false }) : wordView(settings, resources)],
      ...meanOfSegments,
      counter: () => rougeCounter(settings),
    };
  },
});

/** What a variant counts. */
interface Units {
  common(hypothesis: Tokens, reference: Tokens): number;
  /** In a text of so many words. */
  total(words: number): number;
  /** In a reference, where ROUGE-1.5.5 has another number. */
  totalOfReference?(words: number): number;
  /** From a share of units to precision or recall, if that is not the same. */
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

function rougeCounter(settings: Settings): Counter {
  const { score, alpha } = settings;
  const units = unitsOf(settings);
  const pooled = settings.references === 'pooled';
  const as155 = settings.compat === 'rouge155';
  let references: readonly Text[] = [];

  const rate = (common: number, total: number): number => {
    const share = total > 0 ? common / total : 0;
    return units.rate ? units.rate(share) : share;
  };
  const scoreOf = (precision: number, recall: number): number => {
    if (score !== 'f') return score === 'p' ? precision : recall;
    return precision * recall > 0 ? (precision * recall) / ((1 - alpha) * precision + alpha * recall) : 0;
  };

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
        // ROUGE-1.5.5 chooses by recall; the score decides between equals, so that their order does not.
        if (as155 ? recall > bestRecall || (recall === bestRecall && found > best) : found > best) best = found;
        if (recall > bestRecall) bestRecall = recall;
      }
      if (pooled) best = scoreOf(rate(commonSum, total * counted), rate(commonSum, referenceSum));
      rows[at] = best;
      rows[at + 1] = counted > 0 ? 1 : 0;
    },
  };
}
