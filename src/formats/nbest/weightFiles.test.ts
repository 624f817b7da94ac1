import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import type { Weights } from '../../tune/index.ts';
import { withFiles } from '../../data/testing/files.ts';
import { readWeights } from '../../data/readNbest.ts';
import { type WeightStyle, weightStyles, writeWeights } from './weights.ts';

const read = (text: string): Promise<Weights> => withFiles({ w: text }, (directory) => readWeights(`${directory}/w`));

const pairsOf = async (text: string): Promise<[string, number][]> => {
  const weights = await read(text);
  return weights.kind === 'named' ? [...weights.byName] : weights.values.map((value, k) => [String(k), value]);
};

describe('reading', () => {
  it.each<[name: string, text: string, weights: [string, number][]]>([
    ['Moses, dense.weights', 'LM0= 0.5\nTM0= .2\nTM0= -3e-1\n', [['LM0', 0.5], ['TM0_1', 0.2], ['TM0_2', -0.3]]],
    ['Moses, sparse weights', 'WT_a~b= 1\nx== 2\n', [['WT_a~b', 1], ['x=', 2]]],
    ['cdec and Joshua', '# tuned\n\nGlue 0.5\nlm_0\t-2\n', [['Glue', 0.5], ['lm_0', -2]]],
    ['an equals sign between spaces', 'lm = 1\ntm = 2\n', [['lm', 1], ['tm', 2]]],
    ['an equals sign alone', 'lm=1\na=b=2\n', [['lm', 1], ['a=b', 2]]],
    ['CRLF and a byte order mark', '\ufefflm 1\r\ntm 2\r\n', [['lm', 1], ['tm', 2]]],
    ['moses.ini', '# weights\n[input-factors]\n0\n\n[weight]\n# dense\nLM0= 0.5\nTM0= 0.2 0.3\n\n[feature]\nKENLM name=LM0\n', [['LM0', 0.5], ['TM0_1', 0.2], ['TM0_2', 0.3]]],
    ['an older moses.ini', '[ttable-limit]\n20\n[weight-d]\n0.3\n0.4\n[weight-l]\n0.5\n[weight-t]\n0.1\n0.2\n[weight-w]\n-1\n', [['d_1', 0.3], ['d_2', 0.4], ['lm', 0.5], ['tm_1', 0.1], ['tm_2', 0.2], ['w', -1]]],
    ['JSON', '{\n "lm": 0.5, "__proto__": 2, "a b": 3 }\n', [['lm', 0.5], ['__proto__', 2], ['a b', 3]]],
    ['a row', '0.5 -1 +2e-3\n', [['0', 0.5], ['1', -1], ['2', 0.002]]],
    ['a column', '0.5\n-1\n', [['0', 0.5], ['1', -1]]],
    ['a JSON list', '[0.5, -1]', [['0', 0.5], ['1', -1]]],
  ])('%s', async (_, text, weights) => {
    expect(await pairsOf(text)).toEqual(weights);
  }); // prettier-ignore

  it.each([
    ['', 'w has no weights.'],
    ['# nothing\n\n', 'w has no weights.'],
    ['[weight]\n', 'w has no weights.'],
    ['{}', 'w has no weights.'],
    ['lm 1\nlm 2\n', 'w, line 2: the weight of lm is given twice.'],
    ['lm= 1\nlm 2\n', 'w: the weight of lm is given twice.'],
    ['lm x\n', 'w, line 1: the weight of lm is "x". It must be a finite number.'],
    ['lm= nan\n', 'w, line 1: the weight of lm is "nan". It must be a finite number.'],
    ['lm inf\n', 'w, line 1: the weight of lm is "inf". It must be a finite number.'],
    ['lm 1\n2\n', 'w has weights with and without names. Name all of them, or none.'],
    [
      'some words here too\n',
      'w, line 1: "some words here too" is not a weight. Expected a name and a number: `lm= 0.5`, `lm 0.5` or `lm = 0.5`.',
    ],
    ['{"lm": 1,\n "lm": 3}', 'w, line 2: the key "lm" appears twice in an object. Remove one of them.'],
    ['{"lm": 1', 'w, line 1: not valid JSON: it ends too early.'],
    ['{"lm": "1"}', 'w: the weight of lm is "1". It must be a number.'],
    ['{"lm": 1e999}', 'w: the weight of lm is null. It must be a number.'],
  ])('%j is an error', async (text, message) => {
    await withFiles({ w: text }, async (directory) => {
      const error = await readWeights(`${directory}/w`).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(UsageError);
      expect((error as Error).message.replaceAll(`${directory}/`, '')).toBe(message);
    });
  });
});

describe('writing', () => {
  it.each<[WeightStyle, string]>([
    ['moses', 'lm= 0.5\ntm= 0.1\ntm= -0\ntm_pt_0= 1e-7\ntm_pt_1= 2\ntm_pt_2= 4\nd_2= 3\n'],
    ['names', 'lm 0.5\ntm_1 0.1\ntm_2 -0\ntm_pt_0 1e-7\ntm_pt_1 2\ntm_pt_2 4\nd_2 3\n'],
    [
      'json',
      '{\n  "lm": 0.5,\n  "tm_1": 0.1,\n  "tm_2": -0,\n  "tm_pt_0": 1e-7,\n  "tm_pt_1": 2,\n  "tm_pt_2": 4,\n  "d_2": 3\n}\n',
    ],
  ])('in the style %s', (style, text) => {
    const names = ['lm', 'tm_1', 'tm_2', 'tm_pt_0', 'tm_pt_1', 'tm_pt_2', 'd_2'];
    expect(writeWeights(names, [0.5, 0.1, -0, 1e-7, 2, 4, 3], style)).toBe(text);
  });

  it.each<[string, number, WeightStyle, string]>([
    ['a b', 1, 'moses', 'Only weights in JSON can hold a feature named "a b".'],
    ['#a', 1, 'names', 'Only weights in JSON can hold a feature named "#a".'],
    ['7', 1, 'names', 'Only weights in JSON can hold a feature named "7".'],
    ['lm', NaN, 'json', 'The weight of lm is NaN, which is not a finite number.'],
  ])('refuses %j of weight %d in the style %s', (name, weight, style, message) => {
    expect(() => writeWeights([name], [weight], style)).toThrow(new UsageError(message));
  });

  it('reads back to the last bit, in every style', async () => {
    const name = fc.constantFrom('lm', 'lm_0', 'lm_1', 'lm_2', 'd_1', 'd_2', 'd_3', 'd_5', 'x=y', 'a:', '__proto__', 'e_1');
    const entry = fc.tuple(name, fc.double({ noNaN: true, noDefaultInfinity: true }));
    const drawn = fc.uniqueArray(entry, { selector: ([key]) => key, minLength: 1 });
    await fc.assert(
      fc.asyncProperty(drawn, fc.constantFrom(...weightStyles), async (entries, style) => {
        const text = writeWeights(entries.map(([key]) => key), entries.map(([, value]) => value), style);
        expect(new Map(await pairsOf(text))).toEqual(new Map(entries));
      }),
      { numRuns: 100 },
    );
  }); // prettier-ignore
});
