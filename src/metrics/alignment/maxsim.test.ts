import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveOptions, systemScore } from '../../core/index.ts';
import { measure, measureAll } from '../../measure/index.ts';
import { type WordNet, type WordNetPos, readWordNet } from '../../text/index.ts';
import { tinyWordNet as tinyFiles } from '../../text/language/testing/tinyWordNet.ts';
import maxsim from './maxsim.ts';
import { factoredAnalyser, factoredResources } from '../testing/factoredTexts.ts';
import { shownSteps } from '../testing/shownSteps.ts';

type Options = NonNullable<Parameters<typeof maxsim>[0]>;

/** Words with their senses. */
const senses: Readonly<Record<string, readonly number[]>> = {
  car: [1],
  automobile: [1],
  kid: [2, 3],
  child: [2],
  joke: [3],
  youngster: [2],
  see: [4],
  saw: [5],
  big: [6, 7],
  large: [6],
  grown: [7],
  bulky: [6, 8],
  bulk: [8],
};
const names = Object.keys(senses);
const bases: Readonly<Record<string, readonly string[]>> = {
  'cars:noun': ['car'],
  'kids:noun': ['kid'],
  'saw:verb': ['saw', 'see'],
  'saw:noun': ['saw'],
  'see:verb': ['see'],
  'bigger:adj': ['big'],
};

const tinyWordNet = {
  name: 'wordnet-tiny',
  entry: (word: string) => names.indexOf(word),
  shareSynonym: (a: number, b: number) => a >= 0 && b >= 0 && shareSynonym(names[a]!, names[b]!),
  baseForms: (word: string, pos: WordNetPos) => bases[`${word}:${pos}`] ?? [],
} as unknown as WordNet;

const shareSense = (a: string, b: string): boolean =>
  (senses[a] ?? []).some((sense) => (senses[b] ?? []).includes(sense));

/** Two words need no sense in common, only a third word that shares one with each. */
const shareSynonym = (a: string, b: string): boolean =>
  names.some((name) => shareSense(name, a) && shareSense(name, b));

/** Lemmas from the texts. */
const given = new Map<string, unknown>([
  ['analyses:given', factoredAnalyser()],
  ['wordnet:3.0', tinyWordNet],
]);
/** Lemmas from WordNet. */
const looked = factoredResources([['wordnet:3.0', tinyWordNet]]);

const scoresWith =
  (resources: ReadonlyMap<string, unknown>, fixed: Options) =>
  (options: Options, hypotheses: readonly string[], references: readonly (readonly string[])[]) => {
    const metric = maxsim({ tokenizer: 'none', ...fixed, ...options }, resources);
    const found = measure(metric, { references }, [hypotheses]);
    return { corpus: systemScore(found, 0), segments: hypotheses.map((_, i) => found.segmentScore(i)) };
  };
const scores = scoresWith(given, { analyses: 'given' });

describe('by hand', () => {
  it.each([
    ['equal in lemma and tag', 'cars|car|N', ['car|car|N'], { order: 1 }, 1],
    ['equal lemmas alone count fully', 'car|car|N', ['car|car|V'], { order: 1 }, 1],
    ['same tag alone', 'dog|dog|N', ['cat|cat|N'], { order: 1 }, 1 / 2],
    ['synonyms alone', 'car|car|N', ['automobile|automobile|V'], { order: 1 }, 1 / 2],
    ['synonyms of the same tag', 'car|car|N', ['automobile|automobile|N'], { order: 1 }, 1],
    ['a synonym of both alone', 'child|child|N', ['joke|joke|V'], { order: 1 }, 1 / 2],
    ['nothing', 'dog|dog|N', ['eat|eat|V'], { order: 1 }, 0],
    // (1 + ½) / 2 words, and the same over the two words of the only bigram.
    [
      'a bigram of an equal word and a tag',
      'the|the|D dog|dog|N',
      ['the|the|D cat|cat|N'],
      { order: 2 },
      (3 / 4 + 3 / 4) / 2,
    ],
    // The bigrams have weight 0, because their second words do.
    ['a bigram with a word of weight 0', 'a|a|D b|b|N', ['a|a|D c|c|V'], { order: 2 }, 1 / 4],
    // Of two words one is matched: precision 1, recall 1/2; alpha 0.9 → 1 · .5 / (.9 + .05).
    ['alpha', 'a|a|D', ['a|a|D b|b|V'], { order: 1, alpha: 0.9 }, 0.5 / 0.95],
    ['alpha 1 is recall', 'a|a|D', ['a|a|D b|b|V'], { order: 1, alpha: 1 }, 1 / 2],
    ['alpha 0 is precision', 'a|a|D', ['a|a|D b|b|V'], { order: 1, alpha: 0 }, 1],
    // Matching big with bulky first would leave bulk alone; big and grown have the same weight, and leave bulky to it: 1 + ½.
    ['the maximum-weight matching', 'big|big|J bulk|bulk|N', ['bulky|bulky|J grown|grown|J'], { order: 1 }, 3 / 4],
    ['punctuation is ignored', 'a|a|D ,|,|, …|…|:', ['a|a|D .|.|.'], {}, 1],
    ['orders that neither side has are ignored', 'a|a|D', ['a|a|D'], {}, 1],
    ['orders that one side has are not', 'a|a|D', ['a|a|D b|b|V'], { order: 2 }, (2 / 3 + 0) / 2],
    ['lemmas are in lower case', 'Car|Car|N', ['car|car|N'], { order: 1 }, 1],
    ['no hypothesis', '', ['a|a|D'], {}, 0],
    ['no reference', 'a|a|D', [''], {}, 0],
    ['a reference of punctuation', 'a|a|D', ['.|.|.'], {}, 0],
    ['nothing at all', '', [''], {}, 0],
  ] as const)('%s', (_, hypothesis, references, options, expected) => {
    expect(scores(options, [hypothesis], [references]).corpus).toBeCloseTo(100 * expected, 9);
  });

  it('several references count by their mean, or by the best', () => {
    const segment = [['dog|dog|N'], [['dog|dog|N', 'cat|cat|N', '', '!|!|.']]] as const;
    expect(scores({}, ...segment).corpus).toBeCloseTo(75, 9);
    expect(scores({ references: 'best' }, ...segment).corpus).toBeCloseTo(100, 9);
  });

  it('segments have equal weights; those without a reference are ignored', () => {
    const { corpus, segments } = scores(
      { order: 1 },
      ['a|a|D b|b|N c|c|V', 'dog|dog|N', 'x|x|X'],
      [['a|a|D b|b|N c|c|V'], ['cat|cat|N'], ['?|?|.']],
    );
    expect(segments).toEqual([100, 50, 0]);
    expect(corpus).toBeCloseTo(75, 9);
  });

  it('without a WordNet only equal lemmas are synonyms', () => {
    const without = scoresWith(new Map([['analyser:en', factoredAnalyser()]]), { wordNet: 'none', order: 1 });
    expect(without({}, ['car|car|N'], [['automobile|automobile|N']]).corpus).toBeCloseTo(50, 9);
    expect(without({}, ['cars|car|N'], [['car|car|V']]).corpus).toBeCloseTo(100, 9);
  });
});

describe('lemmas from WordNet', () => {
  const lookedUp = scoresWith(looked, { order: 1 });
  it.each([
    ['of nouns', 'cars||NNS', 'car||NN', 1],
    ['of adjectives', 'bigger||JJR', 'big||JJ', 1],
    ['in lower case', 'Kids||NNPS', 'kid||NN', 1],
    // Not looked up as nouns.
    ['only for the part of speech of the tag', 'cars||VBZ', 'car||NN', 0],
    ['of tags without a part of speech are the words themselves', 'cars||DT', 'cars||CC', 1],
    ['of inflected verbs are not other verbs with the same spelling', 'saw||VBD', 'see||VB', 1],
    ['of base forms are', 'saw||VB', 'see||VBP', 0],
    ['give synonyms', 'bigger||JJR', 'large||JJ', 1 / 2],
  ])('%s', (_, hypothesis, reference, expected) => {
    expect(lookedUp({}, [hypothesis], [[reference]]).corpus).toBeCloseTo(100 * expected, 9);
  });
});

describe('a missing resource', () => {
  const count = (options: Options, resources?: ReadonlyMap<string, unknown>) =>
    measure(maxsim(options, resources), { references: [['a']] }, [['a']]);

  it('is reported when something is counted, not before', () => {
    expect(maxsim().name).toBe('MaxSim');
    expect(() => count({}, factoredResources())).toThrow('WordNet 3.0 must be loaded first');
    expect(() => count({ wordNet: '3.1' }, looked)).toThrow('WordNet 3.1 must be loaded first');
    expect(() => count({}, new Map([['wordnet:3.0', tinyWordNet]]))).toThrow('as the resource analyser:en');
  });

  it('or factor is reported', () => {
    const resources = (factors: Parameters<typeof factoredAnalyser>[0]) =>
      new Map<string, unknown>([...given, ['analyses:given', factoredAnalyser(factors)]]);
    const analyses = 'given';
    expect(() => count({ analyses }, resources(['word', 'lemma']))).toThrow('has no tag for words');
    expect(() => count({ analyses }, resources(['word', 'tag']))).toThrow('has no lemma for words');
  });

  it('depends on the options', () => {
    const needs = (options: Options) => maxsim.needs!(resolveOptions(maxsim.options, options));
    expect(needs({})).toEqual(['analyser:en', 'wordnet:3.0']);
    expect(needs({ analyses: 'a;b', wordNet: 'none' })).toEqual(['analyses:a;b']);
    expect(needs({ tokenizer: 'ja-mecab', wordNet: '3.1' })).toEqual([
      'tokenizer:ja-mecab',
      'analyser:en',
      'wordnet:3.1',
    ]);
  });
});

it('two metrics of one run may each have a WordNet with its own numbering', () => {
  const files = tinyFiles({ noun: { car: [1], auto: [1, 3], dog: [2], hound: [2, 4] }, irregular: { noun: '' } });
  const [one, other] = [readWordNet(files), readWordNet(files)];
  for (const word of ['hound', 'car']) other.entry(word, 'word');
  const metrics = [one, other].map((wordNet) =>
    maxsim({ tokenizer: 'none' }, factoredResources([['wordnet:3.0', wordNet]])),
  );
  const found = measureAll(metrics, { references: [['car||NN dog||NN']] }, [['auto||NN hound||NN']]);
  expect(found.map((each) => systemScore(each, 0))).toEqual([100, 100]);
});

it('reports texts that are too long to compare all pairs of words', () => {
  const text = 'a '.repeat(10_001);
  expect(() => scores({}, [text], [[text]])).toThrow('10001 and 10001 words are too many');
});

interface Word {
  readonly lemma: string;
  readonly tag: string;
}

/** From the definition; tries all matchings for the third stage. */
function plainScore(h: readonly Word[], r: readonly Word[], order: number, alpha: number): number {
  const terms: number[] = [];
  for (let n = 1; n <= order; n++) {
    const grams = (words: readonly Word[]) => words.slice(n - 1).map((_, i) => words.slice(i, i + n));
    const [ofH, ofR] = [grams(h), grams(r)];
    if (ofH.length + ofR.length === 0) continue;
    const left = [...ofH];
    const over = [...ofR];
    let matches = 0;
    const take = (same: (a: Word, b: Word) => boolean) => {
      for (const gram of [...left]) {
        const at = over.findIndex((other) => gram.every((word, k) => same(word, other[k]!)));
        if (at < 0) continue;
        over.splice(at, 1);
        left.splice(left.indexOf(gram), 1);
        matches++;
      }
    };
    take((a, b) => a.lemma === b.lemma && a.tag === b.tag);
    take((a, b) => a.lemma === b.lemma);
    const weigh = (a: Word, b: Word) =>
      (Number(a.tag === b.tag) + Number(a.lemma === b.lemma || shareSynonym(a.lemma, b.lemma))) / 2;
    const weight = (a: readonly Word[], b: readonly Word[]) => {
      const each = a.map((word, k) => weigh(word, b[k]!));
      return each.includes(0) ? 0 : each.reduce((sum, w) => sum + w, 0) / n;
    };
    const heaviest = (i: number, free: readonly (readonly Word[])[]): number =>
      i === left.length
        ? 0
        : Math.max(
            heaviest(i + 1, free),
            ...free.map((gram, j) => weight(left[i]!, gram) + heaviest(i + 1, free.toSpliced(j, 1))),
          );
    const sum = matches + heaviest(0, over);
    const [precision, recall] = [sum / ofH.length, sum / ofR.length];
    terms.push(sum > 0 ? (precision * recall) / (alpha * precision + (1 - alpha) * recall) : 0);
  }
  return terms.reduce((sum, term) => sum + term, 0) / terms.length;
}

it('scores like the plain version', () => {
  const word = fc.record({
    lemma: fc.constantFrom('car', 'automobile', 'kid', 'child', 'joke', 'x', 'y'),
    tag: fc.constantFrom('N', 'V', 'D'),
  });
  const words = fc.array(word, { minLength: 1, maxLength: 6 });
  const show = (list: readonly Word[]) => list.map(({ lemma, tag }) => `${lemma}|${lemma}|${tag}`).join(' , ');
  fc.assert(
    fc.property(
      fc.array(fc.tuple(words, fc.array(words, { minLength: 1, maxLength: 3 })), { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom(0, 0.3, 0.5, 1),
      fc.constantFrom('mean', 'best'),
      (segments, order, alpha, references) => {
        const found = scores(
          { order, alpha, references },
          segments.map(([hypothesis]) => show(hypothesis)),
          segments.map(([, list]) => list.map(show)),
        );
        const expected = segments.map(([hypothesis, list]) => {
          const each = list.map((reference) => plainScore(hypothesis, reference, order, alpha));
          return references === 'best' ? Math.max(...each) : each.reduce((sum, one) => sum + one, 0) / each.length;
        });
        expected.forEach((score, i) => expect(found.segments[i]).toBeCloseTo(100 * score, 9));
        const mean = expected.reduce((sum, score) => sum + score, 0) / expected.length;
        expect(found.corpus).toBeCloseTo(100 * mean, 9);
      },
    ),
    { seed: 20287, numRuns: 500 },
  );
});

describe('steps', () => {
  const metric = (options: Options = {}) => maxsim({ tokenizer: 'none', analyses: 'given', ...options }, given);

  it('list the matching with its weights', () => {
    // Big and grown are synonyms of the same tag; bulk and bulky are synonyms of different tags. Of the bigrams, big bulk and bulky
    // grown have weight 0, because bulk and grown do.
    const { values, formulas, wordsBehind } = shownSteps(
      metric({ order: 2 }),
      'cars|car|N ,|,|, big|big|J bulk|bulk|N',
      ['car|car|N bulky|bulky|J grown|grown|J'],
    );
    expect(wordsBehind('m1')).toEqual(['match cars → car +1', 'similar big → grown +1', 'similar bulk → bulky +0.5']);
    expect(wordsBehind('m2')).toEqual([
      'similar cars, big → car bulky +1',
      'extra big bulk +0',
      'missing → bulky grown +0',
    ]);
    expect(values).toEqual({ h1: 3, r1: 3, m1: 2.5, F1: 0.833333, h2: 2, r2: 2, m2: 1, F2: 0.5, s: 0.666667, n: 1, score: 66.666667 }); // prettier-ignore
    expect(formulas).toMatchObject({ F1: 'm1 / (0.5 * r1 + (1 - 0.5) * h1)', s: '(F1 + F2) / 2' });
  });

  it('are repeated for each reference, or for the best', () => {
    const texts = ['dog|dog|N', ['cat|cat|N', '', 'dog|dog|N']] as const;
    const { values, formulas } = shownSteps(metric({ order: 1 }), ...texts);
    expect(values).toMatchObject({ s_1: 0.5, s_3: 1, s: 0.75 });
    expect(formulas['s']).toBe('(s_1 + s_3) / 2');
    const best = shownSteps(metric({ order: 1, references: 'best' }), ...texts);
    expect(best.values).toMatchObject({ m1: 1, s: 1 });
    expect(best.notes['r1']).toBe('reference 3 gives the highest score');
  });
});
