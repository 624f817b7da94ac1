/** Scores computed elsewhere, joined to the systems and segments of a test set. */
import { UsageError, counted, suggest } from '../../core/index.ts';
import type { Scores } from '../../meta/index.ts';
import { type MeanMeasurement, meanMeasurement } from '../../stats/index.ts';
import { listed } from '../wording.ts';

export interface ImportedScores extends Scores {
  /** Where they were read, for messages. */
  readonly files?: readonly string[];
}

/** The systems and segments that scores are joined to. */
export interface ScoredTexts {
  readonly systems: readonly string[];
  readonly segments: number;
  readonly labels?: ReadonlyMap<string, readonly string[]>;
  /** What scores call the segments, if not by their numbers from 1 on. */
  readonly keys?: readonly string[] | undefined;
}

/** The scores of segments as a measurement, whose system scores are their means. */
export function importedMeasurement(scores: ImportedScores, texts: ScoredTexts): MeanMeasurement {
  const { name, higherIsBetter } = scores;
  const { systems } = texts;
  return meanMeasurement({ name, higherIsBetter, systemNames: systems, scores: alignedScores(scores, texts) });
}

/** Scores of whole systems, in the order of the systems. */
export function importedSystemScores(scores: ImportedScores, systems: readonly string[]): number[] {
  return systems.map((system) => {
    const score = scores.ofSystems[rowOf(scores, system)]!;
    if (!Number.isNaN(score)) return score;
    throw new UsageError(`${nameOf(scores)} has no score of ${system}. Every system needs one.`);
  });
}

/** Whether scores of systems are the means of the scores of their segments, as far as programs print them. */
export function areMeans({ segments, ofSystems, ofSegments }: Scores): boolean {
  const { length } = segments;
  return ofSystems.every((score, s) => {
    const known = ofSegments.subarray(s * length, (s + 1) * length).filter((each) => !Number.isNaN(each));
    const mean = known.reduce((sum, each) => sum + each, 0) / known.length;
    return Number.isNaN(score) || Number.isNaN(mean) || Math.abs(score - mean) <= 1e-3 * Math.max(1, Math.abs(mean));
  });
}

/** Those of the scores that systems can be compared by: the ones that have scores of segments. Notes say what is left out. */
export function comparableScores<S extends Scores>(imported: readonly S[]): { imported: S[]; notes: string[] } {
  const [kept, left] = [true, false].map((has) => imported.filter(({ segments }) => segments.length > 0 === has));
  const names = (some: readonly Scores[]): string => listed(some.map(({ name }) => name));
  const others = kept!.filter((scores) => !areMeans(scores));
  return {
    imported: kept!,
    notes: [
      ...(left!.length > 0
        ? [`${names(left!)}: left out, since there are no segment scores to test. assay score --scores shows them.`]
        : []),
      ...(others.length > 0
        ? [`${names(others)}: means of segment scores, which are not the system scores in the files.`]
        : []),
    ],
  };
}

const nameOf = ({ name, files = [] }: ImportedScores): string =>
  files.length > 0 ? `${files.join(', ')}: ${name}` : name;

function rowOf(scores: ImportedScores, system: string): number {
  const row = scores.systems.indexOf(system);
  if (row >= 0) return row;
  throw new UsageError(
    `${nameOf(scores)} has no scores of ${system}. ${suggest(system, scores.systems)} ` +
      'If it has another name there, give it that name with -n.',
  );
}

/** By system, then segment. */
function alignedScores(scores: ImportedScores, texts: ScoredTexts): Float64Array[] {
  const keys = keysOf(scores, texts);
  const columns = new Map(scores.segments.map((key, g) => [key, g]));
  const known = new Set(keys);
  const stranger = scores.segments.find((key) => !known.has(key));
  if (stranger !== undefined) {
    throw new UsageError(
      `${nameOf(scores)} has a score of segment ${stranger}, which is not one of the ${counted(keys.length, 'segment')} compared. ${adviceOn(stranger, texts)}`,
    );
  }
  return texts.systems.map((system) => {
    const row = rowOf(scores, system);
    return Float64Array.from(keys, (key) => {
      const column = columns.get(key);
      const score = column === undefined ? NaN : scores.ofSegments[row * scores.segments.length + column]!;
      if (!Number.isNaN(score)) return score;
      const has = scoresIn(scores, row);
      throw new UsageError(
        `${nameOf(scores)} has no score of segment ${key} of ${system}: ${keys.length - has} of ${keys.length} are missing. Every output needs one.`,
      );
    });
  });
}

/** How many segments of a system have a score. */
const scoresIn = ({ segments: { length }, ofSegments }: Scores, row: number): number =>
  ofSegments.subarray(row * length, (row + 1) * length).filter((score) => !Number.isNaN(score)).length;

const adviceOn = (segment: string, { labels }: ScoredTexts): string =>
  segment.includes('::') && !labels?.has('document')
    ? 'It names segments by document: give the documents of the outputs with -l, in a column named document.'
    : 'Give the scores of this test set.';

/** What scores call the segments: numbers from 1 on, or a document and numbers from 1 on within it, `doc::1`. */
function keysOf({ segments: named }: Scores, { keys, segments, labels }: ScoredTexts): readonly string[] {
  if (keys) return keys;
  const documents = labels?.get('document');
  if (documents && named.length > 0 && named.every((key) => key.includes('::'))) {
    const counts = new Map<string, number>();
    return documents.map((document) => {
      const count = (counts.get(document) ?? 0) + 1;
      counts.set(document, count);
      return `${document}::${count}`;
    });
  }
  return Array.from({ length: segments }, (_, i) => String(i + 1));
}
