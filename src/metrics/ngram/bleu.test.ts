import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measure } from '../../measure/index.ts';
import { nastyText, tokensOf } from '../../text/testing/texts.ts';
import { tokenizerNamed } from '../../text/index.ts';
import bleu, { type BleuSmoothing } from './bleu.ts';
import { type Case, checkCases, scorer } from '../testing/cases.ts';

/** Every number is from sacreBLEU 2.6.0 (Python 3.11); segments with its effective order, as `sentence_bleu` scores them. */
// prettier-ignore
const cases: readonly Case<typeof bleu>[] = [
  ['english', {}, 33.536404469697366, [32.11703274087687, 17.467768504457784, 100.00000000000004, 28.194896986139714, 0]],
  ['german', {}, 50.86645460339453, [75.06238537503395, 54.10822690539397, 17.026116978186884, 49.99999999999999]],
  ['czech', {}, 33.467849833101496, [64.31870218238025, 17.242221289766626, 45.48019047027906, 0]],
  ['chinese', {}, 0, [0, 27.516060407455225, 0, 0]],
  ['emoji', {}, 21.834177214239073, [14.058533129758727, 17.965205598154213, 71.65313105737896, 100.00000000000004]],
  ['empties', {}, 0, [0, 0, 0, 60.653065971263366, 0]],
  ['spaces', {}, 70.33072184959701, [100.00000000000004, 81.87307530779823, 31.947155212313625, 66.87403049764218]],
  ['moved', {}, 89.32945648934228, [56.55095706824206, 100.00000000000004, 81.32882808488928]],
  ['english', { tokenizer: 'none' }, 24.01175799778803, [23.87517132417733, 19.740631366145518, 100.00000000000004, 22.772101321113862, 0]],
  ['german', { tokenizer: 'none' }, 46.7173542994746, [84.08964152537145, 45.180100180492246, 16.341219448835542, 25.40663740773074]],
  ['chinese', { tokenizer: 'none' }, 0, [0, 0, 0, 0]],
  ['emoji', { tokenizer: 'none' }, 23.52197557971032, [15.97357760615681, 17.965205598154213, 71.65313105737896, 100.00000000000004]],
  ['empties', { tokenizer: 'none' }, 0, [0, 0, 0, 60.653065971263366, 0]],
  ['english', { tokenizer: 'intl' }, 37.489269826939996, [42.86982293646294, 17.467768504457784, 100.00000000000004, 27.629350710622465, 0]],
  ['german', { tokenizer: 'intl' }, 56.704337801556996, [75.06238537503395, 69.85342056580093, 14.25876976452075, 56.60764468603168]],
  ['chinese', { tokenizer: 'intl' }, 11.094660471566163, [18.99589214128981, 18.99589214128981, 19.304869754804482, 0]],
  ['emoji', { tokenizer: 'intl' }, 19.17827361782891, [9.820366272512825, 20.556680845025987, 71.65313105737896, 100.00000000000004]],
  ['empties', { tokenizer: 'intl' }, 0, [0, 0, 0, 60.653065971263366, 0]],
  ['english', { tokenizer: 'char' }, 72.93226009961921, [51.09804664388654, 76.98827054380352, 100.00000000000004, 71.47768442464331, 0]],
  ['german', { tokenizer: 'char' }, 83.88007764928399, [93.70011451812971, 91.26962428621498, 70.81162981533718, 80.42349142700172]],
  ['chinese', { tokenizer: 'char' }, 67.36970943850015, [69.04426766124301, 70.03652415618387, 52.53819788848316, 60.427507947135354]],
  ['emoji', { tokenizer: 'char' }, 70.06920769850906, [47.855439210937384, 67.8364941096179, 91.31007162822628, 100.00000000000004]],
  ['empties', { tokenizer: 'char' }, 5.1035923960684935, [0, 0, 0, 60.653065971263366, 0]],
  ['english', { tokenizer: 'zh' }, 33.536404469697366, [32.11703274087687, 17.467768504457784, 100.00000000000004, 28.194896986139714, 0]],
  ['german', { tokenizer: 'zh' }, 57.48898173487758, [75.06238537503395, 69.85342056580093, 17.026116978186884, 56.60764468603168]],
  ['chinese', { tokenizer: 'zh' }, 61.76439350961819, [69.04426766124301, 53.07074109851435, 52.53819788848316, 70.71067811865478]],
  ['emoji', { tokenizer: 'zh' }, 21.834177214239073, [14.058533129758727, 17.965205598154213, 71.65313105737896, 100.00000000000004]],
  ['empties', { tokenizer: 'zh' }, 0, [0, 0, 0, 60.653065971263366, 0]],
  ['english', { smoothing: 'none' }, 33.536404469697366, [32.11703274087687, 0, 100.00000000000004, 28.194896986139714, 0]],
  ['czech', { smoothing: 'none' }, 33.467849833101496, [64.31870218238025, 0, 45.48019047027906, 0]],
  ['emoji', { smoothing: 'none' }, 0, [0, 0, 71.65313105737896, 100.00000000000004]],
  ['english', { smoothing: 'floor' }, 33.536404469697366, [32.11703274087687, 11.681400836928633, 100.00000000000004, 28.194896986139714, 0]],
  ['czech', { smoothing: 'floor' }, 33.467849833101496, [64.31870218238025, 11.530568323789494, 45.48019047027906, 0]],
  ['emoji', { smoothing: 'floor' }, 14.601394329159477, [7.071067811865475, 9.55442792204367, 71.65313105737896, 100.00000000000004]],
  ['english', { smoothing: 'floor[0.5]' }, 33.536404469697366, [32.11703274087687, 17.467768504457784, 100.00000000000004, 28.194896986139714, 0]],
  ['czech', { smoothing: 'floor[0.5]' }, 33.467849833101496, [64.31870218238025, 17.242221289766626, 45.48019047027906, 0]],
  ['emoji', { smoothing: 'floor[0.5]' }, 21.834177214239073, [23.643540225079395, 21.3643503198117, 71.65313105737896, 100.00000000000004]],
  ['english', { smoothing: 'floor[0]' }, 33.536404469697366, [32.11703274087687, 0, 100.00000000000004, 28.194896986139714, 0]],
  ['czech', { smoothing: 'floor[0]' }, 33.467849833101496, [64.31870218238025, 0, 45.48019047027906, 0]],
  ['emoji', { smoothing: 'floor[0]' }, 0, [0, 0, 71.65313105737896, 100.00000000000004]],
  ['english', { smoothing: 'add-k' }, 36.13733650789981, [40.46555950627601, 25.006318034209045, 100.00000000000004, 36.23286322293398, 0]],
  ['czech', { smoothing: 'add-k' }, 36.73199692928516, [68.00874738944076, 24.920419722570212, 54.08536609893485, 0]],
  ['emoji', { smoothing: 'add-k' }, 30.120066786994837, [31.62277660168379, 30.213753973567677, 71.65313105737896, 100.00000000000004]],
  ['english', { smoothing: 'add-k[0.5]' }, 34.882147199046834, [36.76127699348547, 19.522904561990746, 100.00000000000004, 32.61813511551166, 0]],
  ['czech', { smoothing: 'add-k[0.5]' }, 35.17928997302322, [66.40741952218258, 19.368397928471893, 50.45872714499054, 0]],
  ['emoji', { smoothing: 'add-k[0.5]' }, 23.885792119846016, [20.891045461440754, 21.569471602226038, 71.65313105737896, 100.00000000000004]],
  ['english', { smoothing: 'add-k[2]' }, 38.423123380836564, [46.18533216572972, 32.657961565740685, 100.00000000000004, 41.96824232174314, 0]],
  ['czech', { smoothing: 'add-k[2]' }, 39.46298198585984, [70.31739326919137, 32.79711678874341, 59.12964393004871, 0]],
  ['emoji', { smoothing: 'add-k[2]' }, 38.50322886878713, [44.72135954999579, 41.11336169005196, 71.65313105737896, 100.00000000000004]],
  ['english', { order: 1 }, 72.27418577950495, [72.38699344287673, 63.33861926251719, 100.00000000000004, 74.70824042309421, 0]],
  ['german', { order: 1 }, 86.61631003332936, [88.8888888888889, 100.00000000000004, 61.91984998215586, 100.00000000000004]],
  ['english', { order: 2 }, 55.8927800068733, [60.322494535730584, 35.68726903889731, 100.00000000000004, 52.23644239130947, 0]],
  ['german', { order: 2 }, 75.43388226426542, [81.6496580927726, 92.58200997725515, 42.29931028018369, 86.60254037844388]],
  ['english', { order: 3 }, 43.498749357982554, [43.50004591201424, 24.33151017090172, 100.00000000000004, 38.11399307603186, 0]],
  ['german', { order: 3 }, 61.76277785822156, [78.089666561908, 75.39474411291539, 24.938758770029516, 62.996052494743665]],
  ['english', { order: 6 }, 16.004544372087413, [18.196111383965984, 9.622839972782831, 100.00000000000004, 15.820857653610378, 0]],
  ['german', { order: 6 }, 38.396353941339044, [67.57744745078011, 31.031087521662677, 9.679126866893329, 43.5275281648062]],
  ['english', { effectiveOrder: true }, 33.536404469697366, [32.11703274087687, 17.467768504457784, 100.00000000000004, 28.194896986139714, 0]],
  ['emoji', { effectiveOrder: true }, 21.834177214239073, [14.058533129758727, 17.965205598154213, 71.65313105737896, 100.00000000000004]],
  ['empties', { effectiveOrder: true }, 30.037230591008544, [0, 0, 0, 60.653065971263366, 0]],
  ['emoji', { effectiveOrder: true, smoothing: 'none' }, 0, [0, 0, 71.65313105737896, 100.00000000000004]],
  ['emoji', { effectiveOrder: true, smoothing: 'add-k' }, 30.120066786994837, [31.62277660168379, 30.213753973567677, 71.65313105737896, 100.00000000000004]],
  ['german', { lowercase: true }, 62.50878162105688, [100.00000000000004, 52.33175696960527, 27.890014303843827, 49.99999999999999]],
  ['czech', { lowercase: true, tokenizer: 'intl' }, 44.74633768085008, [84.64817248906144, 28.73539322585947, 45.48019047027906, 0]],
  ['spaces', { tokenizer: 'none' }, 70.33072184959701, [100.00000000000004, 81.87307530779823, 31.947155212313625, 66.87403049764218]],
  ['spaces', { tokenizer: 'char', order: 2 }, 91.12052277681126, [100.00000000000004, 86.6877899750182, 88.05592628464115, 82.8473194245309]],
];

checkCases('sacreBLEU 2.6.0', bleu, cases);

const scores = scorer(bleu);

describe('worked examples', () => {
  const precisions = (hypothesis: string, references: readonly string[], order: number) => {
    const metric = bleu({ tokenizer: 'none', smoothing: 'none', lowercase: true, order });
    const { rows } = measure(metric, { references: [references] }, [[hypothesis]]);
    return Array.from({ length: order }, (_, n) => [rows[2 + n], rows[2 + order + n]]);
  };

  // Papineni et al. (2002), examples 1 and 2 and sections 2.1 and 2.1.1; without punctuation, as there.
  const references = [
    'It is a guide to action that ensures that the military will forever heed Party commands',
    'It is the guiding principle which guarantees the military forces always being under the command of the Party',
    'It is the practical guide for the army always to heed the directions of the party',
  ];

  it('clips: “the” occurs seven times and matches twice', () => {
    const given = ['The cat is on the mat', 'There is a cat on the mat'];
    expect(precisions('the the the the the the the', given, 2)).toEqual([
      [2, 7],
      [0, 6],
    ]);
  });

  it('counts matches of candidate 1', () => {
    const candidate = 'It is a guide to action which ensures that the military always obeys the commands of the party';
    expect(precisions(candidate, references, 2)).toEqual([
      [17, 18],
      [10, 17],
    ]);
  });

  it('counts matches of candidate 2', () => {
    const candidate = 'It is to insure the troops forever hearing the activity guidebook that party direct';
    expect(precisions(candidate, references, 2)).toEqual([
      [8, 14],
      [1, 13],
    ]);
  });
});

/** BLEU written plainly, on strings. */
function plainBleu(
  hypotheses: readonly (readonly string[])[],
  references: readonly (readonly (readonly string[])[])[],
  order: number,
  smoothing: BleuSmoothing,
  effectiveOrder: boolean,
): number {
  const ngrams = (words: readonly string[], n: number) => {
    const counts = new Map<string, number>();
    for (let i = 0; i + n <= words.length; i++) {
      const ngram = words.slice(i, i + n).join(' ');
      counts.set(ngram, (counts.get(ngram) ?? 0) + 1);
    }
    return counts;
  };
  let length = 0;
  let wanted = 0;
  const matches = new Array<number>(order).fill(0);
  const totals = new Array<number>(order).fill(0);
  hypotheses.forEach((hypothesis, i) => {
    length += hypothesis.length;
    const byNearness = references[i]!.map((words) => words.length).sort(
      (a, b) => Math.abs(a - hypothesis.length) - Math.abs(b - hypothesis.length) || a - b,
    );
    wanted += byNearness[0]!;
    for (let n = 1; n <= order; n++) {
      const limits = references[i]!.map((words) => ngrams(words, n));
      for (const [ngram, count] of ngrams(hypothesis, n)) {
        totals[n - 1]! += count;
        matches[n - 1]! += Math.min(count, Math.max(...limits.map((limit) => limit.get(ngram) ?? 0)));
      }
    }
  });

  if (matches.every((count) => count === 0)) return 0;
  const [, method, value] = /^([a-z-]+)(?:\[(.*)\])?$/.exec(smoothing)!;
  const amount = value === undefined ? (method === 'floor' ? 0.1 : 1) : Number(value);
  const logs: number[] = [];
  let zeros = 0;
  for (let n = 0; n < order; n++) {
    const added = method === 'add-k' && n > 0 ? amount : 0;
    const total = totals[n]! + added;
    const count = matches[n]! + added;
    if (total === 0) {
      if (effectiveOrder) break;
      return 0;
    }
    if (count > 0) logs.push(Math.log(count / total));
    else if (method === 'exp') logs.push(Math.log(1 / 2 ** ++zeros / total));
    else if (method === 'floor' && amount > 0) logs.push(Math.log(amount / total));
    else return 0;
  }
  const brevity = length < wanted ? Math.exp(1 - wanted / length) : 1;
  return 100 * brevity * Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
}

describe('plain BLEU', () => {
  const tokenizers = ['none', '13a', 'intl', 'char', 'zh'] as const;
  const smoothings = ['none', 'exp', 'floor', 'floor[0.01]', 'add-k', 'add-k[0.3]'] as const;
  const words = fc
    .array(fc.constantFrom('the', 'The', 'cat', 'sat', ',', 'mat.', '1,5', 'ein', '文字', '😀'), { maxLength: 12 })
    .map((list) => list.join(' '));
  const text = fc.oneof({ weight: 4, arbitrary: words }, { weight: 1, arbitrary: nastyText(20) });

  it('scores the same, corpus and segments, under all options', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(text, fc.array(text, { minLength: 1, maxLength: 4 })), { minLength: 1, maxLength: 5 }),
        fc.record({
          tokenizer: fc.constantFrom(...tokenizers),
          smoothing: fc.constantFrom(...smoothings),
          order: fc.integer({ min: 1, max: 6 }),
          lowercase: fc.boolean(),
          effectiveOrder: fc.boolean(),
        }),
        (segments, options) => {
          const { tokenizer, smoothing, order, lowercase, effectiveOrder } = options;
          const hypotheses = segments.map(([hypothesis]) => hypothesis);
          const references = segments.map(([, list]) => list);
          const found = scores(options, hypotheses, references);
          const tokens = (each: string) =>
            tokensOf(tokenizerNamed(tokenizer, '', new Map()), lowercase ? each.toLowerCase() : each);
          const cut = hypotheses.map(tokens);
          const cutReferences = references.map((list) => list.map(tokens));
          expect(found.corpus).toBeCloseTo(plainBleu(cut, cutReferences, order, smoothing, effectiveOrder), 9);
          cut.forEach((hypothesis, i) => {
            const alone = plainBleu([hypothesis], [cutReferences[i]!], order, smoothing, true);
            expect(found.segments[i]).toBeCloseTo(alone, 9);
          });
        },
      ),
      { seed: 20268, numRuns: 2000 },
    );
  });
});

describe('options', () => {
  it('with a floor above 1 allow more than 100, and the range includes it', () => {
    // Precisions 1/1 for words, 3 for the one bigram, which does not match.
    const options = { tokenizer: 'none', smoothing: 'floor[3]', order: 2 } as const;
    const metric = bleu(options);
    expect(metric.score([2, 2, 2, 0, 2, 1])).toBeCloseTo(100 * Math.sqrt(3), 9);
    expect(metric.range).toEqual({ worst: 0, best: 300 });
    expect(bleu({ smoothing: 'floor' }).range).toEqual({ worst: 0, best: 100 });
  });

  it.each([
    ['floor', 'floor[0.10]'],
    ['add-k', 'add-k[1.00]'],
    ['add-k[0.125]', 'add-k[0.125]'],
    ['exp', 'exp'],
  ])('%s is printed as %s', (smoothing, printed) => {
    const { smoothing: spec } = bleu.options;
    expect(spec.print(spec.parse(smoothing))).toBe(printed);
    expect(spec.parse(printed)).toBe(spec.parse(smoothing));
  });

  it.each(['exp[2]', 'none[0]', 'floor[]', 'floor[-1]', 'floor[x]', 'add-k[Infinity]', 'median', ''])(
    'smoothing %j is refused',
    (smoothing) => {
      expect(() => bleu({ smoothing: smoothing as BleuSmoothing })).toThrow(/smooth must be/);
    },
  );
});
