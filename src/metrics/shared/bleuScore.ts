/** How BLEU and its relatives score their rows: smoothed precisions, their mean, and the brevity penalty. */
import {
  type ClippedPrecisions,
  type MetricBody,
  type OptionSpec,
  type PrecisionFactors,
  Steps,
  UsageError,
  choice,
  exp,
  log,
  option,
} from '../../core/index.ts';
import { bleuLengths, namedByOrder } from './bleuCounter.ts';

/**
 * How counts are smoothed. `exp`, `floor` and `add-k` as in sacreBLEU, the last two carrying their value: methods 3, 1 and 2 of Chen and
 * Cherry (WMT 2014). `mteval` as in mteval-v13a.pl. `lin-och` as in Lin and Och (COLING 2004), the same as add-k[1]. `chiang` and
 * `chiang-bp` as in Chiang's bleu+1: unigrams are smoothed, too, and with -bp the brevity penalty.
 */
export type BleuSmoothing =
  | 'none'
  | 'exp'
  | 'mteval'
  | 'lin-och'
  | 'chiang'
  | 'chiang-bp'
  | 'floor'
  | 'add-k'
  | `floor[${number}]`
  | `add-k[${number}]`;

const smoothingDefaults: Readonly<Record<string, number>> = { floor: 0.1, 'add-k': 1 };

/** Aliases. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['add1', 'lin-och'],
  ['add1-n>1', 'lin-och'],
  ['add1-all', 'chiang'],
]);

/** `floor` → `['floor', 0.1]`. */
function splitSmoothing(smoothing: string): [method: string, value: number] | undefined {
  const [, method = '', value] =
    /^(none|exp|mteval|lin-och|chiang|chiang-bp|floor|add-k)(?:\[(.+)\])?$/.exec(aliases.get(smoothing) ?? smoothing) ??
    [];
  const number = value === undefined ? (smoothingDefaults[method] ?? 0) : Number(value);
  const takesValue = method in smoothingDefaults;
  if (method === '' || !(number >= 0) || number === Infinity || (value !== undefined && !takesValue)) return undefined;
  return [method, number];
}

const smoothingAccepts =
  'none, exp, mteval, lin-och, chiang, chiang-bp, floor or add-k; floor and add-k take an optional value: floor[0.1], add-k[1]';

export const smoothingOption = ({ help }: { help: string }): OptionSpec<BleuSmoothing> =>
  option<BleuSmoothing>({
    key: 'smooth',
    default: 'exp',
    sacrebleu: true,
    accepts: smoothingAccepts,
    help,
    parse(value) {
      const parts = splitSmoothing(String(value));
      if (!parts) throw new UsageError(`smooth must be ${smoothingAccepts}, not "${String(value)}".`);
      const [method, number] = parts;
      return (method in smoothingDefaults ? `${method}[${number}]` : method) as BleuSmoothing;
    },
    print(value) {
      const [method, number] = splitSmoothing(value)!;
      if (!(method in smoothingDefaults)) return method;
      const rounded = number.toFixed(2);
      return `${method}[${Number(rounded) === number ? rounded : number}]`;
    },
  });

interface Settings {
  readonly order: number;
  readonly smoothing: BleuSmoothing;
  /** Ignore orders longer than the hypothesis. */
  readonly effectiveOrder: boolean;
}

/** Functions of the rows of `bleuCounter`; `lengthAt` is the position of the length that is compared with the reference length. */
export function bleuScore(
  { order, smoothing, effectiveOrder }: Settings,
  lengthAt = 0,
): Required<Pick<MetricBody, 'range' | 'score' | 'parts' | 'factors' | 'explain'>> {
  const [method, value] = splitSmoothing(smoothing)!;
  const { toUnigrams, toOthers, toLengths } = addedBy(smoothing);
  const needsMatch = toUnigrams === 0 && method !== 'mteval';

  /** Written over by the next sums: resamples ask for many scores, and engines take long to make arrays before they have compiled this. */
  const precisions = new Float64Array(order);
  /**
   * Finds precisions in percent, smoothed, and returns how many orders count; 0 if all are 0. The order of operations is sacreBLEU's, so
   * that the last digits agree.
   */
  const findPrecisions = (sums: ArrayLike<number>): number => {
    precisions.fill(0);
    let first = 0; // order with a match
    while (first < order && !(sums[2 + first]! > 0)) first++;
    if (first === order && (needsMatch || sums[0] === 0)) return 0;

    let effective = order;
    let halving = 1;
    let isZero = true;
    for (let n = 0; n < order; n++) {
      const add = n > 0 ? toOthers : toUnigrams;
      const matches = sums[2 + n]! + add;
      const total = sums[2 + order + n]! + add;
      if (total === 0 && method !== 'mteval') break;
      if (effectiveOrder) effective = n + 1;
      let precision = 0;
      if (matches > 0) precision = (100 * matches) / total;
      // mteval leaves such an order out of the sum of logarithms, but not out of its divisor.
      else if (total === 0) precision = 100;
      else if (method === 'exp' || method === 'mteval') precision = 100 / ((halving *= 2) * total);
      else if (method === 'floor') precision = (100 * value) / total;
      precisions[n] = precision;
      if (precision !== 0) isZero = false;
    }
    return isZero ? 0 : effective;
  };
  const brevityOf = (sums: ArrayLike<number>) => brevityPenalty(sums[lengthAt]!, sums[1]!, toLengths);
  const factors = (sums: ArrayLike<number>): PrecisionFactors => {
    findPrecisions(sums);
    return { precisions: [...precisions], brevityPenalty: brevityOf(sums) };
  };

  return {
    // A floor above 1 gives an order without a match more than a perfect one.
    range: { worst: 0, best: 100 * Math.max(1, method === 'floor' ? value : 0) },
    score(sums: ArrayLike<number>): number {
      const effective = findPrecisions(sums);
      if (effective === 0) return 0;
      let logs = 0;
      for (let n = 0; n < effective; n++) logs += precisions[n]! > 0 ? log(precisions[n]!) : -9999999999;
      return brevityOf(sums) * exp(logs / effective);
    },
    parts(sums: ArrayLike<number>): Record<string, number> {
      const { precisions: byOrder, brevityPenalty: penalty } = factors(sums);
      const ratio = sums[1]! > 0 ? sums[lengthAt]! / sums[1]! : 0;
      return { ...namedByOrder('precision', byOrder), 'brevity penalty': penalty, 'length ratio': ratio };
    },
    factors,
    explain(sums, segment) {
      const steps = new Steps(segment);
      steps.counted('c', 'words in the output', sums[0]!);
      steps.counted('r', 'words in the reference', sums[1]!);
      if (lengthAt > 0) steps.counted('s', 'words in the output, per segment at most those of its reference', sums[lengthAt]!); // prettier-ignore
      const effective = findPrecisions(sums);
      const isZero = effective === 0;
      let halving = 1;
      for (let n = 1; n <= order; n++) {
        const [matches, total] = [sums[1 + n]!, sums[1 + order + n]!];
        steps.counted(`m${n}`, `${n}-grams matched`, matches);
        steps.counted(`t${n}`, `${n}-grams in the output`, total);
        if (isZero || n > effective) continue;
        const add = n > 1 ? toOthers : toUnigrams;
        const name = `precision of ${n}-grams`;
        if (matches + add > 0) {
          const added = add > 0 && { note: `smoothed: ${add} is added to both` };
          steps.computed(`p${n}`, name, add > 0 ? `100 * (m${n} + ${add}) / (t${n} + ${add})` : `100 * m${n} / t${n}`, { ...added }); // prettier-ignore
        } else if (precisions[n - 1] === 0) {
          steps.computed(`p${n}`, name, '0', { note: total === 0 ? 'there are none' : 'none matches' });
        } else if (total === 0)
          steps.computed(`p${n}`, name, '100', { note: 'there are none, so this order is ignored' });
        else if (method === 'floor') {
          steps.computed(`p${n}`, name, `100 * ${value} / t${n}`, { note: `smoothed: no match counts as ${value}` });
        } else {
          halving *= 2;
          steps.computed(`p${n}`, name, `100 / (${halving} * t${n})`, { note: `smoothed: no match counts as 1/${halving}` }); // prettier-ignore
        }
      }
      explainBrevity(steps, sums[lengthAt]!, sums[1]!, { added: toLengths, length: lengthAt > 0 ? 's' : 'c' });
      const counting = [...precisions.subarray(0, effective)];
      if (isZero) steps.computed('score', 'score', '0', { note: 'nothing matches' });
      else if (counting.includes(0))
        steps.computed('score', 'score', '0', { note: 'a precision is 0, so their geometric mean is 0' }); // prettier-ignore
      else {
        const logs = counting.map((_, n) => `ln(p${n + 1})`).join(' + ');
        steps.computed('score', 'score', `BP * exp((${logs}) / ${effective})`);
      }
      return steps.list;
    },
  };
}

/** What is added to the matches and n-grams of single words, to those of longer n-grams, and to both lengths. */
function addedBy(smoothing: BleuSmoothing): { toUnigrams: number; toOthers: number; toLengths: number } {
  const [method, value] = splitSmoothing(smoothing)!;
  const ofChiang = method === 'chiang' || method === 'chiang-bp';
  return {
    toUnigrams: ofChiang ? 1 : 0,
    toOthers: ofChiang || method === 'lin-och' ? 1 : method === 'add-k' ? value : 0,
    toLengths: method === 'chiang-bp' ? 1 : 0,
  };
}

/**
 * What searches and bounds must know about a BLEU of such rows. It cannot exceed what its factors allow, each at its best: Papineni et al.
 * (ACL 2002). No choice of texts need reach all of them at once.
 */
export function bleuPrecisions({ order, smoothing, effectiveOrder }: Settings): ClippedPrecisions {
  const [method, value] = splitSmoothing(smoothing)!;
  const { toUnigrams, toOthers, toLengths } = addedBy(smoothing);
  return {
    lengths: bleuLengths,
    matchesAt: 2,
    ngramsAt: 2 + order,
    added: Array.from({ length: order }, (_, n) => (n === 0 ? toUnigrams : toOthers)),
    addedToLengths: toLengths,
    bound({ precisions, fewest, lengthRatio }) {
      const limits = precisions.map((precision, n) => {
        if (method === 'mteval' && fewest[n] === 0) return 1;
        // What an order without a match counts.
        const without = method === 'exp' || method === 'mteval' ? 1 / 2 : method === 'floor' ? value : 0;
        const smoothed = without / Math.max(1, fewest[n]!);
        return Math.max(precision, smoothed);
      });
      const brevity = lengthRatio >= 1 ? 1 : lengthRatio > 0 ? exp(1 - 1 / lengthRatio) : 0;
      let best = 0;
      let logs = 0;
      for (let n = 0; n < order; n++) {
        logs += log(limits[n]!);
        // With effective order a text may have no longer n-grams.
        if (n === order - 1 || effectiveOrder) best = Math.max(best, exp(logs / (n + 1)));
      }
      return 100 * brevity * best * (1 + 1e-9);
    },
  };
}

/** 1 for a text that is long enough, otherwise exp(1 − wanted / length), with `added` added to both; 0 for an empty text. */
export function brevityPenalty(length: number, wanted: number, added = 0): number {
  if (length >= wanted) return 1;
  return length > 0 ? exp(1 - (wanted + added) / (length + added)) : 0;
}

/** Adds the step `BP`, from `r` and the step whose id is `length`. */
export function explainBrevity(steps: Steps, own: number, wanted: number, { added = 0, length = 'c' } = {}): void {
  const name = 'brevity penalty';
  if (own >= wanted) steps.computed('BP', name, '1', { note: `no penalty: ${length} is at least r` });
  else if (own === 0) steps.computed('BP', name, '0', { note: 'the output is empty' });
  else if (added === 0) steps.computed('BP', name, `exp(1 - r / ${length})`);
  else {
    const note = `smoothed: ${added} is added to both lengths`;
    steps.computed('BP', name, `exp(1 - (r + ${added}) / (${length} + ${added}))`, { note });
  }
}

/** For metrics that smooth single segments, but not corpus sums. */
export const levelOption = choice(['corpus', 'segment'], {
  key: 'level',
  default: 'corpus',
  help: 'What is scored: the sums of a corpus, without smoothing, or a segment, with smoothing. Single segments are always scored as segments.',
});

/** Set this as `forSegments`. */
export const segmentLevel = { level: 'segment' } as const;
