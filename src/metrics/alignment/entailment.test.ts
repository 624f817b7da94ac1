import { describe, expect, it } from 'vitest';
import { IdList, UsageError } from '../../core/index.ts';
import { SegmentCounter, measure, textExplainer } from '../../measure/index.ts';
import type { Analyser } from '../../text/index.ts';
import entailment from './entailment.ts';
import { dateOf, factsOf, isContent, isNegation, modalityOf, numberOf } from './entailment/wordFacts.ts';
import { resourcesForTests } from '../testing/resources.ts';
import { shownSteps } from '../testing/shownSteps.ts';

const resources = await resourcesForTests();

function partsOf(hypothesis: string, reference: string, options = {}): Record<string, number> {
  const metric = entailment(options, resources);
  const measured = measure(metric, { references: [reference] }, [[hypothesis]]);
  return { ...metric.parts!(measured.rows), score: measured.segmentScore(0) };
}

/** Counted by hand from the texts. */
const cases: readonly [string, string, string, Record<string, number>][] = [
  ['the same text', 'The cat sat on the mat .', 'The cat sat on the mat .', { precision: 1, recall: 1, 'exact matches': 1, 'order agreement': 1, fragmentation: 1 / 7, 'tag agreement': 1, score: 100 }],
  ['nothing in common', 'red', 'house', { precision: 0, recall: 0, score: 0, 'unmatched content of hypothesis': 1, 'unmatched content of reference': 1 }],
  ['covered both ways', 'a cat', 'a cat sleeps here', { precision: 1, recall: 0.5, 'unmatched content of hypothesis': 0, 'unmatched content of reference': 0.5, score: (100 * 2 * 2) / 6 }],
  ['stems', 'cats jumped', 'cat jumps', { precision: 1, 'exact matches': 0, score: 100 }],
  ['synonyms', 'a car', 'an automobile', { precision: 0.5, 'unmatched content of hypothesis': 0 }],
  ['a different order', 'b c a', 'a b c', { 'order agreement': 1 / 3, fragmentation: 2 / 3, score: 100 / 3 }],
  ['a negation lost', 'he will come', 'he will not come', { 'negation mismatches': 1, 'modality mismatches': 0 }],
  ['a contracted negation', "he won't come", 'he will not come', { 'negation mismatches': 0, 'modality mismatches': 0 }],
  ['a typographic apostrophe', 'he won’t come', 'he will not come', { 'negation mismatches': 0 }],
  ['modality', 'he must come', 'he may come', { 'modality mismatches': 2 }],
  ['numbers', 'it cost 2,500 euros', 'it cost 2500 euros', { 'number mismatches': 0 }],
  ['numbers in words', 'twelve men', '12 men', { 'number mismatches': 0 }],
  ['wrong numbers', '13 men and 4 women', '12 men and 4 women', { 'number mismatches': 2 }],
  ['fractions', 'it grew by 2,5 %', 'it grew by 2.50 %', { 'number mismatches': 0 }],
  ['dates', 'on Tuesday in Jan. 2009', 'on Wednesday in January 2009', { 'date mismatches': 2, 'number mismatches': 0 }],
  ['may, the verb', 'he may come', 'he will come', { 'date mismatches': 0, 'modality mismatches': 2 }],
  ['May, the month', 'in May', 'in June', { 'date mismatches': 2, 'modality mismatches': 0 }],
  ['names', 'yesterday Merkel met Obama', 'yesterday Merkel met Sarkozy', { 'name mismatches': 2 }],
  ['the first word is not a name', 'Houses fell', 'Buildings fell', { 'name mismatches': 0 }],
  ['antonyms', 'the hot soup', 'the cold soup', { antonyms: 1 }],
  ['no antonyms', 'the hot soup', 'the green soup', { antonyms: 0 }],
]; // prettier-ignore

describe('entailment', () => {
  it.each(cases)('%s', (_, hypothesis, reference, expected) => {
    const found = partsOf(hypothesis, reference);
    for (const [name, value] of Object.entries(expected)) expect(found[name], name).toBeCloseTo(value, 10);
  });

  it('multiplies by e^(−mismatches / reference words)', () => {
    // Matched: a, men; mismatches: 12 and 13.
    expect(partsOf('a 13 men', 'a 12 men')['score']).toBeCloseTo(100 * (4 / 6) * Math.exp(-2 / 3), 10);
  });

  it('in other languages matches only words, and stems if there are any', () => {
    const any = partsOf('les maisons ne sont pas 12', 'la maison est 13', { language: 'any' });
    expect(Object.keys(any)).toEqual([
      'precision',
      'recall',
      'exact matches',
      'order agreement',
      'fragmentation',
      'number mismatches',
      'score',
    ]);
    expect(any).toMatchObject({ precision: 0, 'number mismatches': 2 });
    expect(partsOf('les maisons', 'la maison', { language: 'fr' })['precision']).toBe(0.5);
  });

  it('scores against the best reference, in any order', () => {
    const metric = entailment({}, resources);
    const references = ['no match here', 'a cat sat', 'the cat sat'];
    for (const list of [references, [...references].reverse()]) {
      expect(measure(metric, { references: [list] }, [['the cat sat']]).segmentScore(0)).toBeCloseTo(100, 10);
    }
  });

  it('describes itself without resources, and reports missing ones when it counts', () => {
    expect(entailment().statistics).toHaveLength(19);
    expect(() => measure(entailment(), { references: ['a'] }, [['a']])).toThrow(UsageError);
    const settings = { tokenizer: '13a', model: '', analyses: '' } as const;
    expect(entailment.needs!({ ...settings, language: 'any' })).toEqual([]);
    expect(entailment.needs!({ ...settings, language: 'en' })).toEqual([
      'stemmer:english',
      'wordnet:3.0',
      'analyser:en',
    ]);
    expect(entailment.needs!({ ...settings, language: 'any', analyses: 'x' })).toEqual(['analyses:x']);
  });

  it.each(['en', 'fr', 'any'] as const)('counts the same next to another of its kind (%s)', (language) => {
    const segments = [
      ['Merkel met 12 hot cats on Tuesday', 'On Wednesday 13 cold cats met Obama'],
      ['he won’t come in May', 'he may not come'],
      ['les maisons', 'la maison'],
    ];
    const rowsOf = (count: number) => {
      const metrics = Array.from({ length: count }, () => entailment({ language }, resources));
      const counter = new SegmentCounter(metrics);
      return segments.map(([hypothesis, reference]) => {
        const rows = metrics.map(({ statistics }) => new Float64Array(statistics.length));
        counter.count([hypothesis!], [reference!], undefined, rows, 0, 1);
        return rows;
      });
    };
    const alone = rowsOf(1);
    rowsOf(3).forEach((rows, i) => {
      for (const row of rows) expect(row).toEqual(alone[i]![0]);
    });
  });

  it.each(['en', 'de', 'any'] as const)('keeps no word from segment to segment (%s)', (language) => {
    const { reads } = entailment({ language }, resources);
    for (const view of reads) {
      const reader = view.reader();
      const numbersOf = (text: string): number[] => {
        reader.forget();
        const ids = new IdList();
        reader.read(text, 'reference', ids);
        return [...ids.values.subarray(0, ids.length)];
      };
      // New words get the numbers of earlier words, so numbers do not grow with the number of words.
      if (!view.key.endsWith(':letters'))
        expect(numbersOf('qzwx 731 vkjh'), view.key).toEqual(numbersOf('jxqw 858 hvkz'));
    }
  });

  it.each([
    ['alone', [''], 0],
    ['next to another', ['', 'a cat'], 2],
  ])('an empty reference %s is ignored', (_, references, words) => {
    const metric = entailment({}, resources);
    const { rows } = measure(metric, { references: [references] }, [['a cat 12']]);
    const of = (name: string) => rows[metric.statistics.indexOf(name)];
    expect([of('hypothesis words'), of('reference words'), of('segments')]).toEqual(
      words === 0 ? [0, 0, 0] : [3, 2, 1],
    );
    const kept = measure(metric, { references: [['the cat sat'], references] }, [['the cat sat', 'a cat']]);
    expect(kept.segmentScore(1)).toBe(words === 0 ? 0 : 100);
  });

  it('an empty hypothesis scores 0', () => {
    expect(partsOf('', 'a cat')).toMatchObject({ score: 0, precision: 0, recall: 0 });
  });

  describe('with the user’s own analyses', () => {
    /** Factored words: word|stem|tag. */
    const factored: Analyser = {
      name: 'factored',
      factors: ['word', 'stem', 'tag'],
      analyse(_, text) {
        const words = text.split(' ').filter((each) => each !== '').map((each) => each.split('|')); // prettier-ignore
        const factor = (k: number) => words.map((each) => each[k]!);
        return { word: factor(0), stem: factor(1), tag: factor(2) };
      },
    };
    const own = new Map([...resources, ['analyses:own', factored]]);
    const parts = (hypothesis: string, reference: string, language: 'any' | 'cs' | 'en') => {
      const metric = entailment({ language, analyses: 'own' }, own);
      const measured = measure(metric, { references: [reference] }, [[hypothesis]]);
      return metric.parts!(measured.rows);
    };

    it('uses their words, stems and tags, in any language', () => {
      // Domy and dům share a stem, not a tag; a shares all; New York is one word.
      const found = parts('domy|dum|N1 a|a|J New‿York|ny|X', 'dům|DUM|N2 a|a|J Brno|b|X', 'any');
      expect(found).toMatchObject({ precision: 2 / 3, recall: 2 / 3, 'exact matches': 1 / 2, 'tag agreement': 1 / 2 });
      expect(found).not.toHaveProperty('antonyms');
    });

    it('knows as much about English as without them', () => {
      const found = parts('hot|hot|JJ soup|soup|NN', 'cold|cold|JJ soup|soup|NNS', 'en');
      expect(found).toMatchObject({ antonyms: 1, precision: 0.5, 'tag agreement': 0 });
    });

    it('uses the stems of the language if they have none', () => {
      const tagged: Analyser = { ...factored, factors: ['word', 'tag'], analyse: (words) => ({ word: words, tag: words.map(() => 'X') }) }; // prettier-ignore
      const metric = entailment({ language: 'fr', analyses: 'own' }, new Map([...resources, ['analyses:own', tagged]]));
      const { rows } = measure(metric, { references: ['la maison'] }, [['les maisons']]);
      expect(metric.parts!(rows)).toMatchObject({ precision: 0.5, 'exact matches': 0, 'tag agreement': 1 });
    });

    it('reports that they have no tags', () => {
      const bare: Analyser = { name: 'bare.conllu', factors: ['word'], analyse: (words) => ({ word: words }) };
      const metric = entailment({ language: 'any', analyses: 'own' }, new Map([['analyses:own', bare]]));
      expect(() => measure(metric, { references: ['a'] }, [['a']])).toThrow('bare.conllu has no tag for words');
    });
  });
});

describe('facts about words', () => {
  const same = (a: string, b: string) => numberOf(a, true) === numberOf(b, true);

  it.each([
    ['1.000', '1,000', true],
    ['1000', '1.000', true],
    ['10', '1.0', false],
    ['3.0', '3', true],
    ['3.5', '35', false],
    ['$5', '5', true],
    ['5%', '5', true],
    ['20th', '20', true],
    ['1990s', '1990', true],
    ['one', '1', true],
    ['100', 'hundred', true],
  ])('%s and %s: %s', (a, b, expected) => expect(same(a, b)).toBe(expected));

  it('belong to whole words, whatever their names', () => {
    for (const word of ['__proto__', 'constructor', 'toString', 'B52', '...', '']) {
      const facts = factsOf(word, true);
      expect([dateOf(facts), modalityOf(facts), facts & isNegation, numberOf(word, true)]).toEqual([
        0,
        0,
        0,
        undefined,
      ]);
    }
  });

  it('do not overlap', () => {
    // Tonight is the last of the dates, and won’t belongs to the last class of modality.
    const facts = ['Tonight', 'won’t', 'December'].map((word) => factsOf(word, true));
    expect(facts.map((each) => [dateOf(each), modalityOf(each), each & isNegation, each & isContent])).toEqual([
      [23, 0, 0, isContent],
      [0, 3, isNegation, isContent],
      [12, 0, 0, isContent],
    ]);
  });
});

describe('steps', () => {
  it('show matches, crossings and mismatches', () => {
    // In the order of the reference, words 7, 5, 6, 1 and 3 match: 8 of 10 pairs cross. Hot and cold, 12 and 13, Bonn and Paris are left.
    const { values, formulas, wordsBehind } = shownSteps(entailment({}, resources), 'The hot soup 12 men ate in Bonn', [
      'In Paris 13 men ate the cold soups',
      'nothing',
    ]);
    expect(values).toMatchObject({
      h: 8,
      r: 8,
      m: 5,
      p: 10,
      x: 8,
      numbers: 2,
      negations: 0,
      names: 2,
      antonyms: 1,
      W: 5,
    });
    expect(values).toMatchObject({ F: 0.625, E: 0.535261, O: 0.2, score: 6.690768 });
    expect(formulas).toMatchObject({
      F: '2 * m / (h + r)',
      E: 'exp(-W / r)',
      O: '1 - x / p',
      score: '100 * F * E * O',
    });
    expect(wordsBehind('m')).toContain('stem soup → soups +1');
    expect(wordsBehind('numbers')).toEqual(['extra 12 +1', 'missing → 13 +1']);
    expect(wordsBehind('names')).toEqual(['extra bonn +1', 'missing → paris +1']);
    expect(wordsBehind('antonyms')).toEqual(['antonym hot → cold +1']);
  });

  it.each(cases)('add up for %s', (_, hypothesis, reference) => {
    const { steps, score } = textExplainer(entailment({}, resources))(hypothesis, [reference]);
    expect(steps.at(-1)!.value).toBe(score);
    for (const { id, value, items = [] } of steps) {
      const added = items.filter(({ adds }) => adds !== undefined);
      const isListed = value === 0 || added.length > 0 || ['h', 'r', 'p', 'F', 'W', 'E', 'O', 'score'].includes(id);
      expect(isListed, id).toBe(true);
      if (added.length > 0) expect(added.reduce((sum, { adds = 0 }) => sum + adds, 0), id).toBe(value); // prettier-ignore
    }
  });
});
