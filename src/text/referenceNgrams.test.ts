import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NgramTree } from './referenceNgrams.ts';

describe('NgramTree', () => {
  it('when cleared, is as if new', () => {
    const used = new NgramTree();
    const path = fc.array(fc.nat({ max: 40 }), { maxLength: 6 });
    const enter = (tree: NgramTree, paths: readonly (readonly number[])[]) =>
      paths.map((words) =>
        words.map(
          (
            (node) => (word: number) =>
              (node = tree.add(node, word))
          )(0),
        ),
      );
    fc.assert(
      // Sometimes many n-grams, so that later the table is large for a few.
      fc.property(fc.array(path, { size: '+1' }), fc.array(path, { maxLength: 4 }), (paths, absent) => {
        used.clear();
        const fresh = new NgramTree();
        expect(enter(used, paths)).toEqual(enter(fresh, paths));
        expect(used.size).toBe(fresh.size);
        for (const words of absent) {
          let node = 0;
          for (const word of words) {
            const found = fresh.find(node, word);
            expect(used.find(node, word)).toBe(found);
            if (found < 0) break;
            node = found;
          }
        }
      }),
      { seed: 20279, numRuns: 200 },
    );
  });

  it('forgets one by one what is little in a large table', () => {
    const tree = new NgramTree();
    for (let word = 0; word < 5000; word++) tree.add(0, word);
    tree.clear();
    for (let word = 0; word < 20; word++) expect(tree.add(0, 31 * word)).toBe(word + 1);
    tree.clear();
    for (let word = 0; word < 5000; word++) expect(tree.find(0, word)).toBe(-1);
  });
});
