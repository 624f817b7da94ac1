import { describe, expect, it } from 'vitest';
import { type Metric, printMetric, printSignature, readSignature, systemScore, teach } from '../../core/index.ts';
import { createMetrics, loadMetric, parseMetric } from '../../engine/index.ts';
import { orderMetric, orderedMetrics } from '../../engine/createMetrics.ts';
import { measure, measureAll } from '../../measure/index.ts';
import bleu from '../ngram/bleu.ts';
import chrf from '../ngram/chrf.ts';
import { metrics } from '../index.ts';
import nist from '../ngram/nist.ts';
import ter from '../edit/ter.ts';
import ulc from './ulc.ts';
import { segmentSteps } from '../testing/segmentSteps.ts';

const texts = {
  references: [['the cat sat on the mat', 'a cat was on the mat'], ['it is time to go home now']],
};
const output = ['the cat was on a mat', 'time to go now'];
const scoreOf = (metric: Metric) => systemScore(measure(metric, texts, [output]), 0);
const load = async (typed: string) => (await createMetrics([parseMetric(typed)]))[0]!;

describe('the mean', () => {
  it('is of scores as printed, with error metrics negated', async () => {
    const metric = await loadMetric(ulc, { of: 'bleu+chrf+ter(norm=yes)' });
    const parts = [scoreOf(bleu()), scoreOf(chrf()), -scoreOf(ter({ normalized: true }))];
    expect(scoreOf(metric)).toBeCloseTo((parts[0]! + parts[1]! + parts[2]!) / 3, 12);
    const measured = measure(metric, texts, [output]);
    const sums = new Float64Array(metric.statistics.length);
    measured.rows.forEach((value, i) => (sums[i % sums.length]! += value));
    expect(metric.parts!(sums)).toEqual({ BLEU: parts[0], chrF2: parts[1], '−TER': parts[2] });
    expect(metric.higherIsBetter).toBe(true);
  });

  it('of a perfect translation is 75 with three metrics and TER', async () => {
    const metric = await loadMetric(ulc, { of: 'bleu+chrf+ribes+ter' });
    const perfect = texts.references.map(([first]) => first!);
    expect(systemScore(measure(metric, texts, [perfect]), 0)).toBeCloseTo(75, 10);
  });

  it('of single segments is that of the metrics’ segment scores', async () => {
    const metric = await loadMetric(ulc, { of: 'bleu+ter' });
    const short = ['the cat was on a mat', 'go home now']; // too short for BLEU without effective order
    const [ofUlc, ofBleu, ofTer] = [metric, bleu(), ter()].map((each) => measure(each, texts, [short]));
    for (const i of [0, 1]) {
      expect(ofUlc!.segmentScore(i)).toBeCloseTo((ofBleu!.segmentScore(i) - ofTer!.segmentScore(i)) / 2, 12);
    }
    expect(ofBleu!.segmentScore(1)).toBeGreaterThan(0);
  });

  it('of metrics that learn from all references', async () => {
    const metric = await loadMetric(ulc, { of: 'nist+ter' });
    expect(scoreOf(metric)).toBeCloseTo((scoreOf(nist()) - scoreOf(ter())) / 2, 12);
    expect(() => metric.counter()).toThrow('must learn from all references first');
  });

  it('of two metrics with one name distinguishes them', async () => {
    const metric = await loadMetric(ulc, { of: 'bleu+bleu(tok=none,n=2)' });
    expect(new Set(metric.statistics).size).toBe(metric.statistics.length);
    const sums = new Float64Array(metric.statistics.length);
    expect(Object.keys(metric.parts!(sums))).toEqual(['bleu', 'bleu(tok=none,n=2)']);
  });
});

it('parts count as they do alone in the same run, though they share what is read', async () => {
  // Synonyms of WordNet 3.0, identified by number: purchase and buy, car and automobile.
  const references = [['they purchase a car'], ['she buys the automobile']];
  const hypotheses = ['they buy a automobile', 'she purchases the car'];
  const [alone, inside] = await Promise.all([load('meteor'), load('ulc(of=meteor)')]);
  const [first, second] = measureAll([alone, inside], { references }, [hypotheses]);
  expect(systemScore(first!, 0)).toBeGreaterThan(90);
  expect(systemScore(second!, 0)).toBe(systemScore(first!, 0));
});

describe('what is typed', () => {
  it.each([
    ['ulc(of=bleu(tok=intl,case=lc)+chrf+++ter(norm=yes))', 'bleu(case=lc,tok=intl)+chrF2+++ter(norm=yes)'],
    ['ulc(of=AMBER(1,2)+gtm-2)', 'AMBER(1,2)+GTM-2'],
    ['ulc(of=bleu(eff=no) + rouge(variant=w),level=segment)', 'bleu+ROUGE-W-1.2'],
  ])('%s reads back, from what is printed and from the signature', async (typed, of) => {
    const metric = await load(typed);
    expect(metric.options['of']).toBe(of);
    const again = await load(printMetric(metric));
    expect(again.options).toEqual(metric.options);
    const signature = printSignature(metric, { references: 1 });
    expect(parseMetric(signature)).toMatchObject({ definition: ulc, options: metric.options });
    expect(printSignature(readSignature(signature, metrics), { references: 1 })).toBe(signature);
    expect(scoreOf(await load(signature))).toBe(scoreOf(metric));
  });

  it.each([
    ['ulc(of=ulc+bleu)', 'ulc cannot be a part of ulc.'],
    ['ulc(of=bleu+ULC(of=bleu+ter))', 'ulc cannot be a part of ulc.'],
    [
      'ulc(of=bleu+wmt09-xx)',
      'Unknown set wmt09-xx. The sets are wmt09-other, wmt09-cs, wmt09-de, wmt09-fr, wmt09-en, wmt09-es.',
    ],
    ['ulc(of=blue+ter)', 'Unknown metric blue. Did you mean bleu?'],
    ['ulc(of=__proto__+ter)', 'Unknown metric __proto__.'],
    ['ulc(of=bleu+bleu(tok=13a))', 'bleu appears twice in of='],
    ['ulc(of=bleu(tok=nope)+ter)', 'bleu(tok=nope): tok must be one of'],
    ['ulc(of=)', 'A metric is missing in of='],
    ['ulc(of=bleu(tok=intl+ter)', 'do not match'],
  ])('%s is refused', async (typed, message) => {
    await expect(async () => load(typed)).rejects.toThrow(message);
  });

  it('sets are lists of available metrics, written as they are printed', async () => {
    for (const set of ['wmt09-other', 'wmt09-cs', 'wmt09-de', 'wmt09-fr', 'wmt09-en', 'wmt09-es']) {
      const { of } = parseMetric(`ulc(of=${set})`).options;
      expect((await load(`ulc(of=${set})`)).options['of']).toBe(of);
    }
    expect(printMetric(await load('ulc(of=wmt09-other)'))).toBe('ulc');
  });
});

it('is made again in another thread, with what it was taught', async () => {
  const metric = teach(await loadMetric(ulc, { of: 'nist+ter' }), texts.references);
  const order = structuredClone(orderMetric(metric));
  const [again] = await orderedMetrics([order]);
  const rows = (each: Metric) => [...measure(each, texts, [output]).rows];
  expect(rows(again!)).toEqual(rows(metric));
});

it('its signature includes what its metrics were made with', async () => {
  const [alone, inside] = await Promise.all([load('meteor'), load('ulc(of=bleu+meteor+maxsim)')]);
  expect(alone.madeWith.length).toBeGreaterThan(0);
  for (const each of alone.madeWith) expect(printSignature(inside, { references: 1 })).toContain(each);
  expect((await load('ulc(of=bleu+ter)')).madeWith).toEqual([]);
});

it('can be described without its metrics, but does not count', () => {
  const bare = ulc({ of: 'bleu+ter' });
  expect(bare.name).toBe('ULC');
  expect(() => measure(bare, texts, [output])).toThrow(/The metrics bleu\+ter must be loaded first/);
  const given = ulc({ of: 'mine' }, new Map([['metrics:mine', [bleu(), ter()]]]));
  expect(scoreOf(given)).toBeCloseTo((scoreOf(bleu()) - scoreOf(ter())) / 2, 12);
});

describe('steps', () => {
  it('are those of each metric, then their mean with error metrics negated', async () => {
    const steps = segmentSteps(await load('ulc(of=ter+nist+amber(types=1)+f1)'), 'the cat', ['the cat sat']);
    expect(steps.step('score').formula).toBe('(0 - TER + NIST + AMBER1 + F1) / 4');
    // Views that a metric shows follow those of the metrics before it.
    expect(steps.words('i2_NIST')[0]).toBe('match 0: the cat | the cat');
    expect(steps.words('m2_AMBER1')[0]).toBe('match 1: the cat | the cat');
    expect(steps.words('m_F1')).toEqual(['match 1: the | the', 'match 1: cat | cat', 'missing 0: | sat']);
    expect(steps.values('F1', 'TER').map((value) => Math.round(value))).toEqual([80, 33]);
  });

  it('of metrics with the same name have different ids', async () => {
    const steps = segmentSteps(await load('ulc(of=bleu+bleu(case=lc))'), 'The cat', ['the cat']);
    expect(steps.step('score').formula).toBe('(BLEU + BLEUv2) / 2');
    expect(steps.values('m1_BLEU', 'm1_BLEUv2')).toEqual([1, 2]);
    expect(steps.step('m1_BLEUv2').name).toBe('BLEU (2): 1-grams matched');
  });
});
