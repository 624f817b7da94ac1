import { describe, expect, it } from 'vitest';
import {
  attacks,
  sampleSegments as segments,
  unpacked,
} from '../../../src/report/comparePage/testing/sampleSegments.ts';
import { segmentsJson, segmentsTsv } from '../../../web/segments/exportSegments.ts';

describe('segments as TSV', () => {
  it('have one line each, in the given order', () => {
    const [head, ...lines] = segmentsTsv(segments, [4, 0])
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'));
    expect(head).toEqual([
      'segment', 'key', 'document', 'constructor', 'source', 'reference 1', 'reference 2', 'base', '__proto__', '<b>bold</b>',
      'BLEU base', 'BLEU __proto__', 'BLEU <b>bold</b>', 'TER base', 'TER __proto__', 'TER <b>bold</b>',
    ]); // prettier-ignore
    expect(lines).toEqual([
      ['5', 'b2', 'b', '', 'Ende', 'the end', '', 'the the the', 'the end', 'The end.', '10', '50', '60', '0.8', '0.1', '0.1'],
      [
        '1', 'a1', 'a', '', 'Die Katze saß auf der Matte.', 'The cat sat on the mat.', 'A cat was on the mat.',
        'The cat sat on a mat .', 'A cat was sitting on the mat.', 'Cat mat', '40', '60.25', '5', '0.4', '0.2', '0.9',
      ],
    ]); // prettier-ignore
  });

  it('have no columns for missing texts, and no line breaks inside', () => {
    const bare = unpacked({
      systems: ['a\tb', 'c'].map((name) => ({ name, outputs: ['x\ty\r\nz'] })),
      references: ['r'],
      metrics: [{ name: 'm', higherIsBetter: true, digits: 1, scores: [[Number.NaN], [1]] }],
    });
    expect(segmentsTsv(bare, [0])).toBe('segment\treference\ta b\tc\tm a b\tm c\n1\tr\tx y z\tx y z\tNaN\t1\n');
  });
});

describe('segments as JSON', () => {
  it('have everything', () => {
    expect(JSON.parse(segmentsJson(segments, [3]))).toEqual([
      {
        segment: 4,
        key: 'b1',
        labels: [
          { name: 'document', value: 'b' },
          { name: 'constructor', value: '' },
        ],
        source: 'Alles',
        references: ['Everything'],
        outputs: [
          { system: 'base', text: 'Nothing at all', scores: [{ metric: 'BLEU', score: null }, { metric: 'TER', score: 1 }] },
          { system: '__proto__', text: '', scores: [{ metric: 'BLEU', score: 0 }, { metric: 'TER', score: 1.5 }] },
          { system: '<b>bold</b>', text: 'All', scores: [{ metric: 'BLEU', score: 0 }, { metric: 'TER', score: 1 }] },
        ],
      },
    ]); // prettier-ignore
  });

  it('keep any text unchanged', () => {
    const list = JSON.parse(segmentsJson(segments, [5, 6, 7, 8, 9, 10, 11, 12])) as { source: string }[];
    expect(list.map(({ source }) => source)).toEqual(attacks);
    expect(segmentsJson(segments, [])).toBe('[]\n');
  });
});
