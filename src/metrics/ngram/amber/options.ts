/** AMBER's options: the parameters of Chen and Kuhn (WMT 2011), section 3.2, and options for what the paper leaves open or misprints. */
import {
  type OptionSpec,
  type OptionsOf,
  UsageError,
  choice,
  flag,
  integer,
  number,
  option,
} from '../../../core/index.ts';
import { wordOptions } from '../../shared/wordOptions.ts';

/** A list of names, in the order of `all`: `['ngram', 'fixed']`, typed `ngram+fixed`. */
function some<const C extends readonly string[]>(
  all: C,
  spec: { key: string; help: string; default: readonly C[number][] },
): OptionSpec<readonly C[number][]> {
  const mayBeEmpty = spec.default.length === 0;
  const accepts = `${mayBeEmpty ? 'none or any' : 'any'} of ${all.join(', ')}, joined by +`;
  return option<readonly C[number][]>({
    ...spec,
    accepts,
    parse(value) {
      const given: readonly unknown[] = Array.isArray(value) ? value : String(value).split('+');
      const names = given.map((each) => String(each).trim()).filter((each) => each !== '');
      const isMeant = (name: string) => names.some((each) => each.toLowerCase() === name.toLowerCase());
      const chosen = all.filter(isMeant);
      if (chosen.length !== names.length || (chosen.length === 0 && !mayBeEmpty)) {
        throw new UsageError(`${spec.key} must be ${accepts}, not "${given.map(String).join('+')}".`);
      }
      return chosen;
    },
    print: (value) => (value.length === 0 ? undefined : value.join('+')),
  });
}

/** What is matched: n-grams, and three kinds of items of n words with gaps. */
export const matchings = ['ngram', 'fixed', 'flexible', 'skip'] as const;
export type Matching = (typeof matchings)[number];

export const textTypes = ['0', '1', '2', '3', '4', '5', '6', '7'] as const;

export const penaltyNames = ['SBP', 'SRP', 'CSBP', 'CSRP', 'SWDP', 'LWDP', 'CKP', 'CTP', 'NSCP', 'NKCP'] as const;
export type PenaltyName = (typeof penaltyNames)[number];

/** The option that sets the weight of a penalty. */
export const optionOf = (name: PenaltyName) => name.toLowerCase() as Lowercase<PenaltyName>;

/** Table 2. */
const penaltyWeight = (name: PenaltyName, value: number, what: string): OptionSpec<number> =>
  number({ key: name.toLowerCase(), default: value, min: 0, help: `Weight of ${name}, the penalty for ${what}.` });

const { tokenizer, model } = wordOptions;

export const options = {
  tokenizer: { ...tokenizer, help: 'How texts are tokenized before types 1–7 split words further.' },
  model,
  types: some(textTypes, {
    key: 'types',
    default: ['1', '4', '6'],
    help: 'Text types to average over: 0 as written, split at spaces; 1 tokenized and lower-cased, as are all others; 2 first four letters of each word; 3 last four; 4 first four and last two of longer words; 5 pieces of four letters; 6 prefix, root, suffix; 7 words of four letters or more.',
  }),
  matching: some(matchings, {
    key: 'match',
    default: ['ngram', 'fixed', 'flexible'],
    help: 'What precision averages over: n-grams (ngram); items that skip one word between two (fixed); with one gap of any size (flexible); with any gaps (skip). Recall uses only n-grams.',
  }),
  order: integer({ key: 'n', default: 4, min: 1, max: 16, help: 'N: maximum number of words in an item.' }),
  recallOrder: integer({ key: 'm', default: 1, min: 1, max: 16, help: 'M: longest n-gram in the recall of Fmean.' }),
  alpha: number({ key: 'alpha', default: 0.9, min: 0, max: 1, help: 'α: weight of recall in F.' }),
  avgP: number({ key: 'avgp', default: 0.3, min: 0, max: 1, help: 'θ₁: share of AvgP in the score.' }),
  fMean: number({ key: 'fmean', default: 0.5, min: 0, max: 1, help: 'θ₂: share of Fmean; AvgF has the rest.' }),
  gap: integer({
    key: 'gap',
    default: 50,
    min: 0,
    max: 1000,
    help: 'Maximum number of words that match=skip skips between two. The more words of a segment are shared, the longer it takes: some seconds for 1,000 words.',
  }),
  tfIdf: choice(['no', 'yes', 'both'], {
    key: 'tfidf',
    default: 'no',
    help: 'Weight items by how few segments have them in a reference; both averages the weighted and the unweighted score.',
  }),
  without: some(penaltyNames, { key: 'without', default: [], help: 'Penalties to leave out.' }),
  sbp: penaltyWeight('SBP', 0.3, 'fewer words than the reference'),
  srp: penaltyWeight('SRP', 0.1, 'more words than the reference'),
  csbp: penaltyWeight('CSBP', 0.15, 'fewer characters'),
  csrp: penaltyWeight('CSRP', 0.05, 'more characters'),
  swdp: penaltyWeight('SWDP', 0.1, 'a different number of words of fewer than four characters'),
  lwdp: penaltyWeight('LWDP', 0.2, 'a different number of words of four characters or more'),
  ckp: penaltyWeight('CKP', 1, 'matches in many chunks'),
  ctp: penaltyWeight('CTP', 0.8, 'matches that do not continue into longer ones'),
  nscp: penaltyWeight('NSCP', 0.5, 'words far from their rank in the reference (Spearman)'),
  nkcp: penaltyWeight('NKCP', 2, 'pairs of words in a different order (Kendall)'),
  gamma: number({ key: 'gamma', default: 0.1, min: 0, max: 1, help: 'γ of CKP.' }),
  beta: number({ key: 'beta', default: 3, min: 0, help: 'β of CKP.' }),
  chunks: choice(['corrected', 'printed'], {
    key: 'chunks',
    default: 'corrected',
    help: 'CKP, equation 13: chunks are matching words − bigrams, as in the paper’s example (corrected), or the reverse, as in its text (printed), which rewards scattered matches if β is odd.',
  }),
  identical: flag({
    key: 'identical',
    default: false,
    help: 'As in METEOR from version 1.0, a segment equal to a reference has no chunks, so it scores 100.',
  }),
  continuity: choice(['corrected', 'printed'], {
    key: 'continuity',
    default: 'corrected',
    help: 'CTP, equation 14: exp(mean − 1), which is 1 for a perfect text (corrected), or exp(−mean), which is 0.37 for a perfect text and 1 for scattered matches (printed).',
  }),
  spearman: choice(['printed', 'standard'], {
    key: 'spearman',
    default: 'printed',
    help: 'NSCP, equation 16: without the factor 6 of Spearman’s ρ, as in the paper and its example, so that NSCP is at least 5/6 (printed); or with it (standard).',
  }),
  wordDifferences: choice(['totals', 'segments'], {
    key: 'words',
    default: 'totals',
    help: 'SWDP and LWDP, equations 15: compare numbers of words over the whole text (totals), or in each segment and add up the differences (segments).',
  }),
};

export type Settings = OptionsOf<typeof options>;
