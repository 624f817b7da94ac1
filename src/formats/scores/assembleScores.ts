/** Turns collected values into scores: names them and determines their direction, with notes. */
import { UsageError } from '../../core/index.ts';
import type { Scores } from '../../meta/index.ts';
import { detached } from '../lineReader.ts';
import { type Direction, type DirectionOptions, directionOf, errorsByName, isErrorCount } from './directionOf.ts';

/** The scores of one metric for one task; `task` is undefined if no file names it. */
export interface TaskScores {
  readonly task: string | undefined;
  readonly scores: Scores;
  /** The files they were read from. */
  readonly files: readonly string[];
}

/** Scores of one metric before they are named. */
export interface Collected {
  readonly task: string | undefined;
  readonly metric: string;
  readonly reference: string;
  readonly table: ScoreTable;
  readonly files: Set<string>;
  /** Whether a higher score is better, if a file says so. */
  higherIsBetter?: boolean;
  /** Whether all files have a format in which higher is always better. */
  isHigherByFormat: boolean;
}

/** Scores of one metric against several references are named after metric and reference. `human` means that people gave the scores. */
export function assembleScores(
  collected: readonly Collected[],
  human: boolean,
  options: DirectionOptions,
): { scores: TaskScores[]; notes: string[]; undirected: string[] } {
  const named = collected.map((each) => ({ ...each, name: nameOf(each, collected) }));
  named.forEach(({ task, name, files }, i) => {
    const other = named.findIndex((each) => each.task === task && each.name === name);
    if (other === i) return;
    const paths = [...named[other]!.files, ...files];
    throw new UsageError(`Two metrics are named ${name}: in ${[...new Set(paths)].join(' and ')}. Rename one of them.`);
  });
  // A metric has the same direction in all tasks: a task whose scores are all 0 must not get its own.
  const directions = new Map<string, Direction>();
  for (const { name, metric } of named) {
    if (directions.has(name)) continue;
    const same = named.filter((other) => other.name === name);
    const ranges = same.map(({ table }) => table.range);
    const hints = {
      stated: same.find(({ higherIsBetter }) => higherIsBetter !== undefined)?.higherIsBetter,
      countsErrors: human ? isErrorCount(name) || undefined : errorsByName(metric),
      isHigherByFormat: same.every(({ isHigherByFormat }) => isHigherByFormat),
      least: Math.min(...ranges.map(({ least }) => least)),
      most: Math.max(...ranges.map(({ most }) => most)),
    };
    directions.set(name, directionOf(name, hints, options));
  }
  const undirected = [...directions].filter(([, { by }]) => by === 'default').map(([name]) => name);
  if (options.unknownDirection === 'refuse' && undirected.length > 0) {
    const files = named.filter(({ name }) => undirected.includes(name)).flatMap((each) => [...each.files]);
    throw new UsageError(directionQuestion(undirected, [...new Set(files)]));
  }
  const isLeftOut = options.unknownDirection === 'leave out';
  const kept = isLeftOut ? named.filter(({ name }) => !undirected.includes(name)) : named;
  const scores = kept.map(({ task, name, table, files }) => ({
    task,
    scores: table.scores(name, directions.get(name)!.higherIsBetter),
    files: [...files],
  }));
  const averaged = kept.filter(({ table }) => !table.hasSystemScores && table.hasSegments).map(({ name }) => name);
  return { scores, notes: [...directionNotes(directions, isLeftOut), ...meanNotes(averaged)], undirected };
}

function directionQuestion(names: readonly string[], [file, ...more]: readonly string[]): string {
  const typed = names.map((name) => (/^[\w.:+/-]+$/.test(name) ? name : `'${name}'`)).join(' ');
  const where = `${file}${more.length > 0 ? ' and others' : ''}`;
  return names.length === 1
    ? `Is a higher or a lower score of ${names[0]} (${where}) better? Assay does not know a metric of this name. ` +
        `Add --higher-is-better ${typed} or --lower-is-better ${typed}.`
    : `Are higher or lower scores of ${names.join(', ')} (${where}) better? Assay does not know metrics of these names. ` +
        `Add --higher-is-better ${typed}, or name those where lower is better after --lower-is-better.`;
}

function nameOf({ task, metric, reference }: Collected, all: readonly Collected[]): string {
  const variants = all.filter((other) => other.task === task && other.metric === metric);
  return variants.length > 1 && reference !== '' ? `${metric}-${reference}` : metric;
}

/** The direction of each score, and how it is known. */
function directionNotes(directions: ReadonlyMap<string, Direction>, isLeftOut: boolean): string[] {
  const namesBy = (by: Direction['by'], higher: boolean): string =>
    [...directions]
      .filter(([, direction]) => direction.by === by && direction.higherIsBetter === higher)
      .map(([name]) => name)
      .join(', ');
  const says = (names: string, what: string): string[] => (names === '' ? [] : [`${names}: ${what}`]);
  return [
    ...says(namesBy('user', false), 'lower is better, as asked.'),
    ...says(namesBy('user', true), 'higher is better, as asked.'),
    ...says(namesBy('file', false), 'lower is better, as the file says.'),
    ...says(namesBy('file', true), 'higher is better, as the file says.'),
    ...says(namesBy('name', false), 'lower is better, since it is an error metric by name.'),
    ...says(
      namesBy('sign', true),
      'an error metric by name, but no score is above 0, so it is already negated: higher is better.',
    ),
    ...says(namesBy('format', true), 'higher is better, as in all files of mt-metrics-eval.'),
    ...says(
      namesBy('default', true),
      isLeftOut
        ? 'left out until you say whether higher or lower is better.'
        : 'assumed higher is better; if not, use --lower-is-better NAME.',
    ),
  ];
}

const meanNotes = (names: readonly string[]): string[] =>
  names.length === 0
    ? []
    : [`${[...new Set(names)].join(', ')}: no system scores, so they are the means of the segment scores.`];

/** The scores of one metric for one task while they are read: in any order, with gaps. */
export class ScoreTable {
  /** By system, then by segment number; missing scores are undefined. */
  readonly #ofSegments = new Map<string, (number | undefined)[]>();
  readonly #ofSystems = new Map<string, number>();
  readonly #segments = new Map<string, number>();

  /** Whether there are system scores. */
  get hasSystemScores(): boolean {
    return this.#ofSystems.size > 0;
  }

  get hasSegments(): boolean {
    return this.#segments.size > 0;
  }

  get systems(): string[] {
    return [...new Set([...this.#ofSystems.keys(), ...this.#ofSegments.keys()])];
  }

  /** The range of the scores; Infinity and -Infinity if there are none. */
  get range(): { least: number; most: number } {
    let least = Infinity;
    let most = -Infinity;
    for (const scores of [this.#ofSystems.values(), ...this.#ofSegments.values()]) {
      for (const score of scores) {
        // Both are false for NaN.
        if (score! < least) least = score!;
        if (score! > most) most = score!;
      }
    }
    return { least, most };
  }

  /** Sets a system score; false if it is already set. NaN means missing. */
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

  /** Without system scores, these are the means of the segment scores. Numeric keys come in numeric order. */
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

/** The mean of the available scores; NaN if there are none. */
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
