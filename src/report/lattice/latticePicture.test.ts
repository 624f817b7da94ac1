/** Checks of pictures that need no human eye. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isUsageError } from '../../core/index.ts';
import { FeatureNames, HypergraphBuilder, LatticeBuilder, symbolOf } from '../../lattice/index.ts';
import { randomHypergraph } from '../../lattice/testing/randomHypergraph.ts';
import { elementsOf, textsOf } from '../page/testing/svgElements.ts';
import { drawDot, drawSvg, maxPictureEdges } from './latticePicture.ts';

function makeLattice(words: readonly string[]) {
  const builder = new LatticeBuilder(new FeatureNames(), 'small');
  builder.start('0');
  words.forEach((word, index) => builder.arc({ from: '0', to: '1', words: [word], score: -index }));
  builder.final('1');
  return builder.finish();
}

/** With an arc past a state, a long word, and two states side by side. */
function makeCrossing() {
  const builder = new LatticeBuilder(new FeatureNames(), 'crossing');
  builder.start('0');
  for (const [from, to, word, score] of [
    ['0', '1', 'the', 0],
    ['0', '2', 'a', -1],
    ['1', '3', 'cat', 0],
    ['2', '3', 'dog', 0],
    ['1', '2', 'very', -2],
    ['0', '3', 'Donaudampfschifffahrtsgesellschaftskapitän', -3],
  ] as const)
    builder.arc({ from, to, words: [word], score });
  builder.final('3');
  return builder.finish();
}

function makeForest() {
  const builder = new HypergraphBuilder(new FeatureNames(), 'small');
  const [goal, noun] = [builder.node('S'), builder.node('N')];
  for (const word of ['cats', 'dogs']) builder.edge({ head: noun, symbols: [builder.word(word)], score: word === 'dogs' ? 1 : 0 }); // prettier-ignore
  builder.edge({ head: goal, symbols: [symbolOf(noun), builder.word('like'), symbolOf(noun)] });
  return builder.finish(goal);
}

const evil = ['<script>', '"', '&amp;', '\\', "'", ']]>', 'a\u0000b\u0008', '\ud800', '__proto__', 'new\nline'];

describe('drawSvg', () => {
  it('is well-formed whatever the words are, and names itself', () => {
    const elements = elementsOf(drawSvg(makeLattice(evil), 'a & b <c>'));
    expect(elements[0]).toMatchObject({ name: 'svg', attributes: { role: 'img' } });
    expect(elements[1]).toMatchObject({ name: 'title', text: 'Lattice a & b <c>' });
    expect(textsOf(elements, 'desc')).toEqual([
      '3 states and 12 edges, from left to right. The best derivation, in bold, has the score 0 and the text: <script>',
    ]);
    const texts = textsOf(elements, 'text');
    expect(texts).toEqual(expect.arrayContaining(['<script>', '"', '&amp;', '\\', ']]>', 'a\ufffdb\ufffd', '\ufffd']));
    expect(elements.map(({ name }) => name)).not.toContain('script');
  });

  it('shows words and tails of a forest, and the best in bold', () => {
    const elements = elementsOf(drawSvg(makeForest(), 'forest'));
    const bold = elements.filter(({ name, attributes }) => name === 'text' && attributes['font-weight'] === '600');
    expect(bold.map(({ text }) => text)).toEqual(['dogs', '[0] like [0]', '0', '1']);
    expect(textsOf(elements, 'text')).toContain('cats');
    expect(textsOf(elements, 'title')).toContain('Edge 1 into 0: dogs, score 1');
  });

  it('is self-contained and reproducible', () => {
    const svg = drawSvg(makeForest(), 'forest');
    expect(svg).toBe(drawSvg(makeForest(), 'forest'));
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|url\(|href|var\(/);
  });

  it('keeps everything within its frame, and boxes do not overlap', () => {
    fc.assert(
      fc.property(randomHypergraph({ maxNodes: 8 }), (hypergraph) => {
        const elements = elementsOf(drawSvg(hypergraph, 'random'));
        const [left, top, width, height] = elements[0]!.attributes.viewBox!.split(' ').map(Number) as [number, number, number, number]; // prettier-ignore
        const boxes = elements
          .filter(({ name }) => name === 'rect')
          .slice(1)
          .map(({ attributes }) => ['x', 'y', 'width', 'height'].map((key) => Number(attributes[key])) as [number, number, number, number]); // prettier-ignore
        expect(boxes.flat().every(Number.isFinite)).toBe(true);
        for (const [x, y, w, h] of boxes) {
          expect(x >= left && y >= top && x + w <= left + width && y + h <= top + height).toBe(true);
        }
        // All but the ring of the goal, which is around the last box.
        const apart = boxes.toSpliced(-2, 1);
        apart.forEach(([x, y, w, h], index) => {
          for (const [x2, y2, w2, h2] of apart.slice(index + 1)) {
            expect(x + w <= x2 || x2 + w2 <= x || y + h <= y2 || y2 + h2 <= y).toBe(true);
          }
        });
      }),
    );
  });
});

// Pictures that were looked at in a browser; after a deliberate change, run with -u and look again.
it.each([
  ['lattice', makeCrossing()],
  ['forest', makeForest()],
])('draws a %s as approved', async (name, hypergraph) => {
  await expect(`${drawSvg(hypergraph, name).replaceAll('><', '>\n<')}\n`).toMatchFileSnapshot(
    `testing/approved/${name}.svg`,
  );
});

describe('drawDot', () => {
  it('draws arcs of a lattice', () => {
    expect(drawDot(makeLattice(['a "b"', 'c\\']), 'my "lattice"')).toBe(
      [
        'digraph "my \\"lattice\\"" {',
        '  rankdir=LR;',
        '  node [shape=circle];',
        '  n0 [label="0", style=bold];',
        '  n1 [label="1", style=bold];',
        '  n2 [label="2", shape=doublecircle, style=bold];',
        '  e0 [shape=point, tooltip=""];',
        '  e0 -> n0 [label="", tooltip="score 0", style=bold, penwidth=2];',
        '  n0 -> n1 [label="a \\"b\\"", tooltip="score 0", style=bold, penwidth=2];',
        '  n0 -> n1 [label="c\\\\", tooltip="score -1"];',
        '  n1 -> n2 [label="ε", tooltip="score 0", style=bold, penwidth=2];',
        '}',
        '',
      ].join('\n'),
    );
  });

  it('draws edges of a forest as points where tails meet', () => {
    const dot = drawDot(makeForest(), 'forest').split('\n');
    expect(dot).toContain('  e2 [shape=point, tooltip="[0] like [0]"];');
    expect(dot.filter((line) => line.startsWith('  n0 -> e2'))).toEqual([
      '  n0 -> e2 [arrowhead=none, taillabel="1", style=bold, penwidth=2];',
      '  n0 -> e2 [arrowhead=none, taillabel="2", style=bold, penwidth=2];',
    ]);
  });

  it('has one line for each statement, whatever the words are', () => {
    // 3 lines before, 3 nodes, 2 for the start, the arcs, the end, the bracket, and what follows the last line break
    expect(drawDot(makeLattice(evil), 'x\ny').split('\n')).toHaveLength(3 + 3 + 2 + evil.length + 1 + 1 + 1);
  });
});

it.each([['svg', drawSvg], ['dot', drawDot]] as const)('too large for %s', (_name, draw) => {
  const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`);
  // The start and the end are edges, too.
  expect(draw(makeLattice(words(maxPictureEdges - 2)), 'fits')).toContain(`w${maxPictureEdges - 3}`);
  try {
    draw(makeLattice(words(maxPictureEdges - 1)), 'big.lat');
    expect.unreachable();
  } catch (error) {
    expect(isUsageError(error) && error.message).toBe('big.lat has 401 edges, but a picture can show at most 400. Prune it first.');
  }
}); // prettier-ignore
