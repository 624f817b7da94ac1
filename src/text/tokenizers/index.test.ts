import { describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import { tokenizerNamed, tokenizerNames, tokenizerNeeds } from './index.ts';
import { tokenizerNone } from './simple.ts';

describe('tokenizerNamed', () => {
  it('gives every tokenizer by its name, those with a resource when it is there', () => {
    for (const name of tokenizerNames) {
      const needs = tokenizerNeeds(name, 'some.model');
      if (needs.length === 0) expect(tokenizerNamed(name, '', new Map()).name).toBe(name);
      else {
        expect(() => tokenizerNamed(name, 'some.model', new Map())).toThrow(UsageError);
        expect(tokenizerNamed(name, 'some.model', new Map([[needs[0]!, tokenizerNone]]))).toBe(tokenizerNone);
      }
    }
  });
});
