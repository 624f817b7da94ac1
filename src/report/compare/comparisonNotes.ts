/** How to read a comparison, and where its numbers come from. */
import { inputNotes, segmentsText } from '../notes.ts';
import { counted } from '../../core/index.ts';
import type { ComparedRuns } from '../../stats/index.ts';
import { type CompareReport, fewUnits } from './compareReport.ts';
import { corrections, shownPairs } from './comparisonTables.ts';
import { type Note, notes } from '../table.ts';
import { listed, percent } from '../wording.ts';

export function comparisonNotes(report: CompareReport): Note[] {
  const { metrics, compared, runs, input, segments, unit, explanation } = report;
  const [first] = runs?.compared ?? compared;
  if (!first) return [];
  const { settings, units, family } = first;
  const { level, alpha, correction, samples, seed } = settings;
  const isCorrected = correction !== 'none' && family > 1;
  const drawn = unit === 'document' ? `; ${counted(units, 'document')}, each resampled or exchanged as a whole` : '';
  const { tokenizer, lowercase } = explanation?.words ?? {};
  return [
    ...notes({
      segments: `${segmentsText(segments, input)}${drawn}`,
      difference: `system minus ${first.settings.baseline === undefined ? 'the other' : 'the baseline'}, in points of the metric`,
      s: runs && 'standard deviation over bootstrap samples of the test set, and over runs (Clark et al. 2011)',
      test: runs
        ? `${runTests.get(runs.compared[0]!.settings.test)!.join('')}; two-sided, ${counted(samples, 'sample')}, seed ${seed}`
        : `${testNames.get(compared[0]!.settings.test)!.join('').replace('#', unit)}; two-sided, ${samplesText(compared)}seed ${seed}`,
      [`by ${report.alternative?.unit}`]:
        report.alternative &&
        `corrected p if ${report.alternative.unit}s are resampled instead (--unit ${report.alternative.unit})`,
      pairs:
        (runs?.compared ?? compared).some((each) => shownPairs(report, each).length < each.comparisons.length) &&
        'tables of differences show only neighbours in the order; -f tsv, json and html show all pairs',
    }),
    ...(runs ? singleRunNotes(runs.compared[0]!) : limitNotes(compared, unit)),
    ...notes({
      [correction === 'holm' ? 'Holm' : 'BH']:
        isCorrected && correctionNames.get(correction)!.replace('#', String(family)),
      better: `significantly better system, if any (${isCorrected ? 'corrected p' : 'p'} ≤ ${alpha})`,
      wins: runs ? undefined : winsText(compared[0]!.comparisons[0]?.counted),
      rank: compared.some(({ ranking }) => ranking) && 'possible ranks, given the significant differences',
      detectable:
        compared.some(({ comparisons }) => comparisons.some(({ detectable }) => detectable)) &&
        `the smallest true difference that 80 % of test sets like this one would detect at p ≤ ${alpha}, and how many ${unit}s are needed to detect the observed one; both approximate`,
      intervals: `${percent(level)} ${runs ? 'of the difference, over all sources of variation' : `${compared[0]!.settings.interval === 'bca' ? 'BCa' : 'percentile'} bootstrap, ${counted(compared[0]!.settings.samples, 'sample')}`}`,
      parts:
        explanation &&
        `tested by randomization, p corrected over the parts of each division; words tokenized by ${tokenizer}${lowercase ? ', lower-cased' : ''}${explanation.leftOut.length > 0 ? `; too many parts to show for ${listed(explanation.leftOut)}` : ''}`,
    }),
    ...metrics.flatMap(({ metric, signature }) =>
      metric !== undefined && signature !== undefined ? [{ name: metric, text: signature }] : [],
    ),
    ...inputNotes(input),
  ];
}

/** The number of samples per pair. */
function samplesText(compared: CompareReport['compared']): string {
  const counts = compared.flatMap(({ comparisons }) => comparisons.map(({ samples }) => samples));
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (most === 0) return '';
  return least === most ? `${counted(most, 'sample')}, ` : `${least} to ${most} samples per pair, `;
}

/** Why the tests may find nothing, or too much. */
function limitNotes(compared: CompareReport['compared'], unit: CompareReport['unit']): Note[] {
  const { settings, units, leastCorrected, samples } = compared[0]!;
  const { test, alpha, interval, level } = settings;
  const isBootstrap = test === 'bootstrap' || test === 'sacrebleu-bs';
  const isDrawn = resampling.has(test);
  return [
    ...notes({
      caution:
        isBootstrap &&
        units < fewUnits &&
        `below ${fewUnits} ${unit}s the bootstrap is overconfident (there are ${units}): use --test exact`,
    }),
    ...notes({
      caution:
        interval === 'bca' &&
        units < fewForBca &&
        `below ${fewForBca} ${unit}s a BCa interval is too narrow (there are ${units}): one of 95 % covers 90–93 %${level < 0.99 ? '; use a higher --level' : ''}`,
    }),
    ...notes({
      caution:
        leastCorrected > alpha &&
        `nothing can be significant here: with ${isDrawn ? counted(samples, 'sample') : counted(units, unit)} the smallest possible p is ${shownLeast(leastCorrected)}${isDrawn ? '; use more (--samples)' : ''}`,
    }),
  ];
}

/** Units below which BCa intervals are too narrow: documents of uneven length, in simulations. */
const fewForBca = 60;

const resampling = new Set(['bootstrap', 'randomization', 'sacrebleu-bs', 'sacrebleu-ar']);
const shownLeast = (p: number): string => String(Number(Math.min(1, p).toPrecision(2)));

/** What a single run can show about others. */
function singleRunNotes({ systems }: ComparedRuns): Note[] {
  const single = systems.filter(({ scores }) => scores.length === 1).length;
  return notes({
    caution:
      single > 0 &&
      (single === systems.length
        ? 'there is one run of each system, so only the test set varies; was a pattern typed without quotes?'
        : 'for a system with a single run, runs are assumed not to vary'),
  });
}

const winsText = (of: 'resamples' | 'units' | undefined): string =>
  of === 'units'
    ? 'percent of segments or documents in which the system is better, worse or equal'
    : 'percent of resamples in which the system is better, worse or equal';

/** What the test is called, and how it works. */
type TestName = readonly [name: string, detail: string];

const testNames = new Map<string, TestName>([
  ['bootstrap', ['paired bootstrap', ', differences signed and centred']],
  ['randomization', ['approximate randomization', ': outputs of the two systems exchanged at random']],
  ['exact', ['exact randomization', ' over all possible exchanges']],
  ['sign', ['sign test', ' on composite outputs (Collins et al. 2005), in both directions']],
  ['t', ['paired t test', ' of #s']],
  ['wilcoxon', ['Wilcoxon’s signed-rank test', ' of #s']],
  [
    'sacrebleu-bs',
    [
      'paired bootstrap with the formula of sacreBLEU',
      ', which finds false differences about twice as often as it should',
    ],
  ],
  [
    'sacrebleu-ar',
    ['approximate randomization with the formula of sacreBLEU', ', which finds that a copy differs from its original'],
  ],
]);

const runTests = new Map<string, TestName>([
  ['crossed', ['t test', ' with the sum of the variances of test sets and of runs']],
  ['stratified', ['stratified approximate randomization', ': outputs of all runs reassigned at random']],
]);

/** `paired bootstrap, p corrected for 6 pairs (Holm)`. */
export function testText({ compared, runs }: CompareReport): string {
  const { settings, family } = runs?.compared[0] ?? compared[0]!;
  const [name] = (runs ? runTests : testNames).get(settings.test)!;
  const isCorrected = settings.correction !== 'none' && family > 1;
  return isCorrected ? `${name}, p corrected for ${family} pairs (${corrections.get(settings.correction)!})` : name;
}

const correctionNames = new Map<string, string>([
  ['holm', 'p corrected for # comparisons: the probability of any false positive stays below alpha'],
  ['bh', 'p corrected for # comparisons: the expected share of false positives stays below alpha'],
]);
