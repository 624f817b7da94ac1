/** How `assay tune` tunes: the method, and the settings that each method has. */
import { UsageError, integers, numbers, numbersWithin, oneOf, pick, present, suggest } from '../core/index.ts';
import type { MethodSettings } from '../report/index.ts';
import { tuningMethods } from '../report/index.ts';
import { mertDefaults, miraDefaults, proDefaults, smoothings } from '../tune/index.ts';
import { type Given, refuseOthers, texts, value, values } from './options.ts';

const mert = { only: ['mert'] } as const;
const pro = { only: ['pro'] } as const;
const mira = { only: ['mira'] } as const;
const counts = (least: number) => integers(least, 1_000_000);

/** The method, and its settings; those of another method are refused. */
export const methodOptions = {
  method: value(oneOf(tuningMethods), { value: 'method', default: 'mert', help: 'how to tune' }),
  restarts: value(counts(0), { ...mert, help: `random points to start from (default: ${mertDefaults.restarts})` }),
  directions: value(counts(0), {
    ...mert,
    help: `random directions, besides one for each feature (default: ${mertDefaults.randomDirections})`,
  }),
  smoothing: value(oneOf(smoothings), {
    ...mert,
    value: 'kind',
    help: `judge a stretch of weights by its neighbours (default: ${mertDefaults.smoothing.kind})`,
  }),
  window: value(counts(0), {
    ...mert,
    help: `neighbours to either side that smoothing looks at (default: ${mertDefaults.smoothing.window})`,
  }),
  penalty: value(numbers(0), {
    ...mert,
    help: `points that a distance of 1 from the start costs (default: ${mertDefaults.penalty})`,
  }),
  fix: values(texts, {
    ...mert,
    value: 'feature',
    help: 'leave the weight of this feature as it is; repeat for several',
  }),
  draws: value(counts(1), { ...pro, help: `pairs drawn for each segment (default: ${proDefaults.draws})` }),
  kept: value(counts(1), { ...pro, help: `pairs kept of them (default: ${proDefaults.kept})` }),
  minDifference: value(numbers(0, 1), {
    ...pro,
    help: `least difference of a pair, 1 being a perfect score (default: ${proDefaults.minDifference})`,
  }),
  lengthGap: value(numbers(0), {
    ...pro,
    help: 'drop pairs further apart in length, in deviations (default: none)',
  }),
  l2: value(numbersWithin(0), { ...pro, help: `strength of the prior around 0 (default: ${proDefaults.l2})` }),
  pull: value(numbers(0), { ...pro, help: `strength of the prior around the start (default: ${proDefaults.pull})` }),
  interpolation: value(numbers(0, 1), {
    ...pro,
    help: `share of the new weights, the rest being the old (default: ${proDefaults.interpolation})`,
  }),
  iterations: value(counts(1), { ...pro, help: `times to draw and learn (default: ${proDefaults.iterations})` }),
  maxStep: value(numbersWithin(0), {
    ...mira,
    help: `C, how far one update may go (default: ${miraDefaults.maxStep})`,
  }),
  decay: value(numbers(0, 1), {
    ...mira,
    help: `what is left of the background after a segment (default: ${miraDefaults.decay})`,
  }),
  epochs: value(counts(1), { ...mira, help: `passes over the segments (default: ${miraDefaults.epochs})` }),
  background: value(oneOf(['hope', 'model']), {
    ...mira,
    value: 'what',
    help: `what the background is made of (default: ${miraDefaults.background})`,
  }),
};

type MethodOptions = Given<typeof methodOptions>;

export function checkMethodOptions(given: MethodOptions): void {
  refuseOthers(methodOptions, given, [given.method]);
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
  if (method === 'mira') return { method, ...pick(given, ['maxStep', 'decay', 'epochs', 'background']) };
  const settings = pick(given, ['draws', 'kept', 'minDifference', 'l2', 'pull', 'interpolation', 'iterations']);
  return { method, ...settings, ...present({ maxLengthGap: given.lengthGap }) };
}
