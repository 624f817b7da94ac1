import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nastyText, pythonSplit, tokensOf } from '../../text/testing/texts.ts';
import { tokenizerChrf } from '../../text/index.ts';
import chrf from './chrf.ts';
import { type Case, checkCases, scorer } from '../testing/cases.ts';

/** Every number is from sacreBLEU 2.6.0 (Python 3.11). */
// prettier-ignore
const cases: readonly Case<typeof chrf>[] = [
  ['english', {}, 67.37132888334939, [46.070808436671165, 70.33130652798772, 100, 65.63303075637116, 0]],
  ['german', {}, 76.98514594766094, [90.93507960484854, 83.77197440240919, 60.796061617277196, 73.13974125480468]],
  ['czech', {}, 61.54242188848015, [80.79880259395411, 63.90568354384965, 49.45364774011871, 0]],
  ['chinese', {}, 46.72080581592507, [45.082166141119586, 52.4380726189677, 32.862274596973585, 39.7763074984247]],
  ['emoji', {}, 61.802896651228025, [41.68183693681059, 57.09653092006033, 91.09666585944807, 100]],
  ['empties', {}, 11.544381734222679, [0, 0, 0, 63.636363636363626, 0]],
  ['spaces', {}, 83.63666253636649, [100, 88.44137183049733, 74.82134232195554, 76.77620740342319]],
  ['english', { wordOrder: 2 }, 64.0621580227995, [50.2227868865697, 62.72270295799951, 100, 60.00060010813816, 0]],
  ['german', { wordOrder: 2 }, 73.28948562728843, [88.68742081474753, 82.69505223037832, 57.29738363640154, 62.81521384011628]],
  ['chinese', { wordOrder: 2 }, 40.046404985078624, [38.641856692388224, 44.9469193876866, 28.167663940263072, 33.14692291535392]],
  ['emoji', { wordOrder: 2 }, 58.09583062611957, [38.79236989608927, 53.06156992877329, 87.2401056096519, 100]],
  ['empties', { wordOrder: 2 }, 25.38429580390527, [0, 0, 0, 63.636363636363626, 0]],
  ['english', { effectiveOrder: false }, 67.37049407387535, [46.06949202797747, 70.33127755518089, 100, 65.63295497269019, 1.0000000000000002e-14]],
  ['german', { effectiveOrder: false }, 76.98508090097705, [90.93507960484853, 83.77197440240919, 60.796013200654926, 73.13827172550444]],
  ['emoji', { effectiveOrder: false }, 61.802697236101174, [41.67904681983719, 57.09653092006033, 91.08960683997479, 16.666666666666668]],
  ['empties', { effectiveOrder: false }, 3.842940685045949, [1.0000000000000002e-14, 1.0000000000000002e-14, 0, 21.16402116402116, 8.333333333333334e-15]],
  ['emoji', { effectiveOrder: false, wordOrder: 2 }, 58.09444716950012, [38.7592851148779, 53.01012712777419, 87.11419761118411, 25]],
  ['german', { effectiveOrder: false, wordOrder: 2, beta: 3 }, 72.89136954931512, [88.68742081474753, 82.69505223037832, 56.89647131592783, 61.7847469263632]],
  ['english', { beta: 1 }, 69.0117871949704, [49.45984781361022, 71.25301493020058, 100, 66.41345327754048, 0]],
  ['german', { beta: 1, wordOrder: 1 }, 77.58513540805644, [90.64276664542574, 84.3045494877793, 62.47106395779198, 72.57358769319863]],
  ['english', { beta: 3 }, 66.84170424123013, [45.04203304046965, 70.02934673326297, 100, 65.37694988951269, 0]],
  ['german', { beta: 3, wordOrder: 1 }, 76.08676598304494, [90.64276664542574, 84.3045494877793, 60.8880766120629, 68.16575374615348]],
  ['czech', { charOrder: 1 }, 74.14104882459311, [82.31707317073169, 85.77405857740584, 68.62745098039215, 0]],
  ['czech', { charOrder: 3 }, 67.27339372787505, [81.74931941859465, 74.6419398928353, 56.362728393586224, 0]],
  ['czech', { charOrder: 10 }, 55.01903509492585, [79.29733070817416, 52.44599591576179, 40.30975576834345, 0]],
  ['english', { wordOrder: 4, charOrder: 1 }, 46.58573845848261, [47.49050462696315, 37.2235389791015, 100, 37.49807770495446, 0]],
  ['german', { lowercase: true }, 81.58637146569852, [100, 83.77197440240919, 66.05599508029366, 73.13974125480468]],
  ['english', { lowercase: true, wordOrder: 2 }, 65.30017105691024, [50.2227868865697, 66.6494218965531, 100, 60.00060010813816, 0]],
  ['english', { whitespace: true }, 70.79642233805431, [55.66268610747992, 71.91815340923094, 100, 68.94965848486754, 0]],
  ['spaces', { whitespace: true }, 62.30477138094198, [74.64289293167529, 62.08971681519141, 78.00621240916831, 31.335997285824774]],
  ['empties', { whitespace: true }, 13.47911330360813, [0, 0, 0, 53.34987593052109, 0]],
  ['spaces', { whitespace: true, wordOrder: 2, effectiveOrder: false }, 65.99249996568435, [80.9818836502555, 67.75894337992759, 68.92106322171419, 42.876970349410946]],
];

checkCases('sacreBLEU 2.6.0', chrf, cases);

const scores = scorer(chrf);

/** chrF of one hypothesis and one reference: hypothesis n-grams, reference n-grams and matches of each order. */
function plainTriples(
  hypothesis: string,
  reference: string,
  charOrder: number,
  wordOrder: number,
  whitespace: boolean,
) {
  const characters = (text: string) =>
    whitespace ? [...text] : [...text].filter((character) => pythonSplit(character).length > 0);
  const ngrams = (units: readonly string[], n: number) => {
    const counts = new Map<string, number>();
    for (let i = 0; i + n <= units.length; i++) {
      const ngram = JSON.stringify(units.slice(i, i + n));
      counts.set(ngram, (counts.get(ngram) ?? 0) + 1);
    }
    return counts;
  };
  const sum = (counts: Map<string, number>) => [...counts.values()].reduce((a, b) => a + b, 0);
  const triple = (ours: readonly string[], theirs: readonly string[], n: number): Triple => {
    const inHypothesis = ngrams(ours, n);
    const inReference = ngrams(theirs, n);
    let matches = 0;
    for (const [ngram, count] of inHypothesis) matches += Math.min(count, inReference.get(ngram) ?? 0);
    return [inReference.size > 0 ? sum(inHypothesis) : 0, sum(inReference), matches];
  };
  const words = (text: string) => tokensOf(tokenizerChrf, text);
  return [
    ...Array.from({ length: charOrder }, (_, n) => triple(characters(hypothesis), characters(reference), n + 1)),
    ...Array.from({ length: wordOrder }, (_, n) => triple(words(hypothesis), words(reference), n + 1)),
  ];
}

type Triple = [hypothesis: number, reference: number, matches: number];

function plainF(triples: readonly Triple[], beta: number, effectiveOrder: boolean): number {
  const f = (precision: number, recall: number) =>
    ((1 + beta * beta) * precision * recall) / (beta * beta * precision + recall);
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  if (effectiveOrder) {
    const shared = triples.filter(([hypothesis, reference]) => hypothesis > 0 && reference > 0);
    if (!shared.some(([, , matches]) => matches > 0)) return 0;
    const precision = mean(shared.map(([hypothesis, , matches]) => matches / hypothesis));
    const recall = mean(shared.map(([, reference, matches]) => matches / reference));
    return 100 * f(precision, recall);
  }
  const tiny = 1e-16;
  return (
    100 *
    mean(
      triples.map(([hypothesis, reference, matches]) => {
        const precision = hypothesis > 0 ? matches / hypothesis : tiny;
        const recall = reference > 0 ? matches / reference : tiny;
        return precision + recall > 0 ? f(precision, recall) : tiny;
      }),
    )
  );
}

describe('plain chrF', () => {
  const words = fc
    .array(fc.constantFrom('the', 'The', 'cat', '(sat)', ',', 'mat.', '1,5', 'ein', '文字', '😀'), { maxLength: 8 })
    .map((list) => list.join(' '));
  const text = fc.oneof({ weight: 3, arbitrary: words }, { weight: 1, arbitrary: nastyText(12) });

  it('scores the same, corpus and segments, under all options', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(text, fc.array(text, { minLength: 1, maxLength: 4 })), { minLength: 1, maxLength: 4 }),
        fc.record({
          charOrder: fc.integer({ min: 1, max: 8 }),
          wordOrder: fc.integer({ min: 0, max: 3 }),
          beta: fc.integer({ min: 1, max: 4 }),
          whitespace: fc.boolean(),
          lowercase: fc.boolean(),
          effectiveOrder: fc.boolean(),
        }),
        (segments, options) => {
          const { charOrder, wordOrder, beta, whitespace, lowercase, effectiveOrder } = options;
          const hypotheses = segments.map(([hypothesis]) => hypothesis);
          const references = segments.map(([, list]) => list);
          // The plain one takes the first of equally good references.
          const found = scores({ ...options, compat: 'sacrebleu' }, hypotheses, references);
          const fold = (each: string) => (lowercase ? each.toLowerCase() : each);
          const kept = segments.map(([hypothesis, list]) => {
            let best: Triple[] = [];
            let highest = -1;
            for (const reference of list) {
              const triples = plainTriples(fold(hypothesis), fold(reference), charOrder, wordOrder, whitespace);
              const score = plainF(triples, beta, effectiveOrder);
              // Sums in a different order may differ in the last digit; such references are not distinguished here.
              if (score > highest * (1 + 1e-12)) {
                highest = score;
                best = triples;
              }
            }
            return best;
          });
          kept.forEach((triples, i) => {
            expect(found.segments[i]).toBeCloseTo(plainF(triples, beta, effectiveOrder), 9);
          });
          const sums = kept[0]!.map((_, k) =>
            [0, 1, 2].map((part) => kept.reduce((sum, row) => sum + row[k]![part]!, 0)),
          );
          expect(found.corpus).toBeCloseTo(plainF(sums as Triple[], beta, effectiveOrder), 9);
        },
      ),
      { seed: 20269, numRuns: 1500 },
    );
  });
});

describe('equally good references', () => {
  // No reference shares a character with the hypothesis, so all score 0 there, but their lengths enter the corpus score.
  const hypotheses = ['abcdefgh', 'klmn'];
  const references = [['abcdefgh'], ['1', '12345', '123456789']];
  const turned = references.map((list) => [...list].reverse());

  it('count by closeness in length, in any order', () => {
    const found = scores({}, hypotheses, references).corpus;
    expect(scores({}, hypotheses, turned).corpus).toBe(found);
    expect(scores({}, hypotheses, [['abcdefgh'], ['12345']]).corpus).toBe(found);
  });

  it('count by order in sacreBLEU', () => {
    // sacreBLEU 2.6.0
    expect(scores({ compat: 'sacrebleu' }, hypotheses, references).corpus).toBeCloseTo(97.38434932987462, 9);
    expect(scores({ compat: 'sacrebleu' }, hypotheses, turned).corpus).toBeCloseTo(49.92469156622064, 9);
  });

  it('count by the shorter of two equally close', () => {
    const found = scores({}, hypotheses, [['abcdefgh'], ['12', '123456']]).corpus;
    expect(found).toBe(scores({}, hypotheses, [['abcdefgh'], ['12']]).corpus);
    expect(found).toBe(scores({}, hypotheses, [['abcdefgh'], ['123456', '12']]).corpus);
  });
});

it('is named by its settings', () => {
  expect(chrf().name).toBe('chrF2');
  expect(chrf({ wordOrder: 1 }).name).toBe('chrF2+');
  expect(chrf({ wordOrder: 2, beta: 3 }).name).toBe('chrF3++');
});
