/** Which metric agrees best with people on segments, and which are not significantly worse. */
import { type Rule, compareSegments, correct, segmentValue } from '../compareMetrics.ts';
import { mainMetrics } from '../metricList.ts';
import type { Judged, JudgedMetrics } from '../scoreTasks.ts';
import type { ClaimPart } from './claims.ts';
import { listed, numberWord, share } from '../wording.ts';
import type { Settings } from '../wmt09.ts';
import { isSure } from './differences.ts';

export function bestMetric({ tasks, all }: JudgedMetrics, settings: Settings): ClaimPart {
  const byTask = tasks.map((task) => {
    const [best] = order(task, 'consistency');
    return `${best.label} for ${task.task} (${share(best.value)})`;
  });
  const [strict, half, tieless] = (['consistency', 'wmt14', 'wmt13'] as const).map((rule) =>
    standing(all, rule, settings),
  ) as [Standing, Standing, Standing];
  return {
    markdown: [
      '## The best metric for segments',
      `By consistency over all pairs, ${strict.text} The best of each pair: ${listed(byTask)}.`,
      `If a tie counts half (τ of WMT14 to WMT16), ${half.text}`,
      `If ties are left out (τ of WMT13), ${tieless.text} A metric with many ties leaves out the hard cases, so this favours it.`,
      'Each best metric was selected on the same judgments that it is tested on, which favours it as well.',
    ],
    row: [
      'Which metric is best for segments?',
      '',
      `${strict.best} by consistency, ${half.best} if a tie counts half, ${tieless.best} without ties; ${strict.close} others are not significantly worse than ${strict.best}`,
    ],
  };
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

interface Standing {
  readonly text: string;
  readonly best: string;
  /** How many others are not significantly worse. */
  readonly close: number;
}

function standing(all: Judged, rule: Rule, settings: Settings): Standing {
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
  const text = [
    `${best.label} is best (${share(best.value)}).`,
    close.length === 0 ? '' : `Not significantly worse: ${listed(close)}.`,
    doubtful.length === 0 ? '' : `Significantly worse before Holm’s correction only: ${listed(doubtful)}.`,
    worse === others.length
      ? 'All others are significantly worse after Holm’s correction.'
      : `The other ${numberWord(worse)} are significantly worse after the correction.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
  return { text, best: best.label, close: close.length };
}
