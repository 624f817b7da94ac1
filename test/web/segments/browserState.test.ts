import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SegmentView, segmentLink } from '../../../src/report/comparePage/segmentLink.ts';
import { sampleSegments as segments } from '../../../src/report/comparePage/testing/sampleSegments.ts';
import {
  type BrowserState,
  amount,
  firstState,
  linkTo,
  places,
  sorts,
  stateFromLink,
  translateState,
  winners,
} from '../../../web/segments/browserState.ts';

const first = firstState(segments);
const bound = fc.option(
  fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).map((value) => value || 0),
  { nil: undefined },
);
const oneOf = <Value extends string>(words: Readonly<Record<Value, string>>) =>
  fc.constantFrom(...(Object.keys(words) as Value[]));
const anyState: fc.Arbitrary<BrowserState> = fc
  .record({
    segment: fc.nat({ max: segments.count - 1 }),
    a: fc.nat({ max: 2 }),
    b: fc.nat({ max: 2 }),
    metric: fc.nat({ max: 1 }),
    show: fc.constantFrom('pair', 'all'),
    against: fc.constantFrom('any' as const, 'other' as const, 0, 1),
    missing: fc.boolean(),
    sort: oneOf(sorts),
    search: fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
    regex: fc.boolean(),
    place: oneOf(places),
    winner: oneOf(winners),
    least: bound,
    most: bound,
    labels: fc.tuple(fc.integer({ min: -1, max: 2 }), fc.integer({ min: -1, max: 2 })),
  })
  .filter(({ a, b }) => a !== b);

describe('a state among other segments', () => {
  const { systems, metrics } = segments;
  const fewer = {
    ...segments,
    systems: systems.slice(1),
    pair: [0, 1] as const,
    metrics: metrics.slice(1),
    labels: [],
  };
  it.each([
    [
      'keeps what is there, by name',
      { segment: 1, a: 1, b: 2, metric: 1, search: 'x' },
      { segment: 1, a: 0, b: 1, metric: 0, search: 'x', labels: [] },
    ],
    [
      'forgets what is not',
      { segment: 1, a: 0, b: 2, metric: 0, labels: [1, -1] },
      { segment: 1, a: 0, b: 1, metric: 0, labels: [] },
    ],
  ] as const)('%s', (_, chosen, expected) => {
    // prettier-ignore
    expect(translateState({ ...first, ...chosen }, segments, fewer)).toEqual({ ...firstState(fewer), ...expected });
  });
});

describe('a link', () => {
  it('restores the chosen state', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const link = linkTo(state, segments);
        expect(link).toMatch(/^[\w.*+%&=-]+$/); // as it is in an address
        expect(stateFromLink(link, segments)).toEqual(state);
      }),
    );
  });

  it.each([
    [{ segment: 16 }, 'segment=17'],
    [{ segment: 0, a: 1, b: 0, metric: 1, sort: 'b' }, 'segment=1&a=__proto__&b=base&metric=TER&sort=b'],
    [{ segment: 0, labels: [2, -1], against: 1 }, 'segment=1&against=2&label.document=%3Ci%3Ex%3C%2Fi%3E'],
    [{ segment: 0, search: 'a b&c', regex: true, missing: false }, 'segment=1&missing=no&search=a+b%26c&regex=yes'],
  ] as const)('of %j is %s', (chosen, link) => expect(linkTo({ ...first, ...chosen }, segments)).toBe(link));

  it.each([
    ['', undefined],
    ['summary', undefined],
    ['a=base', {}],
    ['label.document=b&b=%3Cb%3Ebold%3C%2Fb%3E', { b: 2, labels: [1, -1] }],
    [
      'segment=3&a=nobody&b=__proto__&metric=&sort=toString&show=none&against=9&winner=x&least=-1&most=x',
      { segment: 2 },
    ],
    ['segment=99', {}],
    ['segment=0', {}],
    ['segment=1.5', {}],
    ['segment=1e1', {}],
    ['segment=2&a=base&b=base', { segment: 1 }],
    ['segment=2&b=base', { segment: 1 }],
    ['segment=2&label.document=none&label.other=x&__proto__=x', { segment: 1 }],
    ['segment=2&least=2.5&most=1e1', { segment: 1, least: 2.5, most: 10 }],
  ] as const)('%j says %j', (link, said) =>
    expect(stateFromLink(link, segments)).toEqual(said && { ...first, ...said }),
  );

  it.each([
    [
      { segment: 4, a: '__proto__', b: 'base' },
      { segment: 4, a: 1, b: 0 },
    ],
    [
      { metric: 'TER', winner: 'a-or-tie', most: 0.5 },
      { metric: 1, winner: 'a-or-tie', most: 0.5 },
    ],
    [
      { winner: 'b', least: 1e-7, most: 2 },
      { winner: 'b', least: 1e-7, most: 2 },
    ],
    [{ label: ['document', '<i>x</i>'] }, { labels: [2, -1] }],
    [{ label: ['constructor', ''] }, { labels: [-1, 0] }],
  ] as const satisfies [SegmentView, Partial<BrowserState>][])('from elsewhere in the page, to %j', (view, said) =>
    expect(stateFromLink(segmentLink(view), segments)).toEqual({ ...first, ...said }),
  );

  it('finds a name with a lone surrogate', () => {
    const choices = { ...segments, systems: ['base', 'half\ud800', 'other'] };
    const state = { ...first, segment: 0, b: 1, a: 2 };
    expect(stateFromLink(linkTo(state, choices), choices)).toEqual(state);
  });
});

it.each([
  ['', undefined],
  [' ', undefined],
  [null, undefined],
  ['0', 0],
  ['1.', 1],
  ['-1', undefined],
  ['x', undefined],
  ['Infinity', undefined],
] as const)('%j typed as a bound is %j', (text, value) => expect(amount(text)).toBe(value));
