/** Which metric agrees best with people on segments, and which are not significantly worse. */
import { type Rule, compareSegments, correct, segmentValue } from '../compareMetrics.ts';
import { mainMetrics } from '../metricList.ts';
import type { Judged, JudgedMetrics } from '../scoreTasks.ts';
import { listed, numberWord, share } from '../wording.ts';
import type { Settings } from '../wmt09.ts';
import { isSure } from './differences.ts';

export function bestMetric({ tasks, all }: JudgedMetrics, settings: Settings): string[] {
  const byTask = tasks.map((task) => {
    const [best] = order(task, 'consistency');
    return `${best.label} for ${task.task} (${share(best.value)})`;
  });
  return [
    '### The best metric for segments',
    `By consistency over all pairs, ${standing(all, 'consistency', settings)} The first of each pair: ${listed(byTask)}.`,
    `If a tie is half right (τ of WMT14 to WMT16), ${standing(all, 'wmt14', settings)}`,
    `If ties are left out (τ of WMT13), ${standing(all, 'wmt13', settings)} A metric that ties much leaves out the hard cases, so this flatters it.`,
    'Each of the first was chosen on the judgments that it is tested on, which flatters it as well.',
  ];
}

interface Place {
  readonly label: string;
  readonly value: number;
}

/** From the best to the worst. */
function order({ comparisons, scores }: Judged, rule: Rule): [Place, ...Place[]] {
  return mainMetrics
    .map(({ label }) => ({ label, value: segmentValue(comparisons, scores.get(label)!, rule) }))
    .sort((a, b) => b.value - a.value) as [Place, ...Place[]];
}

function standing(all: Judged, rule: Rule, settings: Settings): string {
  const [best, ...others] = order(all, rule);
  const tested = correct(
    others.map(({ label }) =>
      compareSegments(all.comparisons, all.scores.get(best.label)!, all.scores.get(label)!, rule, settings),
    ),
  );
  const names = (isIn: (at: number) => boolean) => others.filter((_, at) => isIn(at)).map(({ label }) => label);
  const close = names((at) => tested[at]!.p > 0.05);
  const doubtful = names((at) => tested[at]!.p <= 0.05 && !isSure(tested[at]!));
  const worse = tested.filter(isSure).length;
  return [
    `${best.label} is first with ${share(best.value)}.`,
    close.length === 0 ? '' : `Not significantly worse: ${listed(close)}.`,
    doubtful.length === 0 ? '' : `Worse, but not after Holm’s correction: ${listed(doubtful)}.`,
    worse === others.length
      ? 'All others are significantly worse, also after Holm’s correction.'
      : `The other ${numberWord(worse)} are worse even so.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}
