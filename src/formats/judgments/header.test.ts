import { describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import { JudgmentList } from './format.ts';
import { finiteNumber } from '../numbers.ts';
import { Header, columnNames } from './rows.ts';

const into = new JudgmentList('usual');
into.file = { name: 'x.csv', task: '', async *lines() {} };

describe('Header', () => {
  const header = new Header(into, ['judgeID', ' Rank ', '__proto__', '', '']);
  it('finds columns whatever their case, the first name first', () => {
    expect(header.find('judgeId')).toBe(0);
    expect(header.find('score', 'rank', 'judgeId')).toBe(1);
    expect(header.find('__proto__')).toBe(2);
    expect(header.find('constructor')).toBe(-1);
  });
  it('names the column that is missing, and the one that appears twice', () => {
    expect(() => header.need('score')).toThrow(new UsageError('x.csv, line 1: the column score is missing.'));
    expect(() => header.need('seg', 'id', 'n')).toThrow('x.csv, line 1: the column seg (or id, n) is missing.');
    expect(() => new Header(into, ['a', 'b', 'A '])).toThrow('x.csv, line 1: two columns are named A.');
  });
});

it.each([
  ['0', 0],
  ['-1.5', -1.5],
  ['2.', 2],
  ['.5', 0.5],
  ['1e3', 1000],
  ['', undefined],
  ['NaN', undefined],
  ['Infinity', undefined],
  ['1e999', undefined],
  ['0x10', undefined],
  ['1,5', undefined],
  [' 1', undefined],
])('finiteNumber %j', (text, value) => expect(finiteNumber(text)).toBe(value));

it('columnNames knows names that are quoted', () => {
  expect(columnNames('"srcLang",trgLang,"a b"', ',')).toEqual(new Set(['srclang', 'trglang', 'a b']));
});
