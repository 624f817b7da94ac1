/** N-best lists in the style of Moses; read back, they are the same to the last digit. */
import { UsageError } from '../../core/index.ts';
import type { Candidates } from '../../tune/index.ts';
import { type FeatureGroup, groupFeatures } from './featureLabels.ts';
import { mostOnEveryLine } from './nbestFormat.ts';
import { printNumber } from '../numbers.ts';

export interface NbestOrder {
  /** The candidates of each segment between the same starts, in another order. */
  readonly order?: Int32Array;
  /** Totals by candidate in place of those of the decoder. */
  readonly totals?: Float64Array;
  /** Most candidates written of a segment. */
  readonly most?: number;
}

/** Lines with their ends. The first one has all features, so that their order stays. */
export function* writeNbest(
  candidates: Candidates,
  { order, totals, most = Infinity }: NbestOrder = {},
): Generator<string> {
  const { segments, starts, texts, featureNames } = candidates;
  const groups = groupFeatures(featureNames);
  checkNames(featureNames);
  const given = totals ?? candidates.totals;
  const row = new Float64Array(featureNames.length);
  let complete = true;
  for (let i = 0; i < segments; i++) {
    const end = Math.min(starts[i + 1]!, starts[i]! + most);
    for (let at = starts[i]!; at < end; at++) {
      const c = order?.[at] ?? at;
      const text = texts[c]!;
      if (/\|\|\||[\r\n]/.test(text)) {
        throw new UsageError(
          `A candidate of segment ${i} holds ||| or a line break, which n-best lists cannot: ${text}`,
        );
      }
      const features = printRow(candidates, c, groups, row, complete || featureNames.length <= mostOnEveryLine);
      const total = Number.isNaN(given[c]!) ? '' : ` ||| ${printNumber(given[c]!)}`;
      yield `${i} ||| ${text} ||| ${features}${total}\n`;
      complete = false;
    }
  }
}

/** `row` is memory to work in, all zeros before and after. */
function printRow(
  { features }: Candidates,
  candidate: number,
  groups: readonly FeatureGroup[],
  row: Float64Array,
  complete: boolean,
): string {
  const [from, to] = [features.starts[candidate]!, features.starts[candidate + 1]!];
  for (let at = from; at < to; at++) row[features.indices[at]!] = features.values[at]!;
  const printed = groups.flatMap(({ label, features: members }) =>
    complete || members.length > 1 || row[members[0]!] !== 0
      ? [`${label}= ${members.map((feature) => printNumber(row[feature]!)).join(' ')}`]
      : [],
  );
  for (let at = from; at < to; at++) row[features.indices[at]!] = 0;
  return printed.join(' ');
}

function checkNames(names: readonly string[]): void {
  const bad = names.find((name) => name === '' || /\s|\|\|\|/.test(name));
  if (bad !== undefined) {
    throw new UsageError(`The feature ${JSON.stringify(bad)} has a name that n-best lists cannot hold.`);
  }
}
