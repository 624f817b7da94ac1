/**
 * Finds files that hold the same judgments. A folder may keep them in two formats, as that of WMT09 keeps its rankings twice;
 * to read both would count each of them twice.
 */
import { createHash } from 'node:crypto';
import type { Annotation, Judgment, Judgments } from '../../human/index.ts';

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
  const compared = rankings.flatMap((each) => {
    const ranked = each.systems.map((system, s) => [system, each.ranks[s]!] as const);
    const says = ranked.filter(([, rank]) => !Number.isNaN(rank)).map(String);
    return says.length < 2 ? [] : [{ ...each, says: says.sort() }];
  });
  const errorsOf = ({ errors }: Annotation): string[] => errors.map((each) => `${each.category} ${each.severity}`);
  const kinds: Record<string, (Judgment & { readonly says: readonly unknown[] })[]> = {
    rankings: compared,
    ratings: ratings.map((each) => ({ ...each, says: [each.system, each.score, each.item] })),
    annotations: annotations.map((each) => ({ ...each, says: [each.system, ...errorsOf(each).sort()] })),
    edits: edits.map((each) => ({ ...each, says: [each.system, each.outcome] })),
    verdicts: verdicts.map((each) => ({ ...each, says: [each.system, each.acceptable] })),
  };
  const hashes = (withJudges: boolean) =>
    new Map(
      Object.entries(kinds)
        .filter(([, list]) => list.length > 0)
        .map(([kind, list]) => {
          const lines = list.map(({ judge, task, segment, says }) =>
            JSON.stringify([...(withJudges ? [judge] : []), task, segment, ...says]),
          );
          return [kind, createHash('sha256').update(lines.sort().join('\n')).digest('hex')];
        }),
    );
  return { withJudges: hashes(true), withoutJudges: hashes(false) };
}
