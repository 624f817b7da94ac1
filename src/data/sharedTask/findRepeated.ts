/**
 * Finds files that hold the same judgments. A folder may keep them in two formats, as that of WMT09 keeps its rankings twice;
 * to read both would count each of them twice.
 */
import { createHash } from 'node:crypto';
import type { Judgments } from '../../human/index.ts';

export interface JudgmentSource {
  readonly format: string;
  readonly judgments: Judgments;
}

/** By kind of judgment, a hash of all of them in an order of their own. */
interface Fingerprint {
  readonly withJudges: ReadonlyMap<string, string>;
  /** Formats may name judges anew, so across formats their names are not looked at. */
  readonly withoutJudges: ReadonlyMap<string, string>;
}

/**
 * For each file the one whose judgments it repeats, if there is one: every kind of judgment it holds is the same there. Of two files
 * that hold the same, the first is kept; one that holds further kinds is kept in any case.
 */
export function findRepeated(files: readonly JudgmentSource[]): (number | undefined)[] {
  if (files.length < 2) return files.map(() => undefined);
  const prints = files.map(({ judgments }) => fingerprint(judgments));
  const repeats = (i: number, j: number): boolean => {
    const kind = files[i]!.format === files[j]!.format ? 'withJudges' : 'withoutJudges';
    const own = prints[i]![kind];
    return own.size > 0 && [...own].every(([each, hash]) => prints[j]![kind].get(each) === hash);
  };
  const leftOut = files.map((): number | undefined => undefined);
  files.forEach((_, i) => {
    const original = files.findIndex(
      (_, j) => j !== i && leftOut[j] === undefined && repeats(i, j) && (j < i || !repeats(j, i)),
    );
    if (original >= 0) leftOut[i] = original;
  });
  return leftOut;
}

function fingerprint({ rankings, ratings, annotations, edits, verdicts }: Judgments): Fingerprint {
  // Of a ranking only what is compared counts: formats differ in whether they keep an output that stands alone.
  const compared = rankings.flatMap(({ task, segment, judge, systems, ranks }) => {
    const ranked = systems.map((system, s) => [system, ranks[s]!] as const).filter(([, rank]) => !Number.isNaN(rank));
    return ranked.length < 2 ? [] : [{ judge, says: [task, segment, ...ranked.map(String).sort()] }];
  });
  const kinds = {
    rankings: compared,
    ratings: ratings.map(({ task, segment, judge, system, score, item }) => ({
      judge,
      says: [task, segment, system, score, item],
    })),
    annotations: annotations.map(({ task, segment, judge, system, errors }) => ({
      judge,
      says: [task, segment, system, ...errors.map(({ category, severity }) => `${category} ${severity}`).sort()],
    })),
    edits: edits.map(({ task, segment, judge, system, outcome }) => ({
      judge,
      says: [task, segment, system, outcome],
    })),
    verdicts: verdicts.map(({ task, segment, judge, system, acceptable }) => ({
      judge,
      says: [task, segment, system, acceptable],
    })),
  };
  const hashes = (line: (each: { judge: string; says: unknown[] }) => unknown) =>
    new Map(
      Object.entries(kinds)
        .filter(([, list]) => list.length > 0)
        .map(([kind, list]) => {
          const lines = list.map((each) => JSON.stringify(line(each))).sort();
          return [kind, createHash('sha256').update(lines.join('\n')).digest('hex')];
        }),
    );
  return {
    withJudges: hashes(({ judge, says }) => [judge, ...says]),
    withoutJudges: hashes(({ says }) => says),
  };
}
