/** N-best lists in Moses style, which read back exactly. */
import { UsageError } from '../../core/index.ts';
import type { Candidates } from '../../tune/index.ts';
import { type FeatureGroup, groupFeatures } from './featureLabels.ts';
import { mostOnEveryLine } from './nbestFormat.ts';
import { printNumber } from '../numbers.ts';

export interface NbestOrder {
  /** The candidates in another order; each segment keeps its range. */
  readonly order?: Int32Array;
  /** Totals by candidate instead of those of the decoder. */
  readonly totals?: Float64Array;
  /** The maximum number of candidates per segment. */
  readonly most?: number;
}

/**
 * Formats an n-best list in the style of Moses and yields its lines with line breaks. The first line has all features, so that their order
 * is kept.
 */
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
          `A candidate of segment ${i} contains ||| or a line break, which n-best lists cannot hold: ${text}`,
        );
      }
      const features = printRow(candidates, c, groups, row, complete || featureNames.length <= mostOnEveryLine);
      const total = Number.isNaN(given[c]!) ? '' : ` ||| ${printNumber(given[c]!)}`;
      yield `${i} ||| ${text} ||| ${features}${total}\n`;
      complete = false;
    }
  }
}

/** `row` is scratch memory, all zeros before and after. */
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
    throw new UsageError(`N-best lists cannot hold a feature named ${JSON.stringify(bad)}.`);
  }
}
