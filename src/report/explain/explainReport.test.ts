import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amber, bleu, bleuSbp, chrf, ter, wer } from '../../metrics/index.ts';
import { inNumbers, inSymbols, joinedSteps, valueText } from './explainTables.ts';
import { explainRows, explainTables } from './explainTables.ts';
import { reportExplanations } from './explainReport.ts';

const input = { sha256: '0'.repeat(64), notes: [] };
/** Papineni et al. (ACL 2002), section 2.1, examples 1 and 2. */
const references = [
  [
    'It is a guide to action that ensures that the military will forever heed Party commands',
    'It is the guiding principle which guarantees the military forces always being under the command of the Party',
    'It is the practical guide for the army always to heed the directions of the party',
  ],
  ['The cat is on the mat', 'There is a cat on the mat'],
];
const texts = {
  systems: ['first', 'second'],
  texts: [
    [
      'It is a guide to action which ensures that the military always obeys the commands of the party',
      'the the the the the the the',
    ],
    ['It is to insure the troops forever hearing the activity guidebook that party direct', 'The cat is on the mat'],
  ],
  references,
  labels: new Map([['document', ['guide', 'cat']]]),
};
const options = { lowercase: true, tokenizer: 'none' } as const;

describe('the examples of Papineni et al. (2002)', () => {
  const report = reportExplanations([bleu(options)], texts, { segments: [1, 2], input });
  const stepOf = (part: number, system: number, id: string) =>
    report.parts[part]!.explained[0]![system]!.steps.find((step) => step.id === id)!;

  it.each([
    // Section 2.1: "Candidate 1 achieves a modified unigram precision of 17/18; whereas Candidate 2 achieves … 8/14", "the … 2/7".
    [0, 0, 'm1', 17],
    [0, 0, 't1', 18],
    [0, 1, 'm1', 8],
    [0, 1, 't1', 14],
    [1, 0, 'm1', 2],
    [1, 0, 't1', 7],
    // Section 2.1.2: bigram precisions 10/17 and 1/13.
    [0, 0, 'm2', 10],
    [0, 0, 't2', 17],
    [0, 1, 'm2', 1],
    [0, 1, 't2', 13],
  ])('part %d, candidate %d: %s is %d', (part, system, id, value) =>
    expect(stepOf(part, system, id).value).toBe(value),
  );

  it('says which words are clipped', () => {
    const { items = [] } = stepOf(1, 0, 'm1');
    expect(items.map(({ kind, adds, hypothesis = [], note }) => [kind, adds, hypothesis.length, note])).toEqual([
      ['match', 2, 2, undefined],
      ['clipped', 0, 5, '7 in the output, 2 in the reference'],
      // "there", "is", "a", "cat", "on" and "mat" of the second reference, which is as long as the output
      ...Array.from({ length: 6 }, () => ['missing', 0, 0, undefined]),
    ]);
  });

  it('shows the score in numbers first', () => {
    const { answer = [] } = explainTables(report, 2);
    expect(answer[0]!.text).toBe(
      'BLEU of first on segment 1 is 50.46 = 1 · exp((ln(94.44) + ln(58.82) + ln(43.75) + ln(26.67)) / 4).',
    );
  });
});

describe('differences', () => {
  const word = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const text = fc.array(word, { minLength: 0, maxLength: 8 }).map((words) => words.join(' '));
  const segment = fc.tuple(
    text,
    text,
    fc.array(
      text.filter((each) => each !== ''),
      { minLength: 1, maxLength: 2 },
    ),
  );
  const metrics = [bleu(), bleuSbp(), chrf(), ter(), wer()];

  it('by steps and by segments add up, and those of a decomposable metric do not depend on order', () => {
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 6 }), (segments) => {
        const made = {
          systems: ['a', 'b'],
          texts: [segments.map(([a]) => a), segments.map(([, b]) => b)],
          references: segments.map(([, , r]) => r),
          labels: new Map(),
        };
        const { parts } = reportExplanations(metrics, made, { corpus: true, top: 3, input });
        parts[0]!.differences.forEach(([difference], m) => {
          const { scores, bySteps, bySegments, isShare } = difference!;
          const whole = scores[1] - scores[0];
          const sum = (points: readonly { readonly points: number }[]) =>
            points.reduce((all, each) => all + each.points, 0);
          if (bySteps.length > 0) expect(sum(bySteps)).toBeCloseTo(whole, 9);
          expect(sum(bySegments)).toBeCloseTo(whole, 9);
          expect(isShare).toBe(metrics[m]!.decomposable);
        });
      }),
      { seed: 4, numRuns: 60, endOnFailure: true },
    );
  });

  it('of words are counts of both systems, and what one alone would change', () => {
    const made = {
      systems: ['a', 'b'],
      texts: [['the cat sat'], ['a cat sat']],
      references: [['the cat sat']],
      labels: new Map(),
    };
    const { parts } = reportExplanations([wer({ tokenizer: 'none' })], made, { corpus: true, input });
    const [[difference]] = parts[0]!.differences as [[(typeof parts)[0]['differences'][0][0]]];
    // One substitution more in three words.
    expect(difference.byWords).toEqual([{ step: 'E', text: 'a', counts: [0, 1], points: 100 * (1 / 3) }]);
  });
});

describe('parts', () => {
  it('are segments, documents and all segments', () => {
    const { parts } = reportExplanations([ter()], texts, { segments: [2], documents: ['guide'], corpus: true, input });
    expect(parts.map(({ kind, name, segments }) => [kind, name, segments])).toEqual([
      ['segment', 'segment 2', 1],
      ['document', 'document guide', 1],
      ['corpus', 'all 2 segments', 2],
    ]);
  });

  it.each([
    [{ segments: [3] }, 'There is no segment 3: segments have the numbers 1 to 2.'],
    [{ documents: ['dog'] }, 'There is no document dog. There are 2: guide, cat.'],
  ])('%j is refused', (request, message) =>
    expect(() => reportExplanations([ter()], texts, { ...request, input })).toThrow(message),
  );

  it('need labels to be documents', () =>
    expect(() => reportExplanations([ter()], { ...texts, labels: new Map() }, { documents: ['d'], input })).toThrow(
      'The texts have no documents. Give a label named document with --labels.',
    ));
});

describe('text', () => {
  const steps = [
    { id: 'BP', name: 'brevity penalty', value: 0.5 },
    { id: 'm1', name: 'matches', value: 3 },
    { id: 'x', name: 'negative', value: -0.25 },
  ];
  it.each([
    ['BP * exp(m1 / 4)', 'BP · exp(m1 / 4)', '0.5000 · exp(3 / 4)'],
    ['1 - x', '1 − x', '1 − (-0.2500)'],
    ['ln(m1)', 'ln(m1)', 'ln(3)'],
  ])('%s', (formula, symbols, numbers) => {
    expect(inSymbols(formula)).toBe(symbols);
    expect(inNumbers(formula, steps, 2)).toBe(numbers);
  });

  it.each([
    [3, '3'],
    [0.12345, '0.1235'],
    [12.345, '12.35'],
  ])('%d is %s', (value, shown) => expect(valueText(value, 2)).toBe(shown));

  it('shows the parts of an item with gaps, and repeated words once', () => {
    const metrics = [amber({ types: ['1'], tokenizer: 'none' })];
    const pair = {
      systems: ['a'],
      texts: [['the cat lay on the mat']],
      references: [['the cat sat on the mat']],
      labels: new Map(),
    };
    const report = reportExplanations(metrics, pair, { segments: [1], input });
    const cells = explainTables(report, 2).tables.flatMap(({ rows }) => rows.map((row) => row.filter((cell) => typeof cell === 'string'))); // prettier-ignore
    const of = (symbol: string) => cells.findLast(([first]) => first === symbol)?.at(-1);
    // Every other word: cat … on, on … mat; "the … lay" and "lay … the" do not match.
    expect(of('m2fix')).toBe('cat … on, on … mat');
    expect(cells.flat().filter((cell) => cell.includes('the (2 times)'))).toHaveLength(1);
  });

  it('joins the steps of systems that lack some', () => {
    const of = (...ids: string[]) => ({ score: 0, steps: ids.map((id) => ({ id, name: id, value: 0 })) });
    expect(joinedSteps([of('a', 'c', 'score'), of('a', 'b', 'c', 'score')]).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'score']); // prettier-ignore
  });

  it('has a row for each step for other programs', () => {
    const report = reportExplanations([wer()], texts, { segments: [1], input });
    const [table] = explainRows(report).tables;
    expect(table!.rows.map((row) => row.slice(0, 4))).toEqual(
      ['first', 'second'].flatMap((system) => ['E', 'N', 'score'].map((id) => ['segment 1', 'WER', system, id])),
    );
  });
});
