import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { metricList, splitMetricList } from './options.ts';

describe('a list is split between metrics', () => {
  it.each([
    ['bleu', ['bleu']],
    ['bleu+ter', ['bleu', 'ter']],
    [' bleu + ter ', ['bleu', 'ter']],
    ['chrf+++ter', ['chrf++', 'ter']],
    ['chrf++ + ter', ['chrf++', 'ter']],
    ['ter+chrf++', ['ter', 'chrf++']],
    ['bleu(tok=intl,case=lc)+4grr', ['bleu(tok=intl,case=lc)', '4grr']],
    ['meteor(modules=exact+stem)+AMBER(4,6)(type=1)+ter', ['meteor(modules=exact+stem)', 'AMBER(4,6)(type=1)', 'ter']],
    ['', ['']],
  ])('%j', (list, parts) => expect(splitMetricList(list)).toEqual(parts));

  it.each(['bleu(tok=intl+ter', 'bleu)+ter(', 'bleu(tok=intl))+ter'])('brackets must match: %s', (list) => {
    expect(() => splitMetricList(list)).toThrow(`The brackets in ${list} do not match.`);
  });

  it('and joined again', () => {
    const name = fc.constantFrom('bleu', 'chrf++', '4grr', 'bleu(tok=intl,case=lc)', 'meteor(modules=exact+stem)');
    fc.assert(
      fc.property(fc.array(name, { minLength: 1 }), (names) => {
        expect(splitMetricList(names.join('+'))).toEqual(names);
      }),
      { seed: 20286 },
    );
  });
});

describe('as an option', () => {
  const option = metricList({ key: 'of', help: 'x', default: 'both', sets: { both: 'bleu+ter', one: 'chrf' } });

  it('sets become lists, wherever they occur', () => {
    expect(option.default).toBe('bleu+ter');
    expect(option.parse('one')).toBe('chrf');
    expect(option.parse('one + wer + both')).toBe('chrf+wer+bleu+ter');
    expect(option.parse('__proto__+constructor')).toBe('__proto__+constructor'); // any names: refused where metrics are made
    expect(option.isMetrics).toBe(true);
  });

  it.each([
    ['', /A metric is missing in of=/],
    ['BLEU|nrefs:1', /of must be both \| one \| metrics joined by \+/],
    [['bleu'], /of must be/],
    [undefined, /not undefined/],
  ])('refuses %j', (value, message) => expect(() => option.parse(value)).toThrow(message));
});
