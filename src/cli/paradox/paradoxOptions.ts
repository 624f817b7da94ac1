/** What can be typed after `assay paradox`. */
import { type OptionSpecs, UsageError, type ValueKind, integers, numbers, oneOf } from '../../core/index.ts';
import { paradoxRecipes } from '../../paradox/index.ts';
import { deletionDefaults, mertDefaults } from '../../tune/index.ts';
import { nbestFormat } from '../nbestInput.ts';
import { type Given, texts, toggle, value, values } from '../options.ts';
import { by, digits, metric } from '../sharedOptions.ts';
import { readingOptions, textOptions } from '../textInput.ts';
import { weightOptions } from '../weightInput.ts';

/** `segments 8, length 10`: the sizes of what is made up, and what they are if not said otherwise. */
const sizesOf = (specs: OptionSpecs): string =>
  Object.values(specs)
    .map(({ key, default: usual }) => `${key}=${usual}`)
    .join(' ');

const sizes = Object.values(paradoxRecipes)
  .flatMap((recipes) => Object.entries(recipes))
  .map(([name, recipe]) => `${name} ${sizesOf(recipe.sizes as OptionSpecs)}`);

/** A size as typed: its name and a number. */
const sizeKind: ValueKind<readonly [name: string, value: string]> = {
  accepts: 'a size and a number, such as segments=50',
  read(typed, flag) {
    const [, name, number] = /^([a-z]+)=(.+)$/.exec(String(typed)) ?? [];
    if (name === undefined || number === undefined) {
      throw new UsageError(`${flag} must be ${this.accepts}, not "${String(typed)}".`);
    }
    return [name, number];
  },
};

const madeUpOnly = { only: ['made-up outputs'] } as const;
const outputsOnly = { only: ['outputs of your own'] } as const;
const listsOnly = { only: ['n-best lists'] } as const;
const filesOnly = { only: ['outputs of your own', 'n-best lists'] } as const;

export const paradoxOptions = {
  metric: metric(
    'metrics, as for assay score (default: bleu bleu-sbp 4grr amber, with tok=none and without smoothing for made-up outputs; of n-best lists gtm instead of amber)',
  ),
  variant: value(oneOf(Object.keys(paradoxRecipes['sign-test'])), {
    ...madeUpOnly,
    value: 'recipe',
    help: 'how sign-test is made up',
  }),
  size: values(sizeKind, {
    ...madeUpOnly,
    value: 'name=number',
    help: `how large they are; repeat for several (default: ${sizes.join('; ')})`,
  }),
  reference: { ...textOptions.reference, ...filesOnly },
  source: { ...textOptions.source, ...filesOnly },
  labels: { ...textOptions.labels, ...outputsOnly },
  by: {
    ...by('for genres: the label that says to which part a segment belongs (default: domain)'),
    ...outputsOnly,
  },
  name: { ...textOptions.name, ...outputsOnly },
  systems: value(texts, {
    ...outputsOnly,
    value: 'names',
    help: 'where files hold more: two systems, for deletion one, with commas between',
  }),
  digits: digits(2),
  inputFormat: { ...readingOptions.inputFormat, ...outputsOnly },
  emptyReferences: { ...readingOptions.emptyReferences, ...filesOnly },
  threads: { ...readingOptions.threads, ...filesOnly },
  lists: toggle({ ...listsOnly, help: 'the files are n-best lists, where their first lines do not tell' }),
  nbestFormat: { ...nbestFormat, ...listsOnly },
  objective: values(texts, {
    ...listsOnly,
    value: 'metric',
    names: 'metrics',
    help: 'a metric to tune to; repeat for several (default: those of -m that are a BLEU, else the first)',
  }),
  weights: { ...weightOptions('weights to start from (default: equal weights)').weights, ...listsOnly },
  missingWeights: { ...weightOptions('').missingWeights, ...listsOnly },
  holdOut: value(numbers(0, 1), {
    ...listsOnly,
    value: 'share',
    help: 'the share of segments not tuned on (default: 0.5)',
  }),
  candidates: value(integers(1, 1_000_000), {
    ...listsOnly,
    help: `so many texts of each list come without words, too (default: ${deletionDefaults.first})`,
  }),
  longest: value(integers(1, 1000), {
    ...listsOnly,
    help: `longest run of words that is left out (default: ${deletionDefaults.longest})`,
  }),
  restarts: value(integers(0, 1_000_000), {
    ...listsOnly,
    help: `random points to tune from (default: ${mertDefaults.restarts})`,
  }),
  seed: value(integers(0, 2 ** 32 - 1), {
    ...listsOnly,
    help: `where chance starts from (default: ${mertDefaults.seed})`,
  }),
};

export type ParadoxOptions = Given<typeof paradoxOptions>;
