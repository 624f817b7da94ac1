import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenizerNone } from '../tokenizers/simple.ts';
import { Vocabulary } from '../words/vocabulary.ts';
import { KnownNgrams, NgramTree, ReferenceNgrams } from './referenceNgrams.ts';

describe('NgramTree', () => {
  it('is like new when cleared', () => {
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
      // Sometimes many n-grams, so that the table is later large for a few.
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

  it('clears few entries of a large table one by one', () => {
    const tree = new NgramTree();
    for (let word = 0; word < 5000; word++) tree.add(0, word);
    tree.clear();
    for (let word = 0; word < 20; word++) expect(tree.add(0, 31 * word)).toBe(word + 1);
    tree.clear();
    for (let word = 0; word < 5000; word++) expect(tree.find(0, word)).toBe(-1);
  });
});

describe('ReferenceNgrams', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 10 });
  const segments = fc.array(fc.array(text, { maxLength: 3 }), { maxLength: 5 });

  it.each([
    { what: 'occurrences', parts: 1 },
    { what: 'segments', parts: 1 },
    { what: 'occurrences', parts: 3 },
    { what: 'segments', parts: 3 },
  ] as const)(
    'counts $what, in $parts parts, and leaves out only extensions of what was counted once',
    ({ what, parts }) => {
      fc.assert(
        fc.property(segments, fc.integer({ min: 1, max: 4 }), (list, order) => {
          const learnerOf = (some: typeof list): ReferenceNgrams => {
            const made = new ReferenceNgrams(order, tokenizerNone, false, what);
            for (const references of some) made.take(references.map((words) => words.join(' ')));
            return made;
          };
          const learner = learnerOf(list.filter((_, i) => i % parts === 0));
          for (let part = parts - 1; part > 0; part--) {
            learner.add(learnerOf(list.filter((_, i) => i % parts === part)).gathered());
          }
          expect(learner.gathered()).toEqual(learnerOf([...list].reverse()).gathered());
          const learned = learner.learned();
          const known = new KnownNgrams(learned);
          const vocabulary = Vocabulary.of(learned.words);
          const idOf = (word: string) => vocabulary.find(Uint16Array.of(word.charCodeAt(0)), 0, 1, word.charCodeAt(0));
          const plainCount = (ngram: readonly string[]) => {
            const bySegment = list.map((references) =>
              references
                .map((words) => words.filter((_, i) => ngram.every((word, n) => words[i + n] === word)).length)
                .reduce((sum, times) => sum + times, 0),
            );
            return bySegment.reduce((sum, times) => sum + (what === 'segments' ? Math.min(1, times) : times), 0);
          };
          const words = list.flat(2).length;
          expect(known.counts[0]).toBe(what === 'segments' ? list.length : words);
          for (const each of list.flat()) {
            for (let i = 0; i < each.length; i++) {
              let node = 0;
              for (let n = 1; n <= order && i + n <= each.length; n++) {
                const found = known.find(node, idOf(each[i + n - 1]!));
                const isLeftOut = n > 1 && known.counts[node]! < 2;
                if (isLeftOut) expect(found).toBe(-1);
                else expect(known.counts[found]).toBe(plainCount(each.slice(i, i + n)));
                if (found < 0) break;
                node = found;
              }
            }
          }
          expect(known.find(0, -1)).toBe(-1);
        }),
        { seed: 20284, numRuns: 300 },
      );
    },
  );
});
