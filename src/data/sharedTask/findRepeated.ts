/**
 * Finds files with the same judgments. A folder can have them in two formats, as the WMT09 folder has its rankings;
 * reading both would count them twice.
 */
import { createHash } from 'node:crypto';
import type { Annotation, Judgment, Judgments } from '../../human/index.ts';

export interface JudgmentSource {
  readonly format: string;
  readonly judgments: Judgments;
}

/** By kind of judgment, a hash of all of them in canonical order. */
interface Fingerprint {
  readonly withJudges: ReadonlyMap<string, string>;
  /** Formats can rename judges, so names are not compared across formats. */
  readonly withoutJudges: ReadonlyMap<string, string>;
}

/**
 * For each file, the file whose judgments it repeats, if any: the other file has the same judgments of each kind. Of two equal
 * files, the first is kept; a file with more kinds is always kept.
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
  // Only the comparisons of a ranking count: some formats keep a single output and others do not.
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
