/** AMBER step by step, from sums of rows to the score. The formulas are those of formula.ts, in the same order of operations. */
import { type Step, Steps } from '../../../core/index.ts';
import { type PenaltyName, type Settings, optionOf, penaltyNames } from './options.ts';
import type { RowLayout } from './rowLayout.ts';
import type { CounterSettings } from './typeCounter.ts';
import { type ItemSymbol, TypeSteps, itemSymbol, shownSymbols } from './typeSteps.ts';

export interface ExplainSettings {
  readonly settings: Settings;
  readonly counting: CounterSettings;
  readonly layout: RowLayout;
}

export function explainAmber(
  sums: ArrayLike<number>,
  segment: readonly Step[] | undefined,
  given: ExplainSettings,
): readonly Step[] {
  const steps = new Steps(segment);
  const { types } = given.settings;
  types.forEach((_, t) => {
    const own = Float64Array.from({ length: given.layout.width }, (_, k) => sums[t * given.layout.width + k]!);
    explainType(new TypeSteps(steps, given.settings, t), own, given);
  });
  const all = types.map((type) => `AMBER_${type}`);
  if (all.length === 1) steps.computed('score', 'score', '100 * AMBER');
  else steps.computed('score', 'score', `100 * ((${all.join(' + ')}) / ${all.length})`, { note: 'mean of the text types' }); // prettier-ignore
  return steps.list;
}

function explainType(steps: TypeSteps, sums: Float64Array, given: ExplainSettings): void {
  const { tfIdf } = given.settings;
  countItems(steps, sums, given, false);
  if (tfIdf !== 'no') countItems(steps, sums, given, true);
  countOthers(steps, sums, given);
  if (tfIdf !== 'yes') explainCore(steps, sums, given, false);
  if (tfIdf !== 'no') explainCore(steps, sums, given, true);
  if (tfIdf === 'both') steps.computed('S', 'score before penalties', '(Su + Si) / 2', { note: 'mean of both' });
  const penalties = explainPenalties(steps, sums, given);
  const product = penalties.map((name) => `${name}^${given.settings[optionOf(name)]}`);
  if (product.length === 0) steps.computed('pen', 'penalty', '1', { note: 'all penalties are left out' });
  else
    steps.computed('pen', 'penalty', product.join(' * '), { note: 'the penalties, each to the power of its weight' });
  steps.computed('AMBER', 'score times penalty', 'S * pen');
}

/** What marks ids of steps weighted by tf-idf. */
export const markOf = (isWeighted: boolean): string => (isWeighted ? 'i' : '');

export const ofWeight = (isWeighted: boolean, what: string): string => (isWeighted ? `tf-idf of ${what}` : what);

const mean = (terms: readonly string[]): string =>
  terms.length === 1 ? terms[0]! : `(${terms.join(' + ')}) / ${terms.length}`;

function countItems(
  steps: TypeSteps,
  sums: Float64Array,
  { layout, settings, counting }: ExplainSettings,
  isWeighted: boolean,
): void {
  const mark = markOf(isWeighted);
  const start = isWeighted ? layout.weighted : layout.counts;
  const { items } = layout;
  for (const { symbol, name, kind, n } of shownSymbols({ ...counting, tfIdf: settings.tfIdf }, isWeighted)) {
    const at = start + items.at(kind, n);
    steps.counted(`m${symbol}${mark}`, ofWeight(isWeighted, `${name} matched`), sums[at]!);
    steps.counted(`t${symbol}${mark}`, ofWeight(isWeighted, `${name} in the output`), sums[at + items.width]!);
    steps.counted(`r${symbol}${mark}`, ofWeight(isWeighted, `${name} in the reference`), sums[at + 2 * items.width]!);
  }
}

/** What the penalties need besides. */
function countOthers(steps: TypeSteps, sums: Float64Array, { layout, settings }: ExplainSettings): void {
  const { without, order } = settings;
  const isUsed = (...names: readonly PenaltyName[]) => names.some((name) => !without.includes(name));
  if (isUsed('SBP', 'SRP')) steps.counted('lo', 'words of the shorter text', sums[layout.shorter]!);
  if (isUsed('CSBP', 'CSRP')) {
    steps.counted('tC', 'characters in the output', sums[layout.characters]!);
    steps.counted('rC', 'characters in the reference', sums[layout.characters + 1]!);
    steps.counted('loC', 'characters of the shorter text', sums[layout.characters + 2]!);
  }
  if (isUsed('SWDP', 'LWDP')) {
    const [first, second] = [sums[layout.shortWords]!, sums[layout.shortWords + 1]!];
    if (settings.wordDifferences === 'totals') {
      steps.counted('tS', 'short words in the output', first);
      steps.counted('rS', 'short words in the reference', second);
    } else {
      steps.counted('dS', 'difference in short words', first);
      steps.counted('dL', 'difference in long words', second);
    }
  }
  if (isUsed('CKP')) steps.counted('chunks', 'chunks', sums[layout.chunks]!);
  if (isUsed('CTP')) {
    if (settings.continuity === 'printed') steps.counted('segments', 'segments', sums[layout.continuity]!);
    else for (let n = 1; n < order; n++) steps.counted(`f${n}`, followers(n), sums[layout.continuity + n - 1]!);
  }
  if (isUsed('NSCP')) steps.counted('sp', 'rank correlation of words, times the words in the reference', sums[layout.wordOrder]!); // prettier-ignore
  if (isUsed('NKCP')) steps.counted('kd', 'share of pairs in the same order, times the words in the reference', sums[layout.wordOrder + 1]!); // prettier-ignore
}

export const followers = (n: number): string =>
  `${n === 1 ? 'matched words' : `matched ${n}-grams`} that another could follow`;

/** Section 2.1: AvgP, Fmean, AvgF and the score before penalties. */
function explainCore(
  steps: TypeSteps,
  sums: Float64Array,
  { layout, settings }: ExplainSettings,
  isWeighted: boolean,
): void {
  const { order, recallOrder, alpha, avgP, fMean, matching, tfIdf } = settings;
  const start = isWeighted ? layout.weighted : layout.counts;
  const mark = markOf(isWeighted);
  const final = tfIdf === 'both' ? (isWeighted ? 'Si' : 'Su') : 'S';
  const name = (what: string) => ofWeight(isWeighted, what);
  const countsOf = ({ kind, n }: ItemSymbol) => {
    const at = start + layout.items.at(kind, n);
    return { matches: sums[at]!, own: sums[at + layout.items.width]!, theirs: sums[at + 2 * layout.items.width]! };
  };
  const f = (p: string, r: string) => `${p} * ${r} / (${alpha} * ${p} + (1 - ${alpha}) * ${r})`;
  const isF = (p: number, r: number) => alpha * p + (1 - alpha) * r > 0;
  const nothing = { note: 'nothing matches' };

  const present: number[] = [];
  let isZero = false;
  const recalls = new Map<number, number>();
  const explainRecall = (n: number): number | undefined => {
    if (recalls.has(n)) return recalls.get(n)!;
    const { matches, own, theirs } = countsOf(itemSymbol('ngram', n));
    if (own === 0 && theirs === 0) return undefined;
    const of = name(n === 1 ? 'recall of words' : `recall of ${n}-grams`);
    const share = `m${n}${mark} / r${n}${mark}`;
    const recall =
      theirs === 0
        ? steps.computed(`R${n}${mark}`, of, '0', { note: 'the reference has none' })
        : matches > theirs
          ? steps.computed(`R${n}${mark}`, of, `min(1, ${share})`, { note: 'other references have more in common with the output; at most 1' }) // prettier-ignore
          : steps.computed(`R${n}${mark}`, of, share);
    recalls.set(n, recall);
    return recall;
  };

  for (let n = 1; n <= order; n++) {
    const kinds = (n === 1 ? ['ngram' as const] : matching).map((kind) => itemSymbol(kind, n));
    const counting = kinds.filter((item) => countsOf(item).own > 0 || countsOf(item).theirs > 0);
    if (counting.length === 0) continue;
    present.push(n);
    const shares = counting
      .filter((item) => countsOf(item).own > 0)
      .map(({ symbol }) => `m${symbol}${mark} / t${symbol}${mark}`);
    const lacking = counting.filter((item) => countsOf(item).own === 0).map((item) => item.name);
    const [only = '0'] = shares;
    const p = steps.computed(
      `P${n}${mark}`,
      name(n === 1 ? 'precision of words' : `precision of items of ${n} words`),
      counting.length === 1 || shares.length === 0 ? only : `(${shares.join(' + ')}) / ${counting.length}`,
      lacking.length > 0 ? { note: `the output has no ${lacking.join(' and no ')}; they count as 0` } : {},
    );
    isZero ||= p === 0;
    const r = explainRecall(n) ?? 0;
    const [P, R, F] = [`P${n}${mark}`, `R${n}${mark}`, `F${n}${mark}`];
    const of = name(n === 1 ? 'F of words' : `F of ${n}-grams`);
    if (isF(p, r)) steps.computed(F, of, f(P, R));
    else steps.computed(F, of, '0', nothing);
  }
  if (present.length === 0) {
    steps.computed(final, name('score before penalties'), '0', { note: 'neither text has words' });
    return;
  }
  if (isZero)
    steps.computed(`AvgP${mark}`, name('geometric mean of precisions (AvgP)'), '0', { note: 'a precision is 0' });
  else {
    const logs = present.map((n) => `ln(P${n}${mark})`);
    steps.computed(`AvgP${mark}`, name('geometric mean of precisions (AvgP)'), `exp(${mean(logs)})`);
  }
  const p = steps.computed(`P${mark}`, name('mean precision'), mean(present.map((n) => `P${n}${mark}`)));
  const recalled = Array.from({ length: recallOrder }, (_, k) => k + 1).filter((n) => explainRecall(n) !== undefined);
  const r = steps.computed(`R${mark}`, name('mean recall'), mean(recalled.map((n) => `R${n}${mark}`)));
  const fName = name('F of mean precision and recall (Fmean)');
  if (isF(p, r)) steps.computed(`Fmean${mark}`, fName, f(`P${mark}`, `R${mark}`));
  else steps.computed(`Fmean${mark}`, fName, '0', nothing);
  steps.computed(`AvgF${mark}`, name('mean of F (AvgF)'), mean(present.map((n) => `F${n}${mark}`)));
  steps.computed(
    final,
    name('score before penalties'),
    `${avgP} * AvgP${mark} + ${fMean} * Fmean${mark} + (1 - ${avgP} - ${fMean}) * AvgF${mark}`,
  );
}

const penaltyTitles: Readonly<Record<PenaltyName, string>> = {
  SBP: 'strict brevity penalty',
  SRP: 'strict redundancy penalty',
  CSBP: 'strict brevity penalty of characters',
  CSRP: 'strict redundancy penalty of characters',
  SWDP: 'short word difference penalty',
  LWDP: 'long word difference penalty',
  CKP: 'chunk penalty',
  CTP: 'continuity penalty',
  NSCP: 'Spearman penalty for word order',
  NKCP: 'Kendall penalty for word order',
};

/** Section 2.2; returns those that count. */
function explainPenalties(steps: TypeSteps, sums: Float64Array, { layout, settings }: ExplainSettings): PenaltyName[] {
  const names = penaltyNames.filter((name) => !settings.without.includes(name));
  for (const name of names) {
    const [formula, why] = penaltyFormula(name, sums, layout, settings);
    const weight = `weight ${settings[optionOf(name)]}`;
    steps.computed(name, `${penaltyTitles[name]} (${name})`, formula, {
      note: why === undefined ? weight : `${weight}; ${why}`,
    });
  }
  return names;
}

/** The formula, and why it is this one. */
function penaltyFormula(
  name: PenaltyName,
  sums: Float64Array,
  layout: RowLayout,
  settings: Settings,
): readonly [formula: string, why?: string] {
  const words = sums[layout.items.width]!;
  const wanted = sums[2 * layout.items.width]!;
  const [characters, wantedCharacters, fewerCharacters] = [0, 1, 2].map((k) => sums[layout.characters + k]!) as [number, number, number]; // prettier-ignore
  const noReference = 'the reference is empty';
  const brevity = (fewer: number, length: number, ids: readonly [wanted: string, fewer: string]) => {
    if (length === 0) return ['1', noReference] as const;
    return fewer === 0 ? (['0', 'the output is empty'] as const) : ([`exp(1 - ${ids[0]} / ${ids[1]})`] as const);
  };
  const redundancy = (own: number, length: number, ids: readonly [own: string, wanted: string, fewer: string]) => {
    if (length === 0) return [own === 0 ? '1' : '0', noReference] as const;
    return [`exp(1 - (${ids[0]} + ${ids[1]} - ${ids[2]}) / ${ids[1]})`] as const;
  };
  const byTotals = settings.wordDifferences === 'totals';
  const [first, second] = [sums[layout.shortWords]!, sums[layout.shortWords + 1]!];
  const difference = (found: number, id: string, which: string) => {
    if (found === 0) return ['1', `as many ${which} words`] as const;
    return wanted === 0 ? (['0', noReference] as const) : ([`exp(-${id} / r1)`] as const);
  };
  switch (name) {
    case 'SBP':
      return brevity(sums[layout.shorter]!, wanted, ['r1', 'lo']);
    case 'SRP':
      return redundancy(words, wanted, ['t1', 'r1', 'lo']);
    case 'CSBP':
      return brevity(fewerCharacters, wantedCharacters, ['rC', 'loC']);
    case 'CSRP':
      return redundancy(characters, wantedCharacters, ['tC', 'rC', 'loC']);
    case 'SWDP':
      return byTotals
        ? difference(Math.abs(first - second), 'abs(tS - rS)', 'short')
        : difference(first, 'dS', 'short');
    case 'LWDP':
      return byTotals
        ? difference(Math.abs(words - first - (wanted - second)), 'abs(t1 - tS - (r1 - rS))', 'long')
        : difference(second, 'dL', 'long');
    case 'CKP':
      return chunkFormula(sums[0]!, settings);
    case 'CTP':
      return continuityFormula(sums, layout, settings);
    case 'NSCP':
      return wanted > 0 ? ['sp / r1'] : ['1', noReference];
    case 'NKCP':
      return wanted > 0 ? ['kd / r1'] : ['1', noReference];
  }
}

function chunkFormula(matched: number, { gamma, beta, chunks }: Settings): readonly [formula: string, why?: string] {
  if (matched === 0) return ['1', 'nothing matches'];
  const isNegative = chunks === 'printed' && beta % 2 === 1;
  const formula = `max(0, 1 - ${gamma} * ${isNegative ? '-' : ''}(chunks / m1)^${beta})`;
  return isNegative ? [formula, 'as printed, where chunks are negative'] : [formula];
}

function continuityFormula(
  sums: Float64Array,
  layout: RowLayout,
  { order, continuity }: Settings,
): readonly [formula: string, why?: string] {
  const isPrinted = continuity === 'printed';
  const segments = sums[layout.continuity]!;
  const shares: string[] = [];
  for (let n = 1; n < order; n++) {
    const most = isPrinted ? sums[n - 1]! - segments : sums[layout.continuity + n - 1]!;
    if (most <= 0) continue;
    shares.push(isPrinted ? `m${n + 1} / (m${n} - segments)` : `min(1, m${n + 1} / f${n})`);
  }
  if (shares.length === 0) return ['1', 'too few matches to continue'];
  return [isPrinted ? `exp(-(${mean(shares)}))` : `exp(${mean(shares)} - 1)`];
}
