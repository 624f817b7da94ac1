/** Claims that one metric is better than another: AMBER, BLEU-SBP, 4-GRR and the best of Song et al. against BLEU, on segments. */
import {
  type CorrectedDifference,
  type Rule,
  type TestedDifference,
  compareSegments,
  correct,
  segmentTies,
} from '../compareMetrics.ts';
import type { Judged, JudgedMetrics } from '../scoreTasks.ts';
import { partOf, percent, share, table } from '../wording.ts';
import type { Settings } from '../wmt09.ts';
import type { ClaimRow } from './claims.ts';
import { holdsZero, isSure, markOf, shown, shownCorrected, shownP } from './differences.ts';

interface Headline {
  readonly first: string;
  readonly second: string;
  readonly byTask: readonly TestedDifference[];
  readonly all: CorrectedDifference;
  /** Of τ without ties, over all pairs. */
  readonly tieless: CorrectedDifference;
}

/** The metric that is claimed to be better, and the one it is compared with. */
export const headlinePairs: readonly (readonly [first: string, second: string])[] = [
  ['AMBER(1)', 'BLEU'],
  ['AMBER(1,4,6)', 'BLEU'],
  ['AMBER(1,4,6)', 'BLEU (lower case)'],
  ['AMBER(1,4,6)', 'BLEU (unsmoothed)'],
  ['BLEU-SBP', 'BLEU'],
  ['4-GRR', 'BLEU'],
  ['RAC1', 'PGBC4'],
  ['RAC4', 'PGBC4'],
  ['PABC4', 'PGBC4'],
];

export function headlineClaims(
  judged: JudgedMetrics,
  settings: Settings,
): { readonly markdown: readonly string[]; readonly rows: readonly ClaimRow[] } {
  const headlines = compareHeadlines(judged, settings);
  const of = (first: string, second: string) =>
    headlines.find((each) => each.first === first && each.second === second)!;
  const [amber, strict, recognition] = [of('AMBER(1,4,6)', 'BLEU'), of('BLEU-SBP', 'BLEU'), of('4-GRR', 'BLEU')];
  return {
    rows: [
      [
        'AMBER(1,4,6) agrees better with people than BLEU',
        'Chen and Kuhn (2011): consistency .60 against .40',
        `${shown(amber.all)}. ${verdict(amber)}`,
      ],
      [
        'BLEU-SBP agrees better than BLEU',
        'Chiang et al. (2008): correlation over systems 71.9 against 67.1',
        isSame(strict) ? 'the same metric for single segments' : `${shown(strict.all)}. ${verdict(strict)}`,
      ],
      [
        '4-GRR agrees better than BLEU',
        'Chiang et al. (2008): 71.6 against 67.1',
        `${shown(recognition.all)}; without ties ${shown(recognition.tieless)}`,
      ],
    ],
    markdown: [
      '## AMBER, BLEU-SBP, 4-GRR and BLEU',
      table(
        ['', ...judged.tasks.map(({ task }) => task), 'all', 'p', 'Holm', 'all, τ without ties', 'p'],
        headlines.map(({ first, second, byTask, all, tieless }) => [
          `${first} − ${second}`,
          ...byTask.map((each) => `${shown(each)}${markOf(each.p)}`),
          shownCorrected(all),
          share(all.p),
          share(all.corrected),
          shownCorrected(tieless),
          share(tieless.p),
        ]),
      ),
      amberText(
        of('AMBER(1)', 'BLEU'),
        of('AMBER(1,4,6)', 'BLEU'),
        of('AMBER(1,4,6)', 'BLEU (lower case)'),
        of('AMBER(1,4,6)', 'BLEU (unsmoothed)'),
      ),
      strictText(of('BLEU-SBP', 'BLEU')),
      recognitionText(of('4-GRR', 'BLEU'), judged.all),
    ],
  };
}

function compareHeadlines({ tasks, all }: JudgedMetrics, settings: Settings): Headline[] {
  const compare = ({ comparisons, scores }: Judged, [first, second]: readonly [string, string], rule: Rule) =>
    compareSegments(comparisons, scores.get(first)!, scores.get(second)!, rule, settings);
  const strict = correct(headlinePairs.map((pair) => compare(all, pair, 'consistency')));
  const tieless = correct(headlinePairs.map((pair) => compare(all, pair, 'wmt13')));
  return headlinePairs.map((pair, i) => ({
    first: pair[0],
    second: pair[1],
    byTask: tasks.map((task) => compare(task, pair, 'consistency')),
    all: strict[i]!,
    tieless: tieless[i]!,
  }));
}

const isSame = ({ byTask, all }: Headline): boolean => all.value === 0 && byTask.every(({ value }) => value === 0);

/** `AMBER(1) is above BLEU in all three pairs; the interval of the difference contains 0 in two of three. Over all pairs …` */
function course({ first, second, byTask, all }: Headline): string {
  const above = byTask.filter(({ value }) => value > 0).length;
  const below = byTask.filter(({ value }) => value < 0).length;
  const [word, count] = above >= below ? ['above', above] : ['below', below];
  const held = byTask.filter(holdsZero).length;
  return `${first} is ${word} ${second} in ${partOf(count, byTask.length)} pairs; the interval of the difference contains 0 in ${partOf(held, byTask.length)}. Over all pairs the difference is ${shown(all)}, ${shownP(all)}.`;
}

/** Whether the data support the claim that the first metric is better. */
function verdict({ all }: Headline): string {
  if (isSure(all)) return all.value > 0 ? 'The data support the claim.' : 'The data contradict the claim.';
  if (all.p > 0.05) return 'The data do not decide the claim.';
  const side = all.value > 0 ? 'for' : 'against';
  return `This is evidence ${side} the claim, but not after correction for the number of tests.`;
}

function amberText(one: Headline, three: Headline, folded: Headline, unsmoothed: Headline): string {
  const isNear = Math.abs(unsmoothed.all.second - 0.4) < 0.02;
  const isLarger = unsmoothed.all.value > 3 * three.all.value;
  return [
    '**AMBER above BLEU?** Chen and Kuhn (2011, Table 3) report, on average over three sets of WMT09 and WMT10, a ρ of .83 for AMBER(1) and .86 for AMBER(1,4,6) against .72 for BLEU, and a consistency of .58 and .60 against .40.',
    `Here ${course(one)} ${course(three)} ${verdict(three)}`,
    `AMBER reads lower-cased text; against BLEU on lower-cased text the difference is ${shown(folded.all)}, ${shownP(folded.all)}.`,
    isNear && isLarger
      ? `Most of the printed difference has another cause: BLEU without smoothing scores 0 for a segment that shares no 4-gram with its reference, which makes many ties. Its consistency is ${share(unsmoothed.all.second)}, like that of the paper’s BLEU; with smoothing it is ${share(three.all.second)}.`
      : `BLEU without smoothing has a consistency of ${share(unsmoothed.all.second)}, with smoothing ${share(three.all.second)}.`,
  ].join(' ');
}

function strictText(strict: Headline): string {
  return [
    '**BLEU-SBP above BLEU?** Chiang et al. (2008, Table 1) report correlations over systems with judgments of WMT07: on average 67.1 for BLEU, 71.9 for BLEU-SBP and 71.6 for 4-GRR.',
    isSame(strict)
      ? 'Over segments the two are the same metric: with one reference, the strict brevity penalty of a single segment equals the usual one.'
      : course(strict),
    'Over systems see [below](#systems).',
  ].join(' ');
}

function recognitionText(recognition: Headline, { comparisons, scores }: Judged): string {
  const { all, tieless, first, second } = recognition;
  const isTurned = all.value * tieless.value < 0;
  const ties = (label: string) => percent(segmentTies(comparisons, scores.get(label)!));
  return [
    `**4-GRR above BLEU?** This claim was about systems as well. Over segments, ${course(recognition)}`,
    `By τ without ties it is ${shown(tieless)}, ${shownP(tieless)}${isTurned ? ': which is better depends on how ties count' : ''}. ${first} has ties in ${ties(first)} of the decided comparisons, ${second} in ${ties(second)}.`,
  ].join(' ');
}
