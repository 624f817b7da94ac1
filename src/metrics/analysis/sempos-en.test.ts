import { describe, expect, it } from 'vitest';
import { systemScore } from '../../core/index.ts';
import { loadMetric } from '../../engine/index.ts';
import { measure } from '../../measure/index.ts';
import type { Analyser } from '../../text/index.ts';
import sempos from './sempos.ts';
import semposEn from './sempos-en.ts';
import { segmentSteps } from '../testing/segmentSteps.ts';

/** `word/lemma/TAG`, or `word/TAG` if the lemma is the lower-cased word. */
const slashed: Analyser = {
  name: 'slashed',
  factors: ['word', 'lemma', 'tag'],
  analyse(_, text) {
    const words = text
      .split(' ')
      .filter(Boolean)
      .map((each) => each.split('/'));
    return {
      word: words.map(([word]) => word!),
      lemma: words.map((parts) => (parts.length > 2 ? parts[1]! : parts[0]!.toLowerCase())),
      tag: words.map((parts) => parts.at(-1)!),
    };
  },
};

const scoreOf = (hypothesis: string, reference: string, options: object = {}) => {
  const metric = semposEn({ analyses: 'x', ...options }, new Map([['analyses:x', slashed]]));
  return systemScore(measure(metric, { references: [[reference]] }, [[hypothesis]]), 0);
};

describe('which words are content words', () => {
  const onlyCat = 'cat/NN';
  it.each([
    ['cats/cat/NNS', 100],
    ['the/DT cat/NN on/IN it/PRP ./.', 100],
    // A modal, an auxiliary with an adverb between, a negation: only the verb counts.
    ['cat/NN may/MD sleep/VB', 50],
    ['cat/NN was/be/VBD not/RB slept/sleep/VBN', 50],
    ['did/do/VBD it/PRP sleep/VB cat/NN', 50],
    // `was` is the only verb, so it counts, and so does `had` before a noun.
    ['cat/NN was/be/VBD', 50],
    ['had/have/VBD cat/NN', 50],
    ['cat/NOUN is/be/AUX', 100],
    // Two more kinds than the reference has: one of three types agrees.
    ['cat/NN three/CD big/JJ', 100 / 3],
    ['cat/VB', 0],
  ])('%s', (hypothesis, expected) => expect(scoreOf(hypothesis, onlyCat)).toBeCloseTo(expected, 10));
});

it('counts like sempos, in all its forms', () => {
  const texts = ['dogs/dog/NNS dogs/dog/NNS bark/VBP', 'dog/NN bark/VB loudly/RB'] as const;
  const factored = ['dog|n.denot dog|n.denot bark|v', 'dog|n.denot bark|v loudly|adv.denot'] as const;
  for (const form of ['wmt09', 'cap-macro', 'cap-micro'] as const) {
    const measured = measure(sempos({ form }), { references: [[factored[1]]] }, [[factored[0]]]);
    expect(scoreOf(...texts, { form })).toBe(systemScore(measured, 0));
  }
});

it('has a name of its own that includes the form', () => {
  expect(semposEn().name).toBe('SemPOS-en');
  expect(semposEn({ form: 'cap-micro' }).name).toBe('SemPOS-en-cap-micro');
  expect(semposEn.readName!('sempos-en-CAP-MACRO')).toEqual({ form: 'cap-macro' });
  expect(semposEn.readName!('sempos-cap-macro')).toBeUndefined();
});

it('refuses tags whose kind it does not know', () => {
  expect(() => scoreOf('Katze/NE', 'cat/NN')).toThrow(
    '"Katze" has the tag NE, which is neither a Penn Treebank tag nor a universal one',
  );
});

it('names the file that lacks a factor', () => {
  const bare: Analyser = {
    name: 'my.tsv',
    factors: ['word', 'tag'],
    analyse: (words) => ({ word: words, tag: words }),
  };
  const metric = semposEn({ analyses: 'x' }, new Map([['analyses:x', bare]]));
  expect(() => measure(metric, { references: [['a']] }, [['a']])).toThrow(
    'my.tsv has no lemma for words, only word, tag.',
  );
});

it('reads English with the tagger of the engine', async () => {
  const metric = await loadMetric(semposEn, {});
  const set = { references: [['The children were running home .']] };
  const score = (text: string) => systemScore(measure(metric, set, [[text]]), 0);
  expect(score('A child runs home .')).toBeGreaterThan(score('A dog sleeps there .'));
  expect(score('The children were running home .')).toBe(100);
});

it('its steps show lemmas of content words', () => {
  const metric = semposEn({ analyses: 'x' }, new Map([['analyses:x', slashed]]));
  const steps = segmentSteps(metric, 'the/DT cats/cat/NNS slept/sleep/VBD', ['a/DT cat/NN ran/run/VBD']);
  expect(steps.words('m_n_denot')).toEqual(['match 1: cat|n.denot | cat|n.denot']);
  expect(steps.words('m_v')).toEqual(['extra 0: sleep|v', 'missing 0: | run|v']);
  // n.denot 1 of 1, v 0 of 2.
  expect(steps.values('s_n_denot', 's_v', 'score')).toEqual([1, 0, 50]);
});
