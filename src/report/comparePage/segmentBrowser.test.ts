import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { browserHtml, scriptJson, topSegments } from './segmentBrowser.ts';
import type { SegmentBrowserData } from './segmentBrowserData.ts';
import { attacks, sampleData } from './testing/sampleSegments.ts';

describe('data in a script element', () => {
  it('come back as they were, and never end it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...attacks)), (text) => {
        const json = scriptJson({ [text]: text });
        expect(json).not.toMatch(/[<\u2028\u2029]/);
        expect(json.isWellFormed()).toBe(true);
        expect(Object.entries(JSON.parse(json) as object)).toEqual([[text, text]]);
      }),
    );
  });

  it('are all that the element has between its tags', () => {
    const html = browserHtml('figure', 3, sampleData);
    expect(html.match(/<\/?script/g)).toEqual(['<script', '</script']);
    expect(html.match(/<!--/)).toBeNull();
    expect(html).toContain('data-level="3"');
  });
});

describe('data that do not fit together', () => {
  const [system] = sampleData.systems;
  const [metric] = sampleData.metrics;
  it.each<[Partial<SegmentBrowserData>, string]>([
    [{ systems: [system!] }, 'needs two systems'],
    [{ metrics: [] }, 'needs a metric'],
    [{ references: [] }, 'needs a segment'],
    [{ systems: [system!, system!] }, 'was given two systems of the same name'],
    [{ metrics: [metric!, metric!] }, 'was given two metrics of the same name'],
    [{ sources: ['one'] }, 'was given 1 sources for 13 segments'],
    [{ keys: [] }, 'was given 0 keys for 13 segments'],
    [{ labels: [{ name: 'x', values: ['y'] }] }, 'was given 1 values of x for 13 segments'],
    [
      { metrics: [{ ...metric!, scores: [metric!.scores[0]!] }] },
      'was given 0 BLEU scores of __proto__ for 13 segments',
    ],
    [{ systems: [system!, { name: 'b', outputs: ['x'] }] }, 'was given 1 outputs of b for 13 segments'],
    [{ pair: [1, 1] }, 'was given an invalid pair'],
    [{ pair: [0, 3] }, 'was given an invalid pair'],
  ])('are refused: %#', (change, fault) =>
    expect(() => browserHtml('figure', 3, { ...sampleData, ...change })).toThrow(`the segment browser ${fault}`),
  );
});

describe('the table for those without script', () => {
  it('has the segments that differ most, in full', () => {
    const { caption, columns, rows } = topSegments(sampleData);
    expect(caption).toBe('Where base and __proto__ differ most, by BLEU');
    // Differences 20.25, 60, 0, none, 40, and −1 in the last: those that are none are left out.
    expect(rows.map(([number]) => number)).toEqual([2, 5, 1, 13].map((value) => ({ value, digits: 0 })));
    expect(rows[2]!.slice(1)).toEqual([
      { value: 40, digits: 1 },
      { value: 60.25, digits: 1 },
      { value: 20.25, digits: 1 },
      'The cat sat on the mat.',
      'The cat sat on a mat .',
      'A cat was sitting on the mat.',
    ]);
    expect(columns).toHaveLength(rows[0]!.length);
  });

  it('is of the pair and has twenty rows at most', () => {
    const count = 30;
    const texts = Array.from({ length: count }, (_, i) => `t${i}`);
    const { caption, rows } = topSegments({
      systems: ['a', 'b', 'c'].map((name) => ({ name, outputs: texts })),
      references: texts,
      metrics: [{ name: 'm', higherIsBetter: true, digits: 0, scores: [texts, texts, texts].map((_, s) => texts.map((_, i) => s * i)) }],
      pair: [2, 0],
    }); // prettier-ignore
    expect(caption).toBe('Where c and a differ most, by m');
    expect(rows).toHaveLength(20);
    expect(rows[0]!.slice(0, 4)).toEqual([30, 58, 0, -58].map((value) => ({ value, digits: 0 })));
  });
});
