import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError, systemScore } from '../../core/index.ts';
import { loadMetric } from '../../engine/index.ts';
import { measure } from '../../measure/index.ts';
import spOp from './sp-op.ts';
import { factoredAnalyser, factoredResources } from '../testing/factoredTexts.ts';
import { goldenMissing, goldenTitle, readGolden } from '../testing/golden.ts';
import { segmentSteps } from '../testing/segmentSteps.ts';

type Options = NonNullable<Parameters<typeof spOp>[0]>;

const scores = (options: Options, hypotheses: readonly string[], references: readonly (readonly string[])[]) => {
  const metric = spOp({ tokenizer: 'none', ...options }, factoredResources());
  const found = measure(metric, { references }, [hypotheses]);
  return { corpus: systemScore(found, 0), segments: hypotheses.map((_, i) => found.segmentScore(i)) };
};

describe('by hand', () => {
  it.each([
    ['dogs|dog|NNS bark|bark|VB', ['dog|dog|NNS barks|bark|VB'], {}, 1],
    ['dogs|dog|NNS bark|bark|VB', ['dog|dog|NNS barks|bark|VB'], { items: 'word' }, 0],
    // Equal lemmas with different tags are different items.
    ['bark|bark|NN', ['bark|bark|VB'], {}, 0],
    // The lower count over the higher one: a 2 over 3, b 0 over 1, c 0 over 2.
    ['a|a|X a|a|X b|b|X', ['a|a|X a|a|X a|a|X c|c|X c|c|X'], {}, 2 / 6],
    ['Dog|Dog|NN', ['dog|dog|NN'], {}, 1],
    ['Dog|Dog|NN', ['dog|dog|NN'], { lowercase: false }, 0],
    ['a|a|NN b|b|VB', ['a|a|NN c|c|VB'], { class: 'NN' }, 1],
    ['a|a|NN b|b|VB', ['a|a|NN c|c|VB'], { class: 'VB' }, 0],
    ['a|a|NN b|b|NNS', ['a|a|NN c|c|NNP'], { class: 'NN*' }, 1 / 3],
    ['a|a|MD b|b|VBD c|c|NN', ['a|a|MD b|b|VBD d|d|NN'], { class: 'VB*+MD' }, 1],
    // The best reference; the empty one is ignored.
    ['a|a|X', ['b|b|X', 'a|a|X b|b|X', ''], {}, 1 / 2],
    ['', ['a|a|X'], {}, 0],
    ['a|a|X', [''], {}, 0],
    ['', [''], {}, 0],
  ] as const)('%j against %j with %j', (hypothesis, references, options, expected) => {
    expect(scores(options, [hypothesis], [references]).corpus).toBeCloseTo(100 * expected, 9);
  });

  it('segments without words of the class on either side are ignored', () => {
    const { corpus, segments } = scores(
      { class: 'NN' },
      ['a|a|NN', 'b|b|VB', 'c|c|NN', 'd|d|VB'],
      [['a|a|NN'], ['b|b|VB'], ['c|c|VB'], ['e|e|NN']],
    );
    expect(segments).toEqual([100, 0, 0, 0]);
    expect(corpus).toBeCloseTo(100 / 3, 9);
  });

  it('a hypothesis with no word of any reference leaves nothing behind', () => {
    const found = scores({}, ['x|x|X y|y|X z|z|X', 'a|a|X'], [['a|a|X'], ['a|a|X']]);
    expect(found.segments).toEqual([0, 100]);
  });
});

describe('class', () => {
  it('is part of the name, where spaces are ignored', () => {
    expect(spOp().name).toBe('SP-Op');
    expect(spOp({ class: ' NN + VB* ' }).name).toBe('SP-Op-NN+VB*');
    expect(spOp({ class: 'PRP$' }).options['class']).toBe('PRP$');
    for (const name of ['sp-op-NN*', 'SP-Op-NN*']) expect(spOp.readName!(name)).toEqual({ class: 'NN*' });
    for (const name of ['sp-op', 'sp-op-', 'sp-opNN']) expect(spOp.readName!(name)).toBeUndefined();
    expect(() => spOp.readName!('sp-op-NN+')).toThrow('class must be');
  });

  it.each(['', 'NN+', 'N*N', 'NN VB', '+', 'a=b', 'NN|VB'])('%j is not a class', (typed) => {
    expect(() => spOp({ class: typed })).toThrow('class must be tags joined by +');
  });
});

describe('a class that no word has', () => {
  const count = (options: Options, tags: readonly string[] | undefined) => {
    const analyser = { ...factoredAnalyser(), name: 'my.tsv', ...(tags && { tags }) };
    const resources = new Map(['analyser:en', 'analyses:my.tsv'].map((need) => [need, analyser]));
    const metric = spOp({ tokenizer: 'none', ...options }, resources);
    return systemScore(measure(metric, { references: [['a|a|NN']] }, [['a|a|NN']]), 0);
  };
  const tags = ['NN', 'NNS', 'VB', 'VBZ', '-LRB-'];

  it.each([
    ['nn', 'class=nn: my.tsv has no tag nn. Did you mean NN?'],
    ['vb*', 'class=vb*: my.tsv has no tag vb*. Did you mean VB*?'],
    ['NN+MD', 'class=NN+MD: my.tsv has no tag MD. Known: NN, NNS, VB, VBZ, -LRB-.'],
  ])('is refused if tags are known: %s', (typed, message) => {
    expect(() => count({ class: typed }, tags)).toThrow(new UsageError(message));
  });

  it('is accepted if another tag of the class may occur in files, or if it is punctuation', () => {
    expect(count({ class: 'NN+MD', analyses: 'my.tsv' }, tags)).toBe(100);
    expect(() => count({ class: 'MD+XY', analyses: 'my.tsv' }, tags)).toThrow('my.tsv has no tag MD.');
    expect(count({ class: 'NN+…' }, tags)).toBe(100);
    expect(count({ class: '*' }, tags)).toBe(100);
  });

  it('scores 0 if tags are not known, or texts happen to lack them', () => {
    expect(count({ class: 'nn' }, undefined)).toBe(0);
    expect(count({ class: 'VB' }, tags)).toBe(0);
  });

  it('is refused by the English tagger', async () => {
    const run = async (typed: string) => {
      const metric = await loadMetric(spOp, { class: typed });
      return systemScore(measure(metric, { references: [['The dogs bark .']] }, [['A dog barked .']]), 0);
    };
    await expect(run('nns')).rejects.toThrow(/^class=nns: wink-pos-tagger \S+ has no tag nns\. Did you mean NNS\?$/);
    for (const group of ['JJ*', 'NN*', 'PRP*', 'RB*', 'VB*+MD', 'W*', 'CD', '.', '``']) await run(group);
  });
});

it('reports a missing factor', () => {
  const resources = new Map([['analyser:en', factoredAnalyser(['word', 'tag'])]]);
  const count = (options: Options) => measure(spOp(options, resources), { references: [['a']] }, [['a']]);
  expect(() => count({})).toThrow('has no lemma for words, only word, tag.');
  expect(systemScore(count({ items: 'word' }), 0)).toBe(100);
});

it('scores by the definition, with the best reference of each segment', () => {
  const item = fc.tuple(fc.constantFrom(...'abc'), fc.constantFrom('NN', 'NNS', 'VB')).map((each) => each.join('|'));
  const text = fc.array(item, { maxLength: 8 });
  const tally = (list: readonly string[]) => {
    const counts = new Map<string, number>();
    for (const each of list) counts.set(each, (counts.get(each) ?? 0) + 1);
    return counts;
  };
  const overlap = (h: readonly string[], r: readonly string[]): number => {
    const [ofH, ofR] = [tally(h), tally(r)];
    let lower = 0;
    let higher = 0;
    for (const each of new Set([...h, ...r])) {
      lower += Math.min(ofH.get(each) ?? 0, ofR.get(each) ?? 0);
      higher += Math.max(ofH.get(each) ?? 0, ofR.get(each) ?? 0);
    }
    return lower / higher;
  };
  const classes: Readonly<Record<string, (tag: string) => boolean>> = {
    '*': () => true,
    NN: (tag) => tag === 'NN',
    'NN*': (tag) => tag.startsWith('NN'),
    'NNS+VB': (tag) => tag !== 'NN',
  };
  fc.assert(
    fc.property(
      fc.array(fc.tuple(text, fc.array(text, { minLength: 1, maxLength: 3 })), { minLength: 1, maxLength: 4 }),
      fc.constantFrom(...Object.keys(classes)),
      (segments, tags) => {
        const kept = (list: readonly string[]) => list.filter((each) => classes[tags]!(each.split('|')[1]!));
        const show = (list: readonly string[]) => list.map((each) => each.replace('|', '||')).join(' ');
        const found = scores(
          { class: tags },
          segments.map(([hypothesis]) => show(hypothesis)),
          segments.map(([, references]) => references.map(show)),
        );
        const expected = segments.map(([hypothesis, references]) => {
          const h = kept(hypothesis);
          const each = references
            .filter((reference) => reference.length > 0 && h.length + kept(reference).length > 0)
            .map((reference) => overlap(h, kept(reference)));
          return each.length === 0 ? undefined : Math.max(...each);
        });
        expected.forEach((score, i) => expect(found.segments[i]).toBeCloseTo(100 * (score ?? 0), 9));
        const counted = expected.filter((score) => score !== undefined);
        const mean = counted.length === 0 ? 0 : counted.reduce((sum, score) => sum + score, 0) / counted.length;
        expect(found.corpus).toBeCloseTo(100 * mean, 9);
      },
    ),
    { seed: 20288, numRuns: 500 },
  );
});

describe.skipIf(goldenMissing)(goldenTitle('the sample of Asiya'), () => {
  interface Sample {
    readonly ref: readonly string[];
    readonly systems: Readonly<
      Record<
        string,
        {
          readonly text: readonly string[];
          readonly scores: Readonly<Record<string, { readonly system: number; readonly segments: readonly number[] }>>;
        }
      >
    >;
  }

  it('its lexical overlap is that of words that all have one tag', () => {
    const { ref, systems } = readGolden().asiya_sample as Sample;
    expect(Object.keys(systems)).toHaveLength(6);
    const tagged = (text: string) => text.replace(/\S+/g, (word) => `${word}||X`);
    for (const { text, scores: printed } of Object.values(systems)) {
      const found = scores(
        { items: 'word' },
        text.map(tagged),
        ref.map((each) => [tagged(each)]),
      );
      const expected = printed['Ol']!;
      expect(Math.abs(found.corpus / 100 - expected.system)).toBeLessThan(1e-6);
      expected.segments.forEach((each, i) => expect(Math.abs(found.segments[i]! / 100 - each)).toBeLessThan(1e-6));
    }
  });
});

it('its steps show the words of the class in common', () => {
  const metric = spOp({ tokenizer: 'none', class: 'NN*' }, factoredResources());
  const steps = segmentSteps(metric, 'a|a|NN b|b|NNS v|v|VB', ['x|x|NN', 'a|a|NN c|c|NNP v|v|VB']);
  // a, of a, b and c; v is not of the class.
  expect(steps.words('m')).toEqual(['match 1: a | a', 'extra 0: b', 'missing 0: | c']);
  expect(steps.step('m').note).toBe('with reference 2, which gives the highest score');
  expect(steps.values('m', 'c', 'r', 's')).toEqual([1, 2, 2, 1 / 3]);
  expect(segmentSteps(metric, 'v|v|VB', ['v|v|VB']).step('score').note).toBe('there is nothing to score');
});
