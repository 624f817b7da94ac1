/** Made-up test sets in which a metric may contradict itself, after Chiang, DeNeefe, Chan and Ng (EMNLP 2008), section 3. */
import type { OptionSpecs, OptionsOf } from '../core/index.ts';

export interface Situation {
  /** One for each segment; words are separated by spaces. */
  readonly references: readonly string[];
  /** Outputs by name of the system. */
  readonly systems: ReadonlyMap<string, readonly string[]>;
  /** By name, then segment. */
  readonly labels: ReadonlyMap<string, readonly string[]>;
}

/** How a situation is made, in adjustable sizes. */
// oxlint-disable-next-line typescript/no-explicit-any -- recipes of different sizes share one list
export interface Recipe<S extends OptionSpecs = any> {
  readonly summary: string;
  /** The sizes in which BLEU with default settings contradicts itself, to continue that phrase. They include the default sizes. */
  readonly bleuContradictsItself: string;
  readonly sizes: S;
  build(sizes: OptionsOf<S>): Situation;
}

/**
 * A text as positions in its reference: n is the word at position n, counted from 1, and −n is a wrong word, the same in all texts of the
 * segment that have −n.
 */
type Outline = readonly number[];

/** The positions from `first` to `last`. */
export const run = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);

/** `count` wrong words, starting with the n-th. */
export const wrong = (n: number, count = 1): number[] => run(n, n + count - 1).map((word) => -word);

/** Turns outlines into words, segment by segment. No two segments share a word. */
export class Writer {
  readonly #references: string[] = [];
  readonly #systems: ReadonlyMap<string, string[]>;
  #wrongWords = 0;

  constructor(...names: readonly string[]) {
    this.#systems = new Map(names.map((name) => [name, []]));
  }

  finish(labels: Situation['labels'] = new Map()): Situation {
    return { references: this.#references, systems: this.#systems, labels };
  }

  /** Adds a segment whose reference has `length` words, with an outline for each system. */
  add(segment: string, length: number, ...outlines: readonly Outline[]): void {
    const wrongWords = new Map<number, string>();
    const wordAt = (place: number): string => {
      if (place > 0) return `${segment}w${place}`;
      const known = wrongWords.get(place) ?? `x${++this.#wrongWords}`;
      wrongWords.set(place, known);
      return known;
    };
    this.#references.push(run(1, length).map(wordAt).join(' '));
    [...this.#systems.values()].forEach((texts, s) => texts.push(outlines[s]!.map(wordAt).join(' ')));
  }
}
