import { describe, expect, it } from 'vitest';
import { UsageError, nearest, suggest } from './errors.ts';
import { choice, file, flag, integer, printOptions, resolveOptions } from './options.ts';

const specs = {
  wordOrder: integer({ key: 'nw', default: 0, min: 0, max: 9, help: 'Longest word n-gram.' }),
  lowercase: flag({ key: 'case', yes: 'lc', no: 'mixed', default: false, help: 'Fold case.' }),
  tokenizer: choice(['13a', 'intl'], {
    key: 'tok',
    default: '13a',
    help: 'Tokenizer.',
    alias: (typed) => (typed === 'international' ? 'intl' : typed),
  }),
  model: file({ key: 'model', accepts: 'a file', help: 'Model.' }),
};

describe('resolveOptions', () => {
  it.each([
    [{}, { wordOrder: 0, lowercase: false, tokenizer: '13a', model: '' }],
    [{ nw: '2' }, { wordOrder: 2, lowercase: false, tokenizer: '13a', model: '' }],
    [{ word_order: '2' }, { wordOrder: 2, lowercase: false, tokenizer: '13a', model: '' }],
    [{ 'word-order': 2 }, { wordOrder: 2, lowercase: false, tokenizer: '13a', model: '' }],
    [
      { wordOrder: 2, case: 'lc' },
      { wordOrder: 2, lowercase: true, tokenizer: '13a', model: '' },
    ],
    [
      { lowercase: 'yes', tok: 'intl' },
      { wordOrder: 0, lowercase: true, tokenizer: 'intl', model: '' },
    ],
    [
      { lowercase: true, tokenizer: undefined },
      { wordOrder: 0, lowercase: true, tokenizer: '13a', model: '' },
    ],
    [{ tok: 'international' }, { wordOrder: 0, lowercase: false, tokenizer: 'intl', model: '' }],
  ])('%j', (given, expected) => {
    expect(resolveOptions(specs, given)).toEqual(expected);
  });

  it.each([
    [{ nw: '2.5' }, 'nw must be an integer from 0 to 9, not "2.5".'],
    [{ nw: '' }, 'nw must be an integer from 0 to 9, not "".'],
    [{ nw: NaN }, 'nw must be an integer from 0 to 9, not NaN.'],
    [{ nw: '10' }, 'nw must be an integer from 0 to 9, not "10".'],
    [{ case: 'LC' }, 'case must be lc or mixed, not "LC".'],
    [{ tok: 'intel' }, 'tok must be one of 13a, intl, not "intel". Did you mean intl?'],
    [{ tok: 7 }, 'tok must be one of 13a, intl, not 7.'],
    [{ model: 'a|b' }, 'model must be a file, its name without | , ( ) or a line break, not "a|b".'],
    [{ nw: '1', wordOrder: 1 }, 'Option wordOrder is given twice.'],
    [{ tokeniser: 'intl' }, 'Unknown option tokeniser. Did you mean tokenizer?'],
    [JSON.parse('{"__proto__": 1}'), 'Unknown option __proto__. Known: nw, case, tok, model.'],
  ])('refuses %j', (given, message) => {
    expect(() => resolveOptions(specs, given)).toThrow(new UsageError(message));
  });

  it('prints every setting but an empty file', () => {
    expect(printOptions(specs, resolveOptions(specs, { nw: 1 }))).toEqual([
      ['nw', '1'],
      ['case', 'mixed'],
      ['tok', '13a'],
    ]);
    expect(printOptions(specs, resolveOptions(specs, { model: 'm' })).at(-1)).toEqual(['model', 'm']);
  });
});

describe('nearest', () => {
  it.each([
    ['blue', 'bleu'],
    ['BLEU', 'bleu'],
    ['chr', 'chrf'],
    ['chrff', 'chrf'],
    ['tre', 'ter'],
    ['xyz', undefined],
    ['', undefined],
  ])('%s → %s', (typed, expected) => {
    expect(nearest(typed, ['bleu', 'chrf', 'ter'])).toBe(expected);
  });

  it('otherwise lists what is known', () => {
    expect(suggest('rouge', ['bleu', 'ter'])).toBe('Known: bleu, ter.');
  });
});
