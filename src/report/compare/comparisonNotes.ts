/** How to read a comparison, and where its numbers come from. */
import { inputNotes, segmentsText } from '../notes.ts';
import { counted } from '../../core/index.ts';
import type { ComparedRuns } from '../../stats/index.ts';
import type { CompareReport } from './compareReport.ts';
import { type Note, notes } from '../table.ts';
import { listed, percent } from '../wording.ts';

export function comparisonNotes(report: CompareReport): Note[] {
  const { metrics, compared, runs, input, segments, unit, explanation } = report;
  const [first] = runs?.compared ?? compared;
  if (!first) return [];
  const { settings, units, family } = first;
  const { level, alpha, correction, samples, seed } = settings;
  const isCorrected = correction !== 'none' && family > 1;
  const drawn = unit === 'document' ? `; ${counted(units, 'document')}, each drawn or exchanged as a whole` : '';
  const { tokenizer, lowercase } = explanation?.words ?? {};
  return [
    ...notes({
      segments: `${input.references === 0 ? segments : segmentsText(segments, input)}${drawn}`,
      difference: 'system less the one it is compared with, in points of the metric',
      s: runs && 'standard deviation over bootstrap samples of the test set, and over runs (Clark et al. 2011)',
      test: runs
        ? `${runTests.get(runs.compared[0]!.settings.test)!}; two-sided, ${counted(samples, 'sample')}, seed ${seed}`
        : `${testNames.get(compared[0]!.settings.test)!.replace('#', unit)}; two-sided, seed ${seed}`,
    }),
    ...(runs ? singleRunNotes(runs.compared[0]!) : limitNotes(compared, unit)),
    ...notes({
      [correction === 'holm' ? 'Holm' : 'BH']:
        isCorrected && correctionNames.get(correction)!.replace('#', String(family)),
      better: `the one that is, where ${isCorrected ? 'the corrected p' : 'p'} ≤ ${alpha}`,
      wins: runs ? undefined : winsText(compared[0]!.comparisons[0]?.counted),
      place: compared.some(({ ranking }) => ranking) && 'places that the differences found leave to a system',
      detectable:
        compared.some(({ comparisons }) => comparisons.some(({ detectable }) => detectable)) &&
        `the smallest true difference that 80 % of test sets like this one would show at p ≤ ${alpha}, and how many ${unit}s it would take to show the one observed; both approximately`,
      intervals: `${percent(level)} ${runs ? 'of the difference, with all that varies' : `${compared[0]!.settings.interval === 'bca' ? 'BCa' : 'percentile'} bootstrap, ${counted(compared[0]!.settings.samples, 'sample')}`}`,
      parts:
        explanation &&
        `tested by randomization with at most 1000 samples, p corrected over the parts of each division; words as cut by ${tokenizer}${lowercase ? ', lower-cased' : ''}${explanation.leftOut.length > 0 ? `; too many parts to show by ${listed(explanation.leftOut)}` : ''}`,
    }),
    ...metrics.flatMap(({ metric, signature }) =>
      metric !== undefined && signature !== undefined ? [{ name: metric, text: signature }] : [],
    ),
    ...inputNotes(input),
  ];
}

/** Why nothing, or too much, might be found. */
function limitNotes(compared: CompareReport['compared'], unit: CompareReport['unit']): Note[] {
  const { settings, units, leastCorrected, samples } = compared[0]!;
  const { test, alpha } = settings;
  const isBootstrap = test === 'bootstrap' || test === 'sacrebleu-bs';
  const isDrawn = resampling.has(test);
  return [
    ...notes({
      caution:
        isBootstrap &&
        units < fewUnits &&
        `the bootstrap is too sure of so few ${unit}s (${units}): believe --test exact instead`,
    }),
    ...notes({
      caution:
        leastCorrected > alpha &&
        `nothing can be significant here: of ${isDrawn ? counted(samples, 'sample') : counted(units, unit)} the smallest p there can be is ${shownLeast(leastCorrected)}${isDrawn ? '; take more (--samples)' : ''}`,
    }),
  ];
}

/** With fewer units the bootstrap’s false findings are clearly more than promised, and the exact test can try all exchanges. */
const fewUnits = 20;
const resampling = new Set(['bootstrap', 'randomization', 'sacrebleu-bs', 'sacrebleu-ar']);
const shownLeast = (p: number): string => String(Number(Math.min(1, p).toPrecision(2)));

/** What one run can say of others. */
function singleRunNotes({ systems }: ComparedRuns): Note[] {
  const single = systems.filter(({ scores }) => scores.length === 1).length;
  return notes({
    caution:
      single > 0 &&
      (single === systems.length
        ? 'there is one run of each system, so that only the test set varies; was a pattern typed without quotes?'
        : 'a system with a single run is taken as if all its runs were like it'),
  });
}

const winsText = (of: 'resamples' | 'units' | undefined): string =>
  of === 'units'
    ? 'percent of single segments or documents in which the system is better, worse, or alike'
    : 'percent of resamples in which the system is better, worse, or alike';

const testNames = new Map<string, string>([
  ['bootstrap', 'paired bootstrap, differences signed and centred'],
  ['randomization', 'approximate randomization: outputs of the two exchanged by chance'],
  ['exact', 'randomization over all exchanges there are'],
  ['sign', 'sign test on composite outputs (Collins et al. 2005), from both sides'],
  ['t', 'paired t test of #s'],
  ['wilcoxon', 'Wilcoxon’s signed-rank test of #s'],
  [
    'sacrebleu-bs',
    'paired bootstrap with the formula of sacreBLEU, which finds too much: about twice as often as it should',
  ],
  [
    'sacrebleu-ar',
    'approximate randomization with the formula of sacreBLEU, by which a copy differs from its original',
  ],
]);

const runTests = new Map<string, string>([
  ['crossed', 't test with the variances of test sets and of runs added up'],
  ['stratified', 'stratified approximate randomization: outputs of all runs dealt out anew'],
]);

const correctionNames = new Map<string, string>([
  ['holm', 'p corrected for # comparisons: the chance of any false finding stays below alpha'],
  ['bh', 'p corrected for # comparisons: the expected share of false findings stays below alpha'],
]);
