/** The scores of one metric for one task while they are read: in any order, with holes. */
import type { Scores } from '../../meta/index.ts';
import { detached } from '../lineReader.ts';

export class ScoreTable {
  /** By system, then by number of the segment; what was not put is undefined. */
  readonly #ofSegments = new Map<string, (number | undefined)[]>();
  readonly #ofSystems = new Map<string, number>();
  readonly #segments = new Map<string, number>();

  /** Whether there are scores of whole systems. */
  get hasSystemScores(): boolean {
    return this.#ofSystems.size > 0;
  }

  get hasSegments(): boolean {
    return this.#segments.size > 0;
  }

  get systems(): string[] {
    return [...new Set([...this.#ofSystems.keys(), ...this.#ofSegments.keys()])];
  }

  /** Between what numbers the scores lie; Infinity and -Infinity if there are none. */
  get range(): { least: number; most: number } {
    let least = Infinity;
    let most = -Infinity;
    for (const scores of [this.#ofSystems.values(), ...this.#ofSegments.values()]) {
      for (const score of scores) {
        // Neither is true of a hole.
        if (score! < least) least = score!;
        if (score! > most) most = score!;
      }
    }
    return { least, most };
  }

  /** The score of a whole system; false if it has one already. NaN is a hole. */
  putSystem(system: string, score: number): boolean {
    if (this.#ofSystems.has(system)) return false;
    this.#ofSystems.set(detached(system), score);
    return true;
  }

  putSegment(system: string, segment: string, score: number): boolean {
    let scores = this.#ofSegments.get(system);
    if (!scores) this.#ofSegments.set(detached(system), (scores = []));
    let place = this.#segments.get(segment);
    if (place === undefined) this.#segments.set(detached(segment), (place = this.#segments.size));
    if (scores[place] !== undefined) return false;
    scores[place] = score;
    return true;
  }

  /** Without scores of whole systems, these are the means of their segments. Keys that are numbers come in their order. */
  scores(name: string, higherIsBetter: boolean): Scores {
    const { systems } = this;
    const segments = [...this.#segments.keys()];
    if (segments.every((key) => /^[1-9]\d{0,14}$/.test(key))) segments.sort((a, b) => Number(a) - Number(b));
    const ofSegments = new Float64Array(systems.length * segments.length);
    systems.forEach((system, s) => {
      const scores = this.#ofSegments.get(system);
      segments.forEach((segment, g) => {
        ofSegments[s * segments.length + g] = scores?.[this.#segments.get(segment)!] ?? NaN;
      });
    });
    const ofSystems = Float64Array.from(systems, (system, s) =>
      this.hasSystemScores
        ? (this.#ofSystems.get(system) ?? NaN)
        : meanOf(ofSegments.subarray(s * segments.length, (s + 1) * segments.length)),
    );
    return { name, higherIsBetter, systems, segments, ofSystems, ofSegments };
  }
}

/** Of what is there; NaN if nothing is. */
function meanOf(scores: Float64Array): number {
  let sum = 0;
  let count = 0;
  for (const score of scores) {
    if (Number.isNaN(score)) continue;
    sum += score;
    count++;
  }
  return count === 0 ? NaN : sum / count;
}
