import { describe, expect, it } from 'vitest';
import { UsageError, resolveOptions } from '../core/index.ts';
import { type Recipe, deletion, genres, padding, scattered } from './index.ts';
import type { Situation } from './situation.ts';
import { readSynthetic, syntheticMissing, syntheticTitle } from './testing/synthetic.ts';

const build = (recipe: Recipe, sizes: Record<string, number> = {}): Situation =>
  recipe.build(resolveOptions(recipe.sizes, sizes));

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');
const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + words(text).length, 0);

/** Wrong words renamed in order of appearance: the files continue counting from set to set. */
function renumbered(segments: readonly (readonly string[])[]): string[][] {
  const names = new Map<string, string>();
  const rename = (word: string) => {
    if (!names.has(word)) names.set(word, `x${names.size + 1}`);
    return names.get(word)!;
  };
  return segments.map((texts) => texts.map((text) => text.replace(/\bx\d+\b/g, rename)));
}

const bySegment = (columns: readonly (readonly string[])[]): string[][] =>
  columns[0]!.map((_, segment) => columns.map((column) => column[segment]!));

describe.skipIf(syntheticMissing)(syntheticTitle('the default sizes give the files of ../shared/data'), () => {
  it.each<[string, Recipe, string[]]>([
    ['s1a_sign_test', padding, ['system_b', 'system_c']],
    ['s1b_sign_test', scattered, ['system_b', 'system_c']],
    ['s2_genres', genres, ['genre_specific', 'mixed_genre']],
    ['s3_sentence_deletion', deletion, ['baseline', 'sentence_deletion']],
  ])('%s', (file, recipe, columns) => {
    const set = readSynthetic(file);
    const { references, systems, labels } = build(recipe);
    expect(references).toEqual(set.get('reference'));
    expect(renumbered(bySegment([...systems.values()]))).toEqual(
      renumbered(bySegment(columns.map((column) => set.get(column)!))),
    );
    expect(labels.get('genre')).toEqual(set.get('genre'));
  });
});

describe('padding', () => {
  it('has the stated numbers of words', () => {
    const { references, systems } = build(padding, { segments: 5, length: 30, missing: 4, extra: 2 });
    expect(references).toHaveLength(5);
    expect(lengthOf(references)).toBe(150);
    expect(lengthOf(systems.get('c')!)).toBe(5 * 26);
    expect(lengthOf(systems.get('b')!)).toBe(5 * 32);
    const [b, c] = [...systems.values()].map(([first]) => first!);
    expect(b!.startsWith(`${c} x`)).toBe(true);
    // Every sixth of 26 words is wrong: 6, 12, 18, 24.
    expect(words(c!).filter((word) => !words(references[0]!).includes(word))).toHaveLength(4);
  });

  it('shares no word between segments', () => {
    const { systems, references } = build(padding);
    const bySegments = bySegment([references, ...systems.values()]).map((texts) => new Set(texts.flatMap(words)));
    const all = bySegments.flatMap((set) => [...set]);
    expect(new Set(all).size).toBe(all.length);
  });

  it('refuses to empty c', () => {
    expect(() => build(padding, { length: 10, missing: 10 })).toThrow(
      new UsageError('missing must be less than length (10), or c would be empty; it is 10.'),
    );
  });
});

it('scattered adds two words to c, and a third to every other segment', () => {
  const { references, systems } = build(scattered, { segments: 4 });
  expect(systems.get('c')!.map((text) => words(text).length)).toEqual([48, 48, 48, 48]);
  expect(systems.get('b')!.map((text) => words(text).length)).toEqual([50, 51, 50, 51]);
  expect(words(systems.get('b')![1]!).slice(48)).toEqual(['s2w10', 's2w32', 's2w23']);
  expect(lengthOf(references)).toBe(200);
});

it('genres keep their proportions when both grow', () => {
  const matching = (system: string, { references, systems, labels }: Situation, genre: string) =>
    systems
      .get(system)!
      .filter((_, i) => labels.get('genre')![i] === genre)
      .flatMap(words)
      .filter((word) => references.some((reference) => words(reference).includes(word))).length;
  const small = build(genres);
  const large = build(genres, { newswire: 9, weblogs: 15 });
  for (const system of ['genre_specific', 'mixed_genre']) {
    for (const genre of ['nw', 'web']) {
      expect(matching(system, large, genre)).toBe(3 * matching(system, small, genre));
    }
  }
  expect(lengthOf(large.systems.get('mixed_genre')!)).toBe(3 * lengthOf(small.systems.get('mixed_genre')!));
});

describe('deletion', () => {
  it.each([
    [11, 1, [4]],
    [11, 3, [4, 5, 6]],
    [4, 3, [1, 2, 4]],
    [2, 1, [2]],
  ])('of %i segments leaves %i empty', (segments, deleted, expected) => {
    const { systems } = build(deletion, { segments, deleted });
    const [baseline, rest] = [...systems.values()] as [string[], string[]];
    expect(rest.flatMap((text, i) => (text === '' ? [i + 1] : []))).toEqual(expected);
    expect(rest.every((text, i) => text === '' || text === baseline[i])).toBe(true);
    expect(lengthOf(baseline)).toBe(22 * segments);
  });

  it('refuses to leave every segment empty', () => {
    expect(() => build(deletion, { segments: 3, deleted: 3 })).toThrow(
      new UsageError('deleted must be less than segments (3), or every segment would be empty; it is 3.'),
    );
  });
});

it.each<[Recipe, Record<string, number>, string]>([
  [padding, { segments: 0 }, 'segments must be an integer from 1 to 100000, not 0.'],
  [genres, { weblogs: 1.5 }, 'weblogs must be an integer from 1 to 100000, not 1.5.'],
  [deletion, { extra: -1 }, 'extra must be an integer from 0 to 1000, not -1.'],
])('sizes out of range are refused: %#', (recipe, sizes, message) => {
  expect(() => build(recipe, sizes)).toThrow(new UsageError(message));
});
