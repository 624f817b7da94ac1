/** What the laws are tested with and where they are broken on purpose: options that declarations do not list, and exceptions with their reasons. */
import type { LawName } from '../laws.test.ts';
import { meansForTests } from './resources.ts';

export type Options = Readonly<Record<string, unknown>>;

/** Options worth testing that cannot be derived from a declaration, and combinations with an exception below. */
export const furtherOptions: Readonly<Record<string, readonly Options[]>> = {
  amber: [
    ...[['0'], ['1'], ['2'], ['3'], ['4'], ['5'], ['6'], ['7']].map((types) => ({ types })),
    { matching: ['ngram'] },
    { matching: ['fixed', 'flexible', 'skip'], identical: true },
    { matching: ['ngram', 'skip'], gap: 2, tfIdf: 'both' },
    { without: ['CKP'] },
    { tfIdf: 'yes', identical: true },
  ],
  '4grr': [{ alpha: -0.9, beta: 1 }],
  cder: [{ substitution: 'letters', divisor: 'mean' }],
  per: [{ pooled: true, divisor: 'mean' }],
  bleu: [
    { smoothing: 'none' },
    { smoothing: 'floor' },
    { smoothing: 'add-k' },
    { smoothing: 'add-k[0.125]' },
    { smoothing: 'none', effectiveOrder: true },
    { smoothing: 'mteval' },
    { smoothing: 'lin-och' },
    { smoothing: 'chiang' },
    { smoothing: 'chiang-bp' },
  ],
  'bleu-grid': [
    { base: 'recall', mean: 'arithmetic', brevity: false, order: 1 },
    { base: 'f', mean: 'arithmetic', clip: false },
    { level: 'segment', smoothing: 'none', smoothedBrevity: true },
  ],
  'bleu-sbp': [
    { smoothing: 'none' },
    { level: 'segment', smoothing: 'mteval' },
    { level: 'segment', smoothing: 'chiang-bp' },
  ],
  chrf: [{ wordOrder: 2 }, { wordOrder: 2, effectiveOrder: false }],
  ulc: meansForTests.map((of) => ({ of })),
  'sp-op': [{ class: 'NN*' }],
  overlap: [
    { factor: 'tag', class: 'NN*' },
    { factor: 'tag', items: 'lemma' },
    { factor: 'sempos', items: 'none', class: 'v', analyses: 'made-up' },
  ],
  wpbleu: [{ smoothing: 'none' }, { smoothing: 'lin-och' }],
  wpf: [{ mean: 'geometric', order: 2 }],
  meteor: [
    { modules: ['exact', 'stem'] },
    { alpha: 0.5, beta: 1, gamma: 0.5 },
    { preset: '1.0', delta: 0.75, weights: [1, 0.5, 0.5] },
  ],
  rouge: [
    { variant: 'W', weight: 2 },
    { variant: 'S', gap: 4 },
    { variant: 'SU', gap: 4 },
    { variant: 'W', references: 'pooled', compat: 'rouge155' },
    { variant: 'SU', compat: 'rouge155' },
  ],
  terp: [
    { costs: 'terp-h', level: 'segment' },
    { costs: 'ter', level: 'segment' },
    { insertion: 0, shift: 0, beam: 1 },
    { deletion: 0.5, substitution: 3, stem: 0.25, synonym: 0.5 },
  ],
  ter: [
    { normalized: true, compat: 'sacrebleu' },
    { normalized: true, asianSupport: true, punctuation: false },
  ],
};

export interface Exception {
  readonly law: LawName | readonly LawName[];
  readonly metric: string;
  readonly when?: (options: Options) => boolean;
  readonly reason: string;
}

const perfectIsBest = [
  'a perfect translation is best',
  'a perfect translation of a short text is best',
  'a perfect translation of a segment is best',
] as const;

const perfectHasBest = 'a perfect translation has the best score of the range, if there is one';

/** Laws broken on purpose. A test also fails if one of these is no longer broken. */
export const exceptions: readonly Exception[] = [
  {
    law: [...perfectIsBest, perfectHasBest],
    metric: 'amber',
    when: ({ identical, without, continuity }) =>
      continuity === 'printed' || !(identical === true || (without as readonly string[]).includes('CKP')),
    reason:
      'A perfect text is one chunk and is penalized for it, less so the longer it is; so the longer of two references scores higher.',
  },
  {
    law: 'a perfect translation is best',
    metric: 'meteor',
    when: ({ preset }) => ['2005', '0.6', '0.7', 'ranking'].includes(preset as string),
    reason:
      'As in the program of 0.6, a segment equal to its reference adds a chunk to the whole text, whose effect shrinks with the length of the text; so the longer of two references scores higher.',
  },
  ...['wer', 'cer', 'per', 'cder', 'wcd6p4er'].map((metric): Exception => ({
    law: 'repeating a reference does not matter',
    metric,
    when: ({ divisor }) => divisor === 'mean',
    reason: 'Errors are divided by the mean length of the references, which a repeated reference changes.',
  })),
  ...['wrr', '4grr'].map((metric): Exception => ({
    law: 'repeating a reference does not matter',
    metric,
    reason: 'The weight of a segment is the average over its references, which a repeated reference changes.',
  })),
  {
    law: perfectIsBest,
    metric: '4grr',
    when: ({ alpha }) => Number(alpha) < 0,
    reason: 'With alpha below 0 every extra word is rewarded.',
  },
  {
    law: perfectIsBest,
    metric: 'nist',
    reason: 'It is information per n-gram: a hypothesis with the rarer part of a reference, or of two, has more of it.',
  },
  {
    law: 'repeating a reference does not matter',
    metric: 'nist',
    reason:
      'Information is learned from all references, and the mean length counts; a repeated reference changes both.',
  },
  {
    law: 'the order of references does not matter',
    metric: 'chrf',
    when: ({ compat }) => compat === 'sacrebleu',
    reason: 'As in sacreBLEU, ties go to the first reference.',
  },
  {
    law: 'repeating a reference does not matter',
    metric: 'terp',
    reason: 'Costs are divided by the mean length of the references, which a repeated reference changes.',
  },
  {
    law: 'repeating a reference does not matter',
    metric: 'ter',
    reason: 'Edits are divided by the mean length of the references, which a repeated reference changes.',
  },
  {
    law: [...perfectIsBest, perfectHasBest],
    metric: 'ter',
    when: ({ compat, normalized }) => compat === 'sacrebleu' && normalized === true,
    reason: 'As in sacreBLEU, references are tokenized twice, so a text can differ from itself.',
  },
  {
    law: 'a perfect translation of a short text is best',
    metric: 'bleu',
    when: ({ effectiveOrder, smoothing, order }) =>
      effectiveOrder === false && /^(none|exp|floor)/.test(String(smoothing)) && order !== 1,
    reason:
      'Without effective order a text shorter than the longest n-gram scores 0; single segments are scored with it.',
  },
  ...['bleu', 'bleu-grid', 'bleu-sbp'].map((metric): Exception => ({
    law: ['repeating a reference does not matter', ...perfectIsBest],
    metric,
    when: ({ referenceLength }) => referenceLength === 'average',
    reason: 'A repeated reference changes the average length, and a reference shorter than that is itself penalised.',
  })),
  {
    law: 'a perfect translation of a short text is best',
    metric: 'bleu-sbp',
    when: ({ level, order }) => level === 'corpus' && order !== 1,
    reason: 'A corpus is not smoothed, so one shorter than the longest n-gram scores 0; single segments are smoothed.',
  },
  {
    law: 'a perfect translation of a short text is best',
    metric: 'bleu-grid',
    when: ({ level, smoothing, order }) => (level === 'corpus' || smoothing === 'none') && order !== 1,
    reason: 'Without smoothing, which corpora never get, orders longer than the text count as 0.',
  },
  {
    law: 'a perfect translation of a segment is best',
    metric: 'bleu-grid',
    when: ({ smoothing, order }) => smoothing === 'none' && order !== 1,
    reason: 'Without smoothing, orders longer than the text count as 0.',
  },
  {
    law: 'repeating a reference does not matter',
    metric: 'bleu-ter',
    reason: 'The edits of TER are divided by the mean length of the references, which a repeated reference changes.',
  },
  {
    law: 'a perfect translation of a short text is best',
    metric: 'bleu-ter',
    when: ({ effectiveOrder }) => effectiveOrder === false,
    reason: 'Without effective order the BLEU of a text shorter than the longest n-gram is 0.',
  },
  {
    law: 'a perfect translation of a short text is best',
    metric: 'chrf',
    when: ({ effectiveOrder }) => effectiveOrder === false,
    reason:
      'All orders count, so a reference shorter than the longest n-gram cannot reach 100, while a longer reference can.',
  },
  {
    law: 'a perfect translation of a segment is best',
    metric: 'chrf',
    when: ({ effectiveOrder }) => effectiveOrder === false,
    reason:
      'All orders count, so a reference shorter than the longest n-gram cannot reach 100, while a longer reference can.',
  },
  {
    law: perfectIsBest,
    metric: 'gtm',
    when: ({ exponent }) => Number(exponent) < 1,
    reason:
      'With an exponent below 1 scattered words count more than runs, so the words of a text in a different order score higher.',
  },
  {
    law: perfectIsBest,
    metric: 'rouge',
    when: ({ variant, references, compat }) =>
      /^[2-9]$|^S$/.test(String(variant)) && references === 'best' && compat === 'none',
    reason:
      'A text too short for an n-gram or pair scores 0 even against itself, while a longer reference can be matched.',
  },
  {
    law: perfectIsBest,
    metric: 'rouge',
    when: ({ references }) => references === 'pooled',
    reason: 'A reference is scored against all of them, and a text between them can be closer to all.',
  },
  {
    law: 'repeating a reference does not matter',
    metric: 'rouge',
    when: ({ references }) => references === 'pooled',
    reason: 'A repeated reference contributes twice to the sums.',
  },
  {
    law: perfectIsBest,
    metric: 'rouge',
    when: ({ references, compat }) => references === 'best' && compat === 'rouge155',
    reason: 'As in ROUGE-1.5.5, a text without ASCII letters and digits has no words and scores 0.',
  },
  {
    law: perfectHasBest,
    metric: 'rouge',
    when: ({ variant, compat }) => variant === 'W' && compat === 'rouge155',
    reason: 'As in ROUGE-1.5.5, recall divides by the weight of the weight.',
  },
  {
    law: 'a perfect translation of a short text is best',
    metric: 'lrscore',
    when: ({ effectiveOrder, alpha }) => effectiveOrder === false && alpha !== 1,
    reason: 'Without effective order the BLEU of a text shorter than the longest n-gram is 0.',
  },
  {
    law: 'repeating a reference does not matter',
    metric: 'ulc',
    reason:
      'One of the metrics tested, TER or NIST, uses the mean length of the references, which a repeated reference changes.',
  },
  {
    law: 'a perfect translation is best',
    metric: 'ulc',
    when: ({ of }) => String(of).includes('meteor'),
    reason:
      'METEOR 0.6 does so with several segments: each perfect one is a chunk, so a text with more matches has the lower penalty.',
  },
  {
    law: 'a perfect translation of a short text is best',
    metric: 'ulc',
    when: ({ of }) => of === 'bleu+ter',
    reason: 'Without effective order the BLEU of a text shorter than the longest n-gram is 0.',
  },
  {
    law: perfectIsBest,
    metric: 'ulc',
    when: ({ of }) => of === 'nist+ribes',
    reason: 'NIST does so, because it is information per n-gram.',
  },
  {
    law: ['repeating a reference does not matter', ...perfectIsBest],
    metric: 'maxsim',
    when: ({ references }) => references === 'mean',
    reason:
      'The mean of the scores against each reference counts: a repeated reference changes it, and a text between them can be closer to all.',
  },
  {
    law: ['a perfect translation of a short text is best', 'a perfect translation of a segment is best'],
    metric: 'sp-op',
    when: ({ class: tags }) => tags !== '*',
    reason:
      'A text without words of the class scores 0 even against itself, while a reference that has some can be matched.',
  },
  {
    law: 'a perfect translation is best',
    metric: 'overlap',
    when: ({ class: tags }) => tags === 'v',
    reason:
      'Short segments without a verb score 0 even against themselves, while a reference with a verb can be matched.',
  },
  {
    law: ['a perfect translation of a short text is best', 'a perfect translation of a segment is best'],
    metric: 'overlap',
    when: ({ class: tags }) => tags !== '*',
    reason:
      'A text without words of the class scores 0 even against itself, while a reference that has some can be matched.',
  },
  {
    law: 'a perfect translation of a short text is best',
    metric: 'wpbleu',
    when: ({ effectiveOrder, smoothing, order }) =>
      effectiveOrder === false && /^(none|exp|floor)/.test(String(smoothing)) && order !== 1,
    reason: 'Without effective order the BLEU of a text shorter than the longest n-gram is 0.',
  },
  ...['cider', 'cider-d'].map((metric): Exception => ({
    law: ['repeating a reference does not matter', 'a perfect translation is best', perfectHasBest],
    metric,
    reason:
      'The mean over references counts, which a repeated one changes, and to which a text between them can be closer than a copy of one; and in a test set of one segment no n-gram is rare, so all weigh nothing.',
  })),
  {
    law: [...perfectIsBest, perfectHasBest],
    metric: 'eed',
    reason:
      'The place before the first character is never visited, at a cost that shrinks with the length of the reference; so a perfect text is above 0, and the longer of two references scores better.',
  },
  {
    law: ['repeating a reference does not matter', ...perfectIsBest],
    metric: 'gleu-gec',
    reason:
      'Counts are the mean over references: a repeated one changes it, and a text between them can be closer to all. Without smoothing, a text shorter than the longest n-gram scores 0.',
  },
];
