/** Metrics on vectors of models, with vectors made up here and plain computations of each formula. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Metric, type TextsAhead, readAhead, systemScore, teach } from '../../core/index.ts';
import { cutWarnings, measure, warningLines } from '../../measure/index.ts';
import { type Encoder, type KeptScore, LongTexts, type PieceCutter, type PieceVectors } from '../../text/index.ts';
import { bertscore, bleu, comet, cometQe, embedding, ulc } from '../index.ts';
import { cutterNeed, encoderNeed } from '../shared/encoder.ts';

/** A piece is a word; its vector depends on its letters and its neighbours. */
const size = 5;
const wordsOf = (text: string): string[] => text.split(' ').filter((word) => word !== '');
const idOf = (word: string): number => [...word].reduce((id, letter) => (id * 31 + letter.codePointAt(0)!) % 9973, 7);

function vectorsOf(text: string): number[][] {
  const ids = ['^', ...wordsOf(text), '$'].map(idOf);
  return ids.map((id, i) =>
    Array.from({ length: size }, (_, k) => Math.fround(Math.sin(id * (k + 1)) + 0.1 * Math.cos((ids[i - 1] ?? 0) + k))),
  );
}

const unit = (vector: readonly number[]): number[] => {
  const length = Math.sqrt(vector.reduce((sum, each) => sum + each * each, 0));
  return vector.map((each) => each / length);
};
const meanOf = (vectors: readonly (readonly number[])[]): number[] =>
  Array.from({ length: size }, (_, k) => vectors.reduce((sum, each) => sum + each[k]!, 0) / vectors.length);
const sentenceOf = (text: string, pool: string): number[] =>
  pool === 'cls' ? vectorsOf(text)[0]! : meanOf(vectorsOf(text));
const product = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, each, k) => sum + each * b[k]!, 0);

/** The score of a row of features: their sum with changing signs. */
const headOf = (row: readonly number[]): number =>
  row.reduce((sum, each, k) => sum + (k % 3 === 0 ? -each : each / 2), 0);

function madeEncoder() {
  const asked: string[][] = [];
  const encoder: Encoder = {
    signature: 'made-up',
    want: () => {},
    async pieces(texts) {
      asked.push([...texts]);
      return texts.map((text): PieceVectors => {
        const [first, ...others] = vectorsOf(text).map(unit);
        const own = others.slice(0, -1);
        return {
          pieces: Int32Array.from(wordsOf(text), idOf),
          vectors: Float32Array.from([...own, first!, others.at(-1)!].flat()),
          size,
        };
      });
    },
    async sentences(texts, pool) {
      asked.push([...texts]);
      return texts.map((text) => Float32Array.from(sentenceOf(text, pool)));
    },
    async head(features, rows) {
      const width = features.length / rows;
      return Array.from({ length: rows }, (_, r) => headOf([...features.subarray(r * width, (r + 1) * width)]));
    },
  };
  const cutter: PieceCutter = { cut: (text) => wordsOf(text).map(idOf) };
  return { asked, resources: new Map<string, unknown>([[encoderNeed('m'), encoder], [cutterNeed('m'), cutter]]) }; // prettier-ignore
}

async function scoreOf(untaught: Metric, { hypotheses, references, source }: TextsAhead): Promise<number> {
  const metric = teach(untaught, [references]);
  await readAhead([metric], [{ hypotheses, references, source }]);
  const sources = source === undefined ? {} : { sources: [source] };
  return systemScore(measure(metric, { references: [references], ...sources }, [[hypotheses[0]!]]), 0);
}

const word = fc.constantFrom('the', 'cat', 'sat', 'on', 'mat', 'dog');
const text = fc.array(word, { minLength: 1, maxLength: 7 }).map((words) => words.join(' '));
const texts = fc.record({ hypothesis: text, references: fc.array(text, { minLength: 1, maxLength: 3 }), source: text });

/** The paper's formulas, on lists. */
function plainBertscore(hypothesis: string, reference: string, weight: (word: string) => number, added: boolean) {
  const [a, b] = [hypothesis, reference].map((each) => vectorsOf(each).map(unit)) as [number[][], number[][]];
  const side = (from: number[][], to: number[][], words: readonly string[]): number => {
    const others = added ? to : to.slice(1, -1);
    const best = from.slice(1, -1).map((vector) => Math.max(...others.map((other) => product(vector, other))));
    const weights = words.map(weight);
    return best.reduce((sum, each, i) => sum + weights[i]! * each, 0) / weights.reduce((sum, each) => sum + each, 0);
  };
  const [p, r] = [side(a, b, wordsOf(hypothesis)), side(b, a, wordsOf(reference))];
  return { p: 100 * p, r: 100 * r, f: (100 * 2 * p * r) / (p + r) };
}

describe('bertscore', () => {
  it.each(['f', 'p', 'r'] as const)('matches each piece with the most similar one: %s', async (part) => {
    await fc.assert(
      fc.asyncProperty(texts, fc.constantFrom('no', 'yes'), async ({ hypothesis, references }, added) => {
        const metric = bertscore({ model: 'm', part, added: added as 'no' }, madeEncoder().resources);
        const found = await scoreOf(metric, { hypotheses: [hypothesis], references, source: undefined });
        const each = references.map(
          (reference) => plainBertscore(hypothesis, reference, () => 1, added === 'yes')[part],
        );
        expect(found).toBeCloseTo(Math.max(...each), 3);
      }),
      { numRuns: 60 },
    );
  });

  it('weighs rare pieces more', async () => {
    const { resources } = madeEncoder();
    const references = ['the cat sat', 'the dog', 'the mat'];
    const weight = (of: string) => Math.log(4 / (references.filter((each) => wordsOf(each).includes(of)).length + 1));
    const metric = teach(bertscore({ model: 'm', idf: 'yes' }, resources), references.map((each) => [each])); // prettier-ignore
    await readAhead([metric], [{ hypotheses: ['a cat sat'], references: ['the cat sat'], source: undefined }]);
    const found = systemScore(measure(metric, { references: ['the cat sat'] }, [['a cat sat']]), 0);
    expect(found).toBeCloseTo(plainBertscore('a cat sat', 'the cat sat', weight, false).f, 3);
  });

  it.each([
    ['an empty output scores 0', '', ['the cat'], 0],
    ['equal texts score 100', 'the cat', ['the cat'], 100],
    ['an empty reference is ignored', 'the cat', ['', 'the cat'], 100],
    ['without any other reference the score is 0', 'the cat', [''], 0],
  ])('%s', async (_, hypothesis, references, expected) => {
    const metric = bertscore({ model: 'm' }, madeEncoder().resources);
    expect(await scoreOf(metric, { hypotheses: [hypothesis], references, source: undefined })).toBeCloseTo(expected, 3);
  });

  it('encodes each text once', async () => {
    const { asked, resources } = madeEncoder();
    const candidates = ['a', 'b c', 'd e f'];
    const pairs = candidates.map((reference) => ({
      hypotheses: candidates,
      references: [reference],
      source: undefined,
    }));
    await readAhead([bertscore({ model: 'm' }, resources)], pairs);
    expect(asked.flat().sort()).toEqual(candidates);
  });

  it.each([
    ['layer must be last or the number of a layer, not "best".', { layer: 'best' }],
    ['part must be one of f, p, r, not "x".', { part: 'x' }],
  ])('refuses: %s', (message, options) => {
    expect(() => bertscore(options as object)).toThrow(message);
  });

  it('says what to type without a model', async () => {
    await expect(scoreOf(bertscore(), { hypotheses: ['a'], references: ['a'], source: undefined })).rejects.toThrow(
      'bertscore needs a model: bertscore(model=PATH).',
    );
  });
});

describe('metrics made of others', () => {
  it('let their parts read ahead', async () => {
    const { asked, resources } = madeEncoder();
    const parts = [bleu(), bertscore({ model: 'm' }, resources), cometQe({ model: 'm' }, resources)];
    const metric = ulc({ of: 'bleu+bertscore+comet-qe' }, new Map([['metrics:bleu+bertscore+comet-qe', parts]]));
    const segment = { hypotheses: ['the cat sat on'], references: ['the cat sat on a mat'], source: 'a dog' };
    const scores: number[] = [];
    for (const part of parts) scores.push(await scoreOf(part, segment));
    asked.length = 0;
    expect(metric.uses).toEqual({ references: true, source: true });
    expect(await scoreOf(metric, segment)).toBeCloseTo((scores[0]! + scores[1]! + scores[2]!) / 3, 10);
    expect(asked).toHaveLength(2);
    expect(await scoreOf(metric.forSegments, segment)).not.toBeNaN();
  });
});

describe('long texts', () => {
  it('are counted once, also if their scores come from an earlier run', async () => {
    const kept = new Map<string, KeptScore>();
    const run = async (): Promise<Metric[]> => {
      const { resources } = madeEncoder();
      const made = resources.get(encoderNeed('m')) as Encoder;
      const long = new LongTexts();
      const encoder: Encoder = {
        ...made,
        long,
        scores: { get: (key) => kept.get(key), put: (key, score) => kept.set(key, score), flush: () => {} },
        pieces: async (texts, layer) => {
          expect(kept.size).toBe(0); // the second run asks for nothing
          for (const each of texts) if (wordsOf(each).length > 3) long.add(each, 3);
          return made.pieces(texts, layer);
        },
      };
      const metrics = (['f', 'p'] as const).map((part) =>
        bertscore({ model: 'm', part }, new Map([...resources, [encoderNeed('m'), encoder]])),
      );
      await readAhead(metrics.slice(0, 1), [
        { hypotheses: ['a b c', 'a b c d', 'e f g h'], references: ['a b', 'a b c d e'], source: undefined },
        { hypotheses: ['a b c d', 'short'], references: ['a b c d e'], source: undefined },
      ]);
      return metrics;
    };
    for (let i = 0; i < 2; i++) {
      const metrics = await run();
      expect(metrics.map((metric) => metric.cutTexts!())).toEqual([{ count: 3, limit: 3 }, { count: 3, limit: 3 }]); // prettier-ignore
      expect(warningLines(cutWarnings(metrics))).toEqual([
        '3 texts are longer than the 3 pieces of words that the model reads: BERTScore and BERTScore-P score only the beginning. Split long segments into sentences, or use a model that reads more.',
      ]);
    }
    expect(cutWarnings([bleu(), bertscore({ model: 'm' }, madeEncoder().resources)])).toEqual([]);
  });
});

describe('embedding', () => {
  it.each(['references', 'source', 'both'] as const)('is the cosine of sentences, against %s', async (against) => {
    await fc.assert(
      fc.asyncProperty(texts, fc.constantFrom('mean', 'cls'), async ({ hypothesis, references, source }, pool) => {
        const metric = embedding({ model: 'm', pool: pool as 'mean', against }, madeEncoder().resources);
        const found = await scoreOf(metric, { hypotheses: [hypothesis], references, source });
        const cosine = (other: string) => 100 * product(unit(sentenceOf(hypothesis, pool)), unit(sentenceOf(other, pool))); // prettier-ignore
        const best = Math.max(...references.map(cosine));
        const expected = { references: best, source: cosine(source), both: (best + cosine(source)) / 2 }[against];
        expect(found).toBeCloseTo(expected, 3);
      }),
      { numRuns: 40 },
    );
  });

  it('asks for the source that it needs', async () => {
    const metric = embedding({ model: 'm', against: 'source' }, madeEncoder().resources);
    await expect(scoreOf(metric, { hypotheses: ['a'], references: ['a'], source: undefined })).rejects.toThrow(
      'Embedding reads the source. Name its file with -s.',
    );
  });
});

describe('comet', () => {
  const joined = (...parts: readonly (readonly number[])[]): number[] => parts.flat().map(Math.fround);
  const each = (a: readonly number[], b: readonly number[], of: (x: number, y: number) => number): number[] =>
    a.map((x, k) => of(x, b[k]!));
  const times = (x: number, y: number) => x * y;
  const apart = (x: number, y: number) => Math.abs(x - y);

  it('passes features of output, reference and source to the head', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async ({ hypothesis, references, source }) => {
        const found = await scoreOf(comet({ model: 'm' }, madeEncoder().resources), { hypotheses: [hypothesis], references, source }); // prettier-ignore
        const [mt, src] = [hypothesis, source].map((of) => sentenceOf(of, 'mean')) as [number[], number[]];
        const scores = references.map((reference) => {
          const ref = sentenceOf(reference, 'mean');
          return headOf(joined(mt, ref, each(mt, ref, times), each(mt, ref, apart), each(mt, src, times), each(mt, src, apart))); // prettier-ignore
        });
        expect(found).toBeCloseTo((100 * scores.reduce((sum, score) => sum + score, 0)) / scores.length, 2);
      }),
      { numRuns: 40 },
    );
  });

  it('needs no references in comet-qe', async () => {
    const metric = cometQe({ model: 'm' }, madeEncoder().resources);
    const found = await scoreOf(metric, { hypotheses: ['the cat'], references: ['x'], source: 'sat on' });
    const [mt, src] = ['the cat', 'sat on'].map((of) => sentenceOf(of, 'mean')) as [number[], number[]];
    expect(found).toBeCloseTo(100 * headOf(joined(mt, src, each(mt, src, times), each(mt, src, apart))), 2);
    expect(metric.uses).toEqual({ references: false, source: true });
  });
});
