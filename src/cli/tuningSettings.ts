/** How `assay tune` tunes: the method, and the settings that each method has. */
import { type Command, Option } from 'commander';
import { UsageError, pick, present, suggest } from '../core/index.ts';
import type { MethodSettings } from '../engine/index.ts';
import { type TuningMethod, tuningMethods } from '../report/index.ts';
import { type SmoothingId, mertDefaults, miraDefaults, proDefaults, smoothings } from '../tune/index.ts';
import { collect, flagOf, integerBetween, numberAbove, numberBetween } from './arguments.ts';

/** The method, and its settings by the names of the options. */
export interface MethodOptions {
  method: TuningMethod;
  restarts?: number;
  directions?: number;
  smoothing?: SmoothingId;
  window?: number;
  penalty?: number;
  fix?: string[];
  draws?: number;
  kept?: number;
  minDifference?: number;
  lengthGap?: number;
  l2?: number;
  pull?: number;
  interpolation?: number;
  iterations?: number;
  maxStep?: number;
  decay?: number;
  epochs?: number;
  background?: 'hope' | 'model';
}

/** Which options belong to which method; the others take none of them. */
const settingsOf = {
  mert: ['restarts', 'directions', 'smoothing', 'window', 'penalty', 'fix'],
  pro: ['draws', 'kept', 'minDifference', 'lengthGap', 'l2', 'pull', 'interpolation', 'iterations'],
  mira: ['maxStep', 'decay', 'epochs', 'background'],
} as const satisfies Readonly<Record<TuningMethod, readonly (keyof MethodOptions)[]>>;

const count = (least: number) => integerBetween(least, 1_000_000);
const amount = numberBetween(0, Infinity);
const positive = numberAbove(0, Infinity);

export function declareMethodOptions(command: Command): void {
  command
    .addOption(new Option('--method <method>', 'how to tune').choices(tuningMethods).default('mert'))
    .option('--restarts <number>', `mert: random points to start from (default: ${mertDefaults.restarts})`, count(0))
    .option(
      '--directions <number>',
      `mert: random directions, besides one for each feature (default: ${mertDefaults.randomDirections})`,
      count(0),
    )
    .addOption(
      new Option(
        '--smoothing <kind>',
        `mert: judge a stretch of weights by its neighbours (default: ${mertDefaults.smoothing.kind})`,
      ).choices(smoothings),
    )
    .option(
      '--window <number>',
      `mert: neighbours to either side that smoothing looks at (default: ${mertDefaults.smoothing.window})`,
      count(0),
    )
    .option(
      '--penalty <number>',
      `mert: points that a distance of 1 from the start costs (default: ${mertDefaults.penalty})`,
      amount,
    )
    .option('--fix <feature>', 'mert: leave the weight of this feature as it is; repeat for several', collect)
    .option('--draws <number>', `pro: pairs drawn for each segment (default: ${proDefaults.draws})`, count(1))
    .option('--kept <number>', `pro: pairs kept of them (default: ${proDefaults.kept})`, count(1))
    .option(
      '--min-difference <number>',
      `pro: least difference of a pair, 1 being a perfect score (default: ${proDefaults.minDifference})`,
      numberBetween(0, 1),
    )
    .option('--length-gap <number>', 'pro: drop pairs further apart in length, in deviations (default: none)', amount)
    .option('--l2 <number>', `pro: strength of the prior around 0 (default: ${proDefaults.l2})`, positive)
    .option('--pull <number>', `pro: strength of the prior around the start (default: ${proDefaults.pull})`, amount)
    .option(
      '--interpolation <number>',
      `pro: share of the new weights, the rest being the old (default: ${proDefaults.interpolation})`,
      numberBetween(0, 1),
    )
    .option('--iterations <number>', `pro: times to draw and learn (default: ${proDefaults.iterations})`, count(1))
    .option('--max-step <number>', `mira: C, how far one update may go (default: ${miraDefaults.maxStep})`, positive)
    .option(
      '--decay <number>',
      `mira: what is left of the background after a segment (default: ${miraDefaults.decay})`,
      numberBetween(0, 1),
    )
    .option('--epochs <number>', `mira: passes over the segments (default: ${miraDefaults.epochs})`, count(1))
    .addOption(
      new Option(
        '--background <what>',
        `mira: what the background is made of (default: ${miraDefaults.background})`,
      ).choices(['hope', 'model']),
    );
}

export function checkMethodOptions(given: MethodOptions): void {
  for (const [method, options] of Object.entries(settingsOf)) {
    if (method === given.method) continue;
    const foreign = options.find((option) => given[option] !== undefined);
    if (foreign) throw new UsageError(`${flagOf(foreign)} is a setting of ${method}, not of ${given.method}.`);
  }
  if (given.window !== undefined && (given.smoothing ?? 'none') === 'none') {
    throw new UsageError('--window says how far smoothing looks: give --smoothing average or min, too.');
  }
}

export function methodSettings(given: MethodOptions, features: readonly string[]): MethodSettings {
  const { method } = given;
  if (method === 'mert') {
    const { restarts, directions, smoothing, window, penalty, fix = [] } = given;
    const fixed = fix.map((name) => {
      const feature = features.indexOf(name);
      if (feature < 0) throw new UsageError(`There is no feature ${name} to fix. ${suggest(name, features)}`);
      return feature;
    });
    if (fixed.length > 0 && features.every((_, feature) => fixed.includes(feature))) {
      throw new UsageError('All features are fixed, so there is nothing to tune.');
    }
    return {
      method,
      smoothing: { kind: smoothing ?? mertDefaults.smoothing.kind, window: window ?? mertDefaults.smoothing.window },
      ...present({ restarts, randomDirections: directions, penalty }),
      ...(fixed.length > 0 && { fixed }),
    };
  }
  if (method === 'mira') return { method, ...pick(given, settingsOf.mira) };
  const { lengthGap, ...pro } = pick(given, settingsOf.pro);
  return { method, ...pro, ...present({ maxLengthGap: lengthGap }) };
}
