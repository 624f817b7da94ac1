/** The user's choices in the segment browser, and the link that restores them. */
import type { Segments } from '../../src/report/comparePage/packSegments.ts';

/** Values as links have them, with the words of their fields. */
export const sorts = {
  difference: 'largest difference',
  smallest: 'smallest difference',
  a: 'best for A',
  b: 'best for B',
  number: 'segment number',
  longest: 'longest',
  shortest: 'shortest',
} as const;

export const winners = {
  any: 'any',
  differ: 'A or B',
  a: 'A',
  b: 'B',
  tie: 'tie',
  'a-or-tie': 'A or tie',
  'b-or-tie': 'B or tie',
} as const;

export const places = { all: 'all texts', source: 'source', references: 'references', outputs: 'outputs' } as const;
export type Place = keyof typeof places;

export interface BrowserState {
  /** From 0 on; in links from 1 on. */
  readonly segment: number;
  /** Systems, by number; never the same. */
  readonly a: number;
  readonly b: number;
  readonly metric: number;
  readonly show: 'pair' | 'all';
  /** What outputs are compared with: all references, one of them, or the other output. */
  readonly against: 'any' | 'other' | number;
  readonly missing: boolean;
  readonly sort: keyof typeof sorts;
  readonly search: string;
  readonly regex: boolean;
  readonly place: Place;
  readonly winner: keyof typeof winners;
  /** The least and the largest difference either way. */
  readonly least: number | undefined;
  readonly most: number | undefined;
  /** For each label the number of the value wanted; −1 for any. */
  readonly labels: readonly number[];
}

/** Something chosen. */
export type Choose = (chosen: Partial<BrowserState>) => void;

export const firstState = ({ pair: [a, b], labels }: Pick<Segments, 'pair' | 'labels'>): BrowserState => ({
  segment: -1,
  a,
  b,
  metric: 0,
  show: 'pair',
  against: 'any',
  missing: true,
  sort: 'difference',
  search: '',
  regex: false,
  place: 'all',
  winner: 'any',
  least: undefined,
  most: undefined,
  labels: labels.map(() => -1),
});

/** The catalogue of what can be chosen. */
type Choices = Pick<Segments, 'count' | 'systems' | 'metrics' | 'labels' | 'pair' | 'mostReferences'>;

/** `segment=17&a=base&b=new&metric=BLEU`: what is as at first is left out, but for the segment. */
export function linkTo(state: BrowserState, choices: Choices): string {
  const first = firstState(choices);
  const link = new URLSearchParams({ segment: String(state.segment + 1) });
  const add = <Key extends keyof BrowserState>(key: Key, value: (chosen: BrowserState[Key]) => unknown = String) => {
    if (state[key] !== first[key]) link.set(key, String(value(state[key])));
  };
  add('a', (system) => choices.systems[system]);
  add('b', (system) => choices.systems[system]);
  add('metric', (metric) => choices.metrics[metric]!.name);
  add('show');
  add('against', (against) => (typeof against === 'number' ? against + 1 : against));
  add('missing', (missing) => (missing ? 'yes' : 'no'));
  add('sort');
  add('search');
  add('regex', (regex) => (regex ? 'yes' : 'no'));
  add('place');
  add('winner');
  add('least');
  add('most');
  state.labels.forEach((value, label) => {
    const { name, values } = choices.labels[label]!;
    if (value >= 0) link.set(`label.${name}`, values[value]!);
  });
  return link.toString();
}

/** The state in a link; names that do not exist are ignored. Undefined if it leads to another part of the page. */
export function stateFromLink(text: string, choices: Choices): BrowserState | undefined {
  const link = new URLSearchParams(text);
  const segment = wholeNumber(link.get('segment'), choices.count);
  if (!text.includes('=')) return undefined;
  const first = firstState(choices);
  const oneOf = <Value extends string>(key: string, allowed: Readonly<Record<Value, unknown>>, otherwise: Value) =>
    (Object.keys(allowed) as Value[]).find((value) => value === link.get(key)) ?? otherwise;
  const numberOf = (key: string, names: readonly string[], otherwise: number): number => {
    const at = link.has(key) ? names.findIndex((name) => wellFormed(name) === link.get(key)) : -1;
    return at < 0 ? otherwise : at;
  };
  const [a, b] = [numberOf('a', choices.systems, first.a), numberOf('b', choices.systems, first.b)];
  const against = link.get('against');
  return {
    segment: segment ?? first.segment,
    ...(a === b ? { a: first.a, b: first.b } : { a, b }),
    metric: numberOf('metric', choices.metrics.map(({ name }) => name), first.metric), // prettier-ignore
    show: link.get('show') === 'all' ? 'all' : 'pair',
    against: against === 'other' ? against : (wholeNumber(against, choices.mostReferences) ?? first.against),
    missing: link.get('missing') !== 'no',
    sort: oneOf('sort', sorts, first.sort),
    search: link.get('search') ?? '',
    regex: link.get('regex') === 'yes',
    place: oneOf('place', places, first.place),
    winner: oneOf('winner', winners, first.winner),
    least: amount(link.get('least')),
    most: amount(link.get('most')),
    labels: choices.labels.map(({ name, values }) => numberOf(`label.${wellFormed(name)}`, values, -1)),
  };
}

/** What was chosen in one catalogue, looked up by name in another. */
export const translateState = (state: BrowserState, from: Choices, to: Choices): BrowserState =>
  stateFromLink(linkTo(state, from), to)!;

/** Links have no half characters; where a name has one, they have the mark of a missing one. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

/** `1` is 0, up to a number below a bound. */
function wholeNumber(text: string | null, bound: number): number | undefined {
  const number = /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : Infinity;
  return number <= bound ? number - 1 : undefined;
}

/** The bound of a difference as typed, if it is a number. */
export function amount(text: string | null): number | undefined {
  const number = Number((text ?? '').trim() || Number.NaN);
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}
