/** Judgments as JSON, one a line, for other programs; the format `jsonl` reads them back exactly. */
import type { Judgment, Judgments } from '../../human/index.ts';
import type { JudgmentKind } from './format.ts';

/** What was left out when they were read is not among them. Of a ranking, `null` stands where the judge gave no rank. */
export function writeJudgmentsJsonl({ rankings, ratings, annotations, edits, verdicts }: Judgments): string {
  return [
    ...rankings.map((each) => lineOf('ranking', each)),
    ...ratings.map((each) => lineOf('rating', each)),
    ...annotations.map((each) => lineOf('annotation', each)),
    ...edits.map((each) => lineOf('edit', each)),
    ...verdicts.map((each) => lineOf('verdict', each)),
  ].join('');
}

const lineOf = (kind: JudgmentKind, judgment: Judgment): string => `${JSON.stringify({ kind, ...judgment })}\n`;
