/** Makes scores of what was collected: names them, finds out which way they go, and says so. */
import { UsageError } from '../../core/index.ts';
import type { Scores } from '../../meta/index.ts';
import { detached } from '../lineReader.ts';
import { type Direction, type DirectionOptions, directionOf, isErrorCount, isErrorMetric } from './directionOf.ts';

/** Scores of a task; undefined if no file says of which. */
export interface TaskScores {
  readonly task: string | undefined;
  readonly scores: Scores;
  /** The files they were read from. */
  readonly files: readonly string[];
}

/** Scores of one metric, as long as it is not known how they will be called. */
export interface Collected {
  readonly task: string | undefined;
  readonly metric: string;
  readonly reference: string;
  readonly table: ScoreTable;
  readonly files: Set<string>;
}

/** Scores of one metric against several references get the names of both. `human` says that people gave the scores. */
export function assembleScores(
  collected: readonly Collected[],
  human: boolean,
  options: DirectionOptions,
): { scores: TaskScores[]; notes: string[] } {
  const named = collected.map((each) => ({ ...each, name: nameOf(each, collected) }));
  named.forEach(({ task, name, files }, i) => {
    const other = named.findIndex((each) => each.task === task && each.name === name);
    if (other === i) return;
    const paths = [...named[other]!.files, ...files];
    throw new UsageError(
      `Two metrics are called ${name}: in ${[...new Set(paths)].join(' and ')}. Rename one of them.`,
    );
  });
  // A direction belongs to a name: a task in which all scores are 0 must not have one of its own.
  const directions = new Map<string, Direction>();
  for (const { name, metric } of named) {
    if (directions.has(name)) continue;
    const ranges = named.filter((other) => other.name === name).map(({ table }) => table.range);
    const range = {
      least: Math.min(...ranges.map(({ least }) => least)),
      most: Math.max(...ranges.map(({ most }) => most)),
    };
    const countsErrors = human ? isErrorCount(name) : isErrorMetric(metric);
    directions.set(name, directionOf(name, countsErrors, range, options));
  }
  const scores = named.map(({ task, name, table, files }) => ({
    task,
    scores: table.scores(name, directions.get(name)!.higherIsBetter),
    files: [...files],
  }));
  const averaged = named.filter(({ table }) => !table.hasSystemScores && table.hasSegments).map(({ name }) => name);
  return { scores, notes: [...directionNotes(directions), ...meanNotes(averaged)] };
}

function nameOf({ task, metric, reference }: Collected, all: readonly Collected[]): string {
  const variants = all.filter((other) => other.task === task && other.metric === metric);
  return variants.length > 1 && reference !== '' ? `${metric}-${reference}` : metric;
}

/** Which way each score goes, and how that is known. */
function directionNotes(directions: ReadonlyMap<string, Direction>): string[] {
  const namesBy = (by: Direction['by'], higher: boolean): string =>
    [...directions]
      .filter(([, direction]) => direction.by === by && direction.higherIsBetter === higher)
      .map(([name]) => name)
      .join(', ');
  const says = (names: string, what: string): string[] => (names === '' ? [] : [`${names}: ${what}`]);
  return [
    ...says(namesBy('user', false), 'lower is better, as asked.'),
    ...says(namesBy('user', true), 'higher is better, as asked.'),
    ...says(namesBy('name', false), 'lower is better, since the name is that of an error metric.'),
    ...says(
      namesBy('sign', true),
      'an error metric by name, but no score is above 0, so it was turned round already: higher is better.',
    ),
    ...says(namesBy('default', true), 'taken as higher is better; --lower-is-better NAME says otherwise.'),
  ];
}

const meanNotes = (names: readonly string[]): string[] =>
  names.length === 0
    ? []
    : [`${[...new Set(names)].join(', ')}: no scores of whole systems, so they are the means of their segments.`];

/** The scores of one metric for one task while they are read: in any order, with holes. */
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
