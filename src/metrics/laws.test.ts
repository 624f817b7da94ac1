/**
 * What must hold for every metric, under its default options and with each option changed. Here every law runs with every metric and some
 * of the changed options; `npm run test:systems` runs all of them.
 * A metric in the index is tested here without adding a line; a law that it breaks on purpose is listed with the reason.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ExpectedCounts,
  IdList,
  ExactSums,
  type Metric,
  type MetricDefinition,
  type OptionSpec,
  type RecognitionSettings,
  type Role,
  type Step,
  type Tokens,
  type View,
  evaluateFormula,
  isUsageError,
  printMetric,
  printSignature,
  readSignature,
  systemScore,
  teach,
} from '../core/index.ts';
import { parseMetric } from '../engine/index.ts';
import { SegmentCounter, measure, measureAll, textExplainer } from '../measure/index.ts';
import { RecognitionAutomaton } from '../text/testing/recognitionAutomaton.ts';
import { metrics } from './index.ts';
import { cuttingOptions, wordOptions } from './shared/wordOptions.ts';
import { givenOptions, hasNeeds, metricsForTests, resourcesForTests } from './testing/resources.ts';
import { type Exception, type Options, exceptions, furtherOptions } from './testing/lawExceptions.ts';

/** Quick runs look for no exceptions: few cases may contain none. */
const isHasty = process.env['ASSAY_TEST_MODE'] === 'unit';

/** More cases are tried to find an exception than to check a law, because it may need a rare input. */
const patience = 20 / Number(process.env['ASSAY_TEST_EFFORT'] ?? 1);
const runs = (effort: number, numRuns = 30) => ({ seed: 20271, numRuns: Math.ceil(numRuns * effort) });

interface Segment {
  readonly hypothesis: string;
  readonly references: readonly string[];
}

const word = fc.constantFrom(
  ...['the', 'The', 'cat', 'a', 'sat', 'on', 'mat', "cat's", 'mat.', '(1,5)', 'well-known', '3-4', '5%', '&quot;', '–'],
  ...['Straße', 'čtyři', '中文', '翻译。', '，', '😀', '👍🏽', 'İ', 'ΟΔΟΣ', "John's."],
);
const words = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.array(word, { minLength, maxLength }).map((list) => list.join(' '));

/** At least one word that is not only punctuation, so that every tokenizer finds a word. */
const someText = (maxLength = 12): fc.Arbitrary<string> =>
  fc
    .tuple(words(0, maxLength - 1), fc.constantFrom('cat', 'mat', 'sat', '中文'))
    .map((parts) => parts.join(' ').trim());
const anyText = fc.oneof({ weight: 9, arbitrary: someText() }, { weight: 1, arbitrary: fc.constantFrom('', ' ', '.') });

/** A hypothesis like a system's output: a reference, one with words changed or moved, or something else. */
const segmentOf = (text: fc.Arbitrary<string>): fc.Arbitrary<Segment> =>
  fc
    .record({
      references: fc.array(text, { minLength: 1, maxLength: 4 }),
      kind: fc.constantFrom('copy', 'turned', 'shorter', 'other'),
      other: text,
    })
    .map(({ references, kind, other }) => {
      const [first = ''] = references;
      const list = first.split(' ');
      const half = list.length >> 1;
      const turned = [...list.slice(half), ...list.slice(0, half)].join(' ');
      const hypothesis = { copy: first, turned, shorter: list.slice(0, half + 1).join(' '), other }[kind];
      return { hypothesis, references };
    });

const corpus = fc.array(segmentOf(anyText), { minLength: 1, maxLength: 6 });

/** Numbers from 0, shuffled. */
const shuffle = (count: number): fc.Arbitrary<number[]> =>
  fc.shuffledSubarray(
    Array.from({ length: count }, (_, i) => i),
    { minLength: count },
  );

const measureSegments = (metric: Metric, segments: readonly Segment[]) =>
  measure(metric, { references: segments.map((each) => each.references) }, [segments.map((each) => each.hypothesis)]);

const scoreOf = (metric: Metric, segments: readonly Segment[]): number =>
  systemScore(measureSegments(metric, segments), 0);

/** Ready to count parts of these segments as parts of the whole. */
const taughtBy = (metric: Metric, segments: readonly Segment[]): Metric =>
  teach(
    metric,
    segments.map(({ references }) => references),
  );

function addedRows(width: number, rows: Float64Array): ExactSums {
  const sums = new ExactSums(width);
  sums.addRows(rows, 0, rows.length / width, width);
  return sums;
}

/** Equal up to the rounding of sums. */
const expectSame = (found: number, expected: number) =>
  expect(Math.abs(found - expected)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(expected)));

/** The steps end with the score, to the last bit, and every formula gives the value of its step. */
function expectSteps(steps: readonly Step[], score: number): void {
  const values = new Map<string, number>();
  for (const { id, value, formula } of steps) {
    if (formula !== undefined) expect(evaluateFormula(formula, (symbol) => values.get(symbol))).toBe(value);
    expect(values.has(id), id).toBe(false);
    values.set(id, value);
  }
  expect(steps.at(-1)!.id).toBe('score');
  expect(steps.at(-1)!.formula).toBeDefined();
  expect(steps.at(-1)!.value).toBe(score);
}

const expectNoWorse = ({ higherIsBetter }: Metric, found: number, other: number) =>
  expect((found - other) * (higherIsBetter ? 1 : -1)).toBeGreaterThanOrEqual(-1e-9);

/** The references of each segment, with one of them as the hypothesis of the first system and any text for the second. */
const perfectAndOther = (metric: Metric, segments: readonly Segment[], which: number) =>
  measure(metric, { references: segments.map((each) => each.references) }, [
    segments.map(({ references }) => references[which % references.length]!),
    segments.map(({ hypothesis }) => hypothesis),
  ]);

const laws = {
  'the same input gives the same score'(metric: Metric, effort: number) {
    fc.assert(
      fc.property(corpus, (segments) => {
        const [first, second] = [measureSegments(metric, segments), measureSegments(metric, segments)];
        expect(first.rows).toEqual(second.rows);
        expect(systemScore(first, 0)).toBe(systemScore(second, 0));
        expect(systemScore(first, 0)).toBeTypeOf('number');
        expect(Number.isFinite(systemScore(first, 0))).toBe(true);
      }),
      runs(effort),
    );
  },

  'rows add up, however the text is split into parts'(untaught: Metric, effort: number) {
    fc.assert(
      fc.property(corpus, fc.nat(), (segments, at) => {
        const metric = taughtBy(untaught, segments);
        const width = metric.statistics.length;
        const whole = measureSegments(metric, segments);
        expect(whole.width).toBe(width);
        expect(systemScore(whole, 0)).toBe(metric.score(addedRows(width, whole.rows).rounded()));
        const cut = at % (segments.length + 1);
        const parts = [segments.slice(0, cut), segments.slice(cut)].map((part) => measureSegments(metric, part).rows);
        expect([...parts[0]!, ...parts[1]!]).toEqual([...whole.rows]);
        const [start, end] = parts.map((rows) => addedRows(width, rows));
        for (let k = 0; k < width; k++) end!.add(k, start!.exact(k));
        expect(metric.score(end!.rounded())).toBe(systemScore(whole, 0));
      }),
      runs(effort),
    );
  },

  'the order of segments does not matter'(metric: Metric, effort: number) {
    const shuffled = corpus.chain((segments) => fc.tuple(fc.constant(segments), shuffle(segments.length)));
    fc.assert(
      fc.property(shuffled, ([segments, order]) => {
        const moved = order.map((i) => segments[i]!);
        expect(scoreOf(metric, moved)).toBe(scoreOf(metric, segments));
      }),
      runs(effort),
    );
  },

  'the order of references does not matter'(metric: Metric, effort: number) {
    fc.assert(
      fc.property(corpus, shuffle(4), (segments, order) => {
        const moved = segments.map(({ hypothesis, references }) => ({
          hypothesis,
          references: order.filter((i) => i < references.length).map((i) => references[i]!),
        }));
        const [as, was] = [measureSegments(metric, moved), measureSegments(metric, segments)];
        expectSame(systemScore(as, 0), systemScore(was, 0));
        segments.forEach((_, i) => expectSame(as.segmentScore(i), was.segmentScore(i)));
      }),
      runs(effort, 120),
    );
  },

  'repeating a reference does not matter'(metric: Metric, effort: number) {
    fc.assert(
      fc.property(corpus, fc.nat(), (segments, which) => {
        const more = segments.map(({ hypothesis, references }) => ({
          hypothesis,
          references: [...references, references[which % references.length]!],
        }));
        expectSame(scoreOf(metric, more), scoreOf(metric, segments));
      }),
      runs(effort),
    );
  },

  'a perfect translation is best'(metric: Metric, effort: number) {
    // One segment is long enough to have n-grams of every order.
    const long = segmentOf(words(20, 30));
    fc.assert(
      fc.property(fc.array(segmentOf(someText()), { maxLength: 4 }), long, fc.nat(3), (some, last, which) => {
        const measured = perfectAndOther(metric, [...some, last], which);
        expectNoWorse(metric, systemScore(measured, 0), systemScore(measured, 1));
      }),
      runs(effort),
    );
  },

  'a perfect translation of a short text is best'(metric: Metric, effort: number) {
    fc.assert(
      fc.property(segmentOf(someText(6)), fc.nat(3), (segment, which) => {
        const measured = perfectAndOther(metric, [segment], which);
        expectNoWorse(metric, systemScore(measured, 0), systemScore(measured, 1));
      }),
      runs(effort, 120),
    );
  },

  'a perfect translation of a segment is best'(metric: Metric, effort: number) {
    fc.assert(
      fc.property(segmentOf(someText(6)), fc.nat(3), (segment, which) => {
        const measured = perfectAndOther(metric, [segment], which);
        expectNoWorse(metric, measured.segmentScore(0), measured.segmentScore(1));
      }),
      runs(effort, 120),
    );
  },

  'empty texts give a number'(metric: Metric) {
    const texts = ['', ' ', '\u3000\n', 'a', 'cat sat on the mat'];
    for (const hypothesis of texts) {
      for (const references of [...texts.map((text) => [text]), ['', 'a'], ['a', ''], ['', '', '']]) {
        const measured = measureSegments(metric, [{ hypothesis, references }]);
        expect(Number.isFinite(systemScore(measured, 0))).toBe(true);
        expect(Number.isFinite(measured.segmentScore(0))).toBe(true);
        expect([...measured.rows].every(Number.isFinite)).toBe(true);
        for (const part of Object.values(metric.parts?.(measured.rows) ?? {})) {
          expect(Number.isFinite(part)).toBe(true);
        }
      }
    }
  },

  'no segments give a number'(metric: Metric) {
    const measured = measure(metric, { references: [] }, [[], []]);
    expect(measured.segments).toBe(0);
    expect(Number.isFinite(systemScore(measured, 0))).toBe(true);
    expect(Number.isFinite(systemScore(measured, 1))).toBe(true);
    expect(Number.isFinite(metric.score(new Float64Array(metric.statistics.length)))).toBe(true);
  },

  'its signature reads back to the same metric'(metric: Metric) {
    for (const facts of [
      { references: 1 },
      { references: 'var' as const },
      { references: 4, bootstrap: { samples: 1000, seed: 12345 } },
    ]) {
      const signature = printSignature(metric, facts);
      const read = readSignature(signature, metrics);
      expect(read.definition).toBe(metric.definition);
      expect(read.options).toEqual(metric.options);
      expect(read.name).toBe(metric.name);
      // A signature also states what the metric was made with, which is loaded here.
      expect(printSignature(read.definition(read.options, resources), facts)).toBe(signature);
    }
  },

  'what is typed for it reads back to the same metric'(metric: Metric) {
    const read = readTyped(printMetric(metric));
    expect(read.definition).toBe(metric.definition);
    expect(read.options).toEqual(metric.options);
  },

  'systems scored together score as each alone'(metric: Metric, effort: number) {
    fc.assert(
      fc.property(corpus, fc.array(anyText, { minLength: 6, maxLength: 6 }), (segments, others) => {
        const references = segments.map((each) => each.references);
        const outputs = [
          segments.map((each) => each.hypothesis),
          others.slice(0, segments.length),
          references.map((list) => list[0]!),
        ];
        const together = measure(metric, { references }, outputs);
        outputs.forEach((output, system) => {
          const alone = measure(metric, { references }, [output]);
          const size = alone.rows.length;
          expect([...together.rows.subarray(system * size, (system + 1) * size)]).toEqual([...alone.rows]);
          expect(systemScore(together, system)).toBe(systemScore(alone, 0));
        });
      }),
      runs(effort),
    );
  },

  'counting a segment leaves nothing behind for the next'(metric: Metric, effort: number) {
    const visits = corpus.chain((segments) =>
      fc.tuple(fc.constant(segments), fc.array(fc.nat(segments.length - 1), { minLength: 2, maxLength: 12 })),
    );
    const width = metric.statistics.length;
    const whole = metric.learner === undefined ? new SegmentCounter([metric]) : undefined;
    const rowOf = (counter: SegmentCounter, { hypothesis, references }: Segment) => {
      // The row is between others, which must not change; the previous contents must not matter.
      const rows = new Float64Array(3 * width).fill(7);
      counter.count([hypothesis], references, undefined, [rows], 1, 1);
      expect(rows.subarray(0, width).every((value) => value === 7)).toBe(true);
      expect(rows.subarray(2 * width).every((value) => value === 7)).toBe(true);
      return [...rows.subarray(width, 2 * width)];
    };
    fc.assert(
      fc.property(visits, ([segments, order]) => {
        const taught = taughtBy(metric, segments);
        const used = whole ?? new SegmentCounter([taught]);
        for (const i of order) {
          expect(rowOf(used, segments[i]!)).toEqual(rowOf(new SegmentCounter([taught]), segments[i]!));
        }
      }),
      runs(effort),
    );
  },

  'scoring does not change sums'(metric: Metric, effort: number) {
    fc.assert(
      fc.property(segmentOf(anyText), (segment) => {
        const { rows } = measureSegments(metric, [segment]);
        const before = [...rows];
        metric.score(rows);
        metric.forSegments.score(rows);
        metric.parts?.(rows);
        expect([...rows]).toEqual(before);
      }),
      runs(effort),
    );
  },

  'segments are scored from the same rows'(metric: Metric, effort: number) {
    expect(metric.forSegments.statistics).toEqual(metric.statistics);
    expect(metric.forSegments.forSegments).toBe(metric.forSegments);
    expect(metric.forSegments.higherIsBetter).toBe(metric.higherIsBetter);
    fc.assert(
      fc.property(corpus, (segments) => {
        const measured = measureSegments(metric, segments);
        expect(measureSegments(metric.forSegments, segments).rows).toEqual(measured.rows);
      }),
      runs(effort),
    );
  },

  'its statistics are named'(metric: Metric) {
    const { statistics } = metric;
    expect(statistics.length).toBeGreaterThan(0);
    expect(statistics.every((name) => name.trim() !== '')).toBe(true);
    expect(new Set(statistics).size).toBe(statistics.length);
    expect(measureSegments(metric, [{ hypothesis: 'a b', references: ['b c'] }]).rows).toHaveLength(statistics.length);
  },

  'its scores lie within its range'(metric: Metric, effort: number) {
    const { worst, best, unit } = metric.range;
    expect(best > worst).toBe(metric.higherIsBetter);
    if (unit !== undefined) expect(unit > 0 && unit < Infinity).toBe(true);
    const expectWithin = ({ range }: Metric, score: number): void => {
      const slack = 1e-9 * Math.max(1, Math.abs(score));
      expect(score).toBeGreaterThanOrEqual(Math.min(range.worst, range.best) - slack);
      expect(score).toBeLessThanOrEqual(Math.max(range.worst, range.best) + slack);
    };
    expectWithin(metric, metric.score(new Float64Array(metric.statistics.length)));
    fc.assert(
      fc.property(corpus, fc.nat(3), (segments, which) => {
        const measured = perfectAndOther(metric, segments, which);
        for (const system of [0, 1]) expectWithin(metric, systemScore(measured, system));
        for (let pick = 0; pick < 2 * segments.length; pick++) {
          expectWithin(metric.forSegments, measured.segmentScore(pick));
          const { rows, width } = measured;
          expectWithin(metric, metric.score(rows.subarray(pick * width, (pick + 1) * width)));
        }
      }),
      runs(effort),
    );
  },

  'a perfect translation has the best score of the range, if there is one'(metric: Metric, effort: number) {
    const { best } = metric.range;
    if (!Number.isFinite(best)) return;
    fc.assert(
      fc.property(words(20, 30), (text) => {
        expectSame(scoreOf(metric, [{ hypothesis: text, references: [text] }]), best);
      }),
      runs(effort),
    );
  },

  'its lengths are those of the texts'(metric: Metric, effort: number) {
    const { lengths } = metric;
    if (!lengths) return;
    const plain = fc.array(fc.constantFrom('cat', 'mat', 'sat', 'dog'), { minLength: 1, maxLength: 9 });
    const lengthsOf = (hypothesis: readonly string[], reference: readonly string[]) => {
      const segment = { hypothesis: hypothesis.join(' '), references: [reference.join(' ')] };
      const { rows } = measureSegments(metric, [segment]);
      return { own: rows[lengths.hypothesis ?? -1], wanted: rows[lengths.reference]! };
    };
    fc.assert(
      fc.property(plain, plain, plain, (a, b, c) => {
        const [one, other] = [lengthsOf(a, b), lengthsOf(b, a)];
        // Tokens of one character or piece each are also as many on both sides.
        if (one.own !== undefined) expect([one.own, other.own]).toEqual([other.wanted, one.wanted]);
        expect(Number.isInteger(one.wanted)).toBe(true);
        expect(lengthsOf(c, [...a, ...b]).wanted).toBeGreaterThanOrEqual(one.wanted + other.wanted);
        if (cuttingOptions(metric).tokenizer === '13a') expect(one.wanted).toBe(b.length);
      }),
      runs(effort),
    );
  },

  'expected counts of one certain reference give the row against it'(metric: Metric, effort: number) {
    const { expectedForm, reads, statistics } = metric;
    if (!expectedForm) return;
    fc.assert(
      fc.property(segmentOf(anyText), ({ hypothesis, references }) => {
        const [reference] = references as [string, ...string[]];
        const row = new Float64Array(statistics.length).fill(7);
        const counted = reads.map((view, v) => {
          const read = reading(view);
          return clippedCounts(read(hypothesis, 'hypothesis'), read(reference, 'reference'), expectedForm.orders[v]!);
        });
        expectedForm.write(counted, row);
        const { rows } = measureSegments(metric, [{ hypothesis, references: [reference] }]);
        expect([...row]).toEqual([...rows]);
      }),
      runs(effort, 60),
    );
  },

  'its automaton recognizes what its rows count'(metric: Metric, effort: number) {
    const { recognition, reads } = metric;
    if (!recognition) return;
    fc.assert(
      fc.property(segmentOf(anyText), ({ hypothesis, references }) => {
        const [reference] = references as [string, ...string[]];
        const read = reading(reads[0]!);
        const found = bestPath(recognition, read(hypothesis, 'hypothesis'), read(reference, 'reference'));
        expectSame(measureSegments(metric, [{ hypothesis, references: [reference] }]).rows[0]!, found);
      }),
      runs(effort, 60),
    );
  },

  'no score exceeds the bound of its precisions'(metric: Metric, effort: number) {
    const { precisions: facts, lengths } = metric;
    if (!facts) return;
    const { added, addedToLengths, matchesAt, ngramsAt, bound } = facts;
    expect(facts.lengths).toEqual(lengths);
    const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);
    fc.assert(
      fc.property(corpus, (segments) => {
        const sums = addedRows(metric.statistics.length, measureSegments(metric, segments).rows).rounded();
        const { hypothesis, reference } = facts.lengths;
        const [length, wanted] = [sums[hypothesis]! + addedToLengths, sums[reference]! + addedToLengths];
        const limit = bound({
          precisions: added.map((more, n) => share(sums[matchesAt + n]! + more, sums[ngramsAt + n]! + more)),
          fewest: added.map((_, n) => sums[ngramsAt + n]!),
          lengthRatio: wanted > 0 ? length / wanted : 1,
        });
        const score = metric.score(sums);
        expect(score).toBeLessThanOrEqual(limit);
        // If every order has a match, the bound is tight.
        if (added.every((_, n) => sums[matchesAt + n]! > 0)) {
          if (metric.options['effectiveOrder'] === false) expect(limit).toBeLessThan(score * (1 + 1e-8));
        }
      }),
      runs(effort, 60),
    );
  },

  'its factors make the score'(metric: Metric, effort: number) {
    const { factors } = metric;
    if (!factors) return;
    fc.assert(
      fc.property(corpus, (segments) => {
        const sums = addedRows(metric.statistics.length, measureSegments(metric, segments).rows).rounded();
        const score = metric.score(sums);
        if (score === 0) return;
        const { precisions, brevityPenalty } = factors(sums);
        const counted = precisions.filter((precision) => precision > 0);
        const mean = Math.exp(counted.reduce((sum, each) => sum + Math.log(each), 0) / counted.length);
        expectSame(brevityPenalty * mean, score);
      }),
      runs(effort, 60),
    );
  },

  'its steps make the score'(metric: Metric, effort: number) {
    if (!metric.explain) return;
    fc.assert(
      fc.property(corpus, (segments) => {
        const taught = taughtBy(metric, segments);
        const explain = textExplainer(taught);
        const sums = addedRows(metric.statistics.length, measureSegments(metric, segments).rows).rounded();
        expectSteps(taught.explain!(sums), taught.score(sums));
        for (const { hypothesis, references } of segments) {
          const { score, steps, views } = explain(hypothesis, references);
          expectSteps(steps, score);
          for (const { items = [], value } of steps) {
            const added = items.filter(({ adds }) => adds !== undefined);
            const sum = added.reduce((total, { adds = 0 }) => total + adds, 0);
            if (added.length > 0) expect(Math.abs(sum - value)).toBeLessThan(1e-9 * Math.max(1, Math.abs(value)));
            for (const item of items) {
              const texts = views[item.view ?? 0]!;
              const spans = [
                ...(item.hypothesis ?? []).map((span) => [span, texts.hypothesis] as const),
                ...(item.references ?? []).map((span) => [span, texts.references[span.reference]!] as const),
              ];
              for (const [{ from, to }, words] of spans) {
                expect(from >= 0 && from < to && to <= words.length, `${from} to ${to} of ${words.join('|')}`).toBe(
                  true,
                );
              }
            }
          }
        }
      }),
      runs(effort),
    );
  },

  'its weights make the score'(metric: Metric, effort: number) {
    const { weights, definition } = metric;
    if (!weights) return;
    const shares = [0.25, 0.25, 0.5];
    const powers = weights.powers.map((power, f) => power + (f + 1) / 16);
    const other = definition(weights.optionsWith(shares, powers), resources);
    expect(other.weights!.powers).toEqual(powers);
    expect(weights.terms).toHaveLength(shares.length);
    const size = shares.length + powers.length;
    fc.assert(
      fc.property(corpus, (segments) => {
        const sums = addedRows(metric.statistics.length, measureSegments(metric, segments).rows).rounded();
        const values = weights.values(sums);
        expect(values).toHaveLength(weights.copies * size);
        let sum = 0;
        for (let from = 0; from < values.length; from += size) {
          const core = shares.reduce((all, share, k) => all + share * values[from + k]!, 0);
          sum += powers.reduce((all, power, f) => all * values[from + shares.length + f]! ** power, core);
        }
        expectSame(other.score(sums), (100 * sum) / weights.copies);
      }),
      runs(effort),
    );
  },
} as const;

export type LawName = keyof typeof laws;

/** Reads texts of one segment through a view. */
function reading(view: View): (text: string, role: Role) => Tokens {
  const reader = view.reader();
  return (text, role) => {
    const ids = new IdList();
    reader.read(text, role, ids);
    return { ids: ids.values, start: 0, end: ids.length };
  };
}

/** N-grams of both texts and how many they share, counted plainly. */
function clippedCounts(hypothesis: Tokens, reference: Tokens, order: number): ExpectedCounts {
  const ngrams = ({ ids, end }: Tokens, n: number): string[] =>
    Array.from({ length: Math.max(0, end - n + 1) }, (_, i) => ids.subarray(i, i + n).join(' '));
  const orders = Array.from({ length: order }, (_, n) => n + 1);
  return {
    own: Float64Array.from(orders, (n) => ngrams(hypothesis, n).length),
    expected: Float64Array.from(orders, (n) => ngrams(reference, n).length),
    matches: Float64Array.from(orders, (n) => {
      const left = ngrams(reference, n);
      return ngrams(hypothesis, n).filter((each) => {
        const at = left.indexOf(each);
        if (at >= 0) left.splice(at, 1);
        return at >= 0;
      }).length;
    }),
  };
}

/** The best path of the automaton that reads a hypothesis, state by state. */
function bestPath(settings: RecognitionSettings, hypothesis: Tokens, reference: Tokens): number {
  const automaton = new RecognitionAutomaton(reference, settings);
  const skipAll = (weights: Float64Array<ArrayBuffer>) => {
    weights.forEach((_, state) =>
      automaton.skip(state, (to, weight) => (weights[to] = Math.max(weights[to]!, weights[state]! + weight))),
    );
    return weights;
  };
  let now = new Float64Array(automaton.states).fill(-Infinity);
  now[automaton.start] = 0;
  now = skipAll(now);
  for (let i = hypothesis.start; i < hypothesis.end; i++) {
    const next = new Float64Array(automaton.states).fill(-Infinity);
    now.forEach((known, state) =>
      automaton.read(state, hypothesis.ids[i]!, (to, weight) => (next[to] = Math.max(next[to]!, known + weight))),
    );
    now = skipAll(next);
  }
  return Math.max(...now.filter((_, state) => automaton.isFinal(state)));
}

/**
 * A mean with weights that no hypothesis can change lies between the scores of the segments, and rises when one of them does.
 * Empty references are left out: such a segment has no weight, whatever its score.
 */
function decomposes(metric: Metric, effort: number): void {
  const two = fc.array(fc.tuple(segmentOf(someText()), someText()), { minLength: 2, maxLength: 4 });
  const better = (a: number, b: number) => (a - b) * (metric.higherIsBetter ? 1 : -1);
  fc.assert(
    fc.property(two, fc.nat(), (list, at) => {
      const references = list.map(([each]) => each.references);
      const before = list.map(([each]) => each.hypothesis);
      const replaced = at % list.length;
      const after = before.map((text, i) => (i === replaced ? list[i]![1] : text));
      const measured = measure(metric, { references }, [before, after]);
      const width = metric.statistics.length;
      const segment = (pick: number) => metric.score(measured.rows.subarray(pick * width, (pick + 1) * width));
      const [whole, changed] = [systemScore(measured, 0), systemScore(measured, 1)];
      const scores = before.map((_, i) => segment(i));
      expect(whole).toBeLessThanOrEqual(Math.max(...scores) + 1e-9);
      expect(whole).toBeGreaterThanOrEqual(Math.min(...scores) - 1e-9);
      const gain = better(segment(list.length + replaced), scores[replaced]!);
      if (gain >= 0) expect(better(changed, whole)).toBeGreaterThanOrEqual(-1e-9);
      if (gain <= 0) expect(better(changed, whole)).toBeLessThanOrEqual(1e-9);
    }),
    runs(effort, 60),
  );
}

/** As printed by `printMetric` and as given in examples. */
function readTyped(typed: string): Metric {
  const { definition, options } = parseMetric(typed);
  return definition(options);
}

/** Values to try for an option besides its default, as far as its declaration lists them. */
function valuesFor(spec: OptionSpec<unknown>): unknown[] {
  if (typeof spec.default === 'boolean') return [!spec.default];
  if (spec.accepts.startsWith('a number')) return otherNumbers(spec as OptionSpec<number>);
  const [, min, max] = /^an integer from (\d+) to (\d+)$/.exec(spec.accepts) ?? [];
  const values =
    min === undefined ? spec.accepts.split(' | ') : [Number(min), Math.min(Number(spec.default) + 1, Number(max))];
  return values.filter((value) => value !== spec.default && accepts(spec, value));
}

/** Half of it, or more if that is not allowed or the same. */
function otherNumbers(spec: OptionSpec<number>): number[] {
  return [spec.default / 2, spec.default + 0.75]
    .filter((value) => value !== spec.default && accepts(spec, value))
    .slice(0, 1);
}

function accepts(spec: OptionSpec<unknown>, value: unknown): boolean {
  try {
    spec.parse(value);
    return true;
  } catch {
    return false;
  }
}

/** The default options, each option changed alone, and those listed above; without those that need files tests do not have. */
function variantsOf(definition: MetricDefinition): Options[] {
  const changed = Object.entries(definition.options as Record<string, OptionSpec<unknown>>).flatMap(([name, spec]) => {
    // Metrics that share the tokenizers read them the same way; BLEU tries them all.
    // The analyser of these tests has lemmas; a metric of another factor would read it the same way.
    const one =
      spec === wordOptions.tokenizer && definition.id !== 'bleu' ? ['char'] : spec.key === 'factor' && ['lemma'];
    const values = one || valuesFor(spec);
    return values.map((value) => ({ [name]: value }));
  });
  return [{}, ...changed, ...(furtherOptions[definition.id] ?? [])]
    .map((options) => ({ ...givenOptions[definition.id], ...options }))
    .filter(isAccepted)
    .filter((options) => hasNeeds(definition, options, resources));

  /** Values may be allowed separately but not together, such as two orders of 0. */
  function isAccepted(options: Options): boolean {
    try {
      definition(options);
      return true;
    } catch (error) {
      if (isUsageError(error)) return false;
      throw error;
    }
  }
}

const applies = ({ law: laws, metric, when }: Exception, law: LawName, { definition, options }: Metric): boolean =>
  [laws].flat().includes(law) && metric === definition.id && (when?.(options) ?? true);

const exceptionFor = (law: LawName, metric: Metric): Exception | undefined =>
  exceptions.find((each) => applies(each, law, metric));

const resources = await resourcesForTests();
const byDefault = await metricsForTests();

const every: readonly Metric[] = metrics.flatMap((definition) =>
  variantsOf(definition).map((options) => definition(options, resources)),
);

/** One in how many variants of a metric is tried; the one with default options always is. */
const oneOf = { systems: 1, unit: Infinity }[process.env['ASSAY_TEST_MODE'] ?? ''] ?? 100;
const tried = metrics.flatMap((definition, m) =>
  every.filter((each) => each.definition === definition).filter((_, i) => i === 0 || (i + m) % oneOf === 0),
);

describe.each(tried.map((metric) => [printMetric(metric), metric] as const))('%s', (_, metric) => {
  for (const [name, law] of Object.entries(laws) as [LawName, (metric: Metric, effort: number) => void][]) {
    const exception = exceptionFor(name, metric);
    if (!exception) it(name, () => law(metric, 1));
    else if (!isHasty)
      it(`${name} — exception: ${exception.reason}`, () => expect(() => law(metric, patience)).toThrow());
  }
  if (metric.decomposable) it('is decomposable', () => decomposes(metric, 1));
  else if (!isHasty) it('is not decomposable', () => expect(() => decomposes(metric, patience)).toThrow());
});

describe('all metrics in one pass', () => {
  it('score as each alone', () => {
    fc.assert(
      fc.property(corpus, (segments) => {
        const references = segments.map((each) => each.references);
        const outputs = { one: segments.map((each) => each.hypothesis), two: references.map((list) => list[0]!) };
        const together = measureAll(tried, { references }, outputs);
        tried.forEach((metric, m) => {
          expect([...together[m]!.rows]).toEqual([...measure(metric, { references }, outputs).rows]);
        });
      }),
      runs(1),
    );
  });

  it.skipIf(isHasty)('score the same with more words than a reader remembers', () => {
    const count = 150;
    // 100 new words per segment, the first half of them in the hypothesis.
    const text = (segment: number, words: number) =>
      Array.from({ length: words }, (_, k) => `w${segment}x${k}`).join(' ');
    const segments = Array.from({ length: count }, (_, i) => ({
      hypothesis: `${text(i, 50)} the cat`,
      references: [`the cat ${text(i, 100)}`],
    }));
    const defaults = byDefault.map((metric) => taughtBy(metric, segments));
    const references = segments.map((each) => each.references);
    const together = measureAll(defaults, { references }, [segments.map((each) => each.hypothesis)]);
    defaults.forEach((metric, m) => {
      const width = metric.statistics.length;
      for (let i = 0; i < count; i += 17) {
        const alone = measureSegments(metric, [segments[i]!]).rows;
        expect([...together[m]!.rows.subarray(i * width, (i + 1) * width)]).toEqual([...alone]);
      }
    });
  });
});

describe.each(metrics.map((definition) => [definition.id, definition] as const))(
  '%s is described',
  (id, definition) => {
    const specs = Object.entries(definition.options as Record<string, OptionSpec<unknown>>);

    it('with an id, a sentence and a source', () => {
      expect(id).toMatch(/^[a-z0-9][a-z0-9-]*$/);
      expect(definition.summary).toMatch(/\.$/);
      expect(definition.cite).toMatch(/\d{4}/);
      expect(metrics.filter((each) => each.id === id)).toHaveLength(1);
    });

    it('with help for every option, and what it accepts', () => {
      const keys = specs.map(([, spec]) => spec.key);
      expect(new Set(keys).size).toBe(keys.length);
      for (const [name, spec] of specs) {
        expect(spec.help.trim(), name).not.toBe('');
        expect(spec.accepts.trim(), name).not.toBe('');
        expect(spec.parse(spec.default), name).toEqual(spec.default);
      }
    });

    it('with an example that can be run', () => {
      expect(readTyped(definition.example).definition).toBe(definition);
    });

    it('so that every option is tried above, unless it names a file or has only one value', () => {
      // Models and programs have tests of their own.
      if (!hasNeeds(definition, givenOptions[definition.id] ?? {}, resources)) return;
      const untried = specs.filter(([name, spec]) => {
        const free = !spec.isFile && spec.accepts !== spec.default;
        return free && !every.some((each) => each.definition === definition && each.options[name] !== spec.default);
      });
      expect(untried.map(([name]) => name)).toEqual([]);
    });
  },
);

it('every exception belongs to a metric and options that are tried', () => {
  for (const exception of exceptions) {
    for (const law of [exception.law].flat()) {
      expect(every.some((metric) => applies(exception, law, metric))).toBe(true);
    }
  }
});

describe('signatures printed by sacreBLEU 2.6.0', () => {
  it.each([
    ['BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0', 'bleu'],
    [
      'BLEU|nrefs:var|bs:1000|seed:12345|case:lc|eff:yes|tok:intl|smooth:floor[0.10]|version:2.6.0',
      'bleu(case=lc,eff=yes,tok=intl,smooth=floor[0.10])',
    ],
    [
      'BLEU|nrefs:1|ar:10000|seed:12345|case:mixed|eff:no|tok:zh|smooth:add-k[1.00]|version:2.6.0',
      'bleu(tok=zh,smooth=add-k[1.00])',
    ],
    ['chrF2|nrefs:2|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.6.0', 'chrf(compat=sacrebleu)'],
    [
      'chrF2++|nrefs:1|case:lc|eff:no|nc:6|nw:2|space:yes|version:2.6.0',
      'chrF2++(case=lc,eff=no,space=yes,compat=sacrebleu)',
    ],
    // β is only in the name.
    ['chrF3|nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.6.0', 'chrF3(compat=sacrebleu)'],
    ['TER|nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no|version:2.6.0', 'ter(compat=sacrebleu)'],
    [
      'TER|nrefs:1|case:mixed|tok:tercom|norm:yes|punct:no|asian:yes|version:2.6.0',
      'ter(case=mixed,norm=yes,punct=no,asian=yes,compat=sacrebleu)',
    ],
  ])('%s', (signature, typed) => {
    expect(printMetric(readSignature(signature, metrics))).toBe(typed);
  });
});
