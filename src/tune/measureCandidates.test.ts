import { describe, expect, it } from 'vitest';
import { UsageError } from '../core/index.ts';
import { FeatureNames } from '../lattice/index.ts';
import { measure } from '../measure/index.ts';
import { bleu, chrf, nist, ter } from '../metrics/index.ts';
import { measureCandidates } from './tuningSet.ts';
import { madeCandidates } from './testing/madeCandidates.ts';

const lists = [['the cat sat', 'a cat sat down'], [], ['one two three four', 'one two', 'four three two one five']];
const candidates = madeCandidates(new FeatureNames(), lists.map((list) => list.map((text) => [text, {}] as const))); // prettier-ignore
const references = [['the cat sat down', 'the cat'], ['nothing'], ['one two three four']];

describe.each([bleu({ tokenizer: 'none' }), chrf(), ter(), nist()])('$name', (metric) => {
  it('has the same rows as each candidate as the output of a system', () => {
    const { rows, width, candidates: measured } = measureCandidates(metric, { candidates, references });
    expect(measured).toBe(candidates);
    expect(width).toBe(metric.statistics.length);
    expect(rows).toHaveLength(5 * width);
    lists.forEach((list, i) =>
      list.forEach((text, k) => {
        const output = references.map((_, j) => (i === j ? text : ''));
        const alone = measure(metric, { references }, [output]).rows.subarray(i * width, (i + 1) * width);
        const at = candidates.starts[i]! + k;
        expect(rows.subarray(at * width, (at + 1) * width)).toEqual(alone);
      }),
    );
  });
});

it.each<[string[][], string[] | undefined, string]>([
  [[['a']], undefined, 'There are references for 1 segment, but 3 n-best lists. Give both for the same segments.'],
  [references, ['a', 'b'], 'There are sources for 2 segments, but 3 n-best lists. Give both for the same segments.'],
  [[['a'], ['b'], []], undefined, 'Segment 3 has no reference.'],
])('references %j and sources %j are refused', (given, sources, message) => {
  expect(() => measureCandidates(bleu(), { candidates, references: given, ...(sources && { sources }) })).toThrow(
    new UsageError(message),
  );
});
