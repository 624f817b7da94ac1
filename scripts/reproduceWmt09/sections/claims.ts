/** What the outputs and judgments of WMT09 say about claims of four papers, with intervals and tests, whether or not they agree. */
import type { JudgedMetrics } from '../scoreTasks.ts';
import { grouped, page } from '../wording.ts';
import type { Settings, Wmt09 } from '../wmt09.ts';
import { bestMetric } from './bestMetric.ts';
import { gridClaims } from './gridClaims.ts';
import { headlineClaims } from './headlineClaims.ts';
import { priorClaim } from './priorClaim.ts';
import { systemClaims } from './systemClaims.ts';

export function claimsSection(wmt09: Wmt09, judged: JudgedMetrics, settings: Settings): string {
  const samples = grouped(settings.samples);
  return page(
    '## What the data say about the papers’ claims',
    `For segments: the difference of two metrics in consistency, with a 95 % interval from ${samples} resamples of the segments, the same for both metrics, and the p of a permutation test that exchanges all that the two metrics say of a segment (two-sided, ${samples} permutations). “All” pools the comparisons of the three pairs; a segment that was judged in several pairs is drawn as one. Since a tie of the metric counts as wrong, the difference of τ without such ties (WMT13) is given beside it where it matters.`,
    'Many differences are tested, and some will look significant by chance. So p is corrected after Holm for all tests of a column; **bold** differences stay significant at 5 %. Marks of single pairs, \\* † ‡ for p ≤ .10, .05, .01, are not corrected. And all of it is about these systems, these three pairs and one reference.',
    ...headlineClaims(judged, settings),
    ...gridClaims(judged, settings),
    ...priorClaim(wmt09, judged, settings),
    ...bestMetric(judged, settings),
    ...systemClaims(judged, settings),
  );
}
