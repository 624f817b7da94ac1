import { describe, expect, it } from 'vitest';
import { isUsageError, systemScore } from '../../core/index.ts';
import { measure } from '../../measure/index.ts';
import type { Analyser } from '../../text/index.ts';
import { semposTypes } from '../shared/semposOverlap.ts';
import { scorer } from '../testing/cases.ts';
import { goldenMissing, goldenTitle, readGolden } from '../testing/golden.ts';
import fc from 'fast-check';
import sempos from './sempos.ts';
import { segmentSteps } from '../testing/segmentSteps.ts';

const scores = scorer(sempos);

describe('by hand', () => {
  // Types of the reference: n.denot {dog}, v {bark}, adv.denot {loud}; dog occurs twice in the hypothesis.
  const hypothesis = 'dog|n.denot dog|n.denot bark|v the|-';
  const reference = 'dog|n.denot bark|v loud|adv.denot';
  it.each([
    // 1/2, 1/1, 0/1 over three types.
    ['wmt09', hypothesis, [reference], 50],
    ['cap-macro', hypothesis, [reference], 200 / 3],
    ['cap-micro', hypothesis, [reference], 200 / 3],
    // The second reference is better in every form; Moses takes the last.
    ['wmt09', 'a|v b|n.denot', ['b|n.denot', 'a|v b|n.denot', 'a|v c|n.denot'], 100],
    ['cap-macro', 'a|v', ['a|v b|n.denot c|n.denot', 'b|v'], 50],
    ['cap-micro', 'a|v', ['a|v b|n.denot c|n.denot', 'b|v'], 100 / 3],
    // The same lemma with a different type is a different word.
    ['cap-micro', 'run|n.denot', ['run|v'], 0],
    // Words without a counterpart in the reference count only if the divisor is words in either text.
    ['wmt09', 'a|v x|adj.denot', ['a|v'], 50],
    ['cap-macro', 'a|v x|adj.denot', ['a|v'], 100],
    ['wmt09', 'a|v', ['the|-'], 0],
    ['cap-micro', 'a|v', [''], 0],
    ['wmt09', '', ['a|v'], 0],
    ['wmt09', '', [''], 0],
    // An empty reference is ignored, one without content words is not.
    ['wmt09', 'a|v', ['', 'a|v b|v'], 50],
    ['wmt09', 'the|-', ['', 'b|v'], 0],
  ] as const)('%s: %j against %j', (form, text, references, expected) => {
    expect(scores({ form }, [text], [references]).corpus).toBeCloseTo(expected, 10);
  });

  it('counts are summed over segments before types are compared', () => {
    // v: 1 of 3; n.denot: 1 of 1.
    const found = scores({ form: 'cap-macro' }, ['a|v', 'b|v d|n.denot'], [['a|v c|v'], ['c|v d|n.denot']]);
    expect(found.corpus).toBeCloseTo((100 * (1 / 3 + 1)) / 2, 10);
    expect(found.segments).toEqual([50, 50]);
  });

  it('segments without content words or without a reference are ignored', () => {
    expect(scores({}, ['a|v', 'the|-'], [['a|v'], ['the|-']])).toEqual({ corpus: 100, segments: [100, 0] });
    expect(scores({}, ['a|v', 'b|v c|n.denot'], [['a|v'], [' ']])).toEqual({ corpus: 100, segments: [100, 0] });
    expect(scores({}, ['a|v', 'b|v'], [['a|v'], ['the|-']]).corpus).toBe(50);
  });
});

type Word = readonly [lemma: string, type: string];

/** From the definition: counts of pairs by type. */
function plainScore(
  form: 'wmt09' | 'cap-macro' | 'cap-micro',
  segments: readonly { hypothesis: readonly Word[]; reference: readonly Word[] }[],
): number | undefined {
  const times = (list: readonly Word[], pair: string) => list.filter((word) => word.join('|') === pair).length;
  const types = semposTypes.map((type) => {
    let [common, all] = [0, 0];
    for (const { hypothesis, reference } of segments.filter((each) => each.reference.length > 0)) {
      const pairs = new Set([...hypothesis, ...reference].filter(([, t]) => t === type).map((word) => word.join('|')));
      for (const pair of pairs) {
        const [h, r] = [times(hypothesis, pair), times(reference, pair)];
        common += Math.min(h, r);
        all += form === 'wmt09' ? Math.max(h, r) : r;
      }
    }
    return { common, all };
  });
  const seen = types.filter(({ all }) => all > 0);
  if (seen.length === 0) return undefined;
  if (form === 'cap-micro') {
    return (100 * seen.reduce((sum, { common }) => sum + common, 0)) / seen.reduce((sum, { all }) => sum + all, 0);
  }
  return (100 * seen.reduce((sum, { common, all }) => sum + common / all, 0)) / seen.length;
}

const wordList = fc.array(
  fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('v', 'n.denot', 'adv.denot', 'adj.quant.grad')),
  { maxLength: 8 },
);
const factored = (words: readonly Word[]) => words.map((word) => word.join('|')).join(' ');

it('scores like the plain version', () => {
  const segment = fc.record({ hypothesis: wordList, reference: wordList });
  fc.assert(
    fc.property(
      fc.array(segment, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('wmt09', 'cap-macro', 'cap-micro'),
      (segments, form) => {
        const found = scores(
          { form },
          segments.map(({ hypothesis }) => factored(hypothesis)),
          segments.map(({ reference }) => [factored(reference)]),
        );
        expect(found.corpus).toBeCloseTo(plainScore(form, segments) ?? 0, 9);
        segments.forEach((each, i) => expect(found.segments[i]).toBeCloseTo(plainScore(form, [each]) ?? 0, 9));
      },
    ),
    { seed: 20283, numRuns: 500 },
  );
});

it('the best reference counts, in any position', () => {
  fc.assert(
    fc.property(
      wordList,
      fc.array(wordList, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('wmt09', 'cap-macro', 'cap-micro'),
      (hypothesis, references, form) => {
        const single = references.map((reference) => plainScore(form, [{ hypothesis, reference }]) ?? 0);
        const found = scores({ form }, [factored(hypothesis)], [references.map(factored)]);
        expect(found.segments[0]).toBeCloseTo(Math.max(...single), 9);
      },
    ),
    { seed: 20284, numRuns: 300 },
  );
});

describe('analyses instead of factored texts', () => {
  const analyser: Analyser = {
    name: 'my.tsv',
    factors: ['word', 'lemma', 'sempos'],
    analyse: (_, text) => {
      const words = text.split(' ').filter(Boolean);
      return {
        word: words,
        lemma: words.map((word) => (word === 'Dogs' ? 'Dog' : word)),
        sempos: words.map((word) => (word === 'the' ? '_' : word === 'bark' ? 'v' : 'n.denot')),
      };
    },
  };
  const scoreOf = (options: object, given: Analyser, texts: readonly string[], source?: string) => {
    const metric = sempos({ analyses: 'my.tsv', ...options }, new Map([['analyses:my.tsv', given]]));
    const set = { references: [['the dog bark']], ...(source !== undefined && { sources: [source] }) };
    return systemScore(measure(metric, set, [texts]), 0);
  };

  it('have lemma and type of each word, and ignore the source', () => {
    expect(scoreOf({}, analyser, ['bark the'])).toBe(50); // v: 1 of 1, n.denot: 0 of 1
    expect(scoreOf({}, analyser, ['Dogs bark'], 'die Hunde bellen')).toBe(50);
    expect(scoreOf({ lowercase: true }, analyser, ['Dogs bark'])).toBe(100);
  });

  it('must have both', () => {
    const bare: Analyser = { ...analyser, analyse: (_, text) => ({ word: text.split(' '), lemma: text.split(' ') }) };
    expect(() => scoreOf({}, bare, ['a'])).toThrow('my.tsv has no sempos for words, only word, lemma.');
    expect(() => sempos({ analyses: 'my.tsv' }).counter()).not.toThrow();
    // A file may have any name; factored texts are read in a different way.
    expect(sempos({ analyses: 'factored' }).reads[0]!.key).not.toBe(sempos().reads[0]!.key);
    expect(() => measure(sempos({ analyses: 'my.tsv' }), { references: [['a']] }, [['a']])).toThrow(
      /must be loaded first/,
    );
  });
});

describe('mistakes in factored texts', () => {
  it.each([
    ['dog|n.denot bark', '"bark" must have two factors: lemma|sempos'],
    ['dog|n.denot |v', '"|v" must have two factors: lemma|sempos'],
    ['dogs|dog|n.denot', '"dogs|dog|n.denot" must have two factors: lemma|sempos'],
    ['dog|', 'the semantic part of speech is missing. Known: n.denot, n.denot.neg,'],
    ['dog|n.denott', '"n.denott" is unknown. Did you mean n.denot?'],
    ['dog|__proto__', '"__proto__" is unknown.'],
    ['dog|NN', 'Write "-" for a word without one'],
  ])('%s', (text, message) => {
    try {
      scores({}, [text], [['dog|n.denot']]);
      expect.unreachable();
    } catch (error) {
      expect(isUsageError(error)).toBe(true);
      expect((error as Error).message).toContain(`In "${text}"`);
      expect((error as Error).message).toContain(message);
    }
  });
});

it('knows the 19 types of the treebank and their prefixes', () => {
  expect(semposTypes.slice(0, 19)).toHaveLength(new Set(semposTypes.slice(0, 19)).size);
  expect(semposTypes).toContain('adv.denot');
  expect(semposTypes).not.toContain('adv.den');
  expect(sempos().statistics).toHaveLength(2 * semposTypes.length);
});

describe.skipIf(goldenMissing)(goldenTitle('SemposScorer of Moses'), () => {
  it.each([
    ['moses-SEMPOS-MICRO', 'cap-micro'],
    ['moses-SEMPOS-MACRO', 'cap-macro'],
  ] as const)('%s', (program, form) => {
    const run = readGolden().reference[program] as unknown as { hyp: string[]; ref: string[]; stdout: string[] };
    const found = scores(
      { form },
      run.hyp,
      run.ref.map((text) => [text]),
    );
    const printed = run.stdout.map((line) => Number(/score ([\d.]+)$/.exec(line)![1]));
    // Moses counts in single precision.
    [...found.segments, found.corpus].forEach((score, i) =>
      expect(Math.abs(score / 100 - printed[i]!)).toBeLessThan(1e-7),
    );
  });
});

describe('steps', () => {
  const hypothesis = 'dog|n.denot dog|n.denot bark|v the|-';
  const reference = 'dog|n.denot bark|v loud|adv.denot';

  it('show the content words by type', () => {
    // As above: 1/2, 1/1 and 0/1 over three types.
    const steps = segmentSteps(sempos(), hypothesis, ['', reference]);
    expect(steps.words('m_n_denot')).toEqual(['match 1: dog|n.denot | dog|n.denot', 'clipped 0: dog|n.denot']);
    expect(steps.words('m_adv_denot')).toEqual(['missing 0: | loud|adv.denot']);
    expect(steps.step('m_v').note).toBe('with reference 2, which gives the highest score');
    expect(steps.values('s_n_denot', 's_v', 's_adv_denot')).toEqual([0.5, 1, 0]);
    expect(steps.step('score').formula).toBe('100 * ((s_n_denot + s_v + s_adv_denot) / 3)');
  });

  it('of cap-micro add the types up', () => {
    const steps = segmentSteps(sempos({ form: 'cap-micro' }), hypothesis, [reference]);
    expect(steps.step('score').formula).toBe(
      '100 * ((m_n_denot + m_v + m_adv_denot) / (u_n_denot + u_v + u_adv_denot))',
    );
    expect(segmentSteps(sempos(), 'the|-', ['the|-']).step('score').note).toBe('there are no content words to compare');
  });
});
