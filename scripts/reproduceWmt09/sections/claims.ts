/** What the outputs and judgments of WMT09 show about claims of four papers, with intervals and tests, whether or not they agree. */
import type { GuidePart } from '../guidePart.ts';
import type { JudgedMetrics } from '../scoreTasks.ts';
import { grouped, page, table } from '../wording.ts';
import type { Settings, Wmt09 } from '../wmt09.ts';
import { bestMetric } from './bestMetric.ts';
import { gridClaims } from './gridClaims.ts';
import { headlineClaims } from './headlineClaims.ts';
import { priorClaim } from './priorClaim.ts';
import { systemClaims } from './systemClaims.ts';

/** A row of the summary: the claim, what the paper reports, and what these data show. */
export type ClaimRow = readonly [claim: string, paper: string, here: string];

export interface ClaimPart {
  readonly markdown: readonly string[];
  readonly row: ClaimRow;
}

export function claimsSection(wmt09: Wmt09, judged: JudgedMetrics, settings: Settings): GuidePart {
  const samples = grouped(settings.samples);
  const headlines = headlineClaims(judged, settings);
  const grid = gridClaims(judged, settings);
  const prior = priorClaim(wmt09, judged, settings);
  const best = bestMetric(judged, settings);
  return {
    finding: page(
      'Differences in consistency with people over the segments of three language pairs; [the tables](wmt09-tables-claims.md) have intervals, tests and details.',
      table(
        ['claim', 'the paper reports', 'here'],
        [...headlines.rows, ...grid.rows, prior.row, best.row].map((row) => [...row]),
        3,
      ),
    ),
    markdown: page(
      '## How claims are tested',
      `For segments, the tables show the difference of two metrics in consistency, with a 95 % interval from ${samples} resamples of the segments, which are the same for both metrics, and the p of a permutation test that exchanges everything the two metrics say about a segment (two-sided, ${samples} permutations). “All” pools the comparisons of the three pairs; a segment that was judged in several pairs is drawn as one. Consistency counts a metric’s tie as wrong, so where it matters the tables also show the difference of τ without such ties (WMT13).`,
      'Many differences are tested, and some will look significant by chance. So p is corrected by Holm’s method for all tests of a column; **bold** differences remain significant at 5 %. Marks of single pairs, \\* † ‡ for p ≤ .10, .05, .01, are not corrected. All results are about these systems, these three pairs and one reference.',
      ...headlines.markdown,
      ...grid.markdown,
      ...prior.markdown,
      ...best.markdown,
      ...systemClaims(judged, settings),
    ),
  };
}
