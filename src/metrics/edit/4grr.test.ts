import { describe, expect, it } from 'vitest';
import { findMetric } from '../../core/index.ts';
import { measure } from '../../measure/index.ts';
import _4grr from './4grr.ts';
import { scorer } from '../testing/cases.ts';
import { type WorkedExample, goldenMissing, goldenTitle, readGolden, readWorkedExamples } from '../testing/golden.ts';
import { checkGolden, fractions } from '../testing/rates.ts';
import { shownSteps } from '../testing/shownSteps.ts';
import wrr from './wrr.ts';

const scores = scorer(_4grr);

describe('its range', () => {
  it.each([
    [1, 0, -Infinity, 100],
    [0, 0, 0, 100],
    [0, 0.5, -50, 100],
    [0, -2, 0, 200],
    [0.5, -0.5, -Infinity, 100],
    [-0.9, 1, -100, Infinity],
  ])('with alpha %d and beta %d is from %d to %d, and no text leaves it', (alpha, beta, worst, best) => {
    const metric = _4grr({ tokenizer: 'none', alpha, beta });
    expect(metric.range.worst).toBeCloseTo(worst, 12);
    expect(metric.range.best).toBe(best);
    // All texts of up to three words of two.
    const texts = ['', ...['a', 'b'].flatMap((x) => [x, ...['a', 'b'].flatMap((y) => [`${x} ${y}`, `${x} ${y} a`])])];
    const found = texts.flatMap((reference) =>
      texts.map((text) => scores({ tokenizer: 'none', alpha, beta }, [text], [[reference]]).corpus),
    );
    expect(Math.min(...found)).toBeGreaterThanOrEqual(worst - 1e-9);
    if (worst < 0) expect(Math.min(...found)).toBeLessThanOrEqual(Math.max(worst, -100) + 1e-9);
    if (Number.isFinite(best)) expect(Math.max(...found)).toBeCloseTo(best, 9);
    else expect(Math.max(...found)).toBeGreaterThan(100);
  });
});

describe('its names', () => {
  it.each([
    ['4grr', 4, '4-GRR'],
    ['4-GRR', 4, '4-GRR'],
    ['2grr', 2, '2-GRR'],
    ['1-grr', 1, '1-GRR'],
    ['9GRR', 9, '9-GRR'],
  ])('%s', (name, order, printed) => {
    const { definition, options } = findMetric(name, [_4grr]);
    const metric = definition(options);
    expect(metric.options['order']).toBe(order);
    expect(metric.name).toBe(printed);
  });

  it('do not include an order of 0', () => {
    expect(() => findMetric('0grr', [_4grr])).toThrow('k must be an integer from 1 to 9');
  });
});

describe('a perfect translation', () => {
  it('is 100 at any length', () => {
    for (let length = 1; length < 12; length++) {
      const text = Array.from({ length }, (_, i) => `w${i}`).join(' ');
      for (const order of [1, 2, 4, 9]) expect(scores({ order }, [text], [[text]]).corpus).toBe(100);
    }
  });
});

describe('several references', () => {
  it('count by the highest rate, with the mean of what there is to recognize', () => {
    const measured = measure(_4grr({}), { references: [['a b c', 'a x', 'b c d e']] }, [['a b']]);
    // 3 of 6, 1 of 3, and 1 of 10 where b replaces c; (6 + 3 + 10) / 3 to recognize.
    expect([...measured.rows]).toEqual([(3 * (19 / 3)) / 6, 19 / 3]);
    expect(measured.segmentScore(0)).toBeCloseTo(50, 12);
  });

  it('leave counts unchanged if all have the same length', () => {
    const measured = measure(_4grr({}), { references: [['a b c', 'a b d', 'x y z']] }, [['a b q q']]);
    expect([...measured.rows]).toEqual([2, 6]);
  });
});

it.each(['alpha', 'beta'])('%s is refused if it is too large', (key) => {
  expect(() => _4grr({ [key]: 1e308 })).toThrow(`${key} must be a number from -1000000 to 1000000, not 1e+308.`);
});

describe('empty texts', () => {
  it('recognize nothing, or cost as many insertions', () => {
    expect(scores({}, ['', 'a b', ''], [['a b'], [''], ['']]).segments).toEqual([0, 0, 100]);
    expect(scores({}, ['a b c', 'x'], [['a b c'], ['']]).corpus).toBeCloseTo((100 * 5) / 6, 12);
  });
});

/** The row of one sentence, by either metric. */
const rowOf = (definition: typeof _4grr | typeof wrr, hypothesis: string, reference: string) => [
  ...measure(definition({ tokenizer: 'none' }), { references: [[reference]] }, [[hypothesis]]).rows,
];

describe.skipIf(goldenMissing)(goldenTitle('the golden file'), () => {
  it.each(['A2', 'A3'] as const)('the oracle, %s', (corpus) => {
    const results = readGolden().oracle.results[corpus];
    checkGolden(_4grr, {}, corpus, {
      corpus: results['4-GRR(alpha=1,beta=0)'],
      segments: fractions(
        results.segments,
        (each: Record<string, { score: number }>) => each['4-GRR(alpha=1,beta=0)']!.score,
      ),
    });
    checkGolden(_4grr, { alpha: -0.9, beta: 1 }, corpus, {
      corpus: undefined,
      segments: fractions(results.segments, (each: Record<string, number>) => each['4-GRR(alpha=-0.9,beta=1)']!),
    });
  });
});

describe.skipIf(goldenMissing)(goldenTitle('worked examples of Chiang et al.'), () => {
  const examples = goldenMissing ? new Map<string, WorkedExample>() : readWorkedExamples();
  const named = (start: string) =>
    [...examples.values()].filter(({ id }) => id.startsWith(start)).map((each) => [each.id, each] as const);

  it.each(named('chiang-automaton-'))('%s', (_, { input, expected }) => {
    expect(rowOf(_4grr, input.candidate.join(' '), input.reference.join(' '))).toEqual(expected['4grr']);
    expect(rowOf(wrr, input.candidate.join(' '), input.reference.join(' '))).toEqual(expected.wrr);
  });

  it('chiang-4grr-run', () => {
    const { input, expected } = examples.get('chiang-4grr-run')!;
    const { candidate, reference } = input;
    expect(rowOf(_4grr, candidate.join(' '), reference.join(' '))).toEqual([expected.sum, expected.denominator]);
    const sums = candidate.map(
      (_: string, k: number) => rowOf(_4grr, candidate.slice(0, k + 1).join(' '), reference.join(' '))[0],
    );
    expect(sums.map((each: number, k: number) => each - (sums[k - 1] ?? 0))).toEqual(expected.weights);
  });

  it('chiang-4grr-odd-parameters', () => {
    const { input, expected } = examples.get('chiang-4grr-odd-parameters')!;
    const { candidate, reference, alpha, beta } = input;
    const found = scores({ alpha, beta }, [candidate.join(' ')], [[reference.join(' ')]]);
    expect(found.corpus).toBeCloseTo(100 * expected, 9);
  });

  it.each(['chiang-fig1a', 'chiang-fig1b', 'chiang-fig1c'])('%s', (id) => {
    const { input, expected } = examples.get(id)!;
    for (const system of ['baseline', 'delete']) {
      expect(rowOf(_4grr, input[system], input.reference)).toEqual(expected[system]['4grr']);
      expect(rowOf(wrr, input[system], input.reference)).toEqual(expected[system].wrr);
    }
  });

  it('chiang-fig1-corpus', () => {
    const { expected } = examples.get('chiang-fig1-corpus')!;
    const inputs = ['a', 'b', 'c'].map((which) => examples.get(`chiang-fig1${which}`)!.input);
    for (const system of ['baseline', 'delete']) {
      const found = scores(
        { tokenizer: 'none' },
        inputs.map((input) => input[system]),
        inputs.map((input) => [input.reference]),
      );
      expect(Math.abs(found.corpus / 100 - expected[system]['4grr'])).toBeLessThan(1e-6);
    }
  });
});

describe('steps', () => {
  it('of the baseline in Figure 1 (c) of Chiang et al.', () => {
    // urban construction [become → becomes] new hotspot for foreign investment [in] qinghai: runs of 2, 5 and 1 words.
    const { values, formulas, wordsBehind } = shownSteps(
      _4grr(),
      'urban construction become new hotspot for foreign investment qinghai',
      ['urban construction becomes new hotspot for foreign investment in qinghai'],
    );
    expect(values).toEqual({ g1: 8, g2: 5, g3: 3, g4: 2, I: 0, D: 1, R: 18, N: 34, score: 52.941176 });
    expect(formulas['R']).toBe('g1 + g2 + g3 + g4 - 1 * I - 0 * D');
    expect(wordsBehind('g1')[2]).toBe('substitution become → becomes +0');
    expect(wordsBehind('g4')).toEqual([
      'match new hotspot for foreign → new hotspot for foreign +1',
      'match hotspot for foreign investment → hotspot for foreign investment +1',
    ]);
    expect(wordsBehind('D')).toEqual(['missing → in +1']);
  });

  it('weight the best of several references by the mean', () => {
    // 3 of 6; (6 + 3 + 10) / 3 to recognize.
    const { values, notes } = shownSteps(_4grr({ tokenizer: 'none' }), 'a b', ['a b c', 'a x', 'b c d e']);
    expect(values).toMatchObject({ X: 3, T: 6, N: 6.333333, R: 3.166667, score: 50 });
    expect(notes).toEqual({ g1: 'reference 1 gives the highest rate', N: 'mean of 3 references' });
  });
});
