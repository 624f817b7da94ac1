import { describe, expect, it } from 'vitest';
import { agreementCounter, chanceAgreement, fleissKappa, kappa, landisKoch, nominalAlpha } from './labelAgreement.ts';
import { rankingLabels, verdictLabels } from './labels.ts';
import { labelsOf, rankingsOf, verdictsOf } from './testing/makeJudgments.ts';

const sumsOf = (labels: Parameters<typeof labelsOf>) => agreementCounter(labelsOf(...labels)).sums();

const labelled = (categories: number) => ({ categories, twoSided: false });

/** Fleiss (1971), Table 1: psychiatric diagnoses of 30 patients, by six judges each; here patients are rows, so the table is transposed. */
const patients = [
  '444444', '222555', '233335', '555555', '222444', '113333', '333355', '113334', '114444', '555555',
  '144444', '124444', '222333', '144444', '224445', '333335', '111455', '111112', '224444', '133555',
  '555555', '244444', '224555', '114444', '144445', '222224', '111155', '224444', '133333', '555555',
]; // prettier-ignore
const diagnoses = Array.from({ length: 6 }, (_, judge) => patients.map((labels) => labels[judge]).join(''));

/** Krippendorff (2004), chapter 11: four observers, twelve units, some not seen by all. */
const observers = ['123321412...', '1233224125.3', '.3332342251.', '12332441251.'];

describe('coefficients of textbooks', () => {
  it('Fleiss (1971): κ = .430', () => {
    const sums = sumsOf([5, ...diagnoses]);
    expect(fleissKappa(sums, labelled(5))).toBeCloseTo(0.43024452006014074, 12); // statsmodels 0.15
    expect(nominalAlpha(sums, labelled(5))).toBeCloseTo(0.4334098282820289, 12); // PyPI krippendorff 0.9
  });

  it('Krippendorff (2004): α = .743', () => {
    expect(nominalAlpha(sumsOf([5, ...observers]), labelled(5))).toBeCloseTo(0.743421052631579, 12); // PyPI krippendorff 0.9
  });

  it('perfect agreement is 1, and undefined if there is only one label', () => {
    const perfect = sumsOf([2, '1212', '1212']);
    expect(fleissKappa(perfect, labelled(2))).toBe(1);
    expect(nominalAlpha(perfect, labelled(2))).toBe(1);
    const alike = sumsOf([2, '1111', '1111']);
    expect(fleissKappa(alike, labelled(2))).toBeNaN();
    expect(nominalAlpha(alike, labelled(2))).toBeNaN();
  });

  it('undefined if nothing is labelled twice', () => {
    const single = sumsOf([3, '12.', '..3']);
    expect(fleissKappa(single, labelled(3))).toBeNaN();
    expect(nominalAlpha(single, labelled(3))).toBeNaN();
  });
});

describe('κ', () => {
  // WMT09, Table 4.
  it.each([
    [0.549, 1 / 3, 0.323],
    [0.707, 1 / 3, 0.561],
    [0.774, 1 / 2, 0.549],
    [0.866, 1 / 2, 0.732],
  ])('P(A) %f, P(E) %f: %f', (observed, expected, printed) => {
    expect(Math.abs(kappa(observed, expected) - printed)).toBeLessThan(0.0011);
  });

  it('is undefined if chance agreement is 1', () => expect(kappa(1, 1)).toBeNaN());
});

describe('P(E)', () => {
  it('of rankings: two ties of five labels', () => {
    const labels = rankingLabels(rankingsOf('j 1 a>b', 'j 2 b>a', 'k 1 a=b', 'k 3 a>b', 'k 4 a=b'));
    const sums = agreementCounter(labels).sums();
    expect(chanceAgreement(sums, labels, 'uniform')).toBe(1 / 3);
    expect(chanceAgreement(sums, labels, 'empirical')).toBeCloseTo(0.4 ** 2 + 2 * 0.3 ** 2, 15);
  });

  it('of yes and no: three of four', () => {
    const labels = verdictLabels(verdictsOf('j 1 a e yes', 'k 1 a e yes', 'j 2 a e no', 'j 3 a e yes'));
    const sums = agreementCounter(labels).sums();
    expect(chanceAgreement(sums, labels, 'uniform')).toBe(1 / 2);
    expect(chanceAgreement(sums, labels, 'empirical')).toBeCloseTo(0.75 ** 2 + 0.25 ** 2, 15);
  });

  // Re-counted from the released data of WMT16, English-Romanian: 2110 ties of 8642 labels, P(E) = .345.
  it('of WMT16', () => {
    const sums = new Float64Array(17);
    sums.set([3000, 2110, 3532], 11);
    expect(chanceAgreement(sums, { categories: 3, twoSided: true }, 'empirical')).toBeCloseTo(0.345, 3);
  });
});

describe('names after Landis and Koch (1977)', () => {
  it.each([
    [-0.1, 'poor'],
    [0, 'slight'],
    [0.2, 'slight'],
    [0.21, 'fair'],
    [0.4, 'fair'],
    [0.41, 'moderate'],
    [0.61, 'substantial'],
    [0.81, 'almost perfect'],
    [1, 'almost perfect'],
    [NaN, undefined],
  ])('%f: %s', (value, name) => expect(landisKoch(value)).toBe(name));
});
