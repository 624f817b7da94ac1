/** A few segments with names, texts and scores that mean trouble, for tests. */
import { type Segments, packSegments, unpackSegments } from '../packSegments.ts';
import type { SegmentBrowserData } from '../segmentBrowserData.ts';

/** Texts that must be shown as they are, whatever they look like. */
export const attacks = [
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(2)>',
  '<!-- <script> -->',
  'line\u2028paragraph\u2029end',
  'half\ud800 pair',
  'half \udc00pair',
  '"quoted" \\ &amp; \'single\'',
  'nul\0 bell\u0007 next\u0085',
] as const;

export const sampleData: SegmentBrowserData = {
  systems: [
    {
      name: 'base',
      outputs: [
        'The cat sat on a mat .',
        'قط جالس على الحصيرة',
        'It rained all day long in the town.',
        'Nothing at all',
        'the the the',
        ...attacks,
      ],
    },
    {
      name: '__proto__',
      outputs: [
        'A cat was sitting on the mat.',
        'جلس القط على الحصيرة الكبيرة',
        'It rained all day long in the town.',
        '',
        'the end',
        ...attacks,
      ],
    },
    {
      name: '<b>bold</b>',
      outputs: ['Cat mat', 'القط', 'It rained.', 'All', 'The end.', ...attacks],
    },
  ],
  sources: ['Die Katze saß auf der Matte.', 'Die Katze', 'Es regnete.', 'Alles', 'Ende', ...attacks],
  references: [
    ['The cat sat on the mat.', 'A cat was on the mat.'],
    ['جلس القط على الحصيرة'],
    ['It rained all day long in the town.', 'All day long it rained in town.'],
    ['Everything'],
    ['the end'],
    ...attacks.map((attack) => [attack]),
  ],
  metrics: [
    {
      name: 'BLEU',
      higherIsBetter: true,
      digits: 1,
      scores: [
        [40, 20, 100, Number.NaN, 10, 1, 2, 3, 4, 5, 6, 7, 8],
        [60.25, 80, 100, 0, 50, 1, 2, 3, 4, 5, 6, 7, 7],
        [5, 10, 30, 0, 60, 1, 2, 3, 4, 5, 6, 7, 8],
      ],
    },
    {
      name: 'TER',
      higherIsBetter: false,
      digits: 2,
      scores: [
        [0.4, 0.6, 0, 1, 0.8, 0, 0, 0, 0, 0, 0, 0, 0],
        [0.2, 0.2, 0, 1.5, 0.1, 0, 0, 0, 0, 0, 0, 0, 0.25],
        [0.9, 0.8, 0.7, 1, 0.1, 0, 0, 0, 0, 0, 0, 0, 0],
      ],
    },
  ],
  keys: ['a1', 'a2', 'a3', 'b1', 'b2', ...attacks.map((_, i) => `x${i}`)],
  labels: [
    { name: 'document', values: ['a', 'a', 'a', 'b', 'b', ...attacks.map(() => '<i>x</i>')] },
    { name: 'constructor', values: ['', 'rtl', '', '', '', ...attacks.map(() => 'attack')] },
  ],
  languages: { source: 'de' },
};

/** As they come out of a page. */
export const unpacked = (data: SegmentBrowserData): Segments =>
  unpackSegments(JSON.parse(JSON.stringify(packSegments(data))));

export const sampleSegments: Segments = unpacked(sampleData);
